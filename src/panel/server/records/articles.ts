import type { PanelTables } from "faktura";
import type { ArticleEntry, SavedArticle } from "../../wire.ts";
import { foldedText, type NamedRecords, namedRecords } from "./named-records.ts";

/** What a search finds beside the name. */
const SEARCHED = ["/sku", "/standardId/id"];

/** What a list shows. */
const SHOWN = ["/description", "/sku", "/unitPrice", "/unit"];

/** Where the panel keeps articles. */
export type Articles = NamedRecords<SavedArticle, ArticleEntry>;

/** The articles in these tables. */
export function articlesIn(tables: PanelTables): Articles {
  return namedRecords<SavedArticle, ArticleEntry>(tables, {
    kind: "article",
    nameField: "/description",
    searched: ({ fields }) => SEARCHED.map((field) => foldedText(fields[field] ?? "")),
    summaryOf: ({ fields }) => Object.fromEntries(Object.entries(fields).filter(([name]) => SHOWN.includes(name))),
    entryOf: (id, fields) => ({ id, fields }),
  });
}
