import Big from "big.js";
import type { Company, CreditNote, Invoice, ReportAmounts, VatReport } from "faktura";
import { isEuVatTerritory, parseVatNumber } from "faktura/vat";
import type { CurrencyYear, PanelYear, StateSum, YearSum } from "../wire.ts";
import { creditNoteGroups } from "./lists/credit-note-list.ts";

interface Amounts {
  readonly net: Big;
  readonly vat: Big;
}

const ZERO: Amounts = { net: new Big(0), vat: new Big(0) };

/** What the sums read of an invoice or a credit note. The amounts of a credit note are negative. */
interface Counted extends Amounts, Pick<Invoice, "currency" | "vatTreatment"> {
  /** `undefined` if it is neither, and not counted. */
  readonly isCreditNote: boolean | undefined;
  /** The day that counts: the tax point, but for a credit note not before its own date. */
  readonly on: string;
}

/**
 * The company's invoices of a year less its credit notes, by tax points, summed for each currency. Of cancelled invoices
 * only what was credited counts, as in a VAT report, so that they add up to 0 with their credit notes. All invoices are
 * read, because a late one can have any tax point.
 */
export async function yearFigures(company: Company, year: number): Promise<PanelYear> {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const { country } = await company.profile();
  const sums = new Map<string, CurrencySums>();
  const add = (one: Counted) => {
    if (one.on < from || one.on > to) return;
    const own = sums.get(one.currency) ?? new CurrencySums();
    sums.set(one.currency, own);
    own.add(one);
  };
  /** What was credited of each invoice. */
  const credited = new Map<string, Amounts>();
  for await (const notes of creditNoteGroups(company)) {
    for (const note of notes) {
      add(asCreditNote(note));
      if (note.corrects === undefined) continue;
      const { invoiceId } = note.corrects;
      const { net, vat } = credited.get(invoiceId) ?? ZERO;
      credited.set(invoiceId, { net: net.plus(note.subtotal), vat: vat.plus(note.taxTotal) });
    }
  }
  /** The days on which corrected invoices took the place of others, by the numbers of those. They come first. */
  const replaced = new Map<string, string>();
  for await (const invoice of company.listAll()) {
    const { invoiceNumber, replaces, issueDate, status } = invoice;
    if (replaces !== undefined && status !== "CANCELLED") replaced.set(replaces, issueDate);
    const replacedOn = replaced.get(invoiceNumber);
    if (replacedOn !== undefined) add(asReplaced(invoice, replacedOn));
    if (status !== "CANCELLED") add(asInvoice(invoice, amountsOf(invoice)));
    else if (invoice.creditedTotal > 0) add(asInvoice(invoice, credited.get(invoice.id) ?? ZERO));
  }
  const report = await company.vatReport({ from, to });
  const currencies = [...sums]
    .map(([currency, own]) => ({ currency, ...own.result(), ...statesOf(report, country, currency) }))
    .sort((a, b) => b.sum.count - a.sum.count || a.currency.localeCompare(b.currency));
  return { currencies, threshold: isEuVatTerritory(country, to) ? await company.ossThreshold({ year }) : null };
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
  let { net, vat } = ZERO;
  for (const { taxableAmount, taxAmount, surchargeAmount = 0 } of amounts)
    [net, vat] = [net.plus(taxableAmount), vat.plus(taxAmount).plus(surchargeAmount)];
  return { net: net.toNumber(), vat: vat.toNumber() };
}

function amountsOf({ subtotal, taxTotal }: Pick<Invoice, "subtotal" | "taxTotal">): Amounts {
  return { net: new Big(subtotal), vat: new Big(taxTotal) };
}

function asInvoice(invoice: Invoice, amounts: Amounts): Counted {
  const { taxPointDate, issueDate, replaces } = invoice;
  const on = replaces === undefined ? taxPointDate : later(issueDate, taxPointDate);
  return { ...amounts, ...kindOf(invoice), on, isCreditNote: false };
}

/** What the invoice that took its place takes back of an invoice. */
function asReplaced(invoice: Invoice, replacedOn: string): Counted {
  const { net, vat } = amountsOf(invoice);
  const on = later(replacedOn, invoice.taxPointDate);
  return { net: net.neg(), vat: vat.neg(), ...kindOf(invoice), on, isCreditNote: undefined };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function asCreditNote(note: CreditNote): Counted {
  const on = later(note.issueDate, note.taxPointDate);
  const { net, vat } = amountsOf(note);
  return { net: net.neg(), vat: vat.neg(), ...kindOf(note), on, isCreditNote: true };
}

function kindOf({ currency, vatTreatment }: Invoice | CreditNote): Pick<Counted, "currency" | "vatTreatment"> {
  return { currency, vatTreatment };
}

/** The sums of a currency, while documents are read one after the other. */
class CurrencySums {
  readonly #all = new RunningSum();
  readonly #months = Array.from({ length: 12 }, () => new RunningSum());
  readonly #treatments = new Map<Counted["vatTreatment"], RunningSum>();

  add(one: Counted): void {
    const own = this.#treatments.get(one.vatTreatment) ?? new RunningSum();
    this.#treatments.set(one.vatTreatment, own);
    for (const sum of [this.#all, this.#months[Number(one.on.slice(5, 7)) - 1]!, own]) sum.add(one);
  }

  result(): Pick<CurrencyYear, "sum" | "months" | "treatments"> {
    return {
      sum: this.#all.result(),
      months: this.#months.map((month) => month.result()),
      treatments: [...this.#treatments]
        .map(([treatment, own]) => ({ treatment, ...own.result() }))
        .sort((a, b) => b.net - a.net || a.treatment.localeCompare(b.treatment)),
    };
  }
}

class RunningSum {
  #invoices = 0;
  #creditNotes = 0;
  #amounts = ZERO;

  add({ isCreditNote, net, vat }: Counted): void {
    if (isCreditNote === true) this.#creditNotes += 1;
    if (isCreditNote === false) this.#invoices += 1;
    this.#amounts = { net: this.#amounts.net.plus(net), vat: this.#amounts.vat.plus(vat) };
  }

  result(): YearSum {
    const { net, vat } = this.#amounts;
    return { count: this.#invoices, creditNotes: this.#creditNotes, net: net.toNumber(), vat: vat.toNumber() };
  }
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
