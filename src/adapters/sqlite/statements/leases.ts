import { type BillingLease, type CompaniesBehind, LONGEST_LEASE_MS } from "../../../ports/billing-meter.ts";
import { leasedUntil } from "../../sql/lease-time.ts";
import type { StoreConnection } from "../connection/session.ts";

/** Looks at the next companies: each is found by a step in the primary key, past all of the former one's invoices. */
export function companiesBehind(connection: StoreConnection, after: string | null, limit: number): CompaniesBehind {
  const looked = connection.all<{ company_id: string; behind: number }>(
    `WITH RECURSIVE looked (company_id, place) AS (
       SELECT min(company_id), 1 FROM faktura_invoices WHERE company_id > ?
       UNION ALL
       SELECT (SELECT min(company_id) FROM faktura_invoices WHERE company_id > looked.company_id), place + 1
       FROM looked WHERE company_id IS NOT NULL AND place < ?
     )
     SELECT company_id, (SELECT max(counter) FROM faktura_invoices AS i WHERE i.company_id = looked.company_id)
       > coalesce((SELECT acknowledged_through FROM faktura_billing_cursors AS c
                   WHERE c.company_id = looked.company_id), 0) AS behind
     FROM looked WHERE company_id IS NOT NULL`,
    ...[after ?? "", limit],
  );
  return {
    companyIds: looked.filter(({ behind }) => behind === 1).map(({ company_id }) => company_id),
    next: looked.length < limit ? null : looked.at(-1)!.company_id,
  };
}

/** Leases the company where nobody has, in one statement. The machine's clock is that of all who open the file. */
export function leaseCompany(
  connection: StoreConnection,
  companyId: string,
  worker: string,
  leaseMs: number,
): BillingLease | undefined {
  const now = Date.now();
  const leased = connection.get<{ token: number }>(
    `INSERT INTO faktura_billing_leases AS held (company_id, token, worker, leased_until) VALUES (?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET token = held.token + 1, worker = excluded.worker, leased_until = excluded.leased_until
     WHERE held.leased_until IS NULL OR held.leased_until <= ? OR held.leased_until > ?
     RETURNING token`,
    ...[companyId, worker, leasedUntil(now, leaseMs), leasedUntil(now, 0), leasedUntil(now, LONGEST_LEASE_MS)],
  );
  return leased && { companyId, token: leased.token };
}

/** Whether the lease is neither released nor taken over. It may have run out: until another takes it, it holds. */
export function isHeld(connection: StoreConnection, companyId: string, { token }: BillingLease): boolean {
  const held = connection.get<{ token: number }>(
    "SELECT token FROM faktura_billing_leases WHERE company_id = ? AND leased_until IS NOT NULL",
    companyId,
  );
  return held?.token === token;
}

/** Sets until when the lease lasts, `null` where it is released, if it is held; gives whether it was. */
export function keepLease(connection: StoreConnection, lease: BillingLease, leaseMs: number | null): boolean {
  if (!isHeld(connection, lease.companyId, lease)) return false;
  connection.run(
    "UPDATE faktura_billing_leases SET leased_until = ? WHERE company_id = ?",
    ...[leaseMs === null ? null : leasedUntil(Date.now(), leaseMs), lease.companyId],
  );
  return true;
}
