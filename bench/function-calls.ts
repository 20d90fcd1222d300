/**
 * Question: how many of its own functions does the library call for one request?
 * Method: the sources are bundled with a counter at the start of each function, including closures and callbacks.
 * Functions of dependencies and drivers are not counted. After some requests to warm up, one request is counted.
 *
 *     node --import tsx bench/function-calls.ts [--list]
 *
 * `--list` prints each function called, in order, with its file.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { CompanyProfile, InvoiceOrder } from "faktura";
import pg from "pg";
import ts from "typescript";
import { startPostgres } from "../test/support/postgres-server.ts";
import { temporaryFolder } from "./workload.ts";

const ROOT = join(import.meta.dirname, "..");
const WARM_UP = 20;
/** A company and an order that give the specification's required fields alone, as when calls were first counted. */
const PROFILE: CompanyProfile = {
  name: "Firma GmbH",
  country: "DE",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
};
const ORDER: InvoiceOrder = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  items: [{ description: "Consulting", quantity: 2, unitPrice: 100 }],
};

/** The functions of the library that the requests use. */
interface Library {
  readonly createInvoicing: typeof import("faktura").createInvoicing;
  readonly createHttpHandler: typeof import("faktura/http").createHttpHandler;
  readonly openSqliteStore: typeof import("faktura/sqlite").openSqliteStore;
  readonly postgresStore: typeof import("faktura/postgres").postgresStore;
  readonly migratePostgres: typeof import("faktura/postgres").migratePostgres;
}

/** The calls in the current request. The instrumented functions append to it. */
const calls: string[] = [];
Object.assign(globalThis, { fakturaCalls: calls });

const isCounted = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isAccessor(node);

/** The function's name in the source, with its file and line. */
function nameOf(node: ts.FunctionLikeDeclaration, source: ts.SourceFile): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  const parent = node.parent;
  const named = node.name ?? ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.name);
  const name = named ? named.getText(source) : ts.isConstructorDeclaration(node) ? "constructor" : "callback";
  return `${relative(ROOT, source.fileName)}:${line + 1} ${name}`;
}

/** The source with a counter at the start of each function body. */
function counted(file: string): string {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const { factory } = ts;
  const result = ts.transform(source, [
    (context) => {
      const visit = (node: ts.Node): ts.Node => {
        const visited = ts.visitEachChild(node, visit, context);
        if (!isCounted(node) || node.body === undefined) return visited;
        const { body } = visited as ts.FunctionLikeDeclaration;
        const push = factory.createPropertyAccessExpression(factory.createIdentifier("fakturaCalls"), "push");
        const count = factory.createExpressionStatement(
          factory.createCallExpression(push, undefined, [factory.createStringLiteral(nameOf(node, source))]),
        );
        const statements = ts.isBlock(body!) ? body.statements : [factory.createReturnStatement(body as ts.Expression)];
        return withBody(visited as ts.FunctionLikeDeclaration, factory.createBlock([count, ...statements]));
      };
      return (root) => ts.visitNode(root, visit) as ts.SourceFile;
    },
  ]);
  return ts.createPrinter().printFile(result.transformed[0]!);
}

function withBody(node: ts.FunctionLikeDeclaration, body: ts.Block): ts.Node {
  return Object.assign(Object.create(Object.getPrototypeOf(node)) as ts.Node, node, { body });
}

const countCalls: Plugin = {
  name: "count-calls",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\].+\.ts$/ }, ({ path }) => ({ contents: counted(path), loader: "ts" }));
  },
};

/** Builds the library with counters, in a folder from which its dependencies can be resolved. */
async function buildCounted(): Promise<Library> {
  const folder = join(ROOT, "node_modules/.cache/faktura-function-calls");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `library-${process.pid}.mjs`);
  const entries = ["index", "http/index", "adapters/sqlite/index", "adapters/postgres/index"];
  await build({
    stdin: { contents: entries.map((entry) => `export * from "./src/${entry}.ts";`).join("\n"), resolveDir: ROOT },
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    plugins: [countCalls],
  });
  try {
    return (await import(pathToFileURL(outfile).href)) as Library;
  } finally {
    rmSync(outfile);
  }
}

const { createInvoicing, createHttpHandler, openSqliteStore, postgresStore, migratePostgres } = await buildCounted();
const lists = process.argv.includes("--list");

/** Sends the request several times and counts the calls of the last one. */
async function measure(what: string, request: (place: number) => Promise<Response>): Promise<void> {
  for (let place = 0; place <= WARM_UP; place += 1) {
    calls.length = 0;
    const response = await request(place);
    const body = await response.text();
    if (!response.ok) throw new Error(`${what}: ${response.status} ${body}`);
  }
  const files = calls.map((call) => call.split(":")[0]);
  const changes = files.filter((file, place) => place > 0 && file !== files[place - 1]).length;
  const distinct = [new Set(calls).size, new Set(files).size];
  console.log(
    `${what}: ${calls.length} calls of ${distinct[0]} functions in ${distinct[1]} files, ${changes} changes of file`,
  );
  if (lists) console.log(calls.join("\n"));
}

/** Counts the requests through the HTTP handler, on one store. */
async function measureStore(name: string, store: Parameters<typeof createInvoicing>[0]["store"]): Promise<void> {
  const invoicing = createInvoicing({ store });
  await invoicing.company("firma").saveProfile(PROFILE);
  const scopes = ["read:company", "write:invoices"];
  const handle = createHttpHandler(invoicing, { authenticate: () => ({ companyId: "firma", scopes }) });
  const send = (path: string, init: RequestInit = {}) =>
    handle(
      new Request(`http://localhost${path}`, { ...init, headers: { Authorization: "Bearer key", ...init.headers } }),
    );
  await measure(`${name}, POST /invoices with a key`, (place) => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `order-${place}` };
    return send("/invoices", { method: "POST", headers, body: JSON.stringify(ORDER) });
  });
  await measure(`${name}, GET /vat-suggestion`, () =>
    send("/vat-suggestion?clientCountry=FR&clientVatNumber=FR40303265045"),
  );
  await invoicing.close();
}

await measureStore("SQLite", await openSqliteStore(join(temporaryFolder(), "calls.db")));
const { url, stop } = await startPostgres();
const pool = new pg.Pool({ connectionString: url });
pool.on("error", () => undefined);
await migratePostgres(pool);
await measureStore("PostgreSQL", postgresStore(pool));
await pool.end();
await stop();
