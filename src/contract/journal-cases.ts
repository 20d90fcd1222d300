import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { FIRST_DIGEST, type JournalEntry, journalText } from "../domain/journal.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import { issue, issueInto, locked, settle, writeOfEveryKind } from "./books.ts";
import type { ContractCase } from "./contract-case.ts";
import { ACME, CANCELLED, oneTo, PAID, SAMPLE_ORIGIN, sampleEvent, sampleId, sampleProfile } from "./samples.ts";

/** The journal: an entry for each change, each digest over the one before. */
export const journalCases: readonly ContractCase[] = [
  {
    title: "each adoption, invoice, payment and cancellation has its entry, in their order, each chained to the last",
    run: async (store) => {
      await locked(store, ACME, async ({ numbers }) =>
        numbers.continueFrom?.({ lastCounter: 41, lastIssueDate: "2026-11-01" }, SAMPLE_ORIGIN),
      );
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
  },
  {
    title: "what is written in one transaction has its entries one after another: invoices, payments, cancellations",
    run: async (store) => {
      await issue(store);
      await writeOfEveryKind(store, async () => undefined);
      const entries = await entriesOf(store);
      const kinds = entries.map(({ kind }) => kind);
      assert.deepEqual(kinds, ["invoice.issued", "invoice.issued", "payment.recorded"]);
      assertChained(entries);
    },
  },
  {
    title: "a rejected transaction leaves no entry, and its positions are given to the next one",
    run: async (store) => {
      await issue(store);
      const failed = locked(store, ACME, async (ports) => {
        await issueInto(ports, ACME);
        throw new Error("the host changed its mind");
      });
      await assert.rejects(failed);
      await issue(store);
      const entries = await entriesOf(store);
      assert.deepEqual(
        entries.map(({ position }) => position),
        [1, 2],
      );
      assertChained(entries);
    },
  },
  {
    title:
      "the books are read in pages: invoices by their counters, with payments and entries, other entries by position",
    run: async (store) => {
      await issue(store, { count: 5 });
      await settle(store, [2, 4], PAID);
      const first = await store.journal.invoicesAfter(ACME, 0, 3);
      assert.deepEqual(
        first.map(({ counter, id, status, payments, entries }) => [
          counter,
          id,
          status,
          payments.length,
          entries.length,
        ]),
        [
          [1, sampleId(1), "SENT", 0, 0],
          [2, sampleId(2), "PAID", 1, 1],
          [3, sampleId(3), "SENT", 0, 0],
        ],
      );
      const rest = await store.journal.invoicesAfter(ACME, 3, 3);
      assert.deepEqual(
        rest.map(({ counter }) => counter),
        [4, 5],
      );
      const pages = [await store.journal.entriesAfter(ACME, 0, 1), await store.journal.entriesAfter(ACME, 6, 9)];
      assert.deepEqual(
        pages.map((page) => page.map(({ position, invoiceId }) => [position, invoiceId])),
        [[[6, sampleId(2)]], [[7, sampleId(4)]]],
      );
    },
  },
  {
    title: "the head of the books is the last entry, the last counter, and nothing where there are none",
    run: async (store) => {
      const nothing = { position: 0, digest: FIRST_DIGEST, lastCounter: 0, countedByHost: false };
      assert.deepEqual(await store.journal.head(ACME), nothing);
      await issue(store, { count: 2 });
      const [, second] = await store.journal.invoicesAfter(ACME, 0, 2);
      assert.deepEqual(await store.journal.head(ACME), { ...second?.place, lastCounter: 2, countedByHost: false });
      await settle(store, [1], CANCELLED);
      const [entry] = await store.journal.entriesAfter(ACME, 0, 1);
      const { position, digest } = entry!;
      assert.deepEqual(await store.journal.head(ACME), { position, digest, lastCounter: 2, countedByHost: false });
    },
  },
  {
    title: "the companies that have a journal are told once each, in pages",
    run: async (store) => {
      for (const companyId of ["b", "c", "a"]) await issue(store, { companyId, count: 2 });
      await store.companies.save("d", sampleProfile());
      const first = await store.journal.companies(null, 2);
      const rest = await store.journal.companies(first.at(-1)!, 2);
      assert.deepEqual([first.length, [...first, ...rest].sort()], [2, ["a", "b", "c"]]);
    },
  },
  {
    title: "the billing position follows what is acknowledged, with the digest of the invoice that it stands at",
    run: async (store) => {
      const issued = await issue(store, { count: 3 });
      const acknowledge = (counters: readonly number[]) =>
        store.billing.acknowledge(
          ACME,
          counters.map((counter) => sampleEvent(ACME, issued[counter - 1]!).id),
        );
      assert.deepEqual(await store.journal.billing(ACME), { acknowledgedThrough: 0, digest: null });
      await acknowledge([1, 3]);
      const [first, , third] = await store.journal.invoicesAfter(ACME, 0, 3);
      assert.deepEqual(await store.journal.billing(ACME), { acknowledgedThrough: 1, digest: first?.place?.digest });
      await acknowledge([2]);
      assert.deepEqual(await store.journal.billing(ACME), { acknowledgedThrough: 3, digest: third?.place?.digest });
    },
  },
];

/** All entries of the company's journal, by their positions. */
async function entriesOf(store: InvoicingStore): Promise<readonly JournalEntry[]> {
  const invoices = await store.journal.invoicesAfter(ACME, 0, 100);
  const own = invoices.map(({ place, source, actor, document }) => {
    const { issuedAt: at } = JSON.parse(document) as { issuedAt: string };
    return { ...place!, kind: "invoice.issued" as const, source, actor, at, document };
  });
  const others = await store.journal.entriesAfter(ACME, 0, 100);
  return [...own, ...others].sort((a, b) => a.position - b.position);
}

function assertChained(entries: readonly JournalEntry[]): void {
  let previous = FIRST_DIGEST;
  assert.deepEqual(
    entries.map(({ position }) => position),
    oneTo(entries.length),
  );
  for (const entry of entries) {
    assert.equal(entry.digest, createHash("sha256").update(journalText(previous, entry)).digest("hex"));
    previous = entry.digest;
  }
}
