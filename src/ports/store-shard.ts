/**
 * What a store knows about itself as one of several databases. A company's books live in one of them.
 *
 * Before a company's first write, a server claims it here, asks every other database with {@link yields}, and confirms the
 * claim. A claim is durable when `claim` fulfils, and `confirm` succeeds only if nobody has been told in between that
 * the company is not here. So of two servers that begin the same company in two databases, at most one goes on.
 */
export interface StoreShard {
  /** The name that was stored when the tables were made; `undefined` if there is none. */
  name(): Promise<string | undefined>;
  /** Whether the company is here: its profile, an entry of its journal, an API key or a confirmed claim. Not if it has moved. */
  holds(companyId: string): Promise<boolean>;
  /** The name of the database to which the company has moved, or from which it is being moved here; `undefined` if none. */
  elsewhere(companyId: string): Promise<string | undefined>;
  /** Claims the company, and returns the token of the claim: another one's, if there is one. `undefined`: it is here. */
  claim(companyId: string, token: string): Promise<string | undefined>;
  /** Confirms the claim with this token. Returns whether the company is here now; if not, the claim was taken back. */
  confirm(companyId: string, token: string): Promise<boolean>;
  /** Takes back a claim that is not confirmed, so that the company may begin elsewhere. Returns whether it is here. */
  yields(companyId: string): Promise<boolean>;
}
