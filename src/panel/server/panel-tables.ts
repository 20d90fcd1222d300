import type { InvoicingStore, PanelTables } from "faktura";

/**
 * What the panel keeps beside the books of a store: drafts, clients, articles, logos, payment terms, what was sent, and the results of audits. The stores of faktura
 * keep it in the same database: SQLite makes the table itself, on PostgreSQL `migratePostgres(pool, { panel: true })` does.
 *
 * @throws TypeError if it is not a store, or a store of your own without `panel`
 *
 * @example
 * ```ts
 * import { memoryStore } from "faktura/memory";
 * import { panelTables } from "faktura/panel";
 *
 * const tables = panelTables(memoryStore());
 * console.log((await tables.list("acme", "draft", {})).total); // 0
 * ```
 */
export function panelTables(store: Pick<InvoicingStore, "panel">): PanelTables {
  const { panel } = store ?? {};
  if (typeof panel?.save !== "function") {
    throw new TypeError("panelTables needs a store with `panel`, such as await openSqliteStore(path)");
  }
  return panel;
}
