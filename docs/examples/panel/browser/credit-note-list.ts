import type { CreditNote } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { failureText } from "./calls.ts";
import { amountText, countText, dayText } from "./format.ts";
import { paging } from "./invoice-list.ts";
import { texts } from "./language.ts";
import type { Page } from "./page.ts";

/** The list of credit notes. Like that of invoices, each page of it has its own URL. */
export const creditNoteList: Page = {
  title: texts.creditNoteList.title,
  async open({ base, calls, query, show }) {
    const asked = new URLSearchParams([...query].filter(([, value]) => value !== ""));
    const found = await calls.creditNotes(asked).then(
      (list) => html`
        <p role="status">${countText(texts.words.creditNoteCount, list.total)}</p>
        ${list.data.length === 0 ? nothing : creditNoteTable(base, list.data)} ${paging(asked, list)}
      `,
      (error) => html`<p role="alert" class="problem">${failureText(error)}</p>`,
    );
    show(html`<h1>${texts.creditNoteList.title}</h1> ${found}`);
  },
};

function creditNoteTable(base: string, creditNotes: readonly CreditNote[]): TemplateResult {
  return html`
    <table class="list">
      <caption class="heard">${texts.creditNoteList.caption}</caption>
      <thead>
        <tr>
          <th scope="col">${texts.words.number}</th>
          <th scope="col">${texts.words.client}</th>
          <th scope="col">${texts.words.invoice}</th>
          <th scope="col" class="amount">${texts.creditNoteList.credited}</th>
        </tr>
      </thead>
      <tbody>
        ${creditNotes.map(({ id, creditNoteNumber, issueDate, clientName, corrects, total, currency }) => {
          return html`
            <tr>
              <th scope="row">
                <a href="${base}/credit-notes/${id}">${creditNoteNumber}</a>
                <small>${dayText(issueDate)}</small>
              </th>
              <td>${clientName}</td>
              <td><a href="${base}/invoices/${corrects.invoiceId}">${corrects.invoiceNumber}</a></td>
              <td class="amount">${amountText(total, currency)}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}
