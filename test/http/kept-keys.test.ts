import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inspect } from "node:util";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { freshFile } from "../support/stores.ts";
import { ALL_SCOPES, openService, requestFor } from "./client.ts";
import { CALL_FOR_EACH_DOOR } from "./fuzz-calls.ts";

const KEY = "sk-live-0123456789abcdef";

afterEach(() => vi.restoreAllMocks());

/** All that this process says on the console or as warnings, from now on. */
function listen(): unknown[] {
  const said: unknown[] = [];
  for (const method of ["log", "info", "warn", "error", "debug", "trace"] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => void said.push(values));
  }
  vi.spyOn(process, "emitWarning").mockImplementation((...values) => void said.push(values));
  return said;
}

test("a key is in no answer, no error, no log and no file, whatever it is answered with", async () => {
  const file = freshFile();
  const said = listen();
  const told: unknown[] = [];
  const service = await openService(await openSqliteStore(file), {
    authenticate: (key) => (key === KEY ? { companyId: "acme", scopes: ALL_SCOPES, actor: "the shop" } : null),
    onError: (error) => void told.push(error),
  });
  const calls = Object.values(CALL_FOR_EACH_DOOR).flatMap(({ method, path, headers, body }) =>
    [KEY, `${KEY}x`].map((key) => ({ method, path, sent: { ...body, key, headers: { ...body.headers, ...headers } } })),
  );
  const ask = async ({ method, path, sent }: (typeof calls)[number]) => {
    const { json, raw, ...bare } = sent;
    const response = await service.handle(requestFor(method, path, method === "GET" ? bare : sent));
    said.push(response.status, [...response.headers], await response.text());
    return response.status;
  };
  const statuses = new Set<number>();
  for (const call of calls) statuses.add(await ask(call));
  await service.invoicing.close();
  for (const call of calls) statuses.add(await ask(call));
  expect([...statuses].sort()).toEqual([200, 201, 400, 401, 404, 405, 413, 415, 422, 500]);

  expect(told.length).toBeGreaterThan(0);
  const everything = [inspect([said, told], { depth: null, maxStringLength: null, maxArrayLength: null })];
  const folder = dirname(file);
  for (const name of readdirSync(folder)) everything.push(readFileSync(join(folder, name), "latin1"));
  expect(everything.length).toBeGreaterThan(1);
  for (const text of everything) expect(text).not.toContain(KEY);
});
