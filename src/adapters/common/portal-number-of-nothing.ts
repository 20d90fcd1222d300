/** Why a store refuses the entry of a portal's number. */
export const PORTAL_NUMBER_OF_NOTHING = "a portal number needs its invoice or credit note";
