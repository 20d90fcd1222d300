import type { PanelRecord } from "../../ports/panel-tables.ts";

/** The columns of a panel record in a list, under the names of its fields. */
export const PANEL_ENTRY_COLUMNS = 'kind, id, revision, sort_key AS "sortKey", summary';

/** The record in a row, without what a driver adds to it: libsql adds `_metadata`. */
export function panelRecordOf({ kind, id, revision, sortKey, searchText, summary, content }: PanelRecord): PanelRecord {
  return { kind, id, revision, sortKey, searchText, summary, content };
}

/** All columns of a panel record. */
export const PANEL_COLUMNS = `${PANEL_ENTRY_COLUMNS}, search_text AS "searchText", content`;
