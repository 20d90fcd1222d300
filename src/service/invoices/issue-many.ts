import { z } from "zod";
import type { CompanyProfile } from "../../domain/company-profile.ts";
import type { InvoiceDraft } from "../../domain/invoice/draft.ts";
import { AS_ISSUED, type DocumentNumber, type Invoice } from "../../domain/invoice/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/order.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { type FieldError, Refusal } from "../../domain/refusal.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import { type CompanyContext, requireProfile } from "../context.ts";
import { isUsualOrder, orderSchema, usualOrderSchema } from "../schemas/order.ts";
import { parseRequest, requestInvalid } from "../schemas/parse.ts";
import {
  findAfter,
  findReplayedId,
  type Idempotency,
  keysOfEach,
  type RepeatableOptions,
  replayedTogether,
  requireIdempotency,
} from "./idempotency.ts";
import { draftOrder, lengthOf, type PreparedInvoice, prepareInvoice, verifyDraft } from "./prepare.ts";

/** The most orders, and lines in all, of one commit. A larger one would keep other callers waiting for too long. */
export const MAX_ORDERS = 1000;
export const MAX_LINES = 10_000;

/** How many VAT numbers are verified at once. A register refuses callers that ask about too many. */
const VERIFIED_AT_ONCE = 8;

const ordersSchema = listOf(orderSchema);
const usualOrdersSchema = listOf(usualOrderSchema);

function listOf(order: z.ZodType<InvoiceOrder>) {
  return z
    .array(order)
    .max(MAX_ORDERS)
    .refine((orders) => orders.reduce((lines, { items }) => lines + items.length, 0) <= MAX_LINES, {
      error: `must have at most ${MAX_LINES} items in total; split them into several calls`,
    });
}

/** Invoices of one commit. */
export interface IssuedTogether {
  /** In the order of the orders. */
  readonly invoices: Invoice[];
  /** Whether an earlier call with the same key had issued them. */
  readonly replayed: boolean;
}

/**
 * Issues all of the orders in one commit, or none of them. The invoices get consecutive numbers in the given order. An
 * empty array issues nothing. A refusal names the order by its index, counted from `first`: `/2/items/0/unitPrice` is in
 * the third order.
 */
export async function issueTogether(
  context: CompanyContext,
  orders: readonly InvoiceOrder[],
  options: RepeatableOptions,
  first = 0,
): Promise<IssuedTogether> {
  const parsed = parseOrders(orders, first);
  const idempotency = requireIdempotency(options, parsed);
  if (parsed.length === 0) return { invoices: [], replayed: false };
  const keys = keysOfEach(idempotency, parsed.length);
  const endOrders = context.ordersInProgress.begin(context.companyId, parsed);
  try {
    return await writeOnce(context, keys, await prepareOnce(context, parsed, keys, first));
  } finally {
    endOrders();
  }
}

function parseOrders(orders: readonly InvoiceOrder[], first: number): InvoiceOrder[] {
  const areUsual = Array.isArray(orders) && orders.every(isUsualOrder);
  try {
    return parseRequest(areUsual ? usualOrdersSchema : ordersSchema, orders, "pointer");
  } catch (error) {
    if (first === 0 || !(error instanceof Refusal)) throw error;
    const shift = (_: string, place: string) => `/${first + Number(place)}`;
    const shifted = (fault: FieldError) =>
      "pointer" in fault ? { ...fault, pointer: fault.pointer.replace(/^\/(\d+)/, shift) } : fault;
    throw requestInvalid(error.errors.map(shifted));
  }
}

/** The orders, ready to be numbered. Empty if it turns out that their key already has its invoices. */
async function prepareOnce(
  context: CompanyContext,
  orders: readonly InvoiceOrder[],
  [key]: readonly Idempotency[],
  first: number,
): Promise<PreparedInvoice[]> {
  const findReplay = async () => (key === undefined ? undefined : findReplayedId(context, key));
  try {
    const profile = await requireProfile(context);
    const drafts = draftAll(context, profile, orders, first);
    if (context.verifier === undefined) return drafts.map(prepareInvoice);
    if ((await findReplay()) !== undefined) return [];
    return (await verifyAll(context, drafts, first)).map(prepareInvoice);
  } catch (error) {
    await findAfter(error, findReplay);
    return [];
  }
}

function draftAll(
  context: CompanyContext,
  profile: CompanyProfile,
  orders: readonly InvoiceOrder[],
  first: number,
): InvoiceDraft[] {
  return orders.map((order, place) => {
    try {
      return draftOrder(context, profile, order);
    } catch (error) {
      throw ofOrder(first + place, error);
    }
  });
}

async function verifyAll(
  context: CompanyContext,
  drafts: readonly InvoiceDraft[],
  first: number,
): Promise<InvoiceDraft[]> {
  const verified: InvoiceDraft[] = [];
  while (verified.length < drafts.length) {
    const next = verified.length;
    const together = drafts.slice(next, next + VERIFIED_AT_ONCE);
    const outcomes = await Promise.allSettled(together.map((draft) => verifyDraft(context, draft)));
    for (const [place, outcome] of outcomes.entries()) {
      if (outcome.status === "rejected") throw ofOrder(first + next + place, outcome.reason);
      verified.push(outcome.value);
    }
  }
  return verified;
}

function writeOnce(
  context: CompanyContext,
  keys: readonly Idempotency[],
  orders: readonly PreparedInvoice[],
): Promise<IssuedTogether> {
  return context.write<IssuedTogether>({
    needs: { keys: keys.map(({ key }) => key), invoiceIds: [] },
    length: orders.reduce((length, { prepared }) => length + lengthOf(prepared), 0),
    decide: (books) => {
      const replayed = replayedTogether(books, keys);
      if (replayed.length > 0) {
        const present = ({ document }: StoredInvoice) => presentInvoice(document, document, AS_ISSUED);
        return { invoices: replayed.map(present), replayed: true };
      }
      // If the clock is out of step, the first order is refused, and none has been added yet.
      const numbers = orders.map(({ prepared, numbering }) => books.addInvoice(prepared, numbering, context.author));
      for (const [place, each] of keys.entries()) books.useKey({ ...each, invoiceId: numbers[place]!.id });
      const present = (number: DocumentNumber, place: number) =>
        presentInvoice(orders[place]!.prepared.document, number, AS_ISSUED);
      return { invoices: numbers.map(present), replayed: false };
    },
    committed({ invoices, replayed }) {
      if (!replayed) for (const invoice of invoices) context.emit("invoice.issued", invoice);
    },
  });
}

/** A refusal, with the place of its order added. Any other error is returned unchanged. */
function ofOrder(place: number, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const errors = error.errors.map((fault) =>
    "pointer" in fault ? { pointer: `/${place}${fault.pointer}`, detail: fault.detail } : fault,
  );
  return new Refusal(error.code, `Order ${place + 1}: ${error.message}`, errors);
}
