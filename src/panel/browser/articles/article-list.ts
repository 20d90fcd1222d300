import { html, type TemplateResult } from "lit-html";
import type { ArticleEntry } from "../../wire.ts";
import { recordList } from "../lists/record-list.ts";
import { tableHead } from "../lists/table-head.ts";
import { texts } from "../texts/language.ts";
import { articlePrice } from "./article-fields.ts";

const words = texts.articles;

/** The list of articles. */
export const articleList = recordList({
  kind: "article",
  words,
  add: ["/articles/new", words.newArticle],
  load: ({ calls }, asked) => calls.articles(asked),
  table: ({ base, profile }, articles) => articleTable(base, profile.defaultCurrency, articles),
  empty: html`<p class="empty">${words.none}</p>`,
});

function articleTable(base: string, currency: string, articles: readonly ArticleEntry[]): TemplateResult {
  return html`
    <table class="clients">
      <caption class="heard">${words.caption}</caption>
      ${tableHead([texts.newInvoice.description, texts.newInvoice.articleNumber, { amount: words.priceColumn }])}
      <tbody>
        ${articles.map(({ id, fields }) => {
          return html`
            <tr>
              <th scope="row"><a href="${base}/articles/${id}"><bdi>${fields["/description"]}</bdi></a></th>
              <td>${fields["/sku"]}</td>
              <td class="amount">${articlePrice(fields, currency)}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}
