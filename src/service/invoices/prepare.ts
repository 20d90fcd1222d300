import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import { requireCreditNotePrefix } from "../../domain/invoice/credit/credit-document.ts";
import { prepareDocument, type UnnumberedDocument } from "../../domain/invoice/document.ts";
import { draftInvoice, type InvoiceDraft, verifiedDraft } from "../../domain/invoice/draft.ts";
import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { prefixOfSeries } from "../../domain/invoice/series.ts";
import { unmetDuty } from "../../domain/invoice/warnings/format-duties.ts";
import { Refusal } from "../../domain/refusal.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type { LockedBooks, NumberingOptions } from "../commit/locked-books.ts";
import { requireLockedProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { requirePrintable, requirePrintableNote, requirePrintableProfile } from "../require-printable.ts";
import { verifyVatNumber } from "../vat/verify-number.ts";
import { type OrderAdvances, withAdvances } from "./order-advances.ts";
import { formatsRequired, requireEinvoice, sampleInvoice, withDutyWarning } from "./require-einvoice.ts";

/** An invoice that is complete except for its number. */
export interface PreparedInvoice {
  readonly prepared: UnnumberedDocument;
  readonly numbering: NumberingOptions;
  /** The draft, if it deducts advances or replaces an invoice, which may change before the lock. Absent: it does neither. */
  readonly final?: { readonly draft: InvoiceDraft; readonly ids: OrderAdvances["ids"] } | undefined;
}

/** What was prepared with a profile. */
export interface Prepared<Invoices> {
  readonly prepared: Invoices;
  /** The profile that it was prepared with, to be compared under the lock. Absent: it was read after the call began. */
  readonly profileText?: string | undefined;
}

/**
 * What `prepare` makes of the profile that the company's last transaction read; `undefined` if none has, or if that
 * profile refuses it, because it may have changed since.
 */
export function prepareKnown<Invoices>(
  { companyId, knownProfile }: CompanyContext,
  prepare: (profile: CompanyProfile) => Invoices,
): Prepared<Invoices> | undefined {
  const known = knownProfile?.(companyId);
  if (known === undefined) return undefined;
  try {
    return { prepared: prepare(known.profile), profileText: known.text };
  } catch {
    return undefined;
  }
}

/**
 * The profile as the transaction has read it, if it is not the one that something was prepared with. Then it is prepared
 * again, under the lock.
 *
 * @throws Refusal `company_not_found` if it is gone
 */
export function changedProfile(books: LockedBooks, profileText: string | undefined): CompanyProfile | undefined {
  if (profileText === undefined || profileText === books.profile) return undefined;
  return requireLockedProfile(books.profile);
}

/**
 * The part of an invoice that the order and the profile decide. `sampleOf` gives the document that formats are asked about.
 *
 * @throws Refusal `request_invalid` if the profile gives invoices and credit notes the same prefix, a text could not be
 *   printed, or a format that is required was not passed; see `draftInvoice`; `einvoice_incomplete` if the order or the profile requires an electronic invoice that
 *   could not be written
 */
export function draftOrder(
  { clock, vatOptions, printable, formats }: CompanyContext,
  profile: CompanyProfile,
  order: InvoiceOrder,
  advances?: OrderAdvances,
  sampleOf: (draft: InvoiceDraft, today: CalendarDay) => Invoice | CreditNote = sampleInvoice,
): InvoiceDraft {
  // A profile from the store was checked when it was saved.
  if (profile.creditNotePrefix !== undefined) requireCreditNotePrefix(profile);
  if (printable !== undefined) {
    requirePrintable(printable, order);
    requirePrintableProfile(printable, profile);
  }
  const requires = order.requires ?? profile.requires;
  const required = requires === undefined || requires === false ? undefined : formatsRequired(order, profile, formats);
  if (order.series !== undefined) prefixOfSeries(profile, order.series);
  const { rates, failedChecksum } = vatOptions;
  const today = calendarDayIn(timeZoneOf(profile), clock.now());
  const whole = draftInvoice(profile, order, { rates, failedChecksum, today });
  const draft = advances === undefined ? whole : withAdvances(whole, advances.ids, advances.books);
  if (printable !== undefined) requirePrintableNote(printable, draft);
  if (required !== undefined) requireEinvoice(sampleOf(draft, today), required);
  const duty = unmetDuty(draft, formats, today);
  return duty === undefined ? draft : withDutyWarning(draft, duty);
}

/**
 * The draft, with the register's answer about the VAT number that decided the treatment. The register is asked before
 * the lock, and only about orders that are not refused for another reason.
 *
 * @throws Refusal `vat_number_invalid`; `vat_number_unverified` if the policy is to refuse during an outage
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

/** The draft, serialised except for its number. */
export function prepareInvoice(draft: InvoiceDraft, advances?: OrderAdvances): PreparedInvoice {
  const { profile, order, undeducted, replaces } = draft;
  const { series } = order;
  const prefix = series === undefined ? profile.invoicePrefix : prefixOfSeries(profile, series);
  const numbering = { prefix, timeZone: timeZoneOf(profile), series };
  const prepared = prepareDocument(draft);
  return (undeducted ?? replaces) === undefined
    ? { prepared, numbering }
    : { prepared, numbering, final: { draft, ids: advances!.ids } };
}

/** The invoice with what it settles as it is under the lock. @throws Refusal `request_invalid` as `deductAdvances` and `replaceInvoice` */
export function prepareLocked(ready: PreparedInvoice, books: LockedBooks): PreparedInvoice {
  const { final } = ready;
  if (final === undefined) return ready;
  return { ...ready, prepared: prepareDocument(withAdvances(final.draft, final.ids, books)) };
}

/** The approximate length of a document, in characters. */
export function lengthOf({ text }: UnnumberedDocument): number {
  return text[0].length + text[2].length;
}
