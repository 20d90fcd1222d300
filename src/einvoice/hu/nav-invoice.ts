import type { CalendarDay } from "../../domain/calendar.ts";
import type { HungarianProfile } from "../../domain/generated/national.ts";
import { type DecimalText, decimalText, minus, plus, roundedToCents, times } from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote, numberOf, precedingInvoicesOf } from "../document.ts";
import { exchangeRateTo } from "../exchange-rate.ts";
import { paymentInstructions } from "../payment-instructions.ts";
import { type NavLine, navLines, takenBack } from "./lines.ts";
import { type NavCustomer, type NavSupplier, navCustomer, navSupplier, navText } from "./nav-parties.ts";
import { type NavVatRate, vatKeyOf } from "./vat-rate.ts";

/** `SummaryByVatRateType`. */
export interface NavSum {
  readonly rate: NavVatRate;
  readonly net: DecimalText;
  readonly vat: DecimalText;
  readonly netInHuf: DecimalText;
  readonly vatInHuf: DecimalText;
}

/** What a document means in a report. Amounts are in its currency. */
export interface NavInvoice {
  readonly number: string;
  readonly issueDate: CalendarDay;
  /** `completenessIndicator`: whether the report itself is the invoice. */
  readonly isReportInvoice: boolean;
  readonly supplier: NavSupplier;
  readonly customer: NavCustomer;
  readonly deliveryDate: CalendarDay;
  /** Both days, or none. */
  readonly period?: { readonly start: CalendarDay; readonly end: CalendarDay } | undefined;
  readonly isSmallTaxpayer: boolean;
  readonly currency: string;
  /** The value of the currency in HUF; `undefined` if it is not known, which is a gap. */
  readonly exchangeRate: DecimalText | undefined;
  readonly isSelfBilled: boolean;
  readonly isCashAccounting: boolean;
  readonly paymentMethod?: string | undefined;
  readonly paymentDate?: CalendarDay | undefined;
  readonly appearance: NonNullable<HungarianProfile["appearance"]>;
  /** `ConventionalInvoiceInfoType`: the name of a list, that of its entries, and the one entry. */
  readonly references: readonly (readonly [list: string, entry: string, value: string])[];
  /** `AdditionalDataType`. */
  readonly notes: readonly (readonly [name: string, description: string, value: string])[];
  readonly lines: readonly NavLine[];
  readonly sums: readonly NavSum[];
  /** The number of invoices that it corrects, if it is a credit note. */
  readonly correctedCount: number | undefined;
  /** In UNTDID 1001. */
  readonly documentType: string;
}

/** What a document means in a report, complete or not. */
export function navInvoiceOf(document: EinvoiceDocument): NavInvoice {
  const { seller, national, currency, period } = document;
  const { appearance = "UNKNOWN", smallTaxpayer = false } = seller.national?.hu ?? {};
  const exchangeRate = exchangeRateTo("HUF", document);
  const lines = navLines(document);
  const { start, end } = period ?? {};
  const customer = navCustomer(document);
  // Free texts could name a private person.
  const isPrivate = customer.status === "PRIVATE_PERSON";
  return {
    number: numberOf(document),
    issueDate: document.issueDate,
    isReportInvoice: national?.hu?.reportIsInvoice === true,
    supplier: navSupplier(document),
    customer,
    deliveryDate: document.taxPointDate,
    period: start === undefined || end === undefined ? undefined : { start, end },
    isSmallTaxpayer: smallTaxpayer,
    currency,
    exchangeRate,
    isSelfBilled: document.selfBilled === true,
    isCashAccounting: seller.cashAccounting === true,
    paymentMethod: paymentMethodOf(document),
    paymentDate: "dueDate" in document ? document.dueDate : undefined,
    appearance: national?.hu?.appearance ?? appearance,
    references: isPrivate ? [] : referencesOf(document),
    notes: isPrivate ? [] : notesOf(document),
    lines,
    sums: sumsOf(document, lines, exchangeRate ?? "0"),
    correctedCount: isCreditNote(document) ? precedingInvoicesOf(document).length : undefined,
    documentType: document.documentType,
  };
}

/** The report that takes an invoice back, and what changed it: all their lines with opposite signs. */
export function cancelledInvoice(changes: readonly NavInvoice[]): NavInvoice {
  const sums = merged(changes.flatMap((each) => each.sums)).map((sum) =>
    sumWith(sum.rate, (name) => minus(0, sum[name])),
  );
  return { ...changes[0]!, lines: changes.flatMap((each) => each.lines).map(takenBack), sums };
}

/** `PaymentMethodType` by UNTDID 4461. */
const METHODS: Readonly<Record<string, string>> = {
  ...{
    "10": "CASH",
    "30": "TRANSFER",
    "31": "TRANSFER",
    "42": "TRANSFER",
    "58": "TRANSFER",
    "48": "CARD",
    "54": "CARD",
    "55": "CARD",
  },
};

/** The code of a means that nobody stated. */
const NOT_STATED = "1";

function paymentMethodOf(document: EinvoiceDocument): string | undefined {
  const { means = NOT_STATED } = paymentInstructions(document) ?? {};
  return means === NOT_STATED ? undefined : (METHODS[means] ?? "OTHER");
}

function referencesOf(document: EinvoiceDocument): NavInvoice["references"] {
  const all = [
    ["orderNumbers", "orderNumber", document.purchaseOrderReference],
    ["deliveryNotes", "deliveryNote", document.despatchReference],
    ["contractNumbers", "contractNumber", document.contractReference],
    ["costCenters", "costCenter", document.buyerAccountingReference],
    ["projectNumbers", "projectNumber", document.projectReference],
  ] as const;
  return all.flatMap(([list, entry, given]) => {
    const value = navText(given ?? "", 100);
    return value === "" ? [] : [[list, entry, value] as const];
  });
}

function notesOf(document: EinvoiceDocument): NavInvoice["notes"] {
  const { note, notes = [], paymentTerms, vatNote } = document;
  const reason = "reason" in document ? document.reason : undefined;
  const texts = [note, ...notes.map(({ text }) => text), vatNote, paymentTerms];
  const named = [
    ["M00001_MODOSITAS", "Módosítás oka", reason] as const,
    ...texts.map((text, index) => [`X${String(index + 1).padStart(5, "0")}_MEGJEGYZES`, "Megjegyzés", text] as const),
  ];
  return named.flatMap(([name, description, text]) => {
    const value = navText(text ?? "", 512);
    return value === "" ? [] : [[name, description, value] as const];
  });
}

/** What the lines come to by their VAT, with the VAT that was issued. */
function sumsOf(document: EinvoiceDocument, lines: readonly NavLine[], exchangeRate: DecimalText): NavSum[] {
  const sign = isCreditNote(document) ? -1 : 1;
  const inHuf = (amount: DecimalText) => roundedToCents(times(amount, exchangeRate));
  const bases = merged(lines.map(({ rate, net }) => sumWith(rate, (name) => (name === "net" ? net : "0"))));
  const sums = bases.map((sum) => {
    const vat = issuedVat(document, sum.rate, sign);
    return { ...sum, vat, netInHuf: inHuf(sum.net), vatInHuf: inHuf(vat) };
  });
  return withBookedVat(document, sums, sign);
}

/** The VAT that the groups at a rate of Hungary were issued with. */
function issuedVat({ vatBreakdown }: EinvoiceDocument, rate: NavVatRate, sign: 1 | -1): DecimalText {
  if (rate.kind !== "vatPercentage") return "0";
  const groups = vatBreakdown.filter(
    ({ category, taxRate, rateCountry }) =>
      category === "S" && (rateCountry ?? "HU") === "HU" && times(decimalText(taxRate), "0.01") === rate.rate,
  );
  return groups.reduce<DecimalText>((sum, { taxAmount }) => plus(sum, times(sign, taxAmount)), "0");
}

/** The first sum with VAT has what rounding makes of the others, so that all give the VAT of the books in HUF. */
function withBookedVat({ currency, taxTotal, taxTotalInTaxCurrency }: EinvoiceDocument, sums: NavSum[], sign: 1 | -1) {
  const total = (of: "vat" | "vatInHuf") => sums.reduce<DecimalText>((all, sum) => plus(all, sum[of]), "0");
  const isAllHungarian = total("vat") === times(sign, taxTotal);
  if (currency === "HUF" || taxTotalInTaxCurrency === undefined || !isAllHungarian) return sums;
  const left = minus(times(sign, taxTotalInTaxCurrency), total("vatInHuf"));
  const first = sums.find(({ vat }) => vat !== "0");
  return sums.map((sum) => (sum === first ? { ...sum, vatInHuf: plus(sum.vatInHuf, left) } : sum));
}

/** Those with the same VAT, added up. */
function merged(sums: readonly NavSum[]): NavSum[] {
  const byKey = new Map<string, NavSum>();
  for (const sum of sums) {
    const key = vatKeyOf(sum.rate);
    const same = byKey.get(key);
    byKey.set(key, same === undefined ? sum : sumWith(same.rate, (name) => plus(same[name], sum[name])));
  }
  return [...byKey.values()];
}

function sumWith(rate: NavVatRate, amountOf: (name: Exclude<keyof NavSum, "rate">) => DecimalText): NavSum {
  const [net, vat] = [amountOf("net"), amountOf("vat")];
  return { rate, net, vat, netInHuf: amountOf("netInHuf"), vatInHuf: amountOf("vatInHuf") };
}
