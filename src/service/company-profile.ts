import type { CompanyProfile } from "../domain/company-profile.ts";
import type { CompanyDirectory } from "../ports/company-directory.ts";
import type { InvoicingStore, JoinedBooks } from "../ports/invoicing-store.ts";
import { type CompanyContext, type ReadProfile, requireOwnProfile } from "./context.ts";
import { parseRequest } from "./schemas/parse.ts";
import { profileSchema } from "./schemas/requests.ts";

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

/**
 * A read whose calls for one key share: those of one turn of the event loop are one, and those that come while it runs
 * wait for it to end, and then share one that begins after all of them. So each call is told what was committed before
 * it, and a rush costs two reads, however long it is.
 */
export function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  /** Reads that more calls may join: they have not begun, or only just. */
  const open = new Map<string, Promise<Value>>();
  const underWay = new Map<string, Promise<Value>>();

  async function begin(key: string): Promise<Value> {
    const reading = read(key);
    underWay.set(key, reading);
    // What runs before this was waiting already when the read began.
    queueMicrotask(() => open.delete(key));
    try {
      return await reading;
    } finally {
      underWay.delete(key); // before the next one begins, which waits for the promise that this ends
    }
  }

  return (key) => {
    const joined = open.get(key);
    if (joined !== undefined) return joined;
    const earlier = underWay.get(key);
    const reading =
      earlier === undefined
        ? begin(key)
        : earlier.then(
            () => begin(key),
            () => begin(key),
          );
    open.set(key, reading);
    return reading;
  };
}
