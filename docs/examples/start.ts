/**
 * The demo host: the six endpoints over a SQLite file, on plain `node:http`. It listens on loopback only.
 *
 *     npm start -- --port 3000 --file demo.db
 */
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { createServerAdapter } from "@whatwg-node/server";
import { createInvoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { openSqliteStore } from "faktura/sqlite";
import { DEMO_KEYS } from "./demo-companies.ts";
import { curlLines, invoiceTable } from "./demo-output.ts";
import { seedDemo } from "./seed-demo.ts";

const { port, file } = readOptions();
const server = createServer();
await listen();

const invoicing = createInvoicing({ store: await openSqliteStore(file) });
const handle = createHttpHandler(invoicing, { authenticate: (apiKey) => DEMO_KEYS.get(apiKey) });
server.on("request", createServerAdapter(handle));

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);

const invoices = await seedDemo(invoicing, handle);
if (invoices.some(({ isNew }) => isNew)) {
  console.log(`One invoice for each row of the VAT table, issued just now:\n\n${invoiceTable(invoices)}\n`);
}
const baseUrl = `http://localhost:${portInUse()}`;
console.log(`Listening on ${baseUrl} with invoices in ${file}. Stop with Ctrl+C. Try:\n`);
console.log(curlLines(baseUrl, invoices));

function readOptions(): { port: number; file: string } {
  try {
    const { values } = parseArgs({ options: { port: { type: "string" }, file: { type: "string" } } });
    const text = values.port ?? process.env["PORT"] ?? "3000";
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) fail(`"${text}" is not a port: 0 to 65535.`);
    return { port: Number(text), file: values.file ?? "demo.db" };
  } catch (error) {
    return fail(`${(error as Error).message}. Usage: npm start -- [--port 3000] [--file demo.db]`);
  }
}

/** Listens before anything is issued, so that a port that is taken leaves nothing behind. */
function listen(): Promise<void> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") fail(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`);
      fail(error.message);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
}

function portInUse(): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Answers what was asked already, then closes the file. */
function stop(signal: NodeJS.Signals): void {
  console.log(`\n${signal}: closing.`);
  server.close(async () => {
    await invoicing.close();
    process.exit(0);
  });
  server.closeIdleConnections();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
