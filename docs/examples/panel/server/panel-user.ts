import type { Company } from "faktura";

/** Who sits in front of the panel. */
export interface PanelUser {
  /** The companies whose books may be seen and written, the first of them shown first. */
  readonly companyIds: readonly [string, ...string[]];
  /** Told to the host's `onEvent`. */
  readonly actor: string;
}

/** What the routes of the panel know of a request. */
export interface PanelEnv {
  Variables: {
    readonly user: PanelUser;
    /** The books that the path names; one of the user's. */
    readonly company: Company;
  };
}
