import { migrationSql as postgresMigration } from "../adapters/postgres/index.ts";
import { listSchemas, MissingTablesError } from "../adapters/postgres/read-only.ts";
import { migrationSql as sqliteMigration } from "../adapters/sqlite/index.ts";
import { readArguments, USAGE } from "./arguments.ts";
import { auditCompanies } from "./audit-companies.ts";
import { exportDocuments } from "./export-documents.ts";
import { openBooks } from "./open-database.ts";
import { FileError, isPostgresUrl, UsageError } from "./options.ts";
import { exportPrinter } from "./print-export.ts";
import { jsonPrinter, progressLine, tablePrinter } from "./print-report.ts";
import { reportCompany } from "./report-company.ts";

/**
 * Runs the command and returns its exit status: 0 if the books are sound, all files written or the report complete, 1 if
 * not, 2 if the books could not be read or the files could not be written.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const write = (text: string) => void process.stdout.write(text);
  const progress = progressLine(process.stderr);
  const warn = (line: string) => progress.line(`faktura: ${line}`);
  let file: string | undefined;
  try {
    const parsed = readArguments(args);
    if (parsed === undefined) {
      write(`${USAGE}\n`);
      return 0;
    }
    if (parsed.command === "sql") {
      const { database, schema, panel } = parsed;
      write(
        database === "sqlite" ? sqliteMigration(database, { panel }) : postgresMigration(database, { schema, panel }),
      );
      return 0;
    }
    if (!isPostgresUrl(parsed.source)) file = parsed.source;
    const books = await openBooks(parsed.source, parsed.schema, warn);
    try {
      if (parsed.command === "export") {
        return (await exportDocuments(books, parsed, { printer: exportPrinter(write), progress })) ? 0 : 1;
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
