import type { InvoiceOrder } from "../../domain/invoice/order.ts";
import { StoreBusyError } from "../../domain/store-errors.ts";

const MEBIBYTE = 2 ** 20;

/** What orders may take until they are answered, wherever they wait: of all companies, and of each. */
const MAX_BYTES = 128 * MEBIBYTE;
const MAX_BYTES_OF_COMPANY = 64 * MEBIBYTE;

/** A character is held in the order and in the document, in one byte or two, and over HTTP in the body besides. */
const BYTES_PER_CHARACTER = 4;

/** An item, with the objects that are made of it. */
const BYTES_PER_ITEM = 280;

/** An order and its document without the items, and what waits for them. */
const BYTES_PER_ORDER = 6000;

/**
 * Counts the memory that orders take from when they are parsed until they are answered. Calls in front of a slow store,
 * or a register that does not answer, would otherwise take as much as there are of them.
 */
export class OrdersUnderWay {
  #bytes = 0;
  readonly #bytesOfCompanies = new Map<string, number>();

  /**
   * Counts the orders of one call, and gives what ends that. A call that has more than its company's share counts as
   * that share, so that it goes alone.
   *
   * @throws StoreBusyError when others take too much already
   */
  begin(companyId: string, orders: readonly InvoiceOrder[]): () => void {
    const bytes = Math.min(bytesOf(orders), MAX_BYTES_OF_COMPANY);
    const ofCompany = this.#bytesOfCompanies.get(companyId) ?? 0;
    if (ofCompany + bytes > MAX_BYTES_OF_COMPANY) throw full(MAX_BYTES_OF_COMPANY, " of this company");
    if (this.#bytes + bytes > MAX_BYTES) throw full(MAX_BYTES, "");
    this.#add(companyId, bytes);
    return () => this.#add(companyId, -bytes);
  }

  #add(companyId: string, bytes: number): void {
    this.#bytes += bytes;
    const ofCompany = (this.#bytesOfCompanies.get(companyId) ?? 0) + bytes;
    if (ofCompany === 0) this.#bytesOfCompanies.delete(companyId);
    else this.#bytesOfCompanies.set(companyId, ofCompany);
  }
}

function full(bytes: number, whose: string): StoreBusyError {
  const orders = `orders${whose} that take ${bytes / MEBIBYTE} MiB are under way already`;
  return new StoreBusyError(`${orders}; repeat the call later, or issue fewer at once`);
}

/** Nearly: what is not counted is short. */
function bytesOf(orders: readonly InvoiceOrder[]): number {
  let [characters, items] = [0, 0];
  for (const order of orders) {
    for (const value of Object.values(order)) if (typeof value === "string") characters += value.length;
    for (const { description, unit } of order.items) characters += description.length + (unit?.length ?? 0);
    items += order.items.length;
  }
  return characters * BYTES_PER_CHARACTER + items * BYTES_PER_ITEM + orders.length * BYTES_PER_ORDER;
}
