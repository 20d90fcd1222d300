import { CompanyQueues, writeAlone } from "./commit/company-queue.ts";
import { type JoinedTransaction, keepsProfiles, profileReader, shareReads } from "./company-profile.ts";
import type { CompanyContext } from "./context.ts";
import type { InvoicingSettings } from "./options.ts";

/** The books of all companies as calls work with them: in the store, or inside a transaction of the host. */
export interface WorkingBooks
  extends Pick<CompanyContext, "store" | "readProfile" | "readOwnProfile" | "knownProfile" | "preparesAhead"> {
  /** Where the calls' writes go. */
  readonly writes: Pick<CompanyQueues, "add" | "readFirst">;
  /** Called with each event. Absent: there are no events. */
  readonly onEvent: InvoicingSettings["onEvent"];
}

/** The books in the store. Writes go through the companies' queues. */
export function booksOfStore(settings: InvoicingSettings): WorkingBooks {
  const { store, clock, verifier, limits, onEvent } = settings;
  const readOwnProfile = profileReader(settings);
  // A host's own directory may never answer. Then only one call should wait.
  const readProfile = keepsProfiles(settings) ? shareReads(readOwnProfile) : readOwnProfile;
  // A register takes longer than reading the profile, and must not be asked again because the profile has changed.
  const knownProfile = keepsProfiles(settings) && verifier === undefined ? store.companies.known : undefined;
  const writes = new CompanyQueues(store, clock, { withProfile: knownProfile !== undefined, limits });
  return {
    store,
    readProfile,
    readOwnProfile,
    knownProfile,
    preparesAhead: verifier === undefined,
    writes,
    onEvent,
  };
}

/** The books inside a transaction of the host, which writes each change on its own. */
export function booksInside(joined: JoinedTransaction, settings: InvoicingSettings): WorkingBooks {
  const { books } = joined;
  // Not shared: each read must see what the host's transaction has written so far.
  const readProfile = profileReader(settings, joined);
  return {
    store: books,
    readProfile,
    readOwnProfile: readProfile,
    knownProfile: undefined,
    preparesAhead: false,
    writes: {
      add: (companyId, write) => writeAlone(books, companyId, settings.clock, write),
      readFirst: (_, read) => read(), // calls on one connection run one after another
    },
    // The host may still roll back.
    onEvent: undefined,
  };
}
