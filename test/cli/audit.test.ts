import { linkSync, mkdtempSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { writeBooks } from "../adapters/raw-books.ts";
import { connectRaw } from "../support/stores.ts";
import { runCli } from "./run-cli.ts";

let sound: string;
let damaged: string;

beforeAll(async () => {
  sound = await writeBooks();
  damaged = await writeBooks();
  const raw = connectRaw(damaged);
  const guard = raw.prepare("SELECT sql FROM sqlite_schema WHERE name = 'faktura_invoices_issued'").get();
  raw.exec("DROP TRIGGER faktura_invoices_issued");
  raw.exec(`UPDATE faktura_invoices SET document = replace(document, '"total":238', '"total":23.8') WHERE counter = 1`);
  raw.exec((guard as { sql: string }).sql);
  raw.close();
});

const headOf = (companyId: string, digit: string) => `${companyId}=1:${digit.repeat(64)}`;

/** The head of a sound file, as `--expect` takes it. */
const keptIn = (stdout: string) => /^ {2}keep: (\S+)$/m.exec(stdout)?.[1];

test("a sound file exits with 0, and its head can be expected the next time", async () => {
  const bytes = readFileSync(sound);
  const { status, stdout, stderr } = await runCli(["audit", sound]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^acme: 4 invoices, 7 entries: sound\n {2}keep: acme=7:[\da-f]{64}\n$/);
  const kept = keptIn(stdout)!;
  expect((await runCli(["audit", sound, "--expect", kept])).status).toBe(0);
  expect((await runCli(["audit", sound, "--expect", `acme=${kept.split(":")[1]}`])).status).toBe(0);
  expect(readFileSync(sound).equals(bytes), "the file is as it was").toBe(true);
});

test("an audit goes on behind the head that an earlier one printed, also as JSON", async () => {
  const kept = keptIn((await runCli(["audit", sound])).stdout)!;
  const report = join(dirname(sound), "report.json");
  writeFileSync(report, (await runCli(["audit", sound, "--json"])).stdout);
  for (const since of [kept, report]) {
    const { status, stdout } = await runCli(["audit", sound, "--company", "acme", "--since", since]);
    expect(stdout).toMatch(
      /^acme: 0 invoices, 0 entries after position 7, and 0 older invoices again: sound\n {2}keep: /,
    );
    expect(status).toBe(0);
  }
  const json = await runCli(["audit", sound, "--json", "--since", report]);
  expect(JSON.parse(json.stdout)).toMatchObject({ companies: [{ since: { position: 7 }, olderInvoices: 0 }] });
  const earlier = JSON.parse(readFileSync(report, "utf8"));
  for (const [content, problem] of [
    [{ companies: [{ ...earlier.companies[0], findings: [{}] }] }, "has findings of acme. Go on from the last report"],
    [[], "is not the JSON of an earlier audit. Print one with --json."],
    [{ companies: [{ companyId: "acme", findings: [] }] }, "is not the JSON of an earlier audit"],
  ] as const) {
    writeFileSync(report, JSON.stringify(content));
    const { status, stderr } = await runCli(["audit", sound, "--since", report]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(problem) });
  }
  const wrong = await runCli(["audit", sound, "--since", headOf("acme", "a"), "--since", headOf("gone", "b")]);
  expect(wrong.stdout).toMatch(/^acme +history_rewritten .*gone +history_rewritten /ms);
});

test("a file with a hard link, as backup programs create them, is audited with a warning", async () => {
  const other = `${sound}.link`;
  linkSync(sound, other);
  for (const name of [sound, other]) {
    const { status, stdout, stderr } = await runCli(["audit", name]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("sound") });
    expect(stderr).toMatch(
      /^faktura: \S+ has 2 names \(hard links\), so commits that were made under another name may be mis/,
    );
  }
  unlinkSync(other);
});

test("a head that is not in the journal, or of a company that is gone, is a finding", async () => {
  const expected = [`acme=3:${"a".repeat(64)}`, `gone=co=1:${"b".repeat(64)}`].flatMap((text) => ["--expect", text]);
  const { status, stdout } = await runCli(["audit", sound, ...expected]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^COMPANY +CODE +INVOICE +POSITION +DETAIL$/m);
  expect(stdout).toMatch(/^acme +history_rewritten .* not at position 3 of the journal/m);
  expect(stdout).toMatch(/^gone=co +history_rewritten /m);
});

test("damage exits with 1, as a table and as one JSON document", async () => {
  const { status, stdout } = await runCli(["audit", damaged]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^acme +totals_mismatch +INV-\d{6}-0001 +1 +total is 23.8, but its lines give 238$/m);
  expect(stdout).toMatch(/^acme: 4 invoices, 7 entries: 2 findings$/m);
  const json = await runCli(["audit", damaged, "--json", "--company", "acme"]);
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    companies: [
      { companyId: "acme", invoices: 4, findingCount: 2, findings: [{ code: "totals_mismatch", counter: 1 }, {}] },
    ],
    sound: false,
  });
});

test.each([
  [[], "No command"],
  [["audti", "x"], "Unknown command audti"],
  [["audit"], "Name a SQLite file"],
  [["audit", "a.db", "b.db"], "Name only one file or URL"],
  [["audit", "a.db", "--expct", "x"], "--expct"],
  [["audit", "a.db", "--expect", "acme=12"], "--expect must be <company>=<position>:<digest>"],
  [["audit", "a.db", "--expect", headOf("acme", "a"), "--expect", headOf("acme", "b")], "names two heads of acme"],
  [
    ["audit", "a.db", "--company", "acme", "--expect", headOf("beta", "a")],
    "a head of beta, but --company does not name that company",
  ],
  [["audit", "a.db", "--since", `acme=${"a".repeat(64)}`], "--since must be <company>=<position>:<digest>"],
  [["audit", "a.db", "--since", "package.json"], "--since package.json is not the JSON of an earlier audit"],
  [["audit", "a.db", "--since", headOf("a", "a"), "--expect", headOf("a", "b")], "--expect and --since both name a."],
  [["audit", "a.db", "--schema", "x"], "--schema is only for PostgreSQL"],
  [["audit", "postgre://nobody:secret@127.0.0.1:1/x"], "begin with postgres://"],
  [["audit", "nowhere.db"], "There is no file nowhere.db"],
  [["audit", "package.json"], "cannot open package.json: it is not a SQLite database; name another file"],
  [["audit", "docs/guide"], "docs/guide is a folder. Name the SQLite file in it."],
  [["audit", "postgres://nobody:secret@127.0.0.1:1/x"], "127.0.0.1:1"],
])("%j exits with 2 and says what to do: %s", async (args, said) => {
  const { status, stdout, stderr } = await runCli(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(said);
  expect(stderr).not.toContain("secret");
});

test("a company without books, and a file without tables, exit with 2", async () => {
  expect(await runCli(["audit", sound, "--company", "acne"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("acne"),
  });
  const empty = join(mkdtempSync(join(tmpdir(), "faktura-")), "empty.db");
  writeFileSync(empty, "");
  expect(await runCli(["audit", empty])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("does not contain faktura's tables"),
  });
});

test("a company without any invoice or entry left is reported if its events were acknowledged", async () => {
  const path = await writeBooks();
  const raw = connectRaw(path);
  raw.exec("INSERT INTO faktura_billing_acknowledged SELECT company_id, counter FROM faktura_invoices");
  raw.exec(
    "INSERT INTO faktura_billing_cursors SELECT company_id, counter, digest FROM faktura_invoices WHERE counter = 4",
  );
  const drop = (guard: string) => raw.exec(`DROP TRIGGER ${guard}_kept`);
  for (const table of ["faktura_invoices", "faktura_journal", "faktura_billing_cursors"]) drop(table);
  raw.exec("DELETE FROM faktura_invoices; DELETE FROM faktura_journal");
  const { status, stdout } = await runCli(["audit", path]);
  expect({ status, stdout }).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^acme +billing_cursor_moved /m),
  });
  raw.exec("DELETE FROM faktura_billing_cursors");
  raw.close();
  expect(await runCli(["audit", path])).toMatchObject({
    status: 0,
    stdout: "No books found.\n",
  });
});

test("an invoice whose amounts cannot be computed is a finding, and the next company is still audited", async () => {
  const path = await writeBooks();
  const raw = connectRaw(path);
  raw.exec("DROP TRIGGER faktura_invoices_issued");
  raw.exec(`UPDATE faktura_invoices SET document = replace(document, '"taxRate"', '"exchangeRate":{"rate":1,"date":"2026-11-20",
    "source":"ECB"},"taxCurrency":"toString","taxTotalInTaxCurrency":38,"taxRate"') WHERE counter = 1`);
  raw.exec(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
    SELECT 'beta', 1, id, invoice_number, issue_date, 'panel', document FROM faktura_invoices WHERE counter = 1`);
  raw.close();
  const { status, stdout, stderr } = await runCli(["audit", path, "--json"]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  const codes = ["guard_missing", "document_not_canonical", "totals_mismatch"];
  const found = codes.map((code) => ({ code }));
  expect(JSON.parse(stdout).companies).toMatchObject([
    { companyId: "acme", findings: expect.arrayContaining(found.map((one) => expect.objectContaining(one))) },
    { companyId: "beta", findings: found },
  ]);
});

test("a company whose numbers a host counts is reported as such, because gaps are not checked", async () => {
  const path = await writeBooks();
  const raw = connectRaw(path);
  raw.exec("INSERT INTO faktura_sequences VALUES ('acme', 0, NULL, 'host')");
  raw.close();
  const { status, stdout } = await runCli(["audit", path]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/: sound; numbered by the host's own counter: not checked for gaps$/m);
  const { stdout: json } = await runCli(["audit", path, "--json"]);
  expect(JSON.parse(json)).toMatchObject({ companies: [{ companyId: "acme", countedByHost: true }], sound: true });
  expect(JSON.parse((await runCli(["audit", sound, "--json"])).stdout).companies).toMatchObject([
    { countedByHost: false },
  ]);
});

test("a report whose reader has gone ends with 2", async () => {
  expect(await runCli(["audit", sound], { isHeard: false })).toMatchObject({ status: 2, stderr: "" });
});

test("help exits with 0", async () => {
  expect(await runCli(["--help"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("faktura audit <sqlite"),
  });
});
