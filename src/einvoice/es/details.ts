import type { SpanishLine } from "../../domain/generated/national.ts";
import { type GroupedPart, isOfGroup } from "../../domain/invoice/vat-groups.ts";
import { type DecimalText, decimalText, minus, plus, roundedToCents, times } from "../../domain/money/decimal-text.ts";
import type { EinvoiceDocument } from "../document.ts";
import { type Operation, operationOf, type TaxedPart } from "./operations.ts";

/** `DetalleDesglose`: what is taxed in one way. Amounts are in euros, of a correction by differences negative. */
export interface VerifactuDetail extends Operation {
  readonly base: DecimalText;
  /** The VAT of Spain that was issued. */
  readonly vat: DecimalText;
  /** The equivalence surcharge. */
  readonly surcharge: DecimalText;
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
  return inEuros(document, merged(details), euroRate).map((detail) => (sign === 1 ? detail : negated(detail)));
}

function negated({ base, vat, surcharge, ...detail }: VerifactuDetail): VerifactuDetail {
  return { ...detail, base: minus(0, base), vat: minus(0, vat), surcharge: minus(0, surcharge) };
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

type Rated = TaxedPart & GroupedPart;

function partOf(document: EinvoiceDocument, part: Rated, net: number, stated: SpanishLine | undefined): Part {
  const { vatBreakdown } = document;
  const index = vatBreakdown.findIndex((group) => isOfGroup(part, group));
  const operation = operationOf(document, part, vatBreakdown[index], stated);
  return { operation, group: index, net: decimalText(net), place: part.placeOfSupply };
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

const keyOf = ({ tax, regime, code, rate, surchargeRate }: Operation) =>
  `${tax} ${regime} ${code} ${rate} ${surchargeRate}`;

/** A group of the VAT breakdown as details, which share its VAT and its surcharge. */
function ofGroup(parts: readonly Part[], group: EinvoiceDocument["vatBreakdown"][number]) {
  const { taxRate, taxAmount, surchargeRate = 0, surchargeAmount = 0 } = group;
  const bases = merged(parts.map(({ operation, net }) => ({ ...operation, base: net, vat: "0", surcharge: "0" })));
  const share = (rate: number, index: number) =>
    roundedAmong(
      bases.map(({ base }) => times(base, times(rate, 0.01))),
      index,
    );
  const details = bases.map((detail, index) => {
    return { ...detail, vat: share(taxRate, index), surcharge: share(surchargeRate, index) };
  });
  const withVat = withSum(details, "vat", decimalText(taxAmount));
  const taxed = withSum(withVat, "surcharge", decimalText(surchargeAmount));
  return taxed.map((detail, index) => (detail.isForeign ? bases[index]! : detail));
}

/**
 * One of several amounts, in cents that add up to the rounded sum of all: what it adds to the rounded sum of those before
 * it. So it differs from the exact one by less than a cent, and never has the other sign.
 */
function roundedAmong(exact: readonly DecimalText[], index: number): DecimalText {
  const sumOf = (count: number) => exact.slice(0, count).reduce<DecimalText>((sum, each) => plus(sum, each), "0");
  return minus(roundedToCents(sumOf(index + 1)), roundedToCents(sumOf(index)));
}

/** Details with this VAT, or surcharge, in all. What theirs lacks goes to the largest one, where it is the smallest part. */
function withSum(details: readonly VerifactuDetail[], tax: "vat" | "surcharge", total: DecimalText): VerifactuDetail[] {
  const left = minus(total, sumOf(details, tax));
  const sizes = details.map(({ base, code, isForeign }) => (code === "S1" && !isForeign ? Math.abs(Number(base)) : -1));
  const largest = sizes.indexOf(Math.max(...sizes));
  return details.map((detail, index) => (index === largest ? { ...detail, [tax]: plus(detail[tax], left) } : detail));
}

/** The VAT of Spain, and the surcharge, of all details. */
export function taxesOf(details: readonly VerifactuDetail[]): DecimalText {
  return plus(sumOf(details, "vat"), sumOf(details, "surcharge"));
}

function sumOf(details: readonly VerifactuDetail[], tax: "vat" | "surcharge"): DecimalText {
  return details.reduce<DecimalText>((sum, detail) => plus(sum, detail[tax]), "0");
}

/** Those that are taxed in the same way, added up. */
function merged(details: readonly VerifactuDetail[]): VerifactuDetail[] {
  const byKey = new Map<string, VerifactuDetail>();
  for (const detail of details) {
    const same = byKey.get(keyOf(detail));
    byKey.set(keyOf(detail), same === undefined ? detail : joined(same, detail));
  }
  return [...byKey.values()];
}

function joined(one: VerifactuDetail, { base, vat, surcharge }: VerifactuDetail): VerifactuDetail {
  return { ...one, base: plus(one.base, base), vat: plus(one.vat, vat), surcharge: plus(one.surcharge, surcharge) };
}

/** The details in euros. Their VAT and surcharge are the document's in euros, unless some of it is of another state. */
function inEuros(
  { currency, taxTotalInTaxCurrency }: EinvoiceDocument,
  details: readonly VerifactuDetail[],
  euroRate: DecimalText,
): VerifactuDetail[] {
  if (currency === "EUR") return [...details];
  const exact = (tax: "vat" | "surcharge") => details.map((detail) => times(detail[tax], euroRate));
  const converted = details.map((detail, index) => ({
    ...detail,
    base: roundedToCents(times(detail.base, euroRate)),
    vat: roundedAmong(exact("vat"), index),
    surcharge: roundedAmong(exact("surcharge"), index),
  }));
  const hasForeign = details.some(({ isForeign }) => isForeign);
  if (hasForeign) return converted;
  return withSum(converted, "vat", minus(taxTotalInTaxCurrency ?? 0, sumOf(converted, "surcharge")));
}
