import type { Company, Invoice, InvoiceEntry, InvoiceFilter } from "faktura";
import type { InvoiceList } from "../../wire.ts";

/** How many invoices are read and compared at a time. The library reads as many together. */
const READ_TOGETHER = 100;

/** How many of the newest invoices are read at most for a page of what the library cannot look up or sort. */
const MOST_READ = 20_000;

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface FoundPage extends Pick<InvoiceList, "total" | "extent"> {
  readonly data: readonly InvoiceEntry[];
}

/** Invoices of a list, its pages in the order that was asked for. */
export interface InvoiceSource {
  readonly page: (request: PageRequest) => Promise<FoundPage>;
  /** In groups that take little time, newest first. */
  readonly all: () => AsyncIterable<readonly Invoice[]>;
}

/** Those of these invoices that a list shows. */
export type Matching = <Each extends InvoiceEntry>(invoices: readonly Each[]) => Promise<readonly Each[]>;

/** The order of a list. */
export interface ListOrder {
  /** Which of two invoices comes first, from the least on. */
  readonly compare: (a: InvoiceEntry, b: InvoiceEntry) => number;
  /** Whether to begin with the greatest. Equal invoices are oldest first, or newest first with this. */
  readonly isDescending: boolean;
}

/** What the library looks up itself. */
export function lookedUp(company: Company, filter: InvoiceFilter): InvoiceSource {
  return {
    async page(request) {
      const { data, total, totalIsAtLeast } = await company.list({ ...filter, ...request });
      return { data, total, extent: totalIsAtLeast ? "page" : "whole" };
    },
    all: () => groupsOf(company.listAll(filter)),
  };
}

/**
 * What only reading can tell: which invoices match, or in which order. Without one, a page is read from the newest invoice
 * on until it is full. At most {@link MOST_READ} invoices are read.
 */
export function compared(
  company: Company,
  filter: InvoiceFilter,
  matching: Matching,
  order?: ListOrder,
): InvoiceSource {
  return {
    async page(request) {
      const found: InvoiceEntry[] = [];
      const page = () => cutPage(order === undefined ? found : sorted(found, order), request);
      let read = 0;
      for await (const group of groupsOf(company.listEntries(filter))) {
        if (read >= MOST_READ) return { ...page(), extent: "newest" };
        found.push(...(await matching(group)));
        read += group.length;
        const isFull = order === undefined && found.length > request.page * request.limit;
        if (isFull && group.length === READ_TOGETHER) return { ...page(), extent: "page" };
      }
      return page();
    },
    async *all() {
      for await (const group of groupsOf(company.listAll(filter))) yield await matching(group);
    },
  };
}

/** In groups of {@link READ_TOGETHER}. */
export async function* groupsOf<Each>(all: AsyncIterable<Each> | Iterable<Each>): AsyncGenerator<readonly Each[]> {
  let group: Each[] = [];
  for await (const each of all) {
    group.push(each);
    if (group.length < READ_TOGETHER) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function sorted(newestFirst: readonly InvoiceEntry[], { compare, isDescending }: ListOrder): InvoiceEntry[] {
  return isDescending ? [...newestFirst].sort((a, b) => compare(b, a)) : [...newestFirst].reverse().sort(compare);
}

function cutPage(invoices: readonly InvoiceEntry[], { page, limit }: PageRequest): FoundPage {
  return { data: invoices.slice((page - 1) * limit, page * limit), total: invoices.length, extent: "whole" };
}
