/** What every store says if an invoice would be settled by a second one. */
export const DEDUCTED_ONCE = "an advance is deducted by one final invoice";
