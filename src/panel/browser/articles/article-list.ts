import { html } from "lit-html";
import type { ArticleEntry } from "../../wire.ts";
import { recordList } from "../lists/record-list.ts";
import { texts } from "../texts/language.ts";
import { articlePrice } from "./article-fields.ts";

const words = texts.articles;
const { description, articleNumber } = texts.newInvoice;

/** The list of articles. */
export const articleList = recordList<ArticleEntry>("article", words, words.newArticle, ({ base, calls, profile }) => ({
  load: calls.articles,
  empty: () => html`<p class="empty">${words.none}</p>`,
  caption: words.caption,
  columns: [
    {
      head: description,
      cell: ({ id, fields }) => html`<a href="${base}/articles/${id}"><bdi>${fields["/description"]}</bdi></a>`,
    },
    { head: articleNumber, cell: ({ fields }) => fields["/sku"] },
    {
      head: words.priceColumn,
      kind: "amount",
      cell: ({ fields }) => articlePrice(fields, profile.defaultCurrency),
    },
  ],
}));
