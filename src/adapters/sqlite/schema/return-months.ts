/**
 * Which invoices the returns of a month concern, for each 1,000 entries of the journal, written behind the journal. It follows
 * from the books alone: if all rows of a company are deleted, they are written again. The row without a month says where the
 * summary ends. `rules` is the number of what decided the months.
 */
export const RETURN_MONTHS = `
CREATE TABLE faktura_return_months (
  company_id TEXT NOT NULL,
  rules      INTEGER NOT NULL,
  month      TEXT NOT NULL,
  through    INTEGER NOT NULL,
  content    TEXT NOT NULL,
  PRIMARY KEY (company_id, rules, month, through)
) STRICT, WITHOUT ROWID;
`;
