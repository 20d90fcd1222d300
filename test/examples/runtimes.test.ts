import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import type { InvoiceList, PreviewedInvoice } from "../../src/panel/wire.ts";
import { expectProblemsOfBodies, type Peer, speakWith } from "../http/conversation.ts";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { openPool, pool } from "../support/postgres.ts";
import { freePort } from "../support/postgres-server.ts";
import { testUnless } from "../support/skipping.ts";
import { freshFile } from "../support/stores.ts";
import { bundleForWorkerd, startWorkerd, untilListening, type WorkerdScript } from "../support/workerd.ts";
import { follow, type Host, stop } from "./demo-host.ts";
import { addressOf, countersIn, hostAt, installHosts } from "./host-process.ts";
import { closeBrowserAtTheEnd, expectPanelInBrowser } from "./panel-in-browser.ts";
import { NO_RUNTIMES, nitro, programOf } from "./runtimes.ts";

const hostTest = testUnless(NO_RUNTIMES);

closeBrowserAtTheEnd();

let folder: string;
beforeAll(() => {
  if (NO_RUNTIMES === undefined) folder = installHosts();
});
afterAll(() => {
  if (NO_RUNTIMES === undefined) rmSync(folder, { recursive: true, force: true });
});

hostTest.each([
  ["deno", "SIGTERM", ["serve", "--allow-all", "--port", "0", "--host", "127.0.0.1", "deno.ts"]],
  ["bun", "SIGINT", ["bun.ts", "--port", "0"]],
  ["bun", "SIGTERM", ["elysia-bun.ts", "--port", "0"]],
] as const)(
  "on %s, a host serves the six endpoints, leaves bodies to the handler, and closes its file on %s: %j",
  async (runtime, signal, words) => {
    const file = freshFile();
    const host = follow(spawn(programOf(runtime), [...words, "--file", file], { cwd: folder }));
    const peer = hostAt(`${new URL(await addressOf(host, /(?:Listening on|server:) (http\S+)/)).origin}/accounting`);
    await speakWith(fetch, peer);
    await expectProblemsOfBodies(fetch, peer);
    await expectPanelInBrowser(peer.base.replace("/accounting", "/panel"));
    expect(await stop(host, signal), host.printed()).toBe(0);
    expect(host.printed()).toMatch(/\nClosed\.\n$/);
    expect(existsSync(`${file}-wal`), "a file that was closed has no log beside it").toBe(false);
    expect(await countersIn(file)).toEqual(oneTo(13).reverse());
  },
);

hostTest("built with Nitro, the host serves the six endpoints", async () => {
  const cwd = join(folder, "nitro");
  execFileSync(process.execPath, [nitro(), "build"], {
    cwd,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "pipe", // it warns about comments in zod
  });
  const file = freshFile();
  const env = { ...process.env, HOST: "127.0.0.1", PORT: String(await freePort()), INVOICES_FILE: file };
  const host = follow(spawn(process.execPath, [".output/server/index.mjs"], { cwd, env }));
  const peer = hostAt(`${new URL(await addressOf(host, /Listening on (http\S+)/)).origin}/accounting`);
  await speakWith(fetch, peer);
  await expectProblemsOfBodies(fetch, peer);
  await expectPanelInBrowser(peer.base.replace("/accounting", "/panel"));
  await stop(host, "SIGTERM");
  expect(await countersIn(file)).toEqual(oneTo(13).reverse());
});

/** A new database with the tables and the company of the hosts. */
async function freshDatabase(): Promise<string> {
  const name = `workers_${process.pid}`;
  await pool.query(`CREATE DATABASE ${name}`);
  onTestFinished(async () => void (await pool.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  const url = new URL(inject("postgresUrl"));
  url.pathname = name;
  const inside = openPool({ connectionString: url.href });
  await migratePostgres(inside, { panel: true });
  const invoicing = createInvoicing({ store: postgresStore(inside) });
  await invoicing.company("firma").saveProfile(germanProfile());
  await invoicing.close();
  await inside.end();
  return url.href;
}

/** Issues an invoice through the calls of the panel's pages, finds it in their lists, audits the books, and opens a page. */
async function issueInPanel({ base, key }: Peer): Promise<void> {
  const address = base.replace("/accounting", "/panel");
  const call = async (path: string, body?: object) => {
    const headers = { Cookie: "session=jane", "Content-Type": "application/json" };
    const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${address}/firma/calls${path}`, sent);
    expect([path, answer.ok], await answer.clone().text()).toEqual([path, true]);
    return answer;
  };
  expect((await fetch(`${address}/firma/calls/invoices`)).status, "without a session").toBe(401);
  const sale = { ...order({ clientName: "Kundin of the panel" }), supplyDate: "2026-11-20" };
  const { invoice } = (await (await call("/preview", { order: sale })).json()) as PreviewedInvoice;
  const accepted = invoice.warnings.map(({ detail }) => detail);
  await call("/invoices", { order: sale, shown: invoice, accepted, draftId: randomUUID() });
  const { data, total } = (await (await call("/invoices")).json()) as InvoiceList;
  expect(data[0]).toMatchObject({ clientName: sale.clientName, amountDue: 238 });
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const more = { method: "POST", headers, body: JSON.stringify(order()) };
  for (const _ of oneTo(11)) await Promise.all(oneTo(10).map(() => fetch(`${base}/invoices`, more)));
  const rows = (await (await call("/invoices.csv")).text()).trim().split("\r\n");
  expect(rows.length, "a file that is read while it is sent").toBe(1 + total + 110);
  expect(await (await call("/audit", {})).json()).toMatchObject({ last: { findings: [] }, hasFailed: false });
  await expectPanelInBrowser(address);
}

/** Bundles a script of the folder for workerd with the installed package, as its developers would, and runs it there. */
function inWorkerd(name: string, port: number, script: Partial<WorkerdScript> = {}): Host {
  const bundle = { tsconfigRaw: {} }; // that of the examples names the sources
  const whole = { entry: join(folder, `${name}.ts`), folder, port, bundle, ...script };
  bundleForWorkerd(whole);
  return startWorkerd(whole);
}

hostTest(
  "in workerd, which runs Cloudflare Workers, the host serves the six endpoints and the panel on PostgreSQL",
  async () => {
    const port = await freePort();
    const host = inWorkerd("workers", port, { texts: { DATABASE_URL: await freshDatabase() } });
    const peer = hostAt(`http://127.0.0.1:${port}/accounting`);
    await untilListening(host, port);
    await speakWith(fetch, peer);
    await expectProblemsOfBodies(fetch, peer);
    await issueInPanel(peer);
  },
);

hostTest(
  "in workerd, Durable Objects serve the six endpoints and the panel, and deliver when their alarm rings",
  async () => {
    const port = await freePort();
    const disk = dirname(freshFile());
    const host = inWorkerd("durable-objects", port, { objects: { className: "Books", disk } });
    await untilListening(host, port);
    const peer = hostAt(`http://127.0.0.1:${port}/accounting`);
    await speakWith(fetch, peer);
    await expectProblemsOfBodies(fetch, peer);
    await addressOf(host, /^Delivered (\d+) events$/m);
    const strangers = await fetch(`${peer.base}/invoices`, { headers: { Authorization: "Bearer nobody" } });
    expect(strangers.status).toBe(401);
    await issueInPanel(peer);
  },
);

hostTest.each([
  ["2025-09-15", "TypeError: createInvoicing was called while the modules of a Worker are loaded"],
  ["2025-09-14", 'No such module "node:os"'],
])("in workerd of %s, a script that creates the invoicing when it is loaded stops with %j", async (date, message) => {
  const script = `
import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import "faktura/sqlite";
import "faktura/panel";
const invoicing = createInvoicing({ store: memoryStore() });
export default { fetch: async () => Response.json(await invoicing.company("firma").list()) };`;
  writeFileSync(join(folder, "at-load.ts"), script);
  const host = inWorkerd("at-load", await freePort(), { compatibilityDate: date });
  await once(host.child, "exit");
  expect(host.printed()).toContain(message);
});
