/** SQL for the kinds of entries about portals, which are kept in the journal alone. */
export const PORTAL_KINDS = "('portal_number.recorded', 'portal_refusal.recorded')";

/** Why a store refuses an entry about a portal. */
export const PORTAL_ENTRY_OF_NOTHING = "a portal number or refusal needs its invoice or credit note";
