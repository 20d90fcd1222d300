import { type BillingEvent, billingEventId } from "../../domain/books/billing-event.ts";
import type { JournalHead } from "../../domain/books/journal.ts";
import { takenNumber } from "../../domain/invoice/credit/credit-document.ts";
import type { Payment } from "../../domain/invoice/generated/invoice.ts";
import { asIssued, type InvoiceState } from "../../domain/invoice/invoice-state.ts";
import { isSameNumber, parseInvoiceNumber } from "../../domain/invoice/number.ts";
import { numberOfOtherSeries } from "../../domain/invoice/series.ts";
import {
  parseCreditNote,
  parseInvoice,
  parseStored,
  type StoredPortalEntry,
  type StoredResumption,
} from "../../domain/invoice/stored-document.ts";
import { amountAsNumber, exactSum } from "../../domain/money/decimal.ts";
import type { CreditNoteSeries, StoredCreditNote } from "../../ports/credit-note-repository.ts";
import type { PutAsideEntry } from "../../ports/event-feed.ts";
import type { StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import type { SequencePosition, SeriesHead } from "../../ports/number-sequence.ts";
import { DEDUCTED_ONCE, PORTAL_ENTRY_OF_NOTHING } from "../common/refusals.ts";
import type { Batch, ChainedCreditNote, ChainedInvoice, SeriesRow } from "../engine/batch.ts";
import { laterHead } from "../engine/journal-chain.ts";
import { Mutex } from "./mutex.ts";

/** An invoice in memory. The document is a string, as in every store, so that no caller can modify it. */
export interface MemoryInvoice extends ChainedInvoice {
  state: InvoiceState;
  readonly payments: Payment[];
  readonly creditNotes: ChainedCreditNote[];
  /** Those of its credit notes too. */
  readonly portalEntries: StoredPortalEntry[];
}

/** A lease on delivering events. */
export interface MemoryLease {
  token: number;
  /** In milliseconds since 1970; `null` if the lease is released. */
  until: number | null;
  /** Failed deliveries in a row. */
  failures: number;
  /** Until when the company waits after the last of them, in milliseconds since 1970; 0 if it does not. */
  waitsUntil: number;
}

/** A lease that nobody has had. */
function freeLease(): MemoryLease {
  return { token: 0, until: null, failures: 0, waitsUntil: 0 };
}

/** How far a consumer of the journal's events has got. */
export interface MemoryConsumer {
  /** The position of the last entry that it acknowledged. */
  position: number;
  /** The counter of the last invoice up to there. */
  counter: number;
  readonly lease: MemoryLease;
  /** What was put aside, by position. */
  readonly aside: Map<number, PutAsideEntry>;
}

/** The committed books of one company. */
export class MemoryBooks {
  /** The position from which the sequence continues; the default if it began here. */
  continuedFrom: SequencePosition = { lastCounter: 0, lastIssueDate: null };
  /** Ordered by counter. */
  readonly invoices: MemoryInvoice[] = [];
  readonly byId = new Map<string, MemoryInvoice>();
  readonly keys = new Map<string, UsedKey>();
  /** The rows of invoices in named series, in the order of issue. */
  readonly inSeries: SeriesRow[] = [];
  /** Ordered by counter. */
  readonly creditNotes: ChainedCreditNote[] = [];
  /** The journal entries that are not invoices, ordered by position. */
  readonly entries: StoredEntry[] = [];
  /** The `dates.resumed` entries among them. */
  readonly resumptions: StoredResumption[] = [];
  /** The events that are not acknowledged yet, by id, ordered by counter. */
  readonly events = new Map<string, BillingEvent>();
  /** The lease on delivering them. */
  readonly lease = freeLease();
  /** How far each consumer of the journal's events has got. */
  readonly #consumers = new Map<string, MemoryConsumer>();
  /** The transactions on these books. */
  readonly mutex = new Mutex("the lock on this company's invoices");

  /** A copy of what transactions read and write, for one that may be rolled back. */
  copy(): MemoryBooks {
    const copy = new MemoryBooks();
    copy.continuedFrom = this.continuedFrom;
    for (const invoice of this.invoices) {
      const { payments, creditNotes, portalEntries } = invoice;
      const lists = { payments: [...payments], creditNotes: [...creditNotes], portalEntries: [...portalEntries] };
      const own = { ...invoice, ...lists };
      copy.invoices.push(own);
      copy.byId.set(own.id, own);
    }
    for (const [key, used] of this.keys) copy.keys.set(key, used);
    copy.inSeries.push(...this.inSeries);
    for (const creditNote of this.creditNotes) copy.creditNotes.push(creditNote);
    for (const entry of this.entries) copy.entries.push(entry);
    for (const resumption of this.resumptions) copy.resumptions.push(resumption);
    return copy;
  }

  /** How far this consumer has got, which may be changed. */
  consumerOf(name: string): MemoryConsumer {
    const consumer = this.#consumers.get(name) ?? { position: 0, counter: 0, lease: freeLease(), aside: new Map() };
    this.#consumers.set(name, consumer);
    return consumer;
  }

  /** The last position of the sequence. */
  get position(): SequencePosition {
    const last = this.invoices.at(-1);
    return last === undefined ? this.continuedFrom : { lastCounter: last.counter, lastIssueDate: last.issueDate };
  }

  /** Where a named series of invoices ends. */
  seriesHead(series: string): SeriesHead {
    const last = this.inSeries.findLast((row) => row.series === series);
    if (last !== undefined) {
      const lastIssueDate = this.#at(last.counter)?.issueDate ?? null;
      return { series, lastCounter: last.number, lastIssueDate, started: true };
    }
    return { lastCounter: 0, lastIssueDate: null, ...continuedIn(this.entries, series), series, started: false };
  }

  /** The invoice with this number, whatever the case of its letters. */
  findNumber(invoiceNumber: string): MemoryInvoice | undefined {
    const number = parseInvoiceNumber(invoiceNumber)?.counter;
    if (number === undefined) return undefined;
    const inSeries = this.inSeries.find((row) => isSameNumber(row.invoiceNumber, invoiceNumber));
    const before = this.inSeries.findLast(({ counter, place }) => counter - place < number)?.place ?? 0;
    const found = this.#at(inSeries?.counter ?? number + before);
    return found !== undefined && isSameNumber(found.invoiceNumber, invoiceNumber) ? found : undefined;
  }

  /** The invoice with this counter. Counters have no gaps. */
  #at(counter: number): MemoryInvoice | undefined {
    return this.invoices[counter - (this.invoices[0]?.counter ?? 1)];
  }

  /** A fresh copy of the credit note, as a database would return it. */
  readCreditNote({ counter, document, id, invoiceId }: ChainedCreditNote): StoredCreditNote {
    const own = () => portalEntriesAmong(this.entries.filter((entry) => entry.invoiceId === id));
    const portalEntries = invoiceId === id ? own() : structuredClone(this.byId.get(invoiceId)?.portalEntries ?? []);
    return { counter, document: parseCreditNote(document), portalEntries };
  }

  /** Where the series of credit notes ends. */
  get series(): CreditNoteSeries {
    const last = this.creditNotes.at(-1);
    const resumption = this.entries.findLast(({ kind }) => kind === "dates.resumed");
    const isLater = resumption !== undefined && resumption.position > (last?.position ?? 0);
    return {
      lastCounter: last?.counter ?? 0,
      lastIssueDate: last?.issueDate ?? null,
      resumedOn: isLater && last !== undefined ? parseStored("dates.resumed", resumption.document).resumedOn : null,
    };
  }

  /** The last entry of the journal. */
  get head(): JournalHead {
    const { position, digest } = laterHead(this.invoices.at(-1)?.entry, this.entries.at(-1));
    return { position, digest };
  }

  /** Checks what the guards of the databases check in the other stores. @throws Error if a batch must not be stored */
  check(batches: readonly Batch[]): void {
    const continuedFrom = batches.findLast((batch) => batch.continuedFrom !== undefined)?.continuedFrom;
    let { lastCounter, lastIssueDate } = continuedFrom ?? this.position;
    const entries = batches.flatMap((batch) => batch.entries);
    const resumption = [...this.resumptions.slice(-1), ...resumptionsIn(entries)].at(-1);
    if (resumption?.lastCounter === lastCounter) lastIssueDate = resumption.resumedOn;
    const ids = new Set<string>();
    for (const { counter, issueDate, id } of batches.flatMap((batch) => batch.invoices)) {
      if (counter !== lastCounter + 1)
        throw new Error(`counter ${counter} does not follow the last counter, ${lastCounter}`);
      if (lastIssueDate !== null && issueDate < lastIssueDate)
        throw new Error(`issue date ${issueDate} is before the last one, ${lastIssueDate}`);
      if (this.byId.has(id) || ids.has(id)) throw new Error(`an invoice with the id ${id} already exists`);
      ids.add(id);
      lastCounter = counter;
      lastIssueDate = issueDate;
    }
    const newKeys = new Set<string>();
    for (const { key } of batches.flatMap((batch) => batch.keys)) {
      if (this.keys.has(key) || newKeys.has(key)) throw new Error(`the idempotency key ${key} is already used`);
      newKeys.add(key);
    }
    for (const { invoiceId, settledBy } of batches.flatMap((batch) => [...batch.states.values()])) {
      const earlier = this.byId.get(invoiceId)?.state.settledBy ?? null;
      if (earlier !== null && settledBy !== null && settledBy !== earlier) throw new Error(DEDUCTED_ONCE);
    }
    this.#checkSeries(batches);
    this.#checkCreditNotes(batches);
    this.#checkNumbers(batches);
    this.#checkPortalEntries(batches);
  }

  #checkPortalEntries(batches: readonly Batch[]): void {
    const portalEntries = portalEntriesAmong(batches.flatMap((batch) => batch.entries));
    if (portalEntries.length === 0) return;
    const invoices = new Set(batches.flatMap((batch) => batch.invoices.map(({ id }) => id)));
    const creditNotes = [...this.creditNotes, ...batches.flatMap((batch) => batch.creditNotes)];
    for (const { invoiceId, creditNoteId } of portalEntries) {
      const isOfInvoice = creditNotes.some((note) => note.id === creditNoteId && note.invoiceId === invoiceId);
      const isAlone = creditNoteId === invoiceId;
      const hasInvoice = isAlone || this.byId.has(invoiceId) || invoices.has(invoiceId);
      if (hasInvoice && (creditNoteId === null || isOfInvoice)) continue;
      throw new Error(`${PORTAL_ENTRY_OF_NOTHING}: ${creditNoteId ?? invoiceId}`);
    }
  }

  #checkSeries(batches: readonly Batch[]): void {
    const entries = batches.flatMap((batch) => batch.entries);
    const heads = new Map<string, number>();
    let { length: places } = this.inSeries;
    for (const { place, series, number } of batches.flatMap((batch) => batch.inSeries)) {
      const continued = continuedIn(entries, series)?.lastCounter;
      const last = heads.get(series) ?? continued ?? this.seriesHead(series).lastCounter;
      if (number !== last + 1)
        throw new Error(`number ${number} does not follow the last one of the series ${series}, ${last}`);
      if (place !== places + 1) throw new Error(`place ${place} does not follow the last place in a series, ${places}`);
      heads.set(series, number);
      places = place;
    }
  }

  #checkCreditNotes(batches: readonly Batch[]): void {
    const added = batches.flatMap((batch) => batch.creditNotes);
    if (added.length === 0) return;
    let { lastCounter, lastIssueDate, resumedOn } = this.series;
    const [resumption] = resumptionsIn(batches.flatMap((batch) => batch.entries)).slice(-1);
    const credited = new Map<string, number[]>();
    const ids = new Set(this.creditNotes.map(({ id }) => id));
    const issued = new Map(batches.flatMap(({ invoices }) => invoices.map((invoice) => [invoice.id, invoice])));
    for (const creditNote of added) {
      const { id, counter, issueDate } = creditNote;
      if (counter !== lastCounter + 1)
        throw new Error(`counter ${counter} does not follow the last credit note's counter, ${lastCounter}`);
      const earliest = resumption?.resumedOn ?? resumedOn ?? lastIssueDate;
      if (earliest !== null && issueDate < earliest)
        throw new Error(`issue date ${issueDate} is before ${earliest}, the last credit note's`);
      if (ids.has(id)) throw new Error(`a credit note with the id ${id} already exists`);
      ids.add(id);
      [lastCounter, lastIssueDate, resumedOn] = [counter, issueDate, null];
      for (const { invoiceId, total } of creditsOf(creditNote)) {
        const earlier = this.byId.get(invoiceId);
        const invoice = earlier ?? issued.get(invoiceId);
        if (invoice === undefined) throw new Error(`there is no invoice with the id ${invoiceId}`);
        if (earlier?.state.status === "CANCELLED") throw new Error(`the invoice ${invoiceId} is cancelled`);
        const before = earlier?.creditNotes.map((note) => note.total) ?? [];
        const totals = [...(credited.get(invoiceId) ?? before), total];
        const whole = parseInvoice(invoice.document).total;
        if (total <= 0 || amountAsNumber(exactSum(totals)) > whole)
          throw new Error(`the credit notes of the invoice ${invoiceId} come to more than its total, ${whole}`);
        credited.set(invoiceId, totals);
      }
    }
  }

  /** Equal numbers have equal counters, within their series. @throws Refusal `request_invalid` if two have a number */
  #checkNumbers(batches: readonly Batch[]): void {
    let inSeries = this.inSeries.length;
    for (const { counter, series, invoiceNumber } of batches.flatMap((batch) => batch.invoices)) {
      if (series !== undefined) inSeries += 1;
      const other = this.creditNotes[(series?.number ?? counter - inSeries) - 1];
      if (other !== undefined && isSameNumber(other.creditNoteNumber, invoiceNumber))
        throw takenNumber("invoicePrefix");
      if (inSeries > 0 && this.findNumber(invoiceNumber) !== undefined) throw numberOfOtherSeries();
    }
    const issued = batches.flatMap((batch) => batch.invoices);
    for (const { creditNoteNumber } of batches.flatMap((batch) => batch.creditNotes)) {
      const isTaken = ({ invoiceNumber }: ChainedInvoice) => isSameNumber(invoiceNumber, creditNoteNumber);
      if (this.findNumber(creditNoteNumber) !== undefined || issued.some(isTaken))
        throw takenNumber("creditNotePrefix");
    }
  }

  /** Stores everything that one transaction wrote, which must have passed {@link check}. */
  commit(companyId: string, batches: readonly Batch[]): void {
    for (const batch of batches) this.#keep(companyId, batch);
  }

  #keep(
    companyId: string,
    { continuedFrom, invoices, inSeries, entries, payments, creditNotes, states, keys }: Batch,
  ): void {
    this.continuedFrom = continuedFrom ?? this.continuedFrom;
    for (const added of invoices) {
      const lists = { payments: [], creditNotes: [], portalEntries: [] };
      const invoice: MemoryInvoice = { state: asIssued({ payable: added.amountDue }), ...lists, ...added };
      this.invoices.push(invoice);
      this.byId.set(invoice.id, invoice);
      if (added.source === "api") this.#addEvent(companyId, added);
    }
    this.inSeries.push(...inSeries);
    this.entries.push(...entries);
    this.resumptions.push(...resumptionsIn(entries));
    for (const entry of portalEntriesAmong(entries)) this.byId.get(entry.invoiceId)?.portalEntries.push(entry);
    for (const { invoiceId, origin: _, exchangeRate, discountTaken, ...payment } of payments)
      this.byId.get(invoiceId)?.payments.push({
        ...payment,
        ...(discountTaken !== undefined && { discountTaken }),
        ...(exchangeRate && { exchangeRate }),
      });
    for (const creditNote of creditNotes) {
      this.creditNotes.push(creditNote);
      this.byId.get(creditNote.invoiceId)?.creditNotes.push(creditNote);
      for (const { invoiceId, total, payable } of creditNote.applied ?? [])
        this.byId.get(invoiceId)?.creditNotes.push({ ...creditNote, total, payable });
    }
    for (const { invoiceId, origin: _, wasCancelled: __, wasWrittenOff: ___, ...state } of states.values()) {
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

/** What a credit note takes off each invoice. @throws Error if its document says otherwise */
function creditsOf(creditNote: ChainedCreditNote): readonly { readonly invoiceId: string; readonly total: number }[] {
  const { id, invoiceId, total, applied = [], document } = creditNote;
  if (invoiceId !== id) return [{ invoiceId, total }];
  const { correctedInvoices = [] } = parseCreditNote(document);
  const isNamed = (each: (typeof applied)[number], index: number) =>
    each.creditNoteId === id &&
    correctedInvoices.some((named) => named.invoiceId === each.invoiceId && named.amount === each.total) &&
    applied.findIndex((other) => other.invoiceId === each.invoiceId) === index;
  if (!applied.every(isNamed)) throw new Error(`the credit note ${id} takes off invoices what it does not say`);
  return applied;
}

/** The position that the series continues, according to the last of these entries that says so. */
function continuedIn(entries: readonly StoredEntry[], series: string): SequencePosition | undefined {
  const continued = entries
    .filter(({ kind }) => kind === "numbering.continued")
    .map(({ document }) => parseStored("numbering.continued", document))
    .findLast((position) => position.series === series);
  return continued && { lastCounter: continued.lastCounter, lastIssueDate: continued.lastIssueDate };
}

function resumptionsIn(entries: readonly StoredEntry[]): StoredResumption[] {
  return entries
    .filter(({ kind }) => kind === "dates.resumed")
    .map(({ document }) => parseStored("dates.resumed", document));
}

function portalEntriesAmong(entries: readonly StoredEntry[]): StoredPortalEntry[] {
  return entries
    .filter(({ kind }) => kind === "portal_number.recorded" || kind === "portal_refusal.recorded")
    .map(({ document }) => JSON.parse(document) as StoredPortalEntry);
}

/** Copies of flat records, so that callers never share an object with the store. Skips `undefined`. */
export function copied<Entry extends object>(entries: Iterable<Entry | undefined>): Entry[] {
  return [...entries].flatMap((entry) => (entry === undefined ? [] : [{ ...entry }]));
}

/** A fresh copy of the invoice, as a database would return it. */
export function readInvoice({
  counter,
  document,
  state,
  payments,
  creditNotes,
  portalEntries,
}: MemoryInvoice): StoredInvoiceWithPayments {
  return {
    counter,
    document: parseInvoice(document),
    state: { ...state },
    payments: payments.map((payment) => ({ ...payment })),
    creditNotes: creditNotes.map(({ id, creditNoteNumber, total }) => ({ id, creditNoteNumber, total })),
    portalEntries: structuredClone(portalEntries),
  };
}
