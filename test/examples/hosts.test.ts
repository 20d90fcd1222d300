import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { readPage } from "../docs/pages.ts";
import { expectProblemsOfBodies, type Peer, speakWith } from "../http/conversation.ts";
import { blockOf } from "../http/mountings.ts";
import { oneTo } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";
import { follow, stop } from "./demo-host.ts";
import { addressOf, NO_NEXT, startNext } from "./host-process.ts";

const peerAt = (base: string): Peer => ({ base, key: "secret", readersKey: "secret-of-a-reader" });

/** The counters of the invoices in a file, as another process finds them. */
async function countersIn(file: string): Promise<number[]> {
  const invoicing = createInvoicing({ store: await openSqliteStore(file) });
  const { data } = await invoicing.company("acme").list({ limit: 100 });
  await invoicing.close();
  return data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
}

test.each([
  ["express", "SIGTERM"],
  ["fastify", "SIGTERM"],
  ["hono", "SIGINT"],
  ["node", "SIGINT"],
] as const)(
  "the host %s serves the six endpoints, leaves bodies to the handler, and closes its file on %s",
  async (name, signal) => {
    const file = freshFile();
    const script = `docs/examples/hosts/${name}.ts`;
    const host = follow(spawn(process.execPath, ["--import", "tsx", script, "--port", "0", "--file", file]));
    const peer = peerAt(await addressOf(host, /^Listening on (\S+)$/m));
    await speakWith(fetch, peer);
    await expectProblemsOfBodies(fetch, peer);
    expect(await stop(host, signal)).toBe(0);
    expect(host.printed()).toMatch(/\nClosed\.\n$/);
    expect(existsSync(`${file}-wal`), "a file that was closed has no log beside it").toBe(false);
    expect(await countersIn(file)).toEqual(oneTo(13).reverse());
  },
);

test("the Next.js host serves the six endpoints, and leaves bodies to the handler", async ({ skip }) => {
  if (NO_NEXT !== undefined) {
    console.info(`The Next.js host is not run: ${NO_NEXT}.`);
    skip(NO_NEXT);
  }
  const file = freshFile();
  const host = startNext(file);
  const peer = peerAt(`${await addressOf(host, /Local: +(http:\S+)/)}/accounting`);
  await speakWith(fetch, peer);
  await expectProblemsOfBodies(fetch, peer);
  expect(await stop(host, "SIGTERM"), host.printed()).toBe(0);
  expect(await countersIn(file)).toEqual(oneTo(13).reverse());
});

const MOUNTINGS = [
  ["accounting.ts", "// accounting.ts"],
  ["express.ts", "app.use(express.json());"],
  ["fastify.ts", "fastify()"],
  ["hono.ts", "new Hono()"],
  ["node.ts", "createServer(createServerAdapter(handle))"],
  ["next/next.config.ts", "// next.config.ts"],
  ["next/app/accounting/[...path]/route.ts", "// app/accounting/[...path]/route.ts"],
] as const;

/** A line in which the guide and the host listen on different ports. */
const LISTENING = /\(?\{?[^({]*\b3000\b.*$/;

test.each(MOUNTINGS)("%s contains every line that the guide shows of it", (path, text) => {
  const host = readPage(`docs/examples/hosts/${path}`);
  const lines = blockOf("docs/guide/mounting.md", text)
    .replace('"invoices.db"', "file")
    .replace('"../../../accounting"', '"../../../../accounting.ts"')
    .split("\n")
    .filter((line) => !/^\/\/ \S+\.ts$|^import .* "\.\/accounting\.ts";$/.test(line));
  expect(lines.length).toBeGreaterThan(4);
  const missing = lines.filter((line) =>
    LISTENING.test(line) ? !host.includes(line.replace(LISTENING, "(")) : !host.split("\n").includes(line),
  );
  expect(missing).toEqual([]);
});
