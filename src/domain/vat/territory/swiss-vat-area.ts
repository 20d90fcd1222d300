/** The territories that Swiss law makes one: with article 3(2) of the customs act, the customs enclaves belong to it. */
export const SWISS_VAT_AREA = {
  ids: ["CH", "LI", "DE-Büsingen"] as readonly string[],
  since: "2010-01-01",
  law: "MWSTG, SR 641.20, article 3(a)",
} as const;
