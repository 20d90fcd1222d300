import type { Draft, DraftEntry } from "../wire.ts";

/**
 * Where the panel keeps drafts. They are the host's own data: the library neither reads nor numbers them.
 *
 * - **Guarantee**: of two saves that replace the same revision, one succeeds.
 */
export interface DraftStore {
  /** All drafts of a company, the last saved first. */
  list(companyId: string): Promise<readonly DraftEntry[]>;
  /** `undefined` if the company has no draft with this id. */
  find(companyId: string, id: string): Promise<Draft | undefined>;
  /**
   * Saves a draft in place of one of the revisions in `replaces`; the empty revision stands for no draft. Returns
   * `false`, and saves nothing, if the stored revision is another.
   */
  save(companyId: string, draft: Draft, replaces: readonly string[]): Promise<boolean>;
  /** Does nothing if there is no such draft. */
  remove(companyId: string, id: string): Promise<void>;
}
