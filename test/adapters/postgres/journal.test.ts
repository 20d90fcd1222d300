import { createInvoicing, type InvoicingStore, type NewPayment, type StateChange } from "faktura";
import { memoryStore } from "faktura/memory";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import {
  CANCELLED,
  PAID,
  sampleId,
  sampleInvoice,
  samplePayment,
  stateChange,
} from "../../support/contract-samples.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, openFreshStore, pool } from "../../support/postgres.ts";
import { freshFile } from "../../support/stores.ts";
import { insertCopy } from "./books.ts";

const ORIGIN = { at: "2026-11-21T08:00:00.000Z", actor: 'Zoë\n"1"', source: "panel" } as const;

/** Writes the same books: an adopted sequence, batches, and orders of calls that the service does not use. */
async function feed(store: InvoicingStore): Promise<void> {
  const invoice = (counter: number) => ({ ...sampleInvoice(counter), actor: counter % 2 === 0 ? ORIGIN.actor : null });
  const payment = (position: number, counter: number): NewPayment => ({
    ...samplePayment(position, sampleId(counter), { amount: 238, reference: '½ "漢字" \u2028' }),
    origin: ORIGIN,
  });
  const change = (counter: number, state: Omit<StateChange, "invoiceId" | "origin">) => ({
    ...stateChange(sampleId(counter), state),
    origin: ORIGIN,
  });
  await store.transaction("acme", async ({ numbers, invoices }) => {
    await numbers.lock();
    await numbers.continueFrom?.({ lastCounter: 41, lastIssueDate: "2026-11-01" }, ORIGIN);
    await numbers.take(3);
    await invoices.insert([42, 43, 44].map(invoice));
    await invoices.insertPayments([payment(1, 43)]);
    await invoices.changeStates([change(43, PAID), change(44, CANCELLED)]);
  });
  await store.transaction("acme", async ({ numbers, invoices }) => {
    await numbers.lock();
    await numbers.take(2);
    await invoices.insertPayments([payment(2, 42)]);
    await invoices.changeStates([change(42, PAID)]);
    await invoices.insert([45, 46].map(invoice));
    await invoices.changeStates([change(46, CANCELLED)]);
  });
}

/** Everything that the journal reader returns. */
async function readJournal({ journal }: InvoicingStore) {
  const invoices = await journal.invoicesAfter("acme", 0, 100);
  return {
    companies: await journal.companies(null, 9),
    head: await journal.head("acme"),
    invoices,
    entries: await journal.entriesAfter("acme", 0, 100),
  };
}

const STORES: Record<string, () => Promise<InvoicingStore>> = {
  SQLite: () => openSqliteStore(freshFile()),
  PostgreSQL: () => openFreshStore(),
  "PostgreSQL with prepared statements": async () =>
    postgresStore(pool, { schema: await freshSchema(), preparedStatements: true }),
};

test.each(Object.keys(STORES))(
  "the same books have the same positions and digests in memory and on %s",
  async (name) => {
    const [memory, store] = [memoryStore(), await STORES[name]!()];
    for (const each of [memory, store]) await feed(each);
    const expected = await readJournal(memory);
    expect(expected.head.position).toBe(10);
    expect(await readJournal(store)).toEqual(expected);
    await store.close();
  },
);

/** Acme with an invoice, and a panel that inserts its own. */
async function openPanelled() {
  const schema = await freshSchema();
  const sent: string[] = [];
  const listening = interceptedPool(pool, (text, send) => {
    sent.push(text);
    return send();
  });
  const store = postgresStore(listening, { schema });
  const acme = createInvoicing({ store }).company("acme", { actor: "tests" });
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  /** This many rows from the panel, as its guide shows them. */
  const panel = async (count: number) => {
    const open = { source: "'panel'", actor: "NULL", journal_position: "NULL", digest: "NULL" };
    const last = "(SELECT max(counter) FROM faktura_invoices)";
    const id = `'panel-' || ${last} + n`;
    const copy = { counter: `${last} + n`, id, document: `replace(document, id, ${id})`, ...open };
    const insert = await insertCopy(schema, "faktura_invoices", { where: "counter = 1", ...copy });
    const rows = insert.replace("WHERE counter", `, generate_series(1, ${count}) AS n WHERE counter`);
    await pool.query(rows.replaceAll("faktura_", `${schema}.faktura_`));
  };
  const placesOf = async () =>
    (await store.journal.invoicesAfter("acme", 0, 10_000)).map(({ place }) => place?.position ?? null);
  return { schema, sent, store, acme, panel, placesOf };
}

describe("rows from a panel", () => {
  test("have no position until the library writes, and then come before what it writes", async () => {
    const { store, acme, panel, placesOf } = await openPanelled();
    await panel(2);
    expect(await placesOf()).toEqual([1, null, null]);
    expect(await store.journal.head("acme")).toMatchObject({ position: 1, lastCounter: 3 });
    await acme.issue(order());
    expect(await placesOf()).toEqual([1, 2, 3, 4]);
    await panel(1);
    await acme.recordPayment("panel-3", { amount: 38 });
    await acme.cancel("panel-5", { reason: "twice" });
    expect(await placesOf()).toEqual([1, 2, 3, 4, 5]);
    const entries = await store.journal.entriesAfter("acme", 0, 9);
    expect(entries.map(({ position, kind }) => [position, kind])).toEqual([
      [6, "payment.recorded"],
      [7, "invoice.cancelled"],
    ]);
  });

  test("get the digests that they would have if the library had inserted them", async () => {
    const { store, acme, panel } = await openPanelled();
    await panel(2);
    await acme.issue(order());
    const stored = await store.journal.invoicesAfter("acme", 0, 9);
    const memory = memoryStore();
    await memory.transaction("acme", async ({ numbers, invoices }) => {
      await numbers.lock();
      await invoices.insert(
        stored.map(({ series: _, ...row }) => ({
          ...row,
          amountDue: row.amountDue ?? 0,
          issuedAt: (JSON.parse(row.document) as { issuedAt: string }).issuedAt,
        })),
      );
    });
    const places = (await memory.journal.invoicesAfter("acme", 0, 9)).map(({ place }) => place);
    expect(stored.map(({ place }) => place)).toEqual(places);
  });

  test("get their positions in pages, however many there are", async () => {
    const { acme, panel, placesOf } = await openPanelled();
    await panel(2001);
    await acme.issue(order());
    expect(await placesOf()).toEqual(oneTo(2003));
  });

  test("cost statements only if there are any, and none if the library writes nothing", async () => {
    const { sent, acme, panel, placesOf } = await openPanelled();
    await panel(1);
    await expect(acme.cancel("unknown")).rejects.toMatchObject({ code: "invoice_not_found" });
    expect(await placesOf()).toEqual([1, null]);
    const placing = () => sent.filter((text) => /SET journal_position/.test(text)).length;
    await acme.issue(order());
    expect(placing()).toBe(1);
    await acme.issue(order());
    expect(placing()).toBe(1);
  });

  test("stay open after a transaction that fails", async () => {
    const { store, acme, panel, placesOf } = await openPanelled();
    await panel(1);
    const failed = store.transaction("acme", async ({ numbers, invoices }) => {
      await numbers.lock();
      await invoices.insertKeys([]);
      await invoices.insertPayments([samplePayment(1, "panel-2")]);
      throw new Error("the host changed its mind");
    });
    await expect(failed).rejects.toThrow("changed its mind");
    expect(await placesOf()).toEqual([1, null]);
    await acme.issue(order());
    expect(await placesOf()).toEqual([1, 2, 3]);
  });
});
