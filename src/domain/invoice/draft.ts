import type { CalendarDay } from "../calendar.ts";
import type { CompanyProfile } from "../generated/company-profile.ts";
import { Decimal, roundToMinorUnits } from "../money/decimal.ts";
import { fromMinorUnits, LARGEST_AMOUNT, type MinorUnits, minorUnitDigits } from "../money/minor-units.ts";
import { computeTotals, type InvoiceTotals } from "../money/totals.ts";
import type { TotalsAllowance, TotalsItem, TotalsOptions } from "../money/totals-input.ts";
import { fieldRefusal, Refusal } from "../refusal.ts";
import type { VatCategory } from "../vat/category.ts";
import { parseVatNumber } from "../vat/number/parse.ts";
import { isEuVatTerritory } from "../vat/territory/territory.ts";
import type { VatWarning } from "../vat/types.ts";
import type { InvoiceAllowance, VatNumberVerification } from "./generated/invoice.ts";
import type { DocumentAllowance, DocumentCharge, ExchangeRate, InvoiceOrder } from "./generated/order.ts";
import { withDefaultSupply } from "./order/default-supply.ts";
import { discountOnIssue } from "./order/discount-on-issue.ts";
import { surchargeRatesOf } from "./order/equivalence-surcharge.ts";
import { outsideImportScheme } from "./order/import-scheme.ts";
import { endedPeriod, type OrderDay, orderDates, requirePlausibleDates } from "./order/order-dates.ts";
import type { DecidedPart } from "./order/order-parts.ts";
import { decideOrderVat, type HostVatOptions, type OrderVat } from "./order/order-vat.ts";
import { assumedSupplyDate } from "./order/supply-date.ts";
import { type PayableParts, payableAmount, payableParts, splitVatOf, sumOf } from "./payable.ts";
import { convertTax, requireTaxCurrency, taxStateOf } from "./tax-currency.ts";
import { orderWarnings } from "./warnings/order-warnings.ts";

/** A line with its rate and category. */
export type DraftLine = TotalsItem & { readonly vatCategory: VatCategory };

/** An allowance or a charge, with its VAT if it states one. */
type DraftAllowance = TotalsAllowance & Pick<InvoiceAllowance, StoredAllowanceField>;

type StoredAllowanceField = "reason" | "reasonCode" | "supply" | "placeOfSupply" | "exemptionReason" | "vatexCode";

/** Everything about an invoice that is decided before the lock. */
export interface InvoiceDraft {
  readonly profile: CompanyProfile;
  readonly order: InvoiceOrder;
  /** As it will be printed. */
  readonly clientVatNumber: string | undefined;
  readonly currency: string;
  readonly taxPointDate: CalendarDay;
  /** As ordered, or as the law of the seller's state wants it assumed. */
  readonly supplyDate: CalendarDay | undefined;
  readonly vat: OrderVat;
  readonly totals: InvoiceTotals<DraftLine, DraftAllowance>;
  /** As they were before advances were deducted. Absent: none are. */
  readonly undeducted?: Pick<InvoiceDraft, "order" | "totals">;
  /** The number of the invoice whose place it takes. Absent: it takes none. */
  readonly replaces?: string;
  /** What changes what the client pays, or when. */
  readonly payableParts: PayableParts;
  /** What the client pays, in `currency`. */
  readonly payable: number;
  /** The VAT in the currency of the seller's state, if VAT is due and the order has an exchange rate. */
  readonly convertedTax: { readonly taxCurrency: string; readonly amount: number } | undefined;
  readonly vatNumberVerification: VatNumberVerification | undefined;
  readonly warnings: readonly VatWarning[];
}

/**
 * The invoice for an order, except its number and dates. All slow decisions are made here, so that only the numbering
 * remains to be done under the lock.
 *
 * @throws Refusal for every reason to refuse the content of an order, in the order of `REFUSAL_CODES`
 */
export function draftInvoice(
  profile: CompanyProfile,
  given: InvoiceOrder,
  host: HostVatOptions & OrderDay,
): InvoiceDraft {
  requirePlausibleDates(orderDates(given), host.today);
  const { order, supplyWarnings } = withDefaultSupply(profile, given);
  if (profile.cashAccounting === true) requirePaymentDecides(order);
  const { taxPointDate, vat } = decideOnTaxPoint(profile, order, host);
  const currency = order.currency ?? profile.defaultCurrency;
  const { defaultCurrency } = profile;
  const taxParty = vat.registration && { country: taxStateOf(profile, vat, host.today), defaultCurrency };
  const taxCurrency = requireTaxCurrency(taxParty ?? profile, order, host.today);
  const surchargeRates = surchargeRatesOf(profile, order, vat.parts, taxPointDate);
  const lines = order.items.map((item, index) => {
    const { quantity, unitPrice, priceBaseQuantity, discount, discounts, charges } = item;
    const { taxRate, vatCategory, rateCountry } = ratesOf(vat.parts[index]!, vat);
    // A field behind a spread takes several times as long.
    return {
      quantity,
      unitPrice,
      priceBaseQuantity,
      discount,
      discounts,
      charges,
      taxRate,
      vatCategory,
      rateCountry,
      surchargeRate: surchargeRates[index],
    };
  });
  const { exchangeRate, prices, allowances, charges } = order;
  const options = { currency, rateCountry: vat.rateCountry, prices };
  const adjusted = (allowances ?? charges) ? { ...options, ...draftAdjustments(order, vat) } : options;
  const { totals, vat: withDiscount } = discountedTotals(profile, order, vat, lines, adjusted);
  if (order.importer === "seller") {
    const consignment = { profile, order, parts: vat.parts, totals, on: taxPointDate, currency, taxCurrency };
    const other = outsideImportScheme(consignment);
    if (other !== undefined) return { ...draftInvoice(other, given, host), profile };
  }
  const { parts, payable } = settlementOf(profile, order, totals, currency);
  const assumed = assumedSupplyDate({ profile, order, vat, taxPointDate, currency, total: totals.total });
  return {
    profile,
    order,
    currency,
    taxPointDate,
    supplyDate: order.supplyDate ?? assumed,
    vat: withDiscount,
    totals,
    payableParts: parts,
    payable,
    clientVatNumber: keptVatNumber(order, vat, taxPointDate),
    convertedTax:
      exchangeRate && totals.taxTotal !== 0 ? convertedTaxOf(totals.taxTotal, exchangeRate, taxCurrency) : undefined,
    vatNumberVerification: undefined,
    warnings: orderWarnings(
      { profile, order, vat, taxPointDate, assumed, supplyWarnings, taxTotal: totals.taxTotal, currency, taxCurrency },
      host,
    ),
  };
}

/**
 * The VAT of an order and the tax point for which it is decided: the day that the order states or, if it states none, the
 * end of its period, if that is over. If its VAT is due on the date of the invoice, it is that day. Goods for a business in
 * another member state are due when they are invoiced.
 *
 * @see Directive 2006/112/EC, articles 63, 64 and 67
 */
function decideOnTaxPoint(profile: CompanyProfile, order: InvoiceOrder, host: HostVatOptions & OrderDay) {
  const stated = order.taxPointCode === "3" ? host.today : (order.taxPointDate ?? order.supplyDate);
  const hasPeriod = order.period !== undefined || order.items[0]?.period !== undefined;
  const taxPointDate = stated ?? (hasPeriod ? endedPeriod(order, host.today) : undefined) ?? host.today;
  const vat = decideOrderVat(profile, order, taxPointDate, host);
  const isByPeriod = stated === undefined && taxPointDate !== host.today;
  if (!isByPeriod || vat.parts.every(({ vatCategory }) => vatCategory !== "K")) return { taxPointDate, vat };
  return { taxPointDate: host.today, vat: decideOrderVat(profile, order, host.today, host) };
}

function convertedTaxOf(
  taxTotal: number,
  exchangeRate: ExchangeRate,
  ownCurrency: string,
): InvoiceDraft["convertedTax"] {
  const { currency: taxCurrency = ownCurrency } = exchangeRate;
  return { taxCurrency, amount: convertTax(taxTotal, exchangeRate, taxCurrency) };
}

/** @throws Refusal `request_invalid` if the VAT of a company with cash accounting is said to be due before it is paid */
function requirePaymentDecides({ taxPointCode }: InvoiceOrder): void {
  if (taxPointCode === undefined || taxPointCode === "432") return;
  const detail = "contradicts the company's cashAccounting, by which VAT is due once it is paid; leave it out";
  throw fieldRefusal("taxPointCode", detail);
}

/** The VAT of a part as totals need it: with the country of its rate only if the parts differ in it. */
function ratesOf({ taxRate, vatCategory, rateCountry }: DecidedPart, vat: OrderVat) {
  return { taxRate, vatCategory, rateCountry: vat.rateCountry === undefined ? rateCountry : undefined };
}

/** The allowances and charges as totals need them, and as they are stored. */
function draftAdjustments(order: InvoiceOrder, vat: OrderVat) {
  const parts = new Map(vat.parts.slice(order.items.length).map((part) => [part.given, part]));
  const draft = (given: DocumentAllowance | DocumentCharge): DraftAllowance => {
    const { amount, percent, baseAmount, reason, reasonCode } = given;
    const shared = { amount, percent, baseAmount, reason, reasonCode };
    const part = parts.get(given);
    if (part === undefined) return shared;
    const { supply, placeOfSupply, exemptionReason, vatexCode } = part;
    return { ...shared, supply, placeOfSupply, exemptionReason, vatexCode, ...ratesOf(part, vat) };
  };
  return { allowances: order.allowances?.map(draft), charges: order.charges?.map(draft) };
}

/** The totals, with the cash discount where the law lowers VAT by what is offered; its charge is a part with a VAT of its own. */
function discountedTotals(
  profile: CompanyProfile,
  order: InvoiceOrder,
  vat: OrderVat,
  lines: readonly DraftLine[],
  options: TotalsOptions<DraftAllowance>,
): { readonly totals: InvoiceTotals<DraftLine, DraftAllowance>; readonly vat: OrderVat } {
  const totals = computeTotals(lines, options);
  const offered = order.cashDiscounts && discountOnIssue(profile, order, totals.vatBreakdown, options.currency);
  if (offered === undefined) return { totals, vat };
  const { allowances = [], charges = [] } = options;
  const { supply, placeOfSupply, dispatchedFrom } = order;
  const { taxRate, vatCategory, rateCountry = null, exemptionReason, ...given } = offered.charge;
  const ownVat = { taxRate, vatCategory, rateCountry, treatment: vat.treatment, note: "", exemptionReason };
  const part = {
    field: "charges" as const,
    index: charges.length,
    given,
    supply,
    placeOfSupply,
    dispatchedFrom,
    ...ownVat,
  };
  return {
    totals: computeTotals(lines, {
      ...options,
      allowances: [...allowances, ...offered.allowances],
      charges: [...charges, offered.charge],
    }),
    vat: { ...vat, parts: [...vat.parts, { ...part, vatexCode: undefined, registration: vat.registration }] },
  };
}

/**
 * What the client pays, and what leads there from the total.
 *
 * @throws Refusal `amount_out_of_range` if an amount has more decimals than the currency, or less than nothing would be left to
 *   pay
 */
export function settlementOf(
  profile: CompanyProfile,
  order: InvoiceOrder,
  { items, subtotal, taxTotal, total }: InvoiceTotals,
  currency: string,
): { readonly parts: PayableParts; readonly payable: number } {
  const { prepaidAmount, roundingAmount, withholdings, retentions, disbursements } = order;
  if (prepaidAmount !== undefined) requireAmount("prepaidAmount", prepaidAmount, currency);
  if (roundingAmount !== undefined) requireRounding(roundingAmount, total, currency);
  for (const [list, field, amounts] of [
    ["withholdings", "baseAmount", withholdings?.map(({ baseAmount }) => baseAmount)],
    ["retentions", "amount", retentions?.map(({ amount }) => amount)],
    ["disbursements", "amount", disbursements?.map(({ amount }) => amount)],
  ] as const) {
    for (const [index, amount] of amounts?.entries() ?? [])
      if (amount !== undefined) requireAmount(`${list}/${index}/${field}`, amount, currency);
  }
  const withNets =
    withholdings && items.map(({ netAmount }, index) => ({ netAmount, national: order.items[index]!.national }));
  const parts = payableParts(order, { subtotal, total, currency }, withNets ?? []);
  const splitVat = splitVatOf(profile, order, taxTotal);
  const payable = payableAmount({ ...parts, total, roundingAmount, splitVat });
  if (withholdings !== undefined && (payable < 0 || parts.withholdings!.some(({ amount }) => amount < 0)))
    throw faultySum(
      "withholdings",
      `must not exceed what is to be paid; they come to ${parts.withheldTotal} ${currency}`,
    );
  if (retentions !== undefined && sumOf(parts.retentions!) > payable)
    throw faultySum("retentions", `must not exceed what is to be paid, ${payable} ${currency}`);
  return { parts, payable };
}

/** @throws Refusal `amount_out_of_range` */
function requireRounding(roundingAmount: number, total: number, currency: string): void {
  requireAmount("roundingAmount", roundingAmount, currency);
  if (total === 0 && roundingAmount !== 0) throw faultySum("roundingAmount", "needs a total above 0; leave it out");
  if (roundingAmount >= -total) return;
  throw faultySum(
    "roundingAmount",
    `must be at least ${-total} ${currency}, so that what is to be paid is not below 0`,
  );
}

/** @throws Refusal `amount_out_of_range`; `field` is its pointer without the first slash */
function requireAmount(field: string, given: number, currency: string): void {
  const amount = new Decimal(given);
  if (amount.abs().gt(fromMinorUnits(LARGEST_AMOUNT as MinorUnits, minorUnitDigits(currency))))
    throw faultySum(field, "is too large to store exactly");
  if (!roundToMinorUnits(amount, currency).eq(amount))
    throw faultySum(field, `has more decimals than ${currency} allows`);
}

const SUM_NAMES: Readonly<Record<string, string>> = {
  prepaidAmount: "prepaid amount",
  roundingAmount: "rounding amount",
};

function faultySum(field: string, detail: string): Refusal {
  return new Refusal("amount_out_of_range", `The ${SUM_NAMES[field] ?? field} ${detail}.`, [
    { pointer: `/${field}`, detail },
  ]);
}

/** The draft with the register's answer about the VAT number that decided. An outage adds a warning. */
export function verifiedDraft(draft: InvoiceDraft, verification: VatNumberVerification, detail: string): InvoiceDraft {
  const unverified: VatWarning[] = verification.status === "valid" ? [] : [{ code: "vat_number_unverified", detail }];
  return { ...draft, vatNumberVerification: verification, warnings: [...draft.warnings, ...unverified] };
}

/** An EU client's number is normalised and has its prefix. Any other number stays as given. */
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
