import { amountAsNumber, Decimal, exactSum, roundToMinorUnits } from "../../money/decimal.ts";
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
import { ADJUSTMENTS } from "../../money/totals-input.ts";
import { type FieldError, Refusal } from "../../refusal.ts";
import { isAdvanceType, settlementWords } from "../document-types.ts";
import type { CreditLine, CreditNoteDocument, CreditOrder } from "../generated/credit-note.ts";
import { KEPT_FIELDS, KEPT_SELLER_FIELDS, RENEWED_FIELDS } from "../generated/credited-fields.ts";
import type { InvoiceDocument } from "../generated/invoice.ts";
import { type InvoiceState, withCredit } from "../invoice-state.ts";
import { faultsIn, faultsOf } from "../stored-document.ts";
import { describeFaults, type StoredFault } from "../stored-shape.ts";
import { convertTax } from "../tax-currency.ts";
import { isOfGroup } from "../vat-groups.ts";
import { discountedGroups, isDiscount, totalOfDiscount } from "./cash-discount.ts";
import {
  type CreditableAllowance,
  type CreditedAllowances,
  creditAllowances,
  creditableAllowances,
  creditedAllowance,
  openAllowances,
  requireAllowances,
} from "./credit-allowances.ts";
import {
  type CreditableGroup,
  type CreditedGroup,
  creditableGroups,
  creditGroups,
  type GroupCredit,
  isOpenAfter,
} from "./credit-groups.ts";
import { creditedItem, withHeadings } from "./credit-items.ts";
import { amountInWords, creditExceeds, partsExceed } from "./credit-limits.ts";
import {
  type Creditable,
  type CreditedItem,
  creditableLines,
  creditLines,
  type LineCredit,
  openLines,
  type PartCredit,
} from "./credit-lines.ts";
import { payableSums } from "./credit-payable.ts";

/** The amounts of a credit note. */
export type CreditAmounts = Pick<
  CreditNoteDocument,
  | ("items" | "allowances" | "charges" | "vatBreakdown" | "lineTotal" | "allowanceTotal" | "chargeTotal" | "subtotal")
  | ("taxTotal" | "total" | "roundingAmount" | "withholdings" | "withheldTotal" | "disbursements" | "disbursementTotal")
  | ("payable" | "taxTotalInTaxCurrency" | "surchargeTotal")
>;

/** What of an invoice to credit. With none of them all that is left. */
export type CreditedParts = Pick<CreditOrder, "lines" | "allowances" | "charges">;

/** An invoice, its state, and what was credited of it before. */
export interface CreditedInvoice {
  readonly document: InvoiceDocument;
  readonly state: InvoiceState;
  /** Its credit notes, in any order. */
  readonly creditNotes: readonly CreditedAmounts[];
}

/** The parts of an earlier credit note that limit the next one. */
export type CreditedAmounts = Pick<CreditNoteDocument, "total" | "taxTotalInTaxCurrency" | "cashDiscount"> &
  CreditedAllowances & {
    readonly items: readonly CreditedItem[];
    readonly vatBreakdown: readonly CreditedGroup[];
  };

/** The fields of an earlier credit note, and of the invoice, that limit the next one. */
const LIMITING_FIELDS = ["items", "allowances", "charges", "vatBreakdown", "total", "taxTotalInTaxCurrency"];

/** The fields of an invoice that its credit notes repeat, or from which they are computed. */
const FIELDS_OF_INVOICE: readonly string[] = [
  ...["id", "invoiceNumber", "issueDate", "documentType", "taxTotal", ...LIMITING_FIELDS],
  ...["roundingAmount", "withholdings", "disbursements"],
  ...[...KEPT_FIELDS, ...RENEWED_FIELDS, ...KEPT_SELLER_FIELDS.map((field) => `seller/${field}`)],
];

/**
 * Checks that the stored documents have the fields that a credit is computed from, and a version in which these fields
 * have the known meaning. Another program may have written the invoice, or changed it, or a later release has.
 *
 * @throws Refusal `document_unreadable` that names the unknown version or the faulty fields
 */
export function requireCreditable(document: InvoiceDocument, creditNotes: readonly CreditNoteDocument[]): void {
  const faults = faultsOf(document);
  requireKnownVersion("its stored document", document, faults);
  const inFields = faultsIn(faults, FIELDS_OF_INVOICE);
  requireWhole("its stored document", inFields.length > 0 ? inFields : quantityFaults(document));
  for (const creditNote of creditNotes) {
    const name = "the stored document of a credit note of it";
    const faultsOfNote = faultsOf(creditNote);
    requireKnownVersion(name, creditNote, faultsOfNote);
    requireWhole(name, faultsIn(faultsOfNote, LIMITING_FIELDS));
  }
}

function requireKnownVersion(
  name: string,
  { documentVersion }: InvoiceDocument | CreditNoteDocument,
  faults: readonly StoredFault[],
): void {
  if (faultsIn(faults, ["documentVersion"]).length === 0) return;
  const version = documentVersion === undefined ? "none" : JSON.stringify(documentVersion);
  const message =
    "This invoice cannot be credited, because this release of faktura does not know the documentVersion of " +
    `${name}: ${version}. Credit it with a later release.`;
  throw new Refusal("document_unreadable", message);
}

function requireWhole(name: string, faults: readonly StoredFault[]): void {
  if (faults.length === 0) return;
  const message = `This invoice cannot be credited, because ${name} is damaged: ${describeFaults(faults)}. Audit the books.`;
  throw new Refusal("document_unreadable", message);
}

/** Lines whose quantities say nothing about what a part of them is worth. */
function quantityFaults({ items }: InvoiceDocument): StoredFault[] {
  return items.flatMap(({ quantity, netAmount, grossAmount = 0 }, index) => {
    if (quantity !== 0 || (netAmount === 0 && grossAmount === 0)) return [];
    return [{ pointer: `/items/${index}/quantity`, detail: "must not be 0, because the line has an amount" }];
  });
}

/**
 * The amounts of the next credit note of an invoice, and the invoice's state after it. VAT is never decided again: each
 * group of the invoice's breakdown is credited by difference, so that parts add up to the invoice exactly.
 *
 * @throws Refusal `request_invalid` if the invoice has no such line, `amount_out_of_range` if an amount has more decimals
 *   than the currency, `invoice_cancelled`, `credit_exceeds_invoice`
 * @see Directive 2006/112/EC, articles 90 and 219; EN 16931: BR-S-09
 */
export function applyCredit(
  invoice: CreditedInvoice,
  { lines, allowances, charges }: CreditedParts,
): { readonly amounts: CreditAmounts; readonly state: InvoiceState } {
  const { document, state, creditNotes } = invoice;
  const left = creditableLines(document, creditNotes);
  const leftAllowances = creditableAllowances(document, creditNotes);
  const groups = creditableGroups(document, creditNotes);
  const isRest = (lines ?? allowances ?? charges) === undefined;
  const wanted = lines ?? (isRest ? openLines(left) : []);
  const wantedAllowances = isRest ? openAllowances(leftAllowances) : { allowances, charges };
  requireLines(document, wanted);
  requireAllowances(document, wantedAllowances);
  if (state.status === "CANCELLED") {
    const message = "A cancelled invoice cannot be credited. To refund what was paid, record a negative payment.";
    throw new Refusal("invoice_cancelled", message);
  }
  requireNotReplaced(document, state);
  // What is left may be lines worth 0, or lines of one group that cancel each other out.
  const isNothingOpen = Object.values({ wanted, ...wantedAllowances }).every((parts) => parts?.length === 0);
  if (isRest && (isNothingOpen || state.creditedTotal >= document.total)) {
    const credited = `${state.creditedTotal} of ${document.total} ${document.currency}`;
    throw creditExceeds([], `Nothing is left to credit on this invoice: its credit notes total ${credited}.`);
  }
  const credits = creditLines(document, left, wanted);
  const amounts = amountsOf(invoice, groups, credits, creditAllowances(document, leftAllowances, wantedAllowances));
  const after = withCredit(state, amounts);
  requireUndiscounted(document, after);
  return { amounts, state: after };
}

/** The same for a cash discount of `total`, with VAT. The lines and charges of a group share what it takes off the group. */
export function applyDiscount(
  invoice: CreditedInvoice,
  total: number,
): { readonly amounts: CreditAmounts; readonly state: InvoiceState } {
  const { document, state, creditNotes } = invoice;
  const groups = creditableGroups(document, creditNotes);
  const lines = creditableLines(document, creditNotes);
  const charges = creditableAllowances(document, creditNotes).filter(({ field }) => field === "charges");
  const discounted = discountedGroups(document, groups, total);
  const shares = new Map<Creditable, MinorUnits>();
  for (const { group, taxable, tax } of discounted) {
    const open = [...lines, ...charges].filter(
      (part) => isOfGroup(part.item, group.breakdownLine) && part.amount > part.credited,
    );
    const left = open.map(({ amount, credited }) => minusUnits(amount, credited));
    const divided = dividedUnits(document.prices === "gross" ? plusUnits(taxable, tax) : taxable, left);
    for (const [index, part] of open.entries()) if (divided[index] !== 0) shares.set(part, divided[index]!);
  }
  const creditsOf = <Part extends Creditable>(parts: readonly Part[]) =>
    parts.flatMap((line) => (shares.has(line) ? [{ line, amount: shares.get(line)! }] : []));
  const ofLines = creditsOf(lines).map((credit): LineCredit => {
    return { ...credit, lineNumber: lines.indexOf(credit.line) + 1, quantity: undefined };
  });
  const taxes = new Map(discounted.map(({ group, tax, surcharge }) => [group, { tax, surcharge }]));
  const amounts = amountsOf(invoice, groups, ofLines, creditsOf(charges), taxes);
  return { amounts, state: withCredit(state, amounts) };
}

/** @throws Refusal `credit_exceeds_invoice` if a credit leaves less of the invoice than was taken as cash discount */
function requireUndiscounted(document: InvoiceDocument, { creditedTotal, discountTaken }: InvoiceState): void {
  if (discountTaken === 0) return;
  const digits = minorUnitDigits(document.currency);
  const total = toMinorUnits(document.total, digits);
  const payableAfter = (credited: MinorUnits) =>
    payableSums(document, credited, minusUnits(total, credited), "all").payable;
  let most = minusUnits(total, toMinorUnits(totalOfDiscount(document, { creditedTotal: 0 }, discountTaken), digits));
  // Shares are rounded, so that those of the last cents can be a cent less than those of the first ones.
  while (most > 0 && payableAfter(most) < discountTaken) most = minusUnits(most, 1 as MinorUnits);
  if (toMinorUnits(creditedTotal, digits) <= most) return;
  const step = "Credit less, or take the discount back first: record the refund with cashDiscount: true.";
  const message = `A cash discount was taken, so that credits can come to ${amountInWords(most, document.currency)}. ${step}`;
  throw creditExceeds([], message);
}

/** @throws Refusal `request_invalid`, `amount_out_of_range` */
function requireLines({ items, currency, prices }: InvoiceDocument, wanted: readonly CreditLine[]): void {
  const faults = (isFaulty: (line: CreditLine) => boolean, field: string, detail: string): FieldError[] =>
    wanted.flatMap((line, index) => (isFaulty(line) ? [{ pointer: `/lines/${index}/${field}`, detail }] : []));
  const detail =
    items.length === 1
      ? "must be 1: the invoice has only one line"
      : `must be a line of the invoice, from 1 to ${items.length}`;
  const unknown = faults(({ line }) => line > items.length, "line", detail);
  if (unknown.length > 0) throw new Refusal("request_invalid", `The line ${detail}.`, unknown);
  const [amount, other] = prices === "gross" ? AMOUNTS.toReversed() : AMOUNTS;
  const otherPrices = `is not an amount of this invoice; give ${amount}`;
  const wrong = faults((line) => line[other!] !== undefined, other!, otherPrices);
  if (wrong.length > 0) throw new Refusal("request_invalid", `${other} ${otherPrices}.`, wrong);
  const fine = `has more decimals than ${currency} allows`;
  const isTooFine = (value: number | undefined) =>
    value !== undefined && !roundToMinorUnits(new Decimal(value), currency).eq(value);
  const tooFine = faults((line) => isTooFine(line[amount!]), amount!, fine);
  if (tooFine.length > 0) throw new Refusal("amount_out_of_range", `The amount ${fine}.`, tooFine);
}

const AMOUNTS = ["netAmount", "grossAmount"] as const;

/** @throws Refusal `credit_exceeds_invoice` if the credit is more than is left of a group, or of the invoice */
function amountsOf(
  { document, state, creditNotes }: CreditedInvoice,
  groups: readonly CreditableGroup[],
  credits: readonly LineCredit[],
  allowances: readonly PartCredit<CreditableAllowance>[],
  discount?: ReadonlyMap<CreditableGroup, Taxes>,
): CreditAmounts {
  const digits = minorUnitDigits(document.currency);
  const credited = creditGroups(document, groups, [...credits, ...allowances], discount);
  const subtotal = sumOfWhole(credited.map(({ taxable }) => taxable));
  const taxTotal = sumOfWhole(credited.map(({ tax }) => tax));
  const total = plusUnits(subtotal, taxTotal);
  const before = toMinorUnits(state.creditedTotal, digits);
  // What credit notes over several invoices took off is in no line.
  const byLines = sumOfWhole(creditNotes.map((note) => toMinorUnits(note.total, digits)));
  const left = minusUnits(toMinorUnits(document.total, digits), before);
  requireTotal(total, left, document.currency);
  if (total === left && before === byLines && groups.some((group) => isOpenAfter(group, credited))) {
    const why = "The lines that would be left have a total of 0, so they could never be credited.";
    const detail = "leave lines that could never be credited";
    throw partsExceed("lines", detail, `${why} Leave out lines to credit all that is left, or credit less.`);
  }
  const isSurcharged = ({ group }: GroupCredit) => group.breakdownLine.surchargeRate !== undefined;
  const vatBreakdown = credited.map((each) => ({
    ...each.group.breakdownLine,
    taxableAmount: fromMinorUnits(each.taxable, digits),
    taxAmount: fromMinorUnits(minusUnits(each.tax, each.surcharge), digits),
    ...(isSurcharged(each) && { surchargeAmount: fromMinorUnits(each.surcharge, digits) }),
  }));
  const surcharges = credited.filter(isSurcharged).map(({ surcharge }) => surcharge);
  const nets = new Map(credited.flatMap((each) => [...each.nets]));
  const taxBefore = sumOfWhole(groups.map(({ creditedTax }) => creditedTax));
  const items = withHeadings(
    document,
    credits.map((credit) => creditedItem(document, credit, nets.get(credit)!)),
  );
  return {
    items,
    ...(allowances.length > 0 ? creditedAllowances(document, items, allowances, nets) : {}),
    vatBreakdown,
    subtotal: fromMinorUnits(subtotal, digits),
    taxTotal: fromMinorUnits(taxTotal, digits),
    ...(surcharges.length > 0 && { surchargeTotal: fromMinorUnits(sumOfWhole(surcharges), digits) }),
    total: fromMinorUnits(total, digits),
    ...payableSums(document, before, total, discount === undefined ? discountsOf(creditNotes, digits) : "all"),
    taxTotalInTaxCurrency: convertedTax(document, creditNotes, plusUnits(taxBefore, taxTotal)),
  };
}

/** What of earlier credits were cash discounts. */
function discountsOf(creditNotes: readonly CreditedAmounts[], digits: number): MinorUnits {
  return sumOfWhole(creditNotes.filter(isDiscount).map(({ total }) => toMinorUnits(total, digits)));
}

/** The allowances and charges of a credit note, and the sums that it has only with them. */
function creditedAllowances(
  document: InvoiceDocument,
  items: CreditAmounts["items"],
  credits: readonly PartCredit<CreditableAllowance>[],
  nets: ReadonlyMap<PartCredit, MinorUnits>,
): Partial<CreditAmounts> {
  const totalOf = (parts: readonly { readonly netAmount: number }[]) =>
    amountAsNumber(exactSum(parts.map(({ netAmount }) => netAmount)));
  const [allowances, charges] = ADJUSTMENTS.map((field) => {
    const own = credits.filter(({ line }) => line.field === field);
    return own.map((credit) => creditedAllowance(document, credit, nets.get(credit)!));
  });
  return {
    lineTotal: totalOf(items),
    ...(allowances!.length > 0 && { allowances, allowanceTotal: totalOf(allowances!) }),
    ...(charges!.length > 0 && { charges, chargeTotal: totalOf(charges!) }),
  };
}

/** @throws Refusal `credit_exceeds_invoice` */
function requireTotal(total: MinorUnits, left: MinorUnits, currency: string): void {
  if (total <= 0) {
    const step = "Credit more of its lines, or less of those with negative amounts.";
    throw partsExceed("lines", "must come to a total above 0", `The credit note's total must be above 0. ${step}`);
  }
  if (total <= left) return;
  const most = `at most ${amountInWords(left, currency)}`;
  const message = `The credit note's total must be ${most}, which is left of the invoice. Credit less.`;
  throw partsExceed("lines", `must come to a total of ${most}`, message);
}

/**
 * What a credit note over several invoices takes off one of them, and the invoice's state after it. `pointer` is where the
 * order says the amount.
 *
 * @throws Refusal `amount_out_of_range` if the amount has more decimals than the currency, `invoice_cancelled`,
 *   `credit_exceeds_invoice`
 */
export function applyAmount(
  { document, state, creditNotes }: CreditedInvoice,
  amount: number,
  pointer: string,
): { readonly total: number; readonly payable: number; readonly state: InvoiceState } {
  const { currency, invoiceNumber } = document;
  const digits = minorUnitDigits(currency);
  if (!roundToMinorUnits(new Decimal(amount), currency).eq(amount)) {
    const detail = `has more decimals than ${currency} allows`;
    throw new Refusal("amount_out_of_range", `The amount ${detail}.`, [{ pointer, detail }]);
  }
  if (state.status === "CANCELLED") {
    throw new Refusal(
      "invoice_cancelled",
      `The invoice ${invoiceNumber} is cancelled, so nothing can be taken off it.`,
    );
  }
  requireNotReplaced(document, state, pointer);
  const before = toMinorUnits(state.creditedTotal, digits);
  const left = minusUnits(toMinorUnits(document.total, digits), before);
  const total = toMinorUnits(amount, digits);
  if (total > left) {
    const most = `must be at most ${amountInWords(left, currency)}, which is left of the invoice ${invoiceNumber}`;
    throw creditExceeds([{ pointer, detail: most }], `The amount ${most}.`);
  }
  if (total === left && document.advances !== undefined) {
    const detail = `must be less than ${amountInWords(left, currency)}, because the invoice ${invoiceNumber} deducts advances`;
    throw creditExceeds([{ pointer, detail }], `The amount ${detail}. To credit all that is left, call credit().`);
  }
  const { payable } = payableSums(document, before, total, discountsOf(creditNotes, digits));
  const after = withCredit(state, { total: amount, payable });
  requireUndiscounted(document, after);
  return { total: amount, payable, state: after };
}

/** @throws Refusal `credit_exceeds_invoice` if a corrected invoice has replaced it, so that nothing of it is left */
function requireNotReplaced(document: InvoiceDocument, { settledBy }: InvoiceState, pointer?: string): void {
  if (settledBy === null || isAdvanceType(document.documentType)) return;
  const message = `${settlementWords(document, settledBy)}; credit ${settledBy} instead.`;
  throw creditExceeds(pointer === undefined ? [] : [{ pointer, detail: message }], message);
}

/** By difference as well, so that parts add up to the invoice's amount in the tax currency. */
function convertedTax(
  document: InvoiceDocument,
  creditNotes: readonly CreditedAmounts[],
  after: MinorUnits,
): number | undefined {
  const { currency, exchangeRate, taxCurrency, taxTotalInTaxCurrency: whole, taxTotal } = document;
  if (exchangeRate === undefined || taxCurrency === undefined || whole === undefined) return undefined;
  const digits = minorUnitDigits(currency);
  const isAll = after === toMinorUnits(taxTotal, digits);
  const converted = isAll ? whole : convertTax(fromMinorUnits(after, digits), exchangeRate, taxCurrency);
  const before = exactSum(creditNotes.map((note) => note.taxTotalInTaxCurrency ?? 0));
  return amountAsNumber(new Decimal(converted).minus(before));
}
