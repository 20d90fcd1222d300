import type { Invoice } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { CreditNoteList, InvoiceList } from "../wire.ts";
import { failureText } from "./calls.ts";
import { amountText, countryText, countText, dayText } from "./format.ts";
import { texts } from "./language.ts";
import type { Page } from "./page.ts";

const STATUSES = Object.entries(texts.words.statuses);

/** The list of invoices. The filter is a plain form, so that each filtered list has its own URL. */
export const invoiceList: Page = {
  title: texts.list.title,
  async open({ base, calls, query, show }) {
    const asked = new URLSearchParams([...query].filter(([, value]) => value !== ""));
    const found = await calls.list(asked).then(
      (list) => foundInvoices(base, asked, list),
      (error) => html`<p role="alert" class="problem">${failureText(error)}</p>`,
    );
    show(html`<h1>${texts.list.title}</h1> ${filterForm(asked)} ${found}`);
  },
};

function filterForm(asked: URLSearchParams): TemplateResult {
  return html`
    <form class="filter" role="search" aria-label=${texts.list.filter}>
      <p class="field">
        <label for="status">${texts.list.status}</label>
        <select id="status" name="status">
          <option value="">${texts.list.all}</option>
          ${STATUSES.map(([status, label]) => {
            return html`<option value=${status} ?selected=${asked.get("status") === status}>${label}</option>`;
          })}
        </select>
      </p>
      <p class="field">
        <label for="from">${texts.list.from}</label>
        <input id="from" name="from" type="date" value=${asked.get("from") ?? nothing} />
      </p>
      <p class="field">
        <label for="to">${texts.list.to}</label>
        <input id="to" name="to" type="date" value=${asked.get("to") ?? nothing} />
      </p>
      <button>${texts.list.show}</button>
    </form>
  `;
}

function foundInvoices(base: string, asked: URLSearchParams, list: InvoiceList): TemplateResult {
  return html`
    <p role="status">${countText(texts.words.invoiceCount, list.total)}</p>
    ${list.data.length === 0 ? nothing : invoiceTable(base, list.data)} ${paging(asked, list)}
  `;
}

function invoiceTable(base: string, invoices: readonly Invoice[]): TemplateResult {
  return html`
    <table class="list">
      <caption class="heard">${texts.list.caption}</caption>
      <thead>
        <tr>
          <th scope="col">${texts.words.number}</th>
          <th scope="col">${texts.words.client}</th>
          <th scope="col" class="spare">${texts.words.vat}</th>
          <th scope="col" class="amount">${texts.list.totalAndStatus}</th>
        </tr>
      </thead>
      <tbody>
        ${invoices.map((invoice) => invoiceRow(base, invoice))}
      </tbody>
    </table>
  `;
}

function invoiceRow(base: string, invoice: Invoice): TemplateResult {
  const { id, invoiceNumber, issueDate, clientName, clientCountry, vatTreatment, total, currency, status } = invoice;
  const { creditedTotal } = invoice;
  return html`
    <tr>
      <th scope="row">
        <a href="${base}/invoices/${id}">${invoiceNumber}</a>
        <small>${dayText(issueDate)}</small>
      </th>
      <td>${clientName} ${clientCountry && html`<small>${countryText(clientCountry)}</small>`}</td>
      <td class="spare">${texts.words.treatments[vatTreatment]}</td>
      <td class="amount">
        ${amountText(total, currency)} <span class="status" data-status=${status}>${texts.words.statuses[status]}</span>
        ${creditedTotal === 0 ? nothing : html`<small>${texts.list.credited(amountText(creditedTotal, currency))}</small>`}
      </td>
    </tr>
  `;
}

/** The links to the pages before and after. */
export function paging(asked: URLSearchParams, { page, limit, total }: InvoiceList | CreditNoteList): TemplateResult {
  const last = Math.max(1, Math.ceil(total / limit));
  const to = (target: number) => {
    const query = new URLSearchParams(asked);
    query.set("page", String(target));
    return `?${query}`;
  };
  return html`
    <nav class="paging" aria-label=${texts.list.pages}>
      ${page > 1 ? html`<a rel="prev" href=${to(Math.min(page - 1, last))}>${texts.list.newer}</a>` : nothing}
      <span>${page > last ? texts.list.noSuchPage(page) : texts.list.page(page, last)}</span>
      ${page < last ? html`<a rel="next" href=${to(page + 1)}>${texts.list.older}</a>` : nothing}
    </nav>
  `;
}
