import {
  type CompaniesBehind,
  type DeliveryLease,
  type LeasedCompanies,
  LONGEST_LEASE_MS,
} from "../../../ports/leased-companies.ts";
import { leasedUntil } from "../../common/billing-limits.ts";
import { skippedRows } from "../../common/skipped-rows.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { namingRule } from "./counted-writes.ts";
import type { Statement } from "./statement.ts";

/** Leases of one kind: their table, and the consumer that they are for if the table has several. */
export interface LeaseRows {
  readonly table: (tables: Tables) => string;
  readonly consumer?: string | undefined;
}

/**
 * Reads the next companies for which the SQL `isBehind` is true of `s.company_id`. Its value is `$3`. Every company that
 * has issued an invoice has a row in the table of sequences.
 */
export async function companiesBehind(
  session: Session,
  { sequences }: Tables,
  after: string | null,
  limit: number,
  isBehind: string,
  values: readonly string[] = [],
): Promise<CompaniesBehind> {
  const companies = await session.rows<{ company_id: string; behind: string }>(
    `SELECT s.company_id, (${isBehind})::pg_catalog.text AS behind
     FROM ${sequences} AS s WHERE s.company_id > $1 ORDER BY s.company_id LIMIT $2::bigint`,
    [after ?? "", String(limit), ...values],
  );
  return {
    companyIds: companies.filter(({ behind }) => behind === "true").map(({ company_id }) => company_id),
    next: companies.length < limit ? null : companies.at(-1)!.company_id,
  };
}

/** What came of a write to a lease. */
interface LeaseWrite {
  /** The token of the written row; `null` if none was written. */
  readonly token: string | null;
  /** Whether the row had to be written, by the statement's snapshot. */
  readonly due: string;
}

/**
 * Runs a write to a lease, and returns the token that it wrote; `undefined` if it had nothing to write. If nothing was
 * written that had to be, another worker was faster, or the row was skipped. Run once more, the same statement tells them
 * apart: it sees what the other worker has committed, and nobody can make the lease free again before this transaction
 * ends, because the first run has locked it.
 *
 * @throws Error that names the table if a trigger or a rule skipped the row
 */
async function writeLease(
  session: Session,
  table: string,
  sql: string,
  values: unknown[],
): Promise<string | undefined> {
  for (let tries = 1; tries <= 2; tries += 1) {
    const [row] = await session.rows<LeaseWrite>(sql, values).catch((error: unknown) => {
      throw namingRule(error, [table]);
    });
    if (row?.token != null) return row.token;
    if (row?.due !== "true") return undefined;
  }
  throw skippedRows("postgres", { table: table, written: 0, wanted: 1 });
}

/** Leases the company, in one statement, if its lease is free. */
async function leaseCompany(
  session: Session,
  table: string,
  consumer: string | undefined,
  { companyId, worker, leaseMs }: { readonly companyId: string; readonly worker: string; readonly leaseMs: number },
): Promise<DeliveryLease | undefined> {
  const now = await clockOf(session);
  const [key, columns, parameters, taken, values] =
    consumer === undefined
      ? ["company_id", "", "", "", []]
      : ["company_id, consumer", ", consumer", ", $6", " AND taken.consumer = $6", [consumer]];
  const token = await writeLease(
    session,
    table,
    `WITH leased AS (
       INSERT INTO ${table} AS held (company_id, token, worker, leased_until${columns}) VALUES ($1, 1, $2, $3${parameters})
       ON CONFLICT (${key}) DO UPDATE
       SET token = held.token + 1, worker = excluded.worker, leased_until = excluded.leased_until
       WHERE held.leased_until IS NULL OR held.leased_until <= $4 OR held.leased_until > $5
       RETURNING held.token::pg_catalog.text AS token)
     SELECT (SELECT token FROM leased) AS token, (NOT EXISTS (SELECT 1 FROM ${table} AS taken
       WHERE taken.company_id = $1 AND taken.leased_until > $4 AND taken.leased_until <= $5${taken}))::pg_catalog.text AS due`,
    [companyId, worker, leasedUntil(now, leaseMs), leasedUntil(now, 0), leasedUntil(now, LONGEST_LEASE_MS), ...values],
  );
  return token === undefined ? undefined : { companyId, token: Number(token) };
}

/** SQL for the held lease with these first two values: company and token; the consumer is the third, if there is one. */
function heldKey(consumer: string | undefined): string {
  const key = "company_id = $1 AND token = $2::bigint AND leased_until IS NOT NULL";
  return consumer === undefined ? key : `${key} AND consumer = $3`;
}

/**
 * If the lease is still held, locks it until the transaction ends, so that no other worker takes it over. Returns
 * whether it is.
 */
export async function lockLease(
  session: Session,
  tables: Tables,
  { table, consumer }: LeaseRows,
  { companyId, token }: DeliveryLease,
): Promise<boolean> {
  const held = await session.rows(`SELECT 1 FROM ${table(tables)} WHERE ${heldKey(consumer)} FOR UPDATE`, [
    ...[companyId, String(token)],
    ...(consumer === undefined ? [] : [consumer]),
  ]);
  return held.length > 0;
}

/**
 * Extends the lease by `leaseMs` from now, or releases it if `leaseMs` is `null`. Returns `false` if it is not held any
 * more.
 */
async function updateLease(
  session: Session,
  table: string,
  consumer: string | undefined,
  { companyId, token }: DeliveryLease,
  leaseMs: number | null,
): Promise<boolean> {
  const until = leaseMs === null ? null : leasedUntil(await clockOf(session), leaseMs);
  const values = [companyId, String(token), ...(consumer === undefined ? [] : [consumer])];
  const written = await writeLease(
    session,
    table,
    `WITH held AS (
       UPDATE ${table} SET leased_until = $${values.length + 1}
         WHERE ${heldKey(consumer)} RETURNING token::pg_catalog.text AS token)
     SELECT (SELECT token FROM held) AS token,
       (EXISTS (SELECT 1 FROM ${table} WHERE ${heldKey(consumer)}))::pg_catalog.text AS due`,
    [...values, until],
  );
  return written !== undefined;
}

type Write = <Result>(statements: Statement<Result>) => Promise<Result>;

/** The leases of these rows, as a feed offers them. `write` runs in a separate transaction. */
export function leaseCalls(
  { table, consumer }: LeaseRows,
  write: Write,
): Pick<LeasedCompanies, "lease" | "renew" | "release"> {
  return {
    lease: (companyId, worker, leaseMs) =>
      write((session, tables) => leaseCompany(session, table(tables), consumer, { companyId, worker, leaseMs })),
    renew: (lease, leaseMs) =>
      write((session, tables) => updateLease(session, table(tables), consumer, lease, leaseMs)),
    release: async (lease) => {
      await write((session, tables) => updateLease(session, table(tables), consumer, lease, null));
    },
  };
}

/**
 * The database server's clock, in milliseconds since 1970: all workers use the same one. A separate statement, because
 * engines that distribute rows by company do not evaluate functions in such statements.
 */
async function clockOf(session: Session): Promise<number> {
  const [row] = await session.rows<{ milliseconds: string }>(
    "SELECT pg_catalog.floor(extract(epoch FROM pg_catalog.clock_timestamp()) * 1000::numeric)::pg_catalog.text AS milliseconds",
    [],
  );
  return Number(row!.milliseconds);
}
