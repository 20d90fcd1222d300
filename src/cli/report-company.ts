import { timeZoneOf } from "../domain/vat/territory/time-zone.ts";
import type { ReadOnlyBooks } from "../ports/read-only-books.ts";
import { reportVat } from "../service/returns/report-vat.ts";
import { requireCompanyBooks } from "./audit-companies.ts";
import { vatReportCsv, vatReportTables } from "./print-vat-report.ts";
import type { ReportArguments } from "./report-arguments.ts";

/** Prints the VAT report of a company, and returns whether every amount has a section and every rate is known. */
export async function reportCompany(
  { journal, companies }: ReadOnlyBooks,
  { companyId, period, span, rates, asOf, format }: ReportArguments,
  write: (text: string) => void,
): Promise<boolean> {
  await requireCompanyBooks(journal, companyId);
  const profile = await companies.profile(companyId);
  // A host that keeps its own profiles has none here.
  const timeZone = profile ? timeZoneOf(profile) : "UTC";
  const report = await reportVat(journal, companyId, { ...span, rates, asOf }, timeZone);
  const about = { companyId, period, ...span, asOf };
  if (format === "json") write(`${JSON.stringify({ ...about, ...report })}\n`);
  else if (format === "csv") write(vatReportCsv(report));
  else write(vatReportTables(about, report));
  return report.unplaced.length === 0 && report.oss.ratesNeeded.length === 0;
}
