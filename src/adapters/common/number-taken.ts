import { takenNumber } from "../../domain/invoice/credit/credit-document.ts";
import { numberOfOtherSeries } from "../../domain/invoice/series.ts";

/** The databases' messages about a number that another series already has. */
export const TAKEN_BY_CREDIT_NOTE = "a credit note already has this number";
export const TAKEN_BY_INVOICE = "an invoice already has this number";
export const TAKEN_BY_SERIES = "an invoice of another series already has this number";

/** The refusal that matches a guard's message; any other error unchanged. Drivers may add to the message. */
export function asRefusal(error: unknown, message = String((error as Partial<Error> | undefined)?.message)): unknown {
  if (message.includes(`faktura: ${TAKEN_BY_CREDIT_NOTE}`)) return takenNumber("invoicePrefix");
  if (message.includes(`faktura: ${TAKEN_BY_INVOICE}`)) return takenNumber("creditNotePrefix");
  if (message.includes(`faktura: ${TAKEN_BY_SERIES}`)) return numberOfOtherSeries();
  return error;
}
