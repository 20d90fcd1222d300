import { isAdvanceType } from "../../domain/invoice/document-types.ts";
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
import { Decimal, roundToMinorUnits } from "../../domain/money/decimal.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import { readUnlocked } from "../commit/unlocked-books.ts";
import type { CompanyContext } from "../context.ts";

/** The advances that orders name. Their numbers never change, but what was paid on them does. */
export interface OrderAdvances {
  /** By number. */
  readonly ids: ReadonlyMap<string, string>;
  /** As they were before the lock. */
  readonly books: LockedBooks;
}

type Named = Pick<InvoiceOrder, "advances">;

/** Whether an order names advances, or could prepay one. Only such an order costs a look-up. */
export function needsAdvances(orders: readonly InvoiceOrder[]): boolean {
  return orders.some(({ advances, prepaidAmount, precedingInvoices }) => {
    return advances !== undefined || ((prepaidAmount ?? 0) > 0 && precedingInvoices !== undefined);
  });
}

/**
 * Looks up the advances of orders.
 *
 * @throws Refusal `request_invalid` if one deducts an advance of the books as its prepaid amount, whose VAT would be declared twice
 */
export async function findAdvances(
  context: CompanyContext,
  orders: readonly InvoiceOrder[],
  pointerOf: (index: number) => string = () => "",
): Promise<OrderAdvances> {
  const { store, companyId } = context;
  const ids = new Map<string, string>();
  for (const [index, { advances = [], prepaidAmount = 0, precedingInvoices = [] }] of orders.entries()) {
    for (const number of advances) {
      const found = ids.has(number) ? undefined : await store.reader.findByNumber(companyId, number);
      if (found !== undefined) ids.set(number, found.document.id);
    }
    if (prepaidAmount <= 0) continue;
    for (const { number } of precedingInvoices) {
      const found = await store.reader.findByNumber(companyId, number);
      if (isAdvanceType(found?.document.documentType)) throw prepaidTwice(pointerOf(index), number);
    }
  }
  return { ids, books: await readUnlocked(context, { invoiceIds: [...ids.values()], creditNotes: true }) };
}

function prepaidTwice(pointer: string, number: string): Refusal {
  const detail = `would count the VAT of ${number} twice, which is your invoice for an advance; leave it out, and name ${number} in advances`;
  return new Refusal("request_invalid", `prepaidAmount ${detail}.`, [{ pointer: `${pointer}/prepaidAmount`, detail }]);
}

/** The draft less the advances that its order names, as the books have them. */
export function withAdvances(draft: InvoiceDraft, ids: OrderAdvances["ids"], books: LockedBooks): InvoiceDraft {
  const { advances } = draft.order;
  return advances === undefined
    ? draft
    : deductAdvances(
        draft,
        advances.map((number) => advanceOf(number, ids, books)),
      );
}

function advanceOf(number: string, ids: OrderAdvances["ids"], books: LockedBooks): AdvanceInvoice | undefined {
  const found = ids.get(number);
  const invoice = found === undefined ? undefined : books.invoice(found);
  return invoice && { ...invoice, creditNotes: books.creditNotesOf(invoice.document.id) };
}

/** @throws Refusal `request_invalid` if another order of the same commit deducts an advance of this one */
export function requireNotNamed({ advances = [] }: Named, others: ReadonlySet<string>): void {
  const index = advances.findIndex((number) => others.has(number));
  if (index < 0) return;
  const detail = "is deducted by an order before this one; leave it out";
  throw new Refusal("request_invalid", "An advance cannot be deducted.", [{ pointer: `/advances/${index}`, detail }]);
}

/** Settles the advances that an invoice with this number deducts. */
export function settleAdvances(
  { advances = [] }: Named,
  settledBy: string,
  ids: OrderAdvances["ids"],
  books: LockedBooks,
  { author }: CompanyContext,
): void {
  for (const number of advances) {
    const advance = advanceOf(number, ids, books)!;
    books.changeState(ids.get(number)!, withSettlement(advance.state, settledBy, settledAmountOf(advance)), author);
  }
}

/**
 * The invoices that change, or decide, with a correction of another: the advances that it deducts, and the final invoice that
 * deducted it. By number. `undefined` before it is known that there are any.
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
  const { advances } = document;
  return [...(Array.isArray(advances) ? advances : []), ...(state.settledBy === null ? [] : [state.settledBy])];
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
  const message = `${settledBy} has deducted ${deducted} ${currency} of this advance${unpaid}. Credit ${settledBy} in full first, or less of the advance.`;
  throw new Refusal("credit_exceeds_invoice", message);
}

/** Releases the advances of an invoice that was cancelled or credited in full, so that they are due, and can be credited, again. */
export function releaseAdvances(
  { invoiceNumber, advances = [] }: InvoiceDocument,
  related: Related,
  books: LockedBooks,
  { author }: CompanyContext,
): void {
  for (const number of advances) {
    const id = related?.get(number);
    const state = id === undefined ? undefined : books.invoice(id)?.state;
    if (state?.settledBy === invoiceNumber) books.changeState(id!, withoutSettlement(state), author);
  }
}
