import assert from "node:assert/strict";
import type { ContractCases } from "../contract-case.ts";
import { issue, issueInto, locked, rejectAfter, writeOfEveryKind } from "../issue-invoices.ts";
import { countersOf, readEverything, valuesOf } from "../read-books.ts";
import { ACME, oneTo, SAMPLE_ORIGIN, sampleKey } from "../samples.ts";

/** Transactions: all or nothing, and one after another within a company. */
export const transactionCases: ContractCases = {
  "a transaction returns the result of its work": async (store) => {
    const value = { of: "the work" };
    assert.equal(await store.transaction(ACME, async () => value), value);
  },
  "an error of the work is passed through unchanged": async (store) => {
    const error = new RangeError("the host changed its mind");
    const rejected = locked(store, ACME, () => Promise.reject(error));
    await assert.rejects(rejected, (caught) => caught === error);
  },
  "a transaction that fulfils has committed everything that it wrote": async (store) => {
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
    assert.deepEqual(valuesOf(books.events, "invoiceId"), [paid, issued]);
  },
  "a rejected transaction leaves no invoice, key, payment, state or billing event": async (store) => {
    await issue(store);
    const before = await readEverything(store, ACME, ["key"]);
    await assert.rejects(writeOfEveryKind(store, fails));
    assert.deepEqual(await readEverything(store, ACME, ["key"]), before);
    // Nothing invisible may remain either, so the same writes must succeed now.
    await writeOfEveryKind(store, commits);
    assert.deepEqual(await countersOf(store), [1, 2]);
  },
  "a rejected transaction does not move the sequence, even if it continued another one": async (store) => {
    await rejectAfter(store, async ({ numbers }) => {
      await numbers.continueFrom?.({ lastCounter: 41, lastIssueDate: "2026-11-20" }, SAMPLE_ORIGIN);
    });
    await issue(store);
    assert.deepEqual(await countersOf(store), [1]);
  },
  "a hundred concurrent callers share one gapless sequence, each continuing from the one before": async (store) => {
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
  "only one transaction at a time holds a company's sequence": async (store) => {
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
  "a transaction that waited for the lock sees what was committed meanwhile": async (store) => {
    // All but the first wait for the lock. None of them may find a key free that was used before.
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
  "outside readers see nothing of a transaction that is not committed": async (store) => {
    await issue(store);
    const before = await readEverything(store, ACME, ["key"]);
    // Work must only await its ports. Here it awaits more, to read from outside in the middle of the transaction.
    const { last: seen } = await writeOfEveryKind(store, () => readEverything(store, ACME, ["key"]));
    assert.deepEqual(seen, before);
    assert.deepEqual(await countersOf(store), [1, 2]);
  },
};

async function commits(): Promise<void> {}

async function fails(): Promise<never> {
  throw new Error("the host changed its mind");
}
