import type { Company } from "faktura";

/** The signed-in user. */
export interface PanelUser {
  /** The companies that the user may read and write. The panel opens with the first. */
  readonly companyIds: readonly [string, ...string[]];
  /** Recorded in the journal and passed to the host's `onEvent`. */
  readonly actor: string;
}

/** What the routes of the panel know about a request. */
export interface PanelEnv {
  Variables: {
    readonly user: PanelUser;
    /** The company in the path, one of the user's. */
    readonly company: Company;
    readonly companyId: string;
  };
}
