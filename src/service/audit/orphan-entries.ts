import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { JournalReader, StoredEntry } from "../../ports/journal.ts";
import type { Pages } from "./pages.ts";

/** Reports the rows that no page has, because they are at a place that there is not; `limit` of them at most. */
export async function findMisplaced(
  journal: Pick<JournalReader, "misplaced">,
  companyId: string,
  limit: number,
  report: ReportFinding,
): Promise<void> {
  for (const { what, place, invoiceId } of await journal.misplaced(companyId, limit)) {
    const row = what === "invoice" ? `the invoice ${invoiceId} has the counter` : "an entry has the position";
    report({ code: "place_out_of_range", detail: `${row} ${place}; there are 1 to ${Number.MAX_SAFE_INTEGER}` });
  }
}

/**
 * Reports the entries whose invoice the company does not have. Asked for where `expected`, the number of entries that came
 * along the journal less those that came with their invoices, is not 0; what of it is not found is reported too.
 */
export async function findStrays(
  reader: Pick<InvoiceReader, "find">,
  companyId: string,
  entries: Pages<StoredEntry>,
  expected: number,
  report: ReportFinding,
): Promise<void> {
  let unseen = expected;
  for (await entries.begin(); entries.current !== undefined; await entries.next()) {
    const { invoiceId, position } = entries.current;
    if (invoiceId === null || (await hasInvoice(reader, companyId, invoiceId))) continue;
    unseen -= 1;
    report({ code: "entry_without_invoice", position, detail: `there is no invoice with the id ${invoiceId}` });
  }
  if (unseen === 0) return;
  const where =
    unseen > 0 ? "along the journal and not with their invoices" : "with their invoices and not along the journal";
  const detail = `entries that come ${where}: ${Math.abs(unseen)}; a row is doubled, or an index of the tables is damaged`;
  report({ code: "entry_missing", detail });
}

async function hasInvoice(reader: Pick<InvoiceReader, "find">, companyId: string, id: string): Promise<boolean> {
  try {
    return (await reader.find(companyId, id)) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return true; // it is there, but its document is no JSON
    throw error;
  }
}
