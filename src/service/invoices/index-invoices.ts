import { setImmediate as nextTurn } from "node:timers/promises";
import { insteadOf, requireFunction } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { JournalReader } from "../../ports/journal.ts";
import type { Closing } from "../delivery/drain.ts";
import { callListener } from "../events.ts";
import { noSignal, requireCompanyId } from "../options.ts";

/** Options of `invoicing.index`. */
export interface IndexOptions {
  /** Only these companies. Absent: all of the store. */
  readonly companyIds?: readonly string[] | undefined;
  /** Ends the call early, after the step in progress. Absent: it ends when everything is indexed. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each failure as it happens; what it throws is ignored. Absent: failures are only in the result. */
  readonly onError?: ((error: unknown, companyId: string) => void) | undefined;
}

/** The result of `invoicing.index`. */
export interface IndexRun {
  /** How many invoices were indexed. */
  readonly indexed: number;
  /** The companies that failed, in the order of failure. The next call goes on with them. */
  readonly failed: readonly { readonly companyId: string; readonly error: unknown }[];
}

/**
 * Indexes what searches look for and summarises what VAT reports read, company by company and step by step, until everything is indexed.
 *
 * @throws TypeError that names the option if one is unknown or invalid
 * @throws the store's own error if the companies cannot be read
 */
export async function indexInvoices(
  { search, journal, returns }: Pick<InvoicingStore, "search" | "journal" | "returns">,
  options: IndexOptions,
  closing: Closing,
): Promise<IndexRun> {
  const { companyIds, signal, onError } = requireIndexOptions(options);
  const isStopping = () => closing.isClosing || signal?.aborted === true;
  const failed: { companyId: string; error: unknown }[] = [];
  let indexed = 0;
  for await (const companyId of companyIds === undefined ? companiesIn(journal) : new Set(companyIds)) {
    try {
      for (let isDone = false; !isDone && !isStopping(); ) {
        await nextTurn(); // a synchronous store would otherwise block this process until the last step
        const count = await search.index(companyId);
        indexed += count;
        isDone = count === 0 && ((await returns?.index(companyId)) ?? 0) === 0;
      }
    } catch (error) {
      failed.push({ companyId, error });
      callListener(
        () => onError?.(error, companyId),
        () => undefined,
      );
    }
    if (isStopping()) break;
  }
  return { indexed, failed };
}

function requireIndexOptions(options: IndexOptions): IndexOptions {
  requireOptions("index", options, { companyIds: true, signal: true, onError: true });
  const { companyIds, signal, onError } = options;
  if (companyIds !== undefined && !Array.isArray(companyIds)) {
    throw new TypeError(`companyIds must be an array of company ids, such as ["firma"]${insteadOf(companyIds)}`);
  }
  companyIds?.forEach(requireCompanyId);
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw noSignal(signal);
  if (onError !== undefined) requireFunction("onError", onError);
  return options;
}

/** How many companies are read from the store at once. */
const PAGE = 500;

/** All companies that have books, read page by page as they are needed. */
export async function* companiesIn(journal: Pick<JournalReader, "companies">): AsyncGenerator<string, void, undefined> {
  for (let after: string | null = null; ; ) {
    const page: readonly string[] = await journal.companies(after, PAGE);
    if (page.length === 0) return;
    yield* page;
    after = page.at(-1)!;
  }
}
