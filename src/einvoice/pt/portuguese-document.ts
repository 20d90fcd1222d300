import type { PortugueseLine } from "../../domain/generated/national.ts";
import { isOfGroup } from "../../domain/invoice/vat-groups.ts";
import {
  type DecimalText,
  decimalText,
  divided,
  minus,
  plus,
  roundedToCents,
  times,
} from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote, numberOf, precedingInvoicesOf } from "../document.ts";
import { exchangeRateTo } from "../exchange-rate.ts";
import { vatNumberParts } from "../vat-number-parts.ts";
import { type SeriesNumber, seriesNumber } from "./series-number.ts";
import { type PortugueseTax, taxOf } from "./taxes.ts";

/** A line, or an allowance or a charge of the whole document. Amounts are in euros. */
export interface PortugueseDocumentLine {
  /** `ProductCode`. */
  readonly product: string;
  readonly productType: NonNullable<PortugueseLine["productType"]>;
  readonly description: string;
  readonly quantity: DecimalText;
  readonly unit: string;
  /** Without VAT and discounts. */
  readonly unitPrice: DecimalText;
  /** What it adds to the document's net amount, without a sign; `takesOff` if it takes that off. */
  readonly amount: DecimalText;
  readonly takesOff: boolean;
  readonly tax: PortugueseTax;
  readonly exemptionCode?: string | undefined;
  readonly exemptionReason?: string | undefined;
}

/** What is taxed in one way, in euros. */
export interface PortugueseTaxTotal extends PortugueseTax {
  readonly base: DecimalText;
  readonly vat: DecimalText;
}

/** What a document means to the tax authority of Portugal, complete or not. Amounts are in euros. */
export interface PortugueseDocument {
  readonly document: EinvoiceDocument;
  /** `undefined` if its series is not in the profile, which is a gap. */
  readonly number: SeriesNumber | undefined;
  /** 9 digits of the seller. */
  readonly sellerNif: string;
  /** `CustomerTaxID`; `999999990` of a client without a number. */
  readonly clientNif: string;
  readonly lines: readonly PortugueseDocumentLine[];
  readonly taxes: readonly PortugueseTaxTotal[];
  readonly net: DecimalText;
  readonly vat: DecimalText;
  /** What the client owes, before what it withholds. */
  readonly gross: DecimalText;
  /** What the client withholds from it, in euros. */
  readonly withholdings: readonly EuroWithholding[];
  /** The invoices that it corrects, by the numbers that the tax authority knows. */
  readonly corrected: readonly string[];
  /** Whether the amounts are those in euros, or the exchange rate is missing, which is a gap. */
  readonly isInEuros: boolean;
}

/** An amount that the client keeps back. */
interface EuroWithholding {
  readonly type: string | undefined;
  readonly reason: string | undefined;
  readonly amount: DecimalText;
}

/** The client of whom no tax number is known. */
export const FINAL_CONSUMER = "999999990";

export function portugueseDocumentOf(document: EinvoiceDocument): PortugueseDocument {
  const euroRate = exchangeRateTo("EUR", document);
  const lines = linesOf(document, euroRate ?? "0");
  const taxes = taxesOf(document, lines, euroRate ?? "0");
  const sumOf = (name: "base" | "vat") => taxes.reduce<DecimalText>((sum, tax) => plus(sum, tax[name]), "0");
  const withholdings = (document.withholdings ?? []).map(({ type, reason, amount }) => {
    return { type, reason, amount: roundedToCents(times(amount, euroRate ?? "0")) };
  });
  const [net, vat] = [sumOf("base"), sumOf("vat")];
  return {
    document,
    number: seriesNumber(document, numberOf(document)),
    ...{ sellerNif: sellerNif(document), clientNif: clientNif(document) },
    ...{ lines, taxes, net, vat, gross: plus(net, vat), withholdings },
    corrected: precedingInvoicesOf(document).map(({ number }) => seriesNumber(document, number)?.invoiceNo ?? number),
    isInEuros: euroRate !== undefined,
  };
}

/** The NIF of the seller; a text that is none if it has none, which is a gap. */
function sellerNif({ seller }: EinvoiceDocument): string {
  const number = seller.vatNumber ?? seller.taxNumber ?? "";
  return vatNumberParts(number, seller.country).code;
}

function clientNif({ clientVatNumber, clientCountry = "PT" }: EinvoiceDocument): string {
  if (clientVatNumber === undefined) return FINAL_CONSUMER;
  const { prefix, code } = vatNumberParts(clientVatNumber, clientCountry);
  return prefix === "PT" ? code : clientVatNumber.replace(/[^A-Za-z0-9]/g, "");
}

type Part = EinvoiceDocument["items"][number] | NonNullable<EinvoiceDocument["allowances"]>[number];

function linesOf(document: EinvoiceDocument, euroRate: DecimalText): PortugueseDocumentLine[] {
  const { items, allowances = [], charges = [] } = document;
  const lines = items.map((item) => {
    const { description, quantity, netAmount, unit, unitCode, sku, supply, national } = item;
    const goods = supply === "goods" ? "P" : "S";
    const more = {
      productType: national?.pt?.productType ?? goods,
      unit: unit?.trim() || (unitCode ?? "un"),
      product: sku ?? description,
    };
    return lineOf(document, item, { ...more, description, quantity, net: netAmount }, national?.pt, euroRate);
  });
  const adjustment = (part: Part & { readonly reason?: string | undefined }, net: number, name: string) => {
    const description = part.reason ?? name;
    const given = { productType: "O", unit: "un", product: description, description, quantity: 1, net } as const;
    // An allowance or a charge is without VAT for the reason of the lines that are taxed like it.
    const like = items.find((item) => item.vatCategory === part.vatCategory && item.taxRate === part.taxRate);
    return lineOf(document, part, given, like?.national?.pt, euroRate);
  };
  return [
    ...lines,
    ...allowances.map((each) => adjustment(each, -each.netAmount, "Desconto")),
    ...charges.map((each) => adjustment(each, each.netAmount, "Encargo")),
  ];
}

interface GivenLine extends Pick<PortugueseDocumentLine, "product" | "productType" | "description" | "unit"> {
  readonly quantity: number;
  readonly net: number;
}

function lineOf(
  document: EinvoiceDocument,
  part: Part,
  { quantity, net, ...given }: GivenLine,
  stated: PortugueseLine = {},
  euroRate: DecimalText,
): PortugueseDocumentLine {
  const group = document.vatBreakdown.find((each) => isOfGroup(part, each));
  const tax = taxOf(document, part, (group?.rateCountry ?? "PT") !== "PT", stated.region);
  const amount = times(Math.abs(net), euroRate);
  const count = decimalText(Math.abs(quantity));
  const byProfile = part.vatCategory === "E" ? document.seller.national?.pt?.exemption : undefined;
  return {
    ...given,
    quantity: count,
    unitPrice: count === "0" ? "0" : divided(amount, count, 8),
    ...{ amount, takesOff: net < 0, tax },
    exemptionCode: stated.exemption ?? byProfile,
    exemptionReason: tax.percent === "0" ? (part.exemptionReason ?? group?.exemptionReason) : undefined,
  };
}

/** The groups of the VAT breakdown, in euros. Their VAT is the document's in euros: what rounding lacks is in the last. */
function taxesOf(
  document: EinvoiceDocument,
  lines: readonly PortugueseDocumentLine[],
  euroRate: DecimalText,
): PortugueseTaxTotal[] {
  const parts = [...document.items, ...(document.allowances ?? []), ...(document.charges ?? [])];
  const euros = (amount: number) => roundedToCents(times(amount, euroRate));
  const totals = document.vatBreakdown.map((group) => {
    const index = parts.findIndex((part) => isOfGroup(part, group));
    const tax = lines[index]?.tax ?? taxOf(document, { ...group, vatCategory: group.category }, false, undefined);
    return { ...tax, base: euros(group.taxableAmount), vat: euros(group.taxAmount) };
  });
  const all = document.currency === "EUR" ? undefined : document.taxTotalInTaxCurrency;
  const last = totals.findLastIndex(({ percent }) => percent !== "0");
  if (all === undefined || last < 0) return totals;
  const lacking = totals.reduce<DecimalText>((sum, { vat }) => minus(sum, vat), decimalText(all));
  return totals.map((total, index) => (index === last ? { ...total, vat: plus(total.vat, lacking) } : total));
}

/** Whether a document takes back: its lines are debits. */
export function isDebit({ document }: PortugueseDocument, { takesOff }: PortugueseDocumentLine): boolean {
  return isCreditNote(document) !== takesOff;
}
