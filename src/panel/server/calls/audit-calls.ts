import { z } from "zod";
import { type CallRow, failed, row } from "./call.ts";

/** How long a call waits for a short audit to end. Longer ones go on, and the page asks how far they are. */
const WAIT_MS = 800;

/** The note that an audit prints: a position and a digest, or only the digest. */
const NOTE = /^(?:\d{1,15}:)?[\da-f]{64}$/;

const auditCall = z.object({ note: z.string().max(200).optional() });

/** The calls that audit the books. */
export const AUDIT_CALLS: readonly CallRow[] = [
  row("GET /audit", {}, ({ companyId }, { audits }) => audits.statusOf(companyId)),
  row("POST /audit", { body: auditCall }, async ({ company, companyId, body }, { audits }) => {
    const note = body.note?.replaceAll(/\s/g, "").toLowerCase() || undefined;
    if (note !== undefined && !NOTE.test(note)) {
      const errors = [{ pointer: "/note", detail: "must be a note as an audit shows it" }];
      return failed(422, "note_invalid", "This is not the note of an audit.", errors);
    }
    if (note !== undefined && audits.isRunning(companyId)) {
      return failed(409, "audit_running", "An audit is running. Compare with your note when it has ended.");
    }
    const ended = audits.run(company, companyId, note);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())]);
    return audits.statusOf(companyId);
  }),
];
