import { html } from "lit-html";
import { pageHeading } from "../lists/page-heading.ts";
import { paging } from "../lists/paging.ts";
import { tableHead } from "../lists/table-head.ts";
import type { Page } from "../page.ts";
import { amountText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.quotes;

/** The list of quotes, the newest first. */
export const quoteList: Page = {
  title: words.title,
  async open(context) {
    const { base, calls, query, show } = context;
    const list = await calls.quotes(query);
    const rows = list.data.map(({ id, number, clientName, total, validUntil, state }) => {
      return html`
        <tr>
          <th scope="row"><a href="${base}/quotes/${id}">${number}</a></th>
          <td><bdi>${clientName}</bdi></td>
          <td class="day" data-name=${words.validUntil}>${dayText(validUntil)}</td>
          <td data-name=${words.state}>${words.states[state]}</td>
          <td class="amount" data-name=${texts.words.total}>${amountText(total.amount, total.currency)}</td>
        </tr>
      `;
    });
    const columns = [texts.words.number, texts.words.client, words.validUntil, words.state];
    show(html`
      ${pageHeading(words.title, context)}
      ${
        list.total === 0
          ? html`<p>${words.none}</p>`
          : html`
              <table class="list quotes">
                <caption class="heard">${words.title}</caption>
                ${tableHead([...columns, { amount: texts.words.total }])}
                <tbody>${rows}</tbody>
              </table>
            `
      }
      ${paging(query, list)}
    `);
  },
};
