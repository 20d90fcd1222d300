import { type CloudEvent, companySource } from "./cloud-event.ts";

/** One billable invoice. */
export interface BillingEvent {
  /** `invoice.issued:<invoice id>`. It never changes, so that a receiver can drop duplicates. */
  readonly id: string;
  /** The company that issued the invoice. */
  readonly companyId: string;
  /** UUIDv7. */
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

/** What a billing event says in the CloudEvents format. */
export interface BillingEventData {
  /** The company that issued the invoice. */
  readonly companyId: string;
  /** UUIDv7. */
  readonly invoiceId: string;
  /** Position in the company's sequence. */
  readonly counter: number;
}

/** A billing event in the CloudEvents 1.0 format, ready for `JSON.stringify`. */
export interface BillingCloudEvent extends CloudEvent<BillingEventData> {
  /** `invoice.issued:<invoice id>`. */
  readonly id: string;
  /** A URI reference: the host's prefix, then `/companies/<company id>`. */
  readonly source: string;
  /** `invoice.issued`, or the host's own name. */
  readonly type: string;
  /** The company whose usage it is. */
  readonly subject: string;
  /** When the invoice was issued, RFC 3339 in UTC. */
  readonly time: string;
}

/** The host's names for its events. */
export interface BillingEventNames {
  readonly source: string;
  readonly type: string;
}

/** The event in the CloudEvents format. */
export function cloudEventOf(event: BillingEvent, { source, type }: BillingEventNames): BillingCloudEvent {
  const { id, companyId, invoiceId, counter, occurredAt } = event;
  return {
    specversion: "1.0",
    id,
    source: companySource(source, companyId),
    type,
    subject: companyId,
    time: occurredAt,
    datacontenttype: "application/json",
    data: { companyId, invoiceId, counter },
  };
}
