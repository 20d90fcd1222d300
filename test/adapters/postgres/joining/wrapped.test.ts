/** Errors wrapped by ORMs: PostgreSQL's own error is found in them, under whatever name. */
import type pg from "pg";
import { expect, test } from "vitest";
import { isConnectionLost, remedyFor, sqlStateOf } from "../../../../src/adapters/postgres/connection/errors.ts";
import { order } from "../../../support/fixtures.ts";
import { pool } from "../../../support/postgres.ts";
import { openHost } from "../host.ts";

/** An error from PostgreSQL as an ORM passes it on. */
const WRAPPERS: [string, (error: pg.DatabaseError) => unknown][] = [
  [
    "Drizzle",
    (cause) => Object.assign(new Error("Failed query: SELECT 'socket'\nparams: 1"), { query: "", params: [], cause }),
  ],
  [
    "Sequelize",
    (error) =>
      Object.assign(new Error(error.message), { name: "SequelizeDatabaseError", parent: error, original: error }),
  ],
  [
    "Prisma's engine",
    ({ code, message }) =>
      Object.assign(new Error("Invalid `prisma.$queryRawUnsafe()` invocation"), {
        code: "P2010",
        meta: { code, message },
      }),
  ],
  [
    "Prisma's adapter",
    ({ code: originalCode, message: originalMessage, severity }) => {
      const cause = {
        originalCode,
        originalMessage,
        kind: "postgres",
        code: originalCode,
        severity,
        message: originalMessage,
      };
      return Object.assign(new Error("Raw query failed"), {
        code: "P2010",
        meta: { driverAdapterError: { name: "DriverAdapterError", cause } },
      });
    },
  ],
  ["TypeORM", (error) => Object.assign(new Error(error.message), { name: "QueryFailedError", driverError: error })],
  ["MikroORM", (error) => Object.assign(new Error(error.message), { name: "DriverException", cause: error })],
  [
    "postgres.js",
    ({ code, message, severity }) =>
      Object.assign(new Error(message), { name: "PostgresError", code, severity, severity_local: "FEHLER" }),
  ],
];

test.each(WRAPPERS)("a lock timeout in the host's counter is StoreBusyError even if %s wraps it", async (_, wrap) => {
  const { schema, client, invoicing } = await openHost({
    numbers: (own) => ({
      lock: async () => {
        await own.query("SET LOCAL lock_timeout = '100ms'");
        await own.query(`SELECT last FROM ${schema}.panel_counter FOR UPDATE`);
        return { lastCounter: 0, lastIssueDate: null, started: true };
      },
      take: async () => 1,
    }),
  });
  await pool.query(`CREATE TABLE ${schema}.panel_counter AS SELECT 0 AS last`);
  const other = await pool.connect();
  await other.query(`BEGIN; SELECT last FROM ${schema}.panel_counter FOR UPDATE`);
  const wrapping = {
    query: (text: string, values?: unknown[]) =>
      client.query(text, values).catch((error) => Promise.reject(wrap(error))),
  };
  await client.query("BEGIN");
  const issuing = invoicing.joining(wrapping).company("acme").issue(order());
  await expect(issuing).rejects.toMatchObject({ code: "store_busy" });
  await other.query("ROLLBACK");
  other.release();
  await invoicing.joining(wrapping).company("acme").issue(order());
  await client.query("COMMIT");
});

test.each(WRAPPERS)("an aborted transaction is named as such through %s", async (_, wrap) => {
  const { client, joined } = await openHost();
  const wrapping = {
    query: (text: string, values?: unknown[]) =>
      client.query(text, values).catch((error) => Promise.reject(wrap(error))),
  };
  await client.query("BEGIN");
  await client.query("SELECT 1/0").catch(() => undefined);
  await expect(joined(wrapping).issue(order())).rejects.toThrow(/^an earlier statement in your transaction failed/);
  await client.query("ROLLBACK");
});

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);

test.each<[string, unknown, string | undefined]>([
  ["PostgreSQL's own", error("busy", { code: "55P03", severity: "ERROR" }), "55P03"],
  ["three deep", { cause: { original: { driverError: { code: "40P01" } } } }, "40P01"],
  ["Prisma's own code is not an SQLSTATE", error("raw", { code: "P2010", meta: { code: "N/A" } }), undefined],
  [
    "a state of a host's trigger, below Prisma's code",
    { code: "P2010", meta: { code: "AB123", severity: "ERROR" } },
    "AB123",
  ],
  ["plpgsql's", { code: "P0001" }, "P0001"],
  ["Node's code is not an SQLSTATE", error("write EPIPE", { code: "EPIPE" }), undefined],
  ["nor is it below an adapter of Prisma's", { cause: { originalCode: "EPIPE" } }, undefined],
  ["no error at all", undefined, undefined],
])("the state of an error: %s", (_, thrown, state) => {
  expect(sqlStateOf(thrown)).toBe(state);
});

test("an error that wraps itself, or wraps endlessly, is still inspected", () => {
  const circle: { code: string; cause?: unknown } = { code: "N/A" };
  circle.cause = { cause: circle };
  expect(sqlStateOf(circle)).toBe(undefined);
  const endless = new Proxy({}, { get: (_, name) => (name === "cause" ? endless : undefined) });
  expect(sqlStateOf(endless)).toBe(undefined);
});

test.each<[string, unknown, boolean]>([
  [
    "a statement about sockets that failed",
    error("Failed query: 'socket'", { cause: error("syntax error", { code: "42601" }) }),
    false,
  ],
  ["the same of a driver that says no more", error("Failed query: 'socket'", { cause: error("no idea") }), false],
  [
    "a connection that ended below",
    error("Failed query", { cause: error("Connection terminated unexpectedly") }),
    true,
  ],
  ["Node's code below Sequelize", error("x", { parent: error("read ECONNRESET", { code: "ECONNRESET" }) }), true],
  ["postgres.js's code", error("write CONNECTION_CLOSED localhost:5432", { code: "CONNECTION_CLOSED" }), true],
  ["the server's going down below Prisma", { code: "P2010", meta: { code: "57P01" } }, true],
])("whether a connection is lost: %s", (_, thrown, lost) => {
  expect(isConnectionLost(thrown)).toBe(lost);
});

test.each([
  ["pg", { code: "23505", constraint: "faktura_invoices_pkey" }],
  ["postgres.js", { code: "23505", severity: "ERROR", constraint_name: "faktura_invoices_pkey" }],
  ["Drizzle", { cause: { code: "23505", constraint: "faktura_idempotency_keys_pkey" } }],
  [
    "Prisma",
    {
      meta: {
        driverAdapterError: { cause: { originalCode: "23505", constraint: { index: "faktura_invoices_pkey" } } },
      },
    },
  ],
])("a number that was taken without the lock is recognised through %s", (_, thrown) => {
  expect(remedyFor(thrown)).toBe("read-again");
});
