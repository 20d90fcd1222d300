import type { ChangeAuthor } from "../domain/books/journal.ts";
import type { CompanyProfile } from "../domain/company-profile.ts";
import type { Invoice } from "../domain/invoice/invoice.ts";
import type { HostVatOptions } from "../domain/invoice/order-vat.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Clock } from "../ports/clock.ts";
import type { InvoicingStore, JoinedBooks } from "../ports/invoicing-store.ts";
import type { VatNumberVerifier } from "../ports/vat-number-verifier.ts";
import type { OrdersUnderWay } from "./commit/orders-under-way.ts";
import type { Write } from "./commit/waiting-writes.ts";
import type { InvoicingEvent } from "./events.ts";

/** Reads a company's profile; `undefined` where there is no such company. */
export type ReadProfile = (companyId: string) => Promise<CompanyProfile | undefined>;

/** Runs one call of the host's with all that it works with; closing waits for it, and none begins after. */
export type RunCall = <Result>(call: (context: CompanyContext) => Promise<Result>) => Promise<Result>;

/** What every use case works with, bound to one company. */
export interface CompanyContext {
  readonly companyId: string;
  /** Who calls. */
  readonly author: ChangeAuthor;
  readonly store: Pick<JoinedBooks, "reader" | "companies"> & Partial<Pick<InvoicingStore, "journal">>;
  /** Whether the profiles are kept in the store, rather than in a directory of the host's. */
  readonly keepsProfiles: boolean;
  /** The profile that calls decide by; calls at once may share a read. */
  readonly readProfile: ReadProfile;
  /** The same in an object of the caller's own. */
  readonly readOwnProfile: ReadProfile;
  readonly clock: Clock;
  readonly vatOptions: HostVatOptions;
  readonly verifier: VatNumberVerifier | undefined;
  /** What an order does whose VAT number cannot be verified. */
  readonly onOutage: "refuse" | "accept";
  /** Of all companies, what orders take in memory until they are answered. */
  readonly ordersUnderWay: OrdersUnderWay;
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
export async function requireOwnProfile({ companyId, readOwnProfile }: CompanyContext): Promise<CompanyProfile> {
  return requireFound(await readOwnProfile(companyId));
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
