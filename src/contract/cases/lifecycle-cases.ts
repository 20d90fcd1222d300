import assert from "node:assert/strict";
import {
  assertAllReject,
  type ContractCases,
  FAILURE_STEPS,
  type FailureStep,
  type NeedingCase,
  needing,
} from "../contract-case.ts";
import { continueFrom, issue, issueInto, locked, writeSampleBooks } from "../issue-invoices.ts";
import { countersOf, readEverything } from "../read-books.ts";
import { ACME, oneTo, sampleInvoice, sampleKey, sampleProfile } from "../samples.ts";

/** Failing, closing, reopening, and sharing the data with another server. */
export const lifecycleCases: ContractCases = {
  ...Object.fromEntries(
    FAILURE_STEPS.map((step) => [
      `a transaction that fails at its ${step} leaves no gap and nothing of its own`,
      failingAt(step),
    ]),
  ),
  "invoices, payments, states, keys, events and profiles are still there after reopening": needing(
    "reopen",
    async (store, { reopen }) => {
      await writeSampleBooks(store);
      const before = await readEverything(store, ACME, ["key"]);
      const reopened = await reopen(store);
      assert.deepEqual(await readEverything(reopened, ACME, ["key"]), before);
    },
  ),
  "numbering continues after reopening": needing("reopen", async (store, { reopen }) => {
    await issue(store, { count: 2 });
    await continueFrom(store, { lastCounter: 41, lastIssueDate: "2026-11-20" }, "globex");
    const reopened = await reopen(store);
    await issue(reopened);
    await issue(reopened, { companyId: "globex" });
    assert.deepEqual([await countersOf(reopened), await countersOf(reopened, "globex")], [[1, 2, 3], [42]]);
  }),
  "two stores on the same data share one gapless sequence": needing("openSecond", async (store, { openSecond }) => {
    const second = await openSecond(store);
    await Promise.all(oneTo(50).map((turn) => issue(turn % 2 === 0 ? store : second)));
    assert.deepEqual(await countersOf(store), oneTo(50));
    assert.deepEqual(await countersOf(second), oneTo(50));
  }),
  "what one store commits is visible to another store on the same data": needing(
    "openSecond",
    async (store, { openSecond }) => {
      const second = await openSecond(store);
      await writeSampleBooks(store);
      const books = await readEverything(store, ACME, ["key"]);
      assert.equal(books.total, 1);
      assert.deepEqual(await readEverything(second, ACME, ["key"]), books);
      const keys = await locked(second, ACME, ({ invoices }) => invoices.findKeys(["key"]));
      assert.deepEqual(keys, books.keys);
    },
  ),
  "an open store is ready, says so with nothing, and writes nothing for it": async (store) => {
    assert.equal(await store.ready(), undefined);
    await writeSampleBooks(store);
    const before = await readEverything(store, ACME, ["key"]);
    assert.equal(await store.ready(), undefined);
    assert.deepEqual(await readEverything(store, ACME, ["key"]), before);
  },
  "closing waits for earlier calls": async (store, { close }) => {
    await issue(store);
    const earlier = [issue(store), issue(store), store.companies.save(ACME, sampleProfile()), countersOf(store)];
    const [outcomes] = await Promise.all([Promise.allSettled(earlier), close(store)]);
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason : outcome.status)),
      earlier.map(() => "fulfilled"),
    );
  },
  "every call on a closed store rejects": async (store, { close }) => {
    await issue(store);
    await close(store);
    const { reader, billing, companies } = store;
    await assertAllReject({
      transaction: () => store.transaction(ACME, async () => undefined),
      ready: () => store.ready(),
      find: () => reader.find(ACME, "id"),
      findByNumber: () => reader.findByNumber(ACME, sampleInvoice(1).invoiceNumber),
      findKey: () => reader.findKey(ACME, "key"),
      list: () => reader.list(ACME, { page: 1, limit: 1 }),
      pending: () => billing.pending(ACME),
      acknowledge: () => billing.acknowledge(ACME, ["id"]),
      companiesBehind: () => billing.companiesBehind(null, 1),
      lease: () => billing.lease(ACME, "worker", 1000),
      renew: () => billing.renew({ companyId: ACME, token: 1, failures: 0 }, 1000),
      release: () => billing.release({ companyId: ACME, token: 1, failures: 0 }),
      pendingEntries: () => store.events("webhooks").pending(ACME, 1),
      leaseForConsumer: () => store.events("webhooks").lease(ACME, "worker", 1000),
      profile: () => companies.profile(ACME),
      save: () => companies.save(ACME, sampleProfile()),
    });
  },
};

function failingAt(step: FailureStep): NeedingCase {
  return needing("failAt", async (store, { failAt }) => {
    await issue(store);
    const before = await readEverything(store, ACME, ["key"]);
    const issueWithKey = () =>
      locked(store, ACME, async (ports) => {
        const [issued] = await issueInto(ports, ACME);
        await ports.invoices.insertKeys([sampleKey("key", issued!.id)]);
      });
    failAt(store, step);
    await assert.rejects(issueWithKey());
    assert.deepEqual(await readEverything(store, ACME, ["key"]), before);
    await issueWithKey();
    assert.deepEqual(await countersOf(store), [1, 2]);
    assert.equal((await store.billing.pending(ACME)).length, 2);
  });
}
