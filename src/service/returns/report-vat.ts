import type { CalendarDay } from "../../domain/calendar.ts";
import {
  additionsOf,
  advancesOf,
  bookingsOf,
  creditNoteAdditionsOf,
  creditNoteBookingsOf,
} from "../../domain/returns/booking.ts";
import { isWithin } from "../../domain/returns/period.ts";
import { ReportSums } from "../../domain/returns/report-sums.ts";
import { TurnoverSums } from "../../domain/returns/union-turnover.ts";
import type { OssRates, VatReport } from "../../domain/returns/vat-report.ts";
import type { VatRates } from "../../domain/vat/rates/rate-table.ts";
import { parseRequest } from "../schemas/parse.ts";
import { vatReportSchema } from "../schemas/reports.ts";
import {
  bookedInvoices,
  creditNotesAlone,
  type ReportedBooks,
  readingOf,
  type UnreadableRecord,
} from "./booked-invoices.ts";

/** The days that a VAT report covers, and what it needs in addition to the books. */
export interface VatReportRequest {
  /** First day, inclusive. */
  readonly from: CalendarDay;
  /** Last day, inclusive. */
  readonly to: CalendarDay;
  /** The European Central Bank's rates for OSS. Absent, or without a currency: `oss.ratesNeeded` names it. */
  readonly rates?: OssRates | undefined;
  /**
   * The report as it was at the end of this day, in the company's time zone. `corrections.additions` has what came later.
   * Absent: as it is now.
   */
  readonly asOf?: CalendarDay | undefined;
}

/**
 * The report of a company's books over tax points. Reads the invoices that these days may declare in short pages,
 * and keeps only sums and what the report lists by number. `vatRates` are the host's own. Only a company in the scheme for
 * small enterprises has its turnover summed.
 *
 * @throws Refusal `request_invalid`
 */
export async function reportVat(
  books: ReportedBooks,
  companyId: string,
  request: VatReportRequest,
  timeZone: string,
  { vatRates, isSmallEnterprise }: { readonly vatRates?: VatRates | undefined; readonly isSmallEnterprise: boolean },
): Promise<VatReport> {
  const { from, to, asOf, rates = {} } = parseRequest(vatReportSchema, request, "pointer");
  const span = { from, to };
  const sums = new ReportSums(span);
  const turnover = isSmallEnterprise ? new TurnoverSums(span, rates) : undefined;
  const reading = await readingOf(books, companyId, timeZone, turnover?.span ?? span);
  const addUnreadable = (record: UnreadableRecord) => {
    if (!isWithin(record.on, span)) return;
    if (asOf === undefined || record.on <= asOf) sums.addUnreadable(record);
    else sums.addUnreadableLater(record);
  };
  for await (const { number, document, recordedOn } of creditNotesAlone(reading)) {
    if (document === undefined) {
      addUnreadable({ kind: "credit-note", number, on: recordedOn });
      continue;
    }
    const note = { document, recordedOn, rates: vatRates };
    for (const booking of creditNoteBookingsOf(note, span, asOf)) sums.add(booking);
    if (turnover) for (const booking of creditNoteBookingsOf(note, turnover.span, asOf)) turnover.add(booking);
    if (asOf === undefined) continue;
    for (const booking of creditNoteAdditionsOf(note, span, asOf)) sums.addLater(booking);
  }
  for await (const invoice of bookedInvoices(reading, { asOf, rates: vatRates })) {
    for (const record of invoice.unreadable) addUnreadable(record);
    if (invoice.booked === undefined) continue;
    for (const booking of bookingsOf(invoice.booked, span, asOf)) sums.add(booking);
    if (turnover) for (const booking of bookingsOf(invoice.booked, turnover.span, asOf)) turnover.add(booking);
    for (const booking of advancesOf(invoice.booked, span, asOf)) sums.checkAdvance(booking, vatRates);
    if (asOf === undefined) continue;
    for (const booking of additionsOf(invoice.booked, span, asOf)) sums.addLater(booking);
  }
  return { ...sums.report(rates), ...(turnover?.result() ?? { smallEnterprise: [], unionTurnover: null }) };
}
