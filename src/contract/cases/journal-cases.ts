import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { FIRST_DIGEST, type JournalEntry, journalText } from "../../domain/books/journal.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { withDiscount } from "../../domain/invoice/invoice-state.ts";
import { parseInvoice } from "../../domain/invoice/stored-document.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { continueFrom, issue, issueInto, locked, rejectAfter, settle, writeOfEveryKind } from "../issue-invoices.ts";
import { valuesOf } from "../read-books.ts";
import {
  ACME,
  CANCELLED,
  HARD_TEXT,
  oneTo,
  PAID,
  paidBy,
  sampleId,
  samplePayment,
  stateChange,
  writtenOff,
} from "../samples.ts";

/** Writing the journal: one entry for each change, and each digest covers the one before. */
export const journalCases: ContractCases = {
  "each continuation, invoice, payment and cancellation has an entry, in this order, chained to the one before": async (
    store,
  ) => {
    await continueFrom(store, { lastCounter: 41, lastIssueDate: "2026-11-01" });
    await issue(store, { count: 2 });
    await settle(store, [42], PAID);
    await issue(store, { source: "panel" });
    await settle(store, [43], CANCELLED);
    const entries = await entriesOf(store);
    assert.deepEqual(
      entries.map(({ kind, source, actor }) => [kind, source, actor]),
      [
        ["numbering.continued", "api", "tests"],
        ["invoice.issued", "api", "tests"],
        ["invoice.issued", "api", "tests"],
        ["payment.recorded", "api", "tests"],
        ["invoice.issued", "panel", "tests"],
        ["invoice.cancelled", "api", "tests"],
      ],
    );
    assertChained(entries);
  },
  "the entries of one transaction follow each other: invoices, payments, cancellations": async (store) => {
    await issue(store);
    await writeOfEveryKind(store, async () => undefined);
    const entries = await entriesOf(store);
    const kinds = entries.map(({ kind }) => kind);
    assert.deepEqual(kinds, ["invoice.issued", "invoice.issued", "payment.recorded"]);
    assertChained(entries);
  },
  "a payment is returned with its exchange rate and its cash discount, which its entry has, and the state with the discount":
    async (store) => {
      await issue(store);
      const exchangeRate = { rate: 0.9, date: "2026-11-20", source: "ECB" };
      const payment = samplePayment(1, sampleId(1), { discountTaken: 4.76, exchangeRate });
      const { invoiceId, origin: _, ...returned } = payment;
      const state = withDiscount(paidBy(payment.amount), 4.76);
      await locked(store, ACME, async ({ invoices }) => {
        await invoices.insertPayments([payment]);
        await invoices.changeStates([stateChange(invoiceId, state)]);
      });
      assert.deepEqual((await store.reader.find(ACME, invoiceId))?.state, state);
      assert.deepEqual((await store.reader.find(ACME, invoiceId))?.payments, [returned]);
      const entry = (await entriesOf(store)).at(-1);
      assert.equal(entry?.document, canonicalJson({ ...returned, invoiceId }));
    },
  "a rejected transaction leaves no entry, and the next one gets its positions": async (store) => {
    await issue(store);
    await rejectAfter(store, async (ports) => {
      await issueInto(ports, ACME);
    });
    await issue(store);
    const entries = await entriesOf(store);
    assert.deepEqual(valuesOf(entries, "position"), [1, 2]);
    assertChained(entries);
  },
  "a write-off is one entry, is returned with the invoice, and stays when it is paid and cancelled later": async (
    store,
  ) => {
    await issue(store);
    const id = sampleId(1);
    const payment = samplePayment(1, id, { amount: 38 });
    const [lost, paid] = [writtenOff(HARD_TEXT), writtenOff(HARD_TEXT, paidBy(38))];
    const cancelled = writtenOff(HARD_TEXT, paidBy(38, CANCELLED));
    await locked(store, ACME, ({ invoices }) => invoices.changeStates([stateChange(id, lost)]));
    assert.deepEqual((await store.reader.find(ACME, id))?.state, lost);
    await locked(store, ACME, async ({ invoices }) => {
      await invoices.insertPayments([payment]);
      await invoices.changeStates([{ ...stateChange(id, paid), wasWrittenOff: true }]);
      await invoices.changeStates([{ ...stateChange(id, cancelled), wasWrittenOff: true }]);
    });
    const inside = await locked(store, ACME, ({ invoices }) => invoices.findMany([id]));
    const { invoices: listed } = await store.reader.list(ACME, { page: 1, limit: 1 });
    for (const [found] of [inside, listed]) assert.deepEqual(found?.state, cancelled);
    const [audited] = await store.journal.invoicesAfter(ACME, 0, 1);
    assert.deepEqual([audited?.writtenOffOn, audited?.writeOffReason], ["2026-11-22", HARD_TEXT]);
    const entries = await entriesOf(store);
    const kinds = ["invoice.issued", "invoice.written_off", "payment.recorded", "invoice.cancelled"];
    assert.deepEqual(valuesOf(entries, "kind"), kinds);
    assert.equal(entries[1]?.document, canonicalJson({ invoiceId: id, on: "2026-11-22", reason: HARD_TEXT }));
    assertChained(entries);
  },
};

/** All entries of the company's journal, sorted by position. */
async function entriesOf(store: InvoicingStore): Promise<readonly JournalEntry[]> {
  const invoices = await store.journal.invoicesAfter(ACME, 0, 100);
  const own = invoices.map(({ place, source, actor, document }) => {
    const { issuedAt: at } = parseInvoice(document);
    return { ...place!, kind: "invoice.issued" as const, source, actor, at, document };
  });
  const others = await store.journal.entriesAfter(ACME, 0, 100);
  return [...own, ...others].sort((a, b) => a.position - b.position);
}

function assertChained(entries: readonly JournalEntry[]): void {
  let previous = FIRST_DIGEST;
  assert.deepEqual(valuesOf(entries, "position"), oneTo(entries.length));
  for (const entry of entries) {
    assert.equal(entry.digest, createHash("sha256").update(journalText(previous, entry)).digest("hex"));
    previous = entry.digest;
  }
}
