import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test, vi } from "vitest";
import { connectRaw, freshFile } from "../support/stores.ts";
import { ended, ready, start, stop, takePort } from "./demo-host.ts";

test("a request that comes while the host is starting is answered once it is ready", async () => {
  const file = freshFile();
  const other = connectRaw(file);
  other.exec("BEGIN IMMEDIATE"); // the host listens, but cannot open its tables
  const { port, free } = await takePort();
  await free();
  const host = start("--port", String(port), "--file", file);
  const socket = await vi.waitFor(() => connected(port), { timeout: 30_000, interval: 5 });
  socket.write("GET /company HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-key-firma\r\nConnection: close\r\n\r\n");
  expect(host.printed()).toBe("");
  other.exec("ROLLBACK");
  other.close();
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"name":"Firma GmbH"');
  await ready(host);
  expect(await stop(host, "SIGTERM")).toBe(0);
});

test("SIGTERM ends the host even if a request was only half sent", { timeout: 20_000 }, async () => {
  const host = start("--port", "0", "--file", freshFile());
  const port = Number(/localhost:(\d+)/.exec(await ready(host))![1]);
  const socket = await connected(port);
  const head = ["POST /invoices HTTP/1.1", "Host: x", "Authorization: Bearer demo-key-firma", "Expect: 100-continue"];
  socket.write([...head, "Content-Type: application/json", "Content-Length: 100", "", "{"].join("\r\n"));
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1\.1 100 /); // so the host has it, and waits for more
  socket.on("error", () => {}); // the host closes the connection
  expect(await stop(host, "SIGTERM")).toBe(0);
  expect(host.printed()).toMatch(/\nSIGTERM: closing\.\n$/);
});

const OTHER_FILE = "Use another file: npm start -- --file <path>";

test.each<[string, (file: string) => string, string]>([
  ["lies in a folder that is not there", (file) => `${file}/no/such.db`, "does not exist; create it first"],
  ["is no database", (file) => written(file), "it is not a SQLite database; name another file"],
  ["was written by a newer faktura", (file) => newer(file), "Upgrade faktura"],
  ["is a folder", (file) => file.slice(0, file.lastIndexOf("/")), "it is a folder; name a file in it"],
  ["is not a file", () => ":memory:", "needs the path of a file"],
])("a --file that %s is reported in one line with the next step, without a stack trace", async (_, prepare, step) => {
  const file = prepare(freshFile());
  const { code, printed } = await ended(start("--port", "0", "--file", file));
  expect(code).toBe(1);
  expect(printed).toMatch(/^Cannot open [^\n]+\n$/);
  expect(printed.startsWith(`Cannot open ${file}: `)).toBe(true);
  expect(printed).toContain(step);
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test("a --file that cannot be written to is reported, with another place to use", async () => {
  const file = freshFile();
  const store = await openSqliteStore(file);
  await store.close();
  const raw = connectRaw(file);
  raw.exec("CREATE TRIGGER full BEFORE INSERT ON faktura_companies BEGIN SELECT RAISE(ABORT, 'it is full'); END");
  raw.close();
  const { code, printed } = await ended(start("--port", "0", "--file", file));
  expect(code).toBe(1);
  expect(printed).toBe(`Cannot write the demo's invoices to ${file}: it is full. ${OTHER_FILE}\n`);
});

async function connected(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

function written(file: string): string {
  writeFileSync(file, "This is a text, and no database of any kind.\n".repeat(100));
  return file;
}

function newer(file: string): string {
  const raw = connectRaw(file);
  raw.exec("CREATE TABLE faktura_schema (version INTEGER NOT NULL) STRICT; INSERT INTO faktura_schema VALUES (999)");
  raw.close();
  return file;
}
