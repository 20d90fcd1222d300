import type { PanelEntry, PanelRecord, PanelRecordQuery, PanelTables } from "../../../ports/panel-tables.ts";
import { PANEL_COLUMNS, PANEL_ENTRY_COLUMNS } from "../../common/panel-row.ts";
import { arrayOf } from "../connection/array-text.ts";
import { sqlStateOf } from "../connection/errors.ts";
import type { Session } from "../connection/session.ts";
import { panelTableIn } from "../schema/panel-table.ts";
import type { Tables } from "../settings.ts";
import type { Statement } from "./statement.ts";

const KEY = "company_id = $1 AND kind = $2 AND id = $3";

/** The panel's records in a PostgreSQL store. Each read or write may be repeated. */
export function panelRecords(
  read: <Result>(query: Statement<Result>) => Promise<Result>,
  write: <Result>(statement: Statement<Result>) => Promise<Result>,
): PanelTables {
  return {
    find: (companyId, kind, id) =>
      read((session, tables) =>
        onTable(tables, async (table) => {
          const sql = `SELECT ${PANEL_COLUMNS} FROM ${table} WHERE ${KEY}`;
          return (await session.rows<PanelRecord>(sql, [companyId, kind, id]))[0];
        }),
      ),
    list: (companyId, kind, query) =>
      read((session, tables) => onTable(tables, (table) => listed(session, table, [companyId, kind], query))),
    save: (companyId, { kind, id, revision, sortKey, searchText, summary, content }, replaces) =>
      write((session, tables) =>
        onTable(tables, async (table) => {
          const values = [companyId, kind, id, revision, sortKey, searchText, summary, content];
          const isCurrent =
            replaces === undefined ? "" : "AND (kept.revision = ANY($9::pg_catalog.text[]) OR kept.revision = $4)";
          const sql =
            replaces?.includes("") === false ? updateOf(table, isCurrent) : insertOf(table, isCurrent.slice(4));
          const written = await session.rows(sql, replaces === undefined ? values : [...values, arrayOf(replaces)]);
          return written.length > 0;
        }),
      ),
    remove: (companyId, kind, id) =>
      write((session, tables) =>
        onTable(tables, async (table) => {
          await session.rows(`DELETE FROM ${table} WHERE ${KEY}`, [companyId, kind, id]);
        }),
      ),
  };
}

/** SQL that inserts a record, or replaces the one with its id, if that meets the condition. */
function insertOf(table: string, condition: string): string {
  return `INSERT INTO ${table} AS kept (company_id, kind, id, revision, sort_key, search_text, summary, content)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (company_id, kind, id) DO UPDATE SET revision = excluded.revision, sort_key = excluded.sort_key,
      search_text = excluded.search_text, summary = excluded.summary, content = excluded.content ${condition && `WHERE ${condition}`} RETURNING 1`;
}

/** SQL that replaces a record, if it is there and meets the condition. */
function updateOf(table: string, condition: string): string {
  return `UPDATE ${table} AS kept SET revision = $4, sort_key = $5, search_text = $6, summary = $7, content = $8
    WHERE ${KEY} ${condition} RETURNING 1`;
}

async function listed(session: Session, table: string, key: readonly string[], query: PanelRecordQuery) {
  const { ids, words = [], prefix = "", upTo = null, descending = false, offset = 0, limit = null } = query;
  const matching = `FROM ${table} WHERE company_id = $1 AND kind = $2 AND sort_key <= coalesce($3::pg_catalog.text, sort_key)
    AND NOT EXISTS (SELECT 1 FROM pg_catalog.unnest($4::pg_catalog.text[]) AS word WHERE pg_catalog.strpos(search_text, word) = 0)
    AND ($5::pg_catalog.text[] IS NULL OR id = ANY($5::pg_catalog.text[]))`;
  const values = [...key, upTo, arrayOf(words), ids === undefined ? null : arrayOf(ids)];
  const order = `(pg_catalog.left(sort_key, pg_catalog.length($6::pg_catalog.text)) <> $6::pg_catalog.text),
    sort_key ${descending ? "DESC" : ""}, id`;
  const sql = `SELECT ${PANEL_ENTRY_COLUMNS} ${matching} ORDER BY ${order} LIMIT $7::bigint OFFSET $8::bigint`;
  const bounds = [prefix, limit === null ? null : String(limit), String(offset)];
  const records = await session.rows<PanelEntry>(sql, [...values, ...bounds]);
  const [counted] = await session.rows<{ total: string }>(
    `SELECT pg_catalog.count(*)::pg_catalog.text AS total ${matching}`,
    values,
  );
  return { records, total: Number(counted!.total) };
}

const UNDEFINED_TABLE = "42P01";

/** What `work` on the table returns. @throws Error that says what to do if `migratePostgres` has not created it */
async function onTable<Result>(tables: Tables, work: (table: string) => Promise<Result>): Promise<Result> {
  try {
    return await work(panelTableIn(tables));
  } catch (cause) {
    if (sqlStateOf(cause) !== UNDEFINED_TABLE) throw cause;
    const schema = JSON.stringify(tables.schemaName);
    throw new Error(
      `The schema ${schema} has no tables for the panel. Run migratePostgres(pool, { schema: ${schema}, panel: true }).`,
      { cause },
    );
  }
}
