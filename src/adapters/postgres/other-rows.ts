import type { BillingEvent } from "../../domain/billing-event.ts";
import type { CompanyProfile } from "../../domain/company-profile.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/** The company's profile; `undefined` when none was saved. */
export async function findProfile(
  session: Session,
  { companies }: Tables,
  companyId: string,
): Promise<CompanyProfile | undefined> {
  const [row] = await session.rows<{ profile: string }>(`SELECT profile FROM ${companies} WHERE company_id = $1`, [
    companyId,
  ]);
  return row && (JSON.parse(row.profile) as CompanyProfile);
}

/** Creates the company's profile or replaces it. */
export async function saveProfile(
  session: Session,
  { companies }: Tables,
  companyId: string,
  profile: CompanyProfile,
): Promise<void> {
  await session.rows(
    `INSERT INTO ${companies} (company_id, profile) VALUES ($1, $2)
     ON CONFLICT (company_id) DO UPDATE SET profile = excluded.profile`,
    [companyId, JSON.stringify(profile)],
  );
}

/** The company's oldest events that nobody acknowledged. */
export async function pendingEvents(
  session: Session,
  { events }: Tables,
  companyId: string,
  limit: number,
): Promise<BillingEvent[]> {
  const rows = await session.rows<Record<"event_id" | "invoice_id" | "counter" | "occurred_at", string>>(
    `SELECT e.event_id, e.invoice_id, e.counter::text AS counter, e.occurred_at FROM ${events} AS e
     WHERE e.company_id = $1 ORDER BY e.counter LIMIT $2::bigint`,
    [companyId, String(limit)],
  );
  return rows.map(({ event_id: id, invoice_id: invoiceId, counter, occurred_at: occurredAt }) => {
    return { id, companyId, invoiceId, counter: Number(counter), occurredAt };
  });
}

/** Takes away events that the host has delivered; ids that are not pending are passed over. */
export async function removeEvents(
  session: Session,
  { events }: Tables,
  companyId: string,
  eventIds: readonly string[],
): Promise<void> {
  await session.rows(`DELETE FROM ${events} WHERE company_id = $1 AND event_id = ANY($2::text[])`, [
    companyId,
    eventIds,
  ]);
}
