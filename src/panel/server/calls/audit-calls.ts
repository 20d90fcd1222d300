import type { AuditFinding, AuditFindingCode, AuditReport, Clock, Company } from "faktura";
import { Hono } from "hono";
import { z } from "zod";
import type { AuditExample, AuditFindings, AuditStatus, AuditVerdict, Failure } from "../../wire.ts";
import type { Audits } from "../records/audits.ts";
import type { PanelEnv } from "../session.ts";
import { bodyOf } from "./call-body.ts";

/** How long a call waits for a short audit to end. Longer ones go on, and the page asks how far they are. */
const WAIT_MS = 800;

/** Examples of each finding that are kept. */
const EXAMPLES = 20;

/** The note that an audit prints: a position and a digest, or only the digest. */
const NOTE = /^(?:\d{1,15}:)?[\da-f]{64}$/;

const auditCall = z.object({ note: z.string().max(200).optional() });

const NO_NOTE: Failure = {
  code: "note_invalid",
  message: "This is not the note of an audit.",
  errors: [{ pointer: "/note", detail: "must be a note as an audit shows it" }],
};

const RUNNING: Failure = {
  code: "audit_running",
  message: "An audit is running. Compare with your note when it has ended.",
  errors: [],
};

/** An audit that is running. */
interface RunningAudit {
  progress: { readonly read: number; readonly total: number };
  readonly ended: Promise<void>;
}

/** The calls that audit the books, below `/audit`. A company has one audit at a time, however many pages ask for one. */
export function auditCalls(audits: Audits, clock: Clock): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();
  const running = new Map<string, RunningAudit>();
  const failed = new Set<string>();

  const statusOf = async (companyId: string): Promise<AuditStatus> => {
    const last = (await audits.find(companyId))?.verdict ?? null;
    return { last, running: running.get(companyId)?.progress ?? null, hasFailed: failed.has(companyId) };
  };

  const begin = (company: Company, companyId: string, note: string | undefined): RunningAudit => {
    const work = async () => {
      try {
        const kept = await audits.find(companyId);
        const sound = kept?.sound ?? null;
        const startedAt = clock.now().toISOString();
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
        await audits.save(companyId, { verdict, sound: isSound ? { note: verdict.note, startedAt } : sound });
        failed.delete(companyId);
      } catch (error) {
        console.error(error);
        failed.add(companyId);
      } finally {
        running.delete(companyId);
      }
    };
    const own: RunningAudit = { progress: { read: 0, total: 0 }, ended: Promise.resolve().then(work) };
    running.set(companyId, own);
    return own;
  };

  calls.get("/", async ({ var: { companyId }, json }) => json(await statusOf(companyId)));

  calls.post("/", bodyOf(auditCall), async ({ var: { company, companyId }, req, json }) => {
    const note = req.valid("json").note?.replaceAll(/\s/g, "").toLowerCase() || undefined;
    if (note !== undefined && !NOTE.test(note)) return json(NO_NOTE, 422);
    if (note !== undefined && running.has(companyId)) return json(RUNNING, 409);
    const { ended } = running.get(companyId) ?? begin(company, companyId, note);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())]);
    return json(await statusOf(companyId));
  });

  return calls;
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
