import { type BillingEvent, billingEventId } from "../../domain/books/billing-event.ts";
import type { JournalHead } from "../../domain/books/journal.ts";
import { AS_ISSUED, type InvoiceDocument, type InvoiceState, type Payment } from "../../domain/invoice/invoice.ts";
import type { StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import type { SequencePosition } from "../../ports/number-sequence.ts";
import type { Batch, ChainedInvoice } from "../engine/batch.ts";
import { laterOf } from "../engine/journal-chain.ts";
import { readResumption, type StoredResumption } from "../engine/resumption.ts";

/** An invoice in memory: the document as text, like in any other store, so that no caller can reach into it. */
export interface MemoryInvoice extends ChainedInvoice {
  state: InvoiceState;
  readonly payments: Payment[];
}

/** The committed books of one company. */
export class MemoryBooks {
  /** Where the sequence stood before its first invoice here. */
  continuedFrom: SequencePosition = { lastCounter: 0, lastIssueDate: null };
  /** In the order of their counters. */
  readonly invoices: MemoryInvoice[] = [];
  readonly byId = new Map<string, MemoryInvoice>();
  readonly keys = new Map<string, UsedKey>();
  /** The journal's entries that are no invoices, in the order of their positions. */
  readonly entries: StoredEntry[] = [];
  /** Those of them after which issue dates went on from an earlier day. */
  readonly resumptions: StoredResumption[] = [];
  /** The events that nobody acknowledged yet, in the order of their counters. */
  readonly events = new Map<string, BillingEvent>();
  /** Who delivers them; `until` is in milliseconds, and `null` where nobody does. */
  lease: { readonly token: number; until: number | null } = { token: 0, until: null };
  /** Settles when the last transaction begun has ended. */
  lastTurn: Promise<unknown> = Promise.resolve();

  /** Where the sequence stands. */
  get position(): SequencePosition {
    const last = this.invoices.at(-1);
    return last === undefined ? this.continuedFrom : { lastCounter: last.counter, lastIssueDate: last.issueDate };
  }

  /** Where the journal ends. */
  get head(): JournalHead {
    const { position, digest } = laterOf(this.invoices.at(-1)?.place, this.entries.at(-1));
    return { position, digest };
  }

  /** Refuses what the databases of the other stores refuse. @throws Error before anything is kept */
  check(batches: readonly Batch[]): void {
    const continuedFrom = batches.findLast((batch) => batch.continuedFrom !== undefined)?.continuedFrom;
    let { lastCounter, lastIssueDate } = continuedFrom ?? this.position;
    const entries = batches.flatMap((batch) => batch.entries);
    const resumption = [...this.resumptions.slice(-1), ...resumptionsIn(entries)].at(-1);
    if (resumption?.lastCounter === lastCounter) lastIssueDate = resumption.resumedOn;
    const ids = new Set<string>();
    for (const { counter, issueDate, id } of batches.flatMap((batch) => batch.invoices)) {
      if (counter !== lastCounter + 1)
        throw new Error(`counter ${counter} is not the last one, ${lastCounter}, plus 1`);
      if (lastIssueDate !== null && issueDate < lastIssueDate)
        throw new Error(`issue date ${issueDate} runs backwards`);
      if (this.byId.has(id) || ids.has(id)) throw new Error(`there is an invoice with the id ${id} already`);
      ids.add(id);
      lastCounter = counter;
      lastIssueDate = issueDate;
    }
    const newKeys = new Set<string>();
    for (const { key } of batches.flatMap((batch) => batch.keys)) {
      if (this.keys.has(key) || newKeys.has(key)) throw new Error(`the idempotency key ${key} is used already`);
      newKeys.add(key);
    }
  }

  /** Keeps what one transaction wrote, all of it. */
  commit(companyId: string, batches: readonly Batch[]): void {
    this.check(batches);
    for (const batch of batches) this.#keep(companyId, batch);
  }

  #keep(companyId: string, { continuedFrom, invoices, entries, payments, states, keys }: Batch): void {
    this.continuedFrom = continuedFrom ?? this.continuedFrom;
    for (const added of invoices) {
      const invoice = { ...added, state: AS_ISSUED, payments: [] };
      this.invoices.push(invoice);
      this.byId.set(invoice.id, invoice);
      if (added.source === "api") this.#addEvent(companyId, added);
    }
    this.entries.push(...entries);
    this.resumptions.push(...resumptionsIn(entries));
    for (const { invoiceId, origin: _, ...payment } of payments) this.byId.get(invoiceId)?.payments.push(payment);
    for (const { invoiceId, origin: _, ...state } of states.values()) {
      const invoice = this.byId.get(invoiceId);
      if (invoice !== undefined) invoice.state = state;
    }
    for (const used of keys) this.keys.set(used.key, used);
  }

  #addEvent(companyId: string, { id: invoiceId, counter, issuedAt: occurredAt }: ChainedInvoice): void {
    const id = billingEventId(invoiceId);
    this.events.set(id, { id, companyId, invoiceId, counter, occurredAt });
  }
}

function resumptionsIn(entries: readonly StoredEntry[]): StoredResumption[] {
  return entries.filter(({ kind }) => kind === "dates.resumed").map(({ document }) => readResumption(document));
}

/** Copies of flat records, for no caller shares an object with a store; what is absent is left out. */
export function copied<Entry extends object>(entries: Iterable<Entry | undefined>): Entry[] {
  return [...entries].flatMap((entry) => (entry === undefined ? [] : [{ ...entry }]));
}

/** A fresh copy of the invoice, as a database would give it. */
export function readInvoice({ counter, document, state, payments }: MemoryInvoice): StoredInvoiceWithPayments {
  return {
    counter,
    document: JSON.parse(document) as InvoiceDocument,
    state: { ...state },
    payments: payments.map((payment) => ({ ...payment })),
  };
}
