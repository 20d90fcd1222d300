/**
 * Goal: whatever goes wrong while events are delivered, the receiver gets each of them, no others, and sees them
 * for the first time in the order of each company's counters.
 * Method: companies issue, and up to three workers drain at once into a receiver that refuses, answers too late, or
 * delays a worker until another one has its lease. Acknowledgements are lost as if the process had died.
 * Not covered: a process that really dies, see test/crash.
 */
import type { BillingLease, DrainBillingOptions, Invoicing, InvoicingStore } from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBilled, withBilling } from "../service/delivery/billed-books.ts";
import { order } from "../support/fixtures.ts";
import { EVERY_STORE } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const COMPANIES = ["acme", "globex", "initech"];

/** The fate of a delivery. */
const FATES = ["works", "works", "refused", "answer lost", "lease lost", "never acknowledged", "issued meanwhile"];

const rounds = fc.array(
  fc.record({
    issues: fc.array(
      fc.record({
        company: fc.constantFrom(...COMPANIES),
        count: fc.integer({ min: 1, max: 4 }),
        source: fc.constantFrom("api" as const, "api" as const, "panel" as const),
      }),
      { maxLength: 4 },
    ),
    workers: fc.integer({ min: 1, max: 3 }),
    batchSize: fc.integer({ min: 1, max: 4 }),
    fates: fc.array(fc.constantFrom(...FATES), { maxLength: 8 }),
  }),
  { maxLength: 4 },
);

type Round = typeof rounds extends fc.Arbitrary<(infer Value)[]> ? Value : never;
type Deliver = DrainBillingOptions["deliver"];

/** Companies on a store that loses leases and acknowledgements on demand, with what they issued and delivered. */
class Scene {
  readonly issued: string[] = [];
  readonly seen: { readonly id: string; readonly company: string; readonly counter: number }[] = [];
  readonly #store: InvoicingStore;
  readonly #leases = new Map<string, BillingLease>();
  readonly #unacknowledged = new Set<string>();
  #invoicing!: Invoicing;

  constructor(store: InvoicingStore) {
    this.#store = store;
  }

  async open(): Promise<void> {
    const faulty = withBilling(this.#store, ({ acknowledge, lease }) => ({
      lease: async (companyId, ...asked) => {
        const given = await lease(companyId, ...asked);
        if (typeof given !== "string") this.#leases.set(companyId, given);
        return given;
      },
      acknowledge: async (companyId, ...rest) => {
        if (this.#unacknowledged.delete(companyId)) throw new Error("died before it was acknowledged");
        return acknowledge(companyId, ...rest);
      },
    }));
    this.#invoicing = await openBilled(faulty, Object.fromEntries(COMPANIES.map((company) => [company, 0])));
  }

  async issue(company: string, count: number, source: "api" | "panel"): Promise<void> {
    const orders = Array.from({ length: count }, () => order());
    const issued = await this.#invoicing.company(company, { source }).issueMany(orders);
    if (source === "api") this.issued.push(...issued.map(({ id }) => `invoice.issued:${id}`));
  }

  drain(batchSize: number, fates: string[] = []) {
    const deliver: Deliver = async (events, { companyId }) => {
      const fate = fates.shift() ?? "works";
      if (fate === "refused") throw new Error(fate);
      this.#see(events);
      if (fate === "answer lost") throw new Error(fate);
      if (fate === "never acknowledged") this.#unacknowledged.add(companyId);
      if (fate === "issued meanwhile") await this.issue(companyId, 1, "api");
      if (fate !== "lease lost") return;
      // It hangs until its lease has run out and another worker, on the store as it is, has drained all.
      await this.#store.billing.renew(this.#leases.get(companyId)!, 0);
      await this.drain(batchSize + 1);
    };
    return this.#invoicing.drainBilling({ deliver, batchSize, retryAfterMs: 0 });
  }

  #see(events: Parameters<Deliver>[0]): void {
    this.seen.push(...events.map(({ id, data: { companyId: company, counter } }) => ({ id, company, counter })));
  }
}

async function play(store: InvoicingStore, played: readonly Round[]): Promise<Scene> {
  const scene = new Scene(store);
  await scene.open();
  for (const { issues, workers, batchSize, fates } of played) {
    for (const { company, count, source } of issues) await scene.issue(company, count, source);
    const left = [...fates];
    await Promise.all(Array.from({ length: workers }, () => scene.drain(batchSize, left)));
  }
  // The first of these may still meet a fault that was due.
  for (let drains = 0; drains < 2; drains += 1) await scene.drain(3);
  return scene;
}

describe.each(EVERY_STORE)("$name", ({ open }) => {
  test("whatever goes wrong, each event is delivered, none is invented, and each company's come in order", async () => {
    const check = async (played: Round[]) => {
      const store = await open();
      const { issued, seen } = await play(store, played);
      expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(issued));
      for (const company of COMPANIES) {
        const counters = new Set(seen.filter((event) => event.company === company).map(({ counter }) => counter));
        expect([...counters], company).toEqual([...counters].sort((a, b) => a - b));
        expect(await store.billing.pending(company)).toEqual([]);
      }
      await store.close();
    };
    await fc.assert(fc.asyncProperty(rounds, check), { numRuns: tries(25) });
  });
});
