import type { AccountMap, PanelTables } from "faktura";
import type { AuditVerdict, LatePaymentSettings, PaymentTerms } from "../../wire.ts";
import { unnamedRecord } from "./unnamed-records.ts";

/** Where the panel keeps the records that a company has only once. */
export interface SingleRecord<Content> {
  /** `undefined` if the company has none. */
  find(companyId: string): Promise<Content | undefined>;
  /** Replaces what was kept before. */
  save(companyId: string, content: Content): Promise<void>;
}

function singleRecord<Content>(tables: PanelTables, kind: string, id: string): SingleRecord<Content> {
  return {
    async find(companyId) {
      const record = await tables.find(companyId, kind, id);
      return record && (JSON.parse(record.content) as Content);
    },
    async save(companyId, content) {
      await tables.save(companyId, unnamedRecord(kind, id, content));
    },
  };
}

/** A company's last audit, and the note of the last one that found nothing. */
export interface KeptAudit {
  readonly verdict: AuditVerdict;
  /** The note of an audit without findings, and when that began; `null` if there was none. */
  readonly sound: Pick<AuditVerdict, "note" | "startedAt"> | null;
}

/** The verdicts of audits in these tables. */
export const auditsIn = (tables: PanelTables) => singleRecord<KeptAudit>(tables, "audit", "last");

/** When a company's invoices are due. */
export const paymentTermsIn = (tables: PanelTables) => singleRecord<PaymentTerms>(tables, "settings", "payment-terms");

/** What the company says about the law on paying late, for its reminders. */
export const latePaymentIn = (tables: PanelTables) =>
  singleRecord<LatePaymentSettings>(tables, "settings", "late-payment");

/** The company's accounts, for its accountant. */
export const accountsIn = (tables: PanelTables) => singleRecord<AccountMap>(tables, "settings", "accounts");
