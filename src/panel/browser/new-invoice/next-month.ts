import type { Invoice } from "faktura";
import { daysToPay, monthsLater, repeatedMonths } from "../../repeated-order.ts";

/** The dates of an invoice that decide what the next one of a series is dated. */
type Dated = Pick<Invoice, "taxPointDate" | "issueDate" | "period" | "dueDate">;

/**
 * The dates of a draft that repeats an invoice a month later, or so many months, by the names of the form's fields. It gives the
 * client as many days to pay, from the day on which it is issued, whenever that is.
 */
export function nextMonthFields(invoice: Dated, months = repeatedMonths(invoice)): Record<string, string> {
  const { taxPointDate, issueDate, period, dueDate } = invoice;
  return {
    "/supplyDate": monthsLater(taxPointDate, months),
    ...(period?.start !== undefined && { "/period/start": monthsLater(period.start, months) }),
    ...(period?.end !== undefined && { "/period/end": monthsLater(period.end, months) }),
    ...(dueDate !== undefined && { "/dueDays": String(daysToPay(issueDate, dueDate)) }),
  };
}

/**
 * The id of the draft that repeats an invoice: always the same, so that the link opens one draft however often it is followed,
 * and the invoice that was issued from it. It is the invoice's own id as a UUID of version 8; `undefined` if that is none.
 *
 * @see RFC 9562, section 5.8
 */
export function repeatedDraftId(invoiceId: string): string | undefined {
  if (!/^[\da-f]{8}-[\da-f]{4}-[1-7][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(invoiceId)) return undefined;
  return `${invoiceId.slice(0, 14)}8${invoiceId.slice(15)}`;
}
