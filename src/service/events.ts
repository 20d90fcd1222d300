import { inspect } from "node:util";
import type { CreditNote } from "../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../domain/invoice/generated/invoice.ts";

interface EventBase {
  /** The company whose books changed. */
  readonly companyId: string;
  /** The actor that the host named; `undefined` if it named none. */
  readonly actor: string | undefined;
}

/** A committed change of a company's books, as passed to the host's `onEvent`. */
export type InvoicingEvent =
  | (EventBase & {
      /** What happened. `invoice.paid` follows the payment or the credit that covered the total. */
      readonly type:
        | "invoice.issued"
        | "invoice.paid"
        | "invoice.cancelled"
        | "invoice.written_off"
        | "payment.recorded";
      /** The invoice right after the change. */
      readonly invoice: Invoice;
      /** Always absent. */
      readonly creditNote?: undefined;
    })
  | (EventBase & {
      /** What happened to a credit note; what a portal answered may also be about the invoice. */
      readonly type: "credit_note.issued" | "portal_number.recorded" | "portal_refusal.recorded";
      /** The invoice right after the change. Absent if the credit note does not credit one invoice of the books. */
      readonly invoice?: Invoice | undefined;
      /** The credit note that was issued, or that the portal answered about. Absent if it is about the invoice. */
      readonly creditNote?: CreditNote | undefined;
    });

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
