import type { CreditNote, InvoiceWithPayments } from "faktura";
import { html, type TemplateResult } from "lit-html";
import type { PrintedLanguage } from "./printed-language.ts";
import { amountList } from "./totals.ts";

/** What is printed of invoices and credit notes alike. The numbers in the comments are the points of article 226. */
export type PrintedDocument = InvoiceWithPayments | CreditNote;

/** What only one of them has; a fact without a value is not printed. */
type OwnFacts = readonly (readonly [name: string, value: string | undefined])[];

/** The document's own facts, (7) the date of supply or of payment in advance, and the references. */
export function facts(
  document: PrintedDocument,
  { printed: words, formats: { dayText, periodText } }: PrintedLanguage,
  own: OwnFacts,
): TemplateResult {
  const { taxPointDate, supplyDate, period } = document;
  const taxPoint = dayText(taxPointDate);
  const named: OwnFacts = [
    ...own,
    supplyDate === undefined ? [words.supplyOrPaymentDate, taxPoint] : [words.supplyDate, dayText(supplyDate)],
    [words.taxPoint, hasOwnTaxPoint(document) ? taxPoint : undefined],
    [words.period, period && periodText(period)],
    [words.yourReference, document.buyerReference],
    [words.yourOrderNumber, document.purchaseOrderReference],
    [words.yourAccountingReference, document.buyerAccountingReference],
    [words.salesOrder, document.salesOrderReference],
    [words.despatchAdvice, document.despatchReference],
    [words.goodsReceipt, document.goodsReceiptReference],
    [words.tender, document.tenderReference],
    [words.invoicedObject, document.invoicedObject?.id],
    [words.supportingDocuments, documentsOf(document)],
    [words.contract, document.contractReference],
    [words.project, document.projectReference],
  ];
  const given = named.filter(([, value]) => value !== undefined);
  return html`<dl class="facts">${given.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Whether the tax point is neither the day of supply nor what its code says. */
function hasOwnTaxPoint({ taxPointCode, taxPointDate, supplyDate }: PrintedDocument): boolean {
  return taxPointCode === undefined && supplyDate !== undefined && supplyDate !== taxPointDate;
}

function documentsOf({ supportingDocuments }: PrintedDocument): string | undefined {
  return supportingDocuments
    ?.map(({ reference, description, url }) => [reference, description, url].filter(Boolean).join(", "))
    .join("; ");
}

/** (8) and (10): the taxable amount and the VAT, by article 230 also in the currency of the seller's state. */
export function totals(
  document: PrintedDocument,
  { words, printed, formats }: PrintedLanguage,
  totalName: string,
): TemplateResult {
  const { amountText, quantityText } = formats;
  const { subtotal, taxTotal, total, currency, taxCurrency, taxTotalInTaxCurrency, exchangeRate } = document;
  const converted: [string, string][] =
    taxCurrency === undefined || taxTotalInTaxCurrency === undefined || exchangeRate === undefined
      ? []
      : [
          [
            printed.vatIn(taxCurrency, quantityText(exchangeRate.rate, undefined), exchangeRate.source),
            amountText(taxTotalInTaxCurrency, taxCurrency),
          ],
        ];
  return amountList([
    [words.net, amountText(subtotal, currency)],
    [words.vat, amountText(taxTotal, currency)],
    ...converted,
    [totalName, amountText(total, currency)],
  ]);
}

/** (7a), (10a), (11), (11a): the note, and the reasons for charging no VAT that it does not have. */
export function legalNotes({ vatNote, vatBreakdown }: PrintedDocument): string[] {
  const reasons = vatBreakdown.map(({ exemptionReason = "" }) => exemptionReason);
  return [...new Set([vatNote, ...reasons.filter((reason) => !vatNote.includes(reason))])].filter(Boolean);
}

export function clientNotes({ note, notes = [] }: PrintedDocument): string[] {
  return [...(note === undefined ? [] : [note]), ...notes.map(({ text }) => text)];
}
