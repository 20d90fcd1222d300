import { INVOICE_MENTIONS } from "../../../languages/generated/invoice-mentions.ts";
import { Decimal, roundedUnits } from "../../money/decimal.ts";
import {
  dividedUnits,
  fromMinorUnits,
  type MinorUnits,
  minorUnitDigits,
  minusUnits,
  plusUnits,
  sumOfWhole,
  toMinorUnits,
} from "../../money/minor-units.ts";
import type { Taxes } from "../../money/taxes.ts";
import type { InvoiceTotals } from "../../money/totals.ts";
import { type FieldError, Refusal } from "../../refusal.ts";
import { mainLanguageOf } from "../../vat/main-language.ts";
import { noteLanguageOf } from "../../vat/note.ts";
import { isAdvanceDueWhenPaid } from "../advances.ts";
import { type CreditableGroup, creditableGroups, taxesOf } from "../credit/credit-groups.ts";
import { isAdvanceType } from "../document-types.ts";
import { type InvoiceDraft, settlementOf } from "../draft.ts";
import type { CreditNoteDocument } from "../generated/credit-note.ts";
import type { InvoiceAllowance, InvoiceDocument } from "../generated/invoice.ts";
import type { PrecedingInvoice } from "../generated/order.ts";
import { type InvoiceState, refundable } from "../invoice-state.ts";
import { isSameNumber } from "../number.ts";
import { portalNumbersOf } from "../portal-entries.ts";
import type { StoredPortalEntry } from "../stored-document.ts";
import { convertTax } from "../tax-currency.ts";
import { isOfGroup } from "../vat-groups.ts";

/** An invoice that an order names as an advance. */
export interface AdvanceInvoice {
  readonly document: InvoiceDocument;
  readonly state: InvoiceState;
  readonly creditNotes: readonly CreditNoteDocument[];
  readonly portalEntries: readonly StoredPortalEntry[];
}

/** What is deducted of one group of an advance, as an allowance of the final invoice. */
type AdvanceAllowance = InvoiceAllowance & { readonly advance: string; readonly taxAmount: number };

/** A part of an invoice in one group of its breakdown. */
interface GroupAmount extends Taxes {
  readonly group: CreditableGroup;
  readonly net: MinorUnits;
}

/**
 * The draft of a final invoice, less what was paid on its advances or, where an invoice makes its VAT due, what they
 * charged: an allowance for each advance and rate, never more than its group holds. To deduct again, from what the advances
 * are by then, replaces the first deduction.
 *
 * @param advances as `order.advances` names them; `undefined` where the company has no such invoice
 * @throws Refusal `request_invalid` if one cannot be deducted, or has a rate that the final invoice lacks
 */
export function deductAdvances(draft: InvoiceDraft, advances: readonly (AdvanceInvoice | undefined)[]): InvoiceDraft {
  const { order, totals: full } = draft.undeducted ?? draft;
  const { currency, profile, convertedTax } = draft;
  const found = requireDeductible(draft, advances);
  const groups = creditableGroups({ vatBreakdown: full.vatBreakdown, currency }, []);
  const word = INVOICE_MENTIONS[noteLanguageOf(profile.language ?? mainLanguageOf(profile.country))]?.advance;
  const isGross = order.prices === "gross";
  const charged = found.flatMap((advance, index) =>
    amountsOf(advance).flatMap((amount) => {
      const group = groups.find((each) => keyOf(each) === keyOf(amount.group));
      if (group === undefined) throw lacksRate(index, advance, amount.group);
      return allowancesOf(advance.document, amount, group, { isGross, word });
    }),
  );
  const allowances = nearRate(charged, groups, { isGross, currency });
  const totals = allowances.length === 0 ? full : totalsLess(full, allowances, currency);
  if (totals.total < 0) throw exceedsTotal(full.total, totals.total, currency);
  const { parts, payable } = settlementOf(profile, order, totals, currency);
  return {
    ...draft,
    undeducted: { order, totals: full },
    order: {
      ...order,
      advances: found.map(({ document }) => document.invoiceNumber), // as they are spelled in the books
      precedingInvoices: precedingInvoices(order.precedingInvoices, found),
    },
    totals,
    payableParts: parts,
    payable,
    convertedTax: convertedTax && {
      ...convertedTax,
      amount: convertTax(totals.taxTotal, order.exchangeRate!, convertedTax.taxCurrency),
    },
  };
}

/** The totals of an invoice less its advances. The VAT of each group is what theirs leaves of it, to the cent. */
export function totalsLess<Totals extends InvoiceTotals>(
  full: Totals,
  advances: readonly AdvanceAllowance[],
  currency: string,
): Totals {
  const digits = minorUnitDigits(currency);
  const less = (amount: number, parts: readonly number[]) => {
    const units = sumOfWhole(parts.map((part) => toMinorUnits(part, digits)));
    return fromMinorUnits(minusUnits(toMinorUnits(amount, digits), units), digits);
  };
  const netsOf = (each: readonly AdvanceAllowance[]) => each.map(({ netAmount }) => netAmount);
  const vatsOf = (each: readonly AdvanceAllowance[]) => each.map(({ taxAmount }) => taxAmount);
  const surchargesOf = (each: readonly AdvanceAllowance[]) => each.map(({ surchargeAmount = 0 }) => surchargeAmount);
  const vatBreakdown = full.vatBreakdown.map((group) => {
    const own = advances.filter((each) => isOfGroup(each, group));
    const { taxableAmount, taxAmount, surchargeAmount } = group;
    const amounts = { taxableAmount: less(taxableAmount, netsOf(own)), taxAmount: less(taxAmount, vatsOf(own)) };
    if (surchargeAmount === undefined) return { ...group, ...amounts };
    return { ...group, ...amounts, surchargeAmount: less(surchargeAmount, surchargesOf(own)) };
  });
  const { allowances = [], allowanceTotal = 0, items, surchargeTotal } = full;
  const [nets, surcharges] = [netsOf(advances), surchargesOf(advances)];
  const taxes = [...vatsOf(advances), ...surcharges];
  return {
    ...full,
    allowances: [...allowances, ...advances],
    lineTotal:
      full.lineTotal ??
      -less(
        0,
        items.map(({ netAmount }) => netAmount),
      ) + 0,
    allowanceTotal: -less(-allowanceTotal, nets) + 0,
    subtotal: less(full.subtotal, nets),
    taxTotal: less(full.taxTotal, taxes),
    ...(surchargeTotal !== undefined && { surchargeTotal: less(surchargeTotal, surcharges) }),
    total: less(full.total, [...nets, ...taxes]),
    vatBreakdown,
  };
}

/** The allowances of a document that deduct advances, or one of them. */
export function advanceAllowances(
  { allowances = [] }: { readonly allowances?: readonly InvoiceAllowance[] | undefined },
  advance?: string,
): AdvanceAllowance[] {
  return allowances.filter((each): each is AdvanceAllowance => {
    return each.advance !== undefined && (advance === undefined || each.advance === advance);
  });
}

/** What allowances deduct, with VAT, in units of the currency. */
export function deductedTotal(allowances: readonly AdvanceAllowance[], currency: string): number {
  const digits = minorUnitDigits(currency);
  const amounts = allowances.flatMap(({ netAmount, taxAmount, surchargeAmount = 0 }) => [
    netAmount,
    taxAmount,
    surchargeAmount,
  ]);
  return fromMinorUnits(sumOfWhole(amounts.map((amount) => toMinorUnits(amount, digits))), digits);
}

/** The part of an advance that is no longer due once it is deducted: 0 if its VAT was due with the invoice. */
export function settledAmountOf({ document, state }: Pick<AdvanceInvoice, "document" | "state">): number {
  return isAdvanceDueWhenPaid(document) ? Math.max(0, state.amountDue) : 0;
}

/** What is to be deducted of each group of an advance, of what credit notes have left of it. */
function amountsOf({ document, state, creditNotes }: AdvanceInvoice): GroupAmount[] {
  const groups = creditableGroups(document, creditNotes)
    .map((group) => leftOf(group))
    .filter(({ net }) => net > 0);
  const received = refundable(document, state);
  const left = received.plus(state.amountDue).plus(state.settledAmount);
  if (!isAdvanceDueWhenPaid(document) || received.gte(left)) return groups;
  if (received.lte(0)) return [];
  const gross = groups.map(({ net, tax }) => plusUnits(net, tax));
  const paid = roundedUnits(received.times(sumOfWhole(gross)).div(left));
  const shares = dividedUnits(paid, gross);
  return groups.flatMap(({ group }, index) => {
    const share = shares[index]!;
    const taxes = taxesOf(share, group.breakdownLine, true);
    return share > 0 ? [{ group, net: minusUnits(share, taxes.tax), ...taxes }] : [];
  });
}

function leftOf(group: CreditableGroup): GroupAmount {
  const { taxable, tax, surcharge, creditedTaxable, creditedTax, creditedSurcharge } = group;
  return {
    group,
    net: minusUnits(taxable, creditedTaxable),
    tax: minusUnits(tax, creditedTax),
    surcharge: minusUnits(surcharge, creditedSurcharge),
  };
}

/** The allowance for a part of an advance, which it takes from what is left of its group; none if nothing is left. */
function allowancesOf(
  { invoiceNumber, issueDate, currency }: InvoiceDocument,
  amount: GroupAmount,
  group: CreditableGroup,
  { isGross, word = "Prepayment invoice" }: { readonly isGross: boolean; readonly word: string | undefined },
): AdvanceAllowance[] {
  const left = leftOf(group);
  const isAll = amount.net >= left.net || amount.tax > left.tax || amount.surcharge > left.surcharge;
  const { net, tax, surcharge } = isAll ? left : amount;
  if (net <= 0) return [];
  group.creditedTaxable = plusUnits(group.creditedTaxable, net);
  group.creditedTax = plusUnits(group.creditedTax, tax);
  group.creditedSurcharge = plusUnits(group.creditedSurcharge, surcharge);
  const unitsOf = (units: MinorUnits) => fromMinorUnits(units, minorUnitDigits(currency));
  const amounts = { netAmount: unitsOf(net), taxAmount: unitsOf(minusUnits(tax, surcharge)) };
  const { category: vatCategory, taxRate, rateCountry, surchargeRate } = group.breakdownLine;
  const isSurcharged = surchargeRate !== undefined;
  return [
    {
      amount: isGross ? unitsOf(plusUnits(net, tax)) : amounts.netAmount,
      ...amounts,
      advance: invoiceNumber,
      reason: `${word} ${invoiceNumber}, ${issueDate}`,
      ...{ taxRate, vatCategory, rateCountry },
      ...(isSurcharged && { surchargeRate, surchargeAmount: unitsOf(surcharge) }),
    },
  ];
}

/**
 * The allowances, with a minor unit of VAT more or less on some of them if what is left of a group would otherwise have VAT
 * further than one minor unit from rate × taxable amount. Each advance rounded its VAT for itself, so several can add up to that,
 * which FatturaPA refuses (00421) and EN 16931 has little slack for (BR-CO-17). Gross amounts stay as they are.
 */
function nearRate(
  allowances: readonly AdvanceAllowance[],
  groups: readonly CreditableGroup[],
  { isGross, currency }: { readonly isGross: boolean; readonly currency: string },
): readonly AdvanceAllowance[] {
  const digits = minorUnitDigits(currency);
  const moved = (amount: number, by: number) =>
    fromMinorUnits(plusUnits(toMinorUnits(amount, digits), by as MinorUnits), digits);
  return groups.reduce((all, group) => {
    const { net, tax, surcharge } = leftOf(group);
    const off = new Decimal(minusUnits(tax, surcharge)).minus(
      new Decimal(net).times(group.breakdownLine.taxRate).div(100),
    );
    if (off.abs().lte(1)) return all;
    const units = off.abs().minus(1).round(0, Decimal.roundUp).toNumber();
    const own = all.filter((each) => isOfGroup(each, group.breakdownLine)).sort((a, b) => b.taxAmount - a.taxAmount);
    const changed = own.slice(0, units);
    const by = Math.sign(off.toNumber());
    return all.map((each) =>
      changed.includes(each)
        ? { ...each, taxAmount: moved(each.taxAmount, by), netAmount: moved(each.netAmount, isGross ? -by : 0) }
        : each,
    );
  }, allowances);
}

function keyOf({ breakdownLine: { category, taxRate, rateCountry, surchargeRate } }: CreditableGroup): string {
  return `${category} ${taxRate} ${rateCountry} ${surchargeRate}`;
}

/** The invoices that the order names, followed by its advances. */
function precedingInvoices(
  given: readonly PrecedingInvoice[] = [],
  advances: readonly AdvanceInvoice[],
): PrecedingInvoice[] {
  const own = advances.map(({ document: { invoiceNumber: number, issueDate }, portalEntries }) => {
    const recorded = portalNumbersOf(portalEntries, null);
    const stated = given.find((each) => isSameNumber(each.number, number))?.portalNumbers;
    const portalNumbers = recorded.length > 0 ? recorded : stated;
    return { number, issueDate, ...(portalNumbers !== undefined && { portalNumbers }) };
  });
  return [...given.filter(({ number }) => own.every((each) => !isSameNumber(each.number, number))), ...own];
}

/** @throws Refusal `request_invalid` */
function requireDeductible(
  draft: InvoiceDraft,
  advances: readonly (AdvanceInvoice | undefined)[],
): readonly AdvanceInvoice[] {
  const errors = advances.flatMap((advance, index): FieldError[] => {
    const isRepeated = advances.slice(0, index).some((other) => other?.document.id === advance?.document.id);
    const detail = advance !== undefined && isRepeated ? "is named twice; leave it out" : faultOf(advance, draft);
    return detail === undefined ? [] : [{ pointer: `/advances/${index}`, detail }];
  });
  if (isAdvanceType(draft.order.documentType))
    errors.push({ pointer: "/documentType", detail: "must not be that of an advance: it cannot deduct another one" });
  if (errors.length > 0) throw undeductible(errors);
  return advances as readonly AdvanceInvoice[];
}

function faultOf(
  advance: AdvanceInvoice | undefined,
  { order, currency, clientVatNumber, vat }: InvoiceDraft,
): string | undefined {
  if (advance === undefined) return "must be the number of an invoice that you have issued before";
  const { document, state } = advance;
  if (!isAdvanceType(document.documentType)) return "must be the number of an invoice for a payment in advance (386)";
  if (state.settledBy !== null) return `is already deducted by ${state.settledBy}; leave it out`;
  if (state.status === "CANCELLED") return "is cancelled; leave it out";
  if (document.currency !== currency) return `must be in ${currency}, the currency of this invoice`;
  if (document.registrationCountry !== vat.registration?.country)
    return `is under the VAT number ${document.seller.vatNumber}, and this invoice under another; credit it`;
  const differs = (own: string | undefined, other: string | undefined) =>
    own !== undefined && other !== undefined && own !== other;
  if (differs(document.clientVatNumber, clientVatNumber) || differs(document.clientNumber, order.clientNumber))
    return `is of another client, ${document.clientName}; name an advance of this client`;
  if (document.disbursements !== undefined && settledAmountOf({ document, state }) > 0)
    return `has disbursements and ${state.amountDue} ${currency} due; record its payment, or credit it and charge them again`;
  return undefined;
}

function lacksRate(index: number, { document }: AdvanceInvoice, { breakdownLine }: CreditableGroup): Refusal {
  const { category, taxRate, surchargeRate } = breakdownLine;
  const surcharge = surchargeRate === undefined ? "" : ` with an equivalence surcharge of ${surchargeRate} %`;
  const detail =
    `charges ${taxRate} % (category ${category})${surcharge}, which no line of this invoice does. ` +
    `Credit ${document.invoiceNumber}, or add the line that it was for`;
  return undeductible([{ pointer: `/advances/${index}`, detail }]);
}

function exceedsTotal(full: number, left: number, currency: string): Refusal {
  const detail =
    `come to more than this invoice, ${full} ${currency}, because other lines are below 0: ${left} would be left. ` +
    "Credit an advance before, or leave the returned lines to a credit note";
  return undeductible([{ pointer: "/advances", detail }]);
}

function undeductible(errors: readonly FieldError[]): Refusal {
  return new Refusal("request_invalid", "An advance cannot be deducted.", errors);
}
