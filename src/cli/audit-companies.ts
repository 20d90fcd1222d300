import type { ReadOnlyBooks } from "../ports/read-only-books.ts";
import { auditBooks } from "../service/audit/audit.ts";
import type { AuditedBooks } from "../service/audit/options.ts";
import { companiesIn } from "../service/invoices/index-invoices.ts";
import type { AuditArguments } from "./audit-arguments.ts";
import type { ProgressLine, ReportPrinter } from "./print-report.ts";

/** Audits the requested companies one after another, and returns whether all of them are sound. */
export async function auditCompanies(
  books: AuditedBooks & Pick<ReadOnlyBooks, "shard">,
  { companies, expected, since }: Pick<AuditArguments, "companies" | "expected" | "since">,
  { printer, progress }: { readonly printer: ReportPrinter; readonly progress: ProgressLine },
): Promise<boolean> {
  let isSound = true;
  for await (const companyId of companyIds(books, companies, new Map([...expected, ...since]))) {
    printer.begin(companyId);
    const { findingCount, ...report } = await auditBooks(books, companyId, {
      expect: expected.get(companyId),
      since: since.get(companyId),
      onFinding(finding) {
        progress.clear();
        printer.finding(finding);
      },
      onProgress: ({ read, total }) => progress.show(`${companyId}: ${read} of ${total} entries`),
    });
    progress.clear();
    printer.end({ ...report, findingCount });
    isSound &&= findingCount === 0;
  }
  printer.finish(isSound);
  return isSound;
}

/** The named companies; if none is named, all that have books, and those with an expected head whose books are gone. */
async function* companyIds(
  books: AuditedBooks & Pick<ReadOnlyBooks, "shard">,
  named: readonly string[],
  expected: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  if (named.length > 0) {
    for (const companyId of new Set(named)) {
      if (!expected.has(companyId)) await requireCompanyBooks(books, companyId);
      yield companyId;
    }
    return;
  }
  const open = new Set(expected.keys());
  for await (const companyId of companiesIn(books.journal)) {
    open.delete(companyId);
    yield companyId;
  }
  yield* open;
}

/** @throws Error if the company has neither invoices nor a journal, as with a misspelt id, or if it has moved */
export async function requireCompanyBooks(
  { journal, shard }: Pick<ReadOnlyBooks, "journal" | "shard">,
  companyId: string,
): Promise<void> {
  const id = JSON.stringify(companyId);
  const { lastCounter, position } = await journal.head(companyId);
  if (lastCounter === 0 && position === 0) throw new Error(`No books found for company ${id}.`);
  if (await shard.holds(companyId)) return;
  const home = await shard.elsewhere(companyId);
  if (home !== undefined) throw new Error(`The books of the company ${id} are on the shard "${home}". Name that one.`);
}
