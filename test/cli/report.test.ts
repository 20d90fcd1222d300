import { createInvoicing, type InvoicingStore, type VatReport } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { freshSchema, pool, postgresUrl } from "../support/postgres.ts";
import { freshFile } from "../support/stores.ts";
import { runCli } from "./run-cli.ts";

const PERIOD = ["--company", "acme", "--period", "2026-Q4"];
let file: string;
let report: VatReport;

/** Sales at home and abroad of which one has no place, a credit note of the next quarter, and a late invoice. */
async function issueAll(store: InvoicingStore): Promise<VatReport> {
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const sale = await acme.issue(order());
  await acme.issue(order({ clientCountry: "FR", supply: "goods" }));
  await acme.issue(order({ clientCountry: "SE", supply: "digital", currency: "SEK" }));
  await acme.issue(order({ clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" }));
  await acme.issue(order({ clientCountry: "US", supply: "goods" }));
  await acme.issue(order({ clientCountry: "US" }));
  clock.set("2027-01-31T23:30:00.000Z"); // in February in Berlin
  await acme.credit(sale.id, { reason: "x" });
  await acme.issue(order({ supplyDate: "2026-12-20" }));
  await acme.issue(order({ clientCountry: "SE", supply: "goods", currency: "SEK", supplyDate: "2027-03-05" }));
  const made = await acme.vatReport({ from: "2026-10-01", to: "2026-12-31" });
  await invoicing.close();
  return made;
}

beforeAll(async () => {
  file = freshFile();
  report = await issueAll(await openSqliteStore(file));
});

test("the report is printed as tables, and what is not complete exits with 1", async () => {
  const { status, stdout, stderr } = await runCli(["report", file, ...PERIOD]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(stdout).toBe(`acme, 2026-10-01 to 2026-12-31, by tax point

VAT at home
  CATEGORY  RATE  TAXABLE AMOUNT  TAX AMOUNT  CURRENCY
  S           19          400.00       76.00  EUR

OSS
  PERIOD   COUNTRY  KIND      RATE  TAXABLE AMOUNT  TAX AMOUNT  CURRENCY
  2026-Q4  FR       goods       20          200.00       40.00  EUR
  2026-Q4  SE       services    25          200.00       50.00  SEK

Recapitulative statement
  CLIENT         KIND      CODE  TAXABLE AMOUNT  TAX AMOUNT  CURRENCY
  FR40303265045  services  S             200.00        0.00  EUR

Exports
  COUNTRY  TAXABLE AMOUNT  TAX AMOUNT  CURRENCY
  US               200.00        0.00  EUR

Without a place: decide by hand
  KIND     CATEGORY  RATE  DOCUMENT         ON          TAXABLE AMOUNT  TAX AMOUNT  CURRENCY  REASON
  invoice  G            0  INV-202611-0006  2026-11-20          200.00        0.00  EUR       supply_not_stated

Exchange rates that are missing (--rate)
  PERIOD   ON          CURRENCY
  2026-Q4  2026-12-31  SEK
`);
});

test("as JSON it is the report of the library, and as of a day what it was", async () => {
  const { status, stdout } = await runCli(["report", file, ...PERIOD, "--json"]);
  const about = { companyId: "acme", period: "2026-Q4", from: "2026-10-01", to: "2026-12-31" };
  expect([status, JSON.parse(stdout)]).toEqual([1, { ...about, ...report }]);
  const filed = await runCli(["report", file, ...PERIOD, "--json", "--as-of", "2027-01-31"]);
  const { domestic, corrections } = JSON.parse(filed.stdout) as VatReport;
  expect(domestic.lines.map(({ taxAmount }) => taxAmount)).toEqual([38]); // by the company's time zone
  expect(corrections.additions.map(({ kind, taxAmount }) => [kind, taxAmount])).toEqual([
    ["credit-note", -38],
    ["invoice", 38],
  ]);
});

test("as comma-separated values it has one line for each line of each section", async () => {
  const { status, stdout } = await runCli([
    "report",
    file,
    ...PERIOD,
    "--csv",
    "--rate",
    "SEK=10",
    "--as-of",
    "2027-01-31",
  ]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^"section","period",/);
  expect(stdout.replaceAll('"', "").split("\r\n")).toEqual([
    "section,period,corrects,country,client,kind,code,category,rate,document,on,recorded_on,taxable_amount,tax_amount,currency,reason,surcharge_rate,surcharge_amount,registration,seller",
    "domestic,,,,,,,S,19,,,,200.00,38.00,EUR,,,,,",
    "oss,2026-Q4,,FR,,goods,,,20,,,,200.00,40.00,EUR,,,,,",
    "oss,2026-Q4,,SE,,services,,,25,,,,20.00,5.00,EUR,,,,,",
    "recapitulative,,,,FR40303265045,services,S,,,,,,200.00,0.00,EUR,,,,,",
    "exports,,,US,,,,,,,,,200.00,0.00,EUR,,,,,",
    "additions,,2026-Q4,,,credit-note,,S,19,INV-CN-202702-0001,2027-02-01,2027-02-01,-200.00,-38.00,EUR,domestic,,,,",
    "additions,,2026-Q4,,,invoice,,S,19,INV-202702-0007,2026-12-20,2027-02-01,200.00,38.00,EUR,domestic,,,,",
    "unplaced,,,,,invoice,,G,0,INV-202611-0006,2026-11-20,,200.00,0.00,EUR,supply_not_stated,,,,",
    "",
  ]);
});

test("credit notes name the month that they correct, and a complete report exits with 0", async () => {
  const { status, stdout } = await runCli(["report", file, "--company", "acme", "--period", "2027-02"]);
  expect(status).toBe(0);
  expect(stdout).toContain("\nIncluded above: corrections of earlier months\n  CORRECTS  KIND      CATEGORY  RATE");
  expect(stdout).toMatch(/^ {2}2026-11 {3}domestic {2}S {11}19 {9}-200\.00 {6}-38\.00 {2}EUR$/m);
  const march = ["report", file, "--company", "acme", "--period", "2027-03"];
  expect([(await runCli(march)).status, (await runCli([...march, "--rate", "SEK=11.2"])).status]).toEqual([1, 0]);
  const empty = await runCli(["report", file, "--company", "acme", "--period", "2025"]);
  expect(empty).toMatchObject({
    status: 0,
    stdout: "acme, 2025-01-01 to 2025-12-31, by tax point\n\nNothing to declare.\n",
  });
});

test("the books are read on PostgreSQL too", async () => {
  const schema = await freshSchema();
  await issueAll(await postgresStore(pool, { schema }));
  const { status, stdout } = await runCli(["report", postgresUrl!, ...PERIOD, "--schema", schema, "--json"]);
  expect([status, (JSON.parse(stdout) as VatReport).oss]).toEqual([1, report.oss]);
});

describe("wrong arguments exit with 2 and say what is wrong", () => {
  test.each([
    [["--company", "acme"], "Name a period with --period, such as 2026-Q4."],
    [
      ["--company", "acme", "--period", "2026-Q5"],
      "--period must be a year, a quarter or a month such as 2026, 2026-Q4 or 2026-11, not 2026-Q5.",
    ],
    [["--company", "acme", "--period", "0026"], "--period must be in 1900 or later, not 0026."],
    [["--period", "2026"], "Name one company with --company <id>."],
    [[...PERIOD, "--json", "--csv"], "Name only one of --json and --csv."],
    [[...PERIOD, "--rate", "SEK"], "--rate must be <currency>=<rate>, such as SEK=11.2 or SEK@2026-Q3=11.1, not SEK."],
    [[...PERIOD, "--rate", "XXX=1"], "not XXX=1."],
    [[...PERIOD, "--rate", "SEK=0"], "--rate must be from 0.000001 to 1000000000, not SEK=0."],
    [[...PERIOD, "--rate", "SEK=1000000001"], "not SEK=1000000001."],
    [[...PERIOD, "--rate", "EUR=2"], "--rate must name a currency other than EUR"],
    [[...PERIOD, "--rate", "SEK=1", "--rate", "SEK@2026-Q4=2"], "--rate names two rates of SEK for 2026-Q4. Name one."],
    [[...PERIOD, "--as-of", "today"], "--as-of must be a day such as 2026-11-20, not today."],
    [[...PERIOD, "--expect", "x"], "--expect is not an option of faktura report."],
    [["--company", "nobody", "--period", "2026"], 'No books found for company "nobody".'],
  ])("%j", async (args, message) => {
    const { status, stdout, stderr } = await runCli(["report", file, ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
