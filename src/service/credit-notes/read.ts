import type { CreditNote, CreditNotePage } from "../../domain/invoice/generated/credit-note.ts";
import { presentCreditNote } from "../../domain/invoice/present.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { CreditNoteFilter, StoredCreditNote } from "../../ports/credit-note-repository.ts";
import { findNoteByNumber } from "../commit/unlocked-books.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest, requestInvalid, requireString } from "../schemas/parse.ts";
import { creditNoteListSchema, DEFAULT_PAGE_LIMIT } from "../schemas/requests.ts";

/**
 * One credit note.
 *
 * @throws Refusal `request_invalid`; `credit_note_not_found`, the same for an unknown id and another company's
 */
export async function getCreditNote(context: CompanyContext, id: string): Promise<CreditNote> {
  return presentNote(await requireCreditNote(context, id));
}

/** The credit note as it is sent, with the numbers that portals gave it and its invoice. */
export function presentNote({ document, portalEntries }: StoredCreditNote): CreditNote {
  return presentCreditNote(document, portalEntries);
}

/** @throws Refusal `request_invalid`; `credit_note_not_found` */
export async function requireCreditNote({ store, companyId }: CompanyContext, id: string): Promise<StoredCreditNote> {
  requireString("creditNoteId", "the credit note's id", id);
  const found = await store.creditNotes.find(companyId, id);
  if (found !== undefined) return found;
  throw new Refusal(
    "credit_note_not_found",
    "The company has no credit note with this id. Use the credit note's id field, not its number.",
  );
}

/** Which credit notes to list, and which page of the list. */
export interface CreditNoteListRequest extends CreditNoteFilter {
  /** From 1. Absent: 1. A page repeats credit notes of the page before if others were issued meanwhile; `after` does not. */
  readonly page?: number | undefined;
  /**
   * A credit note number: the page begins with the next older one that matches. Not together with `page`. Absent: with the
   * newest.
   */
  readonly after?: string | undefined;
  /** 1 to 100. Absent: 20. */
  readonly limit?: number | undefined;
}

/**
 * One page of the company's credit notes, newest number first; empty after the last page.
 *
 * @throws Refusal `request_invalid`, also if the company has no credit note with the number in `after`
 */
export async function listCreditNotes(
  context: CompanyContext,
  request: CreditNoteListRequest,
): Promise<CreditNotePage> {
  const parsed = parseRequest(creditNoteListSchema, request, "parameter");
  const { page = 1, limit = DEFAULT_PAGE_LIMIT, after, ...filter } = parsed;
  const before = after === undefined ? undefined : (await findNoteByNumber(context, after))?.counter;
  if (after !== undefined && before === undefined) {
    const detail = "must be the number of one of the company's credit notes, such as INV-CN-202611-0001";
    throw requestInvalid([{ parameter: "after", detail }]);
  }
  const { store, companyId } = context;
  const { creditNotes, total } = await store.creditNotes.list(companyId, { ...filter, page, limit, before });
  return { data: creditNotes.map(presentNote), page, limit, total };
}
