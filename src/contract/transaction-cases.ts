import assert from "node:assert/strict";
import { countersOf, issue, issueInto, locked, readEverything, writeOfEveryKind } from "./books.ts";
import type { ContractCase } from "./contract-case.ts";
import { ACME, oneTo, SAMPLE_ORIGIN, sampleKey } from "./samples.ts";

/** Transactions: all or nothing, and one company's one after another. */
export const transactionCases: readonly ContractCase[] = [
  {
    title: "a transaction gives back what its work gives",
    run: async (store) => {
      const value = { of: "the work" };
      assert.equal(await store.transaction(ACME, async () => value), value);
    },
  },
  {
    title: "what the work throws comes through as it is",
    run: async (store) => {
      const error = new RangeError("the host changed its mind");
      const rejected = locked(store, ACME, () => Promise.reject(error));
      await assert.rejects(rejected, (caught) => caught === error);
    },
  },
  {
    title: "a transaction that fulfils has written all that it wrote",
    run: async (store) => {
      await issue(store);
      const { paid, issued } = await writeOfEveryKind(store, commits);
      const books = await readEverything(store, ACME, ["key"]);
      assert.deepEqual(
        books.invoices.map((invoice) => [invoice?.counter, invoice?.state.status, invoice?.payments.length]),
        [
          [2, "SENT", 0],
          [1, "PAID", 1],
        ],
      );
      assert.deepEqual(books.keys, [sampleKey("key", issued)]);
      assert.deepEqual(
        books.events.map(({ invoiceId }) => invoiceId),
        [paid, issued],
      );
    },
  },
  {
    title: "a rejected transaction leaves no invoice, key, payment, state or billing event",
    run: async (store) => {
      await issue(store);
      const before = await readEverything(store, ACME, ["key"]);
      await assert.rejects(writeOfEveryKind(store, fails));
      assert.deepEqual(await readEverything(store, ACME, ["key"]), before);
      // What is not seen must not be in the way either: the same writes go through now.
      await writeOfEveryKind(store, commits);
      assert.deepEqual(await countersOf(store), [1, 2]);
    },
  },
  {
    title: "a rejected transaction leaves the sequence where it stood, wherever it was to go on from",
    run: async (store) => {
      const rejected = locked(store, ACME, async ({ numbers }) => {
        await numbers.continueFrom?.({ lastCounter: 41, lastIssueDate: "2026-11-20" }, SAMPLE_ORIGIN);
        throw new Error("the host changed its mind");
      });
      await assert.rejects(rejected);
      await issue(store);
      assert.deepEqual(await countersOf(store), [1]);
    },
  },
  {
    title: "a hundred callers at once share one gapless sequence, each finding it where the one before left it",
    run: async (store) => {
      const heads = await Promise.all(
        oneTo(100).map(() =>
          store.transaction(ACME, async (ports) => {
            const { lastCounter } = await ports.numbers.lock();
            await issueInto(ports, ACME);
            return lastCounter + 1;
          }),
        ),
      );
      assert.deepEqual(
        heads.sort((a, b) => a - b),
        oneTo(100),
      );
      assert.deepEqual(await countersOf(store), oneTo(100));
    },
  },
  {
    title: "while one transaction holds a company's sequence no other one does",
    run: async (store) => {
      let [holding, most] = [0, 0];
      const hold = () =>
        locked(store, ACME, async ({ invoices }) => {
          holding += 1;
          most = Math.max(most, holding);
          for (const _ of oneTo(5)) await invoices.findKeys(["key"]);
          holding -= 1;
        });
      await Promise.all(oneTo(10).map(hold));
      assert.equal(most, 1);
    },
  },
  {
    title: "a transaction that waited for the lock sees what was committed meanwhile",
    run: async (store) => {
      // All but the first wait for the lock; none may find the key free that one before it has used.
      const tried = oneTo(10).map(() =>
        locked(store, ACME, async (ports) => {
          const [used] = await ports.invoices.findKeys(["key"]);
          if (used !== undefined) return (await ports.invoices.findMany([used.invoiceId])).length;
          const [issued] = await issueInto(ports, ACME);
          await ports.invoices.insertKeys([sampleKey("key", issued!.id)]);
          return 0;
        }),
      );
      assert.deepEqual((await Promise.all(tried)).sort(), [0, ...oneTo(9).map(() => 1)]);
      assert.deepEqual(await countersOf(store), [1]);
    },
  },
  {
    title: "readers outside see nothing of a transaction that is not committed",
    run: async (store) => {
      await issue(store);
      const before = await readEverything(store, ACME, ["key"]);
      // Work awaits nothing but its ports; here it does, to look from outside while it is in the middle.
      const { last: seen } = await writeOfEveryKind(store, () => readEverything(store, ACME, ["key"]));
      assert.deepEqual(seen, before);
      assert.deepEqual(await countersOf(store), [1, 2]);
    },
  },
];

async function commits(): Promise<void> {}

async function fails(): Promise<never> {
  throw new Error("the host changed its mind");
}
