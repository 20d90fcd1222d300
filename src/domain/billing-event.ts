/** One billable invoice. */
export interface BillingEvent {
  /** `invoice.issued:<invoice id>`: fixed, so that a receiver can drop what it has seen already. */
  readonly id: string;
  readonly companyId: string;
  readonly invoiceId: string;
  /** Place in the company's sequence; events of one company come in this order. */
  readonly counter: number;
  /** When the invoice was issued, ISO 8601 in UTC. */
  readonly occurredAt: string;
}

/** The id of the one event that an invoice is billed by. */
export function billingEventId(invoiceId: string): string {
  return `invoice.issued:${invoiceId}`;
}
