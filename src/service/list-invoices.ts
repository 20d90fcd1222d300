import type { Invoice } from "../domain/invoice.ts";
import type { InvoiceFilter } from "../ports/invoice-repository.ts";
import type { CompanyContext } from "./context.ts";
import { parseRequest } from "./parse-request.ts";
import { DEFAULT_PAGE_LIMIT, listSchema } from "./request-schemas.ts";
import { present } from "./stored-invoice.ts";

/** Which invoices, and which page of them. */
export interface ListRequest extends InvoiceFilter {
  /** From 1. Absent: 1. */
  readonly page?: number | undefined;
  /** 1 to 100. Absent: 20. */
  readonly limit?: number | undefined;
}

/** One page of a list, and how many invoices the filter finds on all pages together. */
export interface InvoicePage {
  readonly data: readonly Invoice[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/**
 * One page of the company's invoices, newest number first; empty beyond the last one. Without a status, every page and
 * every range of days costs the same.
 */
export async function listInvoices({ store, companyId }: CompanyContext, request: ListRequest): Promise<InvoicePage> {
  const { page = 1, limit = DEFAULT_PAGE_LIMIT, ...filter } = parseRequest(listSchema, request, "parameter");
  const { invoices, total } = await store.reader.list(companyId, { ...filter, page, limit });
  return { data: invoices.map(present), page, limit, total };
}
