import { type CompaniesBehind, type DeliveryLease, LONGEST_LEASE_MS } from "../../../ports/leased-companies.ts";
import { leasedUntil } from "../../common/billing-limits.ts";
import type { Session } from "../connection/session.ts";

/**
 * Reads the next companies. Each costs one step in the primary key, which skips all invoices of the previous company.
 */
export function companiesBehind(session: Session, after: string | null, limit: number): CompaniesBehind {
  const companies = session.all<{ company_id: string; behind: number }>(
    `WITH RECURSIVE companies (company_id, place) AS (
       SELECT min(company_id), 1 FROM faktura_invoices WHERE company_id > ?
       UNION ALL
       SELECT (SELECT min(company_id) FROM faktura_invoices WHERE company_id > companies.company_id), place + 1
       FROM companies WHERE company_id IS NOT NULL AND place < ?
     )
     SELECT company_id, (SELECT max(counter) FROM faktura_invoices AS i WHERE i.company_id = companies.company_id)
       > coalesce((SELECT acknowledged_through FROM faktura_billing_cursors AS c
                   WHERE c.company_id = companies.company_id), 0) AS behind
     FROM companies WHERE company_id IS NOT NULL`,
    ...[after ?? "", limit],
  );
  return {
    companyIds: companies.filter(({ behind }) => behind === 1).map(({ company_id }) => company_id),
    next: companies.length < limit ? null : companies.at(-1)!.company_id,
  };
}

/**
 * Leases the company, in one statement, if its lease is free. Everyone who opens the file shares this machine's clock.
 */
export function leaseCompany(
  session: Session,
  companyId: string,
  worker: string,
  leaseMs: number,
): DeliveryLease | undefined {
  const now = Date.now();
  const leased = session.get<{ token: number }>(
    `INSERT INTO faktura_billing_leases AS held (company_id, token, worker, leased_until) VALUES (?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET token = held.token + 1, worker = excluded.worker, leased_until = excluded.leased_until
     WHERE held.leased_until IS NULL OR held.leased_until <= ? OR held.leased_until > ?
     RETURNING token`,
    ...[companyId, worker, leasedUntil(now, leaseMs), leasedUntil(now, 0), leasedUntil(now, LONGEST_LEASE_MS)],
  );
  return leased && { companyId, token: leased.token };
}

/** Whether the lease is neither released nor taken over. An expired lease still holds until another worker takes it. */
export function isHeld(session: Session, companyId: string, { token }: DeliveryLease): boolean {
  const held = session.get<{ token: number }>(
    "SELECT token FROM faktura_billing_leases WHERE company_id = ? AND leased_until IS NOT NULL",
    companyId,
  );
  return held?.token === token;
}

/**
 * Extends the lease by `leaseMs` from now, or releases it if `leaseMs` is `null`. Returns `false` if it is not held any
 * more.
 */
export function updateLease(session: Session, lease: DeliveryLease, leaseMs: number | null): boolean {
  if (!isHeld(session, lease.companyId, lease)) return false;
  session.run(
    "UPDATE faktura_billing_leases SET leased_until = ? WHERE company_id = ?",
    ...[leaseMs === null ? null : leasedUntil(Date.now(), leaseMs), lease.companyId],
  );
  return true;
}
