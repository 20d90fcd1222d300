import type { UnplacedAmount, VatReport } from "faktura";
import { expect, test } from "vitest";
import { vatReportCsv, vatReportTables } from "../../src/cli/print-vat-report.ts";
import { readReportArguments } from "../../src/cli/report-arguments.ts";

const EMPTY: VatReport = {
  domestic: { lines: [] },
  oss: { lines: [], ratesNeeded: [] },
  recapitulative: { lines: [] },
  exports: { lines: [] },
  outsideScope: { lines: [] },
  registrations: [],
  corrections: { oss: [], included: [], additions: [] },
  advancesAtOtherRates: [],
  unplaced: [],
  smallEnterprise: [],
  unionTurnover: null,
};

/** A row whose cells have no commas, as a file has it. */
const quoted = (row: string) =>
  row
    .split(",")
    .map((cell) => `"${cell}"`)
    .join();

/** A document of another writer, whose number may be anything. */
const unreadable = (number: string): UnplacedAmount => {
  return { kind: "invoice", number, on: "2026-11-20", reason: "document_unreadable", detail: "x" };
};

test("a small enterprise's turnover is listed by state, and compared with the limit", () => {
  const unionTurnover = { limit: 100_000, soFar: 100_000.5, previousYear: 7, exceededOn: "2026-05-03" };
  const ratesNeeded = [{ currency: "SEK", period: "2026", on: "2026-01-01" }];
  const smallEnterprise = [
    { country: "DE", net: 0 },
    { country: "FR", net: 40.5 },
  ];
  const report: VatReport = { ...EMPTY, smallEnterprise, unionTurnover: { ...unionTurnover, ratesNeeded } };
  const about = { companyId: "acme", from: "2026-04-01", to: "2026-06-30", asOf: undefined };
  expect(vatReportTables(about, report)).toBe(`acme, 2026-04-01 to 2026-06-30, by tax point

Small enterprise: turnover by member state
  COUNTRY  TAXABLE AMOUNT  CURRENCY
  DE                 0.00  EUR
  FR                40.50  EUR

Small enterprise: turnover in the Union
  KIND         ON          TAXABLE AMOUNT  CURRENCY  REASON
  year         2026-05-03       100000.50  EUR       limit: 100000
  year before                        7.00  EUR

Exchange rates that are missing (--rate)
  PERIOD  ON          CURRENCY
  2026    2026-01-01  SEK
`);
  const given = { company: ["acme"], period: "2026-Q2", rate: ["SEK@2026=11.1"] };
  const { rates } = readReportArguments(["report", "x.db"], given);
  expect(rates).toEqual({ SEK: { "2026": 11.1 } });
});

test("documents without known amounts have none, and strange numbers end no line and no cell", () => {
  const report = { ...EMPTY, unplaced: [unreadable('A,"1"\n\u001b[2J')] };
  expect(vatReportCsv(report).split("\r\n")[1]).toBe(
    '"unplaced","","","","","invoice","","","","A,""1""\n\u001b[2J","2026-11-20","","","","","document_unreadable","","","",""',
  );
  const about = { companyId: "a\nb", from: "2026-11-01", to: "2026-11-30", asOf: "2026-12-24" };
  expect(vatReportTables(about, report).split("\n")).toEqual([
    "a\\nb, 2026-11-01 to 2026-11-30, by tax point, as of 2026-12-24",
    "",
    "Without a place: decide by hand",
    "  KIND     DOCUMENT          ON          REASON",
    '  invoice  A,"1"\\n\\u001b[2J  2026-11-20  document_unreadable',
    "",
  ]);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("%j is no formula in a spreadsheet", (number) => {
  const [, line] = vatReportCsv({ ...EMPTY, unplaced: [unreadable(number)] }).split("\r\n");
  expect(line?.split(",")[9]).toMatch(/^"'/);
});

test("an advance at another rate names the rates that were lawful", () => {
  const paid = { number: "INV-1", on: "2025-06-20", section: "domestic", country: "EE", taxRate: 24 } as const;
  const amounts = { currency: "EUR", taxableAmount: 100, taxAmount: 24 };
  const report = { ...EMPTY, advancesAtOtherRates: [{ ...paid, lawfulRates: [22, 9], ...amounts }] };
  expect(vatReportCsv(report).split("\r\n")[1]).toBe(
    quoted("advances_at_other_rates,,,EE,,domestic,,,24,INV-1,2025-06-20,,100.00,24.00,EUR,lawful: 22 9,,,,"),
  );
});

test("amounts have the decimals of their currency, and corrections name both quarters", () => {
  const line = { declaredIn: "2027-Q1", period: "2026-Q4", country: "XI", asIssued: [] };
  const oss = ["JPY", "KWD"].map((currency) => ({ ...line, currency, taxableAmount: -1234, taxAmount: -0.5 }));
  const rows = vatReportCsv({ ...EMPTY, corrections: { ...EMPTY.corrections, oss } }).split("\r\n");
  expect(rows.slice(1, -1)).toEqual([
    quoted("oss_corrections,2027-Q1,2026-Q4,XI,,,,,,,,,-1234,-1,JPY,,,,,"),
    quoted("oss_corrections,2027-Q1,2026-Q4,XI,,,,,,,,,-1234.000,-0.500,KWD,,,,,"),
  ]);
});

test("Spain's equivalence surcharge has columns of its own", () => {
  const amounts = { currency: "EUR", taxableAmount: 100, taxAmount: 21, surchargeAmount: 5.2 };
  const lines = [{ category: "S", taxRate: 21, surchargeRate: 5.2, ...amounts, asIssued: [] }] as const;
  const report = { ...EMPTY, domestic: { lines } };
  expect(vatReportCsv(report).split("\r\n")[1]).toBe(quoted("domestic,,,,,,,S,21,,,,100.00,21.00,EUR,,5.2,5.20,,"));
  const about = { companyId: "a", from: "2026-11-01", to: "2026-11-30", asOf: undefined };
  expect(vatReportTables(about, report)).toContain("SURCHARGE RATE  SURCHARGE AMOUNT");
});

test("rates are those of the last quarter and month of the period, unless they name another", () => {
  const rate = ["SEK=11.2", "SEK@2026-Q3=11.1", "CZK=25", "CZK@2026-12=24", "USD@2026-11=1.1"];
  const { rates, span } = readReportArguments(["report", "x.db"], { company: ["acme"], period: "2026", rate });
  expect(rates).toEqual({
    SEK: { "2026-Q4": 11.2, "2026-12": 11.2, "2026-Q3": 11.1 },
    CZK: { "2026-Q4": 25, "2026-12": 24 },
    USD: { "2026-11": 1.1 },
  });
  expect(span).toEqual({ from: "2026-01-01", to: "2026-12-31" });
});

test.each([
  ["2026", "2026-01-01", "2026-12-31"],
  ["2026-Q1", "2026-01-01", "2026-03-31"],
  ["2026-Q4", "2026-10-01", "2026-12-31"],
  ["2028-02", "2028-02-01", "2028-02-29"],
  ["2026-12", "2026-12-01", "2026-12-31"],
])("the period %s is from %s to %s", (period, from, to) => {
  expect(readReportArguments(["report", "x.db"], { company: ["acme"], period }).span).toEqual({ from, to });
});
