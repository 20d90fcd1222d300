import type { AuditFinding } from "../domain/audit-finding.ts";
import type { JournalHead } from "../domain/journal.ts";
import type { InvoiceReader } from "../ports/invoice-repository.ts";
import type { JournalReader } from "../ports/journal.ts";

/** What an audit reads. */
export interface AuditedBooks {
  readonly journal: JournalReader;
  readonly reader: Pick<InvoiceReader, "find">;
}

/** What an audit found. */
export interface AuditReport {
  readonly companyId: string;
  /** Invoices that were read. */
  readonly invoices: number;
  /** Entries of the journal that were read, those of the invoices among them. */
  readonly entries: number;
  /** Invoices at the end that another writer inserted, and that the journal has no place for until the library next writes. */
  readonly unchained: number;
  /** Whether the books say that a host's own counter numbers the invoices: missing counters are no findings then. */
  readonly countedByHost: boolean;
  /** Whether the database has the guards that refuse changes: `false` only for PostgreSQL's tables without triggers. */
  readonly guarded: boolean;
  /** Where the journal stood when the audit began; keep it elsewhere, and pass it to a later audit as `expect`. */
  readonly head: JournalHead;
  /** The first 1,000. */
  readonly findings: readonly AuditFinding[];
  /** All of them; 0 where the books are sound. */
  readonly findingCount: number;
}
