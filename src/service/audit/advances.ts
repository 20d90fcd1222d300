import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { readStored } from "../../domain/invoice/stored-document.ts";
import type { InvoiceReader, StoredInvoice } from "../../ports/invoice-repository.ts";
import type { AuditedInvoice } from "../../ports/journal.ts";
import { settledNumbers } from "../invoices/order-advances.ts";
import { cellText } from "./entry.ts";
import type { OlderInvoices } from "./older-invoices.ts";

/**
 * Compares the advances of a company with the final invoices that deduct them, and replaced invoices with the corrected ones:
 * each has exactly one, unless that was cancelled or, of a final one, credited in full. Keeps the former until the latter come.
 */
export class AdvancesAudit {
  readonly #reader: Pick<InvoiceReader, "findByNumber">;
  readonly #companyId: string;
  readonly #report: ReportFinding;
  readonly #older: OlderInvoices;
  /** By number. */
  state = { settled: new Map<string, Pick<AuditedInvoice, "settledBy" | "counter" | "amountDue">>() };

  constructor(
    reader: Pick<InvoiceReader, "findByNumber">,
    companyId: string,
    older: OlderInvoices,
    report: ReportFinding,
  ) {
    this.#older = older;
    this.#reader = reader;
    this.#companyId = companyId;
    this.#report = report;
  }

  async add(invoice: AuditedInvoice): Promise<void> {
    const { invoiceNumber, counter, settledBy, amountDue, status, creditedTotal, document } = invoice;
    if (settledBy !== null) this.state.settled.set(invoiceNumber, { settledBy, counter, amountDue });
    // Whatever another writer has put there: the rest of the audit says so.
    if (typeof document !== "string" || !/"(?:advances|replaces)"/.test(document)) return;
    const content: Partial<InvoiceDocument> = readStored("invoice.issued", document).content ?? {};
    for (const number of settledNumbers(content)) {
      const older = this.state.settled.has(number) ? undefined : await this.#older.findSettled(number);
      const isSettled = older !== undefined && older.state.settledBy !== null;
      if (isSettled) this.state.settled.set(number, { ...older.state, counter: older.counter });
    }
    for (const number of heldBy({ status, creditedTotal }, content)) {
      const found = this.state.settled.get(number);
      this.state.settled.delete(number);
      const isReplaced = number === content.replaces;
      const isNamed = found?.settledBy === invoiceNumber;
      if (isNamed && (!isReplaced || found.amountDue === 0)) continue;
      const fault = isNamed ? "is still due" : "does not say so";
      const what = isReplaced ? "replaces the invoice" : "deducts the advance";
      const detail = `it ${what} ${cellText(number)}, which ${fault}`;
      this.#report({ code: "advance_mismatch", invoiceNumber, counter, detail });
    }
  }

  /**
   * After the last invoice, checks one that is settled by an invoice that did not come, and reports it unless that was issued,
   * or freed it, meanwhile. Returns whether there was one.
   */
  async checkNext(): Promise<boolean> {
    const [next] = this.state.settled;
    if (next === undefined) return false;
    const [invoiceNumber, { settledBy, counter }] = next;
    this.state.settled.delete(invoiceNumber);
    const isText = typeof settledBy === "string"; // a column that lost its type may hold anything
    const by = isText ? await this.#reader.findByNumber(this.#companyId, settledBy) : undefined;
    const isNamed = by !== undefined && settledNumbers(by.document).includes(invoiceNumber);
    if (isNamed && !(await this.#isHeld(invoiceNumber, by))) return true;
    const why = isNamed ? "was cancelled or credited in full" : "neither deducts nor replaces it";
    const detail = `it is settled by ${cellText(settledBy)}, which ${why}`;
    this.#report({ code: "advance_mismatch", invoiceNumber, counter, detail });
    return true;
  }

  /** Whether an invoice has released what it settled, but not this one. Both happen in one commit, so this one is read last. */
  async #isHeld(invoiceNumber: string, { document, state }: StoredInvoice): Promise<boolean> {
    if (heldBy(state, document).includes(invoiceNumber)) return false;
    const settled = await this.#reader.findByNumber(this.#companyId, invoiceNumber);
    return settled?.state.settledBy === document.invoiceNumber;
  }
}

/** The invoices that one settles: its advances until all of it is credited, and what it replaces. One without a total is never credited. */
function heldBy(
  { status, creditedTotal }: Pick<AuditedInvoice, "status" | "creditedTotal">,
  document: Partial<InvoiceDocument>,
): readonly string[] {
  if (status === "CANCELLED") return [];
  const { advances, replaces, total } = document;
  const isCredited = total !== 0 && creditedTotal === total;
  return settledNumbers({ advances: isCredited ? undefined : advances, replaces });
}
