/**
 * A child that serves acme's six endpoints on a SQLite file, through both adapters of the guide, and watches itself. It
 * prints their ports, and then answers each line of input with a line of JSON.
 */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createInterface } from "node:readline";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { getRequestListener } from "@hono/node-server";
import { createInvoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { toNodeHandler } from "faktura/node";
import { openSqliteStore } from "faktura/sqlite";
import { germanProfile } from "../support/fixtures.ts";

const [path] = process.argv.slice(2) as [string];
const invoicing = createInvoicing({ store: await openSqliteStore(path) });
await invoicing.company("acme").saveProfile(germanProfile());
const errors: string[] = [];
const handle = createHttpHandler(invoicing, {
  authenticate: (key) =>
    key === "acme" ? { companyId: "acme", scopes: ["read:company", "read:invoices", "write:invoices"] } : null,
  onError: (error) => errors.push(inspect(error)),
});

const sockets = new Set<Socket>();
/** As a host would have it, but for headers of 1 MiB: what costs more than its length shows. */
async function serve(listener: RequestListener) {
  const server = createServer({ maxHeaderSize: 2 ** 20 }, listener).listen(0, "127.0.0.1");
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await once(server, "listening");
  return server;
}
const servers = [await serve(toNodeHandler(handle)), await serve(getRequestListener(handle))];

/** Processor time, and not time, so that it counts nothing when the machine works for others. */
const cpuMs = () => process.cpuUsage().user / 1e3 + process.cpuUsage().system / 1e3;
/** What a turn is measured by, so that a slow machine is as good as a fast one: parsing a mebibyte of JSON, at its best. */
const parseMs = Math.min(...Array.from({ length: 8 }, timeOfParsing));

function timeOfParsing(): number {
  const text = JSON.stringify(Array.from({ length: 2 ** 17 }, (_, place) => `k${place}`));
  const before = cpuMs();
  JSON.parse(text);
  return cpuMs() - before;
}

let [longestTurnMs, lastTick] = [0, cpuMs()];
/** Ticks once a turn of the event loop, or every few milliseconds. */
const watch = setInterval(() => {
  const now = cpuMs();
  longestTurnMs = Math.max(longestTurnMs, now - lastTick);
  lastTick = now;
}, 2);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const COMMANDS: Readonly<Record<string, () => unknown>> = {
  /** The work of the longest turn of the event loop since the last question; 1 is the parsing of a mebibyte of JSON. */
  async watch() {
    await new Promise((resolve) => setTimeout(resolve, 4)); // the watch has ticked after the last request
    const held = longestTurnMs / parseMs;
    longestTurnMs = 0;
    return { held, errors };
  },
  async memory() {
    for (let turn = 0; turn < 3; turn += 1) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve)); // what was given up may have more to give up
    }
    const { heapUsed, external } = process.memoryUsage();
    return { bytes: heapUsed + external };
  },
  /** What has come in on the connections that are open. */
  received: () => ({ bytes: [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0) }),
};

console.log(JSON.stringify(servers.map((server) => (server.address() as AddressInfo).port)));
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "close") break;
  console.log(JSON.stringify(await COMMANDS[line]!()));
}
for (const server of servers) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
await invoicing.close();
clearInterval(watch);
process.stdin.destroy(); // an open pipe would keep the process alive
