import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  resolve: {
    // Tests run the sources under the names that users import.
    alias: [
      { find: /^faktura$/, replacement: source("index.ts") },
      { find: /^faktura\/vat$/, replacement: source("vat.ts") },
      { find: /^faktura\/memory$/, replacement: source("adapters/memory/index.ts") },
      { find: /^faktura\/sqlite$/, replacement: source("adapters/sqlite/index.ts") },
      { find: /^faktura\/postgres$/, replacement: source("adapters/postgres/index.ts") },
      { find: /^faktura\/vies$/, replacement: source("adapters/vies/index.ts") },
      { find: /^faktura\/http$/, replacement: source("http/index.ts") },
      { find: /^faktura\/contract$/, replacement: source("contract/index.ts") },
    ],
  },
  test: {
    globalSetup: ["support/sqlite-driver.ts", "support/postgres-server.ts", "browser/skipped-browser.ts"].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    ),
    include: ["test/**/*.test.ts"],
    // Processes, files and locks take longer on a busy machine; no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
