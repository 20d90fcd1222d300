import {
  type CompaniesBehind,
  type DeliveryLease,
  type LeasedCompanies,
  LONGEST_LEASE_MS,
} from "../../../ports/leased-companies.ts";
import { leasedUntil } from "../../common/billing-limits.ts";
import type { Session } from "../connection/session.ts";

/** Leases of one kind: their table, and the consumer that they are for if the table has several. */
export interface LeaseRows {
  readonly table: "faktura_billing_leases" | "faktura_event_leases";
  readonly consumer?: string | undefined;
}

/**
 * Reads the next companies for which the SQL `isBehind`, with its values, is true of `companies.company_id`. Each costs
 * one step in the primary key, which skips all invoices of the previous company.
 */
export function companiesBehind(
  session: Session,
  after: string | null,
  limit: number,
  isBehind: string,
  values: readonly unknown[] = [],
): CompaniesBehind {
  const companies = session.all<{ company_id: string; behind: number }>(
    `WITH RECURSIVE companies (company_id, number) AS (
       SELECT min(company_id), 1 FROM faktura_invoices WHERE company_id > ?
       UNION ALL
       SELECT (SELECT min(company_id) FROM faktura_invoices WHERE company_id > companies.company_id), number + 1
       FROM companies WHERE company_id IS NOT NULL AND number < ?
     )
     SELECT company_id, ${isBehind} AS behind
     FROM companies WHERE company_id IS NOT NULL`,
    ...[after ?? "", limit, ...values],
  );
  return {
    companyIds: companies.filter(({ behind }) => behind === 1).map(({ company_id }) => company_id),
    next: companies.length < limit ? null : companies.at(-1)!.company_id,
  };
}

/** Leases the company, if its lease is free. Everyone who opens the file shares this machine's clock. */
function leaseCompany(
  session: Session,
  rows: LeaseRows,
  companyId: string,
  worker: string,
  leaseMs: number,
): DeliveryLease | undefined {
  const now = Date.now();
  const held = session.get<{ token: number; leased_until: string | null }>(
    `SELECT token, leased_until FROM ${rows.table} WHERE ${keyOf(rows)}`,
    ...valuesOf(rows, companyId),
  );
  const until = held?.leased_until ?? null;
  if (until !== null && until > leasedUntil(now, 0) && until <= leasedUntil(now, LONGEST_LEASE_MS)) return undefined;
  const token = (held?.token ?? 0) + 1;
  const [column, parameter] = rows.consumer === undefined ? ["", ""] : [", consumer", ", ?"];
  session.write(
    1,
    `INSERT INTO ${rows.table} (company_id${column}, token, worker, leased_until) VALUES (?${parameter}, ?, ?, ?)
     ON CONFLICT DO UPDATE SET token = excluded.token, worker = excluded.worker, leased_until = excluded.leased_until`,
    ...[...valuesOf(rows, companyId), token, worker, leasedUntil(now, leaseMs)],
  );
  return { companyId, token };
}

/** Whether the lease is neither released nor taken over. An expired lease still holds until another worker takes it. */
export function isHeld(session: Session, rows: LeaseRows, { companyId, token }: DeliveryLease): boolean {
  const held = session.get<{ token: number }>(
    `SELECT token FROM ${rows.table} WHERE ${keyOf(rows)} AND leased_until IS NOT NULL`,
    ...valuesOf(rows, companyId),
  );
  return held?.token === token;
}

/**
 * Extends the lease by `leaseMs` from now, or releases it if `leaseMs` is `null`. Returns `false` if it is not held any
 * more.
 */
function updateLease(session: Session, rows: LeaseRows, lease: DeliveryLease, leaseMs: number | null): boolean {
  if (!isHeld(session, rows, lease)) return false;
  session.write(
    1,
    `UPDATE ${rows.table} SET leased_until = ? WHERE ${keyOf(rows)}`,
    ...[leaseMs === null ? null : leasedUntil(Date.now(), leaseMs), ...valuesOf(rows, lease.companyId)],
  );
  return true;
}

function keyOf({ consumer }: LeaseRows): string {
  return consumer === undefined ? "company_id = ?" : "company_id = ? AND consumer = ?";
}

function valuesOf({ consumer }: LeaseRows, companyId: string): string[] {
  return consumer === undefined ? [companyId] : [companyId, consumer];
}

type Write = <Result>(statements: (session: Session) => Result) => Promise<Result>;

/** The leases of these rows, as a feed offers them. `write` runs in a separate synchronous transaction. */
export function leaseCalls(rows: LeaseRows, write: Write): Pick<LeasedCompanies, "lease" | "renew" | "release"> {
  return {
    lease: (companyId, worker, leaseMs) => write((writer) => leaseCompany(writer, rows, companyId, worker, leaseMs)),
    renew: (lease, leaseMs) => write((writer) => updateLease(writer, rows, lease, leaseMs)),
    release: async (lease) => {
      await write((writer) => updateLease(writer, rows, lease, null));
    },
  };
}
