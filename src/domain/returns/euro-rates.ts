/** What one euro can be worth in another currency. A rate below or above that is treated as a typing error. */
export const EURO_RATE_RANGE = { min: 0.000001, max: 1_000_000_000 } as const;
