/** A session of the panel that may do everything. */
export const ALL_RIGHTS = { issue: true, settings: true, keys: true };
