import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { beforeAll, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";
import { runCli } from "./run-cli.ts";

const ACCOUNTS = {
  sales: [
    { kind: "write-off", account: "2406" },
    { kind: "discount", account: "8736" },
    { section: "oss", account: "8320", taxKey: "240" },
    { treatment: "reverse-charge", account: "8336" },
    { treatment: "export", account: "8120" },
    { taxRate: 19, account: "8400" },
    { taxRate: 7, account: "8300" },
  ],
  payments: [{ method: "Cash", account: "1000" }, { account: "1200" }],
  debtors: { first: "10000", clients: { "K-7": "69000" } },
  datev: { consultant: 29098, client: 55003, chart: "03" },
};
const PERIOD = ["--company", "acme", "--from", "2026-11-01", "--to", "2026-11-30"];

let file: string;
let folder: string;

beforeAll(async () => {
  file = freshFile();
  folder = mkdtempSync(join(tmpdir(), "accounts-"));
  const clock = new TestClock("2026-10-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store: await openSqliteStore(file), clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile({ invoicePrefix: "A_1" }));
  const items = (unitPrice: number, changes: object = {}) => [{ description: "x", quantity: 1, unitPrice, ...changes }];
  const early = await acme.issue(order({ clientName: "Früh", items: items(10) }));
  clock.set("2026-11-20T12:00:00.000Z");
  const mixed = await acme.issue(
    order({ clientName: 'Zoë "Łódź" €', items: [...items(100), ...items(50, { vatRates: { DE: 7 } })] }),
  );
  await acme.issue(order({ clientCountry: "GR", clientName: "Client", supply: "digital", items: items(100) }));
  const business = { clientCountry: "AT", clientVatNumber: "ATU62934800", supply: "services" } as const;
  const lost = await acme.issue(order({ ...business, clientNumber: "K-7", items: items(30) }));
  await acme.issue(order({ clientCountry: "CH", clientName: "=1+1", supply: "goods", items: items(40) }));
  const wrong = await acme.issue(order({ clientName: "Früh", items: items(70) }));
  await acme.credit(mixed.id, { reason: "x", lines: [{ line: 2 }] });
  await acme.cancel(early.id);
  await acme.cancel(wrong.id);
  await acme.recordPayment(mixed.id, { amount: 119, paidOn: "2026-11-20", method: "cash", reference: "T 1" });
  await acme.recordPayment(lost.id, { amount: 5, paidOn: "2026-11-19" });
  await invoicing.close();
});

/** As the batch has it: the code page lacks the first letter of the city. */
const zoe = '"Zo\xeb ""?\xf3dz"" \x80';

const accountsFile = (accounts: object) => {
  const path = join(mkdtempSync(join(tmpdir(), "accounts-")), "accounts.json");
  writeFileSync(path, JSON.stringify(accounts));
  return path;
};

const run = (format: string, accounts: object = ACCOUNTS, ...more: string[]) =>
  runCli(["export", file, ...PERIOD, "--format", format, "--accounts", accountsFile(accounts), ...more]);

test("a booking batch has DATEV's header, 125 columns and a row for each account, in Windows-1252", async () => {
  const { status, stdout, stderr } = await run("datev", ACCOUNTS, "--out", folder);
  const name = "EXTF_Buchungsstapel_2026-11-01_2026-11-30.csv";
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: `${name}: 12 rows, 0 without an account\n`,
    stderr: "",
  });
  const bytes = readFileSync(join(folder, name));
  const lines = bytes.toString("latin1").split("\r\n");
  expect(lines.pop()).toBe("");
  const [header = "", names = "", ...rows] = lines;
  expect(header.replace(/\d{17}/, "<time>")).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;<time>;;"RE";"";"";29098;55003;20260101;4;20261101;20261130;"Buchungsstapel";"";1;0;0;"EUR";;"";;;"03";;;"";""',
  );
  const columns = names.split(";");
  expect(columns).toHaveLength(125);
  const numbered = [1, 10, 11, 14, 40, 88, 114, 118, 125].map((number) => columns[number - 1]);
  expect(numbered).toEqual([
    ...["Umsatz (ohne Soll/Haben-Kz)", "Belegdatum", "Belegfeld 1", "Buchungstext", "EU-Land u. UStID (Bestimmung)"],
    ...["Stück", "Festschreibung", "Generalumkehr (GU)", "Abw. Skontokonto"],
  ]);
  const cells = rows.map((row) => row.split(";"));
  expect(cells.every((row) => row.length === 125 && row[113] === "0")).toBe(true);
  expect(cells.map((row) => [0, 1, 6, 7, 8, 9, 10, 13, 39, 40].map((at) => row[at]).join(";"))).toEqual([
    '5,00;"S";69000;8336;"";1911;"A-1-202611-0004";"Exemple SARL";"ATU62934800";',
    '5,00;"H";69000;1200;"";1911;"A-1-202611-0004";"Exemple SARL";"";',
    '11,90;"H";10000;8400;"";2011;"A-1-202610-0001";"Fr\xfch";"";',
    `53,50;"S";10001;8300;"";2011;"A-1-202611-0002";${zoe}";"";`,
    `119,00;"S";10001;8400;"";2011;"A-1-202611-0002";${zoe}";"";`,
    `53,50;"H";10001;8300;"";2011;"A-1-CN-202611-0001";"A_1-202611-0002 ${zoe.slice(1)}";"";`,
    `119,00;"H";10001;1000;"";2011;"A-1-202611-0002";${zoe} T 1";"";`,
    '124,00;"S";10002;8320;"0240";2011;"A-1-202611-0003";"Client";"EL";24,00',
    '25,00;"S";69000;8336;"";2011;"A-1-202611-0004";"Exemple SARL";"ATU62934800";',
    `40,00;"S";10004;8120;"";2011;"A-1-202611-0005";"'=1+1";"";`,
    '83,30;"S";10000;8400;"";2011;"A-1-202611-0006";"Fr\xfch";"";',
    '83,30;"H";10000;8400;"";2011;"A-1-202611-0006";"Fr\xfch";"";',
  ]);
  const again = await run("datev", ACCOUNTS, "--out", folder);
  expect(again.status).toBe(1);
  expect(again.stdout).toContain("was kept");
});

test("a batch is not written if a row lacks an account, or if DATEV could not import it", async () => {
  const out = mkdtempSync(join(tmpdir(), "accounts-"));
  const sales = [
    { taxRate: 19, account: "84000" },
    { taxRate: 7, account: "8300", taxKey: "x" },
  ];
  const { status, stdout } = await run("datev", { ...ACCOUNTS, sales, debtors: "70000", payments: [] }, "--out", out);
  expect(status).toBe(1);
  expect(stdout.trim().split("\n").sort()).toEqual([
    "70000 is not a debtor of 5 digits from 1 to 6.",
    "84000 is not an account of at most 4 digits.",
    'payments has no account for {"method":"cash"}.',
    'payments has no account for {"method":null}.',
    'sales has no account for {"kind":"invoice","treatment":"export","category":"G","taxRate":0,"country":"CH"}.',
    'sales has no account for {"kind":"invoice","treatment":"oss","category":"S","taxRate":24,"country":"GR"}.',
    'sales has no account for {"kind":"invoice","treatment":"reverse-charge","category":"AE","taxRate":0,"country":null}.',
    'sales has no account for {"kind":"paid-sale","treatment":"reverse-charge","category":"AE","taxRate":0,"country":null}.',
    "taxKey x is not of 1 to 4 digits.",
  ]);
  const july = { ...ACCOUNTS, datev: { ...ACCOUNTS.datev, fiscalYearStart: "11-15" } };
  expect((await run("datev", july, "--out", out)).stdout).toBe("The days must be of one fiscal year.\n");
  expect(readdirSync(out)).toEqual([]);
});

test("as CSV, rows without an account are there, and exit with 1", async () => {
  const out = mkdtempSync(join(tmpdir(), "accounts-"));
  const sales = ACCOUNTS.sales.filter(({ account }) => account !== "8120");
  const { status, stdout, stderr } = await run("accounting", { ...ACCOUNTS, sales }, "--out", out);
  const name = "accounting_2026-11-01_2026-11-30.csv";
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: `${name}: 12 rows, 1 without an account\n`,
    stderr: "",
  });
  const [head, ...rows] = readFileSync(join(out, name), "utf8").trimEnd().split("\r\n");
  expect(head).toBe(
    '"kind","on","number","invoice_number","client_name","client_number","client_vat_number","debtor","account","tax_key","section","reason","treatment","category","country","registration_country","method","reference","currency","rate","amount","taxable_amount","tax_amount","surcharge_amount"',
  );
  expect(rows.filter((row) => /^"(?:cancel|pay)|"'=1/.test(row))).toEqual([
    '"payment","2026-11-19","A_1-202611-0004","A_1-202611-0004","Exemple SARL","K-7","ATU62934800","69000","1200","","","","reverse-charge","","","","","","EUR","","-5.00","0.00","0.00",""',
    '"cancellation","2026-11-20","A_1-202610-0001","A_1-202610-0001","Früh","","","10000","8400","","unplaced","cancelled_without_credit_note","domestic","S","DE","","","","EUR","19","-11.90","-10.00","-1.90",""',
    '"payment","2026-11-20","A_1-202611-0002","A_1-202611-0002","Zoë ""Łódź"" €","","","10001","1000","","","","domestic","","","","cash","T 1","EUR","","-119.00","0.00","0.00",""',
    `"invoice","2026-11-20","A_1-202611-0005","A_1-202611-0005","'=1+1","","","10004","","","exports","","export","G","CH","","","","EUR","0","40.00","40.00","0.00",""`,
    '"cancellation","2026-11-20","A_1-202611-0006","A_1-202611-0006","Früh","","","10000","8400","","domestic","","domestic","S","DE","","","","EUR","19","-83.30","-70.00","-13.30",""',
  ]);
});

test("what is wrong with the arguments or the file of accounts is said, and nothing is written", async () => {
  const messageOf = async (args: readonly string[]) => {
    const { status, stderr } = await runCli(["export", file, ...args]);
    expect(status).toBe(2);
    return stderr.split("\n")[0];
  };
  const given = ["--accounts", accountsFile({ ...ACCOUNTS, datev: undefined })];
  const datev = ["--format", "datev"];
  expect(await messageOf(["--company", "acme", ...datev, ...given])).toContain("needs --from, --to and --accounts");
  expect(await messageOf([...PERIOD, ...datev])).toContain("needs --from, --to and --accounts");
  expect(await messageOf([...PERIOD, ...datev, ...given, "--profile", "x"])).toContain("--profile");
  expect(await messageOf([...PERIOD, "--format", "ubl", ...given])).toContain("--accounts");
  expect(await messageOf([...PERIOD, ...datev, ...given])).toContain("must have datev");
  expect(await messageOf([...PERIOD, ...datev, "--accounts", "none.json"])).toContain("none.json");
  const faulty = ["--accounts", accountsFile({ ...ACCOUNTS, sales: [{ taxrate: 19, account: "8400" }] })];
  expect(await messageOf([...PERIOD, ...datev, ...faulty])).toContain("/accounts/sales/0/taxrate");
});
