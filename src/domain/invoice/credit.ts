import { minorUnitDigits } from "../money/currency.ts";
import {
  amountAsNumber,
  Decimal,
  exactSum,
  fromMinorUnits,
  roundedProduct,
  roundToMinorUnits,
  sumOfWhole,
} from "../money/decimal.ts";
import { pick } from "../pick.ts";
import { type FieldError, Refusal } from "../refusal.ts";
import type { VatCategory } from "../vat/category.ts";
import type { CreditLine, CreditNoteDocument, CreditNoteItem } from "./generated/credit-note.ts";
import {
  KEPT_FIELDS,
  KEPT_ITEM_FIELDS,
  KEPT_QUANTITY_FIELDS,
  KEPT_SELLER_FIELDS,
  RENEWED_FIELDS,
} from "./generated/credited-fields.ts";
import type { InvoiceBreakdownLine, InvoiceDocument, InvoiceItem } from "./generated/invoice.ts";
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
  readonly items: readonly Pick<CreditNoteItem, "line" | "creditedBy" | "quantity" | "netAmount" | "grossAmount">[];
  readonly vatBreakdown: readonly Pick<
    InvoiceBreakdownLine,
    "category" | "taxRate" | "rateCountry" | "taxableAmount" | "taxAmount"
  >[];
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
 * @throws Error that names the faulty fields
 */
export function requireCreditable(document: InvoiceDocument, creditNotes: readonly CreditNoteDocument[]): void {
  requireWhole("its stored document", faultsIn(faultsOf(document), FIELDS_OF_INVOICE));
  for (const creditNote of creditNotes) {
    requireWhole("the stored document of a credit note of it", faultsIn(faultsOf(creditNote), AMOUNTS_OF_DOCUMENT));
  }
}

function requireWhole(name: string, faults: readonly StoredFault[]): void {
  if (faults.length === 0) return;
  throw new Error(
    `This invoice cannot be credited, because ${name} is damaged: ${describeFaults(faults)}. Audit the books.`,
  );
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
  const { document, state } = invoice;
  const left = new InvoiceLeft(document, invoice.creditNotes);
  const wanted = lines ?? left.openLines();
  requireLines(document, wanted);
  if (state.status === "CANCELLED") {
    const message = "A cancelled invoice cannot be credited. To refund what was paid, record a negative payment.";
    throw new Refusal("invoice_cancelled", message);
  }
  // What is left may be lines worth 0, or lines of one group that cancel each other out.
  const isNothingLeft = wanted.length === 0 || state.creditedTotal >= document.total;
  if (lines === undefined && isNothingLeft) {
    const credited = `${state.creditedTotal} of ${document.total} ${document.currency}`;
    throw exceeds([], `Nothing is left to credit on this invoice: its credit notes total ${credited}.`);
  }
  const amounts = left.amountsOf(left.creditLines(wanted));
  const creditedTotal = amountAsNumber(new Decimal(state.creditedTotal).plus(amounts.total));
  const after = { ...state, creditedTotal };
  return { amounts, state: { ...after, status: settledStatus(document, after) } };
}

/** @throws Refusal `request_invalid`, `amount_out_of_range` */
function requireLines({ items, currency, prices }: InvoiceDocument, wanted: readonly CreditLine[]): void {
  const faults = (isFaulty: (line: CreditLine) => boolean, field: string, detail: string): FieldError[] =>
    wanted.flatMap((line, index) => (isFaulty(line) ? [{ pointer: `/lines/${index}/${field}`, detail }] : []));
  const detail = `must be a line of the invoice, 1 to ${items.length}`;
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

/** A line of the invoice, and what was credited of it. Amounts are in minor units: net, or gross with gross prices. */
interface Line {
  readonly item: InvoiceItem;
  readonly amount: number;
  /** The quantity that was credited as such, and the amount that it was worth. */
  quantity: Decimal;
  amountByQuantity: number;
  /** All that was credited. */
  credited: number;
  /** Net of VAT: of the line, and of all that was credited of it. */
  readonly net: number;
  creditedNet: number;
}

/** A group of the invoice's breakdown, and what was credited of it, in minor units. */
interface Group {
  readonly line: InvoiceBreakdownLine;
  readonly taxable: number;
  readonly tax: number;
  creditedBase: number;
  creditedTax: number;
}

/** What is credited of a line, in minor units. Its net amount follows from the group, with gross prices. */
interface Credit {
  readonly line: Line;
  readonly place: number;
  readonly amount: number;
  /** Absent: an amount. */
  readonly quantity: Decimal | undefined;
}

/** What is left of an invoice. */
class InvoiceLeft {
  readonly #document: InvoiceDocument;
  readonly #isGross: boolean;
  readonly #digits: number;
  readonly #lines: readonly Line[];
  readonly #groups: readonly Group[];
  readonly #creditNotes: readonly CreditedAmounts[];

  constructor(document: InvoiceDocument, creditNotes: readonly CreditedAmounts[]) {
    this.#document = document;
    this.#isGross = document.prices === "gross";
    this.#digits = minorUnitDigits(document.currency);
    this.#creditNotes = creditNotes;
    this.#lines = document.items.map((item): Line => {
      const nothing = { quantity: new Decimal(0), amountByQuantity: 0, credited: 0, creditedNet: 0 };
      return { item, amount: this.#amountOf(item), net: this.#whole(item.netAmount), ...nothing };
    });
    this.#groups = document.vatBreakdown.map((line): Group => {
      const [taxable, tax] = [this.#whole(line.taxableAmount), this.#whole(line.taxAmount)];
      return { line, taxable, tax, creditedBase: 0, creditedTax: 0 };
    });
    for (const { items, vatBreakdown } of creditNotes) {
      for (const item of items) this.#addItem(item);
      for (const line of vatBreakdown) {
        const group = this.#groups.find(isOf(line));
        if (group === undefined) continue;
        group.creditedBase += this.#whole(line.taxableAmount);
        group.creditedTax += this.#whole(line.taxAmount);
      }
    }
  }

  /** The lines that can still be credited. */
  openLines(): CreditLine[] {
    return this.#lines.flatMap((line, index) => (isOpen(line) ? [{ line: index + 1 }] : []));
  }

  /** What is credited of these lines. @throws Refusal `credit_exceeds_invoice` */
  creditLines(wanted: readonly CreditLine[]): Credit[] {
    const errors: FieldError[] = [];
    const amountField = this.#isGross ? "grossAmount" : "netAmount";
    const credits = wanted.map((request, index) => {
      const line = this.#lines[request.line - 1]!;
      const credit = this.#creditOf(line, request);
      const leftQuantity = leftQuantityOf(line);
      const left = line.amount - line.credited;
      const fault = (field: string, detail: string) => errors.push({ pointer: `/lines/${index}/${field}`, detail });
      const isRest = [request.quantity, request.netAmount, request.grossAmount].every((part) => part === undefined);
      if (isRest && !isOpen(line)) {
        fault("line", "has nothing left to credit");
      } else if (credit.quantity !== undefined && !isWithin(credit.quantity, leftQuantity)) {
        fault("quantity", `must be between 0 and what is left of the line's quantity, ${leftQuantity}`);
        // An amount near the largest double has more minor units than a double can count.
      } else if (!Number.isFinite(credit.amount) || !isWithin(new Decimal(credit.amount), new Decimal(left))) {
        const detail = `must be between 0 and what is left of the line's amount, ${this.#inWords(left)}`;
        fault(credit.quantity === undefined ? amountField : "quantity", detail);
      }
      return credit;
    });
    if (errors.length > 0) throw exceeds(errors, "The credit is more than is left of the invoice.");
    return credits;
  }

  /** @throws Refusal `credit_exceeds_invoice` if the credit is more than is left of a group, or of the invoice */
  amountsOf(credits: readonly Credit[]): CreditAmounts {
    const nets = new Map<Credit, number>();
    const credited = this.#groups.flatMap((group) => {
      const own = credits.filter(({ line: { item } }) => isOf({ ...item, category: item.vatCategory })(group));
      if (own.length === 0) return [];
      const { base, tax } = this.#creditGroup(group, own, nets);
      return [{ group, base, tax }];
    });
    const subtotal = sumOfWhole(credited.map(({ base }) => base));
    const taxTotal = sumOfWhole(credited.map(({ tax }) => tax));
    const before = sumOfWhole(this.#creditNotes.map((note) => this.#whole(note.total)));
    const left = this.#whole(this.#document.total) - before;
    const total = subtotal + taxTotal;
    if (total <= 0) {
      const step = "Credit more of its lines, or less of those with negative amounts.";
      throw linesExceed("must come to a total above 0", `The credit note's total must be above 0. ${step}`);
    }
    if (total > left) {
      const most = `at most ${this.#inWords(left)}`;
      const message = `The credit note's total must be ${most}, which is left of the invoice. Credit less.`;
      throw linesExceed(`must come to a total of ${most}`, message);
    }
    const isOpenGroup = (group: Group) => {
      const own = credited.find((each) => each.group === group);
      const [base, tax] = [group.creditedBase + (own?.base ?? 0), group.creditedTax + (own?.tax ?? 0)];
      return base !== group.taxable || tax !== group.tax;
    };
    if (total === left && this.#groups.some(isOpenGroup)) {
      const why = "The lines that would be left have a total of 0, so they could never be credited.";
      const detail = "leave lines that could never be credited";
      throw linesExceed(detail, `${why} Leave out lines to credit all that is left, or credit less.`);
    }
    const vatBreakdown = credited.map(({ group, base, tax }) => ({
      ...group.line,
      taxableAmount: this.#amount(base),
      taxAmount: this.#amount(tax),
    }));
    return {
      items: credits.map((credit) => this.#itemOf(credit, nets.get(credit)!)),
      vatBreakdown,
      subtotal: this.#amount(subtotal),
      taxTotal: this.#amount(taxTotal),
      total: this.#amount(total),
      taxTotalInTaxCurrency: this.#convertedTax(taxTotal),
    };
  }

  #whole(amount: number): number {
    return roundedProduct(amount, 1, this.#digits);
  }

  #amount(whole: number): number {
    return fromMinorUnits(whole, this.#digits);
  }

  #inWords(whole: number): string {
    return `${this.#amount(whole)} ${this.#document.currency}`;
  }

  #amountOf({ netAmount, grossAmount }: { netAmount: number; grossAmount?: number | undefined }): number {
    return this.#whole(this.#isGross ? grossAmount! : netAmount);
  }

  #addItem(item: CreditedAmounts["items"][number]): void {
    const line = this.#lines[item.line - 1];
    if (line === undefined) return;
    const amount = this.#amountOf(item);
    line.credited += amount;
    line.creditedNet += this.#whole(item.netAmount);
    if (item.creditedBy !== "quantity") return;
    line.quantity = line.quantity.plus(item.quantity);
    line.amountByQuantity += amount;
  }

  #creditOf(line: Line, { line: place, quantity, netAmount, grossAmount }: CreditLine): Credit {
    const given = netAmount ?? grossAmount;
    if (given !== undefined) return { line, place, amount: this.#whole(given), quantity: undefined };
    // If amounts of the line were credited, the quantity that is left is not worth what is left.
    if (quantity === undefined && line.credited !== line.amountByQuantity) {
      return { line, place, amount: line.amount - line.credited, quantity: undefined };
    }
    const credited = quantity === undefined ? leftQuantityOf(line) : new Decimal(quantity);
    const amount = shareOf(line, line.quantity.plus(credited)) - line.amountByQuantity;
    return { line, place, amount, quantity: credited };
  }

  /** What is credited of a group, and the net amounts of its lines. */
  #creditGroup(group: Group, own: readonly Credit[], nets: Map<Credit, number>): { base: number; tax: number } {
    const { line, taxable, tax: taxOfAll, creditedBase, creditedTax } = group;
    const amount = sumOfWhole(own.map((credit) => credit.amount));
    const [whole, before] = this.#isGross ? [taxable + taxOfAll, creditedBase + creditedTax] : [taxable, creditedBase];
    if (!isWithin(new Decimal(amount), new Decimal(whole - before))) {
      const left = this.#inWords(whole - before);
      const detail = `of category ${line.category} at ${line.taxRate} % can be credited up to ${left}`;
      throw linesExceed(detail, `The lines ${detail}. Credit less of them.`);
    }
    const after = before + amount;
    const taxAfter = after === whole ? taxOfAll : this.#taxOf(after, line.taxRate);
    const tax = taxAfter - creditedTax;
    if (!this.#isGross) {
      for (const credit of own) nets.set(credit, credit.amount);
      return { base: amount, tax };
    }
    splitNets(own, line.taxRate, amount - tax, nets);
    return { base: amount - tax, tax };
  }

  /** The VAT on a taxable amount, or in a gross amount. */
  #taxOf(amount: number, taxRate: number): number {
    if (!this.#isGross) return roundedProduct(amount, taxRate, -2);
    return new Decimal(amount).times(taxRate).div(new Decimal(taxRate).plus(100)).round(0).toNumber();
  }

  #itemOf({ line: { item }, place, amount, quantity }: Credit, net: number): CreditNoteItem {
    const { vatCategory } = item;
    const shared = { line: place, ...pick(item, KEPT_ITEM_FIELDS), vatCategory, netAmount: this.#amount(net) };
    const gross = this.#isGross ? { grossAmount: this.#amount(amount) } : {};
    if (quantity !== undefined) {
      const { unitPrice, unitPriceGross } = item;
      const priced = roundedProduct(quantity.toNumber(), unitPriceGross ?? unitPrice, this.#digits);
      const deducted = priced - amount;
      const { discount: given } = item;
      // Rounding can leave a small share without a discount, or a minor unit above its price.
      const hasDiscount = given !== undefined && deducted * item.quantity > 0;
      const discount = hasDiscount ? { amount: this.#amount(deducted), reason: given.reason } : undefined;
      const prices = { quantity: amountAsNumber(quantity), unitPrice, discount };
      return { ...shared, ...gross, ...pick(item, KEPT_QUANTITY_FIELDS), creditedBy: "quantity", ...prices };
    }
    const sign = amount < 0 ? -1 : 1;
    const [unitPrice, unitPriceGross] = [Math.abs(this.#amount(net)), Math.abs(this.#amount(amount))];
    const prices = { quantity: sign, unitPrice, ...(this.#isGross ? { unitPriceGross } : {}) };
    return { ...shared, ...gross, creditedBy: this.#isGross ? "grossAmount" : "netAmount", ...prices };
  }

  /** By difference as well, so that parts add up to the invoice's amount in the tax currency. */
  #convertedTax(taxTotal: number): number | undefined {
    const { exchangeRate, taxCurrency, taxTotalInTaxCurrency: whole, taxTotal: ofInvoice } = this.#document;
    if (exchangeRate === undefined || taxCurrency === undefined || whole === undefined) return undefined;
    const creditedBefore = sumOfWhole(this.#groups.map(({ creditedTax }) => creditedTax));
    const after = creditedBefore + taxTotal;
    const isAll = after === this.#whole(ofInvoice);
    const converted = isAll ? whole : convertTax(this.#amount(after), exchangeRate, taxCurrency);
    const before = exactSum(this.#creditNotes.map((note) => note.taxTotalInTaxCurrency ?? 0));
    return amountAsNumber(new Decimal(converted).minus(before));
  }
}

/** Lines state the country of their rate only if they differ in it. */
function isOf(
  own: Pick<InvoiceItem, "taxRate" | "rateCountry"> & { category: VatCategory },
): (group: Group) => boolean {
  return ({ line: { category, taxRate, rateCountry } }) =>
    category === own.category &&
    taxRate === own.taxRate &&
    (own.rateCountry === undefined || rateCountry === own.rateCountry);
}

function isOpen({ item, amount, quantity, credited }: Line): boolean {
  return amount === 0 ? !quantity.eq(item.quantity) : credited !== amount;
}

/**
 * What is left of a line's quantity, as a double. If it has more digits than a double, the next double towards 0: the
 * parts must not come to more than the whole.
 */
function leftQuantityOf({ item, quantity }: Line): Decimal {
  const left = new Decimal(item.quantity).minus(quantity);
  const nearest = new Decimal(left.toNumber());
  return isWithin(nearest, left) ? nearest : new Decimal(left.toNumber() * (1 - Number.EPSILON / 2));
}

/** The amount of a part of a line's quantity, in minor units. */
function shareOf({ item, amount }: Line, quantity: Decimal): number {
  return quantity.times(amount).div(item.quantity).round(0).toNumber();
}

/**
 * Net amounts of lines with gross prices that add up to `base` exactly. Each is what is left of the line's own net amount
 * after all credits so far, as far as the base allows: at most a minor unit or two away from its gross amount without
 * VAT, and never beyond that or on the other side of 0.
 */
function splitNets(own: readonly Credit[], taxRate: number, base: number, nets: Map<Credit, number>): void {
  const parts = own.map((credit) => {
    const due = netDue(credit, taxRate);
    const net = due.round(0, Decimal.roundDown).toNumber();
    return { credit, net, rest: due.minus(net).toNumber() };
  });
  let missing = parts.reduce((left, { net }) => left - net, base);
  const step = Math.sign(missing);
  // Whole amounts, such as those of lines that are credited to their end, are raised last.
  parts.sort((a, b) => step * (b.rest - a.rest));
  for (const part of [...parts, ...parts, ...parts]) {
    if (missing === 0) break;
    if (!isWithin(new Decimal(part.net + step), new Decimal(part.credit.amount))) continue;
    part.net += step;
    missing -= step;
  }
  // Three rounds are enough, unless another program wrote the invoice and its amounts do not follow from each other.
  parts.at(-1)!.net += missing;
  for (const { credit, net } of parts) nets.set(credit, net);
}

/** By difference, but within a minor unit of the gross amount without VAT, and neither beyond it nor of another sign. */
function netDue({ line, amount }: Credit, taxRate: number): Decimal {
  if (amount === 0) return new Decimal(0);
  const share = new Decimal(amount).times(100).div(new Decimal(taxRate).plus(100));
  const due = new Decimal(line.credited + amount).times(line.net).div(line.amount).minus(line.creditedNet);
  const near = atMost(atLeast(due, share.minus(1)), share.plus(1));
  return atMost(atLeast(near, new Decimal(Math.min(amount, 0))), new Decimal(Math.max(amount, 0)));
}

function atLeast(value: Decimal, least: Decimal): Decimal {
  return value.lt(least) ? least : value;
}

function atMost(value: Decimal, most: Decimal): Decimal {
  return value.gt(most) ? most : value;
}

/** Whether a part is between 0 and the whole, whichever sign that has. */
function isWithin(part: Decimal, whole: Decimal): boolean {
  return whole.gte(0) ? part.gte(0) && part.lte(whole) : part.lte(0) && part.gte(whole);
}

/** The refusal of lines that are each within their limits, but not together. */
function linesExceed(detail: string, message: string): Refusal {
  return exceeds([{ pointer: "/lines", detail }], message);
}

function exceeds(errors: readonly FieldError[], message: string): Refusal {
  return new Refusal("credit_exceeds_invoice", message, errors);
}
