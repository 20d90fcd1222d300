import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { ROOT } from "./pages.ts";
import {
  collectSnippets,
  compileSnippets,
  folderOf,
  GENERATED,
  instrumented,
  printsOf,
  SNIPPETS_FOLDER,
} from "./snippets.ts";

declare global {
  var printedBySnippet: ((file: string, line: number, ...values: unknown[]) => void) | undefined;
}

const snippets = collectSnippets();
const printed = new Map<string, string[]>();
let faults: ReadonlyMap<string, readonly string[]>;

/** Why better-sqlite3 cannot be loaded; `undefined` if it can. Since Node 22.13 the other tests do not need it. */
const NO_BETTER_SQLITE3 = await import("better-sqlite3").then(
  ({ default: Database }) => void new Database(":memory:").close(),
  (error: Error) => error.message,
);

beforeAll(() => {
  rmSync(SNIPPETS_FOLDER, { recursive: true, force: true });
  for (const snippet of snippets) {
    mkdirSync(folderOf(snippet), { recursive: true });
    writeFileSync(snippet.file, snippet.code, { flag: "wx" });
  }
  cpSync(GENERATED.file, GENERATED.imported);
  faults = compileSnippets(snippets);
  for (const snippet of snippets) {
    if (snippet.runs !== "apart") writeFileSync(snippet.file, instrumented(snippet));
  }
  globalThis.printedBySnippet = (file, line, ...values) => {
    const lines = printed.get(`${file}:${line}`) ?? [];
    printed.set(`${file}:${line}`, [...lines, format(...values)]);
  };
}, 180_000); // compiling keeps one core busy for up to a minute

// `printedBySnippet` stays: readers in the snippets subscribe to channels of the process, and never unsubscribe.
afterAll(() => {
  rmSync(SNIPPETS_FOLDER, { recursive: true, force: true });
});

describe.each(snippets)("the snippet at $place", (snippet) => {
  test("compiles", () => {
    expect(faults.get(snippet.file)).toEqual([]);
  });

  const runsHere = async ({ skip }: TestContext) => {
    if (snippet.code.includes('from "better-sqlite3"') && NO_BETTER_SQLITE3 !== undefined) {
      console.info(`The snippet at ${snippet.place} is not run: ${NO_BETTER_SQLITE3}`);
      skip(NO_BETTER_SQLITE3);
    }
    const former = process.cwd();
    process.chdir(freshFolder());
    try {
      await import(/* @vite-ignore */ snippet.file);
      for (const { line, expected } of printsOf(snippet)) {
        if (expected === undefined) continue;
        const lines = printed.get(`${snippet.file}:${line}`) ?? ["(nothing)"];
        expect(lines.map(comparable).join(), `line ${line}`).toMatch(pattern(expected));
      }
      // A reader may run it again in the same folder, which contains its files then. Its output may differ the second
      // time.
      await import(/* @vite-ignore */ `${snippet.file}?again`);
    } finally {
      process.chdir(former);
    }
  };

  const runsApart = () => {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const env = { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, "tsconfig.json") };
    execFileSync(process.execPath, ["--import", tsx, snippet.file], { cwd: freshFolder(), env });
  };

  if (snippet.runs === "here") test("runs, prints what its comments say, and runs again", runsHere);
  if (snippet.runs === "apart") test("passes as a suite in its own process", runsApart);
});

test("there are snippets, with comments to check", () => {
  expect(snippets.filter(({ runs }) => runs !== "never").length).toBeGreaterThan(5);
  expect(snippets.flatMap(printsOf).filter(({ expected }) => expected !== undefined).length).toBeGreaterThan(5);
});

/** A directory of its own, so that files written by a snippet disturb no other test. */
function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), "faktura-snippet-"));
}

/** Invoice numbers contain the month of the day on which the snippet runs, and long objects print on several lines. */
function comparable(text: string): string {
  return text
    .replaceAll(/-\d{6}-(?=\d{4})/g, "-YYYYMM-")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** `…` in a comment matches anything. */
function pattern(expected: string): RegExp {
  const parts = comparable(expected).split("…");
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "u");
}
