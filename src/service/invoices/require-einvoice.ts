import type { CalendarDay } from "../../domain/calendar.ts";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import { prepareDocument } from "../../domain/invoice/document.ts";
import { type DocumentFormat, incompleteRefusal } from "../../domain/invoice/document-format.ts";
import type { InvoiceDraft } from "../../domain/invoice/draft.ts";
import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { asIssued } from "../../domain/invoice/invoice-state.ts";
import { formatInvoiceNumber } from "../../domain/invoice/number.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { prefixOfSeries } from "../../domain/invoice/series.ts";
import type { FormatDuty } from "../../domain/invoice/warnings/format-duties.ts";
import { inOrder } from "../../domain/invoice/warnings/order-warnings.ts";
import type { VatWarning } from "../../domain/vat/types.ts";
import { importOf, notPassed, requiredFormats, requiredIds } from "../formats.ts";

/**
 * The formats that the order requires, or else the profile.
 *
 * @throws Refusal `request_invalid` if one of them was not passed
 */
export function formatsRequired(
  order: InvoiceOrder,
  profile: CompanyProfile,
  formats: readonly DocumentFormat[],
): readonly DocumentFormat[] {
  if (order.requires !== undefined) return requiredFormats(order.requires, formats);
  if (profile.requires === undefined) return [];
  return requiredFormats(profile.requires, formats, { parameter: "seller.requires" });
}

/** The first number of the month: rules look at the characters of a number, which all numbers of a series share. */
export function sampleNumber(prefix: string, today: CalendarDay) {
  const number = formatInvoiceNumber({ prefix, yearMonth: today.slice(0, 7).replace("-", ""), counter: 1 });
  return { id: "", number, issueDate: today, issuedAt: `${today}T12:00:00.000Z` };
}

/** The invoice of a draft as it would be issued today. */
export function sampleInvoice(draft: InvoiceDraft, today: CalendarDay): Invoice {
  const { number, ...rest } = sampleNumber(prefixOfSeries(draft.profile, draft.order.series), today);
  const { document } = prepareDocument(draft);
  return presentInvoice(document, { ...rest, invoiceNumber: number }, asIssued(document));
}

/**
 * Checks that the document can be written in each of the formats that apply to it.
 *
 * @throws Refusal `einvoice_incomplete`
 */
export function requireEinvoice(document: Invoice | CreditNote, required: readonly DocumentFormat[]): void {
  const lacking = required
    .filter((format) => format.appliesTo(document))
    .map((format) => ({ id: format.id, gaps: format.gaps(document) }))
    .filter(({ gaps }) => gaps.length > 0);
  if (lacking.length === 0) return;
  throw incompleteRefusal(
    lacking.flatMap(({ gaps }) => gaps),
    lacking.map(({ id }) => id).join(", "),
  );
}

/** The draft, with the warning `format_required` that its seller's state asks for a format that was not passed. */
export function withDutyWarning(draft: InvoiceDraft, duty: FormatDuty): InvoiceDraft {
  const { seller, clients, act, since } = duty;
  const [usual = ""] = duty.formats;
  const asks = `Since ${since} the law of ${seller} asks for ${duty.formats.join(" or ")} on invoices to ${clients}`;
  const detail = `${asks} (${act}), and no such format was passed to createInvoicing: ${importOf(usual)}.`;
  const warnings = [...draft.warnings, { code: "format_required" as const, detail }];
  return { ...draft, warnings: inOrder(warnings) };
}

/** The warnings about a credit note that could not be written as the profile requires. It is issued in spite of them. */
export function einvoiceWarnings(
  { requires }: CompanyProfile,
  creditNote: CreditNote,
  formats: readonly DocumentFormat[],
): VatWarning[] {
  const details = requiredIds(requires).flatMap((id) => {
    const format = formats.find((each) => each.id === id);
    if (format === undefined) return [`Not checked: ${notPassed(id, formats)}.`];
    if (!format.appliesTo(creditNote)) return [];
    return format.gaps(creditNote).map(({ rule, detail }) => `${rule}: ${detail}`);
  });
  return details.map((detail) => ({ code: "einvoice_incomplete", detail }));
}
