import type { CalendarDay } from "../../domain/calendar.ts";
import { type DocumentSum, DocumentSums } from "../../domain/returns/document-sums.ts";
import { parseRequest } from "../schemas/parse.ts";
import { documentSumsSchema } from "../schemas/reports.ts";
import { bookedInvoices, creditNotesAlone, type ReportedBooks, readingOf } from "./booked-invoices.ts";

/** The days whose documents are summed, by tax point. */
export interface DocumentSumsRequest {
  /** First day, inclusive. */
  readonly from: CalendarDay;
  /** Last day, inclusive. */
  readonly to: CalendarDay;
}

/**
 * The sums of a company's documents. Reads what a VAT report of these days reads, and leaves out what cannot be read.
 *
 * @throws Refusal `request_invalid`
 */
export async function sumDocuments(
  books: ReportedBooks,
  companyId: string,
  request: DocumentSumsRequest,
  timeZone: string,
): Promise<readonly DocumentSum[]> {
  const span = parseRequest(documentSumsSchema, request, "pointer");
  const reading = await readingOf(books, companyId, timeZone, span);
  const sums = new DocumentSums(span);
  for await (const { booked } of bookedInvoices(reading)) if (booked !== undefined) sums.add(booked);
  for await (const { document, recordedOn } of creditNotesAlone(reading)) {
    if (document !== undefined) sums.addCreditNote({ document, recordedOn });
  }
  return sums.lines();
}
