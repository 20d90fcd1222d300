import type { ReportFinding } from "../domain/audit-finding.ts";
import type { InvoiceReader } from "../ports/invoice-repository.ts";
import type { StoredEntry } from "../ports/journal.ts";
import type { Pages } from "./audit-pages.ts";

/** Reports the entries whose invoice the company does not have. Only asked for where their number does not add up. */
export async function findStrays(
  reader: Pick<InvoiceReader, "find">,
  companyId: string,
  entries: Pages<StoredEntry>,
  report: ReportFinding,
): Promise<void> {
  const hasInvoice = async (id: string) => {
    try {
      return (await reader.find(companyId, id)) !== undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return true; // it is there, but its document is no JSON
      throw error;
    }
  };
  for (await entries.begin(); entries.current !== undefined; await entries.next()) {
    const { invoiceId, position } = entries.current;
    if (invoiceId === null || (await hasInvoice(invoiceId))) continue;
    report({ code: "entry_without_invoice", position, detail: `there is no invoice with the id ${invoiceId}` });
  }
}
