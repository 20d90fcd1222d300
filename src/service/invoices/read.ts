import { setImmediate as nextTurn } from "node:timers/promises";
import { calendarDayIn } from "../../domain/calendar.ts";
import type { Invoice, InvoicePage, InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import { entryOf, type InvoiceEntry } from "../../domain/invoice/invoice-entry.ts";
import { presentPortals, presentStored } from "../../domain/invoice/present.ts";
import { Refusal } from "../../domain/refusal.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type {
  InvoiceFilter,
  PageRequest,
  StoredInvoice,
  StoredInvoiceWithPayments,
  StoredPage,
} from "../../ports/invoice-repository.ts";
import type { CompanyContext, RunCall } from "../context.ts";
import { parseRequest, requestInvalid, requireString } from "../schemas/parse.ts";
import { DEFAULT_PAGE_LIMIT, invoiceFilterSchema, listSchema } from "../schemas/requests.ts";

/** Returns what was found. @throws Refusal `invoice_not_found`, the same for an unknown id and another company's */
export function requireInvoice<Found extends StoredInvoice>(found: Found | undefined): Found {
  if (found !== undefined) return found;
  throw new Refusal(
    "invoice_not_found",
    "The company has no invoice with this id. Use the invoice's id field, not its number.",
  );
}

/** @throws Refusal `request_invalid` if the id is not a string */
export function requireInvoiceId(id: string): void {
  requireString("invoiceId", "the invoice's id", id);
}

export function present({ document, state }: StoredInvoice): Invoice {
  return presentStored(document, state);
}

export function presentWithPayments(stored: StoredInvoiceWithPayments): InvoiceWithPayments {
  const { payments, creditNotes } = stored;
  return Object.assign(present(stored), { payments, creditNotes, ...presentPortals(stored.portalEntries, null) });
}

/**
 * One invoice with its payments and its credit notes, oldest first.
 *
 * @throws Refusal `request_invalid`, `invoice_not_found`
 */
export async function getInvoice({ store, companyId }: CompanyContext, id: string): Promise<InvoiceWithPayments> {
  requireInvoiceId(id);
  return presentWithPayments(requireInvoice(await store.reader.find(companyId, id)));
}

/**
 * The invoice with this number, with its payments and its credit notes. The case of its letters does not matter,
 * because the library never issues two numbers that differ only in case.
 *
 * @throws Refusal `request_invalid`, `invoice_not_found`
 */
export async function getInvoiceByNumber(
  { store, companyId }: CompanyContext,
  invoiceNumber: string,
): Promise<InvoiceWithPayments> {
  requireString("invoiceNumber", "the invoice's number", invoiceNumber);
  const found = await store.reader.findByNumber(companyId, invoiceNumber);
  if (found !== undefined) return presentWithPayments(found);
  throw new Refusal(
    "invoice_not_found",
    "The company has no invoice with this number. Write the whole number, such as INV-202611-0001.",
  );
}

/**
 * The invoice that a request with this idempotency key issued, paid or credited, as it is now.
 *
 * @throws Refusal `request_invalid`, `invoice_not_found`
 */
export async function getInvoiceByKey(
  { store, companyId }: CompanyContext,
  idempotencyKey: string,
): Promise<InvoiceWithPayments> {
  requireString("idempotencyKey", "the key of the request", idempotencyKey);
  const used = await store.reader.findKey(companyId, idempotencyKey);
  const found = used && (await store.reader.find(companyId, used.invoiceId));
  if (found !== undefined) return presentWithPayments(found);
  throw new Refusal(
    "invoice_not_found",
    "Nothing was written with this idempotency key. You can send the request again with it.",
  );
}

/** Which invoices to list. */
export interface ListFilter extends InvoiceFilter {
  /** Whether only invoices with an `amountDue` above 0 and a `dueDate` before today in the company's time zone. Absent: no. */
  readonly overdue?: boolean | undefined;
}

/** Which invoices to list, and which page of the list. */
export interface ListRequest extends ListFilter {
  /** From 1. Absent: 1. A page repeats invoices of the page before if others were issued meanwhile; `after` does not. */
  readonly page?: number | undefined;
  /**
   * An invoice number: the page begins with the next older invoice that matches. Not together with `page`. Absent: with
   * the newest.
   */
  readonly after?: string | undefined;
  /** 1 to 100. Absent: 20. */
  readonly limit?: number | undefined;
}

/**
 * One page of the company's invoices, newest number first; empty after the last page. Without a search, a status, a
 * client, a reference or a due date, every page and every range of days costs the same.
 *
 * @throws Refusal `request_invalid`, also if the company has no invoice with the number in `after`
 */
export async function listInvoices(context: CompanyContext, request: ListRequest): Promise<InvoicePage> {
  const parsed = parseRequest(listSchema, request, "parameter");
  const { page = 1, limit = DEFAULT_PAGE_LIMIT, after, ...given } = parsed;
  const { store, companyId } = context;
  const filter = await filterOf(context, given);
  const before = after === undefined ? undefined : await requireCounter(context, after);
  const { invoices, total, hasMore } = await store.reader.list(companyId, { ...filter, page, limit, before });
  return { data: invoices.map(present), page, limit, total, ...(hasMore && { totalIsAtLeast: true }) };
}

/** The filter as stores know it: what is overdue is due, and was to be paid before today. */
async function filterOf(
  { readProfile, companyId, clock }: CompanyContext,
  { overdue, ...filter }: ListFilter,
): Promise<InvoiceFilter> {
  if (overdue !== true) return filter;
  const profile = await readProfile(companyId);
  const today = calendarDayIn(profile === undefined ? "UTC" : timeZoneOf(profile), clock.now());
  const { dueBefore = today } = filter;
  return { ...filter, due: true, dueBefore: dueBefore < today ? dueBefore : today };
}

/** The counter of the invoice with this number. */
async function requireCounter({ store, companyId }: CompanyContext, after: string): Promise<number> {
  const found = await store.reader.findByNumber(companyId, after);
  if (found !== undefined) return found.counter;
  const detail = "must be the number of one of the company's invoices, such as INV-202611-0001";
  throw requestInvalid([{ parameter: "after", detail }]);
}

/** How a list of any length is read. */
interface Reading<Each> extends Pick<PageRequest, "isBrief"> {
  /** How many invoices are read at a time. */
  readonly readTogether: number;
  /** For how many of the following ones it looks at a time, if the store must look for all of them. */
  readonly foundTogether: number;
  readonly present: (stored: StoredInvoice) => Each;
}

const WHOLE: Reading<Invoice> = { readTogether: 100, foundTogether: 10_000, present };

const BRIEF: Reading<InvoiceEntry> = {
  isBrief: true,
  readTogether: 1000,
  foundTogether: 100_000,
  present: ({ document, state }) => entryOf(document, state),
};

type ReadPart = Pick<PageRequest, "before" | "among">;

/**
 * All invoices that match, newest number first. The newest counter and the first invoices are read when it is called. Later
 * invoices have higher counters, and each read goes on below the last counter, so they never appear and nothing is repeated.
 */
export function listAllInvoices(run: RunCall, filter: ListFilter): AsyncIterable<Invoice> {
  return listThrough(WHOLE, run, filter);
}

/** The same with an entry for each invoice. Stores need not read whole documents for it. */
export function listAllEntries(run: RunCall, filter: ListFilter): AsyncIterable<InvoiceEntry> {
  return listThrough(BRIEF, run, filter);
}

function listThrough<Each>(reading: Reading<Each>, run: RunCall, filter: ListFilter): AsyncIterable<Each> {
  const read = (part: ReadPart) => run((context) => readPart(context, reading, filter, async () => part));
  const first = run((context) => readPart(context, reading, filter, () => readFirstPart(context)));
  first.catch(() => undefined); // It rejects the first step of the iteration, if there is one.
  return invoicesFrom(reading, first, read);
}

/** All invoices that there are now. */
async function readFirstPart({ store, companyId, readFirst }: CompanyContext): Promise<ReadPart> {
  const { invoices } = await readFirst(() => store.reader.list(companyId, { page: 1, limit: 1, ahead: 1 }));
  return { before: (invoices[0]?.counter ?? 0) + 1 };
}

async function readPart(
  context: CompanyContext,
  { isBrief, readTogether: limit, foundTogether: ahead }: Reading<unknown>,
  given: ListFilter,
  partOf: () => Promise<ReadPart>,
): Promise<StoredPage> {
  const { store, companyId } = context;
  const parsed = parseRequest(invoiceFilterSchema, given, "parameter");
  const part = await partOf(); // asked first: what is issued after the call must not be in the list
  const filter = await filterOf(context, parsed);
  return store.reader.list(companyId, { ...filter, ...part, page: 1, limit, ahead, isBrief });
}

async function* invoicesFrom<Each>(
  { readTogether, foundTogether, present }: Reading<Each>,
  first: Promise<StoredPage>,
  read: (part: ReadPart) => Promise<StoredPage>,
): AsyncGenerator<Each, void, undefined> {
  for (let page = await first; ; ) {
    const { invoices, rest } = page;
    for (const invoice of invoices) yield present(invoice);
    for (let first = 0; first < (rest ?? []).length; first += readTogether) {
      const { invoices: further } = await read({ among: rest!.slice(first, first + readTogether) });
      for (const invoice of further) yield present(invoice);
      await nextTurn();
    }
    if (rest === undefined ? invoices.length < readTogether : rest.length < foundTogether) return;
    await nextTurn(); // a synchronous store would otherwise block this process until the last invoice
    page = await read({ before: rest?.at(-1) ?? invoices.at(-1)!.counter });
  }
}
