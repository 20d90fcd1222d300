import type { InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { amountText, dayText, periodText } from "./format.ts";
import { lineTable } from "./printed-lines.ts";
import { partiesOf } from "./printed-parties.ts";
import { paymentFooter } from "./printed-payment.ts";
import { amountList, breakdownTable } from "./totals.ts";

/**
 * An invoice as it is printed on A4. It prints every field that is for the client: not `reference` and `metadata`, which
 * are the host's, and not the identifiers that only electronic invoices need.
 *
 * @see Directive 2006/112/EC, article 226; the numbers in the comments are its points
 */
export function printedInvoice(invoice: InvoiceWithPayments): TemplateResult {
  const { invoiceNumber, documentType, status, cancellationReason, currency, vatBreakdown } = invoice;
  // (2) the number is the title.
  return html`
    <article class="invoice" aria-labelledby="invoice-title">
      <header>
        <h1 id="invoice-title">${documentType === "389" ? "Self-billed invoice" : "Invoice"} ${invoiceNumber}</h1>
        ${
          status === "CANCELLED"
            ? html`<p class="cancelled">Cancelled${cancellationReason === undefined ? nothing : `: ${cancellationReason}`}</p>`
            : nothing
        }
      </header>
      ${partiesOf(invoice)} ${facts(invoice)} ${lineTable(invoice)}
      <div class="sums">${breakdownTable(vatBreakdown, currency)} ${totals(invoice)}</div>
      ${legalNotes(invoice).map((text) => html`<p class="vat-note">${text}</p>`)}
      ${clientNotes(invoice).map((text) => html`<p class="note">${text}</p>`)} ${paymentFooter(invoice)}
    </article>
  `;
}

/** (1) the date of issue, (7) the date of supply or of payment in advance, and the references. */
function facts(invoice: InvoiceWithPayments): TemplateResult {
  const { issueDate, taxPointDate, supplyDate, dueDate, period, precedingInvoices } = invoice;
  const taxPoint = dayText(taxPointDate);
  const named: [string, string | undefined][] = [
    ["Date of issue", dayText(issueDate)],
    ...(supplyDate === undefined
      ? [["Date of supply or payment", taxPoint] as [string, string]]
      : [["Date of supply", dayText(supplyDate)] as [string, string]]),
    ["Tax point", supplyDate === undefined || supplyDate === taxPointDate ? undefined : taxPoint],
    ["Period", period && periodText(period)],
    ["Due date", dueDate && dayText(dueDate)],
    ["Your reference", invoice.buyerReference],
    ["Your order number", invoice.purchaseOrderReference],
    ["Your accounting reference", invoice.buyerAccountingReference],
    ["Contract", invoice.contractReference],
    ["Project", invoice.projectReference],
    ["Earlier invoices", precedingInvoices?.map(earlierInvoiceText).join(", ")],
  ];
  const given = named.filter(([, value]) => value !== undefined);
  return html`<dl class="facts">${given.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function earlierInvoiceText({
  number,
  issueDate,
}: {
  readonly number: string;
  readonly issueDate?: string | undefined;
}) {
  return issueDate === undefined ? number : `${number} of ${dayText(issueDate)}`;
}

/** (8) and (10): the taxable amount and the VAT, by article 230 also in the currency of the seller's state. */
function totals(invoice: InvoiceWithPayments): TemplateResult {
  const { subtotal, taxTotal, total, currency, taxCurrency, taxTotalInTaxCurrency, exchangeRate } = invoice;
  const converted: [string, string][] =
    taxCurrency === undefined || taxTotalInTaxCurrency === undefined || exchangeRate === undefined
      ? []
      : [
          [
            `VAT in ${taxCurrency}, at ${exchangeRate.rate} (${exchangeRate.source})`,
            amountText(taxTotalInTaxCurrency, taxCurrency),
          ],
        ];
  return amountList([
    ["Net", amountText(subtotal, currency)],
    ["VAT", amountText(taxTotal, currency)],
    ...converted,
    ["Total", amountText(total, currency)],
  ]);
}

/** (7a), (10a), (11), (11a): the note, and the reasons for charging no VAT that it does not have. */
function legalNotes({ vatNote, vatBreakdown }: InvoiceWithPayments): string[] {
  const reasons = vatBreakdown.map(({ exemptionReason = "" }) => exemptionReason);
  return [...new Set([vatNote, ...reasons.filter((reason) => !vatNote.includes(reason))])].filter(Boolean);
}

function clientNotes({ note, notes = [] }: InvoiceWithPayments): string[] {
  return [...(note === undefined ? [] : [note]), ...notes.map(({ text }) => text)];
}
