import type { CompanyProfile } from "../domain/company-profile.ts";

/** What a company directory is told beside the company's id. */
export interface ProfileRequest {
  /**
   * What the host handed to `invoicing.joining`: the connection or client with its open transaction. Read the profile on
   * it, so that the read sees what the transaction has written and needs no second connection. Absent outside joined calls.
   */
  readonly handle?: object | undefined;
}

/** The companies that may issue invoices. A host with a company table of its own implements this over it. */
export interface CompanyDirectory {
  /**
   * The company's profile; `undefined` or `null` when there is no such company.
   *
   * - **Guarantee**: none is needed; the profile is read before the lock and printed on the invoice as it was read.
   * - **Cost**: read once for every suggestion, order and payment, so it should be a look-up by key.
   */
  profile(
    companyId: string,
    request?: ProfileRequest,
  ): Promise<CompanyProfile | null | undefined> | CompanyProfile | null | undefined;
}

/** The directory that the stores bring along. */
export interface CompanyProfiles extends CompanyDirectory {
  /** Creates the profile or puts it in the place of the former one. Invoices that were issued keep what they printed. */
  save(companyId: string, profile: CompanyProfile): Promise<void>;
}
