import type { Address } from "../company-profile.ts";
import type { VatBreakdownLine } from "../money/totals.ts";
import type { TotalsItem } from "../money/totals-input.ts";
import type { VatWarning } from "../vat/types.ts";
import type { InvoiceItem, InvoiceSeller, VatNumberVerification } from "./invoice.ts";
import type { ExchangeRate, OrderItem } from "./order.ts";

// The parts of an invoice's document. Each has its keys in RFC 8785's order, and lacks those that are undefined.

/** The category is stored only if the order named it; otherwise see the breakdown. */
export function orderedItem(line: TotalsItem & { netAmount: number }, order: OrderItem): InvoiceItem {
  const { description, unit, vatCategory } = order;
  const { quantity } = line;
  const netAmount = withoutSignOfZero(line.netAmount);
  const taxRate = withoutSignOfZero(line.taxRate);
  const unitPrice = withoutSignOfZero(line.unitPrice);
  if (unit === undefined && vatCategory === undefined) return { description, netAmount, quantity, taxRate, unitPrice };
  return withoutAbsent({ description, netAmount, quantity, taxRate, unit, unitPrice, vatCategory });
}

export function orderedBreakdownLine(line: VatBreakdownLine): VatBreakdownLine {
  const { category, rateCountry, vatexCode } = line;
  const taxAmount = withoutSignOfZero(line.taxAmount);
  const taxRate = withoutSignOfZero(line.taxRate);
  const taxableAmount = withoutSignOfZero(line.taxableAmount);
  return { category, rateCountry, taxAmount, taxRate, taxableAmount, vatexCode };
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

export function orderedSeller(seller: InvoiceSeller): InvoiceSeller {
  const { country, email, iban, language, name, registrationNumber, taxNumber, vatNumber } = seller;
  const address = orderedAddress(seller.address);
  return withoutAbsent({ address, country, email, iban, language, name, registrationNumber, taxNumber, vatNumber });
}

/** JSON omits `undefined`, so it is removed here too: the answer must equal the stored document. */
function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  const present: Partial<Fields> = {};
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name];
  return present as Fields;
}

/** JSON has no -0, so the answer must not have one either. */
export function withoutSignOfZero(amount: number): number {
  return amount + 0;
}
