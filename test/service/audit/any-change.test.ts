/**
 * Goal: no change of what is stored is too small to be found, and nothing that the library writes is ever found.
 * Method: random calls, after which an audit must find nothing; then, with the guards gone, one character of one stored
 * text is changed, and audits of all companies that there are must find something.
 */

import { type AuditReport, createInvoicing, type InvoicingStore } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { tries } from "../../support/tries.ts";
import { auditInSteps } from "./audited-rows.ts";
import { DATABASES, type RawDatabase, writeBooksToTamper } from "./tampered-books.ts";

const amount = fc.integer({ min: 1, max: 30_000 }).map((cents) => cents / 100);
const act = fc.oneof(
  fc.record({ act: fc.constant("issue" as const), quantity: fc.integer({ min: 1, max: 9 }), price: amount }),
  fc.record({ act: fc.constant("issueMany" as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ act: fc.constant("pay" as const), which: fc.nat(), amount }),
  fc.record({ act: fc.constant("payAll" as const), which: fc.nat() }),
  fc.record({ act: fc.constant("cancel" as const), which: fc.nat() }),
  fc.record({ act: fc.constant("credit" as const), which: fc.nat(), amount }),
  fc.record({ act: fc.constant("creditAll" as const), which: fc.nat() }),
  fc.record({ act: fc.constant("refund" as const), which: fc.nat(), amount }),
  fc.record({ act: fc.constant("acknowledge" as const), count: fc.integer({ min: 1, max: 5 }), skip: fc.nat(2) }),
  fc.record({ act: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ act: fc.constant("misdate" as const), days: fc.integer({ min: 2, max: 900 }) }),
  fc.record({ act: fc.constant("continue" as const), lastCounter: fc.integer({ min: 0, max: 99_999 }) }),
);

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** Plays the acts; one that is refused changes nothing. */
async function play(store: InvoicingStore, acts: readonly Act[]) {
  const clock = new TestClock("2026-11-20T12:00:00Z");
  const acme = createInvoicing({ store, clock }).company("acme");
  await acme.saveProfile(germanProfile());
  const pick = async (which: number) => {
    const { data, total } = await acme.list({ limit: 100 });
    return data[which % Math.max(1, Math.min(total, 100))];
  };
  for (const it of acts) {
    const refused = () => undefined;
    if (it.act === "issue") {
      await acme.issue(order({ items: [{ description: "x", quantity: it.quantity, unitPrice: it.price }] }));
    } else if (it.act === "issueMany") await acme.issueMany(Array.from({ length: it.count }, () => order()));
    else if (it.act === "wait") clock.set(new Date(clock.now().getTime() + it.hours * 3_600_000).toISOString());
    else if (it.act === "misdate") {
      const now = clock.now();
      clock.set(new Date(now.getTime() + it.days * 86_400_000).toISOString());
      await acme.issue(order());
      clock.set(now.toISOString());
      await acme.resumeDates({ reason: "a wrong clock" });
    } else if (it.act === "continue") {
      await acme.continueNumbering({ lastCounter: it.lastCounter, lastIssueDate: "2026-11-01" }).catch(refused);
    } else if (it.act === "acknowledge") {
      const events = await store.billing.pending("acme", it.count + it.skip);
      const ids = events.slice(it.skip).map(({ id }) => id);
      await store.billing.acknowledge("acme", ids);
    } else {
      const invoice = await pick(it.which);
      if (invoice === undefined) continue;
      if (it.act === "cancel") await acme.cancel(invoice.id).catch(refused);
      else if (it.act === "credit" || it.act === "creditAll") {
        const lines = it.act === "credit" ? [{ line: 1, netAmount: it.amount }] : undefined;
        await acme.credit(invoice.id, { reason: "returned", lines }).catch(refused);
      } else if (it.act === "refund") await acme.recordPayment(invoice.id, { amount: -it.amount }).catch(refused);
      else
        await acme
          .recordPayment(invoice.id, { amount: it.act === "pay" ? it.amount : invoice.amountDue })
          .catch(refused);
    }
  }
  return acme;
}

test.each(STORES)("whatever is done through the library, books on $name are sound", async ({ open }) => {
  const check = async (acts: readonly Act[], pageSize: number) => {
    const store = await open();
    const acme = await play(store, acts);
    const report: AuditReport = await acme.audit({ pageSize });
    expect(report.findings).toEqual([]);
    expect(report.entries).toBe(report.head.position);
    expect(await auditInSteps(acme, { pageSize, mostEntries: 6 - pageSize })).toEqual(report);
    await store.close();
  };
  const property = fc.asyncProperty(fc.array(act, { maxLength: 25 }), fc.integer({ min: 1, max: 5 }), check);
  await fc.assert(property, { numRuns: tries(25, 8) });
});

/** Every text that the books consist of. */
const TEXTS = {
  faktura_invoices:
    "company_id id invoice_number issue_date source status amount_paid cancelled_at cancellation_reason document actor digest",
  faktura_payments: "company_id invoice_id id amount paid_on method reference",
  faktura_journal: "company_id kind invoice_id source actor recorded_at document digest",
  faktura_billing_cursors: "digest",
};

/** What finds a row of acme's books again after the column was changed. */
function keyOf(table: string, column: string): string {
  if (table === "faktura_payments") return column === "id" ? "invoice_id || position" : "id";
  if (table === "faktura_invoices") return "counter";
  return table === "faktura_journal" ? "position" : "company_id";
}

async function storedTexts(raw: RawDatabase) {
  const texts: { table: string; column: string; where: string; text: string }[] = [];
  for (const [table, columns] of Object.entries(TEXTS)) {
    for (const column of columns.split(" ")) {
      const key = keyOf(table, column);
      const rows = await raw.rows(
        `SELECT ${key} AS place, CAST(${column} AS text) AS text FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      for (const { place, text } of rows)
        texts.push({ table, column, where: `${key} = '${place}'`, text: String(text) });
    }
  }
  return texts;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

test.each(DATABASES)("one character changed in any text on $name is found", async (database) => {
  const { acme, raw, head, close } = await writeBooksToTamper(database);
  await raw.dropGuards();
  const texts = await storedTexts(raw);
  expect(texts.length).toBeGreaterThan(100);
  const check = async (which: number, at: number, character: string) => {
    const { table, column, where, text } = texts[which % texts.length]!;
    const place = at % text.length;
    const changed = text.slice(0, place) + character + text.slice(place + 1);
    if (changed === text) return;
    const set = `UPDATE ${table} SET ${column} =`;
    const isStored = await raw.run(`${set} ${quoted(changed)} WHERE ${where}`).then(
      () => true,
      () => false, // no such day, or no number
    );
    const [now] = await raw.rows(`SELECT CAST(${column} AS text) AS text FROM ${table} WHERE ${where}`);
    if (!isStored || now?.["text"] === text) return;
    const { findingCount } = await acme.audit({ expect: head });
    expect(findingCount, `${table}.${column}: ${text} became ${changed}`).toBeGreaterThan(0);
    await raw.run(`${set} ${quoted(text)} WHERE ${where}`);
  };
  const ascii = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
  await fc.assert(fc.asyncProperty(fc.nat(), fc.nat(), ascii, check), { numRuns: tries(400, 8) });
  expect((await acme.audit({ expect: head })).findings, "all of it was put back").toEqual([]);
  await close();
});
