import { hash } from "node:crypto";
import {
  type ChangeOrigin,
  FIRST_DIGEST,
  type JournalEntry,
  type JournalHead,
  journalText,
} from "../../domain/books/journal.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import type { StoredCreditApplied } from "../../domain/invoice/stored-document.ts";
import type { NewCreditNote } from "../../ports/credit-note-repository.ts";
import type { NewInvoice, NewPayment, NewPortalEntry, StateChange } from "../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import type { ContinuedPosition, DateResumption, SequencePosition } from "../../ports/number-sequence.ts";

type UnchainedEntry = Omit<JournalEntry, keyof JournalHead>;

/** The parts of an invoice that its digest covers. */
export type UnchainedInvoice = Pick<NewInvoice, "source" | "actor" | "issuedAt" | "document">;

/** The parts of a cancellation that its digest covers. */
export type Cancellation = Pick<StateChange, "invoiceId" | "cancelledAt" | "cancellationReason" | "origin">;

/** The parts of a write-off that its digest covers. */
export type WriteOff = Pick<StateChange, "invoiceId" | "writtenOffOn" | "writeOffReason" | "origin">;

/** The later of two heads of a journal; the head before the first entry if both are absent. */
export function laterHead(one: JournalHead | null | undefined, other: JournalHead | null | undefined): JournalHead {
  const later = (one?.position ?? 0) > (other?.position ?? 0) ? one : other;
  return later ?? { position: 0, digest: FIRST_DIGEST };
}

/** Whether a change of state gets a separate entry. A payment, a refund and a credit note already have one. */
export function isCancellation({ status, wasCancelled = false }: StateChange): boolean {
  return status === "CANCELLED" && !wasCancelled;
}

/** Whether a change of state writes the invoice off, which gets a separate entry too. */
export function isWriteOff({ writtenOffOn, wasWrittenOff = false }: StateChange): boolean {
  return writtenOffOn !== null && !wasWrittenOff;
}

/**
 * The end of one company's journal, in a transaction that holds the company's lock. Each entry's digest covers the
 * digest before it, so no entry can be changed, inserted or removed later without changing every entry after it.
 */
export class JournalChain {
  #head: JournalHead;

  constructor(head: JournalHead) {
    this.#head = head;
  }

  /** The end of the journal. */
  get head(): JournalHead {
    return this.#head;
  }

  /** Appends an invoice, whose own row is its entry. */
  appendInvoice({ source, actor, issuedAt: at, document }: UnchainedInvoice): JournalHead {
    return this.#append({ kind: "invoice.issued", source, at, actor, document });
  }

  /** Appends the entry of a payment. */
  appendPayment({ invoiceId, origin, ...payment }: NewPayment): StoredEntry {
    const { id, amount, paidOn, method, reference, discountTaken, exchangeRate } = payment;
    const change = { id, invoiceId, amount, paidOn, method, reference, discountTaken, exchangeRate };
    return this.#chain("payment.recorded", change, invoiceId, origin);
  }

  /** Appends the entry of a cancellation. */
  appendCancellation({ invoiceId, cancelledAt, cancellationReason, origin }: Cancellation): StoredEntry {
    return this.#chain("invoice.cancelled", { invoiceId, cancelledAt, cancellationReason }, invoiceId, origin);
  }

  /** Appends the entry of a write-off. */
  appendWriteOff({ invoiceId, writtenOffOn: on, writeOffReason: reason, origin }: WriteOff): StoredEntry {
    return this.#chain("invoice.written_off", { invoiceId, on, reason }, invoiceId, origin);
  }

  /** Appends the entry of a credit note, which holds its document. */
  appendCreditNote({ invoiceId, origin, document }: NewCreditNote): StoredEntry {
    return this.#chain("credit_note.issued", document, invoiceId, origin);
  }

  /** Appends the entry of what a credit note takes off an invoice. */
  appendCreditApplied(applied: StoredCreditApplied, origin: ChangeOrigin): StoredEntry {
    return this.#chain("credit_note.applied", applied, applied.invoiceId, origin);
  }

  /** Appends the entry of a portal's number, or of its refusal. */
  appendPortalEntry({ origin, ...entry }: NewPortalEntry): StoredEntry {
    const kind = "number" in entry ? "portal_number.recorded" : "portal_refusal.recorded";
    return this.#chain(kind, entry, entry.invoiceId, origin);
  }

  /** Appends the entry of a sequence that continues from elsewhere. */
  appendContinuation({ lastCounter, lastIssueDate, series }: ContinuedPosition, origin: ChangeOrigin): StoredEntry {
    return this.#chain("numbering.continued", { lastCounter, lastIssueDate, series }, null, origin);
  }

  /** Appends the entry after which issue dates may continue from a day before the last invoice's. */
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
    change: object | string,
    invoiceId: string | null,
    { at, actor, source }: ChangeOrigin,
  ): StoredEntry {
    const document = typeof change === "string" ? change : canonicalJson(change);
    const { position, digest } = this.#append({ kind, at, actor, source, document });
    return { position, digest, kind, at, actor, source, document, invoiceId };
  }
}
