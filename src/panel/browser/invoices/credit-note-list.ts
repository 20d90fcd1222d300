import type { CreditNote } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { givenIn } from "../../page-data.ts";
import type { CreditNoteList } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { pageHeading } from "../lists/page-heading.ts";
import { paging } from "../lists/paging.ts";
import { tableHead } from "../lists/table-head.ts";
import type { Page, PageContext } from "../page.ts";
import { amountText, countText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { csvSaving, type FilterFaults, filterFaults, periodFields, withoutPage } from "./invoice-list.ts";

/** The list of credit notes. Like that of invoices, each filtered list and each of its pages has its own URL. */
export const creditNoteList: Page = {
  title: texts.creditNoteList.title,
  async open(context) {
    const { calls, query, show } = context;
    const asked = givenIn(query);
    let faults: FilterFaults = {};
    const found = await calls.creditNotes(asked).then(
      (list) => foundCreditNotes(context, asked, list),
      (error) => {
        faults = filterFaults(error);
        return html`<p role="alert" class="problem">${failureText(error)}</p>`;
      },
    );
    show(html`${pageHeading(texts.creditNoteList.title, context)} ${filterForm(context, asked, faults)} ${found}`);
  },
};

function filterForm({ base }: PageContext, asked: URLSearchParams, faults: FilterFaults): TemplateResult {
  const { filter, invoiceNumber } = texts.creditNoteList;
  return html`
    <form class="filter" role="search" aria-label=${filter}>
      <p class="field">
        <label for="invoice">${invoiceNumber}</label>
        <input id="invoice" name="invoice" type="search" maxlength="200" autocomplete="off"
          value=${asked.get("invoice") ?? nothing} />
      </p>
      ${periodFields(asked, faults)}
      <p class="choices">
        <button>${texts.list.show}</button>
        ${withoutPage(asked).size > 0 ? html`<a href="${base}/credit-notes">${texts.list.clear}</a>` : nothing}
      </p>
    </form>
  `;
}

function foundCreditNotes({ base }: PageContext, asked: URLSearchParams, list: CreditNoteList): TemplateResult {
  const status = html`<p role="status">${countText(texts.words.creditNoteCount, list.total)}</p>`;
  if (list.total === 0) {
    const { none, noneMatches } = texts.creditNoteList;
    return html`${status} <p class="empty">${withoutPage(asked).size > 0 ? noneMatches : none}</p>`;
  }
  return html`
    <div class="found">
      ${status} ${csvSaving(`${base}/calls/credit-notes.csv`, asked)}
    </div>
    ${list.data.length === 0 ? nothing : creditNoteTable(base, list.data)} ${paging(asked, list)}
  `;
}

function creditNoteTable(base: string, creditNotes: readonly CreditNote[]): TemplateResult {
  const { caption, issued, credited } = texts.creditNoteList;
  return html`
    <table class="list">
      <caption class="heard">${caption}</caption>
      ${tableHead([texts.words.number, texts.words.client, issued, texts.words.invoice, { amount: credited }])}
      <tbody>
        ${creditNotes.map((creditNote) => {
          const { id, creditNoteNumber, issueDate, clientName, total, currency } = creditNote;
          return html`
            <tr>
              <th scope="row"><a href="${base}/credit-notes/${id}">${creditNoteNumber}</a></th>
              <td class="who"><bdi>${clientName}</bdi></td>
              <td class="day" data-name=${issued}>${dayText(issueDate)}</td>
              <td data-name=${texts.words.invoice}>
                ${correctedInvoices(creditNote, base)}
              </td>
              <td class="amount" data-name=${credited}>${amountText(total, currency)}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

/** The invoices that a credit note corrects, with links to those of the books; the days of a period in place of them. */
export function correctedInvoices(creditNote: CreditNote, base: string): TemplateResult {
  const { corrects, correctedInvoices = [], period } = creditNote;
  if (corrects === undefined && correctedInvoices.length === 0 && period !== undefined) {
    return html`${[period.start, period.end].map((day) => (day === undefined ? "" : dayText(day))).join("–")}`;
  }
  const named = corrects === undefined ? correctedInvoices : [{ ...corrects, number: corrects.invoiceNumber }];
  const links = named.map(({ number, invoiceId }) => {
    return invoiceId === undefined ? number : html`<a href="${base}/invoices/${invoiceId}">${number}</a>`;
  });
  return html`${links.map((link, index) => (index === 0 ? link : html`, ${link}`))}`;
}
