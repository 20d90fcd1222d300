import { randomUUID } from "node:crypto";
import type { PanelTables } from "faktura";
import type { AuditVerdict } from "../../wire.ts";

/** A company has one record of this kind, with this id. */
const [KIND, ID] = ["audit", "last"];

/** A company's last audit, and the note of the last one that found nothing. */
export interface KeptAudit {
  readonly verdict: AuditVerdict;
  /** The note of an audit without findings, and when that began; `null` if there was none. */
  readonly sound: Pick<AuditVerdict, "note" | "startedAt"> | null;
}

/** Where the panel keeps the verdicts of audits. */
export interface Audits {
  /** `undefined` if the company has had no audit. */
  find(companyId: string): Promise<KeptAudit | undefined>;
  /** Replaces the audit that was kept before. */
  save(companyId: string, audit: KeptAudit): Promise<void>;
}

/** The verdicts in these tables. */
export function auditsIn(tables: PanelTables): Audits {
  return {
    async find(companyId) {
      const record = await tables.find(companyId, KIND, ID);
      return record && JSON.parse(record.content);
    },
    async save(companyId, audit) {
      const record = { kind: KIND, id: ID, revision: randomUUID(), sortKey: "", searchText: "", summary: "" };
      await tables.save(companyId, { ...record, content: JSON.stringify(audit) });
    },
  };
}
