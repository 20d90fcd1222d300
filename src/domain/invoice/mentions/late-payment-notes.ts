import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { InvoiceNote, InvoiceOrder } from "../generated/order.ts";
import { isForBusiness } from "../is-for-business.ts";

/** The subject of each text about paying late or early, a code of UNTDID 4451. @see BR-FR-05 of the French e-invoicing reform */
const LATE_PAYMENT_SUBJECTS = { penalties: "PMD", recoveryFee: "PMT", discount: "AAB" } as const;

/**
 * The order's notes, followed by those that the law requires on invoices to businesses: what the profile says about
 * paying late, unless the order has a note on the subject.
 *
 * @see Code de commerce, articles L441-9 and D441-5 (France)
 */
export function withLatePaymentNotes(
  { latePayment = {} }: Partial<CompanyProfile>,
  { notes = [], ...client }: Pick<InvoiceOrder, "notes" | "clientVatNumber" | "isCompany">,
): readonly InvoiceNote[] | undefined {
  const required = isForBusiness(client) ? latePaymentNotes(latePayment) : [];
  const missing = required.filter(({ subject }) => notes.every((note) => note.subject !== subject));
  return notes.length + missing.length === 0 ? undefined : [...notes, ...missing];
}

function latePaymentNotes(latePayment: NonNullable<CompanyProfile["latePayment"]>): InvoiceNote[] {
  return (["penalties", "recoveryFee", "discount"] as const).flatMap((kind) => {
    const text = latePayment[kind];
    return text === undefined ? [] : [{ subject: LATE_PAYMENT_SUBJECTS[kind], text }];
  });
}

/** Whether a note is about paying late or early. */
export function isAboutLatePayment(subject: string | undefined): boolean {
  return Object.values<string | undefined>(LATE_PAYMENT_SUBJECTS).includes(subject);
}
