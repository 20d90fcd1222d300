/** Who delivers a company's events just now. A row stays when its lease is released, so that tokens only grow. */
export const BILLING_LEASES = `
CREATE TABLE faktura_billing_leases (
  company_id   TEXT PRIMARY KEY,
  token        INTEGER NOT NULL,
  worker       TEXT NOT NULL,
  leased_until TEXT
) STRICT, WITHOUT ROWID;
`;
