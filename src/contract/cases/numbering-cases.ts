import assert from "node:assert/strict";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { SequenceHead } from "../../ports/number-sequence.ts";
import type { ContractCases } from "../contract-case.ts";
import { continueFrom, issue, issueInto, locked, rejectAfter } from "../issue-invoices.ts";
import { countersOf } from "../read-books.ts";
import { ACME, oneTo, SAMPLE_ORIGIN, sampleInvoice } from "../samples.ts";

/** The sequence: counters are consecutive, no matter who takes them or what fails. */
export const numberingCases: ContractCases = {
  "an empty sequence is at 0, has no date and has not started": async (store) =>
    assert.deepEqual(await headOf(store), { lastCounter: 0, lastIssueDate: null, started: false }),
  "the head has the last invoice's counter and issue date, and says that numbering has started": async (store) => {
    await issue(store, { count: 2, issueDate: "2026-11-20" });
    await issue(store, { issueDate: "2026-11-23" });
    assert.deepEqual(await headOf(store), { lastCounter: 3, lastIssueDate: "2026-11-23", started: true });
  },
  "counters are consecutive from one transaction to the next": async (store) => {
    for (const _ of oneTo(3)) await issue(store);
    assert.deepEqual(await countersOf(store), [1, 2, 3]);
  },
  "a block of counters is taken at once, and the next block follows it": async (store) => {
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
  "a rejected transaction gives its counters back": async (store) => {
    await issue(store);
    await rejectAfter(store, async (ports) => {
      await issueInto(ports, ACME, 5);
    });
    await issue(store);
    assert.deepEqual(await countersOf(store), [1, 2]);
  },
  "a counter that would leave a gap is refused": async (store) => {
    await issue(store);
    await assertNotInserted(store, 3);
    await assertNotInserted(store, 2, 4);
  },
  "a counter that an invoice already has is refused": async (store) => {
    await issue(store, { count: 2 });
    await assert.rejects(insert(store, { ...sampleInvoice(2), id: "01936f2e-2222-7000-8000-000000000002" }));
    await assert.rejects(insert(store, { ...sampleInvoice(1), id: "01936f2e-2222-7000-8000-000000000001" }));
    assert.deepEqual(await countersOf(store), [1, 2]);
  },
  "an invoice id that the company already has is refused": async (store) => {
    await issue(store);
    await assert.rejects(insert(store, { ...sampleInvoice(2), id: sampleInvoice(1).id }));
    await assert.rejects(insert(store, sampleInvoice(2), { ...sampleInvoice(3), id: sampleInvoice(2).id }));
    assert.deepEqual(await countersOf(store), [1]);
  },
  "an issue date before the last one is refused": async (store) => {
    await issue(store, { issueDate: "2026-11-20" });
    await assert.rejects(insert(store, sampleInvoice(2, { issueDate: "2026-11-19" })));
    const backwards = [sampleInvoice(2, { issueDate: "2026-12-01" }), sampleInvoice(3, { issueDate: "2026-11-30" })];
    await assert.rejects(insert(store, ...backwards));
    assert.deepEqual(await countersOf(store), [1]);
  },
  "numbering continues a sequence kept elsewhere, and can be corrected until it starts": async (store) => {
    await continueFrom(store, { lastCounter: 7, lastIssueDate: "2026-11-01" });
    await continueFrom(store, { lastCounter: 41, lastIssueDate: "2026-11-02" });
    assert.deepEqual(await headOf(store), { lastCounter: 41, lastIssueDate: "2026-11-02", started: false });
    await issue(store, { issueDate: "2026-11-02" });
    assert.deepEqual(await countersOf(store), [42]);
    assert.deepEqual(await headOf(store), { lastCounter: 42, lastIssueDate: "2026-11-02", started: true });
  },
  "an issue date before the one from which numbering continues is refused": async (store) => {
    await continueFrom(store, { lastCounter: 41, lastIssueDate: "2026-11-02" });
    await assert.rejects(insert(store, sampleInvoice(42, { issueDate: "2026-11-01" })));
    assert.deepEqual(await countersOf(store), []);
  },
  "numbering that has started cannot be moved": async (store) => {
    await issue(store);
    const moved = locked(store, ACME, async (ports) => {
      await ports.numbers.continueFrom?.({ lastCounter: 41, lastIssueDate: "2026-11-20" }, SAMPLE_ORIGIN);
      await issueInto(ports, ACME);
    });
    await assert.rejects(moved);
    await issue(store);
    assert.deepEqual(await countersOf(store), [1, 2]);
  },
};

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
