import type { CsvCell, OssRates, ReportAmounts, ThresholdRates, VatReport } from "faktura";
import { isEuVatTerritory } from "faktura/vat";
import type { Texts } from "../../../languages/en/later-panel-texts.ts";
import {
  isReturnSection,
  type ReturnColumn,
  type ReturnRow,
  type ReturnSection,
  returnColumns,
  returnRows,
} from "../../return-sections.ts";
import type { PanelReturns } from "../../wire.ts";
import type { CompanyFigures } from "../book-figures.ts";
import { type CsvColumn, csvAmount, csvFile } from "../lists/csv.ts";
import type { ListQuery } from "../lists/invoice-list.ts";
import { groupsOf } from "../lists/invoice-source.ts";
import { sumsByCurrency } from "../open-sums.ts";
import { type Call, type CallRow, row } from "./call.ts";

/** The calls about what a company declares. */
export const RETURN_CALLS: readonly CallRow[] = [
  row("GET /returns", {}, async ({ company, companyId, query }, books) => {
    const figures = books.figures.ofCompany(company, companyId);
    const report = await reportOf(figures, query);
    const { country } = await company.profile();
    const end = query["to"]!;
    const year = Number(end.slice(0, 4));
    const rates = thresholdRates(query);
    const threshold = isEuVatTerritory(country, end)
      ? (await figures.of("ossThreshold", { year, rates })).report
      : null;
    const rows = Object.entries(returnRows(report));
    const sums = Object.fromEntries(rows.map(([section, own]) => [section, sumOf(own)])) as PanelReturns["sums"];
    return { report, sums, threshold } satisfies PanelReturns;
  }),
  row("GET /returns/{id}", {}, async (call, { figures }) => {
    const { company, companyId, id, query } = call;
    const section = id.replace(/\.csv$/, "");
    if (section === id || !isReturnSection(section)) return undefined;
    const { title, columns, rows } = sectionTable(
      section,
      await reportOf(figures.ofCompany(company, companyId), query),
      call,
    );
    const name = `${title} ${query["from"]} ${query["to"]}`;
    return csvFile(call, name, columns, groupsOf(rows));
  }),
];

/** A section of a report as a table: the name of its file, its columns and its rows. */
export function sectionTable(section: ReturnSection, report: VatReport, { texts }: Pick<Call, "texts">) {
  const rows = returnRows(report)[section];
  const columns = returnColumns(section, rows).map((column): CsvColumn<ReturnRow> => {
    return [texts.returns.columns[column], (one) => cellOf(one, column, texts)];
  });
  return { title: texts.returns.fileNames[section], columns, rows };
}

/** The sum of several rows in one currency, all of one state: each has a return of its own. */
function sumOf(rows: readonly ReturnRow[]): ReportAmounts | null {
  const sumsOf = (name: "taxableAmount" | "taxAmount" | "surchargeAmount") =>
    sumsByCurrency(rows.map(({ currency = "", [name]: amount = 0 }) => ({ currency, amount })));
  const [net, ...others] = sumsOf("taxableAmount");
  if (rows.some(({ registration }) => registration !== rows[0]!.registration)) return null;
  if (rows.length < 2 || net === undefined || net.currency === "" || others.length > 0) return null;
  const [[vat], [surcharge]] = [sumsOf("taxAmount"), sumsOf("surchargeAmount")];
  const amounts = { currency: net.currency, taxableAmount: net.amount, taxAmount: vat!.amount };
  return surcharge!.amount === 0 ? amounts : { ...amounts, surchargeAmount: surcharge!.amount };
}

/** @throws Refusal `request_invalid` for invalid days or rates */
export async function reportOf(figures: CompanyFigures, query: ListQuery): Promise<VatReport> {
  const { from = "", to = "", asOf } = query;
  const rates = ossRates(query);
  const ofRates = Object.keys(rates).length === 0 ? undefined : rates;
  return (await figures.of("vatReport", { from, to, asOf, rates: ofRates })).report;
}

/** Of `rate.SEK.2026-Q4=11.2`, the rates by currency and quarter, or year. */
function ossRates(query: ListQuery): OssRates {
  const rates: Record<string, Record<string, number>> = {};
  for (const [name, value] of Object.entries(query)) {
    const [, currency, quarter] = /^rate\.([A-Z]{3})\.(\d{4}(?:-(?:Q[1-4]|\d\d))?)$/.exec(name) ?? [];
    if (currency !== undefined) rates[currency] = { ...rates[currency], [quarter!]: Number(value) };
  }
  return rates;
}

/** Of `threshold.USD=1.18`, the rates by currency. */
function thresholdRates(query: ListQuery): ThresholdRates {
  const given = Object.entries(query).filter(([name]) => /^threshold\.[A-Z]{3}$/.test(name));
  return Object.fromEntries(given.map(([name, value]) => [name.slice("threshold.".length), Number(value)]));
}

/** Amounts and rates are numbers. What has a word on the page has the same here. */
function cellOf(from: ReturnRow, column: ReturnColumn, { returns }: Texts): CsvCell {
  const value = from[column];
  if (value === undefined || value === null) return undefined;
  if (column === "taxableAmount" || column === "taxAmount" || column === "surchargeAmount")
    return csvAmount(Number(value), from.currency!);
  if (typeof value === "number") return { number: String(value) };
  if (column === "kind" || column === "section" || column === "reason") {
    return (returns[`${column}s`] as Readonly<Record<string, string>>)[value] ?? value;
  }
  return value;
}
