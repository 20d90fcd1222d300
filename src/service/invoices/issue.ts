import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { InvoiceDraft } from "../../domain/invoice/draft.ts";
import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { asIssued } from "../../domain/invoice/invoice-state.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { type FieldError, Refusal } from "../../domain/refusal.ts";
import { StoreBusyError } from "../../domain/store-errors.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { invoiceOrderSchema } from "../schemas/generated/records.ts";
import { HINTS } from "../schemas/hints.ts";
import { lazy } from "../schemas/lazy.ts";
import { parseRequest, requestInvalid } from "../schemas/parse.ts";
import {
  findReplayed,
  findReplayedId,
  type Idempotency,
  keysOfEach,
  type RepeatableOptions,
  replayDespite,
  replayedTogether,
  requireIdempotency,
} from "./idempotency.ts";
import { findAdvances, needsAdvances, type OrderAdvances, requireNotNamed, settleAdvances } from "./order-advances.ts";
import {
  changedProfile,
  draftOrder,
  lengthOf,
  type Prepared,
  type PreparedInvoice,
  prepareInvoice,
  prepareKnown,
  prepareLocked,
  verifyDraft,
} from "./prepare.ts";

/** An issued invoice, and whether it had already been issued with the same idempotency key. */
export interface IssueResult {
  /** As it was issued. */
  readonly invoice: Invoice;
  /** Whether an earlier request with the same key had issued it. */
  readonly replayed: boolean;
}

/** The most orders, and lines in all, of one commit. A larger one would keep other callers waiting for too long. */
export const MAX_ORDERS = 1000;
export const MAX_LINES = 10_000;

/** How many orders to prepare before a pause: a few milliseconds' work. */
const FEW = 50;

/** How many VAT numbers are verified at once. A register refuses callers that ask about too many. */
const VERIFIED_AT_ONCE = 8;

const ordersSchema = lazy(() =>
  z
    .array(invoiceOrderSchema())
    .max(MAX_ORDERS)
    .refine((orders) => orders.reduce((lines, { items }) => lines + items.length, 0) <= MAX_LINES, {
      error: `must have at most ${MAX_LINES} items in total; split them into several calls`,
    })
    .register(HINTS, { expected: "an array of orders" }),
);

/** Orders that were made ready ahead. They count as orders in progress until {@link ReadyOrders.end}. */
export interface ReadyOrders extends Prepared<readonly PreparedInvoice[]> {
  readonly commit: OrdersOfCommit;
  /** The profile that they were prepared with. */
  readonly profile: CompanyProfile;
  readonly end: () => void;
}

/** The orders of one commit. Either all are issued or none. */
interface OrdersOfCommit {
  readonly orders: readonly InvoiceOrder[];
  /** One for each order, or none. */
  readonly keys: readonly Idempotency[];
  /** How many orders come before them, in a refusal. `undefined`: a single order, which a refusal need not name. */
  readonly first: number | undefined;
  /** The advances that they name. Absent: none do. */
  readonly advances?: OrderAdvances | undefined;
}

/** Issues an invoice: decides its VAT, numbers it, stores it and meters it, all or nothing. */
export async function issueInvoice(
  context: CompanyContext,
  order: InvoiceOrder,
  options: RepeatableOptions,
): Promise<IssueResult> {
  const parsed = parseOrder(order);
  const key = requireIdempotency(options, parsed);
  const keys = key === undefined ? [] : [key];
  const [issued] = await issueOrders(context, { orders: [parsed], keys, first: undefined });
  return issued!;
}

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
): Promise<IssueResult[]> {
  const parsed = parseOrders(orders, first);
  const keys = keysOfEach(requireIdempotency(options, parsed), parsed.length);
  return parsed.length === 0 ? [] : issueOrders(context, { orders: parsed, keys, first }, decided);
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
  const given: OrdersOfCommit = { orders: parsed, keys, first };
  const commit = needsAdvances(parsed) ? await withFound(context, given) : given;
  const end = context.ordersInProgress.begin(context.companyId, parsed);
  try {
    const known = context.knownProfile?.(context.companyId);
    const profile = known?.profile ?? (await requireProfile(context));
    const prepared: PreparedInvoice[] = [];
    for (const [index, order] of parsed.entries()) {
      prepared.push(prepareInvoice(draftAt(context, profile, order, index, commit), commit.advances));
      if (prepared.length % FEW === 0) await nextTurn();
    }
    return { commit, prepared, profile, profileText: known?.text, end };
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

/** The order, as its schema gives it back. @throws Refusal `request_invalid` */
export function parseOrder(order: unknown): InvoiceOrder {
  return parseRequest(invoiceOrderSchema, order, "pointer");
}

function parseOrders(orders: readonly InvoiceOrder[], first: number): InvoiceOrder[] {
  try {
    return parseRequest(ordersSchema, orders, "pointer");
  } catch (error) {
    if (first === 0 || !(error instanceof Refusal)) throw error;
    const shift = (_: string, index: string) => `/${first + Number(index)}`;
    const shifted = (fault: FieldError) =>
      "pointer" in fault ? { ...fault, pointer: fault.pointer.replace(/^\/(\d+)/, shift) } : fault;
    throw requestInvalid(error.errors.map(shifted));
  }
}

/** The orders of a commit, with the advances that they name. */
async function withFound(context: CompanyContext, commit: OrdersOfCommit): Promise<OrdersOfCommit> {
  const { orders, first } = commit;
  const pointerOf = (index: number) => (first === undefined ? "" : `/${first + index}`);
  return { ...commit, advances: await findAdvances(context, orders, pointerOf) };
}

async function issueOrders(
  context: CompanyContext,
  given: OrdersOfCommit,
  decided?: () => void,
): Promise<IssueResult[]> {
  const { orders } = given;
  const endOrders = context.ordersInProgress.begin(context.companyId, orders);
  try {
    const commit = needsAdvances(orders) ? await withFound(context, given) : given;
    const known = prepareKnown(context, (profile) => prepareOrders(context, profile, commit));
    const { prepared, profileText } = known ?? { prepared: await prepareNow(context, commit) };
    return await writeTogether(context, { commit, prepared, profileText }, decided);
  } finally {
    endOrders();
  }
}

/** Each is serialised at once, so that a thousand drafts are never in memory together. */
function prepareOrders(context: CompanyContext, profile: CompanyProfile, commit: OrdersOfCommit): PreparedInvoice[] {
  return commit.orders.map((order, index) => {
    return prepareInvoice(draftAt(context, profile, order, index, commit), commit.advances);
  });
}

/** As the profile decides them that is read now. Empty if it turns out that their keys already have their invoices. */
async function prepareNow(context: CompanyContext, commit: OrdersOfCommit): Promise<PreparedInvoice[]> {
  const [key] = commit.keys;
  const findReplay = async () => (key === undefined ? undefined : findReplayedId(context, key));
  try {
    const profile = await requireProfile(context);
    if (context.verifier === undefined) return prepareOrders(context, profile, commit);
    const drafts = commit.orders.map((order, index) => draftAt(context, profile, order, index, commit));
    // The register is not asked again about orders that were already issued.
    if ((await findReplay()) !== undefined) return [];
    return await fewAtOnce(drafts, async (draft, index) => {
      const verified = await verifyDraft(context, draft).catch((error) =>
        Promise.reject(ofOrder(index, commit, error)),
      );
      return prepareInvoice(verified, commit.advances);
    });
  } catch (error) {
    await replayDespite(error, findReplay);
    return [];
  }
}

function draftAt(
  context: CompanyContext,
  profile: CompanyProfile,
  order: InvoiceOrder,
  index: number,
  commit: OrdersOfCommit,
): InvoiceDraft {
  try {
    return draftOrder(context, profile, order, commit.advances);
  } catch (error) {
    throw ofOrder(index, commit, error);
  }
}

/** A refusal, with the index of its order added, if it is one of several. Any other error is returned unchanged. */
function ofOrder(index: number, { first }: OrdersOfCommit, error: unknown): unknown {
  if (first === undefined || !(error instanceof Refusal)) return error;
  const inRequest = first + index;
  const errors = error.errors.map((fault) =>
    "pointer" in fault ? { pointer: `/${inRequest}${fault.pointer}`, detail: fault.detail } : fault,
  );
  return new Refusal(error.code, `Order ${inRequest + 1}: ${error.message}`, errors);
}

/** Writes all of the orders, or none. A replay returns the invoices as the first call did, whatever changed since. */
export function writeTogether(
  context: CompanyContext,
  { commit, prepared, profileText }: Pick<ReadyOrders, "commit" | "prepared" | "profileText">,
  decided?: () => void,
): Promise<IssueResult[]> {
  const { keys } = commit;
  const written = writeOrders(context, keys, prepared, (books) => {
    decided?.();
    // Two calls with one key may both get here. The second finds the invoices of the first.
    const replayed = replayedTogether(books, keys);
    if (replayed.length > 0) return replayed.map(replayOf);
    const changed = changedProfile(books, profileText);
    const current = changed === undefined ? prepared : prepareOrders(context, changed, commit);
    // If the clock is out of step, the first order is refused, and none has been added yet.
    const locked = current.map((each, index) => lockedAt(books, each, index, commit));
    return locked.map((each, index) => addInvoice(context, books, each, keys[index]));
  });
  return written.catch((error) => {
    // Clients repeat when the store is busy, so a repeat is answered even if the lock cannot be taken.
    if (!(error instanceof StoreBusyError)) throw error;
    return replayDespite(error, () => findReplays(context, keys));
  });
}

/** An order as the locked books decide it. All are decided before the first is added, whose advances another may name too. */
function lockedAt(books: LockedBooks, each: PreparedInvoice, index: number, commit: OrdersOfCommit): PreparedInvoice {
  if (each.final === undefined) return each;
  try {
    requireNotNamed(commit.orders[index]!, commit.orders.slice(0, index), each.final.ids);
    return prepareLocked(each, books);
  } catch (error) {
    throw ofOrder(index, commit, error);
  }
}

/** The invoices of a repeat, read without the lock; `undefined` if the keys are new or there are none. */
async function findReplays(context: CompanyContext, keys: readonly Idempotency[]): Promise<IssueResult[] | undefined> {
  const results: IssueResult[] = [];
  for (const key of keys) {
    const found = await findReplayed(context, key);
    if (found === undefined) return undefined;
    results.push(replayOf(found));
  }
  return results.length === 0 ? undefined : results;
}

export function replayOf({ document }: StoredInvoice): IssueResult {
  return { invoice: presentInvoice(document, document, asIssued(document)), replayed: true };
}

/** Adds an invoice under the lock, and keeps its key. */
export function addInvoice(
  context: CompanyContext,
  books: LockedBooks,
  { prepared, numbering, final }: PreparedInvoice,
  key: Idempotency | undefined,
): IssueResult {
  const number = books.addInvoice(prepared, numbering, context.author);
  if (final !== undefined) settleAdvances(final.draft, number.invoiceNumber, final.ids, books, context);
  if (key !== undefined) books.useKey({ ...key, invoiceId: number.id });
  return { invoice: presentInvoice(prepared.document, number, asIssued(prepared.document)), replayed: false };
}

/** One write of the company's queue for orders that are ready. `decide` runs under the lock. */
export function writeOrders<Outcome extends IssueResult | Refusal>(
  context: CompanyContext,
  keys: readonly Idempotency[],
  ready: readonly PreparedInvoice[],
  decide: (books: LockedBooks) => Outcome[],
): Promise<Outcome[]> {
  const series = new Set<string>();
  const invoiceIds: string[] = [];
  let length = 0;
  for (const { prepared, numbering, final } of ready) {
    length += lengthOf(prepared);
    if (final !== undefined) invoiceIds.push(...final.ids.values());
    if (numbering.series !== undefined) series.add(numbering.series);
  }
  return context.write<Outcome[]>({
    needs: {
      keys: keys.map(({ key }) => key),
      invoiceIds,
      creditNotes: invoiceIds.length > 0,
      series: series.size > 0 ? [...series] : undefined,
    },
    length,
    decide,
    committed(outcomes) {
      for (const outcome of outcomes)
        if ("invoice" in outcome && !outcome.replayed) context.emit("invoice.issued", outcome.invoice);
    },
  });
}

/** Does the work for a few at once. If some fail, waits for those that are in progress and throws the first one's error. */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < items.length) {
    const done = results.length;
    const together = items.slice(done, done + VERIFIED_AT_ONCE);
    for (const outcome of await Promise.allSettled(together.map(async (item, index) => work(item, done + index)))) {
      if (outcome.status === "rejected") throw outcome.reason;
      results.push(outcome.value);
    }
    await nextTurn();
  }
  return results;
}
