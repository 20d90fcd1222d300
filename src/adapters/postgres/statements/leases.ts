import { type BillingLease, type CompaniesBehind, LONGEST_LEASE_MS } from "../../../ports/billing-meter.ts";
import { leasedUntil } from "../../sql/lease-time.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";

/** SQL of the table that says who delivers a company's events just now. A row stays, so that tokens only grow. */
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

/** Looks at the next companies. Each that has numbered has its row among the sequences. */
export async function companiesBehind(
  session: Session,
  { sequences, invoices, cursors }: Tables,
  after: string | null,
  limit: number,
): Promise<CompaniesBehind> {
  const looked = await session.rows<{ company_id: string; behind: string }>(
    `SELECT s.company_id, (coalesce((SELECT i.counter FROM ${invoices} AS i WHERE i.company_id = s.company_id
         ORDER BY i.counter DESC LIMIT 1), 0)
       > coalesce((SELECT c.acknowledged_through FROM ${cursors} AS c WHERE c.company_id = s.company_id), 0))::text AS behind
     FROM ${sequences} AS s WHERE s.company_id > $1 ORDER BY s.company_id LIMIT $2::bigint`,
    [after ?? "", String(limit)],
  );
  return {
    companyIds: looked.filter(({ behind }) => behind === "true").map(({ company_id }) => company_id),
    next: looked.length < limit ? null : looked.at(-1)!.company_id,
  };
}

/** Leases the company where nobody has, in one statement. */
export async function leaseCompany(
  session: Session,
  { leases }: Tables,
  companyId: string,
  worker: string,
  leaseMs: number,
): Promise<BillingLease | undefined> {
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

/** Keeps others from taking the lease over until the transaction ends, if it is held; gives whether it was. */
export async function lockLease(
  session: Session,
  { leases }: Tables,
  companyId: string,
  { token }: BillingLease,
): Promise<boolean> {
  const held = await session.rows(
    `SELECT 1 FROM ${leases} WHERE company_id = $1 AND token = $2::bigint AND leased_until IS NOT NULL FOR UPDATE`,
    [companyId, String(token)],
  );
  return held.length > 0;
}

/** Sets until when the lease lasts, `null` where it is released, if it is held; gives whether it was. */
export async function updateLease(
  session: Session,
  { leases }: Tables,
  { companyId, token }: BillingLease,
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
 * The server's clock, in milliseconds: one for all who deliver, whatever their own say. A statement of its own, because
 * engines that distribute by company compute nothing in theirs.
 */
async function clockOf(session: Session): Promise<number> {
  const [row] = await session.rows<{ milliseconds: string }>(
    "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS milliseconds",
    [],
  );
  return Number(row!.milliseconds);
}
