import type { CompanyProfile } from "../../../domain/generated/company-profile.ts";
import type { KnownProfile } from "../../../ports/company-directory.ts";
import type { LockedHead } from "../../engine/dialect.ts";
import type { Prediction } from "../statements/books-head.ts";

interface Company {
  head: LockedHead;
  /** The `performance.now()` at which the server's clock was read. */
  readAt: number;
  known: KnownProfile | undefined;
  /** Predictions in a row that did not hold. */
  failures: number;
  /** How many transactions are still to run without a prediction. */
  pause: number;
}

/** A few kilobytes each. If more companies issue in turns, each order takes three round trips again, a tenth of the rate. */
const MOST_COMPANIES = 10_000;

const LONGEST_PAUSE = 64;

/**
 * How this server's last transactions left the books of their companies. Other servers and panels write too, so this is
 * only a prediction. Whatever is made from it is compared with the books under their lock.
 */
export class RememberedBooks {
  readonly #companies = new Map<string, Company>();
  /** Whether this server's role may issue in one round trip; `undefined` until it was asked. */
  mayPredict: boolean | undefined;

  /** The profile as the company's last transaction read it, if it did. */
  profile(companyId: string): KnownProfile | undefined {
    return this.#companies.get(companyId)?.known;
  }

  /** The end of the books; `undefined` if it is not known, or after predictions that did not hold. */
  predict(companyId: string): Prediction | undefined {
    const company = this.#companies.get(companyId);
    if (company === undefined || this.mayPredict === false) return undefined;
    const { head, readAt, pause } = company;
    const { sequence, fence } = head;
    if (pause > 0) {
      company.pause -= 1;
      return undefined;
    }
    if (fence === undefined || sequence.storeNow === undefined || !sequence.started) return undefined;
    const storeNow = new Date(sequence.storeNow.getTime() + Math.round(performance.now() - readAt));
    return { ...head, sequence: { ...sequence, storeNow }, fence, storeNow };
  }

  /** Remembers the end of the books after a commit; `undefined` if it is not known. */
  keep(companyId: string, head: LockedHead | undefined): void {
    const before = this.#companies.get(companyId);
    this.#companies.delete(companyId);
    if (head === undefined) return;
    const known = before?.known?.text === head.profile ? before?.known : knownProfile(head.profile);
    const { failures, pause } = before ?? { failures: 0, pause: 0 };
    this.#companies.set(companyId, { head, readAt: performance.now(), known, failures, pause });
    const [oldest] = this.#companies.keys();
    if (this.#companies.size > MOST_COMPANIES) this.#companies.delete(oldest!);
  }

  /** Remembers the end of the books after a prediction that held. */
  confirm(companyId: string, head: LockedHead | undefined): void {
    const company = this.#companies.get(companyId);
    if (company !== undefined) company.failures = 0;
    this.keep(companyId, head);
  }

  /** After a prediction that did not hold: the next ones are not tried, for longer each time. */
  fail(companyId: string): void {
    const company = this.#companies.get(companyId);
    if (company === undefined) return;
    company.pause = Math.min(LONGEST_PAUSE, 2 ** company.failures);
    company.failures += 1;
  }
}

/** `undefined` if there is none, or if it is not JSON. Issuing reports that itself; cancelling needs no profile. */
function knownProfile(text: string | undefined): KnownProfile | undefined {
  try {
    return text === undefined ? undefined : { text, profile: JSON.parse(text) as CompanyProfile };
  } catch {
    return undefined;
  }
}
