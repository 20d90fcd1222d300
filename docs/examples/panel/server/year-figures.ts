import Big from "big.js";
import type { Company, CreditNote, Invoice } from "faktura";
import type { CurrencyYear, YearSum } from "../wire.ts";

const PAGE = 100;

/** What the sums read of an invoice or a credit note. */
interface Counted extends Pick<Invoice, "currency" | "issueDate" | "vatTreatment"> {
  readonly isCreditNote: boolean;
  /** Negative for a credit note. */
  readonly net: Big;
  readonly vat: Big;
}

/**
 * The company's invoices of a year less its credit notes, each by its own issue date, summed for each currency. Cancelled
 * invoices do not count, unless they were credited: then they were sent, and the credit note corrects them.
 */
export async function yearFigures(company: Company, year: number): Promise<CurrencyYear[]> {
  const period = { from: `${year}-01-01`, to: `${year}-12-31`, limit: PAGE };
  const invoices = await allOf((page) => company.list({ ...period, page }));
  const creditNotes = await allOf((page) => company.creditNotes({ ...period, page }));
  const counted = [
    ...invoices.filter(({ status, creditedTotal }) => status !== "CANCELLED" || creditedTotal > 0).map(asInvoice),
    ...creditNotes.map(asCreditNote),
  ];
  return [...grouped(counted, ({ currency }) => currency)]
    .map(([currency, own]) => currencyYear(currency, own))
    .sort((a, b) => b.sum.count - a.sum.count || a.currency.localeCompare(b.currency));
}

function asInvoice(invoice: Invoice): Counted {
  return { ...invoice, isCreditNote: false, net: new Big(invoice.subtotal), vat: new Big(invoice.taxTotal) };
}

function asCreditNote(note: CreditNote): Counted {
  return { ...note, isCreditNote: true, net: new Big(note.subtotal).neg(), vat: new Big(note.taxTotal).neg() };
}

/** All pages. A document issued while they are read moves the others along, so that some are read twice. */
async function allOf<Document extends { readonly id: string }>(
  read: (page: number) => Promise<{ readonly data: readonly Document[] }>,
): Promise<Document[]> {
  const found = new Map<string, Document>();
  for (let page = 1; ; page += 1) {
    const { data } = await read(page);
    for (const document of data) found.set(document.id, document);
    if (data.length < PAGE) return [...found.values()];
  }
}

function currencyYear(currency: string, counted: readonly Counted[]): CurrencyYear {
  const byMonth = grouped(counted, ({ issueDate }) => Number(issueDate.slice(5, 7)));
  const byTreatment = [...grouped(counted, ({ vatTreatment }) => vatTreatment)];
  return {
    currency,
    sum: sumOf(counted),
    months: Array.from({ length: 12 }, (_, month) => sumOf(byMonth.get(month + 1) ?? [])),
    treatments: byTreatment
      .map(([treatment, own]) => ({ treatment, ...sumOf(own) }))
      .sort((a, b) => b.net - a.net || a.treatment.localeCompare(b.treatment)),
  };
}

function sumOf(counted: readonly Counted[]): YearSum {
  const net = counted.reduce((sum, one) => sum.plus(one.net), new Big(0));
  const vat = counted.reduce((sum, one) => sum.plus(one.vat), new Big(0));
  const creditNotes = counted.filter(({ isCreditNote }) => isCreditNote).length;
  return { count: counted.length - creditNotes, creditNotes, net: net.toNumber(), vat: vat.toNumber() };
}

function grouped<Key>(counted: readonly Counted[], keyOf: (one: Counted) => Key): Map<Key, Counted[]> {
  const groups = new Map<Key, Counted[]>();
  for (const one of counted) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}
