import type { PanelTables } from "faktura";
import { idsAmong, unnamedRecord } from "./unnamed-records.ts";

const KIND = "decided";

/** Where the panel keeps that somebody has dealt with what an invoice lacks. Nothing is ever removed. */
export interface Decisions {
  /** Which of these invoices were dealt with. */
  among(companyId: string, invoiceIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Does nothing if the invoice was dealt with already. */
  add(companyId: string, invoiceId: string, by: Decision): Promise<void>;
}

/** Who decided, and when: an instant in UTC. */
export interface Decision {
  readonly actor: string;
  readonly at: string;
}

/** The decisions in these tables: a record for each invoice. */
export function decisionsIn(tables: PanelTables): Decisions {
  return {
    among: (companyId, ids) => idsAmong(tables, companyId, KIND, ids),
    async add(companyId, id, by) {
      await tables.save(companyId, unnamedRecord(KIND, id, by, by.at), [""]);
    },
  };
}
