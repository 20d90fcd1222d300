import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { migrationSql as postgresMigration } from "../adapters/postgres/index.ts";
import { listSchemas, MissingTablesError, openReadOnlyDatabase } from "../adapters/postgres/read-only.ts";
import { migrationSql as sqliteMigration } from "../adapters/sqlite/index.ts";
import { openReadOnlyFile } from "../adapters/sqlite/read-only.ts";
import { timeZoneOf } from "../domain/vat/territory/time-zone.ts";
import type { OpenedBooks, ReadOnlyBooks } from "../ports/read-only-books.ts";
import { reportVat } from "../service/returns/report-vat.ts";
import { readArguments, USAGE } from "./arguments.ts";
import { auditCompanies, requireCompanyBooks } from "./audit-companies.ts";
import { exportAccounting } from "./export-accounting.ts";
import { exportDocuments } from "./export-documents.ts";
import { indexBooks } from "./index-books.ts";
import { runMove } from "./move-arguments.ts";
import { type DatabaseArguments, FileError, isPostgresUrl, UsageError } from "./options.ts";
import { exportPrinter } from "./print-export.ts";
import { jsonPrinter, progressLine, tablePrinter } from "./print-report.ts";
import { vatReportCsv, vatReportTables } from "./print-vat-report.ts";
import type { ReportArguments } from "./report-arguments.ts";

/**
 * Runs the command and returns its exit status: 0 if the books are sound, all files written, the report complete or
 * everything indexed, 1 if not, 2 if the books could not be read or moved, or the files could not be written.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const write = (text: string) => void process.stdout.write(text);
  const progress = progressLine(process.stderr);
  const warn = (line: string) => progress.line(`faktura: ${line}`);
  let file: string | undefined;
  try {
    const parsed = await readArguments(args);
    if (parsed === undefined) {
      write(`${USAGE}\n`);
      return 0;
    }
    if (parsed.command === "sql") {
      const { database, schema, panel, shard } = parsed;
      write(
        database === "sqlite"
          ? sqliteMigration(database, { panel, shard })
          : postgresMigration(database, { schema, panel, shard }),
      );
      return 0;
    }
    if (parsed.command === "move") {
      const open = (database: DatabaseArguments) => openBooks(database.source, database.schema, warn);
      write(`${await runMove(parsed, open, loadPackage, progress)}\n`);
      return 0;
    }
    if (!isPostgresUrl(parsed.source)) file = parsed.source;
    const books = await openBooks(parsed.source, parsed.schema, warn);
    try {
      if (parsed.command === "export") {
        if ("accounts" in parsed) return (await exportAccounting(books, parsed, write)) ? 0 : 1;
        return (await exportDocuments(books, parsed, { printer: exportPrinter(write), progress })) ? 0 : 1;
      }
      if (parsed.command === "index") {
        const onError = (error: unknown, companyId: string) =>
          warn(`${JSON.stringify(companyId)}: ${messageOf(error)}`);
        const { indexed, failed } = await indexBooks(books, parsed, loadPackage, onError);
        write(`Invoices indexed: ${indexed}\n`);
        return failed.length === 0 ? 0 : 1;
      }
      if (parsed.command === "report") return (await reportCompany(books, parsed, write)) ? 0 : 1;
      const printer = parsed.json ? jsonPrinter(write) : tablePrinter(write);
      return (await auditCompanies(books, parsed, { printer, progress })) ? 0 : 1;
    } finally {
      progress.clear();
      await books.close();
    }
  } catch (error) {
    const message = messageOf(error);
    // SQLite's messages do not name the file. A URL is never printed, because it may contain a password.
    const isNamed = file === undefined || error instanceof FileError || message.includes(file);
    warn(isNamed ? message : `${file}: ${message}`);
    if (error instanceof UsageError) warn("Run `faktura --help` for the usage.");
    return 2;
  }
}

/** The operator has no application to migrate with, and a migration would only hide that the schema is another one. */
function missingTables({ missing, others }: MissingTablesError): string {
  if (others.length === 0) return `${missing}, nor in another one. Check the URL: is this the right database?`;
  const [first = ""] = others;
  const name = /^\w+$/.test(first) ? first : JSON.stringify(first);
  const remedy = others.length === 1 ? `Add --schema ${name}.` : "Add --schema with the one that you mean.";
  return `${missing}, but in ${listSchemas(others)}. ${remedy}`;
}

/** A refused connection has no message of its own, only those of the errors that it contains. */
function messageOf(error: unknown): string {
  if (error instanceof MissingTablesError) return missingTables(error);
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** Prints the VAT report of a company, and returns whether every amount has a section and every rate is known. */
async function reportCompany(
  books: ReadOnlyBooks,
  { companyId, period, span, rates, asOf, format }: ReportArguments,
  write: (text: string) => void,
): Promise<boolean> {
  await requireCompanyBooks(books, companyId);
  const profile = await books.companies.profile(companyId);
  // A host that keeps its own profiles has none here.
  const timeZone = profile ? timeZoneOf(profile) : "UTC";
  const isSmallEnterprise = profile?.smallEnterprise !== undefined;
  const report = await reportVat(books, companyId, { ...span, rates, asOf }, timeZone, {
    isSmallEnterprise,
  });
  const about = { companyId, period, ...span, asOf };
  if (format === "json") write(`${JSON.stringify({ ...about, ...report })}\n`);
  else if (format === "csv") write(vatReportCsv(report));
  else write(vatReportTables(about, report));
  const ratesNeeded = [...report.oss.ratesNeeded, ...(report.unionTurnover?.ratesNeeded ?? [])];
  return report.unplaced.length === 0 && ratesNeeded.length === 0;
}

/** Opens a SQLite file or a PostgreSQL database. `warn` receives warnings for the operator. */
function openBooks(source: string, schema: string | undefined, warn: (line: string) => void): Promise<OpenedBooks> {
  return isPostgresUrl(source)
    ? openReadOnlyDatabase(source, schema, loadPackage)
    : openReadOnlyFile(source, loadPackage, warn);
}

/** Loads a package from the working directory, or else from next to this library. */
async function loadPackage(name: string): Promise<unknown> {
  const file = name.startsWith("node:") ? undefined : resolvedFromHere(name);
  return import(file === undefined ? name : pathToFileURL(file).href);
}

function resolvedFromHere(name: string): string | undefined {
  try {
    return createRequire(join(process.cwd(), "package.json")).resolve(name);
  } catch {
    return undefined;
  }
}
