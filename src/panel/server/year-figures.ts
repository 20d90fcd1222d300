import Big from "big.js";
import type { DocumentSum, ReportAmounts, VatReport } from "faktura";
import { isEuVatTerritory, parseVatNumber } from "faktura/vat";
import type { CurrencySales, CurrencyYear, PanelYear, StateSum, YearSum } from "../wire.ts";
import type { CompanyFigures } from "./book-figures.ts";

/**
 * The company's invoices of a year less its credit notes, by tax points, summed for each currency. Of cancelled invoices
 * only what was credited counts, as in a VAT report, so that they add up to 0 with their credit notes.
 */
export function yearFigures(figures: CompanyFigures, year: number): Promise<PanelYear> {
  return figures.read(`year ${year}`, async (company) => {
    const days = { from: `${year}-01-01`, to: `${year}-12-31` };
    const { country } = await company.profile();
    const { report: sums } = await figures.of("documentSums", days);
    const { report } = await figures.of("vatReport", days);
    const currencies = [...grouped(sums, ({ currency }) => currency)]
      .map(([currency, own]) => ({ currency, ...figuresOf(own), ...statesOf(report, country, currency) }))
      .sort((a, b) => b.sum.count - a.sum.count || a.currency.localeCompare(b.currency));
    const isInUnion = isEuVatTerritory(country, days.to);
    return { currencies, threshold: isInUnion ? (await figures.of("ossThreshold", { year, rates: {} })).report : null };
  });
}

/** How many months {@link salesOfMonths} has. */
const MONTHS = 12;

/** The net sales of the twelve months up to the day's month, for each currency. */
export async function salesOfMonths(figures: CompanyFigures, day: string): Promise<CurrencySales[]> {
  const [year, month] = day.split("-").map(Number) as [number, number];
  const firstOf = (place: number) => new Date(Date.UTC(year, month - MONTHS + place, 1)).toISOString().slice(0, 10);
  const months = Array.from({ length: MONTHS }, (_, place) => firstOf(place).slice(0, 7));
  const to = new Date(Date.parse(firstOf(MONTHS)) - 86_400_000).toISOString().slice(0, 10);
  const { report: sums } = await figures.of("documentSums", { from: firstOf(0), to });
  return [...grouped(sums, ({ currency }) => currency)]
    .map(([currency, own]) => {
      const byMonth = grouped(own, (sum) => sum.month);
      const { count } = yearSum(own);
      return {
        currency,
        count,
        months: months.map((one) => ({ month: one, net: yearSum(byMonth.get(one) ?? []).net })),
      };
    })
    .sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
    .map(({ currency, months }) => ({ currency, months }));
}

function figuresOf(sums: readonly DocumentSum[]): Pick<CurrencyYear, "sum" | "months" | "treatments"> {
  const byMonth = grouped(sums, ({ month }) => Number(month.slice(5)));
  return {
    sum: yearSum(sums),
    months: Array.from({ length: 12 }, (_, place) => yearSum(byMonth.get(place + 1) ?? [])),
    treatments: [...grouped(sums, ({ vatTreatment }) => vatTreatment)]
      .map(([treatment, own]) => ({ treatment, ...yearSum(own) }))
      .sort((a, b) => b.net - a.net || a.treatment.localeCompare(b.treatment)),
  };
}

function yearSum(sums: readonly DocumentSum[]): YearSum {
  const total = (of: (sum: DocumentSum) => number) => {
    return sums.reduce((sum, each) => sum.plus(of(each)), new Big(0)).toNumber();
  };
  return {
    count: total(({ invoices }) => invoices),
    creditNotes: total(({ creditNotes }) => creditNotes),
    net: total(({ subtotal }) => subtotal),
    vat: total(({ taxTotal }) => taxTotal),
  };
}

/** The amounts of a VAT report in one currency, by the state in which they are declared or to which they went. */
function statesOf(report: VatReport, seller: string, currency: string): Pick<CurrencyYear, "states" | "declared"> {
  const { oss, corrections, unplaced, registrations } = report;
  const returns = [{ ...report, country: seller }, ...registrations];
  const abroad = returns.flatMap(({ exports, outsideScope }) => [...exports.lines, ...outsideScope.lines]);
  const declared = [
    ...returns.flatMap(({ domestic, country }) => domestic.lines.map(({ asIssued }) => ({ state: country, asIssued }))),
    ...returns.flatMap(({ recapitulative }) =>
      recapitulative.lines.map(({ clientVatNumber, asIssued }) => {
        const number = parseVatNumber(clientVatNumber);
        return { state: number?.prefix === "XI" ? "XI" : (number?.country ?? null), asIssued };
      }),
    ),
    ...[...oss.lines, ...corrections.oss, ...abroad].map(({ country, asIssued }) => ({ state: country, asIssued })),
    ...unplaced.filter(isCounted).map(({ currency: of = "", taxableAmount = 0, taxAmount = 0 }) => {
      return { state: null, asIssued: [{ currency: of, taxableAmount, taxAmount }] };
    }),
  ];
  const amounts = declared.flatMap(({ state, asIssued }) =>
    asIssued.filter((own) => own.currency === currency).map((own) => ({ state, ...own })),
  );
  const states = [...grouped(amounts, ({ state }) => state)]
    .map(([state, own]): StateSum => ({ state, ...sumOf(own) }))
    .sort((a, b) => b.net - a.net || (a.state ?? "").localeCompare(b.state ?? ""));
  return { states, declared: sumOf(amounts) };
}

/** Not what was cancelled after the year. */
function isCounted({ reason }: VatReport["unplaced"][number]): boolean {
  return reason !== "cancelled_without_credit_note";
}

function sumOf(amounts: readonly ReportAmounts[]): Pick<YearSum, "net" | "vat"> {
  let [net, vat] = [new Big(0), new Big(0)];
  for (const { taxableAmount, taxAmount, surchargeAmount = 0 } of amounts)
    [net, vat] = [net.plus(taxableAmount), vat.plus(taxAmount).plus(surchargeAmount)];
  return { net: net.toNumber(), vat: vat.toNumber() };
}

function grouped<Key, Each>(counted: readonly Each[], keyOf: (one: Each) => Key): Map<Key, Each[]> {
  const groups = new Map<Key, Each[]>();
  for (const one of counted) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}
