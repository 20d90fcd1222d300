import type { CompanyProfile } from "../domain/generated/company-profile.ts";

/** A stored profile, as the company's last transaction read it together with its lock. */
export interface KnownProfile {
  /** As it is stored. If the next transaction reads the same text, the profile has not changed. */
  readonly text: string;
  /** Shared by all calls, so never return it to the host. */
  readonly profile: CompanyProfile;
}

/** A few kilobytes each. */
const MOST_COMPANIES = 1000;

/**
 * The profiles that transactions have read together with the lock. An order is prepared with such a profile without
 * asking the database, and only issued if its own transaction reads the same one.
 */
export class KnownProfiles {
  readonly #known = new Map<string, KnownProfile>();

  /** The company's profile; `undefined` if no transaction has read one. */
  find(companyId: string): KnownProfile | undefined {
    return this.#known.get(companyId);
  }

  /** Stores what a transaction has read; `undefined` if it has read none. */
  update(companyId: string, text: string | undefined): void {
    if (this.#known.get(companyId)?.text === text) return;
    this.#known.delete(companyId);
    const profile = parseProfile(text);
    if (text === undefined || profile === undefined) return;
    this.#known.set(companyId, { text, profile });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_COMPANIES) this.#known.delete(oldest!);
  }
}

/** `undefined` if there is none, or if it is not JSON. Issuing reports that itself; cancelling needs no profile. */
function parseProfile(text: string | undefined): CompanyProfile | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as CompanyProfile);
  } catch {
    return undefined;
  }
}

/** An order was prepared with a profile that has changed since. Nothing was written for it; it is prepared again. */
export class ProfileChangedError extends Error {
  override readonly name = "ProfileChangedError";
}
