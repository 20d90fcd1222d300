import type { StoreShard } from "../../ports/store-shard.ts";
import { movedTo } from "../common/refusals.ts";
import { skippedRows } from "../common/skipped-rows.ts";
import { firstRow, type RunSteps, type Steps } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** What a store knows about itself as one of several databases. */
export function shardRows(read: RunSteps, write: RunSteps): StoreShard {
  return {
    ...readShard(read),
    claim: (companyId, token) => write(claim, companyId, token),
    confirm: (companyId, token) => write(settleClaim, companyId, token),
    // Most companies have no claim. Without one there is nothing to write.
    yields: async (companyId) =>
      (await read(hasClaim, companyId)) ? write(dropClaim, companyId) : read(holds, companyId),
  };
}

/** The part of it that writes nothing. */
export function readShard(read: RunSteps): Pick<StoreShard, "name" | "holds" | "elsewhere"> {
  return {
    name: () => read(shardName),
    holds: (companyId) => read(holds, companyId),
    elsewhere: (companyId) => read(elsewhere, companyId),
  };
}

/** The name that was stored when the tables were made; `undefined` if there is none. */
export function* shardName({ tables }: SqlSyntax): Steps<string | undefined> {
  const row = yield* firstRow<{ shard: string }>(`SELECT shard FROM ${tables.version} ORDER BY version DESC LIMIT 1`);
  return row?.shard || undefined;
}

/** SQL for whether the books here are old or not whole, because the company's move `m` has them at its peer. */
export const IS_OLD = "m.token = 'moved' OR m.token LIKE 'arriving %'";

/** While a company moves, one of the two databases has it, or both: none that begins elsewhere is told that it is nowhere. */
export function* holds({ tables }: SqlSyntax, companyId: string): Steps<boolean> {
  const { shardClaims, companies, invoices, journal, apiKeys } = tables;
  const own = [companies, invoices, journal, apiKeys].map(
    (table) => `OR EXISTS (SELECT 1 FROM ${table} WHERE company_id = $1)`,
  );
  const claimed = `EXISTS (SELECT 1 FROM ${shardClaims} WHERE company_id = $1 AND token IS NULL)`;
  const text = `SELECT 1 AS held WHERE coalesce(
    (SELECT NOT (${IS_OLD}) FROM ${shardClaims} AS m WHERE m.company_id = $1 AND m.peer IS NOT NULL),
    ${claimed} ${own.join(" ")})`;
  return (yield* firstRow(text, companyId)) !== undefined;
}

/** The other database of the company's move, if it has the books, or had them last. */
function* elsewhere({ tables }: SqlSyntax, companyId: string): Steps<string | undefined> {
  const row = yield* firstRow<{ token: string; peer: string }>(
    `SELECT token, peer FROM ${tables.shardClaims} WHERE company_id = $1 AND peer IS NOT NULL`,
    companyId,
  );
  return row === undefined || row.token.startsWith("arrived") ? undefined : row.peer;
}

/**
 * Refuses the company's writes. In PostgreSQL only behind them, in their transaction: a move that does not see them yet waits
 * for them.
 *
 * @throws StoreUnavailableError that names the other database, if the company has moved or is on its way
 */
export function* requireHere({ tables }: SqlSyntax, companyId: string): Steps<void> {
  const text = `SELECT peer FROM ${tables.shardClaims} WHERE company_id = $1 AND peer IS NOT NULL`;
  const row = yield* firstRow<{ peer: string }>(text, companyId);
  if (row !== undefined) throw movedTo(row.peer);
}

function* claim(sql: SqlSyntax, companyId: string, token: string): Steps<string | undefined> {
  if (yield* holds(sql, companyId)) return undefined;
  const { shardClaims } = sql.tables;
  // The claim of another server with the same route stays, and both may confirm it.
  const row = yield* firstRow<{ token: string | null }>(
    `INSERT INTO ${shardClaims} AS c (company_id, token) VALUES ($1, $2)
     ON CONFLICT (company_id) DO UPDATE SET token = c.token RETURNING token`,
    ...[companyId, token],
  );
  if (row === undefined) throw skippedRows(sql.database, { table: shardClaims, written: 0, wanted: 1 });
  return row.token ?? undefined;
}

function* settleClaim(sql: SqlSyntax, companyId: string, token: string): Steps<boolean> {
  yield* firstRow(
    `UPDATE ${sql.tables.shardClaims} SET token = NULL WHERE company_id = $1 AND token = $2 AND peer IS NULL
     RETURNING 1 AS settled`,
    ...[companyId, token],
  );
  return yield* holds(sql, companyId);
}

function* hasClaim({ tables }: SqlSyntax, companyId: string): Steps<boolean> {
  const text = `SELECT 1 AS claimed FROM ${tables.shardClaims} WHERE company_id = $1 AND token IS NOT NULL AND peer IS NULL`;
  return (yield* firstRow(text, companyId)) !== undefined;
}

function* dropClaim(sql: SqlSyntax, companyId: string): Steps<boolean> {
  const text = `DELETE FROM ${sql.tables.shardClaims} WHERE company_id = $1 AND token IS NOT NULL
    AND peer IS NULL RETURNING 1 AS dropped`;
  yield* firstRow(text, companyId);
  return yield* holds(sql, companyId);
}
