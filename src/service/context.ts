import type { ChangeAuthor } from "../domain/books/journal.ts";
import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import type { DocumentFormat } from "../domain/invoice/document-format.ts";
import type { CreditNote } from "../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../domain/invoice/generated/invoice.ts";
import type { HostVatOptions } from "../domain/invoice/order/order-vat.ts";
import type { Clock } from "../ports/clock.ts";
import type { KnownProfile } from "../ports/company-directory.ts";
import type { InvoicingStore, JoinedBooks } from "../ports/invoicing-store.ts";
import type { Printable } from "../ports/printable.ts";
import type { VatNumberVerifier } from "../ports/vat-number-verifier.ts";
import type { Write } from "./commit/waiting-writes.ts";
import type { InvoicingEvent } from "./events.ts";
import type { OrdersInProgress } from "./orders-in-progress.ts";

/** Reads a company's profile; `undefined` if there is no such company. */
export type ReadProfile = (companyId: string) => Promise<CompanyProfile | undefined>;

/** Runs one call with its context. Closing waits for the calls that have begun, and no call begins after it. */
export type RunCall = <Result>(call: (context: CompanyContext) => Promise<Result>) => Promise<Result>;

/** Everything that a use case works with, bound to one company. */
export interface CompanyContext {
  readonly companyId: string;
  /** The caller, for the journal. */
  readonly author: ChangeAuthor;
  readonly store: Pick<JoinedBooks, "reader" | "creditNotes" | "companies"> &
    Partial<Pick<InvoicingStore, "journal" | "returns">>;
  /** Whether the store keeps the profiles, rather than the host's own directory. */
  readonly keepsProfiles: boolean;
  /** Reads the profile for a decision. Concurrent calls may share a read. */
  readonly readProfile: ReadProfile;
  /** The same, but the object belongs to this call alone. */
  readonly readOwnProfile: ReadProfile;
  /**
   * The company's profile as one of its last transactions read it. Only for writes that compare it under the lock.
   * Absent: every call reads the profile.
   */
  readonly knownProfile: ((companyId: string) => KnownProfile | undefined) | undefined;
  readonly clock: Clock;
  readonly vatOptions: HostVatOptions;
  readonly verifier: VatNumberVerifier | undefined;
  /** Aborted if closing the invoicing takes too long. */
  readonly closing: AbortSignal;
  /** What to do with an order whose VAT number cannot be verified. */
  readonly onOutage: "refuse" | "accept";
  /** Absent: nobody asks what can be printed. */
  readonly printable: Printable | undefined;
  /** Those that the host passed. */
  readonly formats: readonly DocumentFormat[];
  /**
   * Whether a stream's next orders may be read and prepared during a commit: not inside a transaction of the host, whose
   * connection they may need, and not if a register is asked about them.
   */
  readonly preparesAhead: boolean;
  /** Limits the memory of the orders in progress. Shared by all companies. */
  readonly ordersInProgress: OrdersInProgress;
  /** Adds a write to the company's queue. */
  readonly write: <Result>(write: Write<Result>) => Promise<Result>;
  /** The result of a short read that sees nothing that this process writes later. Later writes wait for its end. */
  readonly readFirst: <Result>(read: () => Promise<Result>) => Promise<Result>;
  /** Passes an event to the host, once it is durable. */
  readonly emit: (type: InvoicingEvent["type"], invoice: Invoice | undefined, creditNote?: CreditNote) => void;
}

/** The stored books, for `call`. @throws TypeError if there is no journal to read */
export function requireBooks(
  { store: { journal, reader, returns } }: CompanyContext,
  call: "audit" | "auditStep" | "changes" | "vatReport" | "documentSums" | "accountingRows" | "ossThreshold",
): Pick<InvoicingStore, "journal" | "reader" | "returns"> {
  if (journal !== undefined) return { journal, reader, returns };
  throw new TypeError(
    `there is no journal to read here: call ${call} outside the transaction, on a store that has one`,
  );
}
