import { calendarDayIn } from "../../domain/calendar.ts";
import type { CompanyProfile } from "../../domain/company-profile.ts";
import { prepareDocument, type UnnumberedDocument } from "../../domain/invoice/document.ts";
import { draftInvoice, type InvoiceDraft, verifiedDraft } from "../../domain/invoice/draft.ts";
import type { InvoiceOrder } from "../../domain/invoice/order.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { NumberingOptions } from "../commit/locked-books.ts";
import type { CompanyContext } from "../context.ts";
import { verifyVatNumber } from "../vat/verify-number.ts";

/** An order that lacks nothing but its number. */
export interface PreparedInvoice {
  readonly prepared: UnnumberedDocument;
  readonly numbering: NumberingOptions;
}

/** The invoice that an order makes, as far as the order and the profile decide it. @throws Refusal see `draftInvoice` */
export function draftOrder(
  { clock, vatOptions }: CompanyContext,
  profile: CompanyProfile,
  order: InvoiceOrder,
): InvoiceDraft {
  const { rates, failedChecksum } = vatOptions;
  const today = calendarDayIn(profile.timeZone ?? "UTC", clock.now());
  return draftInvoice(profile, order, { rates, failedChecksum, today });
}

/**
 * The draft with what the register says of the VAT number that decided; asked before the lock, and only about an order
 * that nothing in it refuses.
 *
 * @throws Refusal `vat_number_invalid`, and `vat_number_unverified` where an outage is to refuse
 */
export async function verifyDraft(context: CompanyContext, draft: InvoiceDraft): Promise<InvoiceDraft> {
  const verified = await verifyVatNumber(context, draft.profile, draft.vat.vatNumber);
  if (verified === undefined) return draft;
  const { verification, detail } = verified;
  if (verification.status === "unavailable" && context.onOutage === "refuse") {
    throw new Refusal("vat_number_unverified", `${detail} Nothing was issued; repeat the order later.`);
  }
  return verifiedDraft(draft, verification, detail);
}

/** The draft, serialised up to its number. */
export function prepareInvoice(draft: InvoiceDraft): PreparedInvoice {
  const { invoicePrefix: prefix, timeZone } = draft.profile;
  return { prepared: prepareDocument(draft), numbering: { prefix, timeZone } };
}

/** Characters of a document, nearly. */
export function lengthOf({ text }: UnnumberedDocument): number {
  return text[0].length + text[2].length;
}
