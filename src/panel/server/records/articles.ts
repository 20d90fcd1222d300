import type { PanelEntry, PanelTables } from "faktura";
import type { ArticleEntry, ArticleList, SavedArticle } from "../../wire.ts";
import type { ClientQuery } from "./clients.ts";
import { foldedText, searchOf } from "./folded-text.ts";

const KIND = "article";

/** What a search finds beside the name. */
const SEARCHED = ["/sku", "/standardId/id"];

/** What a list shows. */
const SHOWN = ["/description", "/sku", "/unitPrice", "/unit"];

/** Where the panel keeps articles. An issued invoice never changes with them. */
export interface Articles {
  /** A page of a company's articles, sorted by name. Those whose name begins with the search come first. */
  list(companyId: string, query: ClientQuery): Promise<ArticleList>;
  /** `undefined` if the company has no article with this id. */
  find(companyId: string, id: string): Promise<SavedArticle | undefined>;
  /** {@link PanelTables.save}. */
  save(companyId: string, article: SavedArticle, replaces: readonly string[]): Promise<boolean>;
  /** Does nothing if there is no such article. */
  remove(companyId: string, id: string): Promise<void>;
}

/** The articles in these tables. */
export function articlesIn(tables: PanelTables): Articles {
  return {
    async list(companyId, { search, page, limit }) {
      const query = { ...searchOf(search), offset: (page - 1) * limit, limit };
      const { records, total } = await tables.list(companyId, KIND, query);
      return { data: records.map(entryOf), page, limit, total };
    },
    async find(companyId, id) {
      const record = await tables.find(companyId, KIND, id);
      return record && { id, revision: record.revision, ...(JSON.parse(record.content) as ArticleContent) };
    },
    save: (companyId, { id, revision, ...content }, replaces) => {
      const sortKey = foldedText(content.fields["/description"] ?? "");
      const others = SEARCHED.map((field) => foldedText(content.fields[field] ?? ""));
      const searchText = [sortKey, ...others].join(" ");
      const shown = Object.entries(content.fields).filter(([name]) => SHOWN.includes(name));
      const summary = JSON.stringify(Object.fromEntries(shown));
      const record = { kind: KIND, id, revision, sortKey, searchText, summary, content: JSON.stringify(content) };
      return tables.save(companyId, record, replaces);
    },
    remove: (companyId, id) => tables.remove(companyId, KIND, id),
  };
}

type ArticleContent = Omit<SavedArticle, "id" | "revision">;

function entryOf({ id, summary }: PanelEntry): ArticleEntry {
  return { id, fields: JSON.parse(summary) as ArticleEntry["fields"] };
}
