/**
 * Question: how fast is issuing over HTTP, compared with a bare loop that writes the same rows without HTTP?
 * Method: autocannon posts orders over 64 keep-alive connections from its own process to a server in another one: the
 * endpoints on plain `node:http`, on a SQLite file. With two cores, clients and server have one each, and the bare loop
 * has one to itself. Every response must be 201, and a rate only counts if the numbers in the file are verified to be
 * 1..n. Reads are measured too, on a file of a thousand invoices.
 *
 *     npm run bench -- issue-over-http
 */
import { join } from "node:path";
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { childProcess } from "./child-process.ts";
import { SQLITE_DURABILITY, SqliteFloor } from "./floor-on-sqlite.ts";
import type { HttpLoad } from "./http-load.ts";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import { countersOf, issueThroughLibrary, ORDER, proveGapless, sampleDocument, temporaryFolder } from "./workload.ts";

const CONNECTIONS = 64;
const STORED = 1000;
const ADAPTER = "@whatwg-node/server";

async function proveIssued(path: string, invoices: number): Promise<void> {
  const invoicing = createInvoicing({ store: await openSqliteStore(path) });
  proveGapless(await countersOf(invoicing.company("firma")), invoices);
  await invoicing.close();
}

/** Creates a file of invoices to read. Returns the id of one of them. */
async function storedInvoices(path: string): Promise<string> {
  await issueThroughLibrary(await openSqliteStore(path), { callers: CONNECTIONS, invoices: STORED });
  const invoicing = createInvoicing({ store: await openSqliteStore(path) });
  const { data } = await invoicing.company("firma").list({ limit: 1 });
  await invoicing.close();
  return data[0]!.id;
}

await answer(async (scale: Scale) => {
  const [requests, rounds] = scale === "short" ? [3000, 3] : [10_000, 7];
  const folder = temporaryFolder();
  const document = await sampleDocument();
  const servers = [
    childProcess<string>("http-server.ts", ADAPTER),
    childProcess<string>("http-server.ts", "@hono/node-server"),
  ] as const;
  const load = childProcess<HttpLoad>("http-load.ts");
  const common = { connections: CONNECTIONS, requests };

  const floor = async (round: number) => {
    const bare = new SqliteFloor(join(folder, `bare-${round}.db`), document);
    const rate = await bare.issue(requests);
    proveGapless(bare.counters(), requests);
    bare.close();
    return rate;
  };
  const posting = (place: 0 | 1) => async (round: number) => {
    const path = join(folder, `posted-${place}-${round}.db`);
    const port = await servers[place].ask(path);
    const body = JSON.stringify(ORDER);
    const rate = await load.ask({ ...common, port, method: "POST", path: "/invoices", status: 201, body });
    await servers[place].ask("");
    await proveIssued(path, requests);
    return rate;
  };
  const stored = join(folder, "stored.db");
  const id = await storedInvoices(stored);
  const getting = (path: string) => async () => {
    const port = await servers[0].ask(stored);
    return load.ask({ ...common, port, method: "GET", path, status: 200 });
  };
  try {
    const finding = await compare({
      title: `HTTP on SQLite, ${CONNECTIONS} connections`,
      durability: SQLITE_DURABILITY,
      unit: "requests a second",
      rounds,
      contenders: [
        { name: "bare loop, one transaction for each invoice, no HTTP", run: floor },
        { name: `POST /invoices, ${ADAPTER}`, run: posting(0), target: { atLeast: 1.2 } },
        { name: "POST /invoices, @hono/node-server", run: posting(1), target: { atLeast: 1.5 } },
        { name: "GET /invoices/{id}", run: getting(`/invoices/${id}`) },
        { name: "GET /invoices, twenty of them", run: getting("/invoices") },
      ],
    });
    return [finding];
  } finally {
    for (const process of [...servers, load]) process.end();
  }
});
