import type { CompanyProfile } from "../domain/company-profile.ts";
import type { Invoice } from "../domain/invoice.ts";
import type { ChangeAuthor } from "../domain/journal.ts";
import type { HostVatOptions } from "../domain/order-vat.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Clock } from "../ports/clock.ts";
import type { CompanyDirectory } from "../ports/company-directory.ts";
import type { InvoicingStore, JoinedStore } from "../ports/invoicing-store.ts";
import type { VatNumberVerifier } from "../ports/vat-number-verifier.ts";
import type { InvoicingEvent } from "./invoicing-event.ts";
import { parseRequest } from "./parse-request.ts";
import { profileSchema } from "./request-schemas.ts";
import type { Write } from "./waiting-writes.ts";

/** What every use case works with, bound to one company. */
export interface CompanyContext {
  readonly companyId: string;
  /** Who calls. */
  readonly author: ChangeAuthor;
  readonly store: Pick<JoinedStore, "reader" | "companies"> & Partial<Pick<InvoicingStore, "journal">>;
  readonly companies: CompanyDirectory;
  /** The profile that calls decide by; calls at once may share a read. */
  readonly readProfile: (companyId: string) => Promise<CompanyProfile | undefined>;
  readonly clock: Clock;
  readonly vatOptions: HostVatOptions;
  readonly verifier: VatNumberVerifier | undefined;
  /** What an order does whose VAT number cannot be verified. */
  readonly onOutage: "refuse" | "accept";
  /** Runs one call of the host's; closing waits for it, and none begins after. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Puts a write into the company's queue. */
  readonly write: <Result>(write: Write<Result>) => Promise<Result>;
  /** Tells the host what happened, once it is durable. */
  readonly emit: (type: InvoicingEvent["type"], invoice: Invoice) => void;
}

/**
 * The company's profile, read after the call began. Other calls decide by the same object, so it is not handed out.
 *
 * @throws Refusal `company_not_found`
 * @throws TypeError when the host's own directory gives a profile that is none: an invoice must not be made from it
 */
export async function requireProfile({ companyId, readProfile }: CompanyContext): Promise<CompanyProfile> {
  return requireFound(await readProfile(companyId));
}

/** {@link requireProfile}, in an object of the caller's own. */
export async function requireOwnProfile({ companyId, companies, store }: CompanyContext): Promise<CompanyProfile> {
  return requireFound(await readProfileFrom(companies, store, companyId));
}

/** What a directory says of the company. What the store keeps was checked when it was saved; a host's profile is now. */
export async function readProfileFrom(
  companies: CompanyDirectory,
  store: Pick<JoinedStore, "companies">,
  companyId: string,
): Promise<CompanyProfile | undefined> {
  const profile = (await companies.profile(companyId)) ?? undefined;
  return profile === undefined || companies === store.companies ? profile : requireHostProfile(profile);
}

/** The books as they are stored. @throws TypeError when the store has none to read */
export function requireBooks({
  store: { journal, reader },
}: CompanyContext): Pick<InvoicingStore, "journal" | "reader"> {
  if (journal !== undefined) return { journal, reader };
  throw new TypeError("there is no journal here to audit: call audit outside the transaction, on a store that has one");
}

function requireFound(profile: CompanyProfile | undefined): CompanyProfile {
  if (profile !== undefined) return profile;
  throw new Refusal("company_not_found", "There is no such company; save its profile first.");
}

function requireHostProfile(profile: CompanyProfile): CompanyProfile {
  try {
    return parseRequest(profileSchema, profile, "pointer");
  } catch (error) {
    throw new TypeError("the host's company directory gave a profile that is not valid", { cause: error });
  }
}
