import assert from "node:assert/strict";
import { isRefusal } from "../../domain/refusal.ts";
import type { NewInvoice } from "../../ports/invoice-repository.ts";
import type { InvoicingStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import type { SequenceHead, SeriesHead } from "../../ports/number-sequence.ts";
import type { ContractCases } from "../contract-case.ts";
import { continueFrom, locked, rejectAfter } from "../issue-invoices.ts";
import { countersOf, listed, valuesOf } from "../read-books.ts";
import {
  ACME,
  creditedBy,
  oneTo,
  SAMPLE_ORIGIN,
  sampleCreditNote,
  sampleEvent,
  sampleInvoice,
  stateChange,
} from "../samples.ts";

/** Named series: each has its own numbers without gaps, between the invoices of the first series. */
export const seriesCases: ContractCases = {
  "a named series without an invoice is at 0, has no date and has not started": async (store) => {
    assert.deepEqual(await headsOf(store, "A", "B"), [emptySeries("A"), emptySeries("B")]);
  },
  "each named series has its own numbers, and the head counts the invoices in all of them": async (store) => {
    await issueMixed(store);
    const last = { lastIssueDate: "2026-11-20", started: true };
    assert.deepEqual(await headsOf(store, "A", "B", "C"), [
      { series: "A", lastCounter: 2, ...last },
      { series: "B", lastCounter: 1, ...last },
      emptySeries("C"),
    ]);
    const head = await store.transaction(ACME, ({ numbers }) => numbers.lock());
    assert.deepEqual([head.lastCounter, head.inSeries], [6, 3]);
  },
  "a number that would leave a gap in its named series is refused": async (store) => {
    await issueMixed(store);
    await assert.rejects(insert(store, inSeries(7, "A", 4)));
    await assert.rejects(insert(store, inSeries(7, "C", 2)));
    await assert.rejects(insert(store, inSeries(7, "A", 3), inSeries(8, "A", 5)));
    assert.deepEqual(await countersOf(store), oneTo(6));
  },
  "a number that its named series already has is refused": async (store) => {
    await issueMixed(store);
    await assert.rejects(insert(store, inSeries(7, "A", 2)));
    assert.deepEqual(await countersOf(store), oneTo(6));
  },
  "a rejected transaction gives the numbers of its series back": async (store) => {
    await issueMixed(store);
    await rejectAfter(store, async (ports) => {
      await issueInto(ports, inSeries(7, "A", 3), inSeries(8, "C", 1));
    });
    await issueAll(store, inSeries(7, "C", 1), inSeries(8, "A", 3));
    assert.deepEqual(valuesOf(await headsOf(store, "A", "C"), "lastCounter"), [3, 1]);
  },
  "a named series continues one kept elsewhere, and can be corrected until it starts": async (store) => {
    await continueFrom(store, { series: "A", lastCounter: 7, lastIssueDate: "2026-11-01" });
    await continueFrom(store, { series: "A", lastCounter: 41, lastIssueDate: "2026-11-02" });
    await continueFrom(store, { series: "B", lastCounter: 5, lastIssueDate: "2026-11-03" });
    assert.deepEqual(await headsOf(store, "A", "B", "C"), [
      { series: "A", lastCounter: 41, lastIssueDate: "2026-11-02", started: false },
      { series: "B", lastCounter: 5, lastIssueDate: "2026-11-03", started: false },
      emptySeries("C"),
    ]);
    await assert.rejects(insert(store, inSeries(1, "A", 1)));
    await issueAll(store, inSeries(1, "A", 42), sampleInvoice(2, { number: 1 }), inSeries(3, "A", 43));
    await assert.rejects(continueFrom(store, { series: "A", lastCounter: 50, lastIssueDate: "2026-11-20" }));
    assert.equal((await headsOf(store, "A"))[0]?.lastCounter, 43);
  },
  "the invoices of all series are listed in the order of issue, and those of one series on its own": async (store) => {
    await issueMixed(store);
    assert.deepEqual(await listed(store, {}), { counters: [6, 5, 4, 3, 2, 1], total: 6 });
    assert.deepEqual(await listed(store, { series: "A" }), { counters: [5, 2], total: 2 });
    assert.deepEqual(await listed(store, { series: "A", page: 2, limit: 1 }), { counters: [2], total: 2 });
    assert.deepEqual(await listed(store, { series: "B", client: "exemple", status: "SENT" }), {
      counters: [3],
      total: 1,
    });
    assert.deepEqual(await listed(store, { series: "A", reference: "R" }), { counters: [], total: 0 });
    assert.deepEqual(await listed(store, { series: "A", from: "2026-11-21" }), { counters: [], total: 0 });
    assert.deepEqual(await listed(store, { series: "a" }), { counters: [], total: 0 });
  },
  "an invoice is found by its number in every series": async (store) => {
    const issued = await issueMixed(store);
    for (const { id, invoiceNumber } of issued) {
      assert.equal((await store.reader.findByNumber(ACME, invoiceNumber))?.document.id, id, invoiceNumber);
    }
    for (const other of ["INV-202611-0004", "A-202611-0003", "C-202611-0001"]) {
      assert.equal(await store.reader.findByNumber(ACME, other), undefined, other);
    }
  },
  "a number that another series has is refused, whatever the case of its letters": async (store) => {
    await issueMixed(store);
    await assertTaken(insert(store, { ...inSeries(7, "C", 1), ...numbered("a-202611-0001") }));
    await assertTaken(insert(store, { ...inSeries(7, "C", 1), ...numbered("inv-202611-0001") }));
    await assertTaken(insert(store, { ...sampleInvoice(7, { number: 4 }), ...numbered("A-202611-0002") }));
    assert.deepEqual(await countersOf(store), oneTo(6));
  },
  "readers find the ends of all sequences that a transaction finds under the lock": async (store) => {
    await assertSameSequences(store);
    await issueMixed(store);
    await continueFrom(store, { series: "C", lastCounter: 5, lastIssueDate: "2026-11-03" });
    await assertSameSequences(store);
    await locked(store, ACME, async ({ invoices, creditNotes, numbers }) => {
      const creditNote = sampleCreditNote(1, { issueDate: "2027-12-25" });
      await creditNotes.insert([creditNote]);
      const state = creditedBy(creditNote.total);
      await invoices.changeStates([stateChange(creditNote.invoiceId, state)]);
      await numbers.resumeDates?.({ resumedOn: "2026-11-21", reason: "a wrong clock" }, SAMPLE_ORIGIN);
    });
    await assertSameSequences(store);
    await issueAll(store, sampleInvoice(7, { number: 4, issueDate: "2026-11-21" }));
    await assertSameSequences(store);
  },
  "the audit reads the number of each invoice in its series": async (store) => {
    await issueMixed(store);
    const read = await store.journal.invoicesAfter(ACME, 0, 100);
    assert.deepEqual(
      read.map(({ series }) => (series === undefined ? undefined : { ...series })),
      [
        undefined,
        { name: "A", number: 1, place: 1 },
        { name: "B", number: 1, place: 2 },
        undefined,
        { name: "A", number: 2, place: 3 },
        undefined,
      ],
    );
    assert.equal((await store.journal.head(ACME)).inSeries, 3);
  },
};

/** The time of the store's clock aside. */
async function assertSameSequences(store: InvoicingStore): Promise<void> {
  const names = ["A", "C", "D"];
  const [lastUnderLock, ...underLock] = await store.transaction(ACME, async ({ numbers, creditNotes }) => {
    const last = await numbers.lock();
    return [last, (await numbers.resumedOn?.()) ?? null, await numbers.series?.(names), await creditNotes.series()];
  });
  const { invoices, resumedOn, series, creditNotes } = await store.reader.sequences(ACME, names);
  assert.deepEqual(ofInvoices(invoices), ofInvoices(lastUnderLock as SequenceHead));
  assert.deepEqual([resumedOn, series, creditNotes], underLock);
}

function ofInvoices({ storeNow, inSeries = 0, ...head }: SequenceHead) {
  return { ...head, inSeries, hasClock: storeNow !== undefined };
}

function emptySeries(series: string): SeriesHead {
  return { series, lastCounter: 0, lastIssueDate: null, started: false };
}

function inSeries(counter: number, name: string, number: number): NewInvoice {
  return sampleInvoice(counter, { series: { name, number } });
}

function numbered(invoiceNumber: string) {
  return { invoiceNumber };
}

/** Issues six invoices in two transactions: first, A, B, first; A, first. */
async function issueMixed(store: InvoicingStore): Promise<readonly NewInvoice[]> {
  const before = [sampleInvoice(1), inSeries(2, "A", 1), inSeries(3, "B", 1), sampleInvoice(4, { number: 2 })];
  const after = [inSeries(5, "A", 2), sampleInvoice(6, { number: 3 })];
  await issueAll(store, ...before);
  await issueAll(store, ...after);
  return [...before, ...after];
}

async function issueInto({ numbers, invoices, meter }: StoreTransaction, ...issued: NewInvoice[]): Promise<void> {
  assert.equal(await numbers.take(issued.length), issued[0]?.counter);
  await invoices.insert(issued);
  await meter.record(issued.map((invoice) => sampleEvent(ACME, invoice)));
}

function issueAll(store: InvoicingStore, ...issued: NewInvoice[]): Promise<void> {
  return locked(store, ACME, (ports) => issueInto(ports, ...issued));
}

function insert(store: InvoicingStore, ...invoices: NewInvoice[]): Promise<void> {
  return locked(store, ACME, (ports) => ports.invoices.insert(invoices));
}

async function assertTaken(inserted: Promise<void>): Promise<void> {
  await assert.rejects(inserted, (error) => isRefusal(error, "request_invalid"));
}

function headsOf(store: InvoicingStore, ...names: string[]): Promise<SeriesHead[]> {
  return locked(store, ACME, async ({ numbers }) => {
    assert.ok(numbers.series, "run the contract on the store's own sequence, which needs series()");
    const heads = await numbers.series(names);
    return heads.map((head) => ({ ...head })).sort((one, other) => (one.series < other.series ? -1 : 1));
  });
}
