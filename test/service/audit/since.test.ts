/**
 * Goal: an audit that goes on behind a head finds what one of the whole books finds of what came later, and of the older
 * invoices that it names; its cost follows what is new.
 * Method: random books are cut at a random place and audited both ways. In books without guards and keys, every cell that
 * such an audit answers for is changed, one at a time. Reads are counted. By day
 * only a part of the cells and rows, at random.
 */
import { type Company, type Invoice, type JournalHead, Refusal } from "faktura";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { tries } from "../../support/tries.ts";
import { openBooks } from "../books.ts";
import { auditInSteps } from "./audited-rows.ts";
import { DATABASES, type RawDatabase, writeBooksToTamper } from "./tampered-books.ts";

const KINDS = [
  "issue",
  "series",
  "pay",
  "refund",
  "cancel",
  "credit",
  "bonus",
  "advance",
  "replace",
  "portal",
] as const;
const call = fc.record({ kind: fc.constantFrom(...KINDS), on: fc.nat(30), part: fc.integer({ min: 1, max: 99 }) });
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

const SERIES = { B: { prefix: "SB" } };

/** Does what the call says, mostly on one of these invoices. Returns an invoice that it has issued. */
async function run(acme: Company, { id, invoiceNumber: number }: Invoice, other: string, { kind, part }: Call) {
  if (kind === "issue") return acme.issue(order());
  if (kind === "series") return acme.issue(order({ series: "B" }));
  if (kind === "pay") return void (await acme.recordPayment(id, { amount: part }));
  if (kind === "refund") return void (await acme.recordPayment(id, { amount: -part / 10 }));
  if (kind === "cancel") return void (await acme.cancel(id));
  if (kind === "credit")
    return void (await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: part / 10 }] }));
  if (kind === "portal") return void (await acme.recordPortalNumber(id, { portal: "archive", number: `K-${part}` }));
  if (kind === "replace") return acme.issue(order({ documentType: "384", precedingInvoices: [{ number }] }));
  if (kind === "bonus") {
    const { clientName, clientCountry, clientVatNumber, isCompany } = order();
    const items = [{ description: "Bonus", quantity: 1, unitPrice: 2 * part, taxRate: 19 }];
    const correctedInvoices = [number, other].map((each) => ({ number: each, amount: Math.round(part * 119) / 100 }));
    const client = { clientName, clientCountry, clientVatNumber, isCompany };
    return void (await acme.issueCreditNote({ ...client, autoVat: false, reason: "x", correctedInvoices, items }));
  }
  const items = [{ description: "Part", quantity: 1, unitPrice: part }];
  const advance = await acme.issue(order({ documentType: "386", items }));
  return acme.issue(order({ advances: [advance.invoiceNumber] }));
}

test("random books are sound from a random head on, and the next head is the same", async () => {
  const done = new Map<string, number>();
  const scene = fc.record({ calls: fc.array(call, { minLength: 4, maxLength: 25 }), cut: fc.nat(24) });
  const property = fc.asyncProperty(scene, async ({ calls, cut }) => {
    const { acme } = await openBooks(memoryStore(), { series: SERIES });
    const issued = [await acme.issue(order())];
    let [since, before]: [JournalHead | undefined, number] = [undefined, 0];
    for (const [index, each] of calls.entries()) {
      if (index === cut % calls.length) ({ head: since, invoices: before } = await acme.audit());
      const invoice = await run(acme, issued[each.on % issued.length]!, issued[0]!.invoiceNumber, each).catch(
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          return null;
        },
      );
      if (invoice !== null) done.set(each.kind, (done.get(each.kind) ?? 0) + 1);
      if (invoice) issued.push(invoice);
    }
    const [whole, later] = [await acme.audit(), await acme.audit({ since, pageSize: 3 })];
    expect(await auditInSteps(acme, { since, mostEntries: 2 })).toEqual(later);
    expect(later.findings).toEqual([]);
    expect(whole.findings).toEqual([]);
    const { olderInvoices, ...report } = later;
    const [invoices, entries] = [whole.invoices - before, whole.entries - since!.position];
    expect(report).toEqual({ ...whole, invoices, entries, since });
    expect(olderInvoices).toBeLessThanOrEqual(before);
  });
  await fc.assert(property, { numRuns: tries(200) });
  expect([...done.keys()].sort()).toEqual([...KINDS].sort());
});

/** Books of which the head noted in the middle is `head`; the invoices 12, 14 and 15 are older and named since. */
async function writeOn(database: (typeof DATABASES)[number]) {
  const { acme, raw, head, close } = await writeBooksToTamper(database);
  const older = (await acme.list({ limit: 10 })).data;
  const idOf = (end: string) => older.find(({ invoiceNumber }) => invoiceNumber.endsWith(end))!.id;
  const later = await acme.issue(order());
  await acme.recordPayment(idOf("-0014"), { amount: 7 });
  await acme.credit(idOf("-0015"), { reason: "returned", lines: [{ line: 1, quantity: 1 }] });
  await acme.recordPayment(idOf("-0012"), { amount: -38 });
  await acme.recordPayment(later.id, { amount: 1 });
  await acme.issueMany([order(), order()]);
  const named = [idOf("-0012"), idOf("-0014"), idOf("-0015")].map((id) => `'${id}'`).join();
  return { acme, raw, head, named, close };
}

/** What an audit from position 11 on answers for, as SQL: rows that came later, and those of older invoices that it names. */
const answeredFor = (named: string): Readonly<Record<string, string>> => ({
  faktura_invoices: `journal_position > 11 OR id IN (${named})`,
  faktura_journal: `position > 11 OR invoice_id IN (${named})`,
  faktura_payments: `invoice_id IN (${named}) OR invoice_id IN (SELECT id FROM faktura_invoices WHERE journal_position > 11)`,
  faktura_credit_notes: "position > 11",
});

const literal = (value: unknown) =>
  value === null ? "NULL" : typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;

const dayAfter = (day: Date | string) => (typeof day === "string" ? day.replace(/-20$/, "-21") : "2026-11-21");

/** Another value of the same type. */
function changed(value: unknown, type: string): string {
  if (/date/.test(type)) return `'${dayAfter(value as string)}'`;
  if (/int|num|real/i.test(type)) return value === null ? "1" : String(Number(value) + 1);
  return value === null ? "'x'" : literal(`${value}x`);
}

async function cellsOf(raw: RawDatabase, named: string) {
  const columns = await raw.columns();
  const cells = [];
  for (const [table, condition] of Object.entries(answeredFor(named)))
    for (const row of await raw.rows(`SELECT * FROM ${table} WHERE company_id = 'acme' AND (${condition})`))
      for (const { column, type } of columns.filter((each) => each.table === table && each.column !== "sweep"))
        cells.push({ table, column, type, value: row[column], at: `sweep = ${row["sweep"]}` });
  return cells;
}

test.each(DATABASES)(
  "on $name, each change of a later row, or of an older invoice that is named, is found as in the whole books",
  async (database) => {
    const { acme, raw, head, named, close } = await writeOn(database);
    await raw.dropKeys();
    const cells = await cellsOf(raw, named);
    const step = Math.ceil(cells.length / tries(cells.length, database.name === "SQLite" ? 3 : 12));
    const first = Math.floor(Math.random() * step);
    const unseen: string[] = [];
    for (const { table, column, type, value, at } of cells.filter((_, index) => index % step === first)) {
      await raw.run(`CREATE TABLE kept AS SELECT * FROM ${table} WHERE ${at}`);
      await raw.run(`UPDATE ${table} SET ${column} = ${changed(value, type)} WHERE ${at}`);
      const { findingCount } = await acme.audit({ since: head });
      if (findingCount === 0 && (await acme.audit({ expect: head })).findingCount > 0)
        unseen.push(`${table}.${column}`);
      await raw.run(`UPDATE ${table} SET ${column} = (SELECT ${column} FROM kept) WHERE ${at}; DROP TABLE kept`);
    }
    expect(cells.length).toBeGreaterThan(200);
    expect([...new Set(unseen)]).toEqual([]);
    expect((await acme.audit({ since: head })).findings).toEqual([]);
    await close();
  },
);

test.each(DATABASES)("on $name, a row that was removed since the head is found", async (database) => {
  const { acme, raw, head, named, close } = await writeOn(database);
  await raw.dropKeys();
  for (const [table, condition] of Object.entries(answeredFor(named)))
    for (const { sweep } of await raw.rows(`SELECT sweep FROM ${table} WHERE company_id = 'acme' AND (${condition})`)) {
      if (Math.random() > tries(100, database.name === "SQLite" ? 1 : 4) / 100) continue;
      await raw.run(`CREATE TABLE kept AS SELECT * FROM ${table} WHERE sweep = ${sweep}`);
      await raw.run(`DELETE FROM ${table} WHERE sweep = ${sweep}`);
      // What is cut off at the end, only a later head can show.
      const isLast = table === "faktura_invoices" && (await acme.audit()).head.position < 18;
      if (!isLast) expect((await acme.audit({ since: head })).findingCount, `${table} ${sweep}`).toBeGreaterThan(0);
      await raw.run(`INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept`);
    }
  await close();
});

test.each(DATABASES)("on $name, a head that is no longer there is a finding", async (database) => {
  const { acme, raw, head, close } = await writeOn(database);
  for (const since of [{ ...head, digest: "0".repeat(64) }, { ...head, position: 99 }, `5:${head.digest}`])
    expect((await acme.audit({ since })).findings).toMatchObject([{ code: "history_rewritten" }]);
  await raw.dropGuards();
  await raw.run(`UPDATE faktura_invoices SET digest = '${"1".repeat(64)}' WHERE journal_position = 11`);
  const { findings } = await acme.audit({ since: head });
  expect(findings).toContainEqual({ code: "history_rewritten", detail: expect.stringContaining("whole books") });
  await close();
});

test.each(EVERY_STORE)("on $name, what an audit reads follows what is new", async ({ open }) => {
  const { acme, store } = await openBooks(await open());
  await acme.issueMany(Array.from({ length: 100 }, () => order()));
  const reads = async () => {
    let rows = 0;
    const counted = Object.fromEntries(
      Object.entries(store.journal).map(([name, read]) => [
        name,
        async (...given: unknown[]) => {
          const result: unknown = await (read as (...given: unknown[]) => Promise<unknown>)(...given);
          rows += Array.isArray(result) ? result.length : 1;
          return result;
        },
      ]),
    );
    const journal = store.journal;
    Object.assign(store, { journal: counted });
    const { findings } = await acme.audit({ since });
    Object.assign(store, { journal });
    expect(findings).toEqual([]);
    return rows;
  };
  let since: JournalHead | undefined;
  const paid = async () => {
    ({ head: since } = await acme.audit());
    const { data } = await acme.list({ limit: 3 });
    for (const { id } of data) await acme.recordPayment(id, { amount: 1 });
    await acme.issueMany(Array.from({ length: 5 }, () => order()));
    return reads();
  };
  const first = await paid();
  await acme.issueMany(Array.from({ length: 900 }, () => order()));
  expect(await paid()).toBeLessThan(first + 40);
  expect(first).toBeLessThan(110);
});
