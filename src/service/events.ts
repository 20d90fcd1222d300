import type { Invoice } from "../domain/invoice/invoice.ts";

/** Something that happened to a company's books, told to the host's `onEvent` after it was committed. */
export interface InvoicingEvent {
  readonly type: "invoice.issued" | "invoice.paid" | "invoice.cancelled" | "payment.recorded";
  readonly companyId: string;
  /** Who asked for it, where the host said so. */
  readonly actor: string | undefined;
  /** The invoice as it then stood. */
  readonly invoice: Invoice;
}

/**
 * Calls a listener of the host's and lets nothing that it throws, or rejects with, reach the caller: `onFault` gets it.
 * An `async` function passes for one that returns nothing, and what it rejects with would otherwise end the process.
 */
export function tellListener(call: () => unknown, onFault: (error: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(onFault);
  } catch (error) {
    onFault(error);
  }
}
