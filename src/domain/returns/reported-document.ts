import type { CalendarDay } from "../calendar.ts";
import type { CreditNoteDocument } from "../invoice/generated/credit-note.ts";
import type { InvoiceDocument } from "../invoice/generated/invoice.ts";
import { faultsIn, type StoredReading } from "../invoice/stored-document.ts";
import { taxCurrencyOf } from "../invoice/tax-currency.ts";
import { VAT_GROUP_FIELDS } from "../invoice/vat-groups.ts";
import { Decimal } from "../money/decimal.ts";
import type { VatClient, VatPlace } from "../vat/types.ts";

/** A document that returns declare. */
export type ReportedDocument = InvoiceDocument | CreditNoteDocument;

/** The fields without which a return cannot declare a document, or would declare it wrongly. An audit checks the rest. */
const NEEDED = [
  ...["currency", "issueDate", "taxPointDate", "seller/country", "vatTreatment", "total", "exchangeRate/rate"],
  ...VAT_GROUP_FIELDS.map((field) => `vatBreakdown/${field}`),
  ...["items", "allowances", "charges"].flatMap((list) =>
    ["netAmount", "taxRate", "vatCategory"].map((field) => `${list}/${field}`),
  ),
  ...["invoiceNumber", "prepaidAmount", "payable", "creditNoteNumber", "corrects/issueDate"],
];

/**
 * The document that was read; `undefined` if a field that returns need is missing or has another type, or if a later release
 * wrote it in a version in which its fields may mean something else. The panel's own documents may have no version.
 */
export function reportedDocument<Document extends ReportedDocument>({
  content,
  faults,
}: StoredReading<Document>): Document | undefined {
  if (content === undefined || faultsIn(faults, NEEDED).length > 0) return undefined;
  const isVersionKnown = content.documentVersion === undefined || faultsIn(faults, ["documentVersion"]).length === 0;
  if (!isVersionKnown) return undefined;
  const isWithoutAmounts = content.vatBreakdown.length === 0 && content.total !== 0; // it would be in no section
  return isWithoutAmounts ? undefined : content;
}

/** The issue date of the invoice. For a credit note, that of the invoice of the books that it credits, if it is one. */
export function invoiceIssueDateOf(document: ReportedDocument): CalendarDay {
  return "corrects" in document ? (document.corrects ?? document).issueDate : document.issueDate;
}

/**
 * The currency of the seller's VAT and the rate into it, that of the document unless another is given; the document's own
 * currency if there is no rate, or only one into a currency that is not that of the seller's state.
 */
export function declaredCurrency(
  document: ReportedDocument,
  paymentRate?: number,
): { readonly currency: string; readonly rate?: Decimal } {
  const { currency, taxCurrency, exchangeRate } = document;
  const own = taxCurrencyOf(sellerPlaceOf(document).country, invoiceIssueDateOf(document));
  const isIntoOwn = exchangeRate?.currency === undefined || exchangeRate.currency === own;
  const declared = (isIntoOwn ? taxCurrency : undefined) ?? own ?? currency;
  const rate = paymentRate ?? (isIntoOwn ? exchangeRate?.rate : undefined);
  if (rate === undefined || declared === currency) return { currency };
  return { currency: declared, rate: new Decimal(rate) };
}

/** Where the seller is for VAT: in the state of the registration under which it sold, or else where it is established. */
export function sellerPlaceOf({ seller, registrationCountry }: ReportedDocument): VatPlace {
  return registrationCountry === undefined ? seller : { country: registrationCountry };
}

/** The client's place and VAT number; `undefined` if the document does not name its country. */
export function clientOf(document: ReportedDocument): VatClient | undefined {
  const { clientCountry: country, clientAddress: address, clientVatNumber: vatNumber, isCompany } = document;
  return country === undefined ? undefined : { country, address, vatNumber, isCompany };
}
