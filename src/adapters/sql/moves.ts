import { randomUUID } from "node:crypto";
import { StoreBusyError } from "../../domain/store-errors.ts";
import type { CompanyMoves, CompanyPlace, MovedTable } from "../../ports/company-moves.ts";
import { holds } from "./shard.ts";
import { allRows, firstRow, type RunSteps, type Steps, type StepsOf, writeRows } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";
import type { SqlTables } from "./table-names.ts";

/** The tables whose rows stay: they belong to the database, or to its workers. */
const STAYING = ["version", "shardClaims", "eventConsumers", "leases", "eventLeases"];

/** The tables whose rows follow from the books. */
const DERIVED = ["returnMonths", "searchBlocks", "searchTerms", "searchPostings", "searchTexts"];

/** The most rows in one transaction. While it runs, the database's other companies wait to write to the table. */
const BATCH = 500;

/** Runs steps in a transaction in which the table's guards are off and nobody else can write to it. */
export type RunUnguarded = <Args extends unknown[], Result>(
  table: keyof SqlTables,
  begin: StepsOf<Args, Result>,
  ...args: Args
) => Promise<Result>;

/** What a move of a company needs of a database. */
export function companyMoves(read: RunSteps, write: RunSteps, unguarded: RunUnguarded): CompanyMoves {
  const named = ({ name }: MovedTable) => name as keyof SqlTables;
  return {
    place: (companyId) => read(placeOf, companyId),
    async change(companyId, from, stage, peer) {
      // Each command changes it under a token of its own, so that of two at once only the later one goes on.
      const token = stage === "here" ? null : stage === "moved" ? stage : `${stage} ${randomUUID()}`;
      const to: CompanyPlace = { stage, token, peer: peer ?? null };
      await write(changePlace, companyId, from, to);
      return to;
    },
    async awaitWriters(companyId) {
      await write(changeFence, companyId);
      for (const { name } of await read(layouts)) await write(awaitTable, name as keyof SqlTables);
    },
    tables: () => read(layouts),
    rows: (companyId, table, after) => read(nextRows, companyId, table, after),
    count: (companyId, table) => read(countRows, companyId, named(table)),
    hasEntry: (companyId, position, digest) => read(hasEntry, companyId, position, digest),
    insert: (companyId, arriving, table, rows) => unguarded(named(table), insertRows, companyId, arriving, table, rows),
    remove: (companyId, arriving, table) => unguarded(named(table), deleteRows, companyId, arriving, table),
  };
}

function* placeOf(sql: SqlSyntax, companyId: string): Steps<CompanyPlace> {
  const row = yield* firstRow<Pick<CompanyPlace, "peer"> & { token: string | null }>(
    `SELECT token, peer FROM ${sql.tables.shardClaims} WHERE company_id = $1`,
    companyId,
  );
  if (row?.peer != null) return { ...row, stage: row.token!.split(" ")[0] as CompanyPlace["stage"] };
  return { stage: (yield* holds(sql, companyId)) ? "here" : "absent", token: row?.token, peer: null };
}

function* changePlace(sql: SqlSyntax, companyId: string, from: CompanyPlace, to: CompanyPlace): Steps<void> {
  const { shardClaims } = sql.tables;
  const written = yield* firstRow(
    from.token === undefined
      ? `INSERT INTO ${shardClaims} (company_id, token, peer) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`
      : `UPDATE ${shardClaims} SET token = $2, peer = $3
         WHERE company_id = $1 AND coalesce(token, '') = $4 AND coalesce(peer, '') = $5 RETURNING 1`,
    ...[companyId, to.token, to.peer],
    ...(from.token === undefined ? [] : [from.token ?? "", from.peer ?? ""]),
  );
  if (written === undefined) throw overtaken(companyId);
}

/** A call to PostgreSQL that is still on its way must not find the same fence if the company comes back. */
function* changeFence({ database, tables }: SqlSyntax, companyId: string): Steps<void> {
  if (database === "sqlite") return;
  yield* allRows(`UPDATE ${tables.sequences} SET fence = fence + 1 WHERE company_id = $1 RETURNING 1`, companyId);
}

function* awaitTable({ awaitWriters, tables }: SqlSyntax, table: keyof SqlTables): Steps<void> {
  if (awaitWriters !== undefined) yield* allRows(awaitWriters(tables[table]));
}

function* layouts(sql: SqlSyntax): Steps<readonly MovedTable[]> {
  const found: MovedTable[] = [];
  for (const [name, table] of Object.entries(sql.tables)) {
    if (STAYING.includes(name)) continue;
    const rows = yield* allRows<{ name: string; place: string | null }>(sql.columnsOf(table));
    const key = rows.filter(({ name: column, place }) => Number(place ?? 0) > 0 && column !== "company_id");
    key.sort((one, other) => Number(one.place) - Number(other.place));
    const names = (columns: typeof rows) => columns.map((column) => column.name);
    if (rows.length > 0) found.push({ name, columns: names(rows), key: names(key), isCopied: !DERIVED.includes(name) });
  }
  return found;
}

function* nextRows(sql: SqlSyntax, companyId: string, table: MovedTable, after?: string): Steps<readonly string[]> {
  const key = table.key.join(", ");
  if (after !== undefined && key === "") return [];
  const last = after === undefined ? {} : (JSON.parse(after) as Record<string, unknown>);
  const values = after === undefined ? [] : table.key.map((column) => last[column]);
  const rows = yield* allRows<{ content: string }>(
    `SELECT ${sql.rowAsJson("r", table.columns)} AS content FROM ${sql.tables[table.name as keyof SqlTables]} AS r
     WHERE company_id = $1 ${after === undefined ? "" : `AND (${key}) > (${values.map((_, place) => `$${place + 3}`).join(", ")})`}
     ORDER BY ${key || "company_id"} LIMIT ${sql.integer("$2")}`,
    ...[companyId, BATCH, ...values],
  );
  return rows.map(({ content }) => content);
}

function* countRows({ tables, text, builtIn }: SqlSyntax, companyId: string, table: keyof SqlTables): Steps<number> {
  const sql = `SELECT ${text(`${builtIn}count(*)`)} AS rows FROM ${tables[table]} WHERE company_id = $1`;
  return Number((yield* firstRow<{ rows: string }>(sql, companyId))!.rows);
}

function* hasEntry(sql: SqlSyntax, companyId: string, position: number, digest: string): Steps<boolean> {
  const { journal, invoices } = sql.tables;
  const at = (table: string, column: string) =>
    `SELECT 1 AS found FROM ${table} WHERE company_id = $1 AND ${column} = ${sql.integer("$2")} AND digest = $3`;
  const text = `${at(journal, "position")} UNION ALL ${at(invoices, "journal_position")}`;
  return (yield* firstRow(text, companyId, position, digest)) !== undefined;
}

function* insertRows(
  sql: SqlSyntax,
  companyId: string,
  arriving: CompanyPlace,
  { name, columns }: MovedTable,
  rows: readonly string[],
): Steps<void> {
  yield* requireArriving(sql, companyId, arriving);
  const table = sql.tables[name as keyof SqlTables];
  const names = columns.map((column) => `"${column}"`).join(", ");
  const values = [`[${rows.join(",")}]`];
  yield* writeRows(`INSERT INTO ${table} (${names}) ${sql.rowsOfJson(table, columns, "$1")}`, values, `${rows.length}`);
}

function* deleteRows(
  sql: SqlSyntax,
  companyId: string,
  arriving: CompanyPlace,
  { name, key }: MovedTable,
): Steps<boolean> {
  yield* requireArriving(sql, companyId, arriving);
  const [table, columns] = [sql.tables[name as keyof SqlTables], ["company_id", ...key].join(", ")];
  const some = `SELECT ${columns} FROM ${table} WHERE company_id = $1 LIMIT ${BATCH}`;
  const text = `DELETE FROM ${table} WHERE company_id = $1 AND (${columns}) IN (${some}) RETURNING 1`;
  return (yield* allRows(text, companyId)).length > 0;
}

/** Locks the company's place, so that nobody opens the company while rows are written. */
function* requireArriving({ tables, forUpdate }: SqlSyntax, companyId: string, { token }: CompanyPlace): Steps<void> {
  const text = `SELECT 1 AS found FROM ${tables.shardClaims} WHERE company_id = $1 AND token = $2 ${forUpdate}`;
  if ((yield* firstRow(text, companyId, token)) === undefined) throw overtaken(companyId);
}

function overtaken(companyId: string): StoreBusyError {
  return new StoreBusyError(
    `another command or server has changed where the company ${JSON.stringify(companyId)} is. Let only one command move ` +
      "it, and run that again",
  );
}
