import { csvRow } from "../domain/csv.ts";
import { minorUnitDigits } from "../domain/money/minor-units.ts";
import type { RegistrationReturns, ReportAmounts, UnionTurnover, VatReport } from "../domain/returns/vat-report.ts";
import { printable } from "./print-report.ts";

/** The columns of a report, in their order: those that not every section has, and the amounts, which all have. */
const COLUMNS = [
  ...["period", "corrects", "country", "client", "kind", "code", "category", "rate"],
  ...["document", "on", "recorded_on", "taxable_amount", "tax_amount", "currency", "reason"],
  ...["surcharge_rate", "surcharge_amount"], // of Spain
  ...["registration", "seller"],
] as const;

type Column = (typeof COLUMNS)[number];
type Row = Partial<Record<Column, string>>;

/** A part of a report: its name in CSV, its heading, and its rows. */
interface Section {
  readonly name: string;
  readonly heading: string;
  readonly rows: readonly Row[];
}

/** A report as comma-separated values (RFC 4180): a line of names, then one line for each row of each section. */
export function vatReportCsv(report: VatReport): string {
  const lines = sectionsOf(report).flatMap(({ name, rows }) =>
    rows.map((row) => {
      const cells = COLUMNS.map((column) => (NUMBERS.has(column) ? { number: row[column] ?? "" } : row[column]));
      return csvRow([name, ...cells]);
    }),
  );
  return [csvRow(["section", ...COLUMNS]), ...lines].join("");
}

const NUMBERS: ReadonlySet<Column> = new Set([
  ...(["rate", "taxable_amount", "tax_amount", "surcharge_rate", "surcharge_amount"] as const),
]);

/** What a report is about. */
interface ReportSubject {
  readonly companyId: string;
  readonly from: string;
  readonly to: string;
  readonly asOf: string | undefined;
}

/** A report as tables for a terminal, one for each section that is not empty. */
export function vatReportTables({ companyId, from, to, asOf }: ReportSubject, report: VatReport): string {
  const known = asOf === undefined ? "" : `, as of ${asOf}`;
  const tables = sectionsOf(report)
    .filter(({ rows }) => rows.length > 0)
    .map(({ heading, rows }) => `\n${heading}\n${tableOf(rows)}`);
  const body = tables.length === 0 ? "\nNothing to declare.\n" : tables.join("");
  return `${printable(companyId)}, ${from} to ${to}, by tax point${known}\n${body}`;
}

/** Columns without a value are left out. Amounts and rates are aligned to the right. */
function tableOf(rows: readonly Row[]): string {
  const columns = COLUMNS.filter((column) => rows.some((row) => row[column] !== undefined));
  const lines = [columns.map(headingOf), ...rows.map((row) => columns.map((column) => printable(row[column] ?? "")))];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => cells[index]!.length)));
  const isRight = (column: Column) => NUMBERS.has(column);
  return lines
    .map((cells) => {
      const padded = cells.map((cell, index) => {
        return isRight(columns[index]!) ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!);
      });
      return `  ${padded.join("  ").trimEnd()}\n`;
    })
    .join("");
}

const headingOf = (column: Column) => column.replaceAll("_", " ").toUpperCase();

/** The years compared with the limit, the latest first. */
function unionRows({ limit, soFar, previousYear, exceededOn }: UnionTurnover): Row[] {
  const inEuros = (amount: number) => ({ taxable_amount: amount.toFixed(2), currency: "EUR" });
  const passed = exceededOn === null ? {} : { on: exceededOn };
  return [
    { kind: "year", ...passed, ...inEuros(soFar), reason: `limit: ${limit}` },
    { kind: "year before", ...inEuros(previousYear) },
  ];
}

function sectionsOf(report: VatReport): Section[] {
  const { oss, corrections, advancesAtOtherRates, unplaced, registrations } = report;
  const { smallEnterprise, unionTurnover } = report;
  const states: readonly StateSections[] = [report, ...registrations].map(stateSectionsOf);
  const ofStates = (section: keyof StateSections) => states.flatMap((state) => state[section]);
  return [
    { name: "domestic", heading: "VAT at home", rows: ofStates("domestic") },
    {
      name: "oss",
      heading: "OSS",
      rows: oss.lines.map(({ period, country, supply, scheme, dispatchedFrom, vatNumber, ...line }) => {
        const dispatch = dispatchedFrom === undefined ? {} : { registration: dispatchedFrom, seller: vatNumber ?? "" };
        return { period, country, kind: scheme ?? supply, rate: `${line.taxRate}`, ...amountsOf(line), ...dispatch };
      }),
    },
    {
      name: "oss_corrections",
      heading: "Corrections of earlier OSS returns",
      rows: corrections.oss.map(({ declaredIn, period, country, ...line }) => {
        return { period: declaredIn, corrects: period, country, ...amountsOf(line) };
      }),
    },
    { name: "recapitulative", heading: "Recapitulative statement", rows: ofStates("recapitulative") },
    { name: "exports", heading: "Exports", rows: ofStates("exports") },
    { name: "outside_scope", heading: "Outside the scope of VAT", rows: ofStates("outsideScope") },
    {
      name: "included_corrections",
      heading: "Included above: corrections of earlier months",
      rows: ofStates("included"),
    },
    {
      name: "additions",
      heading: "Not included: what came later",
      rows: corrections.additions.map(({ section, recordedOn, ...part }) => {
        return { ...namedRow(part), corrects: part.period, recorded_on: recordedOn, reason: section };
      }),
    },
    {
      name: "advances_at_other_rates",
      heading: "Included above: paid in advance when the rate was not lawful",
      rows: advancesAtOtherRates.map(({ number, on, section, country, taxRate, lawfulRates, ...amounts }) => {
        const reason = `lawful: ${lawfulRates.join(" ")}`;
        return { country, kind: section, rate: `${taxRate}`, document: number, on, ...amountsOf(amounts), reason };
      }),
    },
    {
      name: "unplaced",
      heading: "Without a place: decide by hand",
      rows: unplaced.map(({ reason, ...part }) => ({ ...namedRow(part), reason })),
    },
    {
      name: "small_enterprise",
      heading: "Small enterprise: turnover by member state",
      rows: smallEnterprise.map(({ country, net }) => ({ country, taxable_amount: net.toFixed(2), currency: "EUR" })),
    },
    {
      name: "union_turnover",
      heading: "Small enterprise: turnover in the Union",
      rows: unionTurnover === null ? [] : unionRows(unionTurnover),
    },
    {
      name: "rates_needed",
      heading: "Exchange rates that are missing (--rate)",
      rows: [...oss.ratesNeeded, ...(unionTurnover?.ratesNeeded ?? [])].map(({ currency, period, on }) => ({
        period,
        on,
        currency,
      })),
    },
  ];
}

type StateSections = Readonly<
  Record<"domestic" | "recapitulative" | "exports" | "outsideScope" | "included", readonly Row[]>
>;

/** The rows of one state. Those of the company's own name no registration. */
function stateSectionsOf(returns: VatReport | RegistrationReturns): StateSections {
  const registration = "country" in returns ? { registration: returns.country } : {};
  const { domestic, recapitulative, exports, outsideScope, corrections } = returns;
  const abroad = ({ country, ...line }: VatReport["exports"]["lines"][number]) => {
    return { country: country ?? "", ...amountsOf(line), ...registration };
  };
  return {
    domestic: domestic.lines.map(({ category, taxRate, splitPayment, surchargeRate, ...line }) => {
      const kind = splitPayment === true ? { kind: "split-payment" } : {};
      const surcharge = surchargeRate === undefined ? {} : { surcharge_rate: `${surchargeRate}` };
      return { ...kind, category, rate: `${taxRate}`, ...amountsOf(line), ...surcharge, ...registration };
    }),
    recapitulative: recapitulative.lines.map(({ clientVatNumber, kind, code, ...line }) => {
      return { client: clientVatNumber, kind, ...(code === null ? {} : { code }), ...amountsOf(line), ...registration };
    }),
    exports: exports.lines.map(abroad),
    outsideScope: outsideScope.lines.map(abroad),
    included: corrections.included.map(({ section, period, category, ...line }) => {
      const amounts = { ...amountsOf(line), ...registration };
      return { corrects: period, kind: section, category, rate: `${line.taxRate}`, ...amounts };
    }),
  };
}

function amountsOf({ currency, taxableAmount, taxAmount, surchargeAmount }: ReportAmounts): Row {
  const text = (amount: number) => amount.toFixed(minorUnitDigits(currency));
  const amounts = { taxable_amount: text(taxableAmount), tax_amount: text(taxAmount), currency };
  return surchargeAmount === undefined ? amounts : { ...amounts, surcharge_amount: text(surchargeAmount) };
}

/** A document that cannot be read has no amounts. */
function namedRow(part: Omit<VatReport["unplaced"][number], "reason" | "detail">): Row {
  const {
    kind,
    number,
    on,
    category,
    taxRate,
    currency,
    taxableAmount,
    taxAmount,
    surchargeAmount,
    registrationCountry,
  } = part;
  const registration = registrationCountry === undefined ? {} : { registration: registrationCountry };
  const named = { kind, document: number, on, ...registration };
  const isRead = category !== undefined && currency !== undefined;
  if (!isRead || taxableAmount === undefined || taxAmount === undefined) return named;
  return {
    ...named,
    category,
    rate: `${taxRate}`,
    ...amountsOf({ currency, taxableAmount, taxAmount, surchargeAmount }),
  };
}
