import {
  type Clock,
  type Company,
  type Invoice,
  type InvoiceWithPayments,
  isOverdue,
  isRefusal,
  type ListRequest,
  timeZoneOf,
} from "faktura";
import {
  type FoundBy,
  type InvoiceFilter,
  type InvoiceList,
  type InvoiceRow,
  type InvoiceState,
  SHOWN_SERIES,
} from "../../wire.ts";
import { balanceOf, dayIn, dependsOnSending, stateOf } from "../invoice-state.ts";
import { counterOf, newestInvoice } from "../newest-invoice.ts";
import type { Sendings } from "../records/sendings.ts";
import { compared, given, type InvoiceSource, lookedUp } from "./invoice-source.ts";

/** Rows on a page. */
const LIMIT = 20;

/** Which invoices a filter of the panel shows. */
interface Selection {
  /** What the library can look up. */
  readonly filter: Pick<ListRequest, "status" | "due" | "overdue">;
  /** Whether an invoice is meant. */
  readonly matches: (invoice: Invoice, today: string, wasSent: boolean) => boolean;
  /** Only reading the invoices that the library finds shows which are meant. Absent: all of them are. */
  readonly isPart?: true;
  /** Whether the condition depends on what was sent. */
  readonly asksSent?: true;
}

/** The invoices in a state that is part of what the library finds. */
function partOf(filter: Selection["filter"], state: InvoiceState): Selection {
  return { filter, matches: (invoice, _, wasSent) => stateOf(invoice, wasSent) === state, isPart: true };
}

/** By the value of the filter. */
const SELECTIONS: Readonly<Record<InvoiceFilter, Selection>> = {
  open: { filter: { due: true }, matches: ({ amountDue }) => amountDue > 0 },
  issued: { ...partOf({ due: true }, "issued"), asksSent: true },
  sent: { ...partOf({ due: true }, "sent"), asksSent: true },
  overdue: { filter: { overdue: true }, matches: isOverdue },
  "partly-paid": partOf({ due: true }, "partly-paid"),
  paid: { filter: { status: "PAID" }, matches: ({ status }) => status === "PAID" },
  credited: partOf({ status: "SENT" }, "credited"),
  cancelled: { filter: { status: "CANCELLED" }, matches: ({ status }) => status === "CANCELLED" },
};

/** What a list needs beside the books. */
export interface ListContext {
  readonly clock: Clock;
  /** Which of these invoices were sent to their clients, of those whose state depends on it. */
  readonly sentAmong: (invoices: readonly Invoice[]) => Promise<ReadonlySet<string>>;
}

export function listContext(companyId: string, sendings: Sendings, clock: Clock): ListContext {
  const idsOf = (invoices: readonly Invoice[]) => invoices.filter(dependsOnSending).map(({ id }) => id);
  return { clock, sentAmong: (invoices) => sendings.among(companyId, idsOf(invoices)) };
}

/** What is asked of a list, as the query of a URL has it. */
export type ListQuery = Readonly<Record<string, string>>;

/** The invoices that match, and how those of a search were found. */
interface Found extends InvoiceSource {
  readonly foundBy: FoundBy | null;
}

type Period = Pick<ListRequest, "from" | "to">;

/** One page of the list of invoices. @throws Refusal `request_invalid` for an invalid filter */
export async function invoiceList(company: Company, query: ListQuery, context: ListContext): Promise<InvoiceList> {
  const today = await todayOf(company, context.clock);
  const found = await findInvoices(company, query, today, context);
  const page = pageOf(query);
  const { data, total, extent } = await found.page({ page, limit: LIMIT });
  const sent = await context.sentAmong(data);
  const rows = data.map((invoice) => rowOf(invoice, today, sent.has(invoice.id)));
  return { data: rows, page, limit: LIMIT, total, extent, foundBy: found.foundBy };
}

/** An invoice of a list, and whether it was sent to the client. */
export interface ListedInvoice extends Invoice {
  readonly wasSent: boolean;
}

/** The invoices on all pages of the list, in groups. @throws Refusal `request_invalid` for an invalid filter */
export async function* listedInvoices(
  company: Company,
  query: ListQuery,
  context: ListContext,
): AsyncGenerator<readonly ListedInvoice[]> {
  const found = await findInvoices(company, query, await todayOf(company, context.clock), context);
  for await (const invoices of found.all()) {
    const sent = await context.sentAmong(invoices);
    yield invoices.map((invoice) => ({ ...invoice, wasSent: sent.has(invoice.id) }));
  }
}

/** The number of the page in a query; the first if it has none that is valid. */
export function pageOf({ page = "" }: ListQuery): number {
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** Today in the company's time zone, `YYYY-MM-DD`. */
export async function todayOf(company: Company, clock: Clock): Promise<string> {
  return dayIn(timeZoneOf(await company.profile()), clock.now());
}

/**
 * `search` is the number of an invoice or only its counter, a reference, the beginning of a client's name, or a part of a
 * reference of the client's: the first of these that finds something. `client` is the beginning of a client's name alone.
 */
async function findInvoices(
  company: Company,
  query: ListQuery,
  today: string,
  { sentAmong }: ListContext,
): Promise<Found> {
  const { from, to, client, status = "" } = query;
  const search = query["search"]?.trim() ?? "";
  // What is no filter of the panel, the library refuses.
  const selection = Object.hasOwn(SELECTIONS, status) ? SELECTIONS[status as InvoiceFilter] : undefined;
  const own = selection?.filter ?? (status === "" ? {} : { status: status as ListRequest["status"] });
  const matching = async (invoices: readonly Invoice[]) => {
    const sent = selection?.asksSent ? await sentAmong(invoices) : new Set();
    return invoices.filter((invoice) => selection?.matches(invoice, today, sent.has(invoice.id)) ?? true);
  };
  const listed = (more: Pick<ListRequest, "client" | "reference">): InvoiceSource => {
    const filter = { ...own, from, to, ...more };
    return selection?.isPart ? compared(company, filter, matching) : lookedUp(company, filter);
  };
  if (search === "") return { foundBy: null, ...listed({ client }) };
  await company.list({ ...own, from, to, limit: 1 }); // refuses an invalid filter
  const only = async (invoices: readonly Invoice[]): Promise<Found> => {
    const ofStatus = invoices.filter((invoice) => (own.status ?? invoice.status) === invoice.status);
    const issued = ofStatus.filter((invoice) => isIssuedIn(invoice, { from, to }));
    return { foundBy: "number", ...given(await matching(issued)) };
  };
  const numbered = await byNumber(company, search);
  if (numbered !== undefined) return only([numbered]);
  if ((await company.list({ reference: search, limit: 1 })).total > 0) {
    return { foundBy: "reference", ...listed({ reference: search }) };
  }
  const counted = await byCounter(company, search);
  if (counted.length > 0) return only(counted);
  const named = { foundBy: "client", ...listed({ client: search }) } as const;
  if ((await company.list({ client: search, limit: 1 })).total > 0) return named;
  const { invoices, isWhole } = await byClientReference(company, search, { ...own, from, to });
  if (invoices.length === 0 && isWhole) return named;
  const foundBy = isWhole ? "client-reference" : "newest-client-reference";
  return { foundBy, ...given(await matching(invoices)) };
}

/** How many of the newest invoices are searched for a reference of the client's, for which the library has no index. */
const SEARCHED_INVOICES = 2000;

/** The invoices with a reference of the client's that contains the text, and whether all invoices of the list were read. */
async function byClientReference(company: Company, text: string, filter: ListRequest) {
  const wanted = text.toLowerCase();
  const invoices: Invoice[] = [];
  let read = 0;
  for await (const invoice of company.listAll(filter)) {
    if (read === SEARCHED_INVOICES) return { invoices, isWhole: false };
    read += 1;
    if (clientReferences(invoice).some((reference) => reference?.toLowerCase().includes(wanted)))
      invoices.push(invoice);
  }
  return { invoices, isWhole: true };
}

function clientReferences(invoice: Invoice): readonly (string | undefined)[] {
  const { buyerReference, purchaseOrderReference, contractReference, projectReference } = invoice;
  return [buyerReference, purchaseOrderReference, contractReference, projectReference];
}

function isIssuedIn({ issueDate }: Invoice, { from, to }: Period): boolean {
  return (from ?? issueDate) <= issueDate && issueDate <= (to ?? issueDate);
}

/** The invoice with this number, whatever the case of its letters. */
export async function byNumber(company: Company, number: string): Promise<InvoiceWithPayments | undefined> {
  try {
    return await company.getByNumber(number);
  } catch (error) {
    if (isRefusal(error, "invoice_not_found")) return undefined;
    throw error;
  }
}

/** The invoices whose numbers end with this counter: at most one of each series. */
async function byCounter(company: Company, digits: string): Promise<Invoice[]> {
  if (!/^\d{1,15}$/.test(digits)) return [];
  const named = Object.keys((await company.profile()).series ?? {}).slice(0, SHOWN_SERIES);
  const found = await Promise.all([undefined, ...named].map((name) => invoiceAt(company, name, Number(digits))));
  return found.filter((invoice) => invoice !== undefined);
}

/** How many invoices are read at a time where those of other series lie between. */
const READ_TOGETHER = 100;

/** The invoice of a series with this counter. No counter is missing, so its index in the list is known. */
async function invoiceAt(company: Company, series: string | undefined, counter: number): Promise<Invoice | undefined> {
  const newest = await newestInvoice(company, series);
  const index = newest === undefined ? -1 : counterOf(newest) - counter;
  if (index < 0) return undefined;
  const isFound = (one: Invoice) => one.series === series && counterOf(one) === counter;
  const [found] = (await company.list({ series, page: index + 1, limit: 1 })).data;
  if (found === undefined || isFound(found) || series !== undefined) return found && isFound(found) ? found : undefined;
  // The list of the first series is that of all series, so invoices of others lie before it.
  const first = Math.floor(index / READ_TOGETHER) + 1;
  for (let page = first; page < first + SEARCHED_INVOICES / READ_TOGETHER; page += 1) {
    const { data } = await company.list({ page, limit: READ_TOGETHER });
    const [one] = data.filter(isFound);
    if (one !== undefined || data.length < READ_TOGETHER) return one;
  }
  return undefined;
}

function rowOf(invoice: Invoice, today: string, wasSent: boolean): InvoiceRow {
  const { id, invoiceNumber, clientName, clientCountry, issueDate, dueDate, currency } = invoice;
  const { total, creditedTotal, amountDue } = invoice;
  return {
    id,
    invoiceNumber,
    clientName,
    clientCountry,
    issueDate,
    dueDate,
    currency,
    total,
    creditedTotal,
    amountDue,
    ...balanceOf(invoice, today, wasSent),
  };
}
