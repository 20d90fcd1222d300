import { randomUUID } from "node:crypto";
import {
  createInvoicing,
  formatInvoiceNumber,
  type InvoicingStore,
  type NewInvoice,
  type StoreTransaction,
} from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order, TestClock } from "../support/fixtures.ts";
import { EVERY_STORE } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const RUNS = { numRuns: tries(40) };
const DAY = "2026-11-20";

function invoiceNumbered(counter: number): NewInvoice {
  const id = randomUUID();
  const invoiceNumber = formatInvoiceNumber({ prefix: "INV", yearMonth: "202611", counter });
  return {
    id,
    counter,
    invoiceNumber,
    issueDate: DAY,
    source: "api",
    actor: null,
    amountDue: 0,
    issuedAt: "",
    document: JSON.stringify({ id, invoiceNumber }),
  };
}

async function countersOf(store: InvoicingStore, companyId = "acme"): Promise<number[]> {
  const { invoices } = await store.reader.list(companyId, { page: 1, limit: 10_000 });
  return invoices.map(({ counter }) => counter).reverse();
}

async function numbersOf(store: InvoicingStore): Promise<string[]> {
  const { invoices } = await store.reader.list("acme", { page: 1, limit: 10_000 });
  return invoices.map(({ document }) => document.invoiceNumber).reverse();
}

function auditOf(store: InvoicingStore) {
  return createInvoicing({ store }).company("acme").audit();
}

const fate = fc.constantFrom("commits", "fails before insert", "fails after insert", "commits a block");

async function meetFate(met: string, { numbers, invoices }: StoreTransaction): Promise<void> {
  await numbers.lock();
  const count = met === "commits a block" ? 3 : 1;
  const first = await numbers.take(count);
  if (met === "fails before insert") throw new Error(met);
  await invoices.insert(oneTo(count).map((place) => invoiceNumbered(first - 1 + place)));
  if (met === "fails after insert") throw new Error(met);
}

/** The step at which a transaction of the service fails. */
const STEPS = [
  ...["nowhere", "before lock", "after lock", "after take", "after insert", "after credit", "after record"],
  "before commit",
];

/** Ports that work until the step, and then fail as a disk or a connection would. */
function breakingPorts({ numbers, invoices, creditNotes, meter }: StoreTransaction, step: string): StoreTransaction {
  const breakAt = (here: string) => {
    if (step === here) throw new Error(`broken ${here}`);
  };
  const then = async <Value>(value: Promise<Value>, here: string): Promise<Value> => {
    const result = await value;
    breakAt(here);
    return result;
  };
  return {
    numbers: {
      async lock() {
        breakAt("before lock");
        return then(numbers.lock(), "after lock");
      },
      take: (count) => then(numbers.take(count), "after take"),
      series: async (names) => (await numbers.series?.(names)) ?? [],
    },
    invoices: { ...invoices, insert: (batch) => then(invoices.insert(batch), "after insert") },
    creditNotes: { ...creditNotes, insert: (batch) => then(creditNotes.insert(batch), "after credit") },
    meter: { record: (events) => then(meter.record(events), "after record") },
  };
}

/** The store. Each of its transactions fails at the next of these steps. */
function breakingStore(store: InvoicingStore, steps: readonly string[]): InvoicingStore {
  const left = [...steps];
  return {
    reader: store.reader,
    billing: store.billing,
    companies: store.companies,
    ready: () => store.ready(),
    close: () => store.close(),
    creditNotes: store.creditNotes,
    events: store.events,
    journal: store.journal,
    search: store.search,
    apiKeys: store.apiKeys,
    transaction: (companyId, work) => {
      const step = left.shift() ?? "nowhere";
      return store.transaction(companyId, async (ports) => {
        const result = await work(breakingPorts(ports, step));
        if (step === "before commit") throw new Error("broken before commit");
        return result;
      });
    },
  };
}

const CALLS = [
  ...[
    "issues",
    "issues",
    "issues in A",
    "issues in A",
    "issues in B",
    "issues in all",
    "repeats",
    "is refused before the lock",
    "is refused under the lock",
  ],
  ...["credits", "credits", "repeats a credit", "credits too much"],
] as const;
const waves = fc.array(fc.array(fc.constantFrom(...CALLS), { minLength: 1, maxLength: 6 }), { maxLength: 8 });
const steps = fc.array(fc.constantFrom(...STEPS), { maxLength: 8 });

/** Makes calls in waves, concurrently within each. Returns the numbers of invoices and credit notes that callers received. */
async function makeCalls(store: InvoicingStore, wavesOfCalls: readonly (readonly string[])[]) {
  const acme = createInvoicing({ store, clock: new TestClock(`${DAY}T12:00:00.000Z`) }).company("acme");
  await acme.saveProfile(germanProfile({ series: { A: { prefix: "A" }, B: { prefix: "B" } } }));
  const credit = async (netAmount: number, options = {}) => {
    const [oldest] = (await acme.list({ limit: 100 })).data.slice(-1);
    return acme.credit(oldest?.id ?? "none", { reason: "x", lines: [{ line: 1, netAmount }] }, options);
  };
  const call = async (kind: string) => {
    if (kind === "credits") return credit(5);
    if (kind === "repeats a credit") return credit(7, { idempotencyKey: "credited" });
    if (kind === "credits too much") return credit(1000);
    if (kind === "is refused before the lock") return acme.issue(order({ taxRate: 1 }));
    if (kind === "is refused under the lock") return acme.cancel("nobody's");
    if (kind === "issues in A") return acme.issue(order({ series: "A" }));
    if (kind === "issues in B") return acme.issue(order({ series: "B" }));
    if (kind === "issues in all") return acme.issueMany([order({ series: "B" }), order(), order({ series: "A" })]);
    return acme.issue(order(), kind === "repeats" ? { idempotencyKey: "repeated" } : {});
  };
  const [issued, credited] = [new Set<string>(), new Set<string>()];
  for (const wave of wavesOfCalls)
    for (const outcome of await Promise.allSettled(wave.map(call))) {
      if (outcome.status === "rejected") continue;
      for (const value of [outcome.value].flat())
        if ("creditNoteNumber" in value) credited.add(value.creditNoteNumber);
        else issued.add(value.invoiceNumber);
    }
  return { issued, credited };
}

describe.each(EVERY_STORE)("$name", ({ open }) => {
  test("whichever transactions fail, the committed invoices are numbered 1..n", async () => {
    const check = async (fates: string[]) => {
      const store = await open();
      await Promise.allSettled(fates.map((met) => store.transaction("acme", (ports) => meetFate(met, ports))));
      const committed = { commits: 1, "commits a block": 3 } as Record<string, number>;
      const count = fates.reduce((sum, met) => sum + (committed[met] ?? 0), 0);
      expect(await countersOf(store)).toEqual(oneTo(count));
      await store.close();
    };
    await fc.assert(fc.asyncProperty(fc.array(fate, { maxLength: 20 }), check), RUNS);
  });

  test("wherever calls fail or are refused, invoices, their billing events, each series and credit notes are 1..n, as callers know", async () => {
    const check = async (wavesOfCalls: string[][], breaking: string[]) => {
      const store = await open();
      const { issued, credited } = await makeCalls(breakingStore(store, breaking), wavesOfCalls);
      expect(await countersOf(store)).toEqual(oneTo(issued.size));
      for (const series of ["INV", "A", "B"]) {
        const own = (number: string) => number.startsWith(`${series}-`);
        const numbers = (await numbersOf(store)).filter(own).map((number) => Number(number.split("-").at(-1)));
        expect(numbers, series).toEqual(oneTo([...issued].filter(own).length));
      }
      expect((await auditOf(store)).findings).toEqual([]);
      expect((await store.billing.pending("acme", 10_000)).map(({ counter }) => counter)).toEqual(oneTo(issued.size));
      const { creditNotes } = await store.creditNotes.list("acme", { page: 1, limit: 10_000 });
      expect(creditNotes.map(({ counter }) => counter).reverse()).toEqual(oneTo(credited.size));
      expect(new Set(creditNotes.map(({ document }) => document.creditNoteNumber))).toEqual(credited);
      expect(creditNotes.filter(({ document }) => document.subtotal === 7).length).toBeLessThanOrEqual(1);
      await store.close();
    };
    await fc.assert(fc.asyncProperty(waves, steps, check), RUNS);
  });
});
