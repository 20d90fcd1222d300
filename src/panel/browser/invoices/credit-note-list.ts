import type { CreditNote } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { listPage, periodFields, wordsField } from "../lists/list-page.ts";
import { amountText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.creditNoteList;

/** The list of credit notes. */
export const creditNoteList = listPage<CreditNote>(words.title, ({ base, calls }) => ({
  load: calls.creditNotes,
  filter: {
    label: words.filter,
    fields: (asked, faults) =>
      html`${wordsField("invoice", words.invoiceNumber, asked.get("invoice"))} ${periodFields(asked, faults)}`,
    all: `${base}/credit-notes`,
  },
  count: texts.words.creditNoteCount,
  file: `${base}/calls/credit-notes.csv`,
  empty: (isFiltered) => html`<p class="empty">${isFiltered ? words.noneMatches : words.none}</p>`,
  name: "list",
  caption: words.caption,
  columns: [
    {
      head: texts.words.number,
      cell: ({ id, creditNoteNumber }) => html`<a href="${base}/credit-notes/${id}">${creditNoteNumber}</a>`,
    },
    { head: texts.words.client, kind: "who", cell: ({ clientName }) => html`<bdi>${clientName}</bdi>` },
    { head: words.issued, kind: "day", cell: ({ issueDate }) => dayText(issueDate) },
    { head: texts.words.invoice, cell: (creditNote) => correctedInvoices(creditNote, base) },
    { head: words.credited, kind: "amount", cell: ({ total, currency }) => amountText(total, currency) },
  ],
}));

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
