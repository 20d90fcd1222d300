import { html } from "lit-html";
import { typedFields } from "../fields/fields.ts";
import { RecordForm, type RecordPage } from "../lists/kept-record.ts";
import type { Page } from "../page.ts";
import { texts } from "../texts/language.ts";
import { articleFields } from "./article-fields.ts";

const words = texts.articles;

/** The page of an article, or of a new one at `/articles/new`. */
export const articlePage: Page = {
  title: words.article,
  async open(context) {
    const { base, calls, path } = context;
    const id = path.slice("/articles/".length);
    const none = { id: crypto.randomUUID(), revision: "", fields: {} };
    const page: RecordPage = {
      show: () => {
        const { fields, revision } = kept.record;
        const name = fields["/description"] ?? "";
        context.show(html`
          <h1>${revision === "" ? words.newArticle : html`<bdi>${name}</bdi>`}</h1>
          ${kept.template(name, articleFields(context))}
        `);
      },
      list: `${base}/articles`,
      save: (articleId, revision, replaces) =>
        calls.saveArticle({ id: articleId, revision, fields: typedFields(kept.form) }, replaces),
      remove: calls.deleteArticle,
      words,
    };
    const kept: RecordForm = new RecordForm(page, id === "new" ? none : await calls.article(id));
    kept.open();
  },
};
