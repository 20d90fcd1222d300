import assert from "node:assert/strict";
import { FIRST_DIGEST } from "../../domain/books/journal.ts";
import type { ContractCases } from "../contract-case.ts";
import { continueFrom, issue, settle } from "../issue-invoices.ts";
import { valuesOf } from "../read-books.ts";
import { ACME, CANCELLED, PAID, sampleEvent, sampleId, sampleProfile } from "../samples.ts";

const BEGAN_HERE = {
  continuedFrom: { lastCounter: 0, lastIssueDate: null },
  inSeries: 0,
  lastCreditNote: 0,
  countedByHost: false,
};

/** Reading the books for an audit. */
export const journalReadingCases: ContractCases = {
  "the books are read in pages: invoices by their counters, with payments and entries, other entries by position":
    async (store) => {
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
      assert.deepEqual(valuesOf(rest, "counter"), [4, 5]);
      const pages = [await store.journal.entriesAfter(ACME, 0, 1), await store.journal.entriesAfter(ACME, 6, 9)];
      assert.deepEqual(
        pages.map((page) => page.map(({ position, invoiceId }) => [position, invoiceId])),
        [[[6, sampleId(2)]], [[7, sampleId(4)]]],
      );
    },
  "the head of the books is the last entry and the last counter, or nothing if there are none": async (store) => {
    const nothing = { position: 0, digest: FIRST_DIGEST, lastCounter: 0, ...BEGAN_HERE };
    assert.deepEqual(await store.journal.head(ACME), nothing);
    await issue(store, { count: 2 });
    const [, second] = await store.journal.invoicesAfter(ACME, 0, 2);
    assert.deepEqual(await store.journal.head(ACME), { ...second?.place, lastCounter: 2, ...BEGAN_HERE });
    await settle(store, [1], CANCELLED);
    const [entry] = await store.journal.entriesAfter(ACME, 0, 1);
    const { position, digest } = entry!;
    assert.deepEqual(await store.journal.head(ACME), { position, digest, lastCounter: 2, ...BEGAN_HERE });
  },
  "the head of the books says from where the sequence was continued, even after the first invoice": async (store) => {
    const continuedFrom = { lastCounter: 41, lastIssueDate: "2026-11-01" };
    await continueFrom(store, continuedFrom);
    const { position, digest } = (await store.journal.entriesAfter(ACME, 0, 1))[0]!;
    const adopted = { continuedFrom, inSeries: 0, lastCreditNote: 0, countedByHost: false };
    assert.deepEqual(await store.journal.head(ACME), { position, digest, lastCounter: 41, ...adopted });
    await issue(store, { issueDate: "2026-11-02" });
    const [invoice] = await store.journal.invoicesAfter(ACME, 0, 1);
    assert.deepEqual(await store.journal.head(ACME), { ...invoice?.place, lastCounter: 42, ...adopted });
  },
  "every row of the books is on a page, and payments count from 1 in their invoice": async (store) => {
    await issue(store, { count: 2 });
    await settle(store, [1, 2], PAID);
    assert.deepEqual(await store.journal.misplaced(ACME, 10), []);
    const invoices = await store.journal.invoicesAfter(ACME, 0, 2);
    assert.deepEqual(
      invoices.map(({ payments }) => payments.map(({ position }) => position)),
      [[1], [1]],
    );
  },
  "each company with a journal is listed once, in pages": async (store) => {
    for (const companyId of ["b", "c", "a"]) await issue(store, { companyId, count: 2 });
    await store.companies.save("d", sampleProfile());
    const first = await store.journal.companies(null, 2);
    const rest = await store.journal.companies(first.at(-1)!, 2);
    assert.deepEqual([first.length, [...first, ...rest].sort()], [2, ["a", "b", "c"]]);
  },
  "the billing position follows what is acknowledged, with the digest of its invoice": async (store) => {
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
};
