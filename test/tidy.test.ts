import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { AUDIT_FINDING_CODES, REFUSAL_CODES } from "faktura";
import { describe, expect, test } from "vitest";
import { generatedFiles } from "../src/fields/generator/files.ts";
import { packageManifest } from "../src/fields/generator/state-formats.ts";
import { forbiddenOnLoad, MAKES_SCHEMA } from "./support/run-on-load.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function sourcesIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"));
  return files.map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).replaceAll("\\", "/")).sort();
}

const SOURCES = sourcesIn("src");
const TESTS = sourcesIn("test");

/** A file without its comments, because their examples contain imports of their own. */
function codeOf(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "");
}

/** The modules that a file imports, statically or dynamically, for types or values. */
function importsOf(file: string): string[] {
  const imports = codeOf(file).matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()"([^"]+)"/g);
  return [...imports].map(([, specifier]) => specifier!);
}

/** The modules that are left at run time. */
function valueImportsOf(file: string): string[] {
  const imports = codeOf(file).matchAll(/^(?:import|export) (?!type )[^"]*?\bfrom "([^"]+)"/gm);
  return [...imports].map(([, specifier]) => specifier!);
}

const resolved = (file: string, specifier: string) => join(dirname(file), specifier).replaceAll("\\", "/");

/** The files that are loaded with `entries`, and what they import from outside. */
function reachedFrom(entries: readonly string[], modulesOf: (file: string) => readonly string[]) {
  const files = new Set(entries);
  const outside = new Set<string>();
  for (const file of files) {
    for (const specifier of modulesOf(file)) {
      if (specifier.startsWith(".")) files.add(resolved(file, specifier));
      else outside.add(specifier);
    }
  }
  return { files: [...files], outside: [...outside].sort() };
}

/** Which layer may import which inside `src`. A folder may always import itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  fields: [],
  // What speakers of a language read: one folder each, and lists of them.
  languages: [],
  domain: ["languages"],
  ports: ["domain"],
  service: ["domain", "ports"],
  adapters: ["domain", "ports"],
  contract: ["domain", "ports"],
  einvoice: ["domain", "languages"],
  pdf: ["domain", "ports", "einvoice", "languages"],
  http: ["domain", "service", "ports"],
  cli: ["domain", "ports", "service", "adapters", "einvoice", "pdf"],
  panel: ["http", "languages"],
  "index.ts": ["domain", "ports", "service", "vat.ts"],
  "vat.ts": ["domain"],
  "browser.ts": [],
};

/** What each layer may import from outside: packages, and whether Node's own modules. */
const MAY_IMPORT_FROM_OUTSIDE: Record<string, RegExp> = {
  // The generator writes files, and the imports in them.
  fields: /^(?:node:(?:fs|path)|zod|i18n-iso-countries\/langs\/en\.json|\$\{from\})$/,
  languages: /^$/,
  domain: /^big\.js$/,
  // The library's own async context, in which both sides of the ports run what outlives a call.
  ports: /^node:async_hooks$/,
  service: /^(?:zod|node:.+)$/,
  adapters: /^node:.+$/,
  contract: /^node:(?:assert\/strict|crypto)$/,
  // MD5 of Croatia's codes, which Web Crypto lacks. The build copies it into the entry of that state.
  einvoice: /^@noble\/hashes\/(?:legacy|sha3|utils)\.js$/,
  pdf: /^(?:bidi-js|pdfkit|uqr|node:(?:crypto|timers\/promises|zlib))$/,
  http: /^(?:zod|@whatwg-node\/server|node:.+)$/,
  cli: /^node:.+$/,
  // The entries of this package, as a host imports them. lit-html is bundled, esbuild only builds.
  panel:
    /^(?:faktura(?:\/\w+)*|big\.js|fflate|zod|lit-html(?:\/.+)?|i18n-iso-countries\/langs\/en\.json|esbuild|node:.+)$/,
  "index.ts": /^$/,
  "vat.ts": /^$/,
  "browser.ts": /^$/,
};

function add(arrows: Map<string, Set<string>>, from: string, to: string): void {
  arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
}

const layerOf = (path: string) => path.split("/")[1]!;

/** The folders that the stores share. */
const SHARED = ["engine", "common", "sql"];

/** The store that a file belongs to; `undefined` for shared files, and outside the adapters. */
function storeOf(path: string): string | undefined {
  const folder = /^src\/adapters\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || SHARED.includes(folder) ? undefined : folder;
}

describe("the drawing of the layers", () => {
  test("is the one in CONTRIBUTING, where arrows lead on", () => {
    const text = /```text\n(http [\s\S]*?)```/.exec(read("docs/CONTRIBUTING.md"))![1]!;
    const arrows = new Map<string, Set<string>>();
    for (const chain of text.trim().split(/\n| {2,}/)) {
      const steps = chain.split(" ──► ").map((names) => names.split(", "));
      for (const [index, names] of steps.entries()) {
        for (const name of names) for (const next of steps.slice(index + 1).flat()) add(arrows, name, next);
      }
    }
    const drawn = [...arrows].map(([layer, reached]) => [layer, [...reached].sort()]);
    const allowed = Object.entries(MAY_IMPORT).filter(([layer, own]) => !layer.endsWith(".ts") && own.length > 0);
    expect(Object.fromEntries(drawn)).toEqual(
      Object.fromEntries(allowed.map(([layer, own]) => [layer, own.toSorted()])),
    );
  });

  test("names every layer", () => {
    expect([...new Set(SOURCES.map(layerOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test.each(SOURCES)("%s only imports what its layer may", (file) => {
    const inside = importsOf(file).filter((specifier) => specifier.startsWith("."));
    const layers = inside.map((specifier) => layerOf(resolved(file, specifier)));
    const allowed = [layerOf(file), ...MAY_IMPORT[layerOf(file)]!];
    expect(layers.filter((layer) => !allowed.includes(layer))).toEqual([]);
    const outside = importsOf(file).filter((specifier) => !specifier.startsWith("."));
    expect(outside.filter((name) => !MAY_IMPORT_FROM_OUTSIDE[layerOf(file)]!.test(name))).toEqual([]);
  });

  test("the stores import nothing from each other, and what they share imports no store", () => {
    const stores = SOURCES.filter((file) => file.startsWith("src/adapters/")).map(storeOf);
    expect(new Set(stores)).toEqual(new Set([undefined, "memory", "postgres", "sharded", "sqlite", "vies"]));
    const across = SOURCES.filter((file) => layerOf(file) === "adapters").flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => storeOf(resolved(file, specifier)))
        .filter((store) => store !== undefined && store !== storeOf(file))
        .map((store) => `${file} imports ${store}`),
    );
    expect(across).toEqual([]);
  });

  test("the command enters a store where a host does, or where its books are read", () => {
    const entered = SOURCES.filter((file) => layerOf(file) === "cli").flatMap((file) =>
      importsOf(file).filter((specifier) => specifier.startsWith("../adapters/")),
    );
    expect(new Set(entered.map((specifier) => specifier.replace(/^\.\.\/adapters\/\w+\//, "")))).toEqual(
      new Set(["index.ts", "read-only.ts"]),
    );
  });

  test("the panel enters http only where the endpoints share it", () => {
    const entered = SOURCES.filter((file) => layerOf(file) === "panel").flatMap((file) => {
      const specifiers = importsOf(file).filter((specifier) => specifier.startsWith("."));
      return specifiers.map((specifier) => resolved(file, specifier)).filter((path) => layerOf(path) === "http");
    });
    expect(new Set(entered.map(dirname))).toEqual(new Set(["src/http/common"]));
  });

  test("above einvoice, only the table of the command and PDF files import formats", () => {
    const importing = SOURCES.filter((file) => !["einvoice", "pdf"].includes(layerOf(file))).filter((file) =>
      importsOf(file).some((specifier) => /\beinvoice\//.test(specifier) || specifier.startsWith("faktura/einvoice")),
    );
    expect(importing).toEqual(["src/cli/document-formats.ts", "src/cli/generated/state-formats.ts"]);
    const table = importsOf("src/cli/export-arguments.ts").concat(importsOf("src/cli/document-writer.ts"));
    expect(table).toContain("./document-formats.ts");
    const loading = SOURCES.filter((file) => valueImportsOf(file).includes("./document-formats.ts"));
    expect(loading, "the table is imported lazily").toEqual([]);
  });

  /** The one line that a state's format costs outside its folder: its duty, if the state has one. */
  const DUTY = "src/domain/invoice/warnings/format-duties.ts";
  /** Where the profiles of EN 16931, which share their writers, are listed. */
  const PROFILES = [
    ...["document-terms", "en16931-formats", "gaps", "specification"].map((file) => `src/einvoice/${file}.ts`),
    "src/service/formats.ts",
  ];
  /** The command prints codes of KSeF on PDF files. */
  const KSEF_CODE = "src/cli/document-formats.ts";

  test.each([
    // The title of a page is that of the record: simplified or not.
    ["es", "verifactu", ["src/pdf/printed-document.ts"], []],
    ["it", "fatturapa", [], []],
    ["pt", "saft-pt", [], []],
    // The description of portals has KSeF as an example.
    [
      "pl",
      "ksef",
      [KSEF_CODE],
      [KSEF_CODE, "src/cli/export-arguments.ts", "src/cli/options.ts", "src/service/schemas/requests.ts"],
    ],
    [
      "fr",
      "ctc-fr",
      ["src/einvoice/gaps.ts", "src/einvoice/specification.ts", "src/pdf/printed-document.ts"],
      [...PROFILES, "src/pdf/index.ts"],
    ],
    [
      "hr",
      "hr-cius",
      ["src/einvoice/document-terms.ts", "src/einvoice/gaps.ts", "src/einvoice/ubl.ts"],
      [...PROFILES, "src/einvoice/index.ts"],
    ],
    ["ro", "cius-ro", ["src/einvoice/gaps.ts"], [...PROFILES, "src/einvoice/index.ts"]],
  ])("a state costs its folder, what follows from it, and the row of its duty: %s", (state, id, importing, more) => {
    const outside = SOURCES.filter((file) => !file.startsWith(`src/einvoice/${state}/`) && !isGenerated(file));
    const importers = outside.filter((file) =>
      importsOf(file).some((specifier) => resolved(file, specifier).startsWith(`src/einvoice/${state}/`)),
    );
    expect(importers).toEqual(importing);
    // Texts for people: the usage of the command, descriptions of fields, and what the panel calls a field.
    const texts = /^src\/(?:cli\/arguments\.ts|fields\/|languages\/)/;
    const code = outside.filter((file) => !texts.test(file));
    const naming = code.filter((file) => new RegExp(`\\b${id}(?![A-Za-z])`, "i").test(codeOf(file)));
    expect(naming).toEqual([DUTY, ...more].sort());
  });

  test("package.json has an entry for each state, as `npm run generate` writes it", () => {
    expect(packageManifest()).toBe(read("package.json"));
  });

  test("imports are found in every form", () => {
    expect(importsOf("src/domain/money/decimal.ts")).toEqual(["big.js", "./minor-units.ts"]);
    expect(importsOf("src/vat.ts")).toContain("./domain/refusal.ts");
    expect(importsOf("src/index.ts")).not.toContain("faktura");
  });

  test.each([
    ["src/vat.ts", []],
    ["src/einvoice/index.ts", []],
  ])("%s is for browsers, so beside its own folder it only reaches the domain, languages and %j", (entry, packages) => {
    const { files, outside } = reachedFrom([entry], valueImportsOf);
    expect(outside).toEqual(packages);
    expect(files.filter((file) => ![layerOf(entry), "domain", "languages"].includes(layerOf(file)))).toEqual([]);
  });

  test("without formats none is loaded: of einvoice, service, http and panel only reach what pages print", () => {
    const { entry } = (JSON.parse(read("package.json")) as { tsup: { entry: Record<string, string> } }).tsup;
    const entryOf = (specifier: string) => entry[specifier.replace(/^faktura\/?/, "").replace("/", "-") || "index"]!;
    const throughEntries = (file: string) =>
      valueImportsOf(file).map((specifier) =>
        /^faktura(?:\/|$)/.test(specifier) ? `./${relative(dirname(file), entryOf(specifier))}` : specifier,
      );
    const { files } = reachedFrom(
      ["src/index.ts", "src/http/index.ts", "src/panel/index.ts", "src/pdf/index.ts"],
      throughEntries,
    );
    expect(files).toContain("src/pdf/printed-document.ts");
    expect(files.filter((file) => layerOf(file) === "einvoice").sort()).toEqual([
      "src/einvoice/document.ts",
      ...["client", "details", "nif", "operations", "simplified-invoice", "verifactu-invoice"].map(
        (file) => `src/einvoice/es/${file}.ts`,
      ),
      "src/einvoice/exchange-rate.ts",
      "src/einvoice/fr/business-process.ts",
      "src/einvoice/payment-instructions.ts",
      "src/einvoice/place-of-supply.ts",
      "src/einvoice/vat-number-parts.ts",
      "src/einvoice/xml.ts",
    ]);
  });
});

test("of the entries, the panel's pages only load those for browsers", () => {
  const { files, outside } = reachedFrom(["src/panel/browser/main.ts"], (file) => {
    const dynamic = importsOf(file).filter((specifier) => codeOf(file).includes(`import("${specifier}")`));
    return [...valueImportsOf(file), ...dynamic];
  });
  expect(outside.filter((name) => name.startsWith("faktura"))).toEqual(["faktura/vat"]);
  expect(files.filter((file) => !/^src\/(?:languages|panel)\/(?!server\/|bundle\/)/.test(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

/** The files of the same tree that each file imports. */
function importsWithin(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const relatives = importsOf(file).filter((specifier) => specifier.startsWith("."));
      return [file, relatives.map((specifier) => resolved(file, specifier)).filter((path) => known.has(path))];
    }),
  );
}

/** The files in an import cycle that begins at `file`; `undefined` if there is none. */
function circleFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const seen = new Set<string>();
  const search = (path: readonly string[]): string[] | undefined => {
    for (const next of imports.get(path.at(-1)!) ?? []) {
      if (next === file) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search([...path, next]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search([file]);
}

/** The folders beside each other that contain the files; nothing if one file's folder is above the other's. */
function siblingsAbove(one: string, other: string): [from?: string, to?: string] {
  const [from, to] = [dirname(one).split("/"), dirname(other).split("/")];
  const depth = from.findIndex((name, index) => name !== to[index]);
  if (depth === -1 || depth >= to.length) return [];
  return [from.slice(0, depth + 1).join("/"), to.slice(0, depth + 1).join("/")];
}

/** The names that a file exports. Every export of src is a declaration, except those of entries. */
function exportsOf(file: string): string[] {
  const declarations = codeOf(file).matchAll(
    /^export (?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
  );
  return [...declarations].map(([, name]) => name!);
}

/** `VATRate`, `vatRates` and `VAT_RATE` are `vat` and `rate` (or `rates`). */
const wordsOf = (name: string) => (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((it) => it.toLowerCase());

/** Whether two words have the same stem, such as `route` and `router`: their first five letters are equal. */
function areRelated(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length, 5);
  return one === other || (length > 2 && one.slice(0, length) === other.slice(0, length));
}

/** Files of src whose exports do not repeat their name, and what they contain. */
const NAMED_OTHERWISE: Record<string, string> = {
  "src/adapters/postgres/connection/driver.ts": "the shape of the driver: pool, client, statement",
  "src/adapters/postgres/connection/limits.ts": "Semaphore and KeyedMutex, which limit how many run at once",
  "src/adapters/postgres/statements/rows.ts": "what lists read: columns of invoices, resumed dates",
  "src/adapters/sqlite/statements/rows.ts": "the same on SQLite",
  "src/domain/access.ts": "who may do what: API keys, principals, scopes",
  "src/domain/codes/bank-identifiers.ts": "checks BICs, IBANs and creditor identifiers",
  "src/domain/vat/types.ts": "the types of determineVat",
  "src/fields/generator/code.ts": "types, imports and comments as TypeScript",
  "src/panel/browser/invoices/invoice-actions.ts": "the forms and tables beside an invoice",
  "src/panel/browser/new-invoice/copied-order.ts": "the fields of a new invoice that is copied from another one",
  "src/panel/browser/printed/totals.ts": "breakdown, amounts and warnings",
  "src/panel/wire.ts": "what the calls of the panel's pages send and get",
  "src/service/credit-notes/read.ts": "gets one credit note, or lists them",
  "src/service/invoices/read.ts": "gets one invoice, or lists them",
  "src/service/schemas/checks.ts": "compares fields of a record with each other",
  "src/service/schemas/fields.ts": "one schema for each kind of field",
};

/** The entries of tsup, that of the panel's pages, and the generator's program. */
const ENTRIES = new Set([
  ...Object.values((JSON.parse(read("package.json")) as { tsup: { entry: object } }).tsup.entry),
  "src/fields/generator/generate.ts",
  "src/panel/browser/main.ts",
]);

/** `src/domain/vat/note.ts` is in `src`, `src/domain` and `src/domain/vat`. */
function foldersOf(file: string): string[] {
  const names = dirname(file).split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Written from what the scripts create in PostgreSQL, and compared with that by `expected-schema.test.ts`. */
const EXPECTED_SCHEMA = "src/adapters/postgres/schema/generated/expected.ts";

const isGenerated = (file: string) => dirname(file).endsWith("/generated");

test("what follows from the rows of src/fields is as `npm run generate` writes it", () => {
  const generated = new Map([...generatedFiles()].map(([path, text]) => [`src/${path}`, text]));
  expect([...generated.keys(), EXPECTED_SCHEMA].sort()).toEqual(SOURCES.filter(isGenerated));
  for (const [path, text] of generated) expect(read(path), path).toBe(text);
});

describe("files", () => {
  test.each(["src", "bench", "test"])("there are no import cycles in %s, including imports of types", (folder) => {
    const imports = importsWithin(sourcesIn(folder));
    expect([...imports.keys()].map((file) => circleFrom(file, imports)).filter(Boolean)).toEqual([]);
  });

  test("no two folders beside each other import each other", () => {
    const between = new Set<string>();
    for (const [file, imported] of importsWithin(SOURCES)) {
      for (const other of imported) {
        const [from, to] = siblingsAbove(file, other);
        if (from !== undefined) between.add(`${from} imports ${to}`);
      }
    }
    const circles = [...between].filter((pair) => between.has(pair.split(" imports ").reverse().join(" imports ")));
    expect(circles).toEqual([]);
  });

  test("every file of src is imported by another one, or is an entry", () => {
    const imported = new Set([...importsWithin(SOURCES).values()].flat());
    expect(SOURCES.filter((file) => !imported.has(file) && !ENTRIES.has(file))).toEqual([]);
  });

  test("every file of src exports what its name says, except those listed otherwise", () => {
    const named = SOURCES.filter((file) => !ENTRIES.has(file) && !isGenerated(file));
    const others = named.filter((file) => {
      const words = wordsOf(basename(file, ".ts"));
      return !exportsOf(file).some((name) => wordsOf(name).some((word) => words.some((it) => areRelated(it, word))));
    });
    expect(others).toEqual(Object.keys(NAMED_OTHERWISE));
  });

  test.each([...SOURCES, ...TESTS])("%s is named in kebab-case and finished", (file) => {
    const code = codeOf(file);
    expect(basename(file)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|config|d))?\.ts$/);
    expect(code).not.toMatch(/^export \*/m);
    expect(code).not.toMatch(/(?::|<|\bas|\|)\s*any\b(?!\s+[a-z])/);
    expect(read(file)).not.toMatch(/\b(?:TO[D]O|FIX[M]E)\b/);
    expect(code).not.toMatch(/\b(?:test|it|describe)\.(?:only|todo)\b/);
  });

  test("no module uses randomness, the time, timers or I/O when it is loaded, which Workers forbid", () => {
    // The command and the generator run when they are loaded.
    const programs = ["src/cli/cli.ts", "src/fields/generator/generate.ts"];
    const libraries = SOURCES.filter((file) => !programs.includes(file));
    expect(libraries.flatMap((file) => forbiddenOnLoad(join(ROOT, file)).map((call) => relative(ROOT, call)))).toEqual(
      [],
    );
  });

  test("no schema is made when an entry is imported", () => {
    const entries = ["index", "http/index", "http/node", "panel/index", "pdf/index"].map((entry) => `src/${entry}.ts`);
    const { files } = reachedFrom(entries, valueImportsOf);
    expect(files).toContain("src/service/schemas/generated/records.ts");
    expect(files.flatMap((file) => forbiddenOnLoad(join(ROOT, file), MAKES_SCHEMA))).toEqual([]);
  });

  test("calls on load are found in every form", () => {
    const folder = mkdtempSync(join(tmpdir(), "faktura-on-load-"));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return forbiddenOnLoad(join(folder, name)).map((call) => basename(call));
    };
    const importing = 'import { randomUUID as id } from "node:crypto";\nimport * as fs from "node:fs";\n';
    write("made.ts", `${importing}export const make = () => id();\nexport class Made { id = id(); }`);
    const imported = 'import { Made, make } from "./made.ts";\n';
    expect(
      [
        "const PREFIX = [id()].join();",
        'fs.readFileSync("x");',
        "class X { static x = Math.random(); }",
        "class X { static { setTimeout(() => undefined, 1); } }",
        "(() => { void fetch('/'); })();",
        "const days = [1].map(() => new Date());",
        "const now = () => performance.now();\n[1].map(now);",
        `${imported}make();`,
        `${imported}new Made();`,
        "export const later = () => id();\nclass X { x = Date.now(); }",
      ].map((code, index) => write(`loaded-${index}.ts`, importing + code)),
    ).toEqual([
      ["loaded-0.ts: id"],
      ["loaded-1.ts: fs.readFileSync"],
      ["loaded-2.ts: Math.random"],
      ["loaded-3.ts: setTimeout"],
      ["loaded-4.ts: fetch"],
      ["loaded-5.ts: Date"],
      ["loaded-6.ts: performance.now"],
      ["made.ts: id"],
      ["made.ts: id"],
      [],
    ]);
  });

  test("only one file skips tests on a condition, which prints what is missing", () => {
    const skipping = TESTS.filter((file) => /\.(?:skipIf|runIf)\b|\bskip\(\)/.test(codeOf(file)));
    expect(skipping).toEqual(["test/support/skipping.ts"]);
  });

  test("the drawing in CONTRIBUTING has every folder of src but generated ones and languages, and no other", () => {
    const drawing = /```text\n(src\/\n[\s\S]*?)```/.exec(read("docs/CONTRIBUTING.md"))![1]!;
    const path: string[] = [];
    const drawn = [...drawing.matchAll(/^( *)([a-z-]+)\//gm)].map(([, indent, name]) => {
      path.splice(indent!.length / 2, path.length, name!);
      return path.join("/");
    });
    const folders = SOURCES.filter((file) => !isGenerated(file)).flatMap(foldersOf);
    const isLanguage = (folder: string) => /^src\/languages\/[a-z]{2}$/.test(folder);
    expect(drawn.sort()).toEqual([...new Set(folders.filter((folder) => !isLanguage(folder)))].sort());
  });

  test("seven entries are visible at the top, besides the licence, the lock file and what git ignores", () => {
    const ignored = read(".gitignore").trim().split("\n");
    const patterns = ignored.map(
      (line) => new RegExp(`^${line.replace("/", "").replaceAll(".", "\\.").replaceAll("*", ".*")}$`),
    );
    const visible = readdirSync(ROOT).filter((name) => !name.startsWith(".") && !patterns.some((it) => it.test(name)));
    const beside = ["LICENSE", "package-lock.json"];
    expect(visible.filter((name) => !beside.includes(name)).sort()).toEqual(
      ["package.json", "tsconfig.json", "src", "test", "bench", "docs", "README.md"].sort(),
    );
  });
});

/** The packages that a package.json installs, and their versions. */
function installedBy(path: string): Record<string, string> {
  const manifest = JSON.parse(read(path)) as Record<string, Record<string, string>>;
  return { ...manifest["dependencies"], ...manifest["devDependencies"], ...manifest["optionalDependencies"] };
}

test("what the examples or the tests install too has the same version as here", () => {
  const own = installedBy("package.json");
  const others = ["docs/examples/package.json", "test/package.json"].map(installedBy);
  const shared = others.flatMap(Object.entries<string>).filter(([name]) => own[name] !== undefined);
  expect(shared.length).toBeGreaterThan(5);
  expect(shared.filter(([name, version]) => own[name] !== version)).toEqual([]);
});

test("the reference lists the refusals in their order of precedence", () => {
  const rows = read("docs/reference/refusals.md").matchAll(/^(?:\||[-*]|\d+\.|#+)\s*`([a-z_]+)`/gm);
  const known: readonly string[] = REFUSAL_CODES;
  expect([...rows].map(([, code]) => code!).filter((code) => known.includes(code))).toEqual([...REFUSAL_CODES]);
});

test("the guide lists the findings of an audit in their order", () => {
  const rows = [...read("docs/guide/audit.md").matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code);
  expect(rows).toEqual([...AUDIT_FINDING_CODES]);
});
