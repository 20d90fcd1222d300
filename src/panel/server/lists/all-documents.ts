import { setImmediate as nextTurn } from "node:timers/promises";
import type { Company, CreditNote, CreditNoteListRequest } from "faktura";

/** The largest page that the library returns. */
const LIMIT = 100;

/** All credit notes of a list, newest first. */
export async function allCreditNotes(company: Company, filter: CreditNoteListRequest = {}): Promise<CreditNote[]> {
  const found: CreditNote[] = [];
  for await (const group of creditNoteGroups(company, filter)) found.push(...group);
  return found;
}

/** The same, page by page. One issued meanwhile moves the others along: those that are read twice are left out. */
export async function* creditNoteGroups(
  company: Company,
  filter: CreditNoteListRequest = {},
): AsyncGenerator<readonly CreditNote[]> {
  const known = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { data } = await company.creditNotes({ ...filter, page, limit: LIMIT });
    yield data.filter(({ id }) => !known.has(id));
    if (data.length < LIMIT) return;
    for (const { id } of data) known.add(id);
    await nextTurn(); // a synchronous store would otherwise block this process until the last page
  }
}
