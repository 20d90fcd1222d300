import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { AS_ISSUED } from "../../domain/invoice/invoice-state.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { StoreBusyError } from "../../domain/store-errors.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import { type CompanyContext, requireProfile } from "../context.ts";
import { type KnownProfile, ProfileChangedError } from "../known-profiles.ts";
import { invoiceOrderSchema } from "../schemas/generated/records.ts";
import { parseRequest } from "../schemas/parse.ts";
import { isUsualOrder, usualOrderSchema } from "../schemas/usual-order.ts";
import {
  findAfter,
  findReplayed,
  type Idempotency,
  type RepeatableOptions,
  replayedInvoiceId,
  requireIdempotency,
} from "./idempotency.ts";
import { draftOrder, lengthOf, type PreparedInvoice, prepareInvoice, verifyDraft } from "./prepare.ts";

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
  const parsed = parseRequest(isUsualOrder(order) ? usualOrderSchema : invoiceOrderSchema, order, "pointer");
  const idempotency = requireIdempotency(options, parsed);
  const endOrder = context.ordersInProgress.begin(context.companyId, [parsed]);
  try {
    return (
      (await issueWithKnownProfile(context, parsed, idempotency)) ??
      (await issueWithStoredProfile(context, parsed, idempotency))
    );
  } finally {
    endOrder();
  }
}

/**
 * Issues the order with the profile that the company's last transaction read; `undefined` if there is none, if it
 * refuses the order, or if it has changed.
 */
async function issueWithKnownProfile(
  context: CompanyContext,
  order: InvoiceOrder,
  idempotency: Idempotency | undefined,
): Promise<IssueResult | undefined> {
  const known = context.knownProfiles?.find(context.companyId);
  const prepared = known && prepareKnown(context, known, order);
  if (prepared === undefined) return undefined;
  try {
    return await writeOrReplay(context, prepared, idempotency);
  } catch (error) {
    if (error instanceof ProfileChangedError) return undefined;
    throw error;
  }
}

/** The invoice as this profile decides it; `undefined` if it refuses the order, because it may have changed since. */
function prepareKnown(
  context: CompanyContext,
  { profile, text }: KnownProfile,
  order: InvoiceOrder,
): PreparedInvoice | undefined {
  try {
    return { ...prepareInvoice(draftOrder(context, profile, order)), profileText: text };
  } catch {
    return undefined;
  }
}

/** Issues the order with the profile as it is read now; or returns the invoice that its key already has. */
async function issueWithStoredProfile(
  context: CompanyContext,
  order: InvoiceOrder,
  idempotency: Idempotency | undefined,
): Promise<IssueResult> {
  let prepared: PreparedInvoice;
  try {
    const draft = draftOrder(context, await requireProfile(context), order);
    // The register is not asked again about an order that was already issued.
    const earlier = context.verifier && (await findReplayed(context, idempotency));
    if (earlier !== undefined) return replayOf(earlier);
    prepared = prepareInvoice(context.verifier === undefined ? draft : await verifyDraft(context, draft));
  } catch (error) {
    return replayOf(await findAfter(error, () => findReplayed(context, idempotency)));
  }
  return writeOrReplay(context, prepared, idempotency);
}

/** Answers a repeat even if the lock cannot be taken, because clients repeat when the store is busy. */
async function writeOrReplay(
  context: CompanyContext,
  prepared: PreparedInvoice,
  idempotency: Idempotency | undefined,
): Promise<IssueResult> {
  try {
    return await writeOnce(context, prepared, idempotency);
  } catch (error) {
    if (!(error instanceof StoreBusyError)) throw error;
    return replayOf(await findAfter(error, () => findReplayed(context, idempotency)));
  }
}

function writeOnce(
  context: CompanyContext,
  { prepared, numbering, profileText }: PreparedInvoice,
  idempotency: Idempotency | undefined,
): Promise<IssueResult> {
  return context.write<IssueResult>({
    needs: {
      keys: idempotency === undefined ? [] : [idempotency.key],
      invoiceIds: [],
      series: numbering.series === undefined ? undefined : [numbering.series],
    },
    length: lengthOf(prepared),
    decide: (books) => {
      // Two calls with one key may both get here. The second finds the invoice of the first, if there is one.
      const replayedId = idempotency && replayedInvoiceId(books.usedKey(idempotency.key), idempotency);
      if (replayedId !== undefined) return replayOf(books.invoice(replayedId)!);
      if (profileText !== undefined && profileText !== books.profile) throw new ProfileChangedError();
      const number = books.addInvoice(prepared, numbering, context.author);
      if (idempotency !== undefined) books.useKey({ invoiceId: number.id, ...idempotency });
      return { invoice: presentInvoice(prepared.document, number, AS_ISSUED), replayed: false };
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
