import type { CompanyProfile } from "../domain/company-profile.ts";
import { type CompanyContext, requireOwnProfile } from "./context.ts";
import { parseRequest } from "./parse-request.ts";
import { profileSchema } from "./request-schemas.ts";

/** The company's profile. @throws Refusal `company_not_found` */
export function readProfile(context: CompanyContext): Promise<CompanyProfile> {
  return requireOwnProfile(context);
}

/** Creates the profile or replaces it, and gives it back. Invoices that were issued keep what they printed. */
export async function saveProfile(context: CompanyContext, profile: CompanyProfile): Promise<CompanyProfile> {
  if (!context.keepsProfiles) {
    throw new TypeError("profiles come from the host's own `companies`; save them there");
  }
  const parsed = parseRequest(profileSchema, profile, "pointer");
  await context.store.companies.save(context.companyId, parsed);
  return parsed;
}
