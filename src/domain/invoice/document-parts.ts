import type { Address, TaxRepresentative } from "../company-profile.ts";
import type { LineAmounts, VatBreakdownLine } from "../money/totals.ts";
import type { LineDiscount, TotalsItem } from "../money/totals-input.ts";
import type { VatCategory } from "../vat/category.ts";
import { parseVatNumber } from "../vat/number/parse.ts";
import type { VatWarning } from "../vat/types.ts";
import { exemptionReasonOf } from "./exemption-reason.ts";
import type { InvoiceBreakdownLine, InvoiceItem, InvoiceSeller, VatNumberVerification } from "./invoice.ts";
import type { ExchangeRate, OrderItem } from "./order.ts";

// The parts of an invoice's document. Each has its keys in RFC 8785's order, and lacks those that are undefined. JSON has
// no -0, so the answer must not have one either: + 0 removes the sign of an order's number. Computed amounts have none.

/** A line whose category is known, and its amounts. */
type PricedLine = TotalsItem & LineAmounts & { readonly vatCategory: VatCategory };

export function orderedItem(line: PricedLine, order: OrderItem): InvoiceItem {
  const { description, supply, unit } = order;
  const { discount, grossAmount, netAmount, quantity, rateCountry, unitPriceGross, vatCategory } = line;
  const taxRate = line.taxRate + 0;
  const unitPrice = line.unitPrice + 0;
  const isPlain =
    discount === undefined && supply === undefined && unitPriceGross === undefined && rateCountry === undefined;
  if (isPlain && unit === undefined) return { description, netAmount, quantity, taxRate, unitPrice, vatCategory };
  if (isPlain) return { description, netAmount, quantity, taxRate, unit, unitPrice, vatCategory };
  return withoutAbsent({
    description,
    discount: orderedDiscount(discount),
    grossAmount,
    netAmount,
    quantity,
    rateCountry,
    supply,
    taxRate,
    unit,
    unitPrice,
    unitPriceGross: unitPriceGross === undefined ? undefined : unitPriceGross + 0,
    vatCategory,
  });
}

function orderedDiscount(discount: LineDiscount | undefined): LineDiscount | undefined {
  if (discount === undefined) return undefined;
  const { amount, percent, reason } = discount;
  if (percent === undefined) return withoutAbsent({ amount: amount! + 0, reason });
  return withoutAbsent({ percent: percent + 0, reason });
}

export function orderedBreakdownLine(line: VatBreakdownLine, vatNote: string): InvoiceBreakdownLine {
  const { category, rateCountry, taxAmount, taxableAmount, vatexCode } = line;
  const taxRate = line.taxRate + 0;
  const exemptionReason = exemptionReasonOf(category, vatNote);
  if (exemptionReason === undefined) return { category, rateCountry, taxAmount, taxRate, taxableAmount, vatexCode };
  return { category, exemptionReason, rateCountry, taxAmount, taxRate, taxableAmount, vatexCode };
}

export function orderedWarning({ code, detail }: VatWarning): VatWarning {
  return { code, detail };
}

export function orderedExchangeRate(exchangeRate: ExchangeRate | undefined): ExchangeRate | undefined {
  if (exchangeRate === undefined) return undefined;
  const { date, rate, source } = exchangeRate;
  return { date, rate, source };
}

export function orderedVerification(
  verification: VatNumberVerification | undefined,
): VatNumberVerification | undefined {
  if (verification === undefined) return undefined;
  const { consultationNumber, status, verifiedAt } = verification;
  return withoutAbsent({ consultationNumber, status, verifiedAt });
}

export function orderedAddress(address: Address | undefined): Address | undefined {
  if (address === undefined) return undefined;
  const { city, line1, line2, postalCode, region } = address;
  return withoutAbsent({ city, line1, line2, postalCode, region });
}

/** The fields of a seller in their order. A new one does not compile until it is here. */
const SELLER_FIELDS = Object.keys({
  accountName: true,
  address: true,
  bic: true,
  contact: true,
  country: true,
  creditorId: true,
  electronicAddress: true,
  email: true,
  iban: true,
  language: true,
  legalNote: true,
  name: true,
  registrationNumber: true,
  registrationScheme: true,
  taxNumber: true,
  taxRepresentative: true,
  tradingName: true,
  vatNumber: true,
} satisfies Record<keyof InvoiceSeller, true>) as (keyof InvoiceSeller)[];

/** The seller, its VAT number and that of its tax representative normalised. */
export function orderedSeller(profile: InvoiceSeller): InvoiceSeller {
  const seller: Partial<Record<keyof InvoiceSeller, unknown>> = {};
  for (const name of SELLER_FIELDS) {
    const value = profile[name];
    if (value !== undefined) seller[name] = typeof value === "object" ? inKeyOrder(value) : value;
  }
  if (profile.vatNumber !== undefined) seller.vatNumber = normalisedVatNumber(profile.vatNumber, profile.country);
  const representative = seller.taxRepresentative as TaxRepresentative | undefined;
  if (representative === undefined) return seller as InvoiceSeller;
  const vatNumber = normalisedVatNumber(representative.vatNumber, representative.country);
  return { ...seller, taxRepresentative: { ...representative, vatNumber } } as InvoiceSeller;
}

/** A number of a member state, or of Great Britain, is normalised and has its prefix. Any other one stays as given. */
function normalisedVatNumber(vatNumber: string, country: string): string {
  const parsed = parseVatNumber(vatNumber, country);
  return parsed === undefined ? vatNumber : parsed.prefix + parsed.number;
}

/** A copy whose objects have their keys in RFC 8785's order, and lack those that are undefined. */
export function inKeyOrder<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(inKeyOrder) as Value;
  if (typeof value !== "object" || value === null) return value;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const part = (value as Record<string, unknown>)[name];
    if (part !== undefined) ordered[name] = inKeyOrder(part);
  }
  return ordered as Value;
}

/** JSON omits `undefined`, so it is removed here too: the answer must equal the stored document. */
function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  const present: Partial<Fields> = {};
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name];
  return present as Fields;
}
