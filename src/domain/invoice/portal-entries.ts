import { canonicalJson } from "../canonical-json.ts";
import { fieldRefusal } from "../refusal.ts";
import type { PortalRefusal } from "./generated/invoice.ts";
import type { PortalNumber } from "./generated/order.ts";
import type { StoredPortalEntry } from "./stored-document.ts";

/**
 * The numbers that count of a document, in the order of their portals' first ones. `entries` are those of the invoice and
 * its credit notes, oldest first; `creditNoteId` is `null` for the invoice itself.
 */
export function portalNumbersOf(
  entries: readonly StoredPortalEntry[],
  creditNoteId: string | null,
): readonly PortalNumber[] {
  const last = new Map<string, string>();
  for (const entry of entries)
    if ("number" in entry && entry.creditNoteId === creditNoteId) last.set(entry.portal, entry.number);
  return [...last].map(([portal, number]) => ({ portal, number }));
}

/** A number to record, and the one that it corrects. */
export interface GivenPortalNumber extends PortalNumber {
  readonly replaces?: string | undefined;
}

/**
 * Whether a number must be recorded, or the document has it already. A portal gives a document one number, so another one
 * must say which number it corrects.
 *
 * @throws Refusal `request_invalid` if the document has another number of the portal, which `replaces` does not name
 */
export function isNewPortalNumber(
  numbers: readonly PortalNumber[],
  { portal, number, replaces }: GivenPortalNumber,
): boolean {
  const current = numbers.find((each) => each.portal === portal)?.number;
  if (current === number) return false;
  if (current === replaces) return true;
  const detail =
    current === undefined
      ? `must be left out, because no number of "${portal}" is recorded`
      : `must be "${current}", the number of "${portal}" that is recorded, if ${JSON.stringify(number)} corrects it`;
  throw fieldRefusal("replaces", detail);
}

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
