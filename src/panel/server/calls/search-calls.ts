import { listContext } from "../lists/invoice-list.ts";
import { search } from "../lists/search.ts";
import { type CallRow, row } from "./call.ts";

/** The call of the search field: what it finds in every list of the company. */
export const SEARCH_CALLS: readonly CallRow[] = [
  row("GET /search", {}, ({ company, companyId, query, session }, books) => {
    const { drafts, clients, articles, sendings, clock, creditNoteTexts } = books;
    const records = session.can.issue ? { drafts, clients, articles } : undefined;
    return search(company, companyId, (query["q"] ?? "").trim().slice(0, 200), {
      ...listContext(companyId, sendings, clock),
      ...{ records, creditNoteTexts },
    });
  }),
];
