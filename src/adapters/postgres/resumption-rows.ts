import { readResumption, type StoredResumption } from "../engine/resumption.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/** The company's last entry after which issue dates went on from an earlier day. */
export async function findResumption(
  session: Session,
  tables: Tables,
  companyId: string,
): Promise<StoredResumption | undefined> {
  const [row] = await session.rows<{ document: string }>(
    // In the order of the index, in which entries of no invoice are looked up.
    `SELECT j.document ${resumptionsOf(tables)} ORDER BY j.invoice_id DESC, j.position DESC LIMIT 1`,
    [companyId],
  );
  return row && readResumption(row.document);
}

/** SQL from FROM on, of all those entries of the company `$1`. */
export function resumptionsOf({ journal }: Tables): string {
  return `FROM ${journal} AS j WHERE j.company_id = $1 AND j.invoice_id IS NULL AND j.kind = 'dates.resumed'`;
}
