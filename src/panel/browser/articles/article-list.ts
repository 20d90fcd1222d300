import { html, nothing, type TemplateResult } from "lit-html";
import type { SavedArticle } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { countText } from "../format.ts";
import { paging } from "../invoices/invoice-list.ts";
import { texts } from "../language.ts";
import type { Page } from "../page.ts";
import { articlePrice } from "./article-fields.ts";

const words = texts.articles;

/** The list of articles. The search is a plain form, so that each found list has its own URL. */
export const articleList: Page = {
  title: words.title,
  async open({ base, calls, profile, query, show }) {
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
      <h1>${words.title}</h1>
      <p><a class="button main" href="${base}/articles/new">${words.newArticle}</a></p>
      <form class="filter" role="search" aria-label=${words.search}>
        <p class="field">
          <label for="search">${words.search}</label>
          <input id="search" name="search" type="search" autocomplete="off" value=${asked.get("search") ?? nothing}
            aria-describedby="search-hint" />
          <small id="search-hint" class="below">${words.searchHint}</small>
        </p>
        <button>${texts.list.show}</button>
      </form>
      ${found}
    `);
  },
};

function articleTable(base: string, currency: string, articles: readonly SavedArticle[]): TemplateResult {
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
