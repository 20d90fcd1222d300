import type { CompanyProfile } from "../../generated/company-profile.ts";
import { mainLanguageOf, noteLanguageOf } from "../../vat/note.ts";
import { vatTerritoryOf } from "../../vat/territory/territory.ts";
import type { InvoiceBreakdownLine, InvoiceDocument } from "../generated/invoice.ts";
import type { InvoiceNote, InvoiceOrder } from "../generated/order.ts";
import { isForBusiness } from "../is-for-business.ts";

/**
 * The notes of a credit note: its own, those of a French seller's invoice about paying late, or of today's profile if the
 * invoice has none on the subject, and Belgium's demand to pay deducted VAT back.
 */
export function notesOnCreditNote(
  own: readonly InvoiceNote[] = [],
  profile: CompanyProfile,
  invoice: InvoiceDocument,
  vatBreakdown: readonly InvoiceBreakdownLine[],
): readonly InvoiceNote[] | undefined {
  const { seller } = invoice;
  const state = vatTerritoryOf(seller.country).numbersOf;
  const required = state === "FR" ? [...notesOnLatePayment(profile, invoice)] : [];
  const creditsBelgianVat = vatBreakdown.some(({ taxAmount, rateCountry }) => {
    return taxAmount > 0 && (rateCountry ?? seller.country) === "BE";
  });
  if (state === "BE" && creditsBelgianVat) required.push({ text: belgianNote(seller.language) });
  const missing = required.filter(({ subject }) => {
    return subject === undefined || own.every((note) => note.subject !== subject);
  });
  return own.length + missing.length === 0 ? undefined : [...own, ...missing];
}

function notesOnLatePayment(profile: CompanyProfile, invoice: InvoiceDocument): readonly InvoiceNote[] {
  const notes = invoice.notes?.filter(({ subject }) => isAboutLatePayment(subject));
  return withLatePaymentNotes(profile, { ...invoice, notes }) ?? [];
}

/**
 * Without it, the seller cannot have its VAT back. In Belgium's official languages; the German text is our translation.
 *
 * @see Koninklijk besluit nr. 4 of 29 December 1969, article 4
 */
const VAT_TO_PAY_BACK: Readonly<Record<string, string>> = {
  nl: "Btw terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht",
  fr: "TVA à reverser à l'État dans la mesure où elle a été initialement déduite",
  de: "Mehrwertsteuer an den Staat zurückzuzahlen, soweit sie ursprünglich abgezogen wurde",
};

function belgianNote(language: string | undefined): string {
  const own = language === undefined ? undefined : VAT_TO_PAY_BACK[noteLanguageOf(language)];
  return own ?? VAT_TO_PAY_BACK[mainLanguageOf("BE")]!;
}

/** The subject of each text about paying late or early, a code of UNTDID 4451. @see BR-FR-05 of the French e-invoicing reform */
const LATE_PAYMENT_SUBJECTS = { penalties: "PMD", recoveryFee: "PMT", discount: "AAB" } as const;

/**
 * The notes of an order, and behind them those that the law requires on invoices to businesses: what the profile says about
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
