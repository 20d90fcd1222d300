import type { CalendarDay } from "./calendar.ts";
import type { CompanyProfile } from "./company-profile.ts";
import type { VatNumberVerification } from "./invoice.ts";
import type { InvoiceOrder } from "./invoice-order.ts";
import { computeTotals, type InvoiceTotals } from "./invoice-totals.ts";
import { decideOrderVat, type HostVatOptions, type OrderVat } from "./order-vat.ts";
import { convertTax, exchangeRateWarnings, requireTaxCurrency } from "./tax-currency.ts";
import { parseVatNumber } from "./vat-number.ts";
import { isEuVatTerritory } from "./vat-territory.ts";
import type { VatWarning } from "./vat-warning.ts";

/** Everything of an invoice that is decided before the lock. */
export interface InvoiceDraft {
  readonly profile: CompanyProfile;
  readonly order: InvoiceOrder;
  /** As it will be printed. */
  readonly clientVatNumber: string | undefined;
  readonly currency: string;
  readonly taxPointDate: CalendarDay;
  readonly vat: OrderVat;
  readonly totals: InvoiceTotals;
  /** The VAT in the currency of the seller's state, where some is due and the order has an exchange rate. */
  readonly convertedTax: { readonly taxCurrency: string; readonly amount: number } | undefined;
  readonly vatNumberVerification: VatNumberVerification | undefined;
  readonly warnings: readonly VatWarning[];
}

/**
 * The invoice that an order makes, up to its number and dates. All of the decisions that cost time fall here, so that
 * nothing but numbering is left to do under the lock.
 *
 * @throws Refusal for every reason an order can be refused by its content, in the order of `REFUSAL_CODES`
 */
export function draftInvoice(
  profile: CompanyProfile,
  order: InvoiceOrder,
  host: HostVatOptions & { readonly today: CalendarDay },
): InvoiceDraft {
  const taxPointDate = order.supplyDate ?? host.today;
  const currency = order.currency ?? profile.defaultCurrency;
  const taxCurrency = requireTaxCurrency(profile, order, taxPointDate);
  const vat = decideOrderVat(profile, order, taxPointDate, host);
  const lines = order.items.map(({ quantity, unitPrice }, index) => {
    const { taxRate, vatCategory } = vat.lines[index]!;
    return { quantity, unitPrice, taxRate, vatCategory };
  });
  const totals = computeTotals(lines, { currency, rateCountry: vat.rateCountry });
  const { exchangeRate } = order;
  return {
    profile,
    order,
    currency,
    taxPointDate,
    vat,
    totals,
    clientVatNumber: keptVatNumber(order, vat, taxPointDate),
    convertedTax:
      exchangeRate === undefined || totals.taxTotal === 0
        ? undefined
        : { taxCurrency, amount: convertTax(totals.taxTotal, exchangeRate, taxCurrency) },
    vatNumberVerification: undefined,
    warnings: [...vat.warnings, ...exchangeRateWarnings(totals.taxTotal, { exchangeRate, currency }, taxCurrency)],
  };
}

/** The draft with what a register said of the VAT number that decided. An outage is for the host to look at. */
export function verifiedDraft(draft: InvoiceDraft, verification: VatNumberVerification, detail: string): InvoiceDraft {
  const unverified: VatWarning[] = verification.status === "valid" ? [] : [{ code: "vat_number_unverified", detail }];
  return { ...draft, vatNumberVerification: verification, warnings: [...draft.warnings, ...unverified] };
}

/** An EU client's number is kept normalised and with its prefix; what is no such number is kept as given. */
function keptVatNumber(
  { clientCountry, clientVatNumber }: InvoiceOrder,
  { vatNumber }: OrderVat,
  on: CalendarDay,
): string | undefined {
  if (vatNumber !== undefined) return vatNumber.prefix + vatNumber.number;
  if (clientVatNumber === undefined || clientCountry === undefined) return clientVatNumber;
  if (!isEuVatTerritory(clientCountry, on)) return clientVatNumber;
  const parsed = parseVatNumber(clientVatNumber, clientCountry);
  return parsed === undefined ? clientVatNumber : parsed.prefix + parsed.number;
}
