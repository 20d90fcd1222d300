import type { InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { dayText } from "./format.ts";
import { clientNotes, facts, legalNotes, totals } from "./printed-document.ts";
import { lineTable } from "./printed-lines.ts";
import { partiesOf } from "./printed-parties.ts";
import { paymentFooter } from "./printed-payment.ts";
import { breakdownTable } from "./totals.ts";

/**
 * An invoice as it is printed on A4. It prints every field that is for the client: not `reference` and `metadata`, which
 * are the host's, and not the identifiers that only electronic invoices need. A preview says that it is one.
 *
 * @see Directive 2006/112/EC, article 226; the numbers in the comments are its points
 */
export function printedInvoice(invoice: InvoiceWithPayments, isPreview = false): TemplateResult {
  const { invoiceNumber, documentType, status, cancellationReason, currency, vatBreakdown } = invoice;
  // (2) the number is the title.
  return html`
    <article class="invoice" aria-labelledby="invoice-title">
      <header>
        <h1 id="invoice-title" tabindex="-1">${documentType === "389" ? "Self-billed invoice" : "Invoice"} ${invoiceNumber}</h1>
        ${isPreview ? html`<p class="not-issued">Preview, not issued</p>` : nothing}
        ${
          status === "CANCELLED"
            ? html`<p class="cancelled">Cancelled${cancellationReason === undefined ? nothing : `: ${cancellationReason}`}</p>`
            : nothing
        }
      </header>
      ${partiesOf(invoice)} ${facts(invoice, ownFacts(invoice))} ${lineTable(invoice)}
      <div class="sums">${breakdownTable(vatBreakdown, currency)} ${totals(invoice, "Total")}</div>
      ${legalNotes(invoice).map((text) => html`<p class="vat-note">${text}</p>`)}
      ${clientNotes(invoice).map((text) => html`<p class="note">${text}</p>`)} ${paymentFooter(invoice)}
    </article>
  `;
}

/** (1) the date of issue, and what credit notes do not have. */
function ownFacts({ issueDate, dueDate, precedingInvoices }: InvoiceWithPayments): [string, string | undefined][] {
  return [
    ["Date of issue", dayText(issueDate)],
    ["Due date", dueDate && dayText(dueDate)],
    ["Earlier invoices", precedingInvoices?.map(earlierInvoiceText).join(", ")],
  ];
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
