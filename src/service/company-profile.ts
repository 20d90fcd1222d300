import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import { requireUnusedPrefixes } from "../domain/invoice/credit/credit-document.ts";
import { requireDistinctPrefixes } from "../domain/invoice/series.ts";
import { Refusal } from "../domain/refusal.ts";
import type { CompanyDirectory } from "../ports/company-directory.ts";
import type { InvoicingStore, JoinedBooks } from "../ports/invoicing-store.ts";
import type { CompanyContext, ReadProfile } from "./context.ts";
import { requiredFormats } from "./formats.ts";
import { requirePrintable } from "./require-printable.ts";
import { companyProfileSchema } from "./schemas/generated/records.ts";
import { parseRequest } from "./schemas/parse.ts";

/**
 * The company's profile, read after the call began. Other calls may share the object, so never return it to the host.
 *
 * @throws Refusal `company_not_found`
 * @throws TypeError if the host's own directory returns an invalid profile, because no invoice must be made from it
 */
export async function requireProfile({ companyId, readProfile }: CompanyContext): Promise<CompanyProfile> {
  return requireFound(await readProfile(companyId));
}

/** Like {@link requireProfile}, but the object belongs to this call alone. */
export async function requireOwnProfile({ companyId, readOwnProfile }: CompanyContext): Promise<CompanyProfile> {
  return requireFound(await readOwnProfile(companyId));
}

/** The profile that a transaction has read together with its lock. @throws Refusal `company_not_found` */
export function requireLockedProfile(text: string | undefined): CompanyProfile {
  return requireFound(text === undefined ? undefined : (JSON.parse(text) as CompanyProfile));
}

function requireFound(profile: CompanyProfile | undefined): CompanyProfile {
  if (profile !== undefined) return profile;
  throw new Refusal("company_not_found", "Company not found. Save its profile first.");
}

/**
 * Creates or replaces the profile and returns it. Issued invoices keep the profile that they were issued with.
 *
 * @throws Refusal `request_invalid`, also if a prefix is that of the other series, a text could not be printed, or
 *   it requires a format that was not passed
 */
export async function saveProfile(context: CompanyContext, profile: CompanyProfile): Promise<CompanyProfile> {
  if (!context.keepsProfiles) {
    throw new TypeError("profiles come from your own `companies`; save them there");
  }
  const parsed = parseRequest(companyProfileSchema, profile, "pointer");
  if (context.printable !== undefined) requirePrintable(context.printable, parsed);
  requiredFormats(parsed.requires, context.formats);
  requireDistinctPrefixes(parsed);
  requireUnusedPrefixes(parsed, await lastNumbers(context));
  await context.store.companies.save(context.companyId, parsed);
  return parsed;
}

/** The last number of each series. */
async function lastNumbers({ store, companyId }: CompanyContext) {
  const last = { page: 1, limit: 1 };
  const { invoices } = await store.reader.list(companyId, last);
  const { creditNotes } = await store.creditNotes.list(companyId, last);
  const [invoice, creditNote] = [invoices[0]?.document, creditNotes[0]?.document];
  return { invoiceNumber: invoice?.invoiceNumber, creditNoteNumber: creditNote?.creditNoteNumber };
}

/** Where profiles are kept: in the store, or in the host's own directory. */
export interface ProfileSource {
  readonly store: InvoicingStore;
  readonly companies: CompanyDirectory;
}

/** A host's transaction, and the books inside it. */
export interface JoinedTransaction {
  readonly books: JoinedBooks;
  readonly handle: object;
}

/** Whether the store keeps the profiles. */
export function keepsProfiles({ store, companies }: ProfileSource): boolean {
  return companies === store.companies;
}

/**
 * A function that reads profiles, inside the host's transaction if one is given. A profile from the store was checked
 * when it was saved. A profile from the host's directory is checked when it is read.
 *
 * @throws TypeError if the host's directory returns an invalid profile, because no invoice must be made from it
 * @throws StoreBusyError if, inside a transaction, the host's directory does not answer in time
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
    const parsed = parseRequest(companyProfileSchema, profile, "pointer");
    requireDistinctPrefixes(parsed);
    return parsed;
  } catch (error) {
    const fault = (error as Refusal).message.replace("The request is not valid", "");
    throw new TypeError(`your companies.profile() returned an invalid profile${fault}`, { cause: error });
  }
}

/**
 * Wraps a read so that calls with the same key share it. Calls in one turn of the event loop share one read. Calls that
 * come while it runs wait until it ends, and then share another one that begins after all of them. So each call sees
 * everything that was committed before it, and a burst costs two reads, however large it is.
 */
export function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  /** Reads that further calls may share, because they have not begun, or only in this turn. */
  const open = new Map<string, Promise<Value>>();
  const underWay = new Map<string, Promise<Value>>();

  async function begin(key: string): Promise<Value> {
    const reading = read(key);
    underWay.set(key, reading);
    // Every call before this microtask was already waiting when the read began.
    queueMicrotask(() => open.delete(key));
    try {
      return await reading;
    } finally {
      underWay.delete(key); // before the next read begins, which waits for this promise
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
