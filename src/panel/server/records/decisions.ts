import { randomUUID } from "node:crypto";
import type { PanelTables } from "faktura";

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
    async among(companyId, ids) {
      if (ids.length === 0) return new Set();
      const { records } = await tables.list(companyId, KIND, { ids });
      return new Set(records.map(({ id }) => id));
    },
    async add(companyId, id, by) {
      const record = { kind: KIND, id, revision: randomUUID(), sortKey: by.at, searchText: "", summary: "" };
      await tables.save(companyId, { ...record, content: JSON.stringify(by) }, [""]);
    },
  };
}
