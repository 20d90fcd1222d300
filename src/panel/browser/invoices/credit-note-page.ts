import { html } from "lit-html";
import { texts } from "../language.ts";
import type { Page } from "../page.ts";
import { printedCreditNote } from "../printed/printed-credit-note.ts";
import { printedLanguageOf } from "../printed/printed-language.ts";
import { fileList } from "./file-list.ts";

/** The page of one credit note: its printed form. */
export const creditNotePage: Page = {
  title: texts.creditNote.title,
  async open(context) {
    const { base, calls, path, show } = context;
    const creditNote = await calls.creditNote(path.slice("/credit-notes/".length));
    const language = await printedLanguageOf(creditNote);
    const { creditNoteNumber, seller, corrects } = creditNote;
    // The browser suggests the title as the name of the printed file.
    document.title = `${creditNoteNumber} · ${seller.name}`;
    show(html`
      <div class="invoice-page">
        ${printedCreditNote(creditNote, language)}
        <section class="actions" aria-labelledby="actions-title">
          <h2 id="actions-title">${texts.creditNote.title}</h2>
          <p>${texts.creditNote.corrects(html`<a href="${base}/invoices/${corrects.invoiceId}">${corrects.invoiceNumber}</a>`)}</p>
          ${fileList(creditNote, context)}
        </section>
      </div>
    `);
  },
};
