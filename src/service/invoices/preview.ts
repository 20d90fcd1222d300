import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { asIssued } from "../../domain/invoice/invoice-state.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { type InvoicePreview, unissuedInvoice } from "../../domain/invoice/preview.ts";
import { readUnlocked, requireFreeInvoiceNumber } from "../commit/unlocked-books.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { previewOptionsSchema } from "../schemas/preview.ts";
import { parseOrder } from "./issue.ts";
import { findAdvances, needsAdvances } from "./order-advances.ts";
import { draftOrder, prepareInvoice, verifyDraft } from "./prepare.ts";

/** Options of `preview`. */
export interface PreviewOptions {
  /**
   * Whether the `verifier` is asked about the VAT number that decides the treatment, as issuing does. Absent: `false`; then
   * the preview has no `vatNumberVerification`, and no refusal or warning that follows from it.
   */
  readonly verify?: boolean | undefined;
}

/** The invoice that the order would become if it were issued now. Decides what issuing decides, and writes nothing. */
export async function previewInvoice(
  context: CompanyContext,
  order: InvoiceOrder,
  options: PreviewOptions,
): Promise<InvoicePreview> {
  const { verify = false } = parseRequest(previewOptionsSchema, options, "parameter");
  const parsed = parseOrder(order);
  const endOrder = context.ordersInProgress.begin(context.companyId, [parsed]);
  try {
    const advances = needsAdvances([parsed]) ? await findAdvances(context, [parsed]) : undefined;
    const draft = draftOrder(context, await requireProfile(context), parsed, advances);
    const { prepared, numbering } = prepareInvoice(verify ? await verifyDraft(context, draft) : draft, advances);
    const series = numbering.series === undefined ? undefined : [numbering.series];
    const books = await readUnlocked(context, { invoiceIds: [], series });
    const number = books.addInvoice(prepared, numbering, context.author);
    await requireFreeInvoiceNumber(context, number.invoiceNumber, numbering.series);
    return unissuedInvoice(presentInvoice(prepared.document, number, asIssued(prepared.document)));
  } finally {
    endOrder();
  }
}
