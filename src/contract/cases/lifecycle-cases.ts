import assert from "node:assert/strict";
import { type ContractCase, FAILURE_STEPS } from "../contract-case.ts";
import { countersOf, issue, issueInto, locked, readEverything, writeSampleBooks } from "../issue-invoices.ts";
import { ACME, oneTo, SAMPLE_ORIGIN, sampleInvoice, sampleKey, sampleProfile } from "../samples.ts";

/** Failing, closing, reopening, and sharing the data with another server. */
export const lifecycleCases: readonly ContractCase[] = [
  ...FAILURE_STEPS.map(
    (step): ContractCase => ({
      title: `a transaction that fails at its ${step} leaves no gap and nothing of its own`,
      needs: "failAt",
      run: async (store, { failAt }) => {
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
      },
    }),
  ),
  {
    title: "invoices, payments, states, keys, events and profiles are still there after reopening",
    needs: "reopen",
    run: async (store, { reopen }) => {
      await writeSampleBooks(store);
      const before = await readEverything(store, ACME, ["key"]);
      const reopened = await reopen(store);
      assert.deepEqual(await readEverything(reopened, ACME, ["key"]), before);
    },
  },
  {
    title: "numbering continues after reopening",
    needs: "reopen",
    run: async (store, { reopen }) => {
      await issue(store, { count: 2 });
      await locked(store, "globex", async ({ numbers }) => {
        await numbers.continueFrom?.({ lastCounter: 41, lastIssueDate: "2026-11-20" }, SAMPLE_ORIGIN);
      });
      const reopened = await reopen(store);
      await issue(reopened);
      await issue(reopened, { companyId: "globex" });
      assert.deepEqual([await countersOf(reopened), await countersOf(reopened, "globex")], [[1, 2, 3], [42]]);
    },
  },
  {
    title: "two stores on the same data share one gapless sequence",
    needs: "openSecond",
    run: async (store, { openSecond }) => {
      const second = await openSecond(store);
      await Promise.all(oneTo(50).map((turn) => issue(turn % 2 === 0 ? store : second)));
      assert.deepEqual(await countersOf(store), oneTo(50));
      assert.deepEqual(await countersOf(second), oneTo(50));
    },
  },
  {
    title: "what one store commits is visible to another store on the same data",
    needs: "openSecond",
    run: async (store, { openSecond }) => {
      const second = await openSecond(store);
      await writeSampleBooks(store);
      const books = await readEverything(store, ACME, ["key"]);
      assert.equal(books.total, 1);
      assert.deepEqual(await readEverything(second, ACME, ["key"]), books);
      const keys = await locked(second, ACME, ({ invoices }) => invoices.findKeys(["key"]));
      assert.deepEqual(keys, books.keys);
    },
  },
  {
    title: "an open store is ready, says so with nothing, and writes nothing for it",
    run: async (store) => {
      assert.equal(await store.ready(), undefined);
      await writeSampleBooks(store);
      const before = await readEverything(store, ACME, ["key"]);
      assert.equal(await store.ready(), undefined);
      assert.deepEqual(await readEverything(store, ACME, ["key"]), before);
    },
  },
  {
    title: "closing waits for earlier calls",
    run: async (store, { close }) => {
      await issue(store);
      const earlier = [issue(store), issue(store), store.companies.save(ACME, sampleProfile()), countersOf(store)];
      const [outcomes] = await Promise.all([Promise.allSettled(earlier), close(store)]);
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason : outcome.status)),
        earlier.map(() => "fulfilled"),
      );
    },
  },
  {
    title: "every call on a closed store rejects",
    run: async (store, { close }) => {
      await issue(store);
      await close(store);
      const { reader, billing, companies } = store;
      const calls: Record<string, () => unknown> = {
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
        renew: () => billing.renew({ companyId: ACME, token: 1 }, 1000),
        release: () => billing.release({ companyId: ACME, token: 1 }),
        pendingEntries: () => store.events("webhooks").pending(ACME, 1),
        leaseForConsumer: () => store.events("webhooks").lease(ACME, "worker", 1000),
        profile: () => companies.profile(ACME),
        save: () => companies.save(ACME, sampleProfile()),
      };
      for (const [name, call] of Object.entries(calls)) await assert.rejects(async () => call(), name);
    },
  },
];
