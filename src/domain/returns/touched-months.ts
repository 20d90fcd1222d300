import { addDays, isCalendarDay } from "../calendar.ts";
import { readStored } from "../invoice/stored-document.ts";
import { restDueDays } from "./cash-accounting-law.ts";
import { monthOf } from "./period.ts";
import { reportedDocument } from "./reported-document.ts";

/**
 * Raise this number if {@link touchedMonths} may name a month more, or no longer. What was summarised by another number is
 * summarised again.
 */
export const SUMMARY_RULES = 1;

/** Fields whose days decide nothing that a return declares. What is not known may, so a later release may write it. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...["dueDate", "cashDiscounts", "retentions", "precedingInvoices", "metadata"],
]);

/**
 * The months (`2026-11`) in which returns may declare something because of a document or another entry of the journal: those
 * of all days that it states, whatever the law or the host's rates make of it. A month too many only costs time.
 *
 * @param recordedAt when the entry was recorded, for one that counts then, wherever the company is
 */
export function touchedMonths(text: string, recordedAt?: string): ReadonlySet<string> {
  const months = new Set<string>();
  for (const day of statedDays(JSON.parse(text))) months.add(monthOf(day));
  // Goods in a recapitulative statement count at the latest in the month after their supply.
  const last = [...months].reduce((latest, month) => (month > latest ? month : latest), "");
  for (const month of [...months]) {
    const next = monthOf(addDays(`${month}-01`, 31));
    if (next < last) months.add(next);
  }
  for (const day of ownRestDueDays(text)) months.add(monthOf(day));
  const recorded = recordedAt?.slice(0, 10);
  if (recorded !== undefined && isCalendarDay(recorded)) {
    for (const days of [-1, 1]) months.add(monthOf(addDays(recorded, days)));
  }
  return months;
}

function* statedDays(value: unknown): Generator<string> {
  if (typeof value === "string") {
    if (value.length === 10 && isCalendarDay(value)) yield value;
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) if (!WITHOUT_EFFECT.has(name)) yield* statedDays(part);
  }
}

/** The days on which the unpaid rest of the document may be due under cash accounting. Few documents have it. */
function ownRestDueDays(text: string): readonly string[] {
  const document = /cashAccounting|"432"/.test(text) ? reportedDocument(readStored("invoice.issued", text)) : undefined;
  return document === undefined ? [] : restDueDays(document);
}
