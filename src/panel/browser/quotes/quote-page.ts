import type { IssuedDocument } from "faktura";
import { html, nothing } from "lit-html";
import type { QuoteView } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { DocumentSending } from "../invoices/document-sending.ts";
import { askingButton } from "../lists/asking-button.ts";
import type { Page, PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.quotes;

/** The page of one quote: as it is printed, what sends it, and the button that makes a draft of it. */
export const quotePage: Page = {
  title: words.quote,
  async open(context) {
    const quote = await context.calls.quote(context.path.slice("/quotes/".length));
    const { id, number, sendings } = quote;
    // Of a document that is sent, only its address and its number are read.
    const document = { id, invoiceNumber: number, quote: true } as object as IssuedDocument;
    const show = (): void => showQuote(context, quote, sending);
    const sending: DocumentSending = new DocumentSending(context, document, sendings, { show, sent: show });
    show();
  },
};

function showQuote(context: PageContext, quote: QuoteView, sending: DocumentSending, problem = ""): void {
  const { base, calls, hasPdf, show } = context;
  const { id, number, state, validUntil, printed } = quote;
  document.title = `${number} · ${printed.sellerName}`;
  const leaveTo = (address: Promise<string>) =>
    address.then(
      (found) => location.assign(base + found),
      (error: unknown) => showQuote(context, quote, sending, failureText(error)),
    );
  const accept = () => leaveTo(calls.draftOfQuote(id).then(({ draftId }) => `/drafts/${draftId}`));
  const question = { question: words.deleteQuestion(number), keep: words.keep };
  const remove = () => leaveTo(calls.deleteQuote(id).then(() => "/quotes"));
  show(html`
    <p role="status">${words.states[state]} · ${words.validUntil} ${dayText(validUntil)}</p>
    <div class="invoice-page">
      ${printedDocument(printed, calls.logos)}
      <section class="actions" aria-labelledby="actions-title">
        <h2 id="actions-title">${texts.invoice.actions}</h2>
        <p role="alert" class="problem">${problem}</p>
        <p><button type="button" class="main" @click=${accept}>${words.makeDraft}</button></p>
        ${sending.withButton(false)}
        ${hasPdf ? html`<p><a class="button" href=${calls.quotePdf(id)}>${texts.sending.pdf}</a></p>` : nothing}
        <p>${askingButton({ label: words.delete, ...question }, remove)}</p>
        ${state === "accepted" ? nothing : html`<p><a class="button" href="${base}/new?quote=${id}">${words.change}</a></p>`}
      </section>
    </div>
  `);
}
