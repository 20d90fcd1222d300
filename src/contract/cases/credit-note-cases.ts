import assert from "node:assert/strict";
import { canonicalJson } from "../../domain/canonical-json.ts";
import type { InvoiceState } from "../../domain/invoice/invoice-state.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { NewCreditNote } from "../../ports/credit-note-repository.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { credit, issue, issueInto, locked, rejectAfter, settle } from "../issue-invoices.ts";
import { valuesOf } from "../read-books.ts";
import {
  ACME,
  CANCELLED,
  creditedBy,
  HARD_TEXT,
  oneTo,
  PAID,
  paidBy,
  SAMPLE_ORIGIN,
  sampleCreditNote,
  sampleId,
  sampleKey,
  samplePayment,
  stateChange,
} from "../samples.ts";

/** Credit notes: a separate series, never above the invoice, kept as they were issued. */
export const creditNoteCases: ContractCases = {
  "a credit note is returned as it was issued, and its invoice names it": async (store) => {
    await issue(store);
    const creditNote = sampleCreditNote(1, { reason: HARD_TEXT });
    await credit(store, creditNote);
    const found = await store.creditNotes.find(ACME, creditNote.id);
    assert.equal(found?.counter, 1);
    assert.equal(canonicalJson(found?.document), creditNote.document);
    const [inside] = await locked(store, ACME, ({ creditNotes }) => creditNotes.findOfInvoices([sampleId(1)]));
    assert.equal(canonicalJson(inside?.document), creditNote.document);
    const { id, creditNoteNumber, total } = creditNote;
    const invoice = await store.reader.find(ACME, sampleId(1));
    assert.deepEqual(invoice?.creditNotes, [{ id, creditNoteNumber, total }]);
    assert.equal(invoice?.state.creditedTotal, total);
  },
  "the series of credit notes has counters of its own, and says where it ends": async (store) => {
    await issue(store, { count: 3 });
    assert.deepEqual(await seriesOf(store), { lastCounter: 0, lastIssueDate: null, resumedOn: null });
    await credit(store, sampleCreditNote(1));
    await credit(store, sampleCreditNote(2, { issueDate: "2026-11-23" }), { credited: 76 });
    assert.deepEqual(await seriesOf(store), { lastCounter: 2, lastIssueDate: "2026-11-23", resumedOn: null });
    await issue(store, { issueDate: "2026-11-20" });
    assert.equal((await store.reader.list(ACME, { page: 1, limit: 1 })).invoices[0]?.counter, 4);
  },
  "a credit note whose counter or date does not follow the last one, or whose id exists, is refused": async (store) => {
    await issue(store, { count: 3 });
    await assert.rejects(credit(store, sampleCreditNote(2)));
    await credit(store, sampleCreditNote(1));
    await assert.rejects(credit(store, sampleCreditNote(1, { id: sampleId(91) })));
    await assert.rejects(credit(store, sampleCreditNote(3)));
    await assert.rejects(credit(store, sampleCreditNote(2, { id: sampleCreditNote(1).id })));
    await assert.rejects(credit(store, sampleCreditNote(2, { issueDate: "2026-11-20" })));
    assert.deepEqual(await creditCountersOf(store), [1]);
  },
  "a number that the other series has is refused with request_invalid, whatever its case": async (store) => {
    const isTaken = (error: unknown) => isRefusal(error, "request_invalid");
    const noteOf = (counter: number, prefix: string, issueDate: string) =>
      credit(store, sampleCreditNote(counter, { prefix, issueDate, total: 1 }), { credited: counter });
    await issue(store, { count: 2 });
    await assert.rejects(noteOf(1, "INV", "2026-11-21"), isTaken);
    await assert.rejects(noteOf(1, "inv", "2026-11-21"), isTaken);
    await noteOf(1, "INV-CN", "2026-11-21");
    for (const counter of [2, 3, 4]) await noteOf(counter, "inv", "2026-12-01");
    await assert.rejects(issue(store, { issueDate: "2026-12-03" }), isTaken);
    await assert.rejects(issue(store, { issueDate: "2026-12-03", count: 5 }), isTaken);
    await issue(store, { issueDate: "2027-01-01" });
    const both = locked(store, ACME, async (ports) => {
      await issueInto(ports, ACME, 2, { issueDate: "2027-01-01" });
      await ports.creditNotes.insert([sampleCreditNote(5, { prefix: "INV", issueDate: "2027-01-01", total: 1 })]);
      await ports.invoices.changeStates([stateChange(sampleId(1), creditedBy(5))]);
    });
    await assert.rejects(both, isTaken);
    assert.equal((await store.reader.list(ACME, { page: 1, limit: 1 })).total, 3);
    assert.deepEqual(await creditCountersOf(store), [1, 2, 3, 4]);
  },
  "credit notes above their invoice's total, or of a cancelled invoice, or of none, are refused": async (store) => {
    await issue(store, { count: 2 });
    await credit(store, sampleCreditNote(1, { total: 200 }));
    await assert.rejects(credit(store, sampleCreditNote(2, { total: 38.01 }), { credited: 238.01 }));
    await assert.rejects(credit(store, sampleCreditNote(2, { invoiceId: sampleId(9), total: 1 })));
    await locked(store, ACME, ({ invoices }) => invoices.changeStates([stateChange(sampleId(2), CANCELLED)]));
    const late = sampleCreditNote(2, { invoiceId: sampleId(2), total: 1 });
    await assert.rejects(credit(store, late, { state: creditedBy(1, CANCELLED), wasCancelled: true }));
    await credit(store, sampleCreditNote(2, { total: 38 }), { credited: 238 });
    assert.deepEqual(await creditCountersOf(store), [1, 2]);
  },
  "an invoice may be paid, credited and refunded, and be credited and cancelled in one transaction": async (store) => {
    await issue(store, { count: 2 });
    await settle(store, [1], PAID);
    await credit(store, sampleCreditNote(1, { total: 238 }), { state: creditedBy(238, PAID) });
    await settle(store, [1], creditedBy(238), -238);
    const both = creditedBy(238, CANCELLED);
    await credit(store, sampleCreditNote(2, { invoiceId: sampleId(2), total: 238 }), { state: both });
    assert.deepEqual((await store.reader.find(ACME, sampleId(1)))?.state, creditedBy(238));
    assert.deepEqual((await store.reader.find(ACME, sampleId(2)))?.state, both);
  },
  "a refund of a cancelled invoice is no second cancellation": async (store) => {
    await issue(store);
    const id = sampleId(1);
    await settle(store, [1], paidBy(38, CANCELLED));
    await locked(store, ACME, async ({ invoices }) => {
      await invoices.insertPayments([samplePayment(2, id, { amount: -38 })]);
      await invoices.changeStates([{ ...stateChange(id, CANCELLED), wasCancelled: true }]);
    });
    const kinds = (await store.journal.entriesAfter(ACME, 0, 10)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["payment.recorded", "invoice.cancelled", "payment.recorded"]);
    assert.deepEqual((await store.reader.find(ACME, id))?.state, CANCELLED);
  },
  "a rejected transaction leaves no credit note, and its counter is given to the next one": async (store) => {
    await issue(store);
    await rejectAfter(store, async ({ creditNotes }) => {
      await creditNotes.insert([sampleCreditNote(1)]);
    });
    assert.deepEqual(await seriesOf(store), { lastCounter: 0, lastIssueDate: null, resumedOn: null });
    await credit(store, sampleCreditNote(1));
    assert.deepEqual(await creditCountersOf(store), [1]);
  },
  "a key that issued a credit note names it beside the invoice": async (store) => {
    await issue(store);
    const creditNote = sampleCreditNote(1);
    const used = { ...sampleKey("credit", sampleId(1)), creditNoteId: creditNote.id };
    await locked(store, ACME, async ({ invoices, creditNotes }) => {
      await creditNotes.insert([creditNote]);
      await invoices.insertKeys([used, sampleKey("other", sampleId(1))]);
      await invoices.changeStates([stateChange(sampleId(1), creditedBy(creditNote.total))]);
    });
    assert.deepEqual(await store.reader.findKey(ACME, "credit"), used);
    assert.deepEqual(await store.reader.findKey(ACME, "other"), sampleKey("other", sampleId(1)));
  },
  "a credit note that does not credit one invoice is kept under its own id, and changes no invoice": async (store) => {
    await issue(store);
    const [alone, ofInvoice] = [sampleCreditNote(1, { invoiceId: null, total: 999 }), sampleCreditNote(2)];
    const used = { ...sampleKey("bonus", alone.id), creditNoteId: alone.id };
    await locked(store, ACME, async ({ creditNotes, invoices }) => {
      await creditNotes.insert([alone]);
      await invoices.insertKeys([used]);
    });
    await credit(store, ofInvoice);
    const inside = await locked(store, ACME, ({ creditNotes }) => creditNotes.findOfInvoices([alone.id, sampleId(9)]));
    assert.deepEqual(
      inside.map(({ document }) => document.id),
      [alone.id],
    );
    assert.equal(canonicalJson((await store.creditNotes.find(ACME, alone.id))?.document), alone.document);
    assert.deepEqual(await store.reader.findKey(ACME, "bonus"), used);
    assert.deepEqual(await creditCountersOf(store), [1, 2]);
    const [entry] = await store.journal.entriesAfter(ACME, 0, 10);
    assert.deepEqual(
      [entry?.kind, entry?.invoiceId, entry?.document],
      ["credit_note.issued", alone.id, alone.document],
    );
    const [row] = await store.journal.creditNotesAfter(ACME, 0, 1);
    assert.deepEqual([row?.id, row?.invoiceId], [alone.id, alone.id]);
    const invoice = await store.reader.find(ACME, sampleId(1));
    assert.deepEqual([invoice?.creditNotes.length, invoice?.state.creditedTotal], [1, ofInvoice.total]);
  },
  "what a credit note over several invoices takes off them counts as credited, and is in the journal": async (
    store,
  ) => {
    await issue(store, { count: 2 });
    const [one, two] = [sampleId(1), sampleId(2)];
    const alone = sampleCreditNote(1, { invoiceId: null, total: 300, applied: { [one]: 200, [two]: 38 } });
    await insertApplied(store, alone, { [one]: creditedBy(200), [two]: creditedBy(38) });
    const { id, creditNoteNumber } = alone;
    for (const [invoiceId, total] of [
      [one, 200],
      [two, 38],
    ] as const) {
      const invoice = await store.reader.find(ACME, invoiceId);
      assert.deepEqual(invoice?.creditNotes, [{ id, creditNoteNumber, total }]);
      assert.equal(invoice?.state.creditedTotal, total);
      const [inside] = await locked(store, ACME, ({ invoices }) => invoices.findMany([invoiceId]));
      assert.deepEqual(inside?.creditNotes, [{ id, creditNoteNumber, total }]);
    }
    const entries = await store.journal.entriesAfter(ACME, 0, 10);
    const kinds = entries.map(({ kind, invoiceId }) => [kind, invoiceId]);
    const applied = "credit_note.applied";
    assert.deepEqual(kinds, [
      ["credit_note.issued", id],
      [applied, one],
      [applied, two],
    ]);
    const [audited] = await store.journal.invoicesAfter(ACME, 0, 1);
    assert.deepEqual(valuesOf(audited?.entries ?? [], "kind"), [applied]);
    const summary = { id: sampleCreditNote(2).id, creditNoteNumber: sampleCreditNote(2).creditNoteNumber, total: 38 };
    await credit(store, sampleCreditNote(2), { credited: 238 });
    assert.deepEqual((await store.reader.find(ACME, one))?.creditNotes.at(-1), summary);
  },
  "a credit note that takes more off an invoice than is left, or what it does not say, is refused": async (store) => {
    await issue(store, { count: 2 });
    const [one, two] = [sampleId(1), sampleId(2)];
    const taking = (applied: Record<string, number>, counter = 2) =>
      sampleCreditNote(counter, { invoiceId: null, total: 300, applied });
    await credit(store, sampleCreditNote(1, { total: 200 }));
    await assert.rejects(insertApplied(store, taking({ [one]: 39 }), { [one]: creditedBy(239) }));
    await assert.rejects(insertApplied(store, taking({ [sampleId(9)]: 1 }), {}));
    const other = { ...taking({ [one]: 1 }), applied: taking({ [one]: 2 }).applied };
    await assert.rejects(insertApplied(store, other, { [one]: creditedBy(202) }));
    const twice = { ...taking({ [one]: 1 }), applied: [1, 2].flatMap(() => taking({ [one]: 1 }).applied!) };
    await assert.rejects(insertApplied(store, twice, { [one]: creditedBy(202) }));
    await locked(store, ACME, ({ invoices }) => invoices.changeStates([stateChange(two, CANCELLED)]));
    await assert.rejects(insertApplied(store, taking({ [two]: 1 }), {}));
    await insertApplied(store, taking({ [one]: 38 }), { [one]: creditedBy(238) });
    await assert.rejects(credit(store, sampleCreditNote(3, { total: 1 }), { credited: 239 }));
    assert.deepEqual(await creditCountersOf(store), [1, 2]);
  },
  "credit notes are listed newest first, by invoice and by day, each page with the total": async (store) => {
    await issue(store, { count: 2 });
    for (const counter of oneTo(5)) {
      const invoiceId = sampleId(1 + (counter % 2));
      const issueDate = `2026-11-${20 + counter}`;
      await credit(store, sampleCreditNote(counter, { invoiceId, issueDate, total: 1 }), {
        credited: Math.ceil(counter / 2),
      });
    }
    const listed = async (request: object) => {
      const { creditNotes, total } = await store.creditNotes.list(ACME, { page: 1, limit: 2, ...request });
      return [creditNotes.map(({ counter }) => counter), total];
    };
    assert.deepEqual(await listed({}), [[5, 4], 5]);
    assert.deepEqual(await listed({ page: 3 }), [[1], 5]);
    assert.deepEqual(await listed({ page: 4 }), [[], 5]);
    assert.deepEqual(await listed({ invoiceId: sampleId(2), page: 2 }), [[1], 3]);
    assert.deepEqual(await listed({ from: "2026-11-22", to: "2026-11-24" }), [[4, 3], 3]);
    assert.deepEqual(await listed({ before: 4 }), [[3, 2], 5]);
    assert.deepEqual(await listed({ before: 2 }), [[1], 5]);
    assert.deepEqual(await listed({ before: 1 }), [[], 5]);
    assert.deepEqual(await listed({ before: 9, limit: 1 }), [[5], 5]);
    assert.deepEqual(await listed({ before: 3, invoiceId: sampleId(2) }), [[1], 3]);
    assert.deepEqual(await listed({ before: 4, from: "2026-11-22" }), [[3, 2], 4]);
    const { creditNotes, total } = await store.creditNotes.list("globex", { page: 1, limit: 2 });
    assert.deepEqual([creditNotes, total], [[], 0]);
  },
  "dates of credit notes continue from an earlier day once the journal resumed dates": async (store) => {
    await issue(store, { issueDate: "2026-11-20" });
    await credit(store, sampleCreditNote(1, { issueDate: "2027-12-25", total: 1 }), { credited: 1 });
    const resumption = { resumedOn: "2026-11-21", reason: "a wrong clock" };
    await locked(store, ACME, async ({ numbers }) => numbers.resumeDates?.(resumption, SAMPLE_ORIGIN));
    assert.deepEqual((await seriesOf(store)).resumedOn, "2026-11-21");
    const next = (issueDate: string) => credit(store, sampleCreditNote(2, { issueDate, total: 1 }), { credited: 2 });
    await assert.rejects(next("2026-11-20"));
    await next("2026-11-21");
    assert.deepEqual(await seriesOf(store), { lastCounter: 2, lastIssueDate: "2026-11-21", resumedOn: null });
  },
  "a credit note's document is its journal entry, and its row is read in pages for the audit": async (store) => {
    await issue(store);
    for (const counter of oneTo(3)) {
      await credit(store, sampleCreditNote(counter, { total: 1 }), { credited: counter });
    }
    const rows = await store.journal.creditNotesAfter(ACME, 1, 1);
    const { origin: _, document, ...row } = sampleCreditNote(2, { total: 1 });
    assert.deepEqual(rows, [{ ...row, position: 3 }]);
    const [entry] = await store.journal.entriesAfter(ACME, 2, 1);
    assert.deepEqual([entry?.kind, entry?.position, entry?.document], ["credit_note.issued", 3, document]);
    assert.equal((await store.journal.head(ACME)).lastCreditNote, 3);
    const [invoice] = await store.journal.invoicesAfter(ACME, 0, 1);
    assert.deepEqual([invoice?.creditedTotal, invoice?.entries.length], [3, 3]);
  },
};

/** Inserts a credit note over several invoices, and gives these their states. */
function insertApplied(
  store: InvoicingStore,
  creditNote: NewCreditNote,
  states: Readonly<Record<string, InvoiceState>>,
): Promise<void> {
  return locked(store, ACME, async ({ invoices, creditNotes }) => {
    await creditNotes.insert([creditNote]);
    await invoices.changeStates(Object.entries(states).map(([id, state]) => stateChange(id, state)));
  });
}

function seriesOf(store: InvoicingStore) {
  return locked(store, ACME, ({ creditNotes }) => creditNotes.series());
}

async function creditCountersOf(store: InvoicingStore): Promise<number[]> {
  const { creditNotes } = await store.creditNotes.list(ACME, { page: 1, limit: 100 });
  return creditNotes.map(({ counter }) => counter).reverse();
}
