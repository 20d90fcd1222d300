/**
 * The demo host: the endpoints, extended ones too, and the company's panel on a SQLite file. It listens only on loopback.
 *
 *     npm start -- --port 3000 --file demo.db
 */
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { apiKeys, createInvoicing } from "faktura";
import { en16931, facturX, peppol, xrechnung } from "faktura/einvoice";
import { createHttpHandler } from "faktura/http";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { seedClients } from "./demo-clients.ts";
import { DEMO_KEYS, DEMO_SESSION } from "./demo-companies.ts";
import { curlLines, invoiceTable } from "./demo-output.ts";
import { printable, renderDocument } from "./render-pdf.ts";
import { seedDemo } from "./seed-demo.ts";

/** How long requests in progress may still take after the host is told to stop. */
const GRACE_MS = 2000;

/** How long a health check may take. */
const HEALTH_MS = 2000;

const OTHER_FILE = "Use another file: npm start -- --file <path>";

const { port, file } = readOptions();
// Requests that arrive during the start are answered when the host is ready.
const server = createServer(getRequestListener(async (request) => (await host).app.fetch(request)));
const listening = listen();
const host = listening.then(openHost);

await listening;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);

const { invoices } = await host;
if (invoices.some(({ isNew }) => isNew)) {
  console.log(`Issued one invoice for each row of the VAT table:\n\n${invoiceTable(invoices)}\n`);
}
const baseUrl = `http://localhost:${portInUse()}`;
console.log(`Listening on ${baseUrl} with invoices in ${file}. Press Ctrl+C to stop.\n`);
console.log(`The company's panel: ${baseUrl}/panel\n\nThe endpoints:\n`);
console.log(curlLines(baseUrl, invoices));

function readOptions(): { port: number; file: string } {
  try {
    const { values } = parseArgs({ options: { port: { type: "string" }, file: { type: "string" } } });
    // npm takes options without a preceding `--` for its own, and passes them on in the environment.
    const { npm_config_port: npmPort, npm_config_file: npmFile, PORT: portOfAll } = process.env;
    const text = values.port ?? npmPort ?? portOfAll ?? "3000";
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
      fail(`"${text}" is not a port number from 0 to 65535. Usage: npm start -- --port 3000`);
    }
    return { port: Number(text), file: values.file ?? npmFile ?? "demo.db" };
  } catch (error) {
    return fail(`${(error as Error).message}. Usage: npm start -- [--port 3000] [--file demo.db]`);
  }
}

/** Listens before anything is issued, so that nothing is left behind if the port is in use. */
function listen(): Promise<void> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const fault = error.code === "EADDRINUSE" ? `Port ${port} is in use` : `Cannot listen: ${error.message}`;
      const other = port < 1024 || port === 65_535 ? 3000 : port + 1; // ports below 1024 need administrator rights
      fail(`${fault}. Use another: npm start -- --port ${other}`);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
}

async function openHost() {
  const store = await openSqliteStore(file).catch((error: NodeJS.ErrnoException) => {
    // SQLite's own errors have a code. The library's errors already say what to do.
    const remedy = error.code === undefined ? "" : `. ${OTHER_FILE}`;
    return fail(`Cannot open ${file}: ${error.message}${remedy}`);
  });
  const keys = apiKeys(store);
  const invoicing = createInvoicing({ store, printable, formats: [xrechnung, peppol, en16931, facturX] });
  const handle = createHttpHandler(invoicing, {
    authenticate: (apiKey) => DEMO_KEYS.get(apiKey) ?? keys.authenticate(apiKey),
    extended: true,
    renderPdf: renderDocument,
  });
  const panel = createPanel(invoicing, {
    authenticate: () => DEMO_SESSION,
    hostNames: ["localhost", "127.0.0.1"],
    render: renderDocument,
    tables: panelTables(store),
    apiKeys: keys,
  });
  // Scripts and styles of the panel are compressed already. Pages, lists and documents are compressed here.
  const app = new Hono().use(compress()).get("/", (context) => context.redirect("/panel"));
  app.all("/panel/*", (context) => panel(context.req.raw));
  app.get("/health", async (context) => {
    try {
      await invoicing.ready({ signal: AbortSignal.timeout(HEALTH_MS) });
      return context.text("ready");
    } catch (error) {
      return context.text((error as Error).message, 503);
    }
  });
  app.all("*", (context) => handle(context.req.raw));
  const invoices = await seedDemo({ store, invoicing, handle, today: new Date() }).catch((error: Error) =>
    fail(`Cannot write the demo's invoices to ${file}: ${error.message}. ${OTHER_FILE}`),
  );
  await seedClients(panel);
  return { invoicing, keys, app, invoices };
}

function portInUse(): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Finishes the requests in progress, then closes the file. */
function stop(signal: NodeJS.Signals): void {
  console.log(`\n${signal}: closing.`);
  server.close(async () => {
    const { invoicing, keys } = await host;
    await keys.close(); // before the store: it writes when keys were last used
    await invoicing.close();
    process.exit(0);
  });
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
