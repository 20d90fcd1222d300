import type { InvoiceOrder } from "../domain/invoice/generated/order.ts";
import { StoreBusyError } from "../domain/store-errors.ts";
import type { Limits } from "./limits.ts";

const MEBIBYTE = 2 ** 20;

/** Each character is in the order and in the document, with one byte or two, and over HTTP also in the body. */
const BYTES_PER_CHARACTER = 4;

/** An item and the objects that are made from it. */
const BYTES_PER_ITEM = 280;

/** An order and its document without the items, and the promises of its call. */
const BYTES_PER_ORDER = 6000;

/**
 * Limits the memory of orders, from parsing to the answer. Calls that wait for a slow store, or for a register that does
 * not answer, would otherwise use unlimited memory.
 */
export class OrdersInProgress {
  readonly #most: number;
  readonly #mostOfCompany: number;
  #bytes = 0;
  readonly #bytesOfCompanies = new Map<string, number>();

  constructor({ maxPendingBytes, maxPendingBytesPerCompany }: Limits) {
    this.#most = maxPendingBytes;
    this.#mostOfCompany = Math.min(maxPendingBytesPerCompany, maxPendingBytes);
  }

  /**
   * Counts the orders of one call, and returns a function that stops counting them. A call above its company's limit
   * counts as that limit, so that it runs alone.
   *
   * @throws StoreBusyError if other orders take too much memory already
   */
  begin(companyId: string, orders: readonly InvoiceOrder[]): () => void {
    const bytes = Math.min(bytesOf(orders), this.#mostOfCompany);
    const ofCompany = this.#bytesOfCompanies.get(companyId) ?? 0;
    if (ofCompany + bytes > this.#mostOfCompany) throw full(this.#mostOfCompany, " of this company");
    if (this.#bytes + bytes > this.#most) throw full(this.#most, "");
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
  const limit = `the orders in progress${whose} would take more than ${Math.round((bytes / MEBIBYTE) * 100) / 100} MiB`;
  return new StoreBusyError(`${limit}; repeat the call later, or issue fewer at once`);
}

/** An estimate: the fields that it leaves out are short. */
function bytesOf(orders: readonly InvoiceOrder[]): number {
  let [characters, items] = [0, 0];
  for (const order of orders) {
    for (const value of Object.values(order)) if (typeof value === "string") characters += value.length;
    for (const { description, unit, note, exemptionReason } of order.items) {
      characters += description.length + (unit?.length ?? 0) + (note?.length ?? 0) + (exemptionReason?.length ?? 0);
    }
    for (const { text } of order.notes ?? []) characters += text.length;
    for (const key in order.metadata) characters += key.length + order.metadata[key]!.length;
    items += order.items.length;
  }
  return characters * BYTES_PER_CHARACTER + items * BYTES_PER_ITEM + orders.length * BYTES_PER_ORDER;
}
