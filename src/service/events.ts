import { inspect } from "node:util";
import type { CreditNote } from "../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../domain/invoice/generated/invoice.ts";

/** A committed change of a company's books, as passed to the host's `onEvent`. */
export interface InvoicingEvent {
  /** What happened. `invoice.paid` follows the payment or the credit that covered the total. */
  readonly type:
    | "invoice.issued"
    | "invoice.paid"
    | "invoice.cancelled"
    | "payment.recorded"
    | "credit_note.issued"
    | "portal_number.recorded"
    | "portal_refusal.recorded";
  /** The company whose books changed. */
  readonly companyId: string;
  /** The actor that the host named; `undefined` if it named none. */
  readonly actor: string | undefined;
  /** The invoice right after the change. */
  readonly invoice: Invoice;
  /** Only with `credit_note.issued`, and with `portal_number.recorded` and `portal_refusal.recorded` if it is about the credit note. */
  readonly creditNote?: CreditNote | undefined;
}

/** An error in the host's listener must not look like a failure of the call, which is already committed. */
export function emitEvent(onEvent: (event: InvoicingEvent) => void, event: InvoicingEvent): void {
  callListener(
    () => onEvent(event),
    (error) => process.emitWarning(error instanceof Error ? error : inspect(error), { code: "FAKTURA_EVENT_LISTENER" }),
  );
}

/**
 * Calls a listener of the host. An error that it throws or rejects with goes to `onFault` and never reaches the caller.
 * The type allows `async` listeners too, whose rejection would otherwise end the process.
 */
export function callListener(call: () => unknown, onFault: (error: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(onFault);
  } catch (error) {
    onFault(error);
  }
}
