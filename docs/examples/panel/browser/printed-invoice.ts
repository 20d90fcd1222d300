import type { InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { LANGUAGE, texts } from "./language.ts";
import { clientNotes, facts, legalNotes, totals } from "./printed-document.ts";
import type { PrintedLanguage } from "./printed-language.ts";
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
export function printedInvoice(
  invoice: InvoiceWithPayments,
  language: PrintedLanguage,
  isPreview = false,
): TemplateResult {
  const { printed: words } = language;
  const { invoiceNumber, documentType, status, cancellationReason, currency, vatBreakdown } = invoice;
  // (2) the number is the title.
  return html`
    <article class="invoice" lang=${language.language} aria-labelledby="invoice-title">
      <header>
        <h1 id="invoice-title" tabindex="-1">${documentType === "389" ? words.selfBilledInvoice : (words.titles[documentType] ?? words.invoice)} <bdi>${invoiceNumber}</bdi></h1>
        ${isPreview ? html`<p class="not-issued" lang=${LANGUAGE}>${texts.review.preview}</p>` : nothing}
        ${status === "CANCELLED" ? html`<p class="cancelled">${words.cancelled(cancellationReason)}</p>` : nothing}
      </header>
      ${partiesOf(invoice, language)} ${facts(invoice, language, ownFacts(invoice, language))}
      ${lineTable(invoice, language)}
      <div class="sums">${breakdownTable(vatBreakdown, currency, language)} ${totals(invoice, language, language.words.total)}</div>
      ${legalNotes(invoice).map((text) => html`<p class="vat-note">${text}</p>`)}
      ${clientNotes(invoice).map((text) => html`<p class="note">${text}</p>`)} ${paymentFooter(invoice, language)}
    </article>
  `;
}

/** (1) the date of issue, and what credit notes do not have. */
function ownFacts(
  { issueDate, dueDate, precedingInvoices }: InvoiceWithPayments,
  { printed: words, formats: { dayText } }: PrintedLanguage,
): [string, string | undefined][] {
  const earlier = precedingInvoices?.map(({ number, issueDate: day }) => {
    return day === undefined ? number : words.numberOf(number, dayText(day));
  });
  return [
    [words.issueDate, dayText(issueDate)],
    [words.dueDate, dueDate && dayText(dueDate)],
    [words.earlierInvoices, earlier?.join(", ")],
  ];
}
