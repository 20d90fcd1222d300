import { isAdvanceType, isCorrectedType } from "../../domain/invoice/document-types.ts";
import type { InvoiceDraft } from "../../domain/invoice/draft.ts";
import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { type InvoiceState, payableOf, withoutSettlement, withSettlement } from "../../domain/invoice/invoice-state.ts";
import {
  type AdvanceInvoice,
  advanceAllowances,
  deductAdvances,
  deductedTotal,
  settledAmountOf,
} from "../../domain/invoice/order/deduct-advances.ts";
import { replaceInvoice } from "../../domain/invoice/order/replace-invoice.ts";
import { type OwnNumber, ownNumber } from "../../domain/invoice/series.ts";
import { Decimal, roundToMinorUnits } from "../../domain/money/decimal.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import { readUnlocked } from "../commit/unlocked-books.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";

/**
 * The invoices of the books that orders settle: the advances that they deduct, and the invoice that a corrected one replaces.
 * Their numbers never change, but what was paid on them does.
 */
export interface OrderAdvances {
  /** By number, as the orders and as the books write it. */
  readonly ids: ReadonlyMap<string, string>;
  /** As they were before the lock. */
  readonly books: LockedBooks;
}

type Named = Pick<InvoiceOrder, "advances" | "documentType" | "precedingInvoices">;

/** Whether an order names advances, could prepay one, or could replace an invoice. Only such an order costs a look-up. */
export function needsAdvances(orders: readonly InvoiceOrder[]): boolean {
  return orders.some(({ advances, prepaidAmount = 0, documentType, precedingInvoices }) => {
    if (precedingInvoices === undefined) return advances !== undefined;
    return advances !== undefined || prepaidAmount > 0 || isCorrectedType(documentType);
  });
}

/** The numbers that an order gives of its advances, or of what it corrects. */
function namedBy({ advances = [], documentType, precedingInvoices = [] }: Named): readonly string[] {
  const corrected = isCorrectedType(documentType) ? precedingInvoices.map(({ number }) => number.trim()) : [];
  return [...advances, ...corrected.filter((number) => !advances.includes(number))];
}

/**
 * Looks up the advances of orders, and the invoices that corrected ones name.
 *
 * @throws Refusal `request_invalid` if the VAT of a sale would be declared twice: one deducts an advance of the books as its
 *   prepaid amount, or corrects a number of the company's own series that is not in the books
 */
export async function findAdvances(
  context: CompanyContext,
  orders: readonly InvoiceOrder[],
  pointerOf: (index: number) => string = () => "",
): Promise<OrderAdvances> {
  const { store, companyId } = context;
  const ids = new Map<string, string>();
  for (const [index, order] of orders.entries()) {
    const { prepaidAmount = 0, precedingInvoices = [] } = order;
    for (const number of namedBy(order)) {
      if (ids.has(number)) continue;
      const found = await store.reader.findByNumber(companyId, number);
      if (found !== undefined) ids.set(number, found.document.id).set(found.document.invoiceNumber, found.document.id);
      else if (order.advances?.includes(number) !== true)
        await requireOfOtherSystem(context, order, number, pointerOf(index));
    }
    if (prepaidAmount <= 0) continue;
    for (const { number } of precedingInvoices) {
      const found = await store.reader.findByNumber(companyId, number);
      if (isAdvanceType(found?.document.documentType)) throw prepaidTwice(pointerOf(index), number);
    }
  }
  return { ids, books: await readUnlocked(context, { invoiceIds: [...new Set(ids.values())], creditNotes: true }) };
}

/**
 * Numbers of another system are in no books here. One of an own series is a mistake, unless the series continues that system's.
 *
 * @throws Refusal `request_invalid`
 */
async function requireOfOtherSystem(
  context: CompanyContext,
  order: InvoiceOrder,
  number: string,
  pointer: string,
): Promise<void> {
  const own = ownNumber(await requireProfile(context), number);
  if (own === undefined || (!own.isCredit && (await isContinued(context, own)))) return;
  const at = order.precedingInvoices!.findIndex((each) => each.number.trim() === number);
  const detail = own.isCredit
    ? "is a number of your credit notes; name the invoice that this one replaces"
    : "is a number of yours, but no invoice that you have issued before; correct it, or leave documentType out";
  const errors = [{ pointer: `${pointer}/precedingInvoices/${at}/number`, detail }];
  throw new Refusal("request_invalid", "The invoice cannot be replaced.", errors);
}

/** Whether a number was taken in another system, whose series this one continues. */
async function isContinued({ store, companyId }: CompanyContext, { series, counter }: OwnNumber): Promise<boolean> {
  const { invoices, series: named } = await store.reader.sequences(companyId, series === undefined ? [] : [series]);
  const { total } = await store.reader.list(companyId, { series, page: 1, limit: 1 });
  const { lastCounter } = (series === undefined ? invoices : named?.[0]) ?? { lastCounter: 0 };
  return counter <= lastCounter - total;
}

function prepaidTwice(pointer: string, number: string): Refusal {
  const detail = `would count the VAT of ${number} twice, which is your invoice for an advance; leave it out, and name ${number} in advances`;
  return new Refusal("request_invalid", `prepaidAmount ${detail}.`, [{ pointer: `${pointer}/prepaidAmount`, detail }]);
}

/** The draft less the advances that its order names, or in the place of the invoice that it corrects, as the books have them. */
export function withAdvances(draft: InvoiceDraft, ids: OrderAdvances["ids"], books: LockedBooks): InvoiceDraft {
  const { order } = draft.undeducted ?? draft;
  const { advances = [], documentType } = order;
  const find = (number: string) => advanceOf(number, ids, books);
  const deducted = order.advances === undefined ? draft : deductAdvances(draft, advances.map(find));
  if (!isCorrectedType(documentType)) return deducted;
  const corrected = new Set(
    namedBy(order)
      .slice(advances.length)
      .flatMap((number) => ids.get(number) ?? []),
  );
  return replaceInvoice(
    deducted,
    [...corrected].map((id) => books.invoice(id)!),
  );
}

function advanceOf(number: string, ids: OrderAdvances["ids"], books: LockedBooks): AdvanceInvoice | undefined {
  const found = ids.get(number);
  const invoice = found === undefined ? undefined : books.invoice(found);
  return invoice && { ...invoice, creditNotes: books.creditNotesOf(invoice.document.id) };
}

/** @throws Refusal `request_invalid` if an earlier order of the same commit settles an invoice that this one would settle too */
export function requireNotNamed(order: Named, earlier: readonly Named[], ids: OrderAdvances["ids"]): void {
  const others = new Set(earlier.flatMap(namedBy).flatMap((number) => ids.get(number) ?? []));
  const number = namedBy(order).find((each) => others.has(ids.get(each) ?? ""));
  if (number === undefined) return;
  const index = order.advances?.indexOf(number) ?? -1;
  const [message, pointer, detail] =
    index < 0
      ? [
          "The invoice cannot be replaced.",
          "/precedingInvoices",
          `name ${number}, which an order before this one settles`,
        ]
      : ["An advance cannot be deducted.", `/advances/${index}`, "is deducted by an order before this one"];
  throw new Refusal("request_invalid", message, [{ pointer, detail: `${detail}; leave it out` }]);
}

/** Settles the advances that an invoice with this number deducts, and the invoices that it replaces: nothing of those is due any more. */
export function settleAdvances(
  { order: { advances = [] }, replaces }: InvoiceDraft,
  settledBy: string,
  ids: OrderAdvances["ids"],
  books: LockedBooks,
  { author }: CompanyContext,
): void {
  const settle = (number: string, amountOf: (found: AdvanceInvoice) => number) => {
    const found = advanceOf(number, ids, books)!;
    books.changeState(found.document.id, withSettlement(found.state, settledBy, amountOf(found)), author);
  };
  for (const number of advances) settle(number, settledAmountOf);
  if (replaces !== undefined) settle(replaces, ({ state }) => state.amountDue);
}

/**
 * The invoices that change, or decide, with a correction of another: the advances that it deducts, what it replaces, and the
 * invoice that settled it. By number. `undefined` before it is known that there are any.
 */
export type Related = ReadonlyMap<string, string> | undefined;

/** Ends a correction that has not read its related invoices. It is no failure: the correction begins again with them. */
class RelatedUnread extends Error {}

/** Runs a correction, and again with the invoices related to it if it turns out that there are some. Most have none. */
export async function withRelated<Result>(
  context: CompanyContext,
  invoiceId: string,
  run: (related: Related) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(undefined);
  } catch (error) {
    if (!(error instanceof RelatedUnread)) throw error;
    return run(await findRelated(context, invoiceId));
  }
}

async function findRelated({ store, companyId }: CompanyContext, invoiceId: string): Promise<Related> {
  const ids = new Map<string, string>();
  for (const number of relatedNumbers((await store.reader.find(companyId, invoiceId))!)) {
    const related = await store.reader.findByNumber(companyId, number);
    if (related !== undefined) ids.set(number, related.document.id);
  }
  return ids;
}

/** Begins a correction again if it has not read the invoices related to this one. */
export function requireRelated(invoice: StoredInvoice, related: Related): void {
  if (related === undefined && relatedNumbers(invoice).length > 0) throw new RelatedUnread();
}

function relatedNumbers({ document, state }: StoredInvoice): readonly string[] {
  const { settledBy } = state;
  return [...settledNumbers(document), ...(settledBy === null ? [] : [settledBy])];
}

/** The numbers of the invoices that one has settled, by its document. */
export function settledNumbers(document: Pick<InvoiceDocument, "advances" | "replaces">): readonly string[] {
  const { advances, replaces } = document;
  return [...(Array.isArray(advances) ? advances : []), ...(typeof replaces === "string" ? [replaces] : [])];
}

/**
 * Refuses the credit of what a final invoice has deducted of an advance, and of what is no longer due since. What is over can
 * be credited.
 *
 * @param after the state of the advance after the credit
 * @throws Refusal `credit_exceeds_invoice`
 */
export function requireNotDeducted(
  document: InvoiceDocument,
  { settledBy, settledAmount, creditedTotal }: InvoiceState,
  related: Related,
  books: LockedBooks,
): void {
  if (settledBy === null) return;
  const { invoiceNumber, total, currency } = document;
  const id = related?.get(settledBy);
  const final = id === undefined ? undefined : books.invoice(id)?.document;
  const deducted = final === undefined ? total : deductedTotal(advanceAllowances(final, invoiceNumber), currency);
  // Like what is due, it is without what is withheld.
  const settled = settledAmount === 0 ? 0 : new Decimal(settledAmount).times(total).div(payableOf(document));
  const left = new Decimal(total).minus(creditedTotal).minus(settled);
  if (roundToMinorUnits(left, currency).gte(deducted)) return;
  const unpaid = settledAmount === 0 ? "" : ", and the rest is no longer due";
  // Nothing of a total of 0 can be credited.
  const step = final?.total === 0 ? `Cancel ${settledBy}` : `Credit ${settledBy} in full`;
  const message = `${settledBy} has deducted ${deducted} ${currency} of this advance${unpaid}. ${step} first, or credit less of the advance.`;
  throw new Refusal("credit_exceeds_invoice", message);
}

/**
 * Releases the advances of an invoice that was cancelled or credited in full, or what a cancelled one has replaced, so that they
 * are due, and can be credited, again.
 */
export function releaseAdvances(
  { invoiceNumber }: InvoiceDocument,
  numbers: readonly string[],
  related: Related,
  books: LockedBooks,
  { author }: CompanyContext,
): void {
  for (const number of numbers) {
    const id = related?.get(number);
    const state = id === undefined ? undefined : books.invoice(id)?.state;
    if (state?.settledBy === invoiceNumber) books.changeState(id!, withoutSettlement(state), author);
  }
}
