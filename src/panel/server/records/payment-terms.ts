import { randomUUID } from "node:crypto";
import type { PanelTables } from "faktura";

/** A company has one record of this kind, with this id. */
const [KIND, ID] = ["settings", "payment-terms"];

/** Where the panel keeps how many days after its date an invoice is due. */
export interface PaymentTerms {
  /** `null` if the company has not stated it. */
  find(companyId: string): Promise<number | null>;
  save(companyId: string, days: number | null): Promise<void>;
}

/** The payment terms in these tables. */
export function paymentTermsIn(tables: PanelTables): PaymentTerms {
  return {
    async find(companyId) {
      const record = await tables.find(companyId, KIND, ID);
      return JSON.parse(record?.content ?? "null");
    },
    async save(companyId, days) {
      const record = { kind: KIND, id: ID, revision: randomUUID(), sortKey: "", searchText: "", summary: "" };
      await tables.save(companyId, { ...record, content: JSON.stringify(days) });
    },
  };
}
