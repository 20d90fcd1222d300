import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification, type Vite } from "vitest/node";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const source = (relative: string) => path(`../src/${relative}`);

type ProjectConfig = NonNullable<TestProjectInlineConfiguration["test"]>;

const ALL = ["test/**/*.test.ts"];

/** `npm run test:panel`, and part of `npm run test:system`: the panel's server on every store, and tests that drive a browser. */
const PANEL = ["browser", "panel"].map((folder) => `test/${folder}/**/*.test.ts`);

/** `npm run test:stores`: each database in depth. What all stores must do is in test/contract, and runs with `npm test`. */
const STORES = ["test/adapters/**/*.test.ts"];

/**
 * `npm run test:system`: tests that drive the command or a host, kill processes, run the docs' samples, ask the
 * compiler, check every kind of document against the official rules, or attack the books and the service in every way.
 */
const SYSTEM = [
  ...["cli", "crash", "examples"].map((folder) => `test/${folder}/**/*.test.ts`),
  ...["docs/docstrings", "package/completions", "einvoice/kinds", "einvoice/attachments"].map(
    (name) => `test/${name}.test.ts`,
  ),
  ...["generated-client", "hostile-requests", "raw-requests"].map((name) => `test/http/${name}.test.ts`),
  ...["http/async-context", "service/async-context"].map((name) => `test/${name}.test.ts`), // wait for collected garbage
  "test/service/orders-in-progress.test.ts", // fills the memory for orders
  ...["any-change", "resumed", "sweep", "tampering", "writers"].map((name) => `test/service/audit/${name}.test.ts`),
  ...["accessible", "pages", "render", "scripts", "tools", "turns"].map((name) => `test/pdf/${name}.test.ts`), // drawing one takes a tenth of a second
];

/** A test that is only useful if it runs long, so only `npm run test:slow` runs it. */
const ONLY_SLOW = ["test/**/audit/memory.test.ts"];

/** Files that need their own process. */
const ISOLATED = [
  "test/service/**/uuid-v7.test.ts", // ids never go back in time, and other tests set their clocks to later years
];

/** The same of `npm run test:system`. */
const SYSTEM_ISOLATED = [
  // Sets pg's type parsers: other tests on PostgreSQL would read garbage. Runs the whole contract once more.
  "test/adapters/**/*type-parsers.test.ts",
  "test/docs/snippets.test.ts", // readers subscribe to channels of the process, and never unsubscribe
];

/** Test files with random cases: some of them with `npm test`, all with `npm run test:slow`. */
function filesWithTries(): string[] {
  const files = readdirSync(path("."), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".test.ts"),
  );
  return files
    .filter((file) => readFileSync(path(file), "utf8").includes('support/tries.ts"'))
    .map((file) => join("test", file).replaceAll("\\", "/"));
}

/** Test files that take several seconds. If one began at the end of a run, the other workers would be idle. */
const LONG = [
  ...["service/audit/sweep", "contract/store-contract", "http/hostile-requests", "adapters/postgres/server"],
  ...["service/audit/tampering", "adapters/postgres/session-settings", "einvoice/random", "einvoice/kinds"],
  ...["browser/accessibility", "browser/vat-rows", "browser/drafts", "cli/export", "examples/hosts", "examples/start"],
].map((name) => `/test/${name}.test.ts`);

/** Runs the long files first if vitest has no times from an earlier run, and treats small files as quick. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId, project }: TestSpecification) =>
      project.config.isolate || LONG.some((name) => moduleId.endsWith(name)); // isolated ones come first in any case
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
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found ?? this.resolve(source, path("../docs/examples/package.json"), { skipSelf: true });
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
      { find: /^faktura\/postgres$/, replacement: source("adapters/postgres/index.ts") },
      { find: /^faktura\/vies$/, replacement: source("adapters/vies/index.ts") },
      { find: /^faktura\/http$/, replacement: source("http/index.ts") },
      { find: /^faktura\/einvoice$/, replacement: source("einvoice/index.ts") },
      { find: /^faktura\/einvoice\/es$/, replacement: source("einvoice/es/index.ts") },
      { find: /^faktura\/einvoice\/it$/, replacement: source("einvoice/it/index.ts") },
      { find: /^faktura\/einvoice\/pl$/, replacement: source("einvoice/pl/index.ts") },
      { find: /^faktura\/pdf$/, replacement: source("pdf/index.ts") },
      { find: /^faktura\/panel$/, replacement: source("panel/index.ts") },
      { find: /^faktura\/contract$/, replacement: source("contract/index.ts") },
    ],
  },
  // Processes, files and locks take longer on a busy machine. No test measures time.
  test: { testTimeout: 60_000, hookTimeout: 60_000 },
};

/**
 * Tests whose files share their modules, unless `isolate` says otherwise: loading modules again takes longer than most
 * tests.
 */
const project = (name: string, include: string[], options: ProjectConfig = {}) => ({
  ...shared,
  test: { ...shared.test, name, include, isolate: false, ...options },
});

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
    projects: [
      project("library", ALL, {
        exclude: [...PANEL, ...STORES, ...SYSTEM, ...ONLY_SLOW, ...ISOLATED, ...SYSTEM_ISOLATED],
      }),
      project("isolated", ISOLATED, { isolate: true }),
      project("stores", STORES, { exclude: SYSTEM_ISOLATED }),
      project("panel", PANEL, { globalSetup: [path("browser/skipped-browser.ts")] }),
      project("system", SYSTEM, { globalSetup: [path("examples/generated-clients.ts")] }),
      project("system-isolated", SYSTEM_ISOLATED, { isolate: true }),
      project("slow", [...ONLY_SLOW, ...filesWithTries()], {
        env: { FAKTURA_TRIES: process.env["FAKTURA_TRIES"] ?? "1" },
      }),
    ],
  },
});
