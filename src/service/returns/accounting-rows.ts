import { type AccountingRow, AccountingRows } from "../../domain/accounting/accounting-rows.ts";
import { type AccountMap, Debtors } from "../../domain/accounting/accounts.ts";
import type { CalendarDay } from "../../domain/calendar.ts";
import { readStored } from "../../domain/invoice/stored-document.ts";
import type { VatRates } from "../../domain/vat/rates/rate-table.ts";
import { parseRequest } from "../schemas/parse.ts";
import { accountingRowsSchema } from "../schemas/reports.ts";
import { allRows, bookedInvoices, creditNotesAlone, type ReportedBooks, readingOf } from "./booked-invoices.ts";

/** Which days to book, and on which accounts. */
export interface AccountingRequest {
  /** First day, inclusive. */
  readonly from: CalendarDay;
  /** Last day, inclusive. */
  readonly to: CalendarDay;
  /** The accounts of the rows. */
  readonly accounts: AccountMap;
}

/**
 * The rows of some days for bookkeeping. Reads the invoices that these days may declare; all of them first if clients have
 * numbers by the order of their invoices. `vatRates` are the host's own.
 *
 * @throws Refusal `request_invalid`
 */
export async function readAccountingRows(
  books: ReportedBooks,
  companyId: string,
  request: AccountingRequest,
  timeZone: string,
  vatRates?: VatRates,
): Promise<AccountingRow[]> {
  const { from, to, accounts } = parseRequest(accountingRowsSchema, request, "pointer");
  const span = { from, to };
  const reading = await readingOf(books, companyId, timeZone, span);
  const debtors = new Debtors(accounts.debtors);
  for await (const { document } of typeof accounts.debtors === "string" ? [] : allRows(reading)) {
    const { content } = readStored("invoice.issued", document);
    if (content !== undefined) debtors.add(content);
  }
  const rows = new AccountingRows(span, accounts, debtors);
  for await (const { number, document, recordedOn } of creditNotesAlone(reading)) {
    if (document === undefined) rows.addUnreadable({ kind: "credit-note", number, on: recordedOn });
    else rows.addCreditNote({ document, recordedOn, rates: vatRates });
  }
  for await (const { booked, unreadable } of bookedInvoices(reading, { rates: vatRates })) {
    for (const record of unreadable) rows.addUnreadable(record);
    if (booked !== undefined) rows.add(booked);
  }
  return rows.rows();
}
