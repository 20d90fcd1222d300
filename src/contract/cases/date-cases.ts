import assert from "node:assert/strict";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { issue, issueInto, locked, settle } from "../issue-invoices.ts";
import { countersOf, listed } from "../read-books.ts";
import { ACME, PAID, SAMPLE_ORIGIN } from "../samples.ts";

const REASON = "The clock was wrong.";
const RESUMPTION = { resumedOn: "2026-11-20", reason: REASON };
const DAY_MS = 86_400_000;

/** Issue dates: the store's own clock, and the single step back that an entry of the journal allows. */
export const dateCases: ContractCases = {
  "the store's own clock, if it has one, shows the current time": async (store) => {
    const { storeNow } = await store.transaction(ACME, ({ numbers }) => numbers.lock());
    if (storeNow === undefined) return;
    assert.ok(Math.abs(storeNow.getTime() - Date.now()) < DAY_MS, `the store's clock says ${storeNow.toISOString()}`);
  },
  "after dates were resumed, the next invoice may be dated before the last one, but not before that day": async (
    store,
  ) => {
    await issue(store, { issueDate: "2027-12-25" });
    await resume(store);
    await assert.rejects(issue(store, { issueDate: "2026-11-19" }));
    await issue(store, { issueDate: "2026-11-21" });
    assert.deepEqual(await countersOf(store), [1, 2]);
  },
  "resumed dates do not run backwards again": async (store) => {
    await issue(store, { issueDate: "2027-12-25" });
    await resume(store);
    await issue(store, { issueDate: "2026-11-21" });
    await assert.rejects(issue(store, { issueDate: "2026-11-20" }));
    assert.deepEqual(await countersOf(store), [1, 2]);
  },
  "dates are resumed and used in one transaction, or not at all": async (store) => {
    await issue(store, { issueDate: "2027-12-25" });
    const resumeAndIssue = (last?: Error) =>
      locked(store, ACME, async (ports) => {
        await ports.numbers.resumeDates?.(RESUMPTION, SAMPLE_ORIGIN);
        await issueInto(ports, ACME, 2, { issueDate: "2026-11-20" });
        if (last !== undefined) throw last;
      });
    await assert.rejects(resumeAndIssue(new Error("the host changed its mind")));
    await assert.rejects(issue(store, { issueDate: "2026-11-20" }));
    assert.equal(await resumedOn(store), null);
    await resumeAndIssue();
    assert.deepEqual(await countersOf(store), [1, 2, 3]);
  },
  "dates continue from the day of the last entry, until the next invoice": async (store) => {
    await issue(store, { issueDate: "2027-12-25" });
    assert.equal(await resumedOn(store), null);
    await resume(store, "2027-01-01");
    await resume(store);
    await pay(store, 1);
    assert.equal(await resumedOn(store), "2026-11-20");
    assert.equal(await resumedOn(store, "globex"), null);
    await issue(store, { issueDate: "2026-11-20" });
    assert.equal(await resumedOn(store), null);
  },
  "dates are resumed only after an invoice, and before the transaction takes a number": async (store) => {
    await assert.rejects(resume(store));
    await issue(store, { issueDate: "2027-12-25" });
    const late = locked(store, ACME, async (ports) => {
      await issueInto(ports, ACME, 1, { issueDate: "2027-12-25" });
      await ports.numbers.resumeDates?.(RESUMPTION, SAMPLE_ORIGIN);
    });
    await assert.rejects(late);
    assert.deepEqual(await countersOf(store), [1]);
  },
  "the entry of resumed dates names the last invoice, the day and the reason": async (store) => {
    await issue(store, { count: 2, issueDate: "2027-12-25" });
    await resume(store);
    const [entry] = await store.journal.entriesAfter(ACME, 0, 10);
    const { kind, position, invoiceId, document, actor, at } = entry!;
    assert.deepEqual({ kind, position, invoiceId }, { kind: "dates.resumed", position: 3, invoiceId: null });
    assert.deepEqual({ actor, at }, { actor: SAMPLE_ORIGIN.actor, at: SAMPLE_ORIGIN.at });
    assert.equal(
      document,
      `{"lastCounter":2,"lastIssueDate":"2027-12-25","reason":"${REASON}","resumedOn":"2026-11-20"}`,
    );
  },
  "lists by day are right after dates were resumed": async (store) => {
    await issue(store, { count: 2, issueDate: "2026-11-20" });
    await issue(store, { issueDate: "2027-12-25" });
    await resume(store);
    await issue(store, { count: 2, issueDate: "2026-11-20" });
    await issue(store, { issueDate: "2026-12-01" });
    await pay(store, 2, 5);
    const year = { from: "2026-01-01", to: "2026-12-31" };
    assert.deepEqual(await listed(store, year), { counters: [6, 5, 4, 2, 1], total: 5 });
    assert.deepEqual(await listed(store, { ...year, page: 2, limit: 2 }), { counters: [4, 2], total: 5 });
    assert.deepEqual(await listed(store, { from: "2027-01-01" }), { counters: [3], total: 1 });
    assert.deepEqual(await listed(store, { to: "2026-11-20", page: 2, limit: 2 }), { counters: [2, 1], total: 4 });
    assert.deepEqual(await listed(store, { ...year, status: "PAID" }), { counters: [5, 2], total: 2 });
    assert.deepEqual(await listed(store, {}), { counters: [6, 5, 4, 3, 2, 1], total: 6 });
  },
};

function resume(store: InvoicingStore, resumedOn = RESUMPTION.resumedOn): Promise<void> {
  return locked(store, ACME, async ({ numbers }) => {
    assert.ok(numbers.resumeDates, "the sequence cannot resume dates");
    await numbers.resumeDates({ resumedOn, reason: REASON }, SAMPLE_ORIGIN);
  });
}

function resumedOn(store: InvoicingStore, companyId = ACME) {
  return locked(store, companyId, async ({ numbers }) => {
    assert.ok(numbers.resumedOn, "the sequence does not say from which day dates continue");
    return numbers.resumedOn();
  });
}

/** Pays the invoices with these counters in full. */
function pay(store: InvoicingStore, ...counters: readonly number[]): Promise<void> {
  return settle(store, counters, PAID);
}
