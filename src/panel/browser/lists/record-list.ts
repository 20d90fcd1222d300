import { html } from "lit-html";
import type { CountText } from "../../../languages/en/panel-texts.ts";
import type { ImportedKind } from "../calls.ts";
import type { Page, PageContext } from "../page.ts";
import { texts } from "../texts/language.ts";
import { csvLink } from "./csv-link.ts";
import { type List, listPage, wordsField } from "./list-page.ts";

/** The words of a list of clients or articles. */
interface RecordWords {
  readonly title: string;
  readonly count: CountText;
  readonly search: string;
  readonly searchHint: string;
}

/** A list of clients or articles: with a search, the button for a new one, and files to import and save. */
export function recordList<Entry>(
  kind: ImportedKind,
  { title, count, search, searchHint }: RecordWords,
  newLabel: string,
  listOf: (context: PageContext) => Pick<List<Entry>, "load" | "caption" | "columns" | "empty">,
): Page {
  const page = listPage<Entry>(title, (context) => {
    const { base, calls } = context;
    const label = html`${search} <small>${searchHint}</small>`;
    return {
      ...listOf(context),
      name: "clients",
      count,
      above: () => html`
        <p class="choices">
          <a class="button" href="${base}/${kind}s/new">${newLabel}</a>
          <a class="button" href="${base}/${kind}s?import">${texts.imports.open}</a>
          ${csvLink(calls.csvAddress(kind), new URLSearchParams(), texts.imports.save)}
        </p>
      `,
      filter: { label: search, fields: (asked) => wordsField("search", label, asked.get("search")) },
    };
  });
  return {
    title,
    async open(context) {
      if (context.query.has("import")) return (await import("./import-page.ts")).openImport(context, kind);
      return page.open(context);
    },
  };
}
