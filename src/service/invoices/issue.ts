import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { AS_ISSUED } from "../../domain/invoice/invoice-state.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { StoreBusyError } from "../../domain/store-errors.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import { type CompanyContext, requireProfile } from "../context.ts";
import { invoiceOrderSchema } from "../schemas/generated/records.ts";
import { parseRequest } from "../schemas/parse.ts";
import {
  findAfter,
  findReplayed,
  type Idempotency,
  type RepeatableOptions,
  replayedInvoiceId,
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

/** An issued invoice, and whether it had already been issued with the same idempotency key. */
export interface IssueResult {
  /** As it was issued. */
  readonly invoice: Invoice;
  /** Whether an earlier request with the same key had issued it. */
  readonly replayed: boolean;
}

/** Issues an invoice: decides its VAT, numbers it, stores it and meters it, all or nothing. */
export async function issueInvoice(
  context: CompanyContext,
  order: InvoiceOrder,
  options: RepeatableOptions,
): Promise<IssueResult> {
  const parsed = parseOrder(order);
  const idempotency = requireIdempotency(options, parsed);
  const endOrder = context.ordersInProgress.begin(context.companyId, [parsed]);
  try {
    const known = prepareKnown(context, (profile) => prepareInvoice(draftOrder(context, profile, parsed)));
    const prepared = known ?? (await prepareOrReplay(context, parsed, idempotency));
    if ("invoice" in prepared) return prepared;
    return await writeOrReplay(context, { order: parsed, ...prepared }, idempotency);
  } finally {
    endOrder();
  }
}

/** The order, as its schema gives it back. @throws Refusal `request_invalid` */
export function parseOrder(order: unknown): InvoiceOrder {
  return parseRequest(invoiceOrderSchema, order, "pointer");
}

/** An order that can be numbered. */
interface NumberableOrder extends Prepared<PreparedInvoice> {
  readonly order: InvoiceOrder;
}

/** The invoice as the profile decides it that is read now; or the one that its key already has. */
async function prepareOrReplay(
  context: CompanyContext,
  order: InvoiceOrder,
  idempotency: Idempotency | undefined,
): Promise<Prepared<PreparedInvoice> | IssueResult> {
  try {
    const draft = draftOrder(context, await requireProfile(context), order);
    // The register is not asked again about an order that was already issued.
    const earlier = context.verifier && (await findReplayed(context, idempotency));
    if (earlier !== undefined) return replayOf(earlier);
    return { prepared: prepareInvoice(context.verifier === undefined ? draft : await verifyDraft(context, draft)) };
  } catch (error) {
    return replayOf(await findAfter(error, () => findReplayed(context, idempotency)));
  }
}

/** Answers a repeat even if the lock cannot be taken, because clients repeat when the store is busy. */
async function writeOrReplay(
  context: CompanyContext,
  numberable: NumberableOrder,
  idempotency: Idempotency | undefined,
): Promise<IssueResult> {
  try {
    return await writeOnce(context, numberable, idempotency);
  } catch (error) {
    if (!(error instanceof StoreBusyError)) throw error;
    return replayOf(await findAfter(error, () => findReplayed(context, idempotency)));
  }
}

function writeOnce(
  context: CompanyContext,
  { order, prepared, profileText }: NumberableOrder,
  idempotency: Idempotency | undefined,
): Promise<IssueResult> {
  return context.write<IssueResult>({
    needs: {
      keys: idempotency === undefined ? [] : [idempotency.key],
      invoiceIds: [],
      series: order.series === undefined ? undefined : [order.series],
    },
    length: lengthOf(prepared.prepared),
    decide: (books) => {
      // Two calls with one key may both get here. The second finds the invoice of the first, if there is one.
      const replayedId = idempotency && replayedInvoiceId(books.usedKey(idempotency.key), idempotency);
      if (replayedId !== undefined) return replayOf(books.invoice(replayedId)!);
      const changed = changedProfile(books, profileText);
      const current = changed === undefined ? prepared : prepareInvoice(draftOrder(context, changed, order));
      const number = books.addInvoice(current.prepared, current.numbering, context.author);
      if (idempotency !== undefined) books.useKey({ invoiceId: number.id, ...idempotency });
      return { invoice: presentInvoice(current.prepared.document, number, AS_ISSUED), replayed: false };
    },
    committed({ invoice, replayed }) {
      if (!replayed) context.emit("invoice.issued", invoice);
    },
  });
}

/** A replay returns the invoice as the first call did, whatever was paid or cancelled since. */
function replayOf({ document }: StoredInvoice): IssueResult {
  return { invoice: presentInvoice(document, document, AS_ISSUED), replayed: true };
}
