import { html, nothing, type TemplateResult } from "lit-html";
import type { ClientEntry } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { countryText, countText } from "../format.ts";
import { texts } from "../language.ts";
import type { Page } from "../page.ts";
import { pageHeading } from "../page-heading.ts";
import { paging } from "../paging.ts";
import { recordSearch } from "../record-search.ts";
import { vatCheckText } from "./vat-check-text.ts";

const words = texts.clients;

/** The list of saved clients. */
export const clientList: Page = {
  title: words.title,
  async open(context) {
    const { base, calls, query, show } = context;
    const asked = new URLSearchParams([...query].filter(([, value]) => value !== ""));
    const found = await calls.clients(asked).then(
      (list) => html`
        <p role="status">${countText(words.count, list.total)}</p>
        ${list.data.length === 0 ? nothing : clientTable(base, list.data)} ${paging(asked, list)}
      `,
      (error) => html`<p role="alert" class="problem">${failureText(error)}</p>`,
    );
    show(html`
      ${pageHeading(words.title, context)}
      <p><a class="button" href="${base}/clients/new">${words.newClient}</a></p>
      ${recordSearch(words, asked)}
      ${found}
    `);
  },
};

function clientTable(base: string, clients: readonly ClientEntry[]): TemplateResult {
  return html`
    <table class="clients">
      <caption class="heard">${words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">${texts.newInvoice.name}</th>
          <th scope="col">${texts.newInvoice.city}</th>
          <th scope="col">${texts.newInvoice.vatNumber}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${clients.map(({ id, name, country, city, vatNumber, vatCheck }) => {
          const invoices = `${base}/invoices?${new URLSearchParams({ client: name })}`;
          return html`
            <tr>
              <th scope="row"><a href="${base}/clients/${id}"><bdi>${name}</bdi></a></th>
              <td><bdi>${city}</bdi> <small>${country && countryText(country)}</small></td>
              <td>${vatNumber} ${vatCheck && html`<small>${vatCheckText(vatCheck)}</small>`}</td>
              <td><a href=${invoices}>${texts.frame.invoices}<span class="heard"> ${name}</span></a></td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}
