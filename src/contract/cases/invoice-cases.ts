import assert from "node:assert/strict";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { parseInvoice } from "../../domain/invoice/stored-document.ts";
import type { ContractCases } from "../contract-case.ts";
import { issue, locked, settle, writeSampleBooks } from "../issue-invoices.ts";
import { readEverything } from "../read-books.ts";
import {
  ACME,
  AS_ISSUED,
  CANCELLED,
  HARD_TEXT,
  paidBy,
  sampleEvent,
  sampleId,
  sampleInvoice,
  sampleKey,
  samplePayment,
  stateChange,
} from "../samples.ts";

/** Invoices: kept as they were issued, and found by id together with their state and payments. */
export const invoiceCases: ContractCases = {
  "a document is returned exactly as it was issued": async (store) => {
    const [{ id, document }] = (await issue(store, { clientName: HARD_TEXT })) as [ReturnType<typeof sampleInvoice>];
    const found = await store.reader.find(ACME, id);
    const [listed] = (await store.reader.list(ACME, { page: 1, limit: 1 })).invoices;
    const [inside] = await locked(store, ACME, ({ invoices }) => invoices.findMany([id]));
    for (const stored of [found, listed, inside]) assert.equal(canonicalJson(stored?.document), document);
  },
  "an invoice is SENT and unpaid when it is issued": async (store) => {
    const [issued] = await issue(store);
    const document = parseInvoice(issued!.document);
    const stored = { counter: 1, document, state: AS_ISSUED };
    assert.deepEqual(await store.reader.find(ACME, issued!.id), {
      ...stored,
      ...{ payments: [], creditNotes: [], portalEntries: [] },
    });
    const [listed] = (await store.reader.list(ACME, { page: 1, limit: 1 })).invoices;
    assert.deepEqual({ counter: listed?.counter, document: listed?.document, state: listed?.state }, stored);
  },
  "an unknown id is not found": async (store) => {
    await issue(store);
    assert.equal(await store.reader.find(ACME, sampleId(2)), undefined);
  },
  "an invoice is found by its number, whatever the case of its letters, with its payments": async (store) => {
    await issue(store, { count: 2 });
    await settle(store, [2], paidBy(38));
    const second = await store.reader.find(ACME, sampleId(2));
    assert.equal(second?.payments.length, 1);
    const { invoiceNumber } = sampleInvoice(2);
    assert.deepEqual(await store.reader.findByNumber(ACME, invoiceNumber), second);
    assert.deepEqual(await store.reader.findByNumber(ACME, invoiceNumber.toLowerCase()), second);
    for (const other of ["INV-202610-0002", "INV-202611-0003", "CN-202611-0002", "INV-202611-9007199254740991", "2"]) {
      assert.equal(await store.reader.findByNumber(ACME, other), undefined, other);
    }
    assert.equal(await store.reader.findByNumber("initech", invoiceNumber), undefined);
  },
  "changing what was returned changes nothing that is stored": async (store) => {
    await writeSampleBooks(store);
    const before = structuredClone(await readEverything(store, ACME, ["key"]));
    spoil(await readEverything(store, ACME, ["key"]));
    spoil(await store.reader.list(ACME, { page: 1, limit: 10 }));
    spoil(await locked(store, ACME, ({ invoices }) => invoices.findMany([sampleId(1)])));
    spoil(await locked(store, ACME, ({ invoices }) => invoices.findKeys(["key"])));
    assert.deepEqual(await readEverything(store, ACME, ["key"]), before);
  },
  "changing what was passed in changes nothing that is stored": async (store) => {
    await writeSampleBooks(store);
    const before = await readEverything(store, ACME, ["key", "other"]);
    const untouched = { issueDate: "2026-11-21" };
    const cancelled = paidBy(38, CANCELLED);
    await locked(store, ACME, async ({ numbers, invoices, meter }) => {
      const invoice = sampleInvoice(await numbers.take(1), untouched);
      const [event, key] = [sampleEvent(ACME, invoice), sampleKey("other", invoice.id)];
      const [payment, state] = [samplePayment(2, invoice.id), stateChange(invoice.id, cancelled)];
      await invoices.insert([invoice]);
      await meter.record([event]);
      await invoices.insertKeys([key]);
      await invoices.insertPayments([payment]);
      await invoices.changeStates([state]);
      spoil([invoice, event, key, payment, state]);
    });
    const after = await readEverything(store, ACME, ["key", "other"]);
    const invoice = sampleInvoice(2, untouched);
    const { invoiceId: _, origin: __, ...payment } = samplePayment(2, invoice.id);
    const credits = { payments: [payment], creditNotes: [], portalEntries: [] };
    const stored = { counter: 2, document: parseInvoice(invoice.document), state: cancelled, ...credits };
    assert.deepEqual(after.invoices, [stored, ...before.invoices]);
    assert.deepEqual(after.events, [...before.events, sampleEvent(ACME, invoice)]);
    assert.deepEqual(after.keys[1], sampleKey("other", invoice.id));
  },
  "several invoices are found at once, each with its payments, and unknown ids are ignored": async (store) => {
    await issue(store, { count: 3 });
    await locked(store, ACME, ({ invoices }) => invoices.insertPayments([samplePayment(1, sampleId(3))]));
    const ids = [3, 9, 1, 3].map(sampleId);
    const found = await locked(store, ACME, ({ invoices }) => invoices.findMany(ids));
    const counted = found.map(({ counter, payments }) => [counter, payments.length]);
    assert.deepEqual(counted.sort(), [
      [1, 0],
      [3, 1],
    ]);
  },
  "an empty batch finds nothing and writes nothing": async (store) => {
    await issue(store);
    const before = await readEverything(store, ACME);
    await locked(store, ACME, async ({ invoices, meter }) => {
      assert.deepEqual([...(await invoices.findMany([])), ...(await invoices.findKeys([]))], []);
      await Promise.all([invoices.insert([]), invoices.insertPayments([]), invoices.insertKeys([])]);
      await Promise.all([invoices.changeStates([]), meter.record([])]);
    });
    await store.billing.acknowledge(ACME, []);
    assert.deepEqual(await readEverything(store, ACME), before);
  },
};

/** Overwrites everything that is reachable from `value` with nonsense. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  for (const [key, member] of Object.entries(value)) {
    spoil(member);
    Object.assign(value, { [key]: "spoilt" });
  }
  if (Array.isArray(value)) value.length = 0;
}
