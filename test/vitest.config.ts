import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification, type Vite } from "vitest/node";
import { SKIPPED, SkippedTests } from "./support/skipped-tests.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const source = (relative: string) => path(`../src/${relative}`);

const inFolder = (...folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);
const files = (folder: string, ...names: string[]) => names.map((name) => `test/${folder}/${name}.test.ts`);

/** `npm run test:stores`: each database in depth. What all stores must do is in test/contract, and runs with `npm test`. */
const STORES = inFolder("adapters");

/** `npm run test:panel`: the panel's server on every store, and its pages in a browser. */
const PANEL = inFolder("browser", "panel");

/**
 * `npm run test:system`: tests that drive the command or a host, kill processes, run the docs' samples, build their site, ask
 * the compiler, check every kind of document against the official rules, or attack the books and the service in every way.
 */
const SYSTEM = [
  ...inFolder("cli", "crash", "examples"),
  ...files("docs", "docstrings", "snippets"),
  ...files("einvoice", "attachments", "kinds", "ruritania/ruritania"),
  ...files("http", "async-context", "generated-client", "hostile-requests", "raw-requests"),
  ...files("package", "completions"),
  ...files("pdf", "accessible", "pages", "render", "scripts", "tools", "turns"), // drawing one takes a tenth of a second
  ...files("service", "async-context", "orders-in-progress"), // wait for collected garbage, and fill the memory for orders
  ...files("service/audit", "any-change", "resumed", "sweep", "tampering", "writers"),
];

/**
 * Only `.ci/run nightly` runs these: they take long, and of what they check, what breaks most often is also checked by a
 * file that runs for each change.
 */
const NIGHTLY = [
  ...files("adapters/postgres", "postgres-js", "server", "type-parsers"), // the contract again, behind something else
  ...files("adapters/postgres", "schema-faults", "session-settings", "shards"),
  ...files("browser", "accessibility", "allowances", "databases", "drafts", "files", "keyboard", "languages"),
  ...files("browser", "lost-answers", "missing-list", "national", "numbers", "overflow", "sending", "series"),
  ...files("browser", "vat-answer", "vat-rows"),
  ...files("cli", "audit-postgres", "export", "read-only-copy", "sql", "unreleased"),
  ...files("crash", "drain-kill", "postgres-cut", "postgres-failover", "postgres-faults", "postgres-processes"),
  ...files("crash", "postgres-terminated", "stream-kill"),
  ...files("examples", "hosts", "migration-tools", "orm-settings", "orms", "runtimes", "start", "trouble", "worker"),
  ...files("http", "raw-requests"),
  ...files("package", "completions"),
  ...files("pdf", "tools", "turns"),
  ...files("service/audit", "memory", "resumed", "sweep"),
];

/** Test files that take several seconds. If one began at the end of a run, the other workers would be idle. */
const LONG = [
  ...NIGHTLY,
  ...files("contract", "store-contract"),
  ...files("http", "hostile-requests"),
  ...files("service/audit", "tampering"),
  ...files("einvoice", "random", "kinds"),
  ...files("examples", "site"),
  ...files("browser", "issuing"),
];

/** Runs the long files first if vitest has no times from an earlier run, and treats small files as quick. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Frameworks, ORMs and the browser's driver are installed in docs/examples, out of the way of `npm ci`. Tests import them
 * from there.
 */
const packagesOfExamples: Vite.Plugin = {
  name: "packages-of-examples",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!/^[@a-z]/.test(source) || source.startsWith("node:") || importer?.includes("/node_modules/")) return null;
    const found =
      (await this.resolve(source, importer, { skipSelf: true })) ??
      (await this.resolve(source, path("../docs/examples/package.json"), { skipSelf: true }));
    if (found === null && !existsSync(path("../docs/examples/node_modules")))
      this.error(`${source} is a package of the examples. Run: npm ci --prefix docs/examples`);
    return found;
  },
};

/** Another version of zod, in the folder that FAKTURA_ZOD names: the package takes a range of them. */
const otherZod = process.env["FAKTURA_ZOD"];

/** The settings of every test run, including those for mutants. */
export const shared = {
  root: path(".."),
  plugins: [packagesOfExamples],
  resolve: {
    // Tests run the sources under the names that users import.
    alias: [
      ...(otherZod === undefined ? [] : [{ find: /^zod$/, replacement: join(otherZod, "node_modules/zod/index.js") }]),
      { find: /^faktura$/, replacement: source("index.ts") },
      { find: /^faktura\/vat$/, replacement: source("vat.ts") },
      { find: /^faktura\/memory$/, replacement: source("adapters/memory/index.ts") },
      { find: /^faktura\/sqlite$/, replacement: source("adapters/sqlite/index.ts") },
      { find: /^faktura\/durable-object$/, replacement: source("adapters/sqlite/durable-object/index.ts") },
      { find: /^faktura\/postgres$/, replacement: source("adapters/postgres/index.ts") },
      { find: /^faktura\/sharded$/, replacement: source("adapters/sharded/index.ts") },
      { find: /^faktura\/vies$/, replacement: source("adapters/vies/index.ts") },
      { find: /^faktura\/http$/, replacement: source("http/index.ts") },
      { find: /^faktura\/node$/, replacement: source("http/node.ts") },
      { find: /^faktura\/einvoice$/, replacement: source("einvoice/index.ts") },
      { find: /^faktura\/einvoice\/(\w+)$/, replacement: source("einvoice/$1/index.ts") },
      { find: /^faktura\/pdf$/, replacement: source("pdf/index.ts") },
      { find: /^faktura\/panel$/, replacement: source("panel/index.ts") },
      { find: /^faktura\/contract$/, replacement: source("contract/index.ts") },
    ],
  },
  // Processes, files and locks take longer on a busy machine. No test measures time.
  test: { testTimeout: 60_000, hookTimeout: 60_000 },
};

const project = (name: string, include: string[], exclude: string[] = [], globalSetup: string[] = []) => ({
  ...shared,
  // Files share their modules: loading them again for each file takes longer than most tests.
  test: { ...shared.test, name, include, exclude, globalSetup, isolate: false },
});

const clients = [path("examples/generated-clients.ts")];

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    // Once per run, whichever projects take part. A project that extended this configuration would run them again.
    globalSetup: ["temporary-folders.ts", "sqlite-driver.ts", "postgres-server.ts"].map((name) =>
      path(`support/${name}`),
    ),
    // By default vitest leaves one core to its main process, which has little to do.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new SkippedTests()],
    onConsoleLog: (line) => !line.startsWith(SKIPPED), // they come together at the end
    projects: [
      project("library", ["test/**/*.test.ts"], [...STORES, ...PANEL, ...SYSTEM, ...NIGHTLY]),
      project("stores", STORES, NIGHTLY),
      project("panel", PANEL, NIGHTLY, clients),
      project("system", SYSTEM, NIGHTLY, clients),
      project("nightly", NIGHTLY, [], clients),
    ],
  },
});
