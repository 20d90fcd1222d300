import type { AuditVerdict } from "../wire.ts";

/** A company's last audit, and the note of the last one that found nothing. */
export interface KeptAudit {
  readonly verdict: AuditVerdict;
  /** The note of an audit without findings, and when that began; `null` if there was none. */
  readonly sound: Pick<AuditVerdict, "note" | "startedAt"> | null;
}

/** Where the panel keeps the verdicts of audits. They are the host's own data, like drafts. */
export interface AuditStore {
  /** `undefined` if the company has had no audit. */
  find(companyId: string): Promise<KeptAudit | undefined>;
  /** Replaces the audit that was kept before. */
  save(companyId: string, audit: KeptAudit): Promise<void>;
}
