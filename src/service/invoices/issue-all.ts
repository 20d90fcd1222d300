import { z } from "zod";
import type { Invoice } from "../../domain/invoice/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/order.ts";
import type { RunCall } from "../context.ts";
import { idempotencyKey } from "../schemas/fields.ts";
import { parseRequest, requestInvalid } from "../schemas/parse.ts";
import { issueTogether, MAX_LINES, MAX_ORDERS } from "./issue-many.ts";

/** How far a stream of orders is. */
export interface IssueProgress {
  /** Invoices that this call has issued. */
  readonly issued: number;
  /** Invoices that an earlier call with the same key had issued, and that this one gave back. */
  readonly replayed: number;
}

/** Options of {@link Company.issueAll}. */
export interface IssueAllOptions {
  /**
   * 1 to 240 visible ASCII characters of your choice, such as `subscriptions-2026-11`, kept for ever. If the call ends
   * early, call again with the same key and the same orders: what was issued is given back, and the rest is issued.
   */
  readonly idempotencyKey: string;
  /** Called after each commit. If it throws, the call rejects with its error; nothing that was issued is undone. */
  readonly onProgress?: ((progress: IssueProgress) => void) | undefined;
}

const optionsSchema = z.strictObject(
  {
    idempotencyKey: idempotencyKey.max(240, { error: "must have at most 240 characters" }),
    onProgress: z
      .custom<IssueAllOptions["onProgress"]>((value) => typeof value === "function", {
        error: "must be a function",
      })
      .optional(),
  },
  { error: 'must be an object, such as { idempotencyKey: "subscriptions-2026-11" }' },
);

/** Issues the orders in commits of as many as one may have, one commit after another. */
export async function* issueAllInvoices(
  run: RunCall,
  orders: AsyncIterable<InvoiceOrder> | Iterable<InvoiceOrder>,
  options: IssueAllOptions,
): AsyncGenerator<Invoice, void, undefined> {
  const { idempotencyKey: key, onProgress } = parseRequest(optionsSchema, options, "parameter");
  let [issued, replayed, commits] = [0, 0, 0];
  for await (const together of inCommits(orders)) {
    commits += 1;
    // A commit always has the same orders under the same key, because they are counted from the first order.
    const own = { idempotencyKey: `${key}/${commits}` };
    const outcome = await run((context) => issueTogether(context, together, own, issued + replayed));
    if (outcome.replayed) replayed += together.length;
    else issued += together.length;
    onProgress?.({ issued, replayed });
    yield* outcome.invoices;
  }
}

/** The orders, as many at a time as one commit may have. */
async function* inCommits(
  orders: AsyncIterable<InvoiceOrder> | Iterable<InvoiceOrder>,
): AsyncGenerator<InvoiceOrder[], void, undefined> {
  if (!isIterable(orders))
    throw requestInvalid([{ pointer: "", detail: "must be an iterable of orders, or an async one" }]);
  let together: InvoiceOrder[] = [];
  let lines = 0;
  for await (const order of orders) {
    const length = Array.isArray(order?.items) ? order.items.length : 0;
    if (together.length === MAX_ORDERS || (together.length > 0 && lines + length > MAX_LINES)) {
      yield together;
      [together, lines] = [[], 0];
    }
    together.push(order);
    lines += length;
  }
  if (together.length > 0) yield together;
}

function isIterable(value: unknown): boolean {
  return typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}
