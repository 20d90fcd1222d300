import { takenNumber } from "../../domain/invoice/credit/credit-document.ts";
import { numberOfOtherSeries } from "../../domain/invoice/series.ts";
import { StoreUnavailableError } from "../../domain/store-errors.ts";

/** The databases' messages about a number that another series already has. */
export const TAKEN_BY_CREDIT_NOTE = "a credit note already has this number";
export const TAKEN_BY_INVOICE = "an invoice already has this number";
export const TAKEN_BY_SERIES = "an invoice of another series already has this number";

/** The databases' message about a company that has moved, or is on its way. The name of the shard may follow, in quotes. */
export const MOVED = "the books of this company have moved";

/** The error of a write of a company that has moved to the shard `peer`, or is being moved. */
export function movedTo(peer: string | undefined): StoreUnavailableError {
  const shard = peer === undefined ? "another shard" : `the shard "${peer}"`;
  return new StoreUnavailableError(
    `${MOVED} to ${shard}, or are being moved. Nothing was written. Let the route lead there once faktura move has ended`,
  );
}

/** The refusal that matches a guard's message; any other error unchanged. Drivers may add to the message. */
export function asRefusal(error: unknown, message = String((error as Partial<Error> | undefined)?.message)): unknown {
  if (message.includes(`faktura: ${TAKEN_BY_CREDIT_NOTE}`)) return takenNumber("invoicePrefix");
  if (message.includes(`faktura: ${TAKEN_BY_INVOICE}`)) return takenNumber("creditNotePrefix");
  if (message.includes(`faktura: ${TAKEN_BY_SERIES}`)) return numberOfOtherSeries();
  if (message.includes(`faktura: ${MOVED}`)) return movedTo(/: "([\w.-]+)"/.exec(message)?.[1]);
  return error;
}

/** What every store says if an invoice would be settled by a second one. */
export const DEDUCTED_ONCE = "an advance is deducted by one final invoice";

/** Why a store refuses what a credit note takes off an invoice. */
export const EXCESSIVE_CREDIT = "credit notes must not exceed their invoice, nor credit a cancelled one";

/** SQL for the kinds of entries about portals, which are kept in the journal alone. */
export const PORTAL_KINDS = "('portal_number.recorded', 'portal_refusal.recorded')";

/** Why a store refuses an entry about a portal. */
export const PORTAL_ENTRY_OF_NOTHING = "a portal number or refusal needs its invoice or credit note";
