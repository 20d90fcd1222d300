import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { JournalReader, MisplacedRow, StoredEntry } from "../../ports/journal.ts";
import { cellText, isOfCreditNoteAlone, readable } from "./entry.ts";

const ROWS: Record<MisplacedRow["what"], (invoiceId: string | null) => string> = {
  invoice: (invoiceId) => `the invoice ${invoiceId} has the counter`,
  entry: () => "an entry has the position",
  "credit note": (invoiceId) => `a credit note of the invoice ${invoiceId} has the counter`,
};

/** Reports the rows that are on no page, because their counter or position is out of range; at most `limit` of them. */
export async function findMisplaced(
  journal: Pick<JournalReader, "misplaced">,
  companyId: string,
  limit: number,
  report: ReportFinding,
): Promise<void> {
  for (const { what, place, invoiceId } of await journal.misplaced(companyId, limit)) {
    const row = ROWS[what](invoiceId);
    report({
      code: "place_out_of_range",
      detail: `${row} ${place}, which is not between 1 and ${Number.MAX_SAFE_INTEGER}`,
    });
  }
}

/** Reports an entry whose invoice the company does not have. Returns whether it is one. */
export async function findOrphan(
  reader: Pick<InvoiceReader, "find">,
  companyId: string,
  entry: StoredEntry,
  report: ReportFinding,
): Promise<boolean> {
  const { invoiceId, position } = entry;
  if (invoiceId === null || isOfCreditNoteAlone(entry) || (await hasInvoice(reader, companyId, invoiceId)))
    return false;
  const detail = `there is no invoice with the id ${cellText(invoiceId)}`;
  report({ code: "entry_without_invoice", position, detail });
  return true;
}

/** Reports how many entries about invoices the journal has more than came with their invoices, without those of no invoice. */
export function reportUnseen(unseen: number, report: ReportFinding): void {
  const where =
    unseen > 0 ? "in the journal but not with their invoices" : "with their invoices but not in the journal";
  const count = Math.abs(unseen);
  const detail = `entries found ${where}: ${count}; a row is duplicated, or an index of the tables is damaged`;
  report({ code: "entry_missing", detail });
}

function hasInvoice(reader: Pick<InvoiceReader, "find">, companyId: string, id: string): Promise<boolean> {
  const found = reader.find(companyId, id).then((invoice) => invoice !== undefined);
  return readable(found, () => true); // it exists, but its document is not JSON
}
