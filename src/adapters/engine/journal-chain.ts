import { hash } from "node:crypto";
import {
  type ChangeOrigin,
  FIRST_DIGEST,
  type JournalEntry,
  type JournalHead,
  journalText,
} from "../../domain/books/journal.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import type { NewInvoice, NewPayment, StateChange } from "../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import type { DateResumption, SequencePosition } from "../../ports/number-sequence.ts";

type UnchainedEntry = Omit<JournalEntry, keyof JournalHead>;

/** What of an invoice is chained. */
export type UnchainedInvoice = Pick<NewInvoice, "source" | "actor" | "issuedAt" | "document">;

/** What of a cancellation is chained. */
export type Cancelled = Pick<StateChange, "invoiceId" | "cancelledAt" | "cancellationReason" | "origin">;

/** The place that is further; before the first entry where there is none. */
export function laterOf(one: JournalHead | null | undefined, other: JournalHead | null | undefined): JournalHead {
  const later = (one?.position ?? 0) > (other?.position ?? 0) ? one : other;
  return later ?? { position: 0, digest: FIRST_DIGEST };
}

/** Whether a change of state is an entry of its own; a payment's is the payment. */
export function isCancellation({ status }: StateChange): boolean {
  return status === "CANCELLED";
}

/**
 * The end of one company's journal, in one transaction that holds the company's lock: each entry's digest covers the one
 * before it, so that none can be changed, added or taken away later without all that follow.
 */
export class JournalChain {
  #head: JournalHead;

  constructor(head: JournalHead) {
    this.#head = head;
  }

  /** The entry that an invoice's own row is. */
  appendInvoice({ source, actor, issuedAt: at, document }: UnchainedInvoice): JournalHead {
    return this.#append({ kind: "invoice.issued", source, at, actor, document });
  }

  /** The entry of a payment. */
  appendPayment({ invoiceId, origin, ...payment }: NewPayment): StoredEntry {
    const { id, amount, paidOn, method, reference } = payment;
    return this.#chain("payment.recorded", { id, invoiceId, amount, paidOn, method, reference }, invoiceId, origin);
  }

  /** The entry of a cancellation. */
  appendCancellation({ invoiceId, cancelledAt, cancellationReason, origin }: Cancelled): StoredEntry {
    return this.#chain("invoice.cancelled", { invoiceId, cancelledAt, cancellationReason }, invoiceId, origin);
  }

  /** The entry of a sequence that is adopted. */
  appendContinuation({ lastCounter, lastIssueDate }: SequencePosition, origin: ChangeOrigin): StoredEntry {
    return this.#chain("numbering.continued", { lastCounter, lastIssueDate }, null, origin);
  }

  /** The entry after which issue dates go on from an earlier day than that of the last invoice, `last`. */
  appendResumption(
    { lastCounter, lastIssueDate }: SequencePosition,
    { resumedOn, reason }: DateResumption,
    origin: ChangeOrigin,
  ): StoredEntry {
    return this.#chain("dates.resumed", { lastCounter, lastIssueDate, resumedOn, reason }, null, origin);
  }

  #append(entry: UnchainedEntry): JournalHead {
    const position = this.#head.position + 1;
    const { kind, source, at, actor, document } = entry;
    const text = journalText(this.#head.digest, { position, kind, source, at, actor, document });
    this.#head = { position, digest: hash("sha256", text) };
    return this.#head;
  }

  #chain(
    kind: JournalEntry["kind"],
    change: object,
    invoiceId: string | null,
    { at, actor, source }: ChangeOrigin,
  ): StoredEntry {
    const document = canonicalJson(change);
    const { position, digest } = this.#append({ kind, at, actor, source, document });
    return { position, digest, kind, at, actor, source, document, invoiceId };
  }
}
