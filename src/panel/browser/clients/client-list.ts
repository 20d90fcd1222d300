import { html, nothing } from "lit-html";
import type { ClientEntry } from "../../wire.ts";
import { recordList } from "../lists/record-list.ts";
import { countryText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { vatCheckText } from "./vat-check-text.ts";

const words = texts.clients;
const { name: nameWord, city: cityWord, vatNumber: numberWord } = texts.newInvoice;

/** The list of saved clients. */
export const clientList = recordList<ClientEntry>("client", words, words.newClient, ({ base, calls }) => {
  const invoicesOf = ({ name }: ClientEntry) =>
    html`<a href="${base}/invoices?${new URLSearchParams({ client: name })}">${texts.frame.invoices}<span class="heard"> ${name}</span></a>`;
  return {
    load: calls.clients,
    empty: () => nothing,
    caption: words.caption,
    columns: [
      { head: nameWord, cell: ({ id, name }) => html`<a href="${base}/clients/${id}"><bdi>${name}</bdi></a>` },
      {
        head: cityWord,
        cell: ({ city, country }) => html`<bdi>${city}</bdi> <small>${country && countryText(country)}</small>`,
      },
      {
        head: numberWord,
        cell: ({ vatNumber, vatCheck }) =>
          html`${vatNumber} ${vatCheck && html`<small>${vatCheckText(vatCheck)}</small>`}`,
      },
      { head: "", cell: invoicesOf },
    ],
  };
});
