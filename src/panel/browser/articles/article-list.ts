import { html, type TemplateResult } from "lit-html";
import type { ArticleEntry } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { countText } from "../format.ts";
import { texts } from "../language.ts";
import type { Page } from "../page.ts";
import { pageHeading } from "../page-heading.ts";
import { paging } from "../paging.ts";
import { recordSearch } from "../record-search.ts";
import { articlePrice } from "./article-fields.ts";

const words = texts.articles;

/** The list of articles. */
export const articleList: Page = {
  title: words.title,
  async open(context) {
    const { base, calls, profile, query, show } = context;
    const asked = new URLSearchParams([...query].filter(([, value]) => value !== ""));
    const found = await calls.articles(asked).then(
      (list) => html`
        <p role="status">${countText(words.count, list.total)}</p>
        ${list.data.length === 0 ? html`<p class="empty">${words.none}</p>` : articleTable(base, profile.defaultCurrency, list.data)}
        ${paging(asked, list)}
      `,
      (error) => html`<p role="alert" class="problem">${failureText(error)}</p>`,
    );
    show(html`
      ${pageHeading(words.title, context)}
      <p><a class="button" href="${base}/articles/new">${words.newArticle}</a></p>
      ${recordSearch(words, asked)}
      ${found}
    `);
  },
};

function articleTable(base: string, currency: string, articles: readonly ArticleEntry[]): TemplateResult {
  return html`
    <table class="clients">
      <caption class="heard">${words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">${texts.newInvoice.description}</th>
          <th scope="col">${texts.newInvoice.articleNumber}</th>
          <th scope="col" class="amount">${words.priceColumn}</th>
        </tr>
      </thead>
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
