import type { CompanyProfile } from "../domain/company-profile.ts";
import type { CompanyDirectory } from "../ports/company-directory.ts";
import type { InvoicingStore, JoinedBooks } from "../ports/invoicing-store.ts";
import type { ReadProfile } from "./context.ts";
import { parseRequest } from "./parse-request.ts";
import { profileSchema } from "./request-schemas.ts";

/** Where profiles are kept: in the store, or in a directory of the host's. */
export interface ProfileSource {
  readonly store: InvoicingStore;
  readonly companies: CompanyDirectory;
}

/** A transaction of the host's, and the books inside it. */
export interface JoinedTransaction {
  readonly books: JoinedBooks;
  readonly handle: object;
}

/** Whether the profiles are kept in the store. */
export function keepsProfiles({ store, companies }: ProfileSource): boolean {
  return companies === store.companies;
}

/**
 * Reads profiles where they are kept; inside the host's transaction, when one is given. A profile that the store keeps was
 * checked when it was saved; one of the host's is checked when it is read.
 *
 * @throws TypeError when the host's directory gives a profile that is not valid: no invoice must be made from it
 * @throws StoreBusyError when, inside a transaction, the host's directory does not answer in time
 */
export function profileReader(source: ProfileSource, joined?: JoinedTransaction): ReadProfile {
  if (keepsProfiles(source)) {
    const { companies } = joined?.books ?? source.store;
    return async (companyId) => (await companies.profile(companyId)) ?? undefined;
  }
  const { companies } = source;
  const ask = async (companyId: string) => companies.profile(companyId, joined && { handle: joined.handle });
  return async (companyId) => {
    const profile = await (joined === undefined ? ask(companyId) : joined.books.within(ask(companyId)));
    return profile === undefined || profile === null ? undefined : requireValid(profile);
  };
}

function requireValid(profile: CompanyProfile): CompanyProfile {
  try {
    return parseRequest(profileSchema, profile, "pointer");
  } catch (error) {
    throw new TypeError("the host's company directory gave a profile that is not valid", { cause: error });
  }
}
