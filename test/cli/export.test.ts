import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CreditNote, createInvoicing, type Invoice, type InvoicingStore } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";
import { toFatturaPA } from "faktura/einvoice/it";
import { ksefCodeUrl, toKsef } from "faktura/einvoice/pl";
import { renderPdf } from "faktura/pdf";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { ORDER as ITALIAN_ORDER, SELLER as ITALIAN_SELLER } from "../einvoice/it/scenes.ts";
import { ORDER as POLISH_ORDER, SELLER as POLISH_SELLER } from "../einvoice/pl/scenes.ts";
import { STATE_ORDERS } from "../einvoice/state-orders.ts";
import { FONTS } from "../pdf/fonts.ts";
import { germanProfile, oneTo, order, TestClock } from "../support/fixtures.ts";
import { freshSchema, pool, postgresUrl } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { runCli } from "./run-cli.ts";

interface Books {
  /** The arguments that name the database. */
  readonly database: readonly string[];
  /** By file name. */
  readonly documents: ReadonlyMap<string, Invoice | CreditNote>;
}

/** Two invoices and a credit note in October, and one of each in November, which lack what Peppol needs. */
async function fill(store: InvoicingStore, database: readonly string[]): Promise<Books> {
  const clock = new TestClock("2026-10-20T09:30:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile({ ...SELLER, invoicePrefix: "A/B" }));
  const documents = new Map<string, Invoice | CreditNote>();
  const keep = <Document extends Invoice | CreditNote>(document: Document): Document => {
    documents.set(`${numberOf(document).replaceAll("/", "~")}.xml`, document);
    return document;
  };
  const order = { ...ORDER, supplyDate: "2026-10-19" };
  const { id } = keep(await acme.issue(order));
  keep(await acme.issue({ ...order, ...DOMESTIC }));
  keep(await acme.credit(id, { reason: "returned", lines: [{ line: 1, quantity: 1 }] }));
  clock.set("2026-11-20T09:30:00.000Z");
  const { buyerReference: _, clientElectronicAddress: __, ...incomplete } = ORDER;
  const bare = keep(await acme.issue(incomplete));
  keep(await acme.credit(bare.id, { reason: "returned" }));
  await invoicing.close();
  return { database, documents };
}

async function sqliteBooks(): Promise<Books> {
  const path = freshFile();
  return fill(
    sqliteStore(() => connectRaw(path)),
    [path],
  );
}

async function postgresBooks(): Promise<Books> {
  const schema = await freshSchema();
  return fill(postgresStore(pool, { schema }), [postgresUrl, "--schema", schema]);
}

const { resolve } = createRequire(import.meta.url);
const FONT_FILES = ["400Regular/SourceSans3_400Regular", "600SemiBold/SourceSans3_600SemiBold"].map((name) =>
  resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`),
);
const FONT_OPTIONS = ["--font", FONT_FILES[0]!, "--bold-font", FONT_FILES[1]!];

const numberOf = (document: Invoice | CreditNote) =>
  "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;

const freshFolder = () => mkdtempSync(join(tmpdir(), "faktura-export-"));

/** The files in a folder, by name. */
const filesIn = (folder: string) =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

const exporting = ({ database }: Books, ...options: string[]) =>
  runCli(["export", ...database, "--company", "acme", ...options]);

describe.each([
  ["SQLite", sqliteBooks],
  ["PostgreSQL", postgresBooks],
])("an export from %s", (_, open) => {
  let books: Books;
  beforeAll(async () => {
    books = await open();
  });

  test("writes a file for each invoice and credit note, named by its number, and a repeat changes nothing", async () => {
    const folder = join(freshFolder(), "new", "folder");
    const first = await exporting(books, "--format", "ubl", "--out", folder);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toBe("acme: 5 files written, 0 unchanged, 0 documents left out\n");
    const expected = new Map([...books.documents].map(([name, document]) => [name, toUbl(document)]));
    expect(filesIn(folder)).toEqual(expected);
    const again = await exporting(books, "--format", "ubl", "--out", folder);
    expect(again).toMatchObject({
      status: 0,
      stdout: "acme: 0 files written, 5 unchanged, 0 documents left out\n",
    });
    expect(filesIn(folder)).toEqual(expected);
  });

  test("takes days of issue, both inclusive, and writes CII in a profile", async () => {
    for (const [from, to, count] of [
      ["2026-10-20", "2026-10-20", 3],
      ["2026-10-21", "2026-11-19", 0],
      ["2026-11-20", "2026-12-31", 2],
    ] as const) {
      const folder = freshFolder();
      const range = ["--from", from, "--to", to, "--out", folder];
      const { status } = await exporting(books, "--format", "cii", "--profile", "factur-x", ...range);
      const inRange = [...books.documents].filter(([, { issueDate }]) => from <= issueDate && issueDate <= to);
      expect([status, inRange.length]).toEqual([0, count]);
      expect(filesIn(folder)).toEqual(
        new Map(inRange.map(([name, document]) => [name, toCii(document, { profile: "factur-x" })])),
      );
    }
  });

  test("lists what could not be written with rule, field and mend, and writes the rest", async () => {
    const folder = freshFolder();
    const { status, stdout } = await exporting(books, "--format", "ubl", "--profile", "peppol", "--out", folder);
    expect(status).toBe(1);
    expect(stdout.split("\n").map((line) => line.replaceAll(/ {2,}/g, " | "))).toEqual([
      "FILE | RULE | FIELD | WHAT TO DO",
      ...["A~B-202611-0003.xml", "A~B-CN-202611-0002.xml"].flatMap((name) => [
        expect.stringMatching(`^${name} \\| PEPPOL-EN16931-R003 \\| buyerReference \\| .*Set buyerReference\\.$`),
        expect.stringMatching(
          `^${name} \\| PEPPOL-EN16931-R010 \\| clientElectronicAddress \\| .*Set clientElectronicAddress\\.$`,
        ),
      ]),
      "acme: 3 files written, 0 unchanged, 2 documents left out",
      "",
    ]);
    expect([...filesIn(folder).keys()]).toEqual([...books.documents.keys()].slice(0, 3).sort());
  });
});

test.each([
  ["A/B", "A-B", "A~B-202610-0001.xml", "A-B-202610-0001.xml"],
  ["A-B", "A/B", "A-B-202610-0001.xml", "A~B-202610-0001.xml"],
])("invoices %s and credit notes %s have files of their own", async (invoicePrefix, creditNotePrefix, ...files) => {
  const path = freshFile();
  const store = sqliteStore(() => connectRaw(path));
  const invoicing = createInvoicing({ store, clock: new TestClock("2026-10-20T09:30:00.000Z") });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile({ ...SELLER, invoicePrefix, creditNotePrefix }));
  await acme.credit((await acme.issue({ ...ORDER, supplyDate: "2026-10-19" })).id, { reason: "returned" });
  await invoicing.close();
  const folder = freshFolder();
  const { status, stdout } = await runCli(["export", path, "--company", "acme", "--format", "ubl", "--out", folder]);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: "acme: 2 files written, 0 unchanged, 0 documents left out\n",
  });
  expect(readdirSync(folder).sort()).toEqual([...files].sort());
});

test("documents of an Italian company are written as FatturaPA, and those of others listed", async () => {
  const path = freshFile();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile(ITALIAN_SELLER));
  const invoice = await acme.issue(ITALIAN_ORDER);
  await acme.issue({ ...ITALIAN_ORDER, clientVatNumber: undefined });
  await invoicing.close();
  const folder = freshFolder();
  const args = ["export", path, "--company", "acme", "--format", "fatturapa", "--out", folder];
  const { status, stdout } = await runCli(args);
  expect(status).toBe(1);
  expect(stdout).toMatch(/-0002\.xml +00417 +clientIdentifier /);
  expect(filesIn(folder)).toEqual(new Map([[`${invoice.invoiceNumber}.xml`, toFatturaPA(invoice)]]));
});

test("documents of a Croatian company are written in its profile, and those without an operator are listed", async () => {
  const path = freshFile();
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)), clock });
  const acme = invoicing.company("acme");
  const { profile, seller, order } = STATE_ORDERS.HR;
  await acme.saveProfile(germanProfile(seller));
  const invoice = await acme.issue(order);
  await acme.saveProfile(germanProfile({ ...seller, national: undefined }));
  await acme.issue(order);
  await invoicing.close();
  const folder = freshFolder();
  const args = ["export", path, "--company", "acme", "--format", "ubl", "--profile", profile, "--out", folder];
  const { status, stdout } = await runCli(args);
  expect(status).toBe(1);
  expect(stdout).toMatch(/-0002\.xml +HR-BR-37 +seller\.national\.hr\.operator /);
  expect(filesIn(folder)).toEqual(new Map([[`${invoice.invoiceNumber}.xml`, toUbl(invoice, { profile })]]));
});

const KSEF_NUMBER = "5261040828-20261120-0100001AF629-97";

/** Two invoices of a Polish company, each credited. The first has its number of KSeF. */
async function polishBooks() {
  const path = freshFile();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile(POLISH_SELLER));
  const [numbered, other] = await acme.issueMany([POLISH_ORDER, POLISH_ORDER]);
  const invoice = await acme.recordPortalNumber(numbered!.id, { portal: "ksef", number: KSEF_NUMBER });
  const credit = await acme.credit(invoice.id, { reason: "Zwrot" });
  await acme.credit(other!.id, { reason: "Zwrot" });
  await invoicing.close();
  return { args: ["export", path, "--company", "acme"], written: [invoice, other!, credit] as const };
}

test("documents of a Polish company are written as FA(3), and credit notes listed whose invoice has no number of KSeF", async () => {
  const { args, written } = await polishBooks();
  const folder = freshFolder();
  const { status, stdout } = await runCli([...args, "--format", "ksef", "--out", folder]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/-0002\.xml +NrKSeFFaKorygowanej +correctedKsefNumber /);
  const files = written.map((document) => [`${numberOf(document)}.xml`, toKsef(document)] as const);
  expect(filesIn(folder)).toEqual(new Map(files));
});

test("with --ksef-code, PDF files have code I, under the number of KSeF once it is recorded", async () => {
  const { args, written } = await polishBooks();
  const folder = freshFolder();
  const options = [...args, "--format", "pdf", ...FONT_OPTIONS, "--out", folder];
  const { status, stdout } = await runCli([...options, "--ksef-code", "test"]);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/-0002\.pdf +NrKSeFFaKorygowanej +correctedKsefNumber /)]);
  expect(readdirSync(folder)).toHaveLength(3);
  const labels = [KSEF_NUMBER, "OFFLINE", "OFFLINE"];
  for (const [index, document] of written.entries()) {
    const url = await ksefCodeUrl(toKsef(document), { environment: "test" });
    const codes = [{ url, label: labels[index]! }];
    const bytes = readFileSync(join(folder, `${numberOf(document)}.pdf`));
    expect(bytes.equals(await renderPdf(document, { fonts: FONTS, codes })), labels[index]).toBe(true);
  }
});

test("a file that has other content is kept and named, and a folder in its place ends the export", async () => {
  const books = await sqliteBooks();
  const folder = freshFolder();
  const [name] = books.documents.keys();
  writeFileSync(join(folder, name!), "mine");
  const { status, stdout } = await exporting(books, "--format", "ubl", "--out", folder);
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^A~B-202610-0001\.xml +A file with this name has other content, and was kept\. Move it, or name another folder/m,
  );
  expect(stdout).toMatch(/^acme: 4 files written, 0 unchanged, 1 document left out$/m);
  expect(filesIn(folder).get(name!)).toBe("mine");
  const blocked = freshFolder();
  mkdirSync(join(blocked, name!));
  expect(await exporting(books, "--format", "ubl", "--out", blocked)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^faktura: \S+A~B-202610-0001\.xml cannot be written: EISDIR/),
  });
});

test("a folder that cannot be made is named, and the database is not blamed", async () => {
  const books = await sqliteBooks();
  const file = join(freshFolder(), "file");
  writeFileSync(file, "");
  const { status, stderr } = await exporting(books, "--format", "ubl", "--out", file);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`faktura: ${file} cannot be written: EEXIST`)]);
});

test("what a killed export left behind does not stop one with the same process id", async () => {
  const books = await sqliteBooks();
  const folder = freshFolder();
  const leaveHalfFile = ({ pid }: ChildProcess) => {
    for (const name of books.documents.keys()) writeFileSync(join(folder, `${name}.${pid}.tmp`), "<Inv");
  };
  const args = ["export", ...books.database, "--company", "acme", "--format", "ubl", "--out", folder];
  expect(await runCli(args, { onStart: leaveHalfFile })).toMatchObject({ status: 0, stderr: "" });
  expect(readdirSync(folder)).toEqual([...books.documents.keys()].sort());
});

test("PDF files have the fonts and the language that were asked for, and a repeat changes nothing", async () => {
  const books = await sqliteBooks();
  const folder = freshFolder();
  const options = ["--format", "pdf", ...FONT_OPTIONS, "--to", "2026-10-31", "--out", folder];
  for (const [language, counts] of [
    [["--language", "fr"], "3 files written, 0 unchanged, 0 documents left out"],
    [["--language", "fr"], "0 files written, 3 unchanged, 0 documents left out"],
    [[], "0 files written, 0 unchanged, 3 documents left out"],
  ] as const) {
    const { status, stdout } = await exporting(books, ...options, ...language);
    expect([status, stdout.trim().split("\n").at(-1)]).toEqual([
      counts.endsWith(" 0 documents left out") ? 0 : 1,
      `acme: ${counts}`,
    ]);
  }
  for (const [name, document] of [...books.documents].slice(0, 3)) {
    const bytes = readFileSync(join(folder, name.replace(".xml", ".pdf")));
    expect(bytes.equals(await renderPdf(document, { fonts: FONTS, language: "fr" })), name).toBe(true);
  }
});

test("with --profile factur-x, what could not contain the XML is left out", async () => {
  const path = freshFile();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  const acme = invoicing.company("acme");
  const { vatNumber: _, ...profile } = germanProfile();
  await acme.saveProfile(profile);
  await acme.issue({ clientName: "A", clientCountry: "DE", items: ORDER.items });
  await invoicing.close();
  const folder = freshFolder();
  const args = ["export", path, "--company", "acme", "--format", "pdf", ...FONT_OPTIONS, "--out", folder];
  const refused = await runCli([...args, "--profile", "factur-x"]);
  expect(refused).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/\.pdf +BR-CO-26 +seller\.vatNumber +The/),
  });
  expect(readdirSync(folder)).toEqual([]);
  expect((await runCli(args)).status).toBe(0);
});

test("what the fonts cannot print is left out with its field, unless there is a font for it", async () => {
  const path = freshFile();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue({ clientName: "A", clientCountry: "DE", items: ORDER.items });
  await acme.issue({ clientName: "שלום", clientCountry: "DE", items: ORDER.items });
  await invoicing.close();
  const folder = freshFolder();
  const args = ["export", path, "--company", "acme", "--format", "pdf", ...FONT_OPTIONS, "--out", folder];
  expect(await runCli(args)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/0002\.pdf +clientName +has characters .*\(U\+05E9\).* to --fallback-font/),
  });
  const rubik = resolve("@expo-google-fonts/rubik/400Regular/Rubik_400Regular.ttf");
  expect((await runCli([...args, "--fallback-font", rubik])).status).toBe(0);
  expect(readdirSync(folder)).toHaveLength(2);
});

test("by default the files go to the working folder, and no other file is left there", async () => {
  const books = await sqliteBooks();
  const cwd = freshFolder();
  const args = ["export", ...books.database, "--company", "acme", "--format", "ubl"];
  expect((await runCli(args, { cwd })).status).toBe(0);
  expect(readdirSync(cwd)).toEqual([...books.documents.keys()].sort());
});

test("several pages are written as a whole, and each document once", async () => {
  const path = freshFile();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile(SELLER));
  await acme.issueMany(oneTo(250).map(() => ORDER));
  await invoicing.close();
  const folder = freshFolder();
  const { stdout } = await runCli(["export", path, "--company", "acme", "--format", "cii", "--out", folder]);
  expect(stdout).toBe("acme: 250 files written, 0 unchanged, 0 documents left out\n");
  expect(readdirSync(folder)).toHaveLength(250);
});

const COMPANY = ["--company", "acme"];
test.each([
  [["export", "a.db", "--format", "ubl"], "Name one company with --company <id>."],
  [["export", "a.db", ...COMPANY, "--company", "b", "--format", "ubl"], "Name one company with --company <id>."],
  [["export", "a.db", ...COMPANY], "--format must be one of ubl, cii, fatturapa, ksef, pdf, accounting, datev"],
  [
    ["export", "a.db", ...COMPANY, "--format", "xml"],
    "--format must be one of ubl, cii, fatturapa, ksef, pdf, accounting, datev",
  ],
  [
    ["export", "a.db", ...COMPANY, "--format", "ubl", "--profile", "factur-x"],
    "--profile for ubl must be one of en16931, peppol, xrechnung, ctc-fr, cius-ro, hr-cius, not factur-x.",
  ],
  [["export", "a.db", ...COMPANY, "--format", "cii", "--from", "2026-02-30"], "--from must be a day such as 2026-11"],
  [["export", "a.db", ...COMPANY, "--format", "cii", "--to", "today"], "--to must be a day such as 2026-11-20, not"],
  [
    ["export", "a.db", ...COMPANY, "--format", "cii", "--from", "2026-11-02", "--to", "2026-11-01"],
    "--from must not be after --to.",
  ],
  [["export", "a.db", ...COMPANY, "--format", "cii", "--out", ""], "--out must name a folder."],
  [["export", "a.db", ...COMPANY, "--format", "ksef", "--ksef-code", "test"], "--ksef-code is only for --format pdf."],
  [
    ["export", "a.db", ...COMPANY, "--format", "pdf", ...FONT_OPTIONS, "--ksef-code", "prod"],
    "--ksef-code must be one of production, demo, test, not prod.",
  ],
  [["export", "a.db", ...COMPANY, "--format", "pdf"], "needs two font files: --font <file> and --bold-font <file>."],
  [["export", "a.db", ...COMPANY, "--format", "pdf", "--font", "a.ttf"], "needs two font files"],
  [
    ["export", "a.db", ...COMPANY, "--format", "pdf", "--profile", "peppol", ...FONT_OPTIONS],
    "--profile for pdf must be one of factur-x, ctc-fr, not peppol.",
  ],
  [
    ["export", "a.db", ...COMPANY, "--format", "fatturapa", "--profile", "peppol"],
    "--profile for fatturapa must be fatturapa, not peppol.",
  ],
  [["export", "a.db", ...COMPANY, "--format", "ubl", "--font", "a.ttf"], "--font is only for --format pdf."],
  [["export", "a.db", ...COMPANY, "--format", "cii", "--language", "de"], "--language is only for --format pdf."],
  ...["", "German", "de_DE"].map((tag): [string[], string] => [
    ["export", "a.db", ...COMPANY, "--format", "pdf", ...FONT_OPTIONS, "--language", tag],
    `--language must be a BCP 47 tag such as de or nl-BE, not ${tag}.`,
  ]),
  [["export", "a.db", ...COMPANY, "--format", "cii", "--json"], "--json is not an option of faktura export."],
  [["audit", "a.db", "--format", "cii"], "--format is not an option of faktura audit."],
  [["export", ...COMPANY, "--format", "cii"], "Name a SQLite file or a PostgreSQL URL."],
  [["export", "nowhere.db", ...COMPANY, "--format", "cii"], "There is no file nowhere.db"],
])("%j exits with 2 and says what to do: %s", async (args, said) => {
  const { status, stdout, stderr } = await runCli(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(said);
});

test("the reference and the usage have the same options, each with the commands that take it", async () => {
  const page = readFileSync(join(ROOT, "docs/reference/command.md"), "utf8");
  const { stdout: usage } = await runCli(["--help"]);
  const optionsIn = (text: string) => [...new Set(text.match(/--[a-z]+(?:-[a-z]+)*/g))].sort();
  expect(optionsIn(page)).toEqual(optionsIn(usage));
  const [audit, exporting] = usage.split(/^(?=faktura export )/m) as [string, string];
  for (const [, options, commands] of page.matchAll(/^\| (`--.*) \| (`audit`|`export`) \|/gm)) {
    const own = commands === "`audit`" ? audit : exporting;
    expect(optionsIn(own)).toEqual(expect.arrayContaining(optionsIn(options!)));
  }
});

test("a font that is not there, and one that is none, end the export with the option's name", async () => {
  const { database } = await sqliteBooks();
  const args = ["export", ...database, "--company", "acme", "--format", "pdf", "--out", freshFolder()];
  for (const [font, said] of [
    ["nowhere.ttf", /^faktura: --font cannot be read: .*nowhere\.ttf/],
    ["package.json", /^faktura: --font is not a TrueType or OpenType font/],
  ] as const) {
    const { status, stderr } = await runCli([...args, "--font", font, "--bold-font", FONT_FILES[1]!]);
    expect(status).toBe(2);
    expect(stderr).toMatch(said);
  }
});

test("a company without books, as one that is misspelt, exits with 2 and makes no folder", async () => {
  const { database } = await sqliteBooks();
  const folder = join(freshFolder(), "none");
  const args = ["export", ...database, "--company", "acne", "--format", "ubl", "--out", folder];
  expect(await runCli(args)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('No books found for company "acne"'),
  });
  expect(() => readdirSync(folder)).toThrow("ENOENT");
});

const OWN_FORMAT = `
class Names {
  mediaType = "text/plain";
  extension = "txt";
  attachedAs = "names.txt";
  nameOf(document) { return document.clientName; }
  write(document) { return this.nameOf(document); }
}
class Own {
  id = "own";
  name = "Own";
  syntaxes = { names: new Names() };
  lacking = [];
  appliesTo() { return this.lacking.length === 0; }
  gaps() { return this.lacking; }
}
export default [new Own()];
`;

test("--formats adds formats of a module, and says what is wrong with one", async () => {
  const folder = freshFolder();
  const [own, none, broken] = ["own.mjs", "none.mjs", "broken.mjs"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(own, OWN_FORMAT);
  writeFileSync(none, "export const formats = [];");
  writeFileSync(broken, 'export default [{ id: "own" }];');
  const path = freshFile();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  await invoicing.company("acme").saveProfile(germanProfile());
  const { invoiceNumber, clientName } = await invoicing.company("acme").issue(order());
  await invoicing.close();
  const out = join(folder, "out");
  const args = ["export", path, "--company", "acme", "--out", out, "--format"];
  expect(await runCli([...args, "names", "--formats", own])).toMatchObject({ status: 0, stderr: "" });
  expect(filesIn(out)).toEqual(new Map([[`${invoiceNumber}.txt`, clientName]]));
  const pdf = [...args, "pdf", ...FONT_OPTIONS, "--formats", own, "--profile", "own"];
  expect(await runCli(pdf)).toMatchObject({ status: 0, stderr: "" });
  expect(filesIn(out).get(`${invoiceNumber}.pdf`)).toContain("names.txt");
  for (const [module, said] of [
    [none, "it must export an array of formats as default"],
    [broken, "formats[0] (own): name must be a string"],
    [join(folder, "missing.mjs"), "Cannot find module"],
  ] as const) {
    const { status, stderr } = await runCli([...args, "ubl", "--formats", module]);
    expect(status).toBe(2);
    expect(stderr).toContain(`--formats ${module}: `);
    expect(stderr).toContain(said);
  }
  expect((await runCli([...args, "names"])).stderr).toContain(
    "--format must be one of ubl, cii, fatturapa, ksef, pdf, accounting, datev",
  );
});
