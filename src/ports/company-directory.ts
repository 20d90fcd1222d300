import type { CompanyProfile } from "../domain/generated/company-profile.ts";

/** What a company directory receives in addition to the company's id. */
export interface ProfileRequest {
  /**
   * What you passed to `invoicing.joining`: the connection or client with its open transaction. Read the profile on it,
   * so that the read sees what the transaction has written and needs no second connection. Absent outside joined calls.
   */
  readonly handle?: object | undefined;
}

/** The companies that may issue invoices. Implement it if you have your own company table. */
export interface CompanyDirectory {
  /**
   * The company's profile; `undefined` or `null` if there is no such company.
   *
   * - **Guarantee**: none is needed. The profile is read before the lock and printed on the invoice as it was read.
   * - **Cost**: called for every suggestion, order and payment, so it should be a look-up by key.
   */
  profile(
    companyId: string,
    request?: ProfileRequest,
  ): Promise<CompanyProfile | null | undefined> | CompanyProfile | null | undefined;
}

/** The directory that every store provides. */
export interface CompanyProfiles extends CompanyDirectory {
  /** Creates or replaces the profile. Issued invoices keep the profile that they were issued with. */
  save(companyId: string, profile: CompanyProfile): Promise<void>;
}
