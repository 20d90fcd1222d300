/**
 * Goal: whatever is written, by whom, and whatever goes wrong while events are delivered, each consumer gets each change of
 * the books, no others, and sees them for the first time in the order in which they were made.
 * Method: a company issues, is paid, refunds, cancels, credits and resumes its dates, and a panel inserts rows by SQL. In
 * between, workers of two consumers drain into receivers that refuse, lose an answer, or hang until another has their lease.
 * Not covered: a process that really dies, see test/crash.
 */
import { createInvoicing, type DrainEventsOptions, type EventFeed, type Invoicing, type InvoicingStore } from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DATABASES, PANEL } from "../adapters/billing/billed-rows.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

const CHANGES = [
  "issue",
  "issue",
  "issue many",
  "pay",
  "refund",
  "cancel",
  "credit",
  "panel",
  "panel",
  "resume",
] as const;
const FATES = ["works", "works", "refused", "answer lost", "lease lost"] as const;
const CONSUMERS = ["webhooks", "search"] as const;

const rounds = fc.array(
  fc.record({
    changes: fc.array(fc.constantFrom(...CHANGES), { maxLength: 6 }),
    drains: fc.array(fc.constantFrom(...CONSUMERS), { maxLength: 3 }),
    batchSize: fc.integer({ min: 1, max: 4 }),
    fates: fc.array(fc.constantFrom(...FATES), { maxLength: 6 }),
  }),
  { maxLength: 4 },
);

type Round = typeof rounds extends fc.Arbitrary<(infer Value)[]> ? Value : never;

/** A company's books, what was written to them, and what each consumer has seen. */
class Scene {
  readonly written: string[] = [];
  readonly seen: Record<string, string[]> = { webhooks: [], search: [] };
  readonly #feeds: (consumer: string) => EventFeed;
  readonly #invoicing: Invoicing;
  readonly #rows: (sql: string) => Promise<unknown>;
  readonly #clock = new TestClock("2026-11-20T12:00:00Z");
  readonly #leases = new Map<string, Parameters<EventFeed["renew"]>[0]>();
  /** The ids of the invoices that the library has issued; the panel copies their documents. */
  readonly #own: string[] = [];
  #panel = 0;

  constructor(store: InvoicingStore, rows: (sql: string) => Promise<unknown>) {
    this.#feeds = store.events;
    this.#rows = rows;
    const events = (consumer: string): EventFeed => {
      const feed = store.events(consumer);
      const lease: EventFeed["lease"] = async (...of) => {
        const given = await feed.lease(...of);
        if (typeof given !== "string") this.#leases.set(consumer, given);
        return given;
      };
      return { ...feed, lease };
    };
    const { reader, creditNotes, companies, journal, search, apiKeys, billing } = store;
    const transaction: InvoicingStore["transaction"] = (companyId, work) => store.transaction(companyId, work);
    this.#invoicing = createInvoicing({
      store: {
        reader,
        creditNotes,
        companies,
        journal,
        search,
        apiKeys,
        billing,
        events,
        transaction,
        ready: () => store.ready(),
        close: () => store.close(),
      },
      clock: this.#clock,
    });
  }

  get #acme() {
    return this.#invoicing.company("acme");
  }

  open = () => this.#acme.saveProfile(germanProfile());
  close = () => this.#invoicing.close();

  async change(change: (typeof CHANGES)[number]): Promise<void> {
    const own = await Promise.all(this.#own.map((id) => this.#acme.get(id)));
    const open = own.find(({ status, creditedTotal }) => status === "SENT" && creditedTotal === 0);
    const paid = own.find(({ amountPaid }) => amountPaid > 0);
    if (change === "issue" || change === "issue many") {
      const issued = await this.#acme.issueMany(change === "issue" ? [order()] : [order(), order(), order()]);
      this.#own.push(...issued.map(({ id }) => id));
      this.written.push(...issued.map(({ id }) => `invoice.issued:${id}`));
    } else if (change === "panel" && own.length > 0) {
      this.#panel += 1;
      await this.#rows(PANEL(this.#panel));
      this.written.push(`invoice.issued:panel-${this.#panel}`);
    } else if (change === "pay" && open !== undefined) {
      await this.#acme.recordPayment(open.id, { amount: 2 });
      this.written.push(`payment.recorded:${(await this.#acme.get(open.id)).payments.at(-1)!.id}`);
    } else if (change === "refund" && paid !== undefined) {
      await this.#acme.recordPayment(paid.id, { amount: -1 });
      this.written.push(`payment.recorded:${(await this.#acme.get(paid.id)).payments.at(-1)!.id}`);
    } else if (change === "cancel" && open !== undefined) {
      await this.#acme.cancel(open.id);
      this.written.push(`invoice.cancelled:${open.id}`);
    } else if (change === "credit" && open !== undefined) {
      const { id } = await this.#acme.credit(open.id, { reason: "returned", lines: [{ line: 1, netAmount: 1 }] });
      this.written.push(`credit_note.issued:${id}`);
    } else if (change === "resume" && own.length > 0) {
      this.#clock.set("2027-05-01T12:00:00Z");
      await this.change("issue");
      this.#clock.set("2026-11-20T12:00:00Z");
      await this.#acme.resumeDates({ reason: "a wrong clock" });
      await this.change("issue");
    }
  }

  async drain(consumer: string, batchSize: number, fates: (typeof FATES)[number][] = []): Promise<void> {
    const deliver: DrainEventsOptions["deliver"] = async (events) => {
      const fate = fates.shift() ?? "works";
      if (fate === "refused") throw new Error(fate);
      this.seen[consumer]!.push(...events.map(({ id }) => id));
      if (fate === "answer lost") throw new Error(fate);
      if (fate !== "lease lost") return;
      await this.#feeds(consumer).renew(this.#leases.get(consumer)!, 0);
      await this.drain(consumer, batchSize + 1);
    };
    await this.#invoicing.drainEvents({ deliver, batchSize, consumer, retryAfterMs: 0 });
  }
}

async function play(scene: Scene, played: readonly Round[]): Promise<void> {
  await scene.open();
  for (const { changes, drains, batchSize, fates } of played) {
    for (const change of changes) await scene.change(change);
    const left = [...fates];
    await Promise.all(drains.map((consumer) => scene.drain(consumer, batchSize, left)));
  }
  for (const consumer of CONSUMERS) await scene.drain(consumer, 3);
}

describe.each(DATABASES)("$name", ({ open }) => {
  test("each consumer gets each change, and first in the order in which they were made", async () => {
    const check = async (played: Round[]) => {
      const { store, rows } = await open();
      const scene = new Scene(store, rows);
      await play(scene, played);
      for (const consumer of CONSUMERS) expect([...new Set(scene.seen[consumer])], consumer).toEqual(scene.written);
      await scene.close();
    };
    await fc.assert(fc.asyncProperty(rounds, check), { numRuns: tries(20) });
  });
});
