import type { Company, Invoice, InvoiceFilter } from "faktura";
import type { InvoiceList } from "../../wire.ts";

/** How many invoices are read and compared at a time. The library reads as many together. */
const READ_TOGETHER = 100;

/** How many of the newest invoices are read at most for a page of what the library cannot look up. */
const MOST_READ = 2000;

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface FoundPage extends Pick<InvoiceList, "total" | "extent"> {
  readonly data: readonly Invoice[];
}

/** Invoices of a list, newest first. */
export interface InvoiceSource {
  readonly page: (request: PageRequest) => Promise<FoundPage>;
  /** In groups that take little time. */
  readonly all: () => AsyncIterable<readonly Invoice[]>;
}

/** Those of these invoices that a list shows. */
export type Matching = (invoices: readonly Invoice[]) => Promise<readonly Invoice[]>;

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
 * What only reading can tell. A page is read from the newest invoice on until it is full, and at most {@link MOST_READ}
 * invoices are read.
 */
export function compared(company: Company, filter: InvoiceFilter, matching: Matching): InvoiceSource {
  const groups = () => groupsOf(company.listAll(filter));
  return {
    async page(request) {
      const found: Invoice[] = [];
      let read = 0;
      for await (const group of groups()) {
        if (read >= MOST_READ) return { ...cutPage(found, request), extent: "newest" };
        found.push(...(await matching(group)));
        read += group.length;
        const isFull = found.length > request.page * request.limit;
        if (isFull && group.length === READ_TOGETHER) return { ...cutPage(found, request), extent: "page" };
      }
      return cutPage(found, request);
    },
    async *all() {
      for await (const group of groups()) yield await matching(group);
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

function cutPage(invoices: readonly Invoice[], { page, limit }: PageRequest): FoundPage {
  return { data: invoices.slice((page - 1) * limit, page * limit), total: invoices.length, extent: "whole" };
}
