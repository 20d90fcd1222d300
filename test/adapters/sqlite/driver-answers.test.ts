import { createInvoicing } from "faktura";
import { type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshFile, SQLITE_DRIVERS } from "../../support/stores.ts";
import type { Connect } from "./host.ts";

/** Wraps each statement of a connection. */
function withStatements(
  connect: Connect,
  wrap: (statement: ReturnType<SqliteConnection["prepare"]>) => object,
): Connect {
  return (path) => {
    const connection = connect(path);
    return {
      exec: (sql) => connection.exec(sql),
      prepare: (sql) => wrap(connection.prepare(sql)) as ReturnType<SqliteConnection["prepare"]>,
      close: () => connection.close(),
    };
  };
}

interface BigIntStatement {
  safeIntegers?: (isBigInt: boolean) => unknown;
  setReadBigInts?: (isBigInt: boolean) => unknown;
}

/** Drivers return results in different ways. The real drivers are configured or wrapped to behave like the others. */
const ANSWERS: readonly { answer: string; alike: (connect: Connect) => Connect }[] = [
  {
    answer: "null where there is no row, as bun:sqlite does",
    alike: (connect) =>
      withStatements(connect, (statement) => ({
        run: (...values: unknown[]) => statement.run(...values),
        get: (...values: unknown[]) => statement.get(...values) ?? null,
        all: (...values: unknown[]) => statement.all(...values),
      })),
  },
  {
    answer: "integers as bigints, as a host may have set",
    alike: (connect) =>
      withStatements(connect, (statement) => {
        const { safeIntegers, setReadBigInts } = statement as BigIntStatement;
        (safeIntegers ?? setReadBigInts)?.call(statement, true);
        return statement;
      }),
  },
];

const cases = SQLITE_DRIVERS.flatMap((driver) => ANSWERS.map((answer) => ({ ...driver, ...answer })));

test.each(cases)("$name may return $answer", async ({ connect, alike }) => {
  const path = freshFile();
  const open = alike(connect);
  const store = sqliteStore(() => open(path));
  const invoicing = createInvoicing({ store });
  const acme = invoicing.company("acme");
  await expect(acme.issue(order())).rejects.toMatchObject({ code: "company_not_found" });
  await expect(acme.get("nothing")).rejects.toMatchObject({ code: "invoice_not_found" });
  await acme.saveProfile(germanProfile());
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2020-01-01" });
  const { id } = await acme.issue(order(), { idempotencyKey: "1" });
  const host = open(path);
  onTestFinished(() => void host.close());
  host.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  const joined = invoicing.joining(host).company("acme");
  await joined.recordPayment(id, { amount: 238 });
  await expect(joined.get("nothing")).rejects.toMatchObject({ code: "invoice_not_found" });
  expect((await joined.issue(order())).invoiceNumber).toMatch(/-0043$/);
  host.exec("COMMIT");
  expect((await acme.list({ status: "PAID" })).data).toMatchObject([
    { id, invoiceNumber: expect.stringMatching(/-0042$/) },
  ]);
  const deliver = async () => undefined;
  expect(await invoicing.drainBilling({ deliver })).toMatchObject({ delivered: 2 });
  expect(await acme.audit()).toMatchObject({ invoices: 2, findingCount: 0 });
  await invoicing.close();
});

describe("a handle for joining", () => {
  const notConnections: readonly [string, object][] = [
    ["an ORM's database, which has no statements of its own", { select: () => undefined, $client: {} }],
    ["a client of PostgreSQL", { query: async () => ({ rows: [] }) }],
    ["a driver that answers later", { exec: async () => undefined, prepare: async () => undefined }],
    ["a driver that answers to a callback", { exec: () => undefined, prepare: () => ({ get: () => ({}) }) }],
  ];
  test.each(notConnections)("that is %s is refused, with advice on what to pass", (_, handle) => {
    const invoicing = createInvoicing({ store: sqliteStore(() => SQLITE_DRIVERS[0]!.connect(freshFile())) });
    expect(() => invoicing.joining(handle)).toThrow(TypeError);
    expect(() => invoicing.joining(handle)).toThrow(/pass the connection itself/);
  });

  test.each(SQLITE_DRIVERS)("that is closed is refused on $name", ({ connect }) => {
    const path = freshFile();
    const invoicing = createInvoicing({ store: sqliteStore(() => connect(path)) });
    const host = connect(path);
    host.close();
    expect(() => invoicing.joining(host)).toThrow(/open SQLite connection/);
  });
});
