import { insteadOfText } from "../../domain/instead-of.ts";
import type { AuditedBooks, AuditSettings } from "./options.ts";
import { BEGINNING, findStart } from "./start.ts";

/** What an audit has read when it began. */
export type BegunAudit = Awaited<ReturnType<typeof beginAudit>>;

/** Reads where the books begin and end for an audit with these settings. */
export async function beginAudit(
  { journal }: AuditedBooks,
  companyId: string,
  { expected, since }: Pick<AuditSettings, "expected" | "since">,
) {
  const faults = (await journal.faults?.(companyId)) ?? [];
  const guarded = (await journal.guarded?.(companyId)) ?? true;
  // Read before the head, so that the head is never behind the cursor.
  const cursor = await journal.billing(companyId);
  const head = await journal.head(companyId);
  const start = since === undefined ? BEGINNING : await findStart(journal, companyId, since, head);
  return { companyId, expected, since, faults, guarded, cursor, head, start };
}

/** What an audit keeps between two steps: in the `state` of each part, and all of it JSON or a map. */
export interface StepState {
  readonly begun: BegunAudit;
  readonly parts: readonly { state: object }[];
}

/** Its form. Other releases may have others. */
const FORM = 1;

/** The text of a state, for the next step. */
export function restOf({ begun, parts }: StepState): string {
  return JSON.stringify({ form: FORM, begun, parts: parts.map(({ state }) => ({ state })) }, (_, value) =>
    value instanceof Map ? { $map: [...value] } : value,
  );
}

/** @throws TypeError if the text is not what an earlier step of this company's audit returned */
export function parseRest(rest: string, companyId: string): StepState {
  try {
    const kept = JSON.parse(rest, (_, value) => (Array.isArray(value?.$map) ? new Map(value.$map) : value));
    if (kept.form === FORM && kept.begun.companyId === companyId) return kept;
  } catch {
    // It is no JSON, or has no such fields.
  }
  throw new TypeError(
    "rest must be what the step before returned, for the same company and by the same release of faktura: " +
      `without it, the audit begins anew${insteadOfText(rest)}`,
  );
}
