import type { Address, TaxRepresentative } from "../company-profile.ts";
import type { LineAmounts, VatBreakdownLine } from "../money/totals.ts";
import type { LineDiscount, TotalsItem } from "../money/totals-input.ts";
import type { VatCategory } from "../vat/category.ts";
import { parseVatNumber } from "../vat/number/parse.ts";
import type { VatWarning } from "../vat/types.ts";
import type { Exemption } from "./exemption-reason.ts";
import type { InvoiceBreakdownLine, InvoiceItem, InvoiceSeller, VatNumberVerification } from "./invoice.ts";
import type { ExchangeRate, OrderItem } from "./order.ts";

// The parts of an invoice's document. Each has its keys in RFC 8785's order, and lacks those that are undefined. JSON has
// no -0, so the answer must not have one either: + 0 removes the sign of an order's number. Computed amounts have none.

/** A line whose category is known, and its amounts. */
type PricedLine = TotalsItem & LineAmounts & { readonly vatCategory: VatCategory };

export function orderedItem(line: PricedLine, order: OrderItem): InvoiceItem {
  const { description, unit } = order;
  const { netAmount, quantity, vatCategory } = line;
  const taxRate = line.taxRate + 0;
  const unitPrice = line.unitPrice + 0;
  if (hasDetails(line, order)) return detailedItem(line, order);
  if (unit === undefined) return { description, netAmount, quantity, taxRate, unitPrice, vatCategory };
  return { description, netAmount, quantity, taxRate, unit, unitPrice, vatCategory };
}

/** Most lines have none, and an object without them is made several times as fast. */
function hasDetails({ unitPriceGross, discount, rateCountry }: PricedLine, order: OrderItem): boolean {
  const { exemptionReason, note, period, sku, supply, unitCode, vatexCode } = order;
  return (
    unitPriceGross !== undefined ||
    discount !== undefined ||
    exemptionReason !== undefined ||
    note !== undefined ||
    period !== undefined ||
    rateCountry !== undefined ||
    sku !== undefined ||
    supply !== undefined ||
    unitCode !== undefined ||
    vatexCode !== undefined
  );
}

function detailedItem(line: PricedLine, order: OrderItem): InvoiceItem {
  const { unitPriceGross } = line;
  return withoutAbsent({
    description: order.description,
    discount: orderedDiscount(line.discount),
    exemptionReason: order.exemptionReason,
    grossAmount: line.grossAmount,
    netAmount: line.netAmount,
    note: order.note,
    period: order.period && inKeyOrder(order.period),
    quantity: line.quantity,
    rateCountry: line.rateCountry,
    sku: order.sku,
    supply: order.supply,
    taxRate: line.taxRate + 0,
    unit: order.unit,
    unitCode: order.unitCode,
    unitPrice: line.unitPrice + 0,
    unitPriceGross: unitPriceGross === undefined ? undefined : unitPriceGross + 0,
    vatCategory: line.vatCategory,
    vatexCode: order.vatexCode,
  });
}

function orderedDiscount(discount: LineDiscount | undefined): LineDiscount | undefined {
  if (discount === undefined) return undefined;
  const { amount, percent, reason } = discount;
  if (percent === undefined) return withoutAbsent({ amount: amount! + 0, reason });
  return withoutAbsent({ percent: percent + 0, reason });
}

export function orderedBreakdownLine(
  line: VatBreakdownLine,
  { exemptionReason, vatexCode }: Exemption,
): InvoiceBreakdownLine {
  const { category, rateCountry, taxAmount, taxableAmount } = line;
  const taxRate = line.taxRate + 0;
  if (exemptionReason === undefined) return { category, rateCountry, taxAmount, taxRate, taxableAmount, vatexCode };
  return { category, exemptionReason, rateCountry, taxAmount, taxRate, taxableAmount, vatexCode };
}

export function orderedWarning({ code, detail }: VatWarning): VatWarning {
  return { code, detail };
}

export function orderedExchangeRate({ date, rate, source }: ExchangeRate): ExchangeRate {
  return { date, rate, source };
}

export function orderedVerification({
  consultationNumber,
  status,
  verifiedAt,
}: VatNumberVerification): VatNumberVerification {
  return withoutAbsent({ consultationNumber, status, verifiedAt });
}

export function orderedAddress({ city, line1, line2, postalCode, region }: Address): Address {
  return withoutAbsent({ city, line1, line2, postalCode, region });
}

/** The fields of a seller in their order. A new one does not compile until it is here. */
const SELLER_FIELDS = Object.keys({
  accountName: true,
  address: true,
  bic: true,
  cashAccounting: true,
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
    if (part !== undefined) ordered[name] = typeof part === "object" ? inKeyOrder(part) : part;
  }
  return ordered as Value;
}

/** JSON omits `undefined`, so it is removed here too: the answer must equal the stored document. */
function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  const present: Partial<Fields> = {};
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name];
  return present as Fields;
}
