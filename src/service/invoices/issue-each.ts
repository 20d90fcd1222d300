import { setImmediate as nextTurn } from "node:timers/promises";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { AS_ISSUED } from "../../domain/invoice/invoice-state.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import { type CompanyContext, requireProfile } from "../context.ts";
import { findReplayedId, type Idempotency, keyReused, requireIdempotency } from "./idempotency.ts";
import { type IssueResult, parseOrder } from "./issue.ts";
import { seriesOf, VERIFIED_AT_ONCE } from "./issue-many.ts";
import { draftOrder, lengthOf, type PreparedInvoice, prepareInvoice, verifyDraft } from "./prepare.ts";

/** What became of one of the orders: its invoice, or why it has none. */
export type EachOutcome = IssueResult | Refusal;

/** An order with the key that is its own. One that is malformed has no fingerprint, and so no key. */
interface KeyedOrder {
  readonly key?: Idempotency;
  readonly prepared: PreparedInvoice | Refusal;
}

/** Where in their stream the orders are. */
export interface PlaceInStream {
  readonly streamKey: string;
  /** How many orders come before them. */
  readonly first: number;
  /** Whether one of those has an invoice, and so the stream its mark. */
  readonly isMarked: boolean;
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
  { streamKey, first, isMarked }: PlaceInStream,
): Promise<EachOutcome[]> {
  const parsed = await Promise.all(orders.map((order) => orRefusal(() => parseOrder(order))));
  const wellFormed = parsed.flatMap((order) => (isRefusal(order) ? [] : [order]));
  const end = context.ordersInProgress.begin(context.companyId, wellFormed);
  try {
    const each = await prepareEach(context, parsed, (place) => `${streamKey}/${first + place + 1}`);
    const mark = isMarked ? undefined : requireIdempotency({ idempotencyKey: `${streamKey}/1#2` }, "each");
    return await writeEach(context, each, mark);
  } finally {
    end();
  }
}

async function prepareEach(
  context: CompanyContext,
  parsed: readonly (InvoiceOrder | Refusal)[],
  keyOf: (place: number) => string,
): Promise<KeyedOrder[]> {
  const profile = await requireProfile(context);
  const prepare = async (order: InvoiceOrder | Refusal, place: number): Promise<KeyedOrder> => {
    if (isRefusal(order)) return { prepared: order };
    const key = requireIdempotency({ idempotencyKey: keyOf(place) }, order)!;
    const prepared = await orRefusal(async () => {
      const draft = draftOrder(context, profile, order);
      // The register is not asked again about an order that was already issued.
      const isNew = context.verifier !== undefined && (await findReplayedId(context, key)) === undefined;
      return prepareInvoice(isNew ? await verifyDraft(context, draft) : draft);
    });
    return { key, prepared };
  };
  const each: KeyedOrder[] = [];
  while (each.length < parsed.length) {
    const done = each.length;
    const together = parsed.slice(done, done + VERIFIED_AT_ONCE);
    each.push(...(await Promise.all(together.map((order, place) => prepare(order, done + place)))));
    await nextTurn();
  }
  return each;
}

/**
 * Writes the orders that are not refused, in one commit. `mark` is a key that the first commit of a stream also has without
 * `onRefusal`. So neither can issue what the other one has issued, although their other keys may be free.
 */
function writeEach(
  context: CompanyContext,
  each: readonly KeyedOrder[],
  mark: Idempotency | undefined,
): Promise<EachOutcome[]> {
  const ready = each.flatMap(({ prepared }) => (isRefusal(prepared) ? [] : [prepared]));
  return context.write<EachOutcome[]>({
    needs: {
      keys: [...each.map(({ key }) => key), mark].flatMap((key) => key?.key ?? []),
      invoiceIds: [],
      series: seriesOf(ready),
    },
    length: ready.reduce((length, { prepared }) => length + lengthOf(prepared), 0),
    decide: (books) => {
      const marked = mark && books.usedKey(mark.key);
      if (marked !== undefined && marked.fingerprint !== mark!.fingerprint) {
        throw keyReused("was used without onRefusal; repeat the call without it, or use a new key for what is left");
      }
      const outcomes = each.map((order) => decideOne(context, books, order));
      const issued = outcomes.find((outcome) => !isRefusal(outcome));
      if (mark !== undefined && marked === undefined && issued !== undefined)
        books.useKey({ ...mark, invoiceId: (issued as IssueResult).invoice.id });
      return outcomes;
    },
    committed(outcomes) {
      for (const outcome of outcomes)
        if (!isRefusal(outcome) && !outcome.replayed) context.emit("invoice.issued", outcome.invoice);
    },
  });
}

/** A repeat gives back what is there, whatever has changed since, and tries again what was refused. */
function decideOne(context: CompanyContext, books: LockedBooks, { key, prepared }: KeyedOrder): EachOutcome {
  const used = key && books.usedKey(key.key);
  if (used !== undefined) {
    if (used.fingerprint !== key!.fingerprint) return keyReused();
    const { document } = books.invoice(used.invoiceId)!;
    return { invoice: presentInvoice(document, document, AS_ISSUED), replayed: true };
  }
  if (isRefusal(prepared)) return prepared;
  const number = books.addInvoice(prepared.prepared, prepared.numbering, context.author);
  books.useKey({ ...key!, invoiceId: number.id });
  return { invoice: presentInvoice(prepared.prepared.document, number, AS_ISSUED), replayed: false };
}

async function orRefusal<Result>(work: () => Result | Promise<Result>): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
