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

/** A stored profile, as the company's last transaction read it together with its lock. */
export interface KnownProfile {
  /** As it is stored. If a transaction reads the same text, the profile has not changed. */
  readonly text: string;
  /** The same as an object. It is shared by all calls, so never return it to the host. */
  readonly profile: CompanyProfile;
}

/** The directory that every store provides. */
export interface CompanyProfiles extends CompanyDirectory {
  /** Creates or replaces the profile. Issued invoices keep the profile that they were issued with. */
  save(companyId: string, profile: CompanyProfile): Promise<void>;

  /**
   * The company's profile, if one of its last transactions read it together with the lock. It may have changed since: an
   * order is prepared with it, compared under its own lock, and prepared again if it has. Absent: the store remembers no
   * profiles, and each call reads them.
   */
  known?(companyId: string): KnownProfile | undefined;
}
