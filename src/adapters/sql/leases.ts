import {
  type CompaniesBehind,
  type DeliveryLease,
  type LeasedCompanies,
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

/** Reads the next companies for which the SQL `isBehind` is true of `companies.company_id`. Its value is `$3`. */
export function* companiesBehind(
  sql: SqlSyntax,
  after: string | null,
  limit: number,
  isBehind: (sql: SqlSyntax) => string,
  values: readonly string[] = [],
): Steps<CompaniesBehind> {
  const companies = yield* allRows<{ company_id: string; behind: string }>(
    `SELECT companies.company_id, CASE WHEN ${isBehind(sql)} THEN 'true' ELSE 'false' END AS behind
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
    lease: (companyId, worker, leaseMs) => write(leaseCompany, rows, { companyId, worker, leaseMs }),
    renew: (lease, leaseMs) => write(updateLease, rows, lease, leaseMs),
    release: async (lease) => {
      await write(updateLease, rows, lease, null);
    },
  };
}

/** Leases the company, in one statement, if its lease is free. */
function* leaseCompany(
  sql: SqlSyntax,
  { table, consumer }: LeaseRows,
  { companyId, worker, leaseMs }: { readonly companyId: string; readonly worker: string; readonly leaseMs: number },
): Steps<DeliveryLease | undefined> {
  const lease = sql.tables[table];
  const [columns, parameters, values] = consumer === undefined ? ["", "", []] : [", consumer", ", $6", [consumer]];
  const started = yield* now(sql);
  const [until, nowText, longest] = [leaseMs, 0, LONGEST_LEASE_MS].map((milliseconds) =>
    instant(started + milliseconds),
  );
  const written = yield* firstRow<{ token: string }>(
    `INSERT INTO ${lease} AS held (company_id, token, worker, leased_until${columns}) VALUES ($1, 1, $2, $3${parameters})
     ON CONFLICT (company_id${columns}) DO UPDATE
     SET token = held.token + 1, worker = excluded.worker, leased_until = excluded.leased_until
     WHERE held.leased_until IS NULL OR held.leased_until <= $4 OR held.leased_until > $5
     RETURNING ${sql.text("token")} AS token`,
    ...[companyId, worker, until, nowText, longest, ...values],
  );
  if (written !== undefined) return { companyId, token: Number(written.token) };
  // Another worker has it, or the row was skipped. Nobody can make the lease free again before this transaction ends.
  const taken = yield* firstRow(
    `SELECT 1 FROM ${lease} WHERE company_id = $1 AND leased_until > $2 AND leased_until <= $3${consumer === undefined ? "" : " AND consumer = $4"}`,
    ...[companyId, nowText, longest, ...values],
  );
  if (taken === undefined) throw skippedRows(sql.database, { table: lease, written: 0, wanted: 1 });
  return undefined;
}

/**
 * If the lease is still held, locks it until the transaction ends, so that no other worker takes it over. Returns
 * whether it is. An expired lease still holds until another worker takes it.
 */
export function* lockLease(sql: SqlSyntax, rows: LeaseRows, lease: DeliveryLease): Steps<boolean> {
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
function* updateLease(sql: SqlSyntax, rows: LeaseRows, lease: DeliveryLease, leaseMs: number | null): Steps<boolean> {
  const until = leaseMs === null ? null : instant((yield* now(sql)) + leaseMs);
  const values = heldValues(rows, lease);
  const table = sql.tables[rows.table];
  const written = yield* firstRow(
    `UPDATE ${table} SET leased_until = $${values.length + 1} WHERE ${heldKey(sql, rows)} RETURNING 1`,
    ...[...values, until],
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
function* now({ clock }: SqlSyntax): Steps<number> {
  if (clock === undefined) return Date.now();
  const row = yield* firstRow<{ milliseconds: string }>(clock);
  return Number(row!.milliseconds);
}

/** An instant in milliseconds since 1970, as the tables have it: as text, it sorts by time. */
function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
