import type { BillingEvent } from "./billing-event.ts";

/**
 * A billing event as CloudEvents 1.0 has it, ready for `JSON.stringify`. Its `source` and `id` never change, however
 * often it is delivered.
 *
 * @see CloudEvents 1.0.2, and its JSON event format
 */
export interface BillingCloudEvent {
  readonly specversion: "1.0";
  /** `invoice.issued:<invoice id>`. */
  readonly id: string;
  /** A URI reference: `/companies/<company id>`, after what the host puts before it. */
  readonly source: string;
  /** `invoice.issued`, or as the host names it. */
  readonly type: string;
  /** The company: whose usage it is. */
  readonly subject: string;
  /** When the invoice was issued, RFC 3339 in UTC. */
  readonly time: string;
  readonly datacontenttype: "application/json";
  readonly data: {
    readonly companyId: string;
    readonly invoiceId: string;
    /** Place in the company's sequence. */
    readonly counter: number;
  };
}

/** How a host names its events. */
export interface BillingEventNames {
  readonly source: string;
  readonly type: string;
}

/** The event in the shape of CloudEvents. */
export function cloudEventOf(event: BillingEvent, { source, type }: BillingEventNames): BillingCloudEvent {
  const { id, companyId, invoiceId, counter, occurredAt } = event;
  return {
    specversion: "1.0",
    id,
    source: `${source}/companies/${encodeURIComponent(companyId)}`,
    type,
    subject: companyId,
    time: occurredAt,
    datacontenttype: "application/json",
    data: { companyId, invoiceId, counter },
  };
}
