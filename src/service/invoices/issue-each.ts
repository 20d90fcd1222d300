import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { findReplayedId, type Idempotency, keyReused, requireIdempotency } from "./idempotency.ts";
import { addInvoice, fewAtOnce, type IssueResult, parseOrder, replayOf, writeOrders } from "./issue.ts";
import { findAdvances, needsAdvances } from "./order-advances.ts";
import { draftOrder, type PreparedInvoice, prepareInvoice, prepareLocked, verifyDraft } from "./prepare.ts";

/** What became of one of several orders: its invoice, or why it has none. */
export type EachOutcome = IssueResult | Refusal;

/** Where in their stream the orders are. */
export interface StreamPosition {
  readonly streamKey: string;
  /** How many orders come before them. */
  readonly first: number;
  /** Whether one of those has an invoice, and so the stream its mark. */
  readonly isMarked: boolean;
}

/** An order with the key that is its own. One that is malformed has no fingerprint, and so no key. */
interface KeyedOrder {
  readonly key?: Idempotency;
  readonly prepared: PreparedInvoice | Refusal;
}

/**
 * Issues each of the orders in one commit, under keys of their own: `<key>/<n>`, counted from the first order of the
 * stream. Refused orders are left out. The others get consecutive numbers in their order.
 *
 * @throws Refusal `company_not_found` and `clock_out_of_step`, which are about no single order; `idempotency_key_reused` if
 *   the stream was issued in whole commits under this key
 */
export async function issueEach(
  context: CompanyContext,
  orders: readonly InvoiceOrder[],
  { streamKey, first, isMarked }: StreamPosition,
): Promise<EachOutcome[]> {
  const parsed = await Promise.all(orders.map((order) => orRefusal(() => parseOrder(order))));
  const wellFormed = parsed.flatMap((order) => (isRefusal(order) ? [] : [order]));
  const endOrders = context.ordersInProgress.begin(context.companyId, wellFormed);
  try {
    const profile = await requireProfile(context);
    const each = await fewAtOnce(parsed, (order, index) =>
      isRefusal(order)
        ? { prepared: order }
        : prepareKeyed(context, profile, order, `${streamKey}/${first + index + 1}`),
    );
    const mark = isMarked ? undefined : requireIdempotency({ idempotencyKey: `${streamKey}/1#2` }, "each");
    return await writeEach(context, each, mark);
  } finally {
    endOrders();
  }
}

async function prepareKeyed(
  context: CompanyContext,
  profile: CompanyProfile,
  order: InvoiceOrder,
  idempotencyKey: string,
): Promise<KeyedOrder> {
  const key = requireIdempotency({ idempotencyKey }, order)!;
  const prepared = await orRefusal(async () => {
    const advances = needsAdvances([order]) ? await findAdvances(context, [order]) : undefined;
    const draft = draftOrder(context, profile, order, advances);
    const isNew = context.verifier !== undefined && (await findReplayedId(context, key)) === undefined;
    return prepareInvoice(isNew ? await verifyDraft(context, draft) : draft, advances);
  });
  return { key, prepared };
}

/**
 * Writes the orders that are not refused. `mark` is a key that the first commit of a stream also has without `onRefusal`. So
 * neither can issue what the other one has issued, although their other keys may be free.
 */
function writeEach(
  context: CompanyContext,
  each: readonly KeyedOrder[],
  mark: Idempotency | undefined,
): Promise<EachOutcome[]> {
  const ready = each.flatMap(({ prepared }) => (isRefusal(prepared) ? [] : [prepared]));
  const keys = [...each.map(({ key }) => key), mark].filter((key) => key !== undefined);
  return writeOrders(context, keys, ready, (books) => {
    const marked = mark && books.usedKey(mark.key);
    if (marked !== undefined && marked.fingerprint !== mark!.fingerprint) {
      throw keyReused("was used without onRefusal; repeat the call without it, or use a new key for what is left");
    }
    const outcomes = each.map((order) => decideOne(context, books, order));
    const issued = outcomes.find((outcome): outcome is IssueResult => !isRefusal(outcome));
    if (mark !== undefined && marked === undefined && issued !== undefined)
      books.useKey({ ...mark, invoiceId: issued.invoice.id });
    return outcomes;
  });
}

/** A repeat gives back what is there, whatever has changed since, and tries again what was refused. */
function decideOne(context: CompanyContext, books: LockedBooks, { key, prepared }: KeyedOrder): EachOutcome {
  const used = key && books.usedKey(key.key);
  if (used !== undefined)
    return used.fingerprint === key!.fingerprint ? replayOf(books.invoice(used.invoiceId)!) : keyReused();
  if (isRefusal(prepared)) return prepared;
  try {
    return addInvoice(context, books, prepareLocked(prepared, books), key);
  } catch (error) {
    if (prepared.final !== undefined && isRefusal(error) && error.code === "request_invalid") return error;
    throw error;
  }
}

async function orRefusal<Result>(work: () => Result | Promise<Result>): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
