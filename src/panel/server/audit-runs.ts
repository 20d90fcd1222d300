import type { AuditFinding, AuditFindingCode, AuditReport, Clock, Company } from "faktura";
import type { AuditExample, AuditFindings, AuditStatus, AuditVerdict } from "../wire.ts";
import type { KeptAudit, SingleRecord } from "./records/single-records.ts";

/** Examples of each finding that are kept. */
const EXAMPLES = 20;

/** An audit that is running. */
interface RunningAudit {
  progress: { readonly read: number; readonly total: number };
  readonly ended: Promise<void>;
}

/** Audits the books. A company has one audit at a time, however many pages ask for one. */
export class AuditRuns {
  readonly #audits: SingleRecord<KeptAudit>;
  readonly #clock: Clock;
  readonly #running = new Map<string, RunningAudit>();
  readonly #failed = new Set<string>();

  constructor(audits: SingleRecord<KeptAudit>, clock: Clock) {
    this.#audits = audits;
    this.#clock = clock;
  }

  isRunning(companyId: string): boolean {
    return this.#running.has(companyId);
  }

  async statusOf(companyId: string): Promise<AuditStatus> {
    const last = (await this.#audits.find(companyId))?.verdict ?? null;
    const running = this.#running.get(companyId)?.progress ?? null;
    return { last, running, hasFailed: this.#failed.has(companyId) };
  }

  /** Begins an audit unless one is running, and fulfils when it has ended. Never rejects. */
  run(company: Company, companyId: string, note: string | undefined): Promise<void> {
    const running = this.#running.get(companyId);
    if (running !== undefined) return running.ended;
    const ended = Promise.resolve().then(() => this.#audit(company, companyId, note, own));
    const own: RunningAudit = { progress: { read: 0, total: 0 }, ended };
    this.#running.set(companyId, own);
    return ended;
  }

  async #audit(company: Company, companyId: string, note: string | undefined, own: RunningAudit): Promise<void> {
    try {
      const sound = (await this.#audits.find(companyId))?.sound ?? null;
      const startedAt = this.#clock.now().toISOString();
      const found = new Findings();
      const report = await company.audit({
        expect: note ?? sound?.note,
        onFinding: (finding) => found.add(finding),
        onProgress: (progress) => {
          own.progress = progress;
        },
      });
      const comparedWith = note === undefined ? (sound?.startedAt ?? null) : null;
      const verdict = verdictOf(report, found.all(), { startedAt, comparedWith, hasOwnNote: note !== undefined });
      const isSound = report.findingCount === 0;
      await this.#audits.save(companyId, { verdict, sound: isSound ? { note: verdict.note, startedAt } : sound });
      this.#failed.delete(companyId);
    } catch (error) {
      console.error(error);
      this.#failed.add(companyId);
    } finally {
      this.#running.delete(companyId);
    }
  }
}

function verdictOf(
  { invoices, unchained, countedByHost, guarded, head }: AuditReport,
  findings: readonly AuditFindings[],
  run: Pick<AuditVerdict, "startedAt" | "comparedWith" | "hasOwnNote">,
): AuditVerdict {
  const note = `${head.position}:${head.digest}`;
  return { ...run, invoices, unchained, countedByHost, guarded, note, findings };
}

/** Counts findings by their codes, so that a thousand of one kind take little memory. */
class Findings {
  readonly #byCode = new Map<AuditFindingCode, { count: number; examples: AuditExample[] }>();

  add({ code, invoiceNumber, creditNoteNumber, detail }: AuditFinding): void {
    const own = this.#byCode.get(code) ?? { count: 0, examples: [] };
    own.count += 1;
    if (own.examples.length < EXAMPLES) {
      const isCreditNote = creditNoteNumber !== undefined;
      own.examples.push({ number: creditNoteNumber ?? invoiceNumber ?? null, isCreditNote, detail });
    }
    this.#byCode.set(code, own);
  }

  all(): AuditFindings[] {
    return [...this.#byCode].map(([code, own]) => ({ code, ...own }));
  }
}
