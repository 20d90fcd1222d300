import type { ReadOnlyBooks } from "../ports/read-only-books.ts";
import { createInvoicing } from "../service/create-invoicing.ts";
import type { IndexRun } from "../service/invoices/index-invoices.ts";
import { requireCompanyBooks } from "./audit-companies.ts";
import { openStore } from "./open-store.ts";
import { type DatabaseArguments, type OptionValues, requireDatabase } from "./options.ts";

/** The parsed arguments of `faktura index`. */
export interface IndexArguments extends DatabaseArguments {
  readonly command: "index";
  /** The companies to index; empty for all. */
  readonly companies: readonly string[];
}

/** Parses the arguments of `faktura index`. @throws UsageError that says what is wrong */
export function readIndexArguments(positionals: readonly string[], values: OptionValues): IndexArguments {
  const database = requireDatabase(positionals, values, ["company"]);
  return { command: "index", ...database, companies: values.company ?? [] };
}

/**
 * Indexes what searches look for. The books were opened and checked before, so nothing is created or migrated here. `load`
 * imports a package by name, and `onError` receives the failures as they happen.
 */
export async function indexBooks(
  books: Pick<ReadOnlyBooks, "journal" | "shard">,
  { companies, ...database }: IndexArguments,
  load: (name: string) => Promise<unknown>,
  onError: (error: unknown, companyId: string) => void,
): Promise<IndexRun> {
  for (const companyId of companies) await requireCompanyBooks(books, companyId);
  const { store, close } = await openStore(database, await books.shard.name(), load);
  try {
    const invoicing = createInvoicing({ store });
    return await invoicing.index({ ...(companies.length > 0 && { companyIds: companies }), onError });
  } finally {
    await close();
  }
}
