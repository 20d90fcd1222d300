/** Goal: an option or an argument of the wrong kind is named, with what it must be and what was given. */
import { apiKeys, createInvoicing } from "faktura";
import { createHttpHandler, openApiDocument } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { migratePostgres, postgresJsPool, postgresStore } from "faktura/postgres";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { viesVerifier } from "faktura/vies";
import { Client } from "pg";
import postgres from "postgres";
import { expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";

type Loose = (...args: never[]) => unknown;
const store = memoryStore();
const invoicing = createInvoicing({ store });
const authenticate = () => null;
const deliver = async () => {};
const later = Promise.resolve();
const drain = (options: object) => invoicing.drainBilling(options as never);
const handler = (options: object) => createHttpHandler(invoicing, { authenticate, ...options } as never);
const create = (options: object) => createInvoicing({ store, ...options } as never);
const audit = (options: object) => invoicing.company("acme").audit(options as never);
const vies = viesVerifier as Loose;
const POOL = "pool must be a connection pool, such as new Pool() from pg";
const COMPANY = "a company id must be a non-empty string of well-formed Unicode without NUL";
const OPTIONS = "takes an object with the options";

// biome-ignore format: a table
const MISTAKES: readonly [string, () => unknown, string][] = [
  ["a promise of a company id", () => invoicing.company(later as never), `${COMPANY}, not a promise; await it`],
  ["an actor as an object", () => invoicing.company("acme", { actor: {} as never }), "actor must be a string of 1 to 200 characters, well-formed Unicode without NUL, not an object"],
  ["a source in capitals", () => invoicing.company("acme", { source: "PANEL" as never }), "source must be one of api, panel; did you mean panel?"],
  ["a bare actor", () => invoicing.company("acme", "anna" as never), `company ${OPTIONS} actor, source, not a string`],
  ["a promise of companies", () => create({ companies: later }), "companies must have a method profile(companyId) that returns the company's profile, not a promise; await it"],
  ["a clock that is an instant", () => create({ clock: new Date() }), "clock must have a method now() that returns a Date, not a Date"],
  ["fonts in place of what is printable", () => create({ printable: {} }), "printable must have a method unprintable(), like printableWith(fonts), not an object"],
  ["a promise of a verifier", () => create({ verifier: later }), "verifier must have a method verify(), like viesVerifier(), not a promise; await it"],
  ["a listener by its name", () => create({ onEvent: "mail" }), "onEvent must be a function, not a string"],
  ["an outage that is ignored", () => create({ vatNumberPolicy: { outage: "ignore" } }), 'vatNumberPolicy: outage must be one of refuse, accept, not "ignore"'],
  ["rates that are none", () => create({ rates: { DE: [null] } }), 'null is not a VAT rate of DE: since is a day, YYYY-MM-DD, and percent "0" to "100" with at most three decimals'],
  ["a promise of an invoicing", () => createHttpHandler(later as never, { authenticate }), "createHttpHandler needs the object that createInvoicing returns, then its options, not a promise; await it"],
  ["an error handler that is none", () => handler({ onError: "log" }), "onError must be a function, not a string"],
  ["extended as a text", () => handler({ extended: "yes" }), 'extended must be true or false, not "yes"'],
  ["a renderer that is none", () => handler({ renderPdf: true }), "renderPdf must be a function, not true"],
  ["a bare URL of a document", () => openApiDocument("https://x.test" as never), `openApiDocument ${OPTIONS} serverUrl, extended, formats, not a string`],
  ["a misspelt URL of a document", () => openApiDocument({ serverURL: "https://x.test" } as never), "openApiDocument: serverURL is not a known option; did you mean serverUrl?"],
  ["a URL of a document that is a URL object", () => openApiDocument({ serverUrl: new URL("https://x.test") as never }), "serverUrl must be a string such as \"https://api.example.com/accounting\", not an object"],
  ["a connection string", () => postgresStore("postgres://user:secret@db/x" as never), `${POOL}; for a connection string, pass new Pool({ connectionString })`],
  ["a promise of a pool", () => migratePostgres(later as never), `${POOL}, not a promise; await it`],
  ["a client for a pool", () => postgresStore(new Client() as never), `${POOL}; this is a single client: pass the pool`],
  ["a client out of a pool", () => postgresStore({ query: () => {}, release: () => {}, connect: () => {} } as never), `${POOL}; this is a single client: pass the pool`],
  ["Drizzle for a pool", () => postgresStore({ execute: () => {}, dialect: {}, session: {}, $client: {} } as never), `${POOL}; this looks like Drizzle: pass its pool, db.$client, or postgresJsPool(db.$client) on postgres.js`],
  ["postgres.js for a pool", () => postgresStore(postgres() as never), `${POOL}; this looks like the sql of postgres.js: pass postgresJsPool(sql), from faktura/postgres`],
  ["Prisma for a pool", () => migratePostgres({ $queryRawUnsafe: () => {} } as never), `${POOL}; this looks like a client of Prisma: pass a pool of pg, new Pool({ connectionString })`],
  ["no pool", () => postgresStore(undefined as never), `${POOL}, not undefined`],
  ["options that are none", () => postgresJsPool(() => undefined as never, null as never), `postgresJsPool ${OPTIONS} max, not null`],
  ["a path for a function", () => sqliteStore("x.db" as never), "sqliteStore needs a function that opens a connection; for a path, use await openSqliteStore(path)"],
  ["a promise of a path", () => openSqliteStore(later as never), "openSqliteStore needs the path of a file, not a promise; await it; for a store in memory, use memoryStore()"],
  ["a time-out as a text", () => openSqliteStore(freshFile(), { lockTimeoutMs: "5" as never }), 'lockTimeoutMs must be 0 or more milliseconds, not "5"'],
  ["a batch size as a text", () => drain({ deliver, batchSize: "10" }), 'batchSize must be a whole number from 1 to 1000, not "10"'],
  ["a bare receiver", () => drain(deliver), "drainBilling takes an object with the options deliver, batchSize, concurrency, leaseMs, retryAfterMs, source, signal, onError, type, not a function"],
  ["a controller for a signal", () => drain({ deliver, signal: new AbortController() }), "signal must be an AbortSignal, such as that of new AbortController(), not an object"],
  ["a page size of NaN", () => audit({ pageSize: Number.NaN }), "pageSize must be a whole number from 1 to 10000, not NaN"],
  ["a listener of findings that is none", () => audit({ onFinding: [] }), "onFinding must be a function, not an array"],
  ["a time-out of NaN", () => vies({ timeoutMs: Number.NaN } as never), "timeoutMs must be 1 to 2147483647 milliseconds, not NaN"],
  ["attempts as a text", () => vies({ attempts: "3" } as never), 'attempts must be an integer of 1 or more, not "3"'],
  ["a prefix that begins with a digit", () => apiKeys(store, { prefix: "1" }), 'prefix must be a letter, then at most 19 letters, digits and underscores'],
];

test.each(MISTAKES)("%s", async (_, call, message) => {
  const fault = await (async () => call())().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toStrictEqual(new TypeError(message));
});

test("a profile of the host's own that is invalid is named by its faulty field", async () => {
  const companies = { profile: async () => ({ ...germanProfile(), country: "Germany" }) };
  const acme = createInvoicing({ store, companies }).company("acme");
  await expect(acme.issue(order())).rejects.toThrow(
    new TypeError(
      'your companies.profile() returned an invalid profile. /country: "Germany" is not an ISO 3166-1 alpha-2 code; use one such as "DE".',
    ),
  );
});

test("a store that cannot join names those that can", () => {
  const { joining: _, ...others } = memoryStore() as unknown as { joining?: unknown };
  const unjoinable = createInvoicing({ store: others as never });
  expect(() => unjoinable.joining({})).toThrow(
    new TypeError(
      "this store cannot join your transaction; those of faktura/postgres (with pg or postgres.js), faktura/sqlite and faktura/memory can",
    ),
  );
});

test("a call after the end says that it came too late", async () => {
  const ended = createInvoicing({ store: memoryStore() });
  const acme = ended.company("acme");
  await ended.close();
  await expect(acme.list()).rejects.toThrow(new TypeError("this invoicing is closed; make every call before close()"));
});
