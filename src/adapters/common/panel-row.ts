/** The columns of a panel record, under the names of its fields. */
export const PANEL_COLUMNS = `kind, id, revision, sort_key AS "sortKey", search_text AS "searchText", content`;
