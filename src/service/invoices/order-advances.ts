import { isAdvanceType } from "../../domain/invoice/document-types.ts";
import type { InvoiceDraft } from "../../domain/invoice/draft.ts";
import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { type InvoiceState, withoutSettlement, withSettlement } from "../../domain/invoice/invoice-state.ts";
import {
  type AdvanceInvoice,
  advanceAllowances,
  deductAdvances,
  deductedTotal,
  settledAmountOf,
} from "../../domain/invoice/order/deduct-advances.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { Refusal } from "../../domain/refusal.ts";
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
 * The invoices that change, or decide, with a correction of this one: the advances that it deducts, and the final invoice that
 * deducted it. By number.
 */
export async function findRelated(context: CompanyContext, invoiceId: string): Promise<ReadonlyMap<string, string>> {
  const { store, companyId } = context;
  const ids = new Map<string, string>();
  const found = await store.reader.find(companyId, invoiceId);
  if (found === undefined) return ids;
  const { document, state } = found;
  const numbers = [
    ...(Array.isArray(document.advances) ? document.advances : []),
    ...(state.settledBy === null ? [] : [state.settledBy]),
  ];
  for (const number of numbers) {
    const related = await store.reader.findByNumber(companyId, number);
    if (related !== undefined) ids.set(number, related.document.id);
  }
  return ids;
}

/**
 * Refuses the credit of what a final invoice has deducted of an advance. What is over can be credited.
 *
 * @param after the state of the advance after the credit
 * @throws Refusal `credit_exceeds_invoice`
 */
export function requireNotDeducted(
  { invoiceNumber, total, currency }: InvoiceDocument,
  { settledBy, creditedTotal }: InvoiceState,
  related: ReadonlyMap<string, string>,
  books: LockedBooks,
): void {
  if (settledBy === null) return;
  const id = related.get(settledBy);
  const final = id === undefined ? undefined : books.invoice(id)?.document;
  const deducted = final === undefined ? total : deductedTotal(advanceAllowances(final, invoiceNumber), currency);
  if (new Decimal(total).minus(creditedTotal).gte(deducted)) return;
  const message = `${settledBy} has deducted ${deducted} ${currency} of this advance. Credit ${settledBy} in full first, or less of the advance.`;
  throw new Refusal("credit_exceeds_invoice", message);
}

/** Frees the advances of an invoice that was cancelled or credited in full, so that they are due, and can be credited, again. */
export function releaseAdvances(
  { invoiceNumber, advances = [] }: InvoiceDocument,
  ids: ReadonlyMap<string, string>,
  books: LockedBooks,
  { author }: CompanyContext,
): void {
  for (const number of advances) {
    const id = ids.get(number);
    const state = id === undefined ? undefined : books.invoice(id)?.state;
    if (state?.settledBy === invoiceNumber) books.changeState(id!, withoutSettlement(state), author);
  }
}
