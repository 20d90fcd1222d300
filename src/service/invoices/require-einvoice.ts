import type { CalendarDay } from "../../domain/calendar.ts";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import { prepareDocument } from "../../domain/invoice/document.ts";
import type { InvoiceDraft } from "../../domain/invoice/draft.ts";
import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import { AS_ISSUED } from "../../domain/invoice/invoice-state.ts";
import { isForBusiness } from "../../domain/invoice/is-for-business.ts";
import { formatInvoiceNumber } from "../../domain/invoice/number.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { prefixOfSeries } from "../../domain/invoice/series.ts";
import type { VatWarning } from "../../domain/vat/types.ts";
import { documentTerms } from "../../einvoice/document-terms.ts";
import { gapsOf } from "../../einvoice/gaps.ts";
import { incompleteRefusal } from "../../einvoice/incomplete-refusal.ts";
import type { EinvoiceProfile } from "../../einvoice/specification.ts";

/**
 * Checks that the invoice to a business meets the specification in `requires`. UBL decides, because it has every
 * profile that can be required.
 *
 * @throws Refusal `einvoice_incomplete`
 */
export function requireEinvoice(draft: InvoiceDraft, requires: EinvoiceProfile, today: CalendarDay): void {
  const { order, profile } = draft;
  if (!isForBusiness(order)) return;
  // Rules look at the characters of the number, which all numbers of a series share.
  const invoiceNumber = formatInvoiceNumber({
    ...{ prefix: prefixOfSeries(profile, order.series), yearMonth: today.slice(0, 7).replace("-", ""), counter: 1 },
  });
  const number = { id: "", invoiceNumber, issueDate: today, issuedAt: `${today}T12:00:00.000Z` };
  const invoice = presentInvoice(prepareDocument(draft).document, number, AS_ISSUED);
  const gaps = gapsOf(documentTerms(invoice, requires), requires, "ubl");
  if (gaps.length > 0) throw incompleteRefusal(gaps, requires);
}

/** The warnings about a credit note that could not be written as the profile requires. It is issued in spite of them. */
export function einvoiceWarnings({ requires }: CompanyProfile, creditNote: CreditNote): VatWarning[] {
  if (requires === undefined || !isForBusiness(creditNote)) return [];
  const gaps = gapsOf(documentTerms(creditNote, requires), requires, "ubl");
  return gaps.map(({ rule, detail }) => ({ code: "einvoice_incomplete", detail: `${rule}: ${detail}` }));
}
