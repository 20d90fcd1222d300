import { readFileSync } from "node:fs";
import { join } from "node:path";
import { JOURNAL_KINDS, type JournalKind } from "faktura";
import { expect, test } from "vitest";
import { PAGES, ROOT, readPage, SOURCES } from "./pages.ts";

const SECURITY = readPage("docs/SECURITY.md");

test("the page on security is linked from where people look for it", () => {
  for (const page of ["docs/README.md", "docs/CONTRIBUTING.md"]) expect(readPage(page), page).toContain("SECURITY.md");
  expect(PAGES).toContain("docs/SECURITY.md");
});

test("it has no address that is not read", () => {
  expect(SECURITY).not.toMatch(/[\w.]+@[\w-]+\.\w+|https?:/);
});

/** What each kind of entry adds to the books, in the words of the page. */
const ADDED: Record<JournalKind, string> = {
  "invoice.issued": "the invoices",
  "payment.recorded": "payments",
  "invoice.cancelled": "cancellations",
  "invoice.written_off": "write-offs",
  "credit_note.issued": "credit notes",
  "credit_note.applied": "what credit notes take off invoices",
  "portal_number.recorded": "numbers that portals gave them",
  "portal_refusal.recorded": "refusals of portals",
  "numbering.continued": "from which a sequence was continued",
  "dates.resumed": "dates that were resumed",
};

test("its list of the books names what each kind of journal entry adds", () => {
  const books = /The books are [^.]*\./.exec(SECURITY)![0];
  for (const kind of JOURNAL_KINDS) expect(books).toContain(ADDED[kind]);
});

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}
const manifestOf = (path: string) => JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8")) as Manifest;

test("it names every package that is installed with faktura, without an install script, and only zod in a range", () => {
  const own = manifestOf("").dependencies ?? {};
  expect(Object.keys(own)).toHaveLength(4);
  for (const [name, version] of Object.entries(own)) {
    const isRange = name === "zod";
    expect(version).toMatch(isRange ? /^\^\d+\.\d+\.\d+$/ : /^\d+\.\d+\.\d+$/);
    expect(SECURITY).toContain(isRange ? `\`${version}\`` : `\`${name}\``);
  }
  const installed = new Set(Object.keys(own));
  for (const name of installed) {
    const { dependencies = {}, scripts = {} } = manifestOf(`node_modules/${name}`);
    for (const dependency of Object.keys(dependencies)) installed.add(dependency);
    expect(
      Object.keys(scripts).filter((script) => /^(?:pre|post)?install$/.test(script)),
      name,
    ).toEqual([]);
  }
  for (const name of installed) expect(SECURITY).toContain(`\`${name}\``);
  // npm runs `prepare` of what is not from a registry, such as a packed clone, and warns of it.
  expect(Object.keys(manifestOf("").scripts ?? {}).filter((script) => /install$|^prepare$/.test(script))).toEqual([]);
});

test("only the verifier opens connections, and nothing runs text as code", () => {
  const found = (pattern: RegExp) =>
    SOURCES.filter((file) => pattern.test(readPage(file).replaceAll(/\/\*.*?\*\/|^import type .*?;$/gms, "")))
      // Runs in browsers, where the policy of the pages allows calls to their own server only.
      .filter((file) => file !== "src/panel/browser/calls.ts");
  expect(found(/\bfetch\(|XMLHttpRequest|WebSocket|"node:(?:https?|http2|net|tls|dgram|dns)(?:\/\w+)?"/)).toEqual([
    "src/adapters/vies/exchange.ts",
    "src/adapters/vies/settings.ts",
  ]);
  expect(found(/\beval\(|new Function\(|"node:(?:vm|child_process)"/)).toEqual([]);
});
