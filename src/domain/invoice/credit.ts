import { minorUnitDigits } from "../money/currency.ts";
import {
  amountAsNumber,
  Decimal,
  exactSum,
  fromMinorUnits,
  type MinorUnits,
  roundToMinorUnits,
  sumOfWhole,
} from "../money/decimal.ts";
import { minusUnits, plusUnits, toMinorUnits } from "../money/minor-units.ts";
import { type FieldError, Refusal } from "../refusal.ts";
import {
  type CreditableGroup,
  type CreditedGroup,
  creditableGroups,
  creditGroups,
  isOpenAfter,
} from "./credit-groups.ts";
import { creditedItem } from "./credit-items.ts";
import { amountInWords, creditExceeds, linesExceed } from "./credit-limits.ts";
import { type CreditedItem, creditableLines, creditLines, type LineCredit, openLines } from "./credit-lines.ts";
import type { CreditLine, CreditNoteDocument } from "./generated/credit-note.ts";
import { KEPT_FIELDS, KEPT_SELLER_FIELDS, RENEWED_FIELDS } from "./generated/credited-fields.ts";
import type { InvoiceDocument } from "./generated/invoice.ts";
import { type InvoiceState, settledStatus } from "./invoice-state.ts";
import { faultsIn, faultsOf } from "./stored-document.ts";
import { describeFaults, type StoredFault } from "./stored-shape.ts";
import { convertTax } from "./tax-currency.ts";

/** The amounts of a credit note. */
export type CreditAmounts = Pick<
  CreditNoteDocument,
  "items" | "vatBreakdown" | "subtotal" | "taxTotal" | "total" | "taxTotalInTaxCurrency"
>;

/** An invoice, its state, and what was credited of it before. */
export interface CreditedInvoice {
  readonly document: InvoiceDocument;
  readonly state: InvoiceState;
  /** Its credit notes, in any order. */
  readonly creditNotes: readonly CreditedAmounts[];
}

/** The parts of an earlier credit note that limit the next one. */
export type CreditedAmounts = Pick<CreditNoteDocument, "total" | "taxTotalInTaxCurrency"> & {
  readonly items: readonly CreditedItem[];
  readonly vatBreakdown: readonly CreditedGroup[];
};

const AMOUNTS_OF_DOCUMENT = ["items", "vatBreakdown", "total", "taxTotalInTaxCurrency"];

/** The fields of an invoice that its credit notes repeat, or from which they are computed. */
const FIELDS_OF_INVOICE: readonly string[] = [
  ...["id", "invoiceNumber", "issueDate", "documentType", "taxTotal", ...AMOUNTS_OF_DOCUMENT],
  ...[...KEPT_FIELDS, ...RENEWED_FIELDS, ...KEPT_SELLER_FIELDS.map((field) => `seller/${field}`)],
];

/**
 * Checks that the stored documents have the fields that a credit is computed from. Another program may have written the
 * invoice, or changed it.
 *
 * @throws Refusal `document_unreadable` that names the faulty fields
 */
export function requireCreditable(document: InvoiceDocument, creditNotes: readonly CreditNoteDocument[]): void {
  const faults = faultsIn(faultsOf(document), FIELDS_OF_INVOICE);
  requireWhole("its stored document", faults.length > 0 ? faults : quantityFaults(document));
  for (const creditNote of creditNotes) {
    requireWhole("the stored document of a credit note of it", faultsIn(faultsOf(creditNote), AMOUNTS_OF_DOCUMENT));
  }
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
  lines: readonly CreditLine[] | undefined,
): { readonly amounts: CreditAmounts; readonly state: InvoiceState } {
  const { document, state, creditNotes } = invoice;
  const left = creditableLines(document, creditNotes);
  const groups = creditableGroups(document, creditNotes);
  const wanted = lines ?? openLines(left);
  requireLines(document, wanted);
  if (state.status === "CANCELLED") {
    const message = "A cancelled invoice cannot be credited. To refund what was paid, record a negative payment.";
    throw new Refusal("invoice_cancelled", message);
  }
  // What is left may be lines worth 0, or lines of one group that cancel each other out.
  const isNothingLeft = wanted.length === 0 || state.creditedTotal >= document.total;
  if (lines === undefined && isNothingLeft) {
    const credited = `${state.creditedTotal} of ${document.total} ${document.currency}`;
    throw creditExceeds([], `Nothing is left to credit on this invoice: its credit notes total ${credited}.`);
  }
  const amounts = amountsOf(invoice, groups, creditLines(document, left, wanted));
  const creditedTotal = amountAsNumber(new Decimal(state.creditedTotal).plus(amounts.total));
  const after = { ...state, creditedTotal };
  return { amounts, state: { ...after, status: settledStatus(document, after) } };
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
  { document, creditNotes }: CreditedInvoice,
  groups: readonly CreditableGroup[],
  credits: readonly LineCredit[],
): CreditAmounts {
  const digits = minorUnitDigits(document.currency);
  const credited = creditGroups(document, groups, credits);
  const subtotal = sumOfWhole(credited.map(({ taxable }) => taxable));
  const taxTotal = sumOfWhole(credited.map(({ tax }) => tax));
  const total = plusUnits(subtotal, taxTotal);
  const before = sumOfWhole(creditNotes.map((note) => toMinorUnits(note.total, digits)));
  const left = minusUnits(toMinorUnits(document.total, digits), before);
  requireTotal(total, left, document.currency);
  if (total === left && groups.some((group) => isOpenAfter(group, credited))) {
    const why = "The lines that would be left have a total of 0, so they could never be credited.";
    const detail = "leave lines that could never be credited";
    throw linesExceed(detail, `${why} Leave out lines to credit all that is left, or credit less.`);
  }
  const vatBreakdown = credited.map(({ group, taxable, tax }) => ({
    ...group.breakdownLine,
    taxableAmount: fromMinorUnits(taxable, digits),
    taxAmount: fromMinorUnits(tax, digits),
  }));
  const nets = new Map(credited.flatMap((each) => [...each.nets]));
  const taxBefore = sumOfWhole(groups.map(({ creditedTax }) => creditedTax));
  return {
    items: credits.map((credit) => creditedItem(document, credit, nets.get(credit)!)),
    vatBreakdown,
    subtotal: fromMinorUnits(subtotal, digits),
    taxTotal: fromMinorUnits(taxTotal, digits),
    total: fromMinorUnits(total, digits),
    taxTotalInTaxCurrency: convertedTax(document, creditNotes, plusUnits(taxBefore, taxTotal)),
  };
}

/** @throws Refusal `credit_exceeds_invoice` */
function requireTotal(total: MinorUnits, left: MinorUnits, currency: string): void {
  if (total <= 0) {
    const step = "Credit more of its lines, or less of those with negative amounts.";
    throw linesExceed("must come to a total above 0", `The credit note's total must be above 0. ${step}`);
  }
  if (total <= left) return;
  const most = `at most ${amountInWords(left, currency)}`;
  const message = `The credit note's total must be ${most}, which is left of the invoice. Credit less.`;
  throw linesExceed(`must come to a total of ${most}`, message);
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
