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

/** A part of a document, with the place of its group in the VAT breakdown. */
interface Part {
  readonly operation: Operation;
  readonly group: number;
  readonly net: DecimalText;
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
  return [
    ...items.map((item) => partOf(document, item, item.netAmount, item.national?.es)),
    ...allowances.map((each) => partOf(document, each, -each.netAmount, sharedBy(document, each))),
    ...charges.map((each) => partOf(document, each, each.netAmount, sharedBy(document, each))),
  ];
}

type Rated = TaxedPart & { readonly rateCountry?: string | null | undefined };

function partOf(document: EinvoiceDocument, part: Rated, net: number, stated: SpanishLine | undefined): Part {
  const { vatBreakdown } = document;
  const { vatCategory, taxRate, rateCountry } = part;
  const index = vatBreakdown.findIndex(
    (group) =>
      group.category === vatCategory &&
      group.taxRate === taxRate &&
      (rateCountry === undefined || group.rateCountry === rateCountry),
  );
  return { operation: operationOf(document, part, vatBreakdown[index], stated), group: index, net: decimalText(net) };
}

/** What all lines of the same category and rate state, which an allowance or a charge cannot. */
function sharedBy({ items }: EinvoiceDocument, { vatCategory, taxRate }: TaxedPart): SpanishLine | undefined {
  const same = items.filter((item) => item.vatCategory === vatCategory && item.taxRate === taxRate);
  const [first, ...others] = same.map((item) => item.national?.es);
  const isShared = others.every((each) => each?.exemption === first?.exemption && each?.regime === first?.regime);
  return isShared ? first : undefined;
}

const keyOf = ({ tax, regime, code, rate }: Operation) => `${tax} ${regime} ${code} ${rate}`;

/** A group of the VAT breakdown as details. Several share its VAT, and the last has what rounding leaves. */
function ofGroup(parts: readonly Part[], { taxRate, taxAmount }: EinvoiceDocument["vatBreakdown"][number]) {
  const bases = merged(parts.map(({ operation, net }) => ({ ...operation, base: net, vat: "0" })));
  let left: DecimalText = decimalText(taxAmount);
  return bases.map((detail, index): VerifactuDetail => {
    const isLast = index === bases.length - 1;
    const vat = isLast ? left : roundedToCents(times(detail.base, times(taxRate, 0.01)));
    left = minus(left, vat);
    return detail.isForeign ? detail : { ...detail, vat };
  });
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

/** The first detail with VAT has what rounding makes of the others, so that all give the VAT of the books. */
function inEuros(
  { currency, taxTotalInTaxCurrency }: EinvoiceDocument,
  details: readonly VerifactuDetail[],
  euroRate: DecimalText,
): VerifactuDetail[] {
  if (currency === "EUR") return [...details];
  const euros = (amount: DecimalText) => roundedToCents(times(amount, euroRate));
  const converted = details.map((detail) => ({ ...detail, base: euros(detail.base), vat: euros(detail.vat) }));
  const total = converted.reduce<DecimalText>((sum, { vat }) => plus(sum, vat), "0");
  const hasForeign = details.some(({ isForeign }) => isForeign);
  const left = hasForeign || taxTotalInTaxCurrency === undefined ? "0" : minus(taxTotalInTaxCurrency, total);
  const first = converted.findIndex(({ vat }) => vat !== "0");
  return converted.map((detail, index) => (index === first ? { ...detail, vat: plus(detail.vat, left) } : detail));
}
