import assert from "node:assert/strict";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { issueEach, issueTo, settle } from "../issue-invoices.ts";
import { found, listed } from "../read-books.ts";
import { ACME, CANCELLED, PAID } from "../samples.ts";

/** Searches. Each is run before, during and after indexing. */
export const searchCases: ContractCases = {
  "a search finds parts of words, whatever their case and their accents": async (store) => {
    await issueTo(store, ["Autohaus Müller GmbH", "MÜLLEREI", "Muller", "Straße", "Łódź", "ΟΔΟΣ", "İzmir", "漢字 🧾"]);
    await indexing(store, async () => {
      assert.deepEqual(await found(store, { search: "müller" }), [3, 2, 1]);
      assert.deepEqual(await found(store, { search: "MULLER" }), [3, 2, 1]);
      assert.deepEqual(await found(store, { search: "ulle" }), [3, 2, 1]);
      assert.deepEqual(await found(store, { search: "strasse" }), [4]);
      assert.deepEqual(await found(store, { search: "lodz" }), [5]);
      assert.deepEqual(await found(store, { search: "οδος" }), [6]);
      assert.deepEqual(await found(store, { search: "izmir" }), [7]);
      assert.deepEqual(await found(store, { search: "字" }), [8]);
      assert.deepEqual(await found(store, { search: "haus müllerei" }), []);
    });
  },
  "a search finds the number, the reference, words of lines and exact amounts": async (store) => {
    await issueEach(store, [{ reference: "PO/4711-A" }, { reference: "4711" }, {}]);
    await indexing(store, async () => {
      assert.deepEqual(await found(store, { search: "4711" }), [2, 1]);
      assert.deepEqual(await found(store, { search: "711-a" }), [1]);
      assert.deepEqual(await found(store, { search: "po/" }), [1]);
      assert.deepEqual(await found(store, { search: "INV-202611-0003" }), [3]);
      assert.deepEqual(await found(store, { search: "inv-" }), [3, 2, 1]);
      assert.deepEqual(await found(store, { search: "consult" }), [3, 2, 1]);
      assert.deepEqual(await found(store, { search: "238,00" }), [3, 2, 1]);
      assert.deepEqual(await found(store, { search: "38" }), []);
    });
  },
  "each word of a search must be found, in any of the fields": async (store) => {
    await issueEach(store, [
      { clientName: "Ada", reference: "R-1" },
      { clientName: "Ada", reference: "R-2" },
      { clientName: "Bob", reference: "R-1 Ada" },
    ]);
    await indexing(store, async () => {
      assert.deepEqual(await found(store, { search: "ada r-1" }), [3, 1]);
      assert.deepEqual(await found(store, { search: "r-1 bob 238" }), [3]);
      assert.deepEqual(await found(store, { search: "ada bob r-2" }), []);
    });
  },
  "a search combines with the other filters and with pages": async (store) => {
    const of = (clientName: string, issueDate: string, dueDate = "9999-12-31") => ({
      clientName,
      issueDate,
      dueDate,
    });
    await issueEach(store, [
      of("Ada", "2026-11-19"),
      of("Bob", "2026-11-20"),
      of("Ada B.", "2026-11-20", "2026-12-01"),
    ]);
    await issueEach(store, [{ ...of("ADA", "2026-11-21"), reference: "R-1" }, of("Adam", "2026-12-01", "2026-12-31")]);
    await settle(store, [1], PAID);
    await settle(store, [5], CANCELLED);
    const search = "ada";
    await indexing(store, async () => {
      assert.deepEqual(await found(store, { search, status: "SENT" }), [4, 3]);
      assert.deepEqual(await found(store, { search, from: "2026-11-20", to: "2026-11-30" }), [4, 3]);
      assert.deepEqual(await found(store, { search, client: "ada b" }), [3]);
      assert.deepEqual(await found(store, { search, reference: "R-1" }), [4]);
      assert.deepEqual(await found(store, { search, dueBefore: "2027-01-01" }), [5, 3]);
      assert.deepEqual(await found(store, { search, dueBefore: "2027-01-01", due: true }), [3]);
      assert.deepEqual(await listed(store, { search, limit: 2 }), { counters: [5, 4], total: 4 });
      assert.deepEqual(await listed(store, { search, limit: 2, page: 2 }), { counters: [3, 1], total: 4 });
      assert.deepEqual(await listed(store, { search, limit: 2, page: 3 }), { counters: [], total: 4 });
      assert.deepEqual(await listed(store, { search, limit: 2, before: 4 }), { counters: [3, 1], total: 4 });
    });
  },
};

/** Runs the checks while nothing, the oldest invoices, and all of them are indexed. */
async function indexing(store: InvoicingStore, check: () => Promise<void>): Promise<void> {
  for (let indexed = 1; indexed > 0; ) {
    await check();
    indexed = await store.search.index(ACME);
  }
  await check();
  assert.equal(await store.search.index(ACME), 0);
}
