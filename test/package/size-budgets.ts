/** The largest sizes of entries with all their dependencies, in kilobytes of 1,024 bytes, minified and gzipped. */
export const SIZE_BUDGETS = { "faktura/vat": 32, "faktura/einvoice": 33 } as const;
