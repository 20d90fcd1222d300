import {
  type Clock,
  type Company,
  type Invoice,
  type InvoiceEntry,
  type InvoiceWithPayments,
  isOverdue,
  isRefusal,
  type ListRequest,
  timeZoneOf,
} from "faktura";
import type { InvoiceFilter, InvoiceList, InvoiceOrder, InvoiceRow, InvoiceState } from "../../wire.ts";
import { balanceOf, dayIn, daysBetween, dependsOnSending, stateOf } from "../invoice-state.ts";
import type { Sendings } from "../records/sendings.ts";
import { compared, type InvoiceSource, type ListOrder, lookedUp, type Matching } from "./invoice-source.ts";

/** Rows on a page. */
const LIMIT = 20;

/** Which invoices a filter of the panel shows. */
interface Selection {
  /** What the library can look up. */
  readonly filter: Pick<ListRequest, "status" | "due" | "overdue">;
  /** Whether an invoice is meant. */
  readonly matches: (invoice: InvoiceEntry, today: string, wasSent: boolean) => boolean;
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
  open: {
    filter: { due: true },
    matches: ({ amountDue, writtenOffOn }) => amountDue > 0 && writtenOffOn === undefined,
  },
  issued: { ...partOf({ due: true }, "issued"), asksSent: true },
  sent: { ...partOf({ due: true }, "sent"), asksSent: true },
  overdue: { filter: { overdue: true }, matches: isOverdue },
  "partly-paid": partOf({ due: true }, "partly-paid"),
  paid: { filter: { status: "PAID" }, matches: ({ status }) => status === "PAID" },
  credited: partOf({ status: "SENT" }, "credited"),
  cancelled: { filter: { status: "CANCELLED" }, matches: ({ status }) => status === "CANCELLED" },
};

/** Invoices are read by number, which equal ones keep. Of several currencies, the numbers alone count; of what is not due, nothing is overdue. */
const ORDERS: Readonly<Record<InvoiceOrder, ListOrder["compare"]>> = {
  number: () => 0,
  date: (a, b) => compareTexts(a.issueDate, b.issueDate),
  client: (a, b) => names.compare(a.clientName, b.clientName),
  amount: (a, b) => a.total - b.total,
  overdue: (a, b) => compareTexts(payableDay(b), payableDay(a)),
};

const names = new Intl.Collator("en", { numeric: true });

/** Days and other texts, sign by sign. */
export const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The day on which it is to be paid; after all others if nothing is to be paid, or on no day. */
function payableDay({ amountDue, writtenOffOn, dueDate = "9999-12-30" }: InvoiceEntry): string {
  return amountDue > 0 && writtenOffOn === undefined ? dueDate : "9999-12-31";
}

/** The order in a query; `undefined` for the newest first, as the library lists them. */
function orderOf({ sort = "" }: ListQuery): ListOrder | undefined {
  const isDescending = sort.startsWith("-");
  const name = isDescending ? sort.slice(1) : sort;
  if (!Object.hasOwn(ORDERS, name) || sort === "-number") return undefined;
  return { compare: ORDERS[name as InvoiceOrder], isDescending };
}

/** What a list needs beside the books. */
export interface ListContext {
  readonly clock: Clock;
  /** Which of these invoices were sent to their clients, of those whose state depends on it. */
  readonly sentAmong: (invoices: readonly InvoiceEntry[]) => Promise<ReadonlySet<string>>;
}

export function listContext(companyId: string, sendings: Sendings, clock: Clock): ListContext {
  const idsOf = (invoices: readonly InvoiceEntry[]) => invoices.filter(dependsOnSending).map(({ id }) => id);
  return { clock, sentAmong: (invoices) => sendings.among(companyId, idsOf(invoices)) };
}

/** What is asked of a list, as the query of a URL has it. */
export type ListQuery = Readonly<Record<string, string>>;

/** One page of the list of invoices. @throws Refusal `request_invalid` for an invalid filter */
export async function invoiceList(company: Company, query: ListQuery, context: ListContext): Promise<InvoiceList> {
  const today = await todayOf(company, context.clock);
  const found = findInvoices(company, query, today, context);
  const page = pageOf(query);
  const { data, total, extent } = await found.page({ page, limit: LIMIT });
  const sent = await context.sentAmong(data);
  const rows = data.map((invoice) => rowOf(invoice, today, sent.has(invoice.id)));
  return { data: rows, page, limit: LIMIT, total, extent };
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
  const found = findInvoices(company, query, await todayOf(company, context.clock), context);
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

/** `client` is the beginning of a client's name, `search` words of anything that the library searches. */
function findInvoices(company: Company, query: ListQuery, today: string, { sentAmong }: ListContext): InvoiceSource {
  const { from, to, client, status = "" } = query;
  const search = query["search"]?.trim() || undefined;
  // What is no filter of the panel, the library refuses.
  const selection = Object.hasOwn(SELECTIONS, status) ? SELECTIONS[status as InvoiceFilter] : undefined;
  const own = selection?.filter ?? (status === "" ? {} : { status: status as ListRequest["status"] });
  const filter = { ...own, from, to, client, search };
  const order = orderOf(query);
  const matching: Matching = async (invoices) => {
    if (!selection?.isPart) return invoices;
    const sent = selection.asksSent ? await sentAmong(invoices) : new Set();
    return invoices.filter((invoice) => selection.matches(invoice, today, sent.has(invoice.id)));
  };
  return selection?.isPart || order !== undefined
    ? compared(company, filter, matching, order)
    : lookedUp(company, filter);
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

/** An invoice as a list shows it. */
export function rowOf(invoice: InvoiceEntry, today: string, wasSent: boolean): InvoiceRow {
  const { id, invoiceNumber, clientName, clientCountry, issueDate, dueDate, currency } = invoice;
  const { total, creditedTotal, amountDue } = invoice;
  const balance = balanceOf(invoice, today, wasSent);
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
    ...balance,
    daysOverdue: balance.isOverdue ? daysBetween(dueDate!, today) : 0,
  };
}
