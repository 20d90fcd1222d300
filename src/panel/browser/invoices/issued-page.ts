import { html, nothing, type TemplateResult } from "lit-html";
import type { InvoiceView } from "../../wire.ts";
import type { PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { amountText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import type { DocumentSending } from "./document-sending.ts";
import { einvoiceList } from "./file-list.ts";

/** The page after an invoice is issued: its number, then what sends it to the client. */
export function issuedPage(
  context: PageContext,
  { invoice, printed, files }: InvoiceView,
  sending: DocumentSending,
): TemplateResult {
  const { base, hasPdf, calls } = context;
  const { id, invoiceNumber, clientName, amountDue, currency, dueDate } = invoice;
  const { title, goesTo, due, next, einvoice, open, another } = texts.issuedPage;
  const strong = (text: string) => html`<strong><bdi>${text}</bdi></strong>`;
  return html`
    <div class="invoice-page issued">
      <section class="actions" aria-labelledby="issued-title">
        <h1 id="issued-title" tabindex="-1">${title(html`<bdi>${invoiceNumber}</bdi>`)}</h1>
        <p>${goesTo(strong(clientName), strong(amountText(amountDue, currency)))} ${dueDate === undefined ? nothing : due(dayText(dueDate))}</p>
        <h2>${next}</h2>
        ${hasPdf ? html`<p><a class="button main" href="${calls.pathOf(invoice)}/files/pdf" download>${texts.sending.savePdf}</a></p>` : nothing}
        ${sending.withButton(!hasPdf)}
        <h3>${einvoice}</h3>
        ${einvoiceList(invoice, files, context)}
        <p class="onward"><a href="${base}/invoices/${id}">${open}</a> <a href="${base}/new">${another}</a></p>
      </section>
      ${printedDocument(printed, calls.logos)}
    </div>
  `;
}
