/**
 * Goal: no call reads a company's books from end to end, nor does a guard, however long they are.
 * Method: SQLite explains every statement that the library sends while it does everything it can, and every condition of
 * its triggers; each look into a table goes by more than the company, or ends with the first row.
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
  await acme.get(first!.id);
  for (const filter of [{}, { status: "PAID" }, { from: "2026-11-01", to: "2026-12-01" }] as const) {
    await acme.list(filter);
    await acme.list({ ...filter, page: 2, limit: 1 });
  }
  await invoicing.drainBilling({ deliver: async () => {} });
  await acme.issue(order());
  await store.billing.pending("acme");
  await acme.audit();
  await invoicing.close();
  return sent;
}

/** The looks of a plan that take as long as the company's books are: by the company alone, and not for one end of them. */
function longLooks(plan: readonly { readonly detail: string }[], text: string): string[] {
  const endsEarly = /LIMIT 1\b|\b(?:min|max)\(/.test(text);
  const isLong = /^SCAN faktura_|^SEARCH faktura_(?:invoices|journal|payments|idempotency_keys) .*\(company_id=\?\)$/;
  return plan.map(({ detail }) => detail).filter((detail) => isLong.test(detail) && !endsEarly);
}

interface Plan {
  all(...values: readonly unknown[]): readonly { readonly detail: string }[];
}

test("SQLite goes by keys in every statement of the library's", async () => {
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

test("SQLite goes by keys in every guard", async () => {
  const path = freshFile();
  await doEverything(path);
  const raw = connectRaw(path);
  const triggers = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  let explained = 0;
  for (const { name, sql } of triggers as { name: string; sql: string }[]) {
    const condition = /\bWHEN\b(.*?)\bBEGIN\b/s.exec(sql)?.[1]?.replace(/\b(?:NEW|OLD)\.\w+/g, "'1'");
    if (condition === undefined) continue;
    explained += 1;
    const plan = (raw.prepare(`EXPLAIN QUERY PLAN SELECT ${condition}`) as unknown as Plan).all();
    expect(longLooks(plan, condition), name).toEqual([]);
  }
  expect(explained).toBeGreaterThan(10);
});
