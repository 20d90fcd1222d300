/**
 * Goal: calls of several companies share a commit, and each of them alone is refused or repeated.
 * Method: many companies issue at once on a real file, through a connection that notes what it is sent. Faults are real
 * ones of SQLite: a file that may not grow, and a trigger of the host's.
 */
import { type Company, createInvoicing } from "faktura";
import { type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, interceptedConnection, withRaw } from "../../support/stores.ts";

const LONG_ORDER = order({
  note: "x".repeat(4000),
  items: order().items.map((item) => ({ ...item, note: "y".repeat(1000) })),
});

async function openBooks(companies: number, lockTimeoutMs = 5000) {
  const [path, sent, connections] = [freshFile(), [] as string[], [] as SqliteConnection[]];
  const connect = () => {
    const connection = connectRaw(path);
    connections.push(connection);
    return interceptedConnection(connection, (sql, send) => {
      sent.push(sql);
      return send();
    });
  };
  const invoicing = createInvoicing({ store: sqliteStore(connect, { lockTimeoutMs }) });
  const names = oneTo(companies).map((index) => `company-${index}`);
  for (const name of names) await invoicing.company(name).saveProfile(germanProfile());
  const run = (sql: string) => connections.map((connection) => connection.exec(sql));
  const count = (ending: "COMMIT" | "ROLLBACK") => sent.filter((sql) => sql === ending).length;
  sent.splice(0);
  return { path, run, count, companies: names.map((name) => invoicing.company(name)), invoicing };
}

async function numbersOf(companies: readonly Company[]): Promise<number[][]> {
  const pages = await Promise.all(companies.map((company) => company.list()));
  return pages.map(({ data }) => data.map(({ invoiceNumber }) => Number(invoiceNumber.split("-").at(-1))).reverse());
}

test("calls of 50 companies that arrive together share commits", async () => {
  const { companies, count } = await openBooks(50);
  await Promise.all(companies.map((company) => company.issue(order())));
  expect(count("COMMIT")).toBeLessThan(50);
  expect(await numbersOf(companies)).toEqual(companies.map(() => [1]));
});

test("no commit has more than 256 calls", async () => {
  const { companies, count } = await openBooks(300);
  await Promise.all(companies.map((company) => company.issue(order())));
  expect(count("COMMIT")).toBeGreaterThan(1);
  expect(await numbersOf(companies)).toEqual(companies.map(() => [1]));
});

test("what the full disk refuses to one company is issued for the others", async () => {
  const { path, run, count, companies } = await openBooks(3);
  const [first, second, third] = companies as [Company, Company, Company];
  for (const company of companies) await company.issue(order());
  const { page_count: pages } = withRaw(path, (raw) => raw.prepare("PRAGMA page_count").get()) as {
    page_count: number;
  };
  run(`PRAGMA max_page_count = ${pages + 2}`);
  const outcomes = await Promise.allSettled([first.issue(order()), second.issue(LONG_ORDER), third.issue(order())]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(count("ROLLBACK")).toBe(2); // of the shared commit, and of the second company's own
  run(`PRAGMA max_page_count = ${pages + 1000}`);
  await second.issue(LONG_ORDER);
  expect(await numbersOf(companies)).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
  for (const company of companies) expect((await company.audit()).findings).toEqual([]);
});

test("a trigger of the host's that rolls back everything only fails the call that it is about", async () => {
  const { path, companies } = await openBooks(3);
  withRaw(path, (raw) =>
    raw.exec(`CREATE TRIGGER mine BEFORE INSERT ON faktura_invoices WHEN NEW.company_id = 'company-2'
      BEGIN SELECT RAISE(ROLLBACK, 'not today'); END`),
  );
  const outcomes = await Promise.allSettled(companies.map((company) => company.issue(order())));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(outcomes[1]).toMatchObject({ reason: { message: "not today" } });
  expect(await numbersOf(companies)).toEqual([[1], [], [1]]);
});

test("while another process holds the lock, each call that waits ends in its own time", async () => {
  const { path, companies } = await openBooks(3, 50);
  const other = connectRaw(path);
  other.exec("BEGIN IMMEDIATE");
  const outcomes = await Promise.allSettled(companies.map((company) => company.issue(order())));
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.code)).toEqual(
    companies.map(() => "store_busy"),
  );
  other.exec("ROLLBACK");
  other.close();
  await Promise.all(companies.map((company) => company.issue(order())));
  expect(await numbersOf(companies)).toEqual(companies.map(() => [1]));
});
