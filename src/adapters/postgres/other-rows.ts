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
