/**
 * Goal: whatever cell of whatever row is changed, and whatever row is deleted, doubled, swapped or moved, an audit finds it;
 * where it does not, this is written down with the reason.
 * Method: books of two companies without triggers, checks, keys and NOT NULL, in which each change is made and undone, one
 * at a time, with an audit of all companies in between; it must find something, and must not end with an error. On
 * PostgreSQL all of them with `npm run test:nightly`, and else every eighth, from a random one on.
 */
import { createInvoicing, type InvoicingStore, type JournalHead } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { tries } from "../../support/tries.ts";
import { useApiKeys } from "../../support/use-api-keys.ts";
import { type Change, changesOf, UNSEEN } from "./swept-cells.ts";
import { DATABASES, type Database, type RawDatabase, writeBooksToTamper } from "./tampered-books.ts";

interface SweptBooks {
  readonly store: InvoicingStore;
  readonly raw: RawDatabase;
  readonly heads: ReadonlyMap<string, JournalHead>;
  close(): Promise<void>;
}

/** Acme's books, and those of beta, whose numbering began here and whose changes have no actor; a row in every table. */
async function writeBooksToSweep(database: Database): Promise<SweptBooks> {
  const { store, raw, acme, close } = await writeBooksToTamper(database);
  const beta = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00Z") }).company("beta");
  await beta.saveProfile(germanProfile());
  const invoice = await beta.issue(order(), { idempotencyKey: "once" });
  await beta.recordPayment(invoice.id, { amount: 238 });
  await beta.cancel((await beta.issue(order(), { idempotencyKey: "twice" })).id);
  for (const companyId of ["acme", "beta"]) {
    const [, second] = await store.billing.pending(companyId);
    await store.billing.acknowledge(companyId, [second!.id]);
    await store.billing.lease(companyId, "worker", 60_000);
    await useApiKeys(store, companyId);
  }
  const [pending] = await store.billing.pending("beta");
  await store.billing.acknowledge("beta", [pending!.id]);
  for (const company of [acme, beta]) {
    const [open] = (await company.list({ status: "SENT" })).data;
    if (open !== undefined) await company.credit(open.id, { reason: "returned" }, { idempotencyKey: "credit" });
  }
  const heads = new Map([
    ["acme", (await acme.audit()).head],
    ["beta", (await beta.audit()).head],
  ]);
  return { store, raw, heads, close };
}

/** What audits find, one company after another, beginning with `first`, until one has found something. */
async function findingsIn({ store, heads }: SweptBooks, first = "acme"): Promise<readonly string[]> {
  const companies = new Set([first, ...heads.keys(), ...(await store.journal.companies(null, 100))]);
  for (const id of companies) {
    const { findings } = await createInvoicing({ store })
      .company(id)
      .audit({ expect: heads.get(id), pageSize: 3 });
    if (findings.length > 0) return findings.map(({ code, detail }) => `${id} ${code}: ${detail}`);
  }
  return [];
}

/** Makes the change; `false` if it changes nothing or the column's type does not allow it. */
async function make(raw: RawDatabase, { sql, table, sweeps }: Change): Promise<boolean> {
  const rows = async (from: string) => {
    const found = await raw.rows(`SELECT * FROM ${from} WHERE sweep IN (0, ${sweeps.join(", ")}) ORDER BY sweep`);
    return JSON.stringify(found, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  };
  await raw.run(sql).catch((error: unknown) => expect(String(error)).toMatch(/out of range|overflow|does not exist/i));
  return (await rows(table)) !== (await rows(`kept_${table}`));
}

/** All of the changes on SQLite, whose audits are quick, and as many as there are tries on PostgreSQL. */
function changesToMake({ name }: Database, changes: readonly Change[]): readonly Change[] {
  if (name === "SQLite") return changes;
  const step = Math.ceil(changes.length / tries(changes.length, 8));
  const first = Math.floor(Math.random() * step);
  return changes.filter((_, place) => place % step === first);
}

test.each(DATABASES)(
  "on $name every change is found, but for those that are written down",
  async (database) => {
    const books = await writeBooksToSweep(database);
    const { raw } = books;
    await raw.dropKeys();
    const all = await changesOf(raw);
    const changes = changesToMake(database, all);
    const tables = new Set(all.map(({ table }) => table));
    expect(tables.size, "tables that have rows").toBe(12);
    for (const table of tables) await raw.run(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
    expect(await findingsIn(books)).toEqual([]);
    const unseen = new Map<string, string>();
    let made = 0;
    for (const change of changes) {
      if (await make(raw, change)) {
        made += 1;
        const found = await findingsIn(books, change.company).catch((error: unknown) => `ended with ${error}`);
        if (typeof found === "string") unseen.set(`${change.name}: ${found}`, change.sql);
        else if (found.length === 0) unseen.set(change.name, change.sql);
      }
      const { table, sweeps } = change;
      await raw.run(`DELETE FROM ${table} WHERE sweep IN (0, ${sweeps.join(", ")});
      INSERT INTO ${table} SELECT * FROM kept_${table} WHERE sweep IN (${sweeps.join(", ")})`);
    }
    expect(await findingsIn(books), "all of it was put back").toEqual([]);
    expect(made / changes.length).toBeGreaterThan(0.8);
    const known = UNSEEN.filter(({ only = database.name }) => only === database.name);
    expect([...unseen].filter(([name]) => !known.some(({ cells }) => cells.test(name)))).toEqual([]);
    const unneeded = known.filter(({ cells }) => ![...unseen.keys()].some((name) => cells.test(name)));
    if (changes.length === all.length) expect(unneeded).toEqual([]);
    await books.close();
  },
  600_000,
);
