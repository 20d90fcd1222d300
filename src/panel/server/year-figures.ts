import Big from "big.js";
import type { Company, CreditNote, Invoice, VatReport } from "faktura";
import { isEuVatTerritory, parseVatNumber } from "faktura/vat";
import type { CurrencyYear, PanelYear, StateSum, YearSum } from "../wire.ts";
import { allCreditNotes, allInvoices } from "./lists/all-documents.ts";

/** What the sums read of an invoice or a credit note. */
interface Counted extends Pick<Invoice, "currency" | "vatTreatment"> {
  readonly isCreditNote: boolean;
  /** The day that counts: the tax point, but for a credit note not before its own date. */
  readonly on: string;
  /** Negative for a credit note. */
  readonly net: Big;
  readonly vat: Big;
}

/**
 * The company's invoices of a year less its credit notes, by tax points, summed for each currency. Of cancelled invoices
 * only what was credited counts, as in a VAT report, so that they add up to 0 with their credit notes. All invoices are
 * read, because a late one can have any tax point.
 */
export async function yearFigures(company: Company, year: number): Promise<PanelYear> {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const { country } = await company.profile();
  const invoices = await allInvoices(company);
  const creditNotes = await allCreditNotes(company);
  const notesOf = grouped(creditNotes, ({ corrects }) => corrects.invoiceId);
  const counted = [
    ...invoices
      .filter(({ status, creditedTotal }) => status !== "CANCELLED" || creditedTotal > 0)
      .map((invoice) => asInvoice(invoice, notesOf.get(invoice.id) ?? [])),
    ...creditNotes.map(asCreditNote),
  ].filter(({ on }) => on >= from && on <= to);
  const report = await company.vatReport({ from, to });
  const currencies = [...grouped(counted, ({ currency }) => currency)]
    .map(([currency, own]) => currencyYear(currency, own, statesOf(report, country, currency)))
    .sort((a, b) => b.sum.count - a.sum.count || a.currency.localeCompare(b.currency));
  return { currencies, threshold: isEuVatTerritory(country, to) ? await company.ossThreshold({ year }) : null };
}

/** The amounts of a VAT report in one currency, by the state in which they are declared or to which they went. */
function statesOf(report: VatReport, seller: string, currency: string): StateSum[] {
  const { domestic, oss, recapitulative, exports, outsideScope, corrections, unplaced } = report;
  const placed = [
    ...domestic.lines.map(({ asIssued }) => ({ state: seller, asIssued })),
    ...recapitulative.lines.map(({ clientVatNumber, asIssued }) => {
      const number = parseVatNumber(clientVatNumber);
      return { state: number?.prefix === "XI" ? "XI" : (number?.country ?? null), asIssued };
    }),
    ...[oss.lines, corrections.oss, exports.lines, outsideScope.lines].flat().map(({ country, asIssued }) => {
      return { state: country, asIssued };
    }),
    ...unplaced.filter(isCounted).map(({ currency: of = "", taxableAmount = 0, taxAmount = 0 }) => {
      return { state: null, asIssued: [{ currency: of, taxableAmount, taxAmount }] };
    }),
  ];
  const amounts = placed.flatMap(({ state, asIssued }) =>
    asIssued.filter((own) => own.currency === currency).map((own) => ({ state, ...own })),
  );
  return [...grouped(amounts, ({ state }) => state)]
    .map(([state, own]) => ({
      state,
      net: sumOfAmounts(own.map(({ taxableAmount }) => taxableAmount)),
      vat: sumOfAmounts(own.map(({ taxAmount }) => taxAmount)),
    }))
    .sort((a, b) => b.net - a.net || (a.state ?? "").localeCompare(b.state ?? ""));
}

/** Not what was cancelled after the year. */
function isCounted({ reason }: VatReport["unplaced"][number]): boolean {
  return reason !== "cancelled_without_credit_note";
}

function sumOfAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)).toNumber();
}

function asInvoice(invoice: Invoice, creditNotes: readonly CreditNote[]): Counted {
  const counts = invoice.status === "CANCELLED" ? creditNotes : [invoice];
  const [net, vat] = [
    sumOfAmounts(counts.map(({ subtotal }) => subtotal)),
    sumOfAmounts(counts.map(({ taxTotal }) => taxTotal)),
  ];
  return { ...invoice, on: invoice.taxPointDate, isCreditNote: false, net: new Big(net), vat: new Big(vat) };
}

function asCreditNote(note: CreditNote): Counted {
  const on = note.issueDate > note.taxPointDate ? note.issueDate : note.taxPointDate;
  return { ...note, on, isCreditNote: true, net: new Big(note.subtotal).neg(), vat: new Big(note.taxTotal).neg() };
}

function currencyYear(currency: string, counted: readonly Counted[], states: readonly StateSum[]): CurrencyYear {
  const byMonth = grouped(counted, ({ on }) => Number(on.slice(5, 7)));
  const byTreatment = [...grouped(counted, ({ vatTreatment }) => vatTreatment)];
  return {
    currency,
    sum: sumOf(counted),
    months: Array.from({ length: 12 }, (_, month) => sumOf(byMonth.get(month + 1) ?? [])),
    treatments: byTreatment
      .map(([treatment, own]) => ({ treatment, ...sumOf(own) }))
      .sort((a, b) => b.net - a.net || a.treatment.localeCompare(b.treatment)),
    states,
  };
}

function sumOf(counted: readonly Counted[]): YearSum {
  const net = counted.reduce((sum, one) => sum.plus(one.net), new Big(0));
  const vat = counted.reduce((sum, one) => sum.plus(one.vat), new Big(0));
  const creditNotes = counted.filter(({ isCreditNote }) => isCreditNote).length;
  return { count: counted.length - creditNotes, creditNotes, net: net.toNumber(), vat: vat.toNumber() };
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
