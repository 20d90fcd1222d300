import { apiKeys, createInvoicing, determineVat, isRefusal } from "faktura";
import { storeContract } from "faktura/contract";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { migratePostgres, type PostgresPool, postgresStore } from "faktura/postgres";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { viesVerifier } from "faktura/vies";
import { describe, expect, test } from "vitest";
import { germanProfile } from "../support/fixtures.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

const store = memoryStore();
const invoicing = createInvoicing({ store });
const file = freshFile();
/** Never connected to: options are looked at first. */
const pool = { connect: () => expect.fail("no connection is needed") } as unknown as PostgresPool;

/** Every function that takes options, with options that it takes and a misspelt name of one that it knows. */
const CALLS: [string, (options: never) => unknown, object, string, string][] = [
  ["createInvoicing", createInvoicing, { store }, "onevent", "onEvent"],
  ["company", (options) => invoicing.company("acme", options), {}, "acter", "actor"],
  ["drainBilling", (options) => invoicing.drainBilling(options), { deliver: async () => {} }, "batchsize", "batchSize"],
  ["ready", (options) => invoicing.ready(options), {}, "signel", "signal"],
  ["close", async (options) => invoicing.close(options), {}, "timeout", "timeoutMs"],
  [
    "createHttpHandler",
    (options) => createHttpHandler(invoicing, options),
    { authenticate: () => null },
    "basepath",
    "basePath",
  ],
  ["apiKeys", (options) => apiKeys(store, options), {}, "prefixes", "prefix"],
  ["openSqliteStore", (options) => openSqliteStore(file, options), {}, "lockTimeout", "lockTimeoutMs"],
  ["sqliteStore", (options) => sqliteStore(() => connectRaw(file), options), {}, "number", "numbers"],
  ["postgresStore", (options) => postgresStore(pool, options), {}, "shema", "schema"],
  ["migratePostgres", (options) => migratePostgres(pool, options), {}, "trigger", "triggers"],
  ["viesVerifier", viesVerifier, {}, "timeout", "timeoutMs"],
  ["storeContract", storeContract, { test: () => {}, open: async () => store }, "reOpenn", "reopen"],
];

/** What the call throws, at once or through its promise. */
async function faultOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return expect.fail("nothing was thrown");
}

describe.each(CALLS)("%s", (name, call, good, misspelt, meant) => {
  test("refuses an option that it does not know, and names the one that was meant", async () => {
    const error = await faultOf(() => call({ ...good, [misspelt]: 1 } as never));
    expect(error).toBeInstanceOf(TypeError);
    const whose = name.endsWith("qliteStore") ? "the SQLite store" : name;
    expect((error as Error).message).toBe(`${whose}: ${misspelt} is not a known option; did you mean ${meant}?`);
  });

  test.each(["a text", null, 1, ["a list"], () => ({})])("refuses %o as its options", async (options) => {
    expect(await faultOf(() => call(options as never))).toBeInstanceOf(TypeError);
  });
});

test("a name that is near none is answered with those that there are", () => {
  expect(() => viesVerifier({ colour: "red" } as never)).toThrow(
    "viesVerifier: colour is not a known option; known: endpoint, timeoutMs, attempts, backoffMs, deadlineMs, fetch",
  );
  expect(() => viesVerifier({ toString: 1 } as never)).toThrow(/toString is not a known option/);
});

test("company refuses options inside a transaction of the host's too", async () => {
  const sqlite = createInvoicing({ store: await openSqliteStore(file) });
  const raw = connectRaw(file);
  raw.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  expect(() => sqlite.joining(raw).company("acme", { acter: "x" } as never)).toThrow(/did you mean actor\?/);
  raw.close();
  await sqlite.close();
});

test("determineVat refuses an option that it does not know, and options that are missing, as a refusal", async () => {
  const decide = (options: unknown) => determineVat(germanProfile(), { country: "FI" }, options as never);
  for (const [options, parameter, detail] of [
    [{ on: "2026-11-20", suply: "goods" }, "suply", "is not a known option; did you mean supply?"],
    [undefined, "options", 'must be an object such as { on: "2026-11-20" }, not undefined'],
  ] as const) {
    const error = await faultOf(() => decide(options));
    expect(isRefusal(error, "request_invalid") && error.errors).toEqual([{ parameter, detail }]);
  }
});
