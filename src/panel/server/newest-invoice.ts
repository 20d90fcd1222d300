import type { Company, Invoice } from "faktura";

/** The newest invoice of a series, or of the first one; `undefined` if it has none. */
export async function newestInvoice(company: Company, series: string | undefined): Promise<Invoice | undefined> {
  const { data } = await company.list({ series, limit: 1 });
  const [newest] = data;
  if (series !== undefined || newest === undefined || newest.series === undefined) return newest;
  // The library cannot list the first series alone.
  for await (const invoice of company.listAll()) if (invoice.series === undefined) return invoice;
  return undefined;
}
