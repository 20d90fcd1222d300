import type { CompanyProfile } from "../../domain/company-profile.ts";
import type { StoreConnection } from "./connection.ts";

/** The company's profile; `undefined` when none was saved. */
export function findProfile(connection: StoreConnection, companyId: string): CompanyProfile | undefined {
  const sql = "SELECT profile FROM faktura_companies WHERE company_id = ?";
  const row = connection.get<{ profile: string }>(sql, companyId);
  return row && (JSON.parse(row.profile) as CompanyProfile);
}

/** Creates the company's profile or replaces it. */
export function saveProfile(connection: StoreConnection, companyId: string, profile: CompanyProfile): void {
  connection.run(
    `INSERT INTO faktura_companies (company_id, profile) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET profile = excluded.profile`,
    ...[companyId, JSON.stringify(profile)],
  );
}
