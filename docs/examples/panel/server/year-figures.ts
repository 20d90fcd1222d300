import Big from "big.js";
import type { Company, Invoice } from "faktura";
import type { CurrencyYear, YearSum } from "../wire.ts";

const PAGE = 100;

/** The company's invoices of a year, by issue date, summed for each currency, without cancelled invoices. */
export async function yearFigures(company: Company, year: number): Promise<CurrencyYear[]> {
  const invoices = (await invoicesOf(company, year)).filter(({ status }) => status !== "CANCELLED");
  return [...grouped(invoices, ({ currency }) => currency)]
    .map(([currency, own]) => currencyYear(currency, own))
    .sort((a, b) => b.sum.count - a.sum.count || a.currency.localeCompare(b.currency));
}

/** An invoice issued while the pages are read moves the others along, so that some are read twice. */
async function invoicesOf(company: Company, year: number): Promise<Invoice[]> {
  const found = new Map<string, Invoice>();
  const period = { from: `${year}-01-01`, to: `${year}-12-31`, limit: PAGE };
  for (let page = 1; ; page += 1) {
    const { data } = await company.list({ ...period, page });
    for (const invoice of data) found.set(invoice.id, invoice);
    if (data.length < PAGE) return [...found.values()];
  }
}

function currencyYear(currency: string, invoices: readonly Invoice[]): CurrencyYear {
  const byMonth = grouped(invoices, ({ issueDate }) => Number(issueDate.slice(5, 7)));
  const byTreatment = [...grouped(invoices, ({ vatTreatment }) => vatTreatment)];
  return {
    currency,
    sum: sumOf(invoices),
    months: Array.from({ length: 12 }, (_, month) => sumOf(byMonth.get(month + 1) ?? [])),
    treatments: byTreatment
      .map(([treatment, own]) => ({ treatment, ...sumOf(own) }))
      .sort((a, b) => b.net - a.net || a.treatment.localeCompare(b.treatment)),
  };
}

function sumOf(invoices: readonly Invoice[]): YearSum {
  const net = invoices.reduce((sum, { subtotal }) => sum.plus(subtotal), new Big(0));
  const vat = invoices.reduce((sum, { taxTotal }) => sum.plus(taxTotal), new Big(0));
  return { count: invoices.length, net: net.toNumber(), vat: vat.toNumber() };
}

function grouped<Key>(invoices: readonly Invoice[], keyOf: (invoice: Invoice) => Key): Map<Key, Invoice[]> {
  const groups = new Map<Key, Invoice[]>();
  for (const invoice of invoices) {
    const key = keyOf(invoice);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [invoice]);
    else group.push(invoice);
  }
  return groups;
}
