import assert from "node:assert/strict";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { SequenceHead, SequencePosition } from "../../ports/number-sequence.ts";
import type { ContractCase } from "../contract-case.ts";
import { countersOf, issue, issueInto, locked } from "../issue-invoices.ts";
import { ACME, oneTo, SAMPLE_ORIGIN, sampleInvoice } from "../samples.ts";

/** The sequence: counters are consecutive, no matter who takes them or what fails. */
export const numberingCases: readonly ContractCase[] = [
  {
    title: "an empty sequence is at 0, has no date and has not started",
    run: async (store) =>
      assert.deepEqual(await headOf(store), { lastCounter: 0, lastIssueDate: null, started: false }),
  },
  {
    title: "the head has the last invoice's counter and issue date, and says that numbering has started",
    run: async (store) => {
      await issue(store, { count: 2, issueDate: "2026-11-20" });
      await issue(store, { issueDate: "2026-11-23" });
      assert.deepEqual(await headOf(store), { lastCounter: 3, lastIssueDate: "2026-11-23", started: true });
    },
  },
  {
    title: "counters are consecutive from one transaction to the next",
    run: async (store) => {
      for (const _ of oneTo(3)) await issue(store);
      assert.deepEqual(await countersOf(store), [1, 2, 3]);
    },
  },
  {
    title: "a block of counters is taken at once, and the next block follows it",
    run: async (store) => {
      const blocks = await locked(store, ACME, async (ports) => [
        await issueInto(ports, ACME, 3),
        await issueInto(ports, ACME, 2),
      ]);
      assert.deepEqual(
        blocks.map((block) => block.map(({ counter }) => counter)),
        [oneTo(3), [4, 5]],
      );
      assert.deepEqual(await countersOf(store), oneTo(5));
    },
  },
  {
    title: "a rejected transaction gives its counters back",
    run: async (store) => {
      await issue(store);
      const rejected = locked(store, ACME, async (ports) => {
        await issueInto(ports, ACME, 5);
        throw new Error("the host changed its mind");
      });
      await assert.rejects(rejected);
      await issue(store);
      assert.deepEqual(await countersOf(store), [1, 2]);
    },
  },
  {
    title: "a counter that would leave a gap is refused",
    run: async (store) => {
      await issue(store);
      await assertNotInserted(store, 3);
      await assertNotInserted(store, 2, 4);
    },
  },
  {
    title: "a counter that an invoice already has is refused",
    run: async (store) => {
      await issue(store, { count: 2 });
      await assert.rejects(insert(store, { ...sampleInvoice(2), id: "01936f2e-2222-7000-8000-000000000002" }));
      await assert.rejects(insert(store, { ...sampleInvoice(1), id: "01936f2e-2222-7000-8000-000000000001" }));
      assert.deepEqual(await countersOf(store), [1, 2]);
    },
  },
  {
    title: "an invoice id that the company already has is refused",
    run: async (store) => {
      await issue(store);
      await assert.rejects(insert(store, { ...sampleInvoice(2), id: sampleInvoice(1).id }));
      await assert.rejects(insert(store, sampleInvoice(2), { ...sampleInvoice(3), id: sampleInvoice(2).id }));
      assert.deepEqual(await countersOf(store), [1]);
    },
  },
  {
    title: "an issue date before the last one is refused",
    run: async (store) => {
      await issue(store, { issueDate: "2026-11-20" });
      await assert.rejects(insert(store, sampleInvoice(2, { issueDate: "2026-11-19" })));
      const backwards = [sampleInvoice(2, { issueDate: "2026-12-01" }), sampleInvoice(3, { issueDate: "2026-11-30" })];
      await assert.rejects(insert(store, ...backwards));
      assert.deepEqual(await countersOf(store), [1]);
    },
  },
  {
    title: "numbering continues a sequence kept elsewhere, and can be corrected until it starts",
    run: async (store) => {
      await continueFrom(store, { lastCounter: 7, lastIssueDate: "2026-11-01" });
      await continueFrom(store, { lastCounter: 41, lastIssueDate: "2026-11-02" });
      assert.deepEqual(await headOf(store), { lastCounter: 41, lastIssueDate: "2026-11-02", started: false });
      await issue(store, { issueDate: "2026-11-02" });
      assert.deepEqual(await countersOf(store), [42]);
      assert.deepEqual(await headOf(store), { lastCounter: 42, lastIssueDate: "2026-11-02", started: true });
    },
  },
  {
    title: "an issue date before the one from which numbering continues is refused",
    run: async (store) => {
      await continueFrom(store, { lastCounter: 41, lastIssueDate: "2026-11-02" });
      await assert.rejects(insert(store, sampleInvoice(42, { issueDate: "2026-11-01" })));
      assert.deepEqual(await countersOf(store), []);
    },
  },
  {
    title: "numbering that has started cannot be moved",
    run: async (store) => {
      await issue(store);
      const moved = locked(store, ACME, async (ports) => {
        await ports.numbers.continueFrom?.({ lastCounter: 41, lastIssueDate: "2026-11-20" }, SAMPLE_ORIGIN);
        await issueInto(ports, ACME);
      });
      await assert.rejects(moved);
      await issue(store);
      assert.deepEqual(await countersOf(store), [1, 2]);
    },
  },
];

async function headOf(store: InvoicingStore): Promise<Omit<SequenceHead, "storeNow" | "inSeries">> {
  const { storeNow: _, inSeries: __, ...head } = await store.transaction(ACME, ({ numbers }) => numbers.lock());
  return head;
}

function insert(store: InvoicingStore, ...invoices: ReturnType<typeof sampleInvoice>[]): Promise<void> {
  return locked(store, ACME, (ports) => ports.invoices.insert(invoices));
}

async function assertNotInserted(store: InvoicingStore, ...counters: number[]): Promise<void> {
  await assert.rejects(insert(store, ...counters.map((counter) => sampleInvoice(counter))));
  assert.deepEqual(await countersOf(store), [1]);
}

function continueFrom(store: InvoicingStore, position: SequencePosition): Promise<void> {
  return locked(store, ACME, async ({ numbers }) => {
    assert.ok(numbers.continueFrom, "run the contract on the store's own sequence, not on a host's counter");
    await numbers.continueFrom(position, SAMPLE_ORIGIN);
  });
}
