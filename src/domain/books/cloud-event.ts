/**
 * An event in the CloudEvents 1.0 format, ready for `JSON.stringify`. Its `source` and `id` stay the same, however often
 * it is delivered.
 *
 * @see CloudEvents 1.0.2, and its JSON event format
 */
export interface CloudEvent<Data> {
  /** The version of CloudEvents. */
  readonly specversion: "1.0";
  /** What happened and to what. Unique within the `source`. */
  readonly id: string;
  /** A URI reference that begins with the host's prefix and contains the company's id. */
  readonly source: string;
  /** What happened, or the host's own name for it. */
  readonly type: string;
  /** What the event is about. */
  readonly subject: string;
  /** When it happened, RFC 3339 in UTC. */
  readonly time: string;
  /** The media type of {@link data}. */
  readonly datacontenttype: "application/json";
  /** What the event says. */
  readonly data: Data;
}

/** The `source` of events of this company. `prefix` is the host's, without a trailing slash. */
export function companySource(prefix: string, companyId: string): string {
  return `${prefix}/companies/${encodeURIComponent(companyId)}`;
}
