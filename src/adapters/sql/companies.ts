import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import { firstRow, type RunSteps, type Steps, writeRows } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** The company's profile; `undefined` if none was saved. */
export function* findProfile({ tables }: SqlSyntax, companyId: string): Steps<CompanyProfile | undefined> {
  const text = `SELECT profile FROM ${tables.companies} WHERE company_id = $1`;
  const row = yield* firstRow<{ profile: string }>(text, companyId);
  return row && (JSON.parse(row.profile) as CompanyProfile);
}

/** The profiles of a store. `save` creates or replaces one. */
export function companyProfiles(read: RunSteps, write: RunSteps): Pick<CompanyProfiles, "profile" | "save"> {
  return {
    profile: (companyId) => read((sql) => findProfile(sql, companyId)),
    save: (companyId, profile) =>
      write(({ tables }) =>
        writeRows(
          `INSERT INTO ${tables.companies} (company_id, profile) VALUES ($1, $2)
           ON CONFLICT (company_id) DO UPDATE SET profile = excluded.profile`,
          [companyId, JSON.stringify(profile)],
        ),
      ),
  };
}
