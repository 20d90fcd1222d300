// Written by `npm run generate` from the rows in src/fields. Change those instead.

/** The formats of one state, by id: the name of each, and the entry that exports it. */
export const FORMAT_ENTRIES = [
  ["verifactu", ["verifactu", "faktura/einvoice/es"]],
  ["fiskalizacija", ["fiskalizacija", "faktura/einvoice/hr"]],
  ["nav", ["nav", "faktura/einvoice/hu"]],
  ["fatturapa", ["fatturaPa", "faktura/einvoice/it"]],
  ["ksef", ["ksef", "faktura/einvoice/pl"]],
  ["saft-pt", ["saftPt", "faktura/einvoice/pt"]],
] as const;
