import type { Decimal } from "../../domain/money/decimal.ts";
import { type OssThreshold, type ThresholdRates, ThresholdSums } from "../../domain/returns/oss-threshold.ts";
import { parseRequest } from "../schemas/parse.ts";
import { ossThresholdSchema } from "../schemas/reports.ts";
import { bookedInvoices, creditNotesAlone, partOf, type ReportedBooks, readingOf } from "./booked-invoices.ts";

/** Which year to compare with the limit. */
export interface OssThresholdRequest {
  /** The calendar year, such as 2026. */
  readonly year: number;
  /**
   * How much of a currency one euro is worth, for invoices that are neither in euros nor in the currency of the seller's VAT
   * and have no exchange rate. Absent, or without a currency: `ratesNeeded` names it.
   */
  readonly rates?: ThresholdRates | undefined;
  /**
   * What was sold before with another system and counts towards the limit, in euros: of `year`, or of several years, as
   * `{ "2026": 8200, "2025": 0 }`. Absent: nothing.
   */
  readonly earlierSales?: number | Readonly<Record<string, number>> | undefined;
}

/**
 * A year's sales to consumers in other member states, compared with the limit of article 59c. Reads the invoices
 * of both years in short pages; those of one month again if the sales of a day in it passed the limit.
 *
 * @throws Refusal `request_invalid`
 */
export async function readOssThreshold(
  books: ReportedBooks,
  companyId: string,
  request: OssThresholdRequest,
  timeZone: string,
): Promise<OssThreshold> {
  const { year, rates = {}, earlierSales = 0 } = parseRequest(ossThresholdSchema, request, "pointer");
  const sums = new ThresholdSums(
    year,
    rates,
    typeof earlierSales === "number" ? { [year]: earlierSales } : earlierSales,
  );
  const reading = await readingOf(books, companyId, timeZone, { from: `${year - 1}-01-01`, to: `${year}-12-31` });
  for await (const { booked } of bookedInvoices(reading)) {
    if (booked !== undefined) sums.add(booked);
  }
  for await (const { document, recordedOn } of creditNotesAlone(reading)) {
    if (document !== undefined) sums.addCreditNote({ document, recordedOn });
  }
  const { exceeded } = sums;
  if (exceeded === undefined) return sums.result(null);
  let sold: Decimal = exceeded.before;
  const ofDay = await partOf(reading, { from: exceeded.on, to: exceeded.on });
  for await (const { booked, invoiceNumber } of bookedInvoices(ofDay)) {
    if (booked === undefined) continue;
    sold = sold.plus(sums.soldOn(exceeded.on, booked));
    if (sums.isAbove(sold)) return sums.result(invoiceNumber);
  }
  return sums.result(null);
}
