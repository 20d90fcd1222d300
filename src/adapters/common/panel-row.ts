/** The columns of a panel record in a list, under the names of its fields. */
export const PANEL_ENTRY_COLUMNS = 'kind, id, revision, sort_key AS "sortKey", summary';

/** All columns of a panel record. */
export const PANEL_COLUMNS = `${PANEL_ENTRY_COLUMNS}, search_text AS "searchText", content`;
