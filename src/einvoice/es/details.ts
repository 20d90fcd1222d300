import type { SpanishLine } from "../../domain/generated/national.ts";
import { type DecimalText, decimalText, minus, plus, roundedToCents, times } from "../../domain/money/decimal-text.ts";
import type { EinvoiceDocument } from "../document.ts";
import { type Operation, operationOf, type TaxedPart } from "./operations.ts";

/** `DetalleDesglose`: what is taxed in one way. Amounts are in euros, of a correction by differences negative. */
export interface VerifactuDetail extends Operation {
  readonly base: DecimalText;
  /** The VAT of Spain that was issued. */
  readonly vat: DecimalText;
}

/** A part of a document, with the index of its group in the VAT breakdown. */
interface Part {
  readonly operation: Operation;
  readonly group: number;
  readonly net: DecimalText;
  /** As stated. */
  readonly place: string | undefined;
}

/** The details of a document. `sign` is `-1` if it takes back, `euroRate` the value of its currency in euros. */
export function verifactuDetails(document: EinvoiceDocument, sign: 1 | -1, euroRate: DecimalText): VerifactuDetail[] {
  const parts = partsOf(document);
  const details = document.vatBreakdown.flatMap((group, index) =>
    ofGroup(
      parts.filter((part) => part.group === index),
      group,
    ),
  );
  return inEuros(document, merged(details), euroRate).map((detail) =>
    sign === 1 ? detail : { ...detail, base: minus(0, detail.base), vat: minus(0, detail.vat) },
  );
}

function partsOf(document: EinvoiceDocument): Part[] {
  const { items, allowances = [], charges = [] } = document;
  const lines = items.map((item) => partOf(document, item, item.netAmount, item.national?.es));
  const adjustment = (part: Rated, net: number) => taxedAs(lines, partOf(document, part, net, undefined));
  return [
    ...lines,
    ...allowances.map((each) => adjustment(each, -each.netAmount)),
    ...charges.map((each) => adjustment(each, each.netAmount)),
  ];
}

type Rated = TaxedPart & { readonly rateCountry?: string | null | undefined };

function partOf(document: EinvoiceDocument, part: Rated, net: number, stated: SpanishLine | undefined): Part {
  const { vatBreakdown } = document;
  const { vatCategory, taxRate, rateCountry, placeOfSupply: place } = part;
  const index = vatBreakdown.findIndex(
    (group) =>
      group.category === vatCategory &&
      group.taxRate === taxRate &&
      (rateCountry === undefined || group.rateCountry === rateCountry),
  );
  const operation = operationOf(document, part, vatBreakdown[index], stated);
  return { operation, group: index, net: decimalText(net), place };
}

/** An allowance or a charge is taxed as the lines of its group and place, if they are all taxed alike. */
function taxedAs(lines: readonly Part[], own: Part): Part {
  const same = lines.filter(
    ({ group, place }) => group === own.group && (own.place === undefined || own.place === place),
  );
  const [first, ...others] = same.map(({ operation }) => operation);
  const isShared = first !== undefined && others.every((each) => keyOf(each) === keyOf(first));
  return isShared ? { ...own, operation: first } : own;
}

const keyOf = ({ tax, regime, code, rate }: Operation) => `${tax} ${regime} ${code} ${rate}`;

/** A group of the VAT breakdown as details, which share its VAT. */
function ofGroup(parts: readonly Part[], { taxRate, taxAmount }: EinvoiceDocument["vatBreakdown"][number]) {
  const bases = merged(parts.map(({ operation, net }) => ({ ...operation, base: net, vat: "0" })));
  const exact = bases.map(({ base }) => times(base, times(taxRate, 0.01)));
  const details = bases.map((detail, index) => ({ ...detail, vat: roundedAmong(exact, index) }));
  return withVat(details, decimalText(taxAmount)).map((detail, index) => (detail.isForeign ? bases[index]! : detail));
}

/**
 * One of several amounts, in cents that add up to the rounded sum of all: what it adds to the rounded sum of those before
 * it. So it differs from the exact one by less than a cent, and never has the other sign.
 */
function roundedAmong(exact: readonly DecimalText[], index: number): DecimalText {
  const sumOf = (count: number) => exact.slice(0, count).reduce<DecimalText>((sum, each) => plus(sum, each), "0");
  return minus(roundedToCents(sumOf(index + 1)), roundedToCents(sumOf(index)));
}

/** Details with this VAT in all. What theirs lacks goes to the largest one, where it is the smallest part. */
function withVat(details: readonly VerifactuDetail[], total: DecimalText): VerifactuDetail[] {
  const left = minus(total, vatOf(details));
  const sizes = details.map(({ base, code, isForeign }) => (code === "S1" && !isForeign ? Math.abs(Number(base)) : -1));
  const largest = sizes.indexOf(Math.max(...sizes));
  return details.map((detail, index) => (index === largest ? { ...detail, vat: plus(detail.vat, left) } : detail));
}

/** The VAT of Spain of all details. */
export function vatOf(details: readonly VerifactuDetail[]): DecimalText {
  return details.reduce<DecimalText>((sum, { vat }) => plus(sum, vat), "0");
}

/** Those that are taxed in the same way, added up. */
function merged(details: readonly VerifactuDetail[]): VerifactuDetail[] {
  const byKey = new Map<string, VerifactuDetail>();
  for (const detail of details) {
    const same = byKey.get(keyOf(detail));
    const sum = same && { ...same, base: plus(same.base, detail.base), vat: plus(same.vat, detail.vat) };
    byKey.set(keyOf(detail), sum ?? detail);
  }
  return [...byKey.values()];
}

/** The details in euros. Their VAT is that of the document in euros, unless some of it is of another state. */
function inEuros(
  { currency, taxTotalInTaxCurrency }: EinvoiceDocument,
  details: readonly VerifactuDetail[],
  euroRate: DecimalText,
): VerifactuDetail[] {
  if (currency === "EUR") return [...details];
  const exact = details.map(({ vat }) => times(vat, euroRate));
  const converted = details.map((detail, index) => ({
    ...detail,
    base: roundedToCents(times(detail.base, euroRate)),
    vat: roundedAmong(exact, index),
  }));
  const hasForeign = details.some(({ isForeign }) => isForeign);
  return hasForeign ? converted : withVat(converted, decimalText(taxTotalInTaxCurrency ?? 0));
}
