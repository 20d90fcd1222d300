import { canonicalJson } from "../canonical-json.ts";
import type { PortalRefusal } from "./generated/invoice.ts";
import type { StoredPortalEntry } from "./stored-document.ts";

/**
 * What portals objected to a document, oldest first. `entries` are those of the invoice and its credit notes, oldest first;
 * `creditNoteId` is `null` for the invoice itself.
 */
export function portalRefusalsOf(
  entries: readonly StoredPortalEntry[],
  creditNoteId: string | null,
): readonly PortalRefusal[] {
  return entries.flatMap((entry) => {
    if (!("code" in entry) || entry.creditNoteId !== creditNoteId) return [];
    const { id, portal, code, on, ofCancellation, record } = entry;
    return [{ id, portal, code, on, ofCancellation, ...(record && { record }) }];
  });
}

/** Whether a refusal must be recorded, or is the last one of its portal once more, such as after a lost answer. */
export function isNewPortalRefusal(refusals: readonly PortalRefusal[], given: PortalRefusal): boolean {
  const last = refusals.findLast(({ portal }) => portal === given.portal);
  return last === undefined || canonicalJson({ ...last, id: given.id }) !== canonicalJson(given);
}
