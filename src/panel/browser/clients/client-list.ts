import { html, type TemplateResult } from "lit-html";
import type { ClientEntry } from "../../wire.ts";
import { recordList } from "../lists/record-list.ts";
import { tableHead } from "../lists/table-head.ts";
import { countryText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { vatCheckText } from "./vat-check-text.ts";

const words = texts.clients;

/** The list of saved clients. */
export const clientList = recordList({
  kind: "client",
  words,
  add: ["/clients/new", words.newClient],
  load: ({ calls }, asked) => calls.clients(asked),
  table: ({ base }, clients) => clientTable(base, clients),
});

function clientTable(base: string, clients: readonly ClientEntry[]): TemplateResult {
  return html`
    <table class="clients">
      <caption class="heard">${words.caption}</caption>
      ${tableHead([texts.newInvoice.name, texts.newInvoice.city, texts.newInvoice.vatNumber, ""])}
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
