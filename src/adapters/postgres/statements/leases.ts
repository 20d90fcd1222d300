import { type CompaniesBehind, type DeliveryLease, LONGEST_LEASE_MS } from "../../../ports/leased-companies.ts";
import { leasedUntil } from "../../common/billing-limits.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";

/**
 * SQL for the table of leases: the worker that is delivering a company's events. Rows are kept, so that tokens only
 * grow.
 */
export function leaseTable({ leases }: Tables): string {
  return `
CREATE TABLE ${leases} (
  company_id   text COLLATE "C" NOT NULL,
  token        bigint NOT NULL,
  worker       text COLLATE "C" NOT NULL,
  leased_until text COLLATE "C",
  CONSTRAINT faktura_billing_leases_pkey PRIMARY KEY (company_id)
);
`;
}

/** Reads the next companies. Every company that has issued an invoice has a row in the table of sequences. */
export async function companiesBehind(
  session: Session,
  { sequences, invoices, cursors }: Tables,
  after: string | null,
  limit: number,
): Promise<CompaniesBehind> {
  const companies = await session.rows<{ company_id: string; behind: string }>(
    `SELECT s.company_id, (coalesce((SELECT i.counter FROM ${invoices} AS i WHERE i.company_id = s.company_id
         ORDER BY i.counter DESC LIMIT 1), 0)
       > coalesce((SELECT c.acknowledged_through FROM ${cursors} AS c WHERE c.company_id = s.company_id), 0))::text AS behind
     FROM ${sequences} AS s WHERE s.company_id > $1 ORDER BY s.company_id LIMIT $2::bigint`,
    [after ?? "", String(limit)],
  );
  return {
    companyIds: companies.filter(({ behind }) => behind === "true").map(({ company_id }) => company_id),
    next: companies.length < limit ? null : companies.at(-1)!.company_id,
  };
}

/** Leases the company, in one statement, if its lease is free. */
export async function leaseCompany(
  session: Session,
  { leases }: Tables,
  companyId: string,
  worker: string,
  leaseMs: number,
): Promise<DeliveryLease | undefined> {
  const now = await clockOf(session);
  const [leased] = await session.rows<{ token: string }>(
    `INSERT INTO ${leases} AS held (company_id, token, worker, leased_until) VALUES ($1, 1, $2, $3)
     ON CONFLICT (company_id) DO UPDATE
     SET token = held.token + 1, worker = excluded.worker, leased_until = excluded.leased_until
     WHERE held.leased_until IS NULL OR held.leased_until <= $4 OR held.leased_until > $5
     RETURNING held.token::text AS token`,
    [companyId, worker, leasedUntil(now, leaseMs), leasedUntil(now, 0), leasedUntil(now, LONGEST_LEASE_MS)],
  );
  return leased && { companyId, token: Number(leased.token) };
}

/**
 * If the lease is still held, locks it until the transaction ends, so that no other worker takes it over. Returns
 * whether it is.
 */
export async function lockLease(
  session: Session,
  { leases }: Tables,
  companyId: string,
  { token }: DeliveryLease,
): Promise<boolean> {
  const held = await session.rows(
    `SELECT 1 FROM ${leases} WHERE company_id = $1 AND token = $2::bigint AND leased_until IS NOT NULL FOR UPDATE`,
    [companyId, String(token)],
  );
  return held.length > 0;
}

/**
 * Extends the lease by `leaseMs` from now, or releases it if `leaseMs` is `null`. Returns `false` if it is not held any
 * more.
 */
export async function updateLease(
  session: Session,
  { leases }: Tables,
  { companyId, token }: DeliveryLease,
  leaseMs: number | null,
): Promise<boolean> {
  const until = leaseMs === null ? null : leasedUntil(await clockOf(session), leaseMs);
  const held = await session.rows(
    `UPDATE ${leases} SET leased_until = $3 WHERE company_id = $1 AND token = $2::bigint AND leased_until IS NOT NULL
     RETURNING 1`,
    [companyId, String(token), until],
  );
  return held.length > 0;
}

/**
 * The database server's clock, in milliseconds since 1970: all workers use the same one. A separate statement, because
 * engines that distribute rows by company do not evaluate functions in such statements.
 */
async function clockOf(session: Session): Promise<number> {
  const [row] = await session.rows<{ milliseconds: string }>(
    "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS milliseconds",
    [],
  );
  return Number(row!.milliseconds);
}
