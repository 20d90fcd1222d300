import { html, type TemplateResult } from "lit-html";
import type { CreditNoteView } from "../../wire.ts";
import type { Page, PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { texts } from "../texts/language.ts";
import { correctedInvoices } from "./credit-note-list.ts";
import { DocumentSending } from "./document-sending.ts";
import { fileList } from "./file-list.ts";
import { PortalNumbers } from "./portal-numbers.ts";

/** The page of one credit note: its printed form, and what sends it to the client. */
export const creditNotePage: Page = {
  title: texts.creditNote.title,
  async open(context) {
    const view = await context.calls.creditNote(context.path.slice("/credit-notes/".length));
    const { creditNote, sendings } = view;
    // The browser suggests the title as the name of the printed file.
    document.title = `${creditNote.creditNoteNumber} · ${creditNote.seller.name}`;
    const files = () => fileList(creditNote, view.files, context);
    const show = () => showPage(context, view, sending, html`${numbers.template()} ${files()}`);
    const numbers = new PortalNumbers(context, creditNote, show);
    const sending = new DocumentSending(context, creditNote, sendings, { show, sent: show });
    show();
  },
};

function showPage(
  context: PageContext,
  { creditNote, printed }: CreditNoteView,
  sending: DocumentSending,
  files: TemplateResult,
): void {
  const { base, calls, show } = context;
  show(html`
    <div class="invoice-page">
      ${printedDocument(printed, calls.logos)}
      <section class="actions" aria-labelledby="actions-title">
        <h2 id="actions-title">${texts.creditNote.title}</h2>
        <p>${texts.creditNote.corrects(correctedInvoices(creditNote, base))}</p>
        ${sending.withButton()} ${files}
      </section>
    </div>
  `);
}
