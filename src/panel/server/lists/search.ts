import { type Company, isRefusal } from "faktura";
import type { FirstOf, ListPage, SearchResults } from "../../wire.ts";
import type { Articles } from "../records/articles.ts";
import type { Clients } from "../records/clients.ts";
import type { Drafts } from "../records/drafts.ts";
import { type RecordQuery, wordsOf } from "../records/named-records.ts";
import type { CreditNoteTexts } from "./credit-note-texts.ts";
import { type ListContext, rowOf, todayOf } from "./invoice-list.ts";

/** How many of each kind are shown. */
const SHOWN = 10;

/** What a search looks through beside the books; without the records, the session may not issue. */
interface SearchContext extends ListContext {
  readonly creditNoteTexts: CreditNoteTexts;
  readonly records: { readonly drafts: Drafts; readonly clients: Clients; readonly articles: Articles } | undefined;
}

const NOTHING = { data: [], total: 0 };

/** The first of what has all words of `text`, of each kind; nothing if it is empty. */
export async function search(
  company: Company,
  companyId: string,
  text: string,
  { records, creditNoteTexts, ...context }: SearchContext,
): Promise<SearchResults> {
  const firstOf = async <Entry>(list: (query: RecordQuery) => Promise<ListPage<Entry>>): Promise<FirstOf<Entry>> => {
    if (text === "") return NOTHING;
    const { data, total } = await list({ search: text, page: 1, limit: SHOWN });
    return { data, total };
  };
  return {
    invoices: text === "" ? NOTHING : await foundInvoices(company, text, context),
    creditNotes: text === "" ? NOTHING : await foundCreditNotes(company, companyId, text, creditNoteTexts),
    drafts: records ? await firstOf((query) => records.drafts.list(companyId, query)) : null,
    clients: records ? await firstOf((query) => records.clients.list(companyId, query)) : null,
    articles: records ? await firstOf((query) => records.articles.list(companyId, query)) : null,
  };
}

/** The newest that the library finds; none if it looks for letters and digits and the text has neither. */
async function foundInvoices(
  company: Company,
  text: string,
  { clock, sentAmong }: ListContext,
): Promise<SearchResults["invoices"]> {
  try {
    const { data, total, totalIsAtLeast } = await company.list({ search: text, limit: SHOWN });
    const [today, sent] = [await todayOf(company, clock), await sentAmong(data)];
    const rows = data.map((invoice) => rowOf(invoice, today, sent.has(invoice.id)));
    return { data: rows, total, isAtLeast: totalIsAtLeast };
  } catch (error) {
    if (!isRefusal(error, "request_invalid")) throw error;
    return NOTHING;
  }
}

async function foundCreditNotes(
  company: Company,
  companyId: string,
  text: string,
  texts: CreditNoteTexts,
): Promise<SearchResults["creditNotes"]> {
  const { data, isAll } = await texts.found(company, companyId, wordsOf(text));
  return { data: data.slice(0, SHOWN), total: data.length, isAtLeast: !isAll };
}
