/**
 * Goal: a key only appears in the result of `create`, and not in the database, an error, a warning, a log, or an object
 * that someone prints.
 * Method: use keys in every way, then search all output for any eight consecutive letters of their secrets.
 * Not covered: what a host itself does with a key, or with the headers of a request.
 */
import { existsSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { type ApiKeyStore, apiKeys, createInvoicing, type InvoicingStore } from "faktura";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test, vi } from "vitest";
import { freshSchema, pool } from "../../support/postgres.ts";
import { freshFile } from "../../support/stores.ts";

/** The parts of the secret, because a part of it is a leak too. */
function piecesOf(apiKey: string): string[] {
  const secret = apiKey.slice(-38);
  return Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8));
}

function expectNoKey(text: string, keys: readonly string[], where: string): void {
  expect(text.length, where).toBeGreaterThan(0);
  const found = keys.flatMap(piecesOf).filter((piece) => text.includes(piece));
  expect(found, where).toEqual([]);
}

/** Creates, uses, refuses and revokes keys. Returns them, with all output on the way. */
async function liveThrough(store: InvoicingStore): Promise<{ made: string[]; said: string }> {
  const keys = apiKeys(store);
  const said: unknown[] = [keys];
  const attempt = (call: () => Promise<unknown>) => call().then(...[0, 1].map(() => (end: unknown) => said.push(end)));
  const made: string[] = [];
  for (const companyId of ["acme", "globex", "acme"]) {
    const created = await keys.create(companyId, { scopes: ["read:invoices"], name: "Shop" });
    made.push(created.apiKey);
    said.push(created); // printed, it shows a getter
    said.push(await keys.authenticate(created.apiKey), keys.parse(created.apiKey));
  }
  const [first, second] = made as [string, string];
  await attempt(() => keys.revoke("acme", first)); // a key in the place of its id
  await attempt(() => keys.expire("acme", first, "2099-01-01T00:00:00Z"));
  await attempt(() => keys.expire("acme", keys.parse(first)!.id, first));
  await attempt(() => keys.create("acme", { scopes: [first], expiresAt: first }));
  await attempt(() => keys.create("acme", first as never));
  await attempt(() => keys.create("acme", { scopes: first as never }));
  await attempt(async () => apiKeys(store, first as never));
  await attempt(async () => apiKeys(store, { prefix: first }));
  await attempt(async () => apiKeys(first as never));
  const invoicing = createInvoicing({ store });
  await attempt(async () => createHttpHandler(invoicing, first as never));
  await attempt(async () => createHttpHandler(invoicing, { authenticate: first as never }));
  await attempt(async () => createHttpHandler(invoicing, { authenticate: () => null, onError: first as never }));
  await attempt(() => invoicing.company("acme").list(first as never));
  await attempt(() => keys.authenticate(`${first}x`));
  await attempt(() => keys.revoke("globex", keys.parse(second)!.id));
  await attempt(() => keys.authenticate(second));
  said.push(await keys.list("acme"), await keys.list("globex"));
  await keys.close();
  await attempt(() => keys.authenticate(first));
  const text = said.map((thing) => inspect(thing, { depth: 9, showHidden: true }) + ((thing as Error)?.stack ?? ""));
  return { made, said: text.join("\n") + JSON.stringify(await store.apiKeys.list("acme")) };
}

test("a SQLite file, its log and its shared memory contain no key, nor do errors and printed objects", async () => {
  const path = freshFile();
  const store = await openSqliteStore(path);
  const { made, said } = await liveThrough(store);
  const files = [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));
  expect(files.length, "the log is still there").toBe(3);
  const bytes = files.map((file) => readFileSync(file, "latin1")).join("");
  expect(bytes, "the search finds what is there").toContain((await store.apiKeys.list("acme"))[0]!.id);
  expectNoKey(bytes, made, "the file");
  expectNoKey(said, made, "what was returned or thrown");
  await store.close();
  expectNoKey(readFileSync(path, "latin1"), made, "the closed file");
});

test("PostgreSQL's rows contain no key, nor do errors and printed objects", async () => {
  const schema = await freshSchema();
  const { made, said } = await liveThrough(postgresStore(pool, { schema }));
  const { rows } = await pool.query(`SELECT t::text AS row FROM ${schema}.faktura_api_keys AS t`);
  expect(rows.length).toBe(3);
  expectNoKey(JSON.stringify(rows), made, "the rows");
  expectNoKey(said, made, "what was returned or thrown");
});

test("the JSON sent contains the key once, in the result of create", async () => {
  const keys = apiKeys(memoryStore());
  const created = await keys.create("acme", { scopes: ["a"] });
  expect(JSON.parse(JSON.stringify(created)).apiKey).toBe(created.apiKey);
  expect(inspect(created)).toContain("[Getter]");
  expectNoKey(JSON.stringify(await keys.list("acme")), [created.apiKey], "the list");
});

test("if a store fails, the server's log, warnings and answers do not contain the key", async () => {
  const store = memoryStore();
  const { apiKey } = await apiKeys(store).create("acme", { scopes: ["read:invoices"] });
  const fail = async (...given: unknown[]) => {
    throw new Error(`cannot reach the database for ${inspect(given)}`);
  };
  const said: unknown[] = [];
  const warn = (warning: Error) => said.push(inspect(warning));
  const log = vi.spyOn(console, "error").mockImplementation((...texts) => void said.push(inspect(texts)));
  process.on("warning", warn);
  const call = async (broken: Partial<ApiKeyStore>) => {
    const keys = apiKeys({ apiKeys: { ...store.apiKeys, ...broken } });
    const handle = createHttpHandler(createInvoicing({ store }), { authenticate: keys.authenticate });
    const headers = { Authorization: `Bearer ${apiKey}` };
    const response = await handle(new Request("http://localhost/invoices", { headers }));
    said.push(await response.text(), inspect(response.headers));
    await keys.close();
    return response.status;
  };
  expect([await call({ find: fail }), await call({ touch: fail })]).toEqual([500, 200]);
  await new Promise(setImmediate); // warnings are emitted in the next turn of the event loop
  process.off("warning", warn);
  log.mockRestore();
  const text = said.join("\n");
  expect(text).toMatch(/FAKTURA_API_KEY_USES/);
  expect(text.match(/cannot reach the database/g)?.length).toBeGreaterThanOrEqual(2);
  expectNoKey(text, [apiKey], "what was returned or thrown");
});
