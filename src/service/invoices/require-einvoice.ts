import { prepareDocument } from "../../domain/invoice/document.ts";
import type { InvoiceDraft } from "../../domain/invoice/draft.ts";
import { AS_ISSUED } from "../../domain/invoice/invoice.ts";
import { presentInvoice } from "../../domain/invoice/present.ts";
import { documentTerms } from "../../einvoice/document-terms.ts";
import { gapsOf, incompleteRefusal } from "../../einvoice/gaps.ts";

/**
 * Checks that the invoice of a business can be written as the order or else the profile requires. UBL decides, which has
 * every profile that can be required.
 *
 * @throws Refusal `einvoice_incomplete`
 */
export function requireEinvoice(draft: InvoiceDraft): void {
  const { profile, order, taxPointDate } = draft;
  const requires = order.requires ?? profile.requires;
  const isBusiness = order.clientVatNumber !== undefined || order.isCompany === true;
  if (requires === undefined || requires === false || !isBusiness) return;
  // Any number and date will do: no rule depends on them.
  const number = { id: "", invoiceNumber: "1", issueDate: taxPointDate, issuedAt: "" };
  const invoice = presentInvoice(prepareDocument(draft).document, number, AS_ISSUED);
  const gaps = gapsOf(documentTerms(invoice, requires), requires, "ubl");
  if (gaps.length > 0) throw incompleteRefusal(gaps, requires);
}
