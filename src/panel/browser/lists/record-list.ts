import { html, nothing, type TemplateResult } from "lit-html";
import type { CountText } from "../../../languages/en/panel-texts.ts";
import type { ListPage } from "../../wire.ts";
import { failureText, type ImportedKind } from "../calls.ts";
import type { Page, PageContext } from "../page.ts";
import { countText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { csvLink } from "./csv-link.ts";
import { pageHeading } from "./page-heading.ts";
import { paging } from "./paging.ts";

interface ListWords {
  readonly title: string;
  readonly count: CountText;
  readonly search: string;
  readonly searchHint: string;
}

/** A list of clients or articles. */
interface RecordList<Entry> {
  readonly kind: ImportedKind;
  readonly words: ListWords;
  /** The path of the page of a new one after the base, and the text of the link to it. */
  readonly add: readonly [path: string, label: string];
  readonly load: (context: PageContext, asked: URLSearchParams) => Promise<ListPage<Entry>>;
  readonly table: (context: PageContext, entries: readonly Entry[]) => TemplateResult;
  /** What is shown instead of an empty table. Absent: nothing. */
  readonly empty?: TemplateResult;
}

/** The page of a list of records, with a search. The search is a plain form, so that each found list has its own URL. */
export function recordList<Entry>({ kind, words, add: [path, label], load, table, empty }: RecordList<Entry>): Page {
  return {
    title: words.title,
    async open(context) {
      if (context.query.has("import")) return (await import("./import-page.ts")).openImport(context, kind);
      const asked = new URLSearchParams([...context.query].filter(([, value]) => value !== ""));
      const found = await load(context, asked).then(
        (list) => html`
          <p role="status">${countText(words.count, list.total)}</p>
          ${list.data.length === 0 ? (empty ?? nothing) : table(context, list.data)} ${paging(asked, list)}
        `,
        (error) => html`<p role="alert" class="problem">${failureText(error)}</p>`,
      );
      context.show(html`
        ${pageHeading(words.title, context)}
        <p class="choices">
          <a class="button" href="${context.base}${path}">${label}</a>
          <a class="button" href="${context.base}/${kind}s?import">${texts.imports.open}</a>
          ${csvLink(context.calls.csvAddress(kind), new URLSearchParams(), texts.imports.save)}
        </p>
        <form class="filter" role="search" aria-label=${words.search}>
          <p class="field">
            <label for="search">${words.search} <small>${words.searchHint}</small></label>
            <input id="search" name="search" type="search" autocomplete="off" value=${asked.get("search") ?? nothing} />
          </p>
          <button>${texts.list.show}</button>
        </form>
        ${found}
      `);
    },
  };
}
