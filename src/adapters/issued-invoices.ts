import { type BillingEvent, billingEventId } from "../domain/billing-event.ts";
import type { NewInvoice } from "../ports/invoice-repository.ts";

/** The invoices that one transaction inserted. The row of each is also the record of its billing event. */
export class IssuedInvoices {
  readonly #byId = new Map<string, NewInvoice>();

  add(invoice: NewInvoice): void {
    this.#byId.set(invoice.id, invoice);
  }

  /** @throws TypeError when an event is not that of an invoice of this transaction: it would be billed as something else */
  requireEvents(events: readonly BillingEvent[]): void {
    for (const { id, invoiceId, counter, occurredAt } of events) {
      const invoice = this.#byId.get(invoiceId);
      const isIts = invoice?.counter === counter && id === billingEventId(invoiceId);
      if (isIts && invoice.document.includes(`"issuedAt":"${occurredAt}"`)) continue;
      throw new TypeError(`the billing event ${id} is not that of an invoice inserted in this transaction`);
    }
  }
}
