import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { InvoiceDraft } from "../../domain/invoice/draft.ts";
import type { DocumentNumber } from "../../domain/invoice/generated/answer-order.ts";
import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { AS_ISSUED } from "../../domain/invoice/invoice-state.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { type FieldError, Refusal } from "../../domain/refusal.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import { type CompanyContext, requireProfile } from "../context.ts";
import { invoiceOrderSchema } from "../schemas/generated/records.ts";
import { HINTS } from "../schemas/hints.ts";
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
import {
  changedProfile,
  draftOrder,
  lengthOf,
  type Prepared,
  type PreparedInvoice,
  prepareInvoice,
  prepareKnown,
  verifyDraft,
} from "./prepare.ts";

/** The most orders, and lines in all, of one commit. A larger one would keep other callers waiting for too long. */
export const MAX_ORDERS = 1000;
export const MAX_LINES = 10_000;

/** How many VAT numbers are verified at once. A register refuses callers that ask about too many. */
export const VERIFIED_AT_ONCE = 8;

const ordersSchema = z
  .array(invoiceOrderSchema)
  .max(MAX_ORDERS)
  .refine((orders) => orders.reduce((lines, { items }) => lines + items.length, 0) <= MAX_LINES, {
    error: `must have at most ${MAX_LINES} items in total; split them into several calls`,
  })
  .register(HINTS, { expected: "an array of orders" });

/** Invoices of one commit. */
export interface IssuedTogether {
  /** In the order of the orders. */
  readonly invoices: Invoice[];
  /** Whether an earlier call with the same key had issued them. */
  readonly replayed: boolean;
}

/** Orders of one commit that can be numbered. None are prepared if it turned out that the key already has its invoices. */
interface NumberableOrders extends Prepared<readonly PreparedInvoice[]> {
  readonly keys: readonly Idempotency[];
  readonly orders: readonly InvoiceOrder[];
  /** How many orders come before them, in a refusal. */
  readonly first: number;
}

/** Orders that were made ready ahead. They count as orders in progress until {@link ReadyOrders.end}. */
export interface ReadyOrders extends NumberableOrders {
  /** The profile that they were prepared with. */
  readonly profile: CompanyProfile;
  readonly end: () => void;
}

/** How many orders to prepare before a pause: a few milliseconds' work. */
const FEW = 50;

/**
 * Issues all of the orders in one commit, or none of them. The invoices get consecutive numbers in the given order. An
 * empty array issues nothing. A refusal names the order by its index, counted from `first`: `/2/items/0/unitPrice` is in
 * the third order. Calls `decided` when only the store is left to wait for; again if the commit is tried again.
 */
export async function issueTogether(
  context: CompanyContext,
  orders: readonly InvoiceOrder[],
  options: RepeatableOptions,
  first = 0,
  decided?: () => void,
): Promise<IssuedTogether> {
  const parsed = parseOrders(orders, first);
  const idempotency = requireIdempotency(options, parsed);
  if (parsed.length === 0) return { invoices: [], replayed: false };
  const keys = keysOfEach(idempotency, parsed.length);
  const end = context.ordersInProgress.begin(context.companyId, parsed);
  try {
    const prepareAll = (profile: CompanyProfile) => prepareOrders(context, profile, parsed, first);
    const prepared = prepareKnown(context, prepareAll) ?? {
      prepared: await prepareBatch(context, parsed, keys[0], first),
    };
    return await writeReady(context, { keys, orders: parsed, first, ...prepared }, decided);
  } finally {
    end();
  }
}

/**
 * Does the work of {@link issueTogether} before the write, with pauses, while another commit is in progress.
 *
 * @throws Refusal as {@link issueTogether}, but it may name only some of the faulty fields
 */
export async function makeReadyAhead(
  context: CompanyContext,
  orders: readonly InvoiceOrder[],
  options: RepeatableOptions,
  first: number,
): Promise<ReadyOrders> {
  const parsed: InvoiceOrder[] = [];
  while (parsed.length < orders.length) {
    const few = orders.slice(parsed.length, parsed.length + FEW);
    parsed.push(...parseOrders(few, first + parsed.length));
    await nextTurn();
  }
  const keys = keysOfEach(requireIdempotency(options, parsed), parsed.length);
  const end = context.ordersInProgress.begin(context.companyId, parsed);
  try {
    const known = context.knownProfile?.(context.companyId);
    const profile = known?.profile ?? (await requireProfile(context));
    const prepared: PreparedInvoice[] = [];
    for (const order of parsed) {
      prepared.push(prepareInvoice(draftAt(context, profile, order, first + prepared.length)));
      if (prepared.length % FEW === 0) await nextTurn();
    }
    return { keys, orders: parsed, first, prepared, profile, profileText: known?.text, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Whether the company's profile, read now or later under the lock, is still the one that the orders were prepared with. */
export async function hasCurrentProfile(
  context: CompanyContext,
  { profile, profileText }: ReadyOrders,
): Promise<boolean> {
  if (profileText !== undefined) return true;
  // An error is found again, and thrown, when the orders are prepared again.
  const current = await requireProfile(context).catch(() => undefined);
  return isDeepStrictEqual(current, profile);
}

function parseOrders(orders: readonly InvoiceOrder[], first: number): InvoiceOrder[] {
  try {
    return parseRequest(ordersSchema, orders, "pointer");
  } catch (error) {
    if (first === 0 || !(error instanceof Refusal)) throw error;
    const shift = (_: string, place: string) => `/${first + Number(place)}`;
    const shifted = (fault: FieldError) =>
      "pointer" in fault ? { ...fault, pointer: fault.pointer.replace(/^\/(\d+)/, shift) } : fault;
    throw requestInvalid(error.errors.map(shifted));
  }
}

/** The orders, ready to be numbered. Empty if it turns out that their key already has its invoices. */
async function prepareBatch(
  context: CompanyContext,
  orders: readonly InvoiceOrder[],
  key: Idempotency | undefined,
  first: number,
): Promise<PreparedInvoice[]> {
  const findReplay = async () => (key === undefined ? undefined : findReplayedId(context, key));
  try {
    const profile = await requireProfile(context);
    if (context.verifier === undefined) return prepareOrders(context, profile, orders, first);
    const drafts = orders.map((order, place) => draftAt(context, profile, order, first + place));
    if ((await findReplay()) !== undefined) return [];
    return (await verifyAll(context, drafts, first)).map(prepareInvoice);
  } catch (error) {
    await findAfter(error, findReplay);
    return [];
  }
}

/** Each is serialised at once, so that a thousand drafts are never in memory together. */
function prepareOrders(
  context: CompanyContext,
  profile: CompanyProfile,
  orders: readonly InvoiceOrder[],
  first: number,
): PreparedInvoice[] {
  return orders.map((order, place) => prepareInvoice(draftAt(context, profile, order, first + place)));
}

function draftAt(context: CompanyContext, profile: CompanyProfile, order: InvoiceOrder, place: number): InvoiceDraft {
  try {
    return draftOrder(context, profile, order);
  } catch (error) {
    throw ofOrder(place, error);
  }
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

/** Writes orders that are ready, in one commit. */
export function writeReady(
  context: CompanyContext,
  { keys, orders, first, prepared, profileText }: NumberableOrders,
  decided?: () => void,
): Promise<IssuedTogether> {
  return context.write<IssuedTogether>({
    needs: { keys: keys.map(({ key }) => key), invoiceIds: [], series: seriesOf(prepared) },
    length: prepared.reduce((length, each) => length + lengthOf(each.prepared), 0),
    decide: (books) => {
      decided?.();
      const replayed = replayedTogether(books, keys);
      if (replayed.length > 0) {
        const present = ({ document }: StoredInvoice) => presentInvoice(document, document, AS_ISSUED);
        return { invoices: replayed.map(present), replayed: true };
      }
      const changed = changedProfile(books, profileText);
      const current = changed === undefined ? prepared : prepareOrders(context, changed, orders, first);
      // If the clock is out of step, the first order is refused, and none has been added yet.
      const numbers = current.map((each) => books.addInvoice(each.prepared, each.numbering, context.author));
      for (const [place, each] of keys.entries()) books.useKey({ ...each, invoiceId: numbers[place]!.id });
      const present = (number: DocumentNumber, place: number) =>
        presentInvoice(current[place]!.prepared.document, number, AS_ISSUED);
      return { invoices: numbers.map(present), replayed: false };
    },
    committed({ invoices, replayed }) {
      if (!replayed) for (const invoice of invoices) context.emit("invoice.issued", invoice);
    },
  });
}

/** The named series of the orders; `undefined` if there are none. */
export function seriesOf(orders: readonly PreparedInvoice[]): string[] | undefined {
  const names = new Set<string>();
  for (const { numbering } of orders) if (numbering.series !== undefined) names.add(numbering.series);
  return names.size > 0 ? [...names] : undefined;
}

/** A refusal, with the place of its order added. Any other error is returned unchanged. */
function ofOrder(place: number, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const errors = error.errors.map((fault) =>
    "pointer" in fault ? { pointer: `/${place}${fault.pointer}`, detail: fault.detail } : fault,
  );
  return new Refusal(error.code, `Order ${place + 1}: ${error.message}`, errors);
}
