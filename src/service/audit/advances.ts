import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import { readStored } from "../../domain/invoice/stored-document.ts";
import type { InvoiceReader, StoredInvoice } from "../../ports/invoice-repository.ts";
import type { AuditedInvoice } from "../../ports/journal.ts";
import { cellText } from "./entry.ts";

/**
 * Compares the advances of a company with the final invoices that deduct them: each has exactly one, unless that was
 * cancelled or credited in full. Keeps the advances until their final invoices come.
 */
export class AdvancesAudit {
  readonly #reader: Pick<InvoiceReader, "findByNumber">;
  readonly #companyId: string;
  readonly #report: ReportFinding;
  /** By number. */
  readonly #settled = new Map<string, Pick<AuditedInvoice, "settledBy" | "counter">>();

  constructor(reader: Pick<InvoiceReader, "findByNumber">, companyId: string, report: ReportFinding) {
    this.#reader = reader;
    this.#companyId = companyId;
    this.#report = report;
  }

  add({ invoiceNumber, counter, settledBy, status, creditedTotal, document }: AuditedInvoice): void {
    if (settledBy !== null) this.#settled.set(invoiceNumber, { settledBy, counter });
    // Whatever another writer has put there: the rest of the audit says so.
    if (typeof document !== "string" || !document.includes('"advances"')) return;
    const { advances, total } = readStored("invoice.issued", document).content ?? {};
    if (!Array.isArray(advances) || hasReleased({ status, creditedTotal }, total)) return;
    for (const advance of advances) {
      const found = this.#settled.get(advance);
      this.#settled.delete(advance);
      if (found?.settledBy === invoiceNumber) continue;
      const detail = `it deducts the advance ${cellText(advance)}, which does not say so`;
      this.#report({ code: "advance_mismatch", invoiceNumber, counter, detail });
    }
  }

  /** Reports the advances whose final invoices did not come, unless they were issued, or freed them, meanwhile. */
  async end(): Promise<void> {
    for (const [invoiceNumber, { settledBy, counter }] of this.#settled) {
      const isText = typeof settledBy === "string"; // a column that lost its type may hold anything
      const final = isText ? await this.#reader.findByNumber(this.#companyId, settledBy) : undefined;
      const advances: unknown = final?.document.advances;
      const isDeducted = Array.isArray(advances) && advances.includes(invoiceNumber);
      if (isDeducted && !(await this.#isHeld(invoiceNumber, final!))) continue;
      const why = isDeducted ? "was cancelled or credited in full" : "does not deduct it";
      const detail = `it is settled by ${cellText(settledBy)}, which ${why}`;
      this.#report({ code: "advance_mismatch", invoiceNumber, counter, detail });
    }
  }

  /** Whether a final invoice has released its advances, but not this one. Both happen in one commit, so the advance is read last. */
  async #isHeld(invoiceNumber: string, { document, state }: StoredInvoice): Promise<boolean> {
    if (!hasReleased(state, document.total)) return false;
    const advance = await this.#reader.findByNumber(this.#companyId, invoiceNumber);
    return advance?.state.settledBy === document.invoiceNumber;
  }
}

/** Whether an invoice deducts its advances no longer. One without a total is never credited. */
function hasReleased({ status, creditedTotal }: Pick<AuditedInvoice, "status" | "creditedTotal">, total: unknown) {
  return status === "CANCELLED" || (total !== 0 && creditedTotal === total);
}
