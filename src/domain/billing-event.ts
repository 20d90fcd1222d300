/** One billable invoice. */
export interface BillingEvent {
  /** `invoice.issued:<invoice id>`. It never changes, so that a receiver can drop duplicates. */
  readonly id: string;
  readonly companyId: string;
  readonly invoiceId: string;
  /** Position in the company's sequence. Events of one company come in this order. */
  readonly counter: number;
  /** When the invoice was issued, ISO 8601 in UTC. */
  readonly occurredAt: string;
}

/** The id of the one billing event of an invoice. */
export function billingEventId(invoiceId: string): string {
  return `invoice.issued:${invoiceId}`;
}
