import { INVOICE_MENTIONS } from "../../../languages/generated/invoice-mentions.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { mainLanguageOf } from "../../vat/main-language.ts";
import { noteLanguageOf } from "../../vat/note.ts";
import { vatTerritoryOf } from "../../vat/territory/territory.ts";
import type { InvoiceBreakdownLine, InvoiceDocument } from "../generated/invoice.ts";
import type { InvoiceNote } from "../generated/order.ts";
import { isAboutLatePayment, withLatePaymentNotes } from "./late-payment-notes.ts";

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
  if (state === "BE" && creditsBelgianVat)
    required.push({ text: belgianNote(seller.language, invoice.clientLanguage) });
  const missing = required.filter(({ subject }) => {
    return subject === undefined || own.every((note) => note.subject !== subject);
  });
  return own.length + missing.length === 0 ? undefined : [...own, ...missing];
}

function notesOnLatePayment(profile: CompanyProfile, invoice: InvoiceDocument): readonly InvoiceNote[] {
  const notes = invoice.notes?.filter(({ subject }) => isAboutLatePayment(subject));
  return withLatePaymentNotes(profile, { ...invoice, notes }) ?? [];
}

/** In the seller's language, or else in Dutch, and in the client's, as far as they are official languages. */
function belgianNote(language: string | undefined, clientLanguage: string | undefined): string {
  const wordingOf = (tag = "en") => INVOICE_MENTIONS[noteLanguageOf(tag)]?.vatToPayBack;
  const own = wordingOf(language) ?? wordingOf(mainLanguageOf("BE"))!;
  return [...new Set([own, wordingOf(clientLanguage) ?? own])].join(" / ");
}
