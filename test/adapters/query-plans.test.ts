/**
 * Goal: reads use key look-ups and never scan all of a company's books, however long they are, in the library's
 * statements and in the guards of its tables.
 * Method: SQLite explains every statement of the common use cases, and the condition of every trigger. A scan by
 * company alone is accepted if it stops at the first row, or if the company has only one row.
 */
import { createInvoicing } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { listeningConnection, type Sent } from "./listening.ts";

async function doEverything(path: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  const store = sqliteStore(() => listeningConnection(path, sent));
  await store.ready();
  sent.length = 0;
  const invoicing = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00Z") });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  await acme.continueNumbering({ lastCounter: 7, lastIssueDate: "2026-11-01" });
  const [first, second] = await acme.issueMany([order(), order()], { idempotencyKey: "a" });
  await acme.issue(order(), { idempotencyKey: "b" });
  await acme.recordPayment(first!.id, { amount: 238 });
  await acme.cancel(second!.id);
  const part = { reason: "returned", lines: [{ line: 1, netAmount: 10 }] };
  const creditNote = await acme.credit(first!.id, part, { idempotencyKey: "c" });
  await acme.credit(first!.id, part, { idempotencyKey: "c" });
  await acme.recordPayment(first!.id, { amount: -11.9 });
  await acme.credit(first!.id, { reason: "withdrawn" });
  await acme.getCreditNote(creditNote.id);
  for (const filter of [{}, { invoiceId: first!.id }, { from: "2026-11-01", to: "2026-12-01" }] as const) {
    await acme.creditNotes(filter);
    await acme.creditNotes({ ...filter, page: 2, limit: 1 });
  }
  await acme.get(first!.id);
  const days = { from: "2026-11-01", to: "2026-12-01" };
  const texts = [{ client: "Kun" }, { client: "Кунд" }, { reference: "R-1" }, { client: "K", reference: "R-1" }];
  const due = { dueBefore: "2026-12-24" };
  const lookups = [...texts, due, { ...due, status: "SENT" }, { ...due, ...texts[0] }] as const;
  const rest = { status: "PAID", ...days } as const;
  for (const filter of [{}, { status: "PAID" }, days, ...lookups, { ...rest, ...lookups[0] }] as const) {
    await acme.list(filter);
    await acme.list({ ...filter, page: 2, limit: 1 });
    await acme.list({ ...filter, after: second!.invoiceNumber });
    for await (const _ of acme.listAll(filter)) break;
  }
  await invoicing.drainBilling({ deliver: async () => {} });
  await invoicing.drainEvents({ deliver: async () => {}, batchSize: 3 });
  await acme.issue(order());
  await store.billing.pending("acme");
  await acme.audit();
  await invoicing.close();
  return sent;
}

/**
 * Scans that do not read a company's books: of the schema, of tables with one row per company or for 4,096 invoices, of a statement's own
 * tables and subqueries, and of bound values.
 */
const SHORT =
  /faktura_(?:schema|companies|sequences|billing_cursors|billing_leases|search_blocks|shard_claims)\b|^SCAN (?:CONSTANT ROW|\(subquery-\d+\)|json_each|\w+ VIRTUAL TABLE|companies|blocks|found|page|total|wanted|sqlite_schema|\d)/;

/** Events that were acknowledged before older ones. There are none if `drainBilling` acknowledges. */
const OUT_OF_ORDER = "SEARCH faktura_billing_acknowledged USING PRIMARY KEY (company_id=?)";

/** The scans in a plan by company alone, or without a key, minus those in the text that stop at the first row. */
function longLooks(plan: readonly { readonly detail: string }[], text: string): string[] {
  const looks = plan.map(({ detail }) => detail).filter((detail) => /^SCAN |\(company_id=\?\)$/.test(detail));
  const long = looks.filter((detail) => !SHORT.test(detail) && detail !== OUT_OF_ORDER);
  return long.slice(text.match(/LIMIT 1\b|\b(?:min|max)\(\w+\)/g)?.length ?? 0);
}

interface Plan {
  all(...values: readonly unknown[]): readonly { readonly detail: string }[];
}

test("SQLite uses keys in every statement of the library", async () => {
  const path = freshFile();
  const sent = await doEverything(path);
  const raw = connectRaw(path);
  const texts = new Map(sent.map(({ text, values }) => [text, values]));
  let explained = 0;
  for (const [text, values] of texts) {
    if (!/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)/.test(text)) continue;
    explained += 1;
    const plan = (raw.prepare(`EXPLAIN QUERY PLAN ${text}`) as unknown as Plan).all(...values);
    expect(longLooks(plan, text), text).toEqual([]);
  }
  expect(explained).toBeGreaterThan(30);
});

/** The values of the row in a trigger. */
const ROW = /\b(?:NEW|OLD)\.\w+/g;

test("SQLite uses keys in every guard", async () => {
  const path = freshFile();
  await doEverything(path);
  const raw = connectRaw(path);
  const triggers = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  let looks = 0;
  for (const { name, sql } of triggers as { name: string; sql: string }[]) {
    const condition = /\bWHEN\b(.*?)\bBEGIN\b/s.exec(sql)?.[1] ?? "1";
    const values = condition.match(ROW) ?? [];
    const plan = raw.prepare(`EXPLAIN QUERY PLAN SELECT ${condition.replace(ROW, "?")}`) as unknown as Plan;
    const explained = plan.all(...values);
    looks += explained.filter(({ detail }) => detail.startsWith("SEARCH ")).length;
    expect(longLooks(explained, condition), name).toEqual([]);
  }
  expect(looks).toBeGreaterThanOrEqual(20);
});
