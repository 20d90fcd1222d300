import { z } from "zod";
import type { Failure } from "../../wire.ts";
import { type CallRow, failed, withBody } from "./call.ts";

/** How long a call waits for a short audit to end. Longer ones go on, and the page asks how far they are. */
const WAIT_MS = 800;

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

/** The calls that audit the books. */
export const AUDIT_CALLS: readonly CallRow[] = [
  { method: "GET", path: "/audit", answer: ({ companyId }, { audits }) => audits.statusOf(companyId) },
  withBody({
    method: "POST",
    path: "/audit",
    body: auditCall,
    answer: async ({ company, companyId, body }, { audits }) => {
      const note = body.note?.replaceAll(/\s/g, "").toLowerCase() || undefined;
      if (note !== undefined && !NOTE.test(note)) return failed(422, NO_NOTE);
      if (note !== undefined && audits.isRunning(companyId)) return failed(409, RUNNING);
      const ended = audits.run(company, companyId, note);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())]);
      return audits.statusOf(companyId);
    },
  }),
];
