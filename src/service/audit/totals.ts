import type { InvoiceAllowance, InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { advanceAllowances, deductedTotal, totalsLess } from "../../domain/invoice/order/deduct-advances.ts";
import { payableAmount, payableParts, splitVatOf } from "../../domain/invoice/payable.ts";
import { convertTax } from "../../domain/invoice/tax-currency.ts";
import { VAT_GROUP_FIELDS } from "../../domain/invoice/vat-groups.ts";
import { Decimal, roundToMinorUnits } from "../../domain/money/decimal.ts";
import type { VatBreakdownLine } from "../../domain/money/generated/amounts.ts";
import { computeTotals, deriveHeaderTaxRate, type InvoiceTotals } from "../../domain/money/totals.ts";
import { ADJUSTMENTS, requireComputable } from "../../domain/money/totals-input.ts";
import { isRefusal } from "../../domain/refusal.ts";

const LINE_FIELDS = [
  ...["quantity", "unitPrice", "priceBaseQuantity", "taxRate", "netAmount"],
  ...["discount", "discounts", "charges"].flatMap((field) =>
    ["percent", "amount", "baseAmount"].map((name) => `${field}/${name}`),
  ),
];
const ALLOWANCE_FIELDS = [
  "amount",
  "netAmount",
  "percent",
  "baseAmount",
  "taxRate",
  "vatCategory",
  "rateCountry",
].concat("surchargeRate", "advance", "taxAmount", "surchargeAmount");

/** The fields that decide a document's totals, and the totals. */
export const TOTALLED: readonly string[] = [
  ...["currency", "prices", "subtotal", "taxRate", "taxTotal", "total", "prepaidAmount", "roundingAmount", "payable"],
  ...["lineTotal", "allowanceTotal", "chargeTotal", "advanceTotal", "disbursementTotal", "withheldTotal"],
  ...["percent", "baseAmount", "basePercent", "amount"].map((field) => `withholdings/${field}`),
  ...["retentions/percent", "retentions/amount", "disbursements/amount", "seller/country"],
  ...["national/it/splitPayment", "items/national/it/withheld", "items/national/it/pensionFund"],
  ...["allowances", "charges"].flatMap((list) => ALLOWANCE_FIELDS.map((field) => `${list}/${field}`)),
  ...["exchangeRate/rate", "taxCurrency", "taxTotalInTaxCurrency"],
  ...[...LINE_FIELDS, "vatCategory", "rateCountry", "unitPriceGross", "grossAmount"].map((field) => `items/${field}`),
  ...["surchargeTotal", "items/surchargeRate", ...VAT_GROUP_FIELDS.map((field) => `vatBreakdown/${field}`)],
];

/** The amounts of a document that do not follow from its lines, in words; empty if all do. {@link TOTALLED} must be whole. */
export function faultyTotals(document: InvoiceDocument): string[] {
  try {
    const { currency, prices } = document;
    const items = document.items.map(({ unitPrice, unitPriceGross, ...line }) => {
      return { ...line, unitPrice: prices === "gross" ? unitPriceGross! : unitPrice };
    });
    // Not rounded first: the amounts must follow from the numbers that are stored.
    const options = { currency, prices, ...adjustmentsOf(document) };
    requireComputable(items, options);
    const advances = advanceAllowances(document);
    const full = computeTotals(items, options);
    const totals = advances.length === 0 ? full : totalsLess(full, advances, currency);
    return [...differences(document, totals), ...conversionFault(document)];
  } catch (error) {
    // One document whose amounts cannot be computed must not end the audit of the others.
    if (!isRefusal(error)) return [`its amounts cannot be computed: ${error}`];
    const faults = error.errors.map(
      (fault) => ("pointer" in fault ? `${fault.pointer.slice(1)}: ` : "") + fault.detail,
    );
    return faults.length > 0 ? faults : [error.message]; // never empty, which would mean sound
  }
}

/** The allowances and charges as amounts of their groups, which are checked with their percentages later. */
function adjustmentsOf({ allowances, charges }: InvoiceDocument) {
  const amounts = ({ percent: _, baseAmount: __, ...each }: InvoiceAllowance) => each;
  // Advances are deducted after the totals. They come last, and allowances may be nothing else.
  const own = allowances?.filter(({ advance }) => advance === undefined);
  return { allowances: own?.length === 0 ? undefined : own?.map(amounts), charges: charges?.map(amounts) };
}

/** What the percentage of an allowance or a charge gives; `undefined` if it has none. */
function shareOf({ percent, baseAmount }: InvoiceAllowance, currency: string): Decimal | undefined {
  if (percent === undefined || baseAmount === undefined) return undefined;
  return roundToMinorUnits(new Decimal(baseAmount).times(percent).times("1e-2"), currency);
}

function differences(document: InvoiceDocument, totals: InvoiceTotals): string[] {
  const faults: string[] = [];
  const compare = (what: string, stored: number, due: number) => {
    if (stored !== due) faults.push(`${what} is ${stored}, but its lines give ${due}`);
  };
  totals.items.forEach((line, index) => {
    const stored = document.items[index]!;
    compare(`items/${index}/netAmount`, stored.netAmount, line.netAmount);
    if (document.prices !== "gross") return;
    compare(`items/${index}/unitPrice`, stored.unitPrice, line.unitPrice);
    compare(`items/${index}/grossAmount`, stored.grossAmount!, line.grossAmount!);
  });
  for (const field of ADJUSTMENTS) {
    totals[field]?.forEach(({ amount, netAmount }, index) => {
      const stored = document[field]![index]!;
      compare(`${field}/${index}/amount`, stored.amount, amount);
      compare(`${field}/${index}/netAmount`, stored.netAmount, netAmount);
      const share = shareOf(stored, document.currency);
      if (share?.eq(stored.amount) === false)
        faults.push(`${field}/${index}/amount is ${stored.amount}, but its percentage gives ${share}`);
    });
  }
  for (const field of ["lineTotal", "allowanceTotal", "chargeTotal", "surchargeTotal"] as const) {
    if (document[field] !== totals[field])
      faults.push(`${field} is ${document[field]}, but its lines give ${totals[field]}`);
  }
  compare("subtotal", document.subtotal, totals.subtotal);
  compare("taxTotal", document.taxTotal, totals.taxTotal);
  compare("total", document.total, totals.total);
  const { prepaidAmount = 0, roundingAmount = 0 } = document;
  if (Math.abs(roundingAmount) > 2) faults.push(`roundingAmount is ${roundingAmount}, and not -2 to 2`);
  if (prepaidAmount < 0) faults.push(`prepaidAmount is ${prepaidAmount}, and not 0 or more`);
  faults.push(...payableFaults(document, totals));
  const advances = deductedTotal(advanceAllowances(document), document.currency);
  compare("advanceTotal", document.advanceTotal ?? 0, advances);
  compare("taxRate", document.taxRate, deriveHeaderTaxRate(document.items));
  const statesCountries = document.items.some(({ rateCountry }) => rateCountry !== undefined);
  if (breakdownText(document.vatBreakdown, statesCountries) !== breakdownText(totals.vatBreakdown, statesCountries)) {
    faults.push("vatBreakdown does not follow from its lines");
  }
  return faults;
}

/** What is wrong with the sums between the total and what the client pays. */
function payableFaults(document: InvoiceDocument, { items, subtotal, taxTotal, total }: InvoiceTotals): string[] {
  const { currency, roundingAmount, seller, withholdings, retentions, withheldTotal, disbursementTotal } = document;
  const faults: string[] = [];
  const compare = (what: string, stored: number | undefined, due: number | undefined) => {
    if (stored !== due) faults.push(`${what} is ${stored ?? "absent"}, but its parts give ${due ?? "absent"}`);
  };
  const nets = items.map(({ netAmount }, index) => ({ netAmount, national: document.items[index]!.national }));
  const parts = payableParts(document, { subtotal, total, currency }, nets);
  for (const [index, { amount }] of withholdings?.entries() ?? [])
    compare(`withholdings/${index}/amount`, amount, parts.withholdings![index]!.amount);
  for (const [index, { amount }] of retentions?.entries() ?? [])
    compare(`retentions/${index}/amount`, amount, parts.retentions![index]!.amount);
  compare("withheldTotal", withheldTotal, parts.withheldTotal);
  compare("disbursementTotal", disbursementTotal, parts.disbursementTotal);
  const splitVat = splitVatOf(seller, document, taxTotal);
  compare("payable", document.payable, payableAmount({ ...parts, total, roundingAmount, splitVat }));
  return faults;
}

/** The groups and their amounts, sorted. Countries count only if the lines state theirs. */
function breakdownText(lines: readonly VatBreakdownLine[], statesCountries: boolean): string {
  const fields = VAT_GROUP_FIELDS.filter((field) => statesCountries || field !== "rateCountry");
  const groups = lines.map((group) => fields.map((field) => group[field]).join());
  return groups.sort().join(";");
}

function conversionFault({ taxTotal, exchangeRate, taxCurrency, taxTotalInTaxCurrency }: InvoiceDocument): string[] {
  if (exchangeRate === undefined || taxCurrency === undefined || taxTotalInTaxCurrency === undefined) return [];
  // Only its form is checked, because the seller's currency may no longer exist.
  if (!/^[A-Z]{3}$/.test(taxCurrency)) return ["taxCurrency: must be an ISO 4217 currency code"];
  const due = convertTax(taxTotal, exchangeRate, taxCurrency);
  if (taxTotalInTaxCurrency === due) return [];
  return [`taxTotalInTaxCurrency is ${taxTotalInTaxCurrency}, but the exchange rate gives ${due}`];
}
