import {
  type CompaniesBehind,
  type DeliveryFailure,
  type DeliveryLease,
  type LeasedCompanies,
  type LeaseRefusal,
  LONGEST_LEASE_MS,
} from "../../ports/leased-companies.ts";
import { skippedRows } from "../common/skipped-rows.ts";
import { allRows, firstRow, type RunSteps, type Steps } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** Leases of one kind: their table, and the consumer that they are for if the table has several. */
export interface LeaseRows {
  readonly table: "leases" | "eventLeases";
  readonly consumer?: string | undefined;
}

/**
 * Reads the next companies for which the SQL `isBehind` is true of `companies.company_id`. Its value is `$3`. Without those that
 * move: their events are delivered where they arrive.
 */
export function* companiesBehind(
  sql: SqlSyntax,
  after: string | null,
  limit: number,
  isBehind: (sql: SqlSyntax) => string,
  values: readonly string[] = [],
): Steps<CompaniesBehind> {
  const companies = yield* allRows<{ company_id: string; behind: string }>(
    `SELECT companies.company_id, CASE WHEN (${isBehind(sql)})
       AND (SELECT m.peer FROM ${sql.tables.shardClaims} AS m WHERE m.company_id = companies.company_id) IS NULL
       THEN 'true' ELSE 'false' END AS behind
     FROM ${sql.companiesAfter("$1", "$2")} AS companies ORDER BY companies.company_id`,
    ...[after ?? "", limit, ...values],
  );
  return {
    companyIds: companies.filter(({ behind }) => behind === "true").map(({ company_id }) => company_id),
    next: companies.length < limit ? null : companies.at(-1)!.company_id,
  };
}

/** The leases of these rows, as a feed offers them. */
export function leaseCalls(rows: LeaseRows, write: RunSteps): Pick<LeasedCompanies, "lease" | "renew" | "release"> {
  return {
    lease: (companyId, worker, leaseMs, isEarly = false) =>
      write(leaseCompany, rows, { companyId, worker, leaseMs, isEarly }),
    renew: (lease, leaseMs) => write(updateLease, rows, lease, leaseMs),
    release: async (lease, failure) => {
      await write(updateLease, rows, lease, null, failure);
    },
  };
}

/** What a worker asks for. */
interface WantedLease {
  readonly companyId: string;
  readonly worker: string;
  readonly leaseMs: number;
  /** Whether to lease a company that waits, too. */
  readonly isEarly: boolean;
}

/** Leases the company, in one statement, if its lease is free. */
function* leaseCompany(
  sql: SqlSyntax,
  { table, consumer }: LeaseRows,
  { companyId, worker, leaseMs, isEarly }: WantedLease,
): Steps<DeliveryLease | LeaseRefusal> {
  const lease = sql.tables[table];
  const [columns, parameters, values] = consumer === undefined ? ["", "", []] : [", consumer", ", $6", [consumer]];
  const started = yield* now(sql);
  const [until, nowText, longest] = [leaseMs, 0, LONGEST_LEASE_MS].map((milliseconds) =>
    instant(started + milliseconds),
  );
  const isAhead = (column: string, [from, to]: readonly string[]) => `(${column} > ${from} AND ${column} <= ${to})`;
  const isWaiting = isEarly ? "" : `AND ${isAhead("held.waits_until", ["$4", "$5"])} IS NOT TRUE`;
  const written = yield* firstRow<{ token: string; failures: string }>(
    `INSERT INTO ${lease} AS held (company_id, token, worker, leased_until${columns}) VALUES ($1, 1, $2, $3${parameters})
     ON CONFLICT (company_id${columns}) DO UPDATE
     SET token = held.token + 1, worker = excluded.worker, leased_until = excluded.leased_until
     WHERE ${isAhead("held.leased_until", ["$4", "$5"])} IS NOT TRUE ${isWaiting}
     RETURNING ${sql.text("token")} AS token, ${sql.text("failures")} AS failures`,
    ...[companyId, worker, until, nowText, longest, ...values],
  );
  if (written !== undefined) return { companyId, token: Number(written.token), failures: Number(written.failures) };
  // Another worker has it, it waits, or the row was skipped. Nobody can free it again before this transaction ends.
  const isHeld = isAhead("leased_until", ["$2", "$3"]);
  const taken = yield* firstRow<{ refusal: LeaseRefusal }>(
    `SELECT CASE WHEN ${isHeld} THEN 'held' ELSE 'waiting' END AS refusal FROM ${lease}
     WHERE company_id = $1 AND (${isHeld}${isEarly ? "" : ` OR ${isAhead("waits_until", ["$2", "$3"])}`})
       ${consumer === undefined ? "" : "AND consumer = $4"}`,
    ...[companyId, nowText, longest, ...values],
  );
  if (taken === undefined) throw skippedRows(sql.database, { table: lease, written: 0, wanted: 1 });
  return taken.refusal;
}

/** {@link lockLease}, and forgets that deliveries have failed, if any had when the company was leased. */
export function* settleLease(sql: SqlSyntax, rows: LeaseRows, lease: DeliveryLease): Steps<boolean> {
  if (lease.failures === 0) return yield* lockLease(sql, rows, lease);
  return yield* changeLease(sql, rows, lease, { failures: 0, waits_until: null });
}

/**
 * If the lease is still held, locks it until the transaction ends, so that no other worker takes it over. Returns
 * whether it is. An expired lease still holds until another worker takes it.
 */
function* lockLease(sql: SqlSyntax, rows: LeaseRows, lease: DeliveryLease): Steps<boolean> {
  const held = yield* firstRow(
    `SELECT 1 FROM ${sql.tables[rows.table]} WHERE ${heldKey(sql, rows)} ${sql.forUpdate}`,
    ...heldValues(rows, lease),
  );
  return held !== undefined;
}

/**
 * Extends the lease by `leaseMs` from now, or releases it if `leaseMs` is `null`. Returns `false` if it is not held any
 * more.
 */
function* updateLease(
  sql: SqlSyntax,
  rows: LeaseRows,
  lease: DeliveryLease,
  leaseMs: number | null,
  failure?: DeliveryFailure,
): Steps<boolean> {
  if (leaseMs === null && failure === undefined) return yield* changeLease(sql, rows, lease, { leased_until: null });
  const started = yield* now(sql);
  if (failure === undefined) return yield* changeLease(sql, rows, lease, { leased_until: instant(started + leaseMs!) });
  const { failures, waitMs } = failure;
  return yield* changeLease(sql, rows, lease, { leased_until: null, failures, waits_until: instant(started + waitMs) });
}

/** Changes columns of the lease. Returns `false` if it is not held any more. */
function* changeLease(
  sql: SqlSyntax,
  rows: LeaseRows,
  lease: DeliveryLease,
  columns: Readonly<Record<string, string | number | null>>,
): Steps<boolean> {
  const values = heldValues(rows, lease);
  const table = sql.tables[rows.table];
  const set = Object.entries(columns).map(([column, value], place) => {
    const parameter = `$${values.length + place + 1}`;
    return `${column} = ${typeof value === "number" ? sql.integer(parameter) : parameter}`;
  });
  const written = yield* firstRow(
    `UPDATE ${table} SET ${set.join(", ")} WHERE ${heldKey(sql, rows)} RETURNING 1`,
    ...[...values, ...Object.values(columns)],
  );
  if (written !== undefined) return true;
  if (yield* lockLease(sql, rows, lease)) throw skippedRows(sql.database, { table, written: 0, wanted: 1 });
  return false;
}

/** SQL for a held lease with {@link heldValues}. */
function heldKey({ integer }: SqlSyntax, { consumer }: LeaseRows): string {
  const key = `company_id = $1 AND token = ${integer("$2")} AND leased_until IS NOT NULL`;
  return consumer === undefined ? key : `${key} AND consumer = $3`;
}

function heldValues({ consumer }: LeaseRows, { companyId, token }: DeliveryLease): (string | number)[] {
  return consumer === undefined ? [companyId, token] : [companyId, token, consumer];
}

/** The clock that all workers share, in milliseconds since 1970. */
export function* now({ clock }: SqlSyntax): Steps<number> {
  if (clock === undefined) return Date.now();
  const row = yield* firstRow<{ milliseconds: string }>(clock);
  return Number(row!.milliseconds);
}

/** An instant in milliseconds since 1970, as the tables have it: as text, it sorts by time. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
