import type { PanelChange, PanelEntry, PanelRecord, PanelRecordQuery, PanelTables } from "../../ports/panel-tables.ts";
import { requireHere } from "./shard.ts";
import { allRows, firstRow, type RunSteps, type Steps } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

const KEY = "company_id = $1 AND kind = $2 AND id = $3";

/** What a record that is saved replaces of the stored one. */
const REPLACED = ["revision", "sort_key", "search_text", "summary", "content"]
  .map((column) => `${column} = excluded.${column}`)
  .join(", ");

/** The columns of a record in a list, under the names of its fields. */
const ENTRY_COLUMNS = 'kind, id, revision, sort_key AS "sortKey", summary';

/** The panel's records in a store. Each read or write may be repeated. */
export function panelRecords(read: RunSteps, write: RunSteps): PanelTables {
  return {
    find: (...key) =>
      read(function* ({ tables }) {
        const columns = `${ENTRY_COLUMNS}, search_text AS "searchText", content`;
        const text = `SELECT ${columns} FROM ${tables.panelRecords} WHERE ${KEY}`;
        const row = yield* firstRow<PanelRecord>(text, ...key);
        return row && recordOf(row);
      }),
    list: (companyId, kind, query) => read(listed, [companyId, kind], query),
    save: (companyId, record, replaces) => write(saved, companyId, record, replaces),
    saveAll: (companyId, kind, changes) =>
      write(savedAll, companyId, kind, changes).catch((error: unknown) => {
        if (error instanceof Overtaken) return false;
        throw error;
      }),
    remove: (...key) =>
      write(function* (sql) {
        yield* allRows(`DELETE FROM ${sql.tables.panelRecords} WHERE ${KEY} RETURNING 1`, ...key);
        yield* requireHere(sql, key[0]);
      }),
  };
}

/** The record in a row, without what drivers add: libsql has `_metadata`, and rows of node:sqlite have no prototype. */
function recordOf({ kind, id, revision, sortKey, searchText, summary, content }: PanelRecord): PanelRecord {
  return { kind, id, revision, sortKey, searchText, summary, content };
}

/** Whether the record was saved: it is new, or replaces a revision that it may replace. */
function* saved(
  sql: SqlSyntax,
  companyId: string,
  { kind, id, revision, sortKey, searchText, summary, content }: PanelRecord,
  replaces: readonly string[] | undefined,
): Steps<boolean> {
  const { tables, among } = sql;
  const table = tables.panelRecords;
  const isCurrent = replaces === undefined ? "1 = 1" : `(${among("kept.revision", "$9")} OR kept.revision = $4)`;
  const text =
    replaces?.includes("") === false
      ? `UPDATE ${table} AS kept SET revision = $4, sort_key = $5, search_text = $6, summary = $7, content = $8
         WHERE ${KEY} AND ${isCurrent} RETURNING 1`
      : `INSERT INTO ${table} AS kept (company_id, kind, id, revision, sort_key, search_text, summary, content)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (company_id, kind, id) DO UPDATE SET ${REPLACED}
         WHERE ${isCurrent} RETURNING 1`;
  const values = [companyId, kind, id, revision, sortKey, searchText, summary, content];
  const written = yield* allRows(text, ...values, ...(replaces === undefined ? [] : [replaces]));
  yield* requireHere(sql, companyId);
  return written.length > 0;
}

/** Another process saved a record under one of the new ids meanwhile. Takes back what was written. */
class Overtaken extends Error {}

/**
 * Whether all were saved. What they replace is locked before it is compared, and they are written with one statement. What is
 * new replaces nothing, also nothing that another process has saved since.
 *
 * @throws Overtaken
 */
function* savedAll(sql: SqlSyntax, companyId: string, kind: string, changes: readonly PanelChange[]): Steps<boolean> {
  const { tables, among, forUpdate, elements, field } = sql;
  const table = tables.panelRecords;
  const stored = yield* allRows<Pick<PanelRecord, "id" | "revision">>(
    `SELECT id, revision FROM ${table} WHERE company_id = $1 AND kind = $2 AND ${among("id", "$3")} ${forUpdate}`,
    companyId,
    kind,
    changes.map(({ record }) => record.id),
  );
  const revisions = new Map(stored.map(({ id, revision }) => [id, revision]));
  const isCurrent = ({ record: { id, revision }, replaces }: PanelChange) =>
    [replaces, revision].includes(revisions.get(id) ?? "");
  if (!changes.every(isCurrent)) return false;
  const columns = ["id", "revision", "sortKey", "searchText", "summary", "content"];
  const written = yield* allRows(
    `INSERT INTO ${table} AS kept (company_id, kind, id, revision, sort_key, search_text, summary, content)
     SELECT $1, $2, ${columns.map((name) => field("r.value", name)).join(", ")} FROM ${elements("$3", "r")} WHERE TRUE
     ON CONFLICT (company_id, kind, id) DO UPDATE SET ${REPLACED}
     WHERE kept.revision = excluded.revision OR ${among("kept.id", "$4")} RETURNING 1`,
    companyId,
    kind,
    changes.map(({ record }) => JSON.stringify(record)),
    stored.map(({ id }) => id),
  );
  if (written.length < changes.length) throw new Overtaken("another process saved one of these records");
  yield* requireHere(sql, companyId);
  return true;
}

function* listed(sql: SqlSyntax, key: readonly string[], query: PanelRecordQuery) {
  const { tables, builtIn, integer, text, elements, among, placeOf } = sql;
  const { ids, words = [], prefix = "", upTo, descending = false, offset = 0, limit } = query;
  const values: unknown[] = [...key, words];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const matching = `FROM ${tables.panelRecords} WHERE company_id = $1 AND kind = $2
    AND NOT EXISTS (SELECT 1 FROM ${elements("$3", "word")} WHERE ${placeOf("word.value", "search_text")} = 0)
    ${upTo === undefined ? "" : `AND sort_key <= ${bind(upTo)}`} ${ids === undefined ? "" : `AND ${among("id", bind(ids))}`}`;
  const counted = yield* firstRow<{ total: string }>(
    `SELECT ${text(`${builtIn}count(*)`)} AS total ${matching}`,
    ...values,
  );
  const start = bind(prefix);
  const order = `(${builtIn}substr(sort_key, 1, ${builtIn}length(${start})) <> ${start}), sort_key ${descending ? "DESC" : ""}, id`;
  const page = `LIMIT ${integer(bind(limit ?? Number.MAX_SAFE_INTEGER))} OFFSET ${integer(bind(offset))}`;
  const records = yield* allRows<PanelEntry>(
    `SELECT ${ENTRY_COLUMNS} ${matching} ORDER BY ${order} ${page}`,
    ...values,
  );
  return { records: records.map((row) => ({ ...row })), total: Number(counted!.total) };
}
