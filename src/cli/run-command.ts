import { isPostgresUrl, Misuse, readArguments, USAGE } from "./arguments.ts";
import { auditCompanies } from "./audit-companies.ts";
import { openBooks } from "./open-database.ts";
import { jsonPrinter, progressLine, tablePrinter } from "./print-report.ts";

/** Runs the command and gives its exit status: 0 sound, 1 findings, 2 not read. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const write = (text: string) => void process.stdout.write(text);
  const progress = progressLine(process.stderr);
  const warn = (line: string) => progress.line(`faktura: ${line}`);
  let file: string | undefined;
  try {
    const asked = readArguments(args);
    if (asked === undefined) {
      write(`${USAGE}\n`);
      return 0;
    }
    if (!isPostgresUrl(asked.source)) file = asked.source;
    const books = await openBooks(asked.source, asked.schema, warn);
    try {
      const printer = asked.json ? jsonPrinter(write) : tablePrinter(write);
      return (await auditCompanies(books, asked, { printer, progress })) ? 0 : 1;
    } finally {
      progress.clear();
      await books.close();
    }
  } catch (error) {
    const message = messageOf(error);
    // SQLite does not say which file it is; of a URL only the driver knows what may be told.
    warn(file === undefined || message.includes(file) ? message : `${file}: ${message}`);
    if (error instanceof Misuse) warn("`faktura --help` tells how it is called.");
    return 2;
  }
}

/** A refused connection has no message of its own, but the errors that it was made of. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
