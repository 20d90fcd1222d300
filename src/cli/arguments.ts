import { type AuditArguments, readAuditArguments } from "./audit-arguments.ts";
import { type ExportArguments, readExportArguments } from "./export-arguments.ts";
import { type IndexArguments, readIndexArguments } from "./index-books.ts";
import { type MoveArguments, readMoveArguments } from "./move-arguments.ts";
import { type OptionValues, parseOptions, UsageError } from "./options.ts";
import { type ReportArguments, readReportArguments } from "./report-arguments.ts";

/** The help text of the command. */
export const USAGE = `faktura audit <sqlite file | postgres url> [options]

Audits the books and reports everything that differs from what was written. Changes nothing.

  --company <id>                        audit only this company; may be repeated
  --expect <company>=<position:digest>  a head that an earlier audit printed, or only its digest: it must still be
                                        in the company's journal; once per company
  --since <company>=<position:digest>   read only what comes after this head, and the older invoices that it names; once
                                        per company. Or a .json file of an earlier audit, with the heads of all
  --json                                print one JSON document instead of a table

Exits with 0 if the books are sound, 1 if the audit found something, 2 if it could not read the books.

faktura export <sqlite file | postgres url> --company <id> --format <syntax> [options]

Writes one file for each invoice and credit note, named by its number; for bookkeeping, one file of rows. Never overwrites
a file that differs.

  --format <syntax>                     ubl, cii, pdf, or one that only a state's format has: fatturapa, ksef
                                        accounting: CSV; datev: a booking batch (EXTF); both need --from and --to
  --profile <name>                      the format that it follows. ubl: en16931 (default), peppol, xrechnung, ctc-fr,
                                        cius-ro or hr-cius
                                        cii: en16931 (default), peppol, xrechnung, factur-x or ctc-fr
                                        pdf: factur-x or ctc-fr, only if each file must contain the XML
  --formats <file>                      a module that exports an array of your own formats as default
  --from <day>, --to <day>              only documents with these issue dates, both inclusive, such as 2026-11-01
  --accounts <file>                     accounting, datev: a JSON file of the accounts
  --out <folder>                        where to write the files; default: the working folder
  --font <file>, --bold-font <file>     pdf: the two fonts, TrueType or OpenType
  --fallback-font <file>                pdf: a font for what the two lack; may be repeated
  --language <tag>                      pdf: the language of the words, such as de; default: the client's, or the company's
  --ksef-code <environment>             pdf: the QR code of KSeF: production, demo or test

Exits with 0 if every document has its file and every row its accounts, 1 if some have not, 2 if it could not read the books or write files.

faktura report <sqlite file | postgres url> --company <id> --period <year | quarter | month> [options]

Prints what the books say for the VAT returns of a period, such as 2026, 2026-Q4 or 2026-11, by tax point.

  --rate <currency>=<rate>              OSS: how much of the currency one euro is worth, such as SEK=11.2; for another
                                        quarter than the last one of the period SEK@2026-Q3=11.1; import scheme: by
                                        month, SEK@2026-11=11.2; small enterprises: of the first day of the year,
                                        SEK@2026=11.1; may be repeated
  --as-of <day>                         the report as it was at the end of this day, and what came later
  --json, --csv                         print one JSON document, or comma-separated values, instead of tables

Exits with 0 if everything has its place and every rate is known, 1 if not, 2 if it could not read the books.

faktura index <sqlite file | postgres url> [options]

Indexes the invoices that searches would otherwise have to read one by one. Run it regularly.

  --company <id>                        index only this company; may be repeated

Exits with 0 if everything is indexed, 1 if a company failed, 2 if it could not open the books.

faktura move <company> --from <sqlite file | postgres url> --to <sqlite file | postgres url> [options]

Moves the company's books between two databases of one kind that are shards. If it is interrupted, run it again.

  --to-schema <name>                    PostgreSQL: the schema at --to; default: as --schema

Exits with 0 if the company's books are at --to, 2 if they could not be moved.

faktura sql <postgres | sqlite> [options]

Prints the SQL that creates the tables and their guards, for the migrations of a tool of yours.

  --panel                               also the table of the web panel, which faktura/panel needs
  --shard <name>                        the name of the database, if it is one of several

All of them:

  --schema <name>                       PostgreSQL: the schema of the tables; default: faktura
  --help                                print this text`;

/** The parsed arguments of a command. */
export type CommandArguments =
  | AuditArguments
  | ExportArguments
  | IndexArguments
  | MoveArguments
  | ReportArguments
  | SqlArguments;

/** Parses the arguments; `undefined` if they ask for help. @throws UsageError that says what is wrong */
export async function readArguments(args: readonly string[]): Promise<CommandArguments | undefined> {
  const { values, positionals } = parseOptions(args);
  if (values.help === true) return undefined;
  const [command] = positionals;
  if (command === "audit") return readAuditArguments(positionals, values);
  if (command === "export") return readExportArguments(positionals, values);
  if (command === "index") return readIndexArguments(positionals, values);
  if (command === "move") return readMoveArguments(positionals, values);
  if (command === "report") return readReportArguments(positionals, values);
  if (command === "sql") return readSqlArguments(positionals, values);
  throw new UsageError(command === undefined ? "No command." : `Unknown command ${command}.`);
}

/** The parsed arguments of `faktura sql`. */
interface SqlArguments {
  readonly command: "sql";
  readonly database: "postgres" | "sqlite";
  readonly schema: string | undefined;
  /** Whether to print the table of the panel too. */
  readonly panel: boolean;
  /** The name of the database among several. */
  readonly shard: string | undefined;
}

/** Parses the arguments of `faktura sql`. @throws UsageError that says what is wrong */
function readSqlArguments([, database, ...others]: readonly string[], values: OptionValues): SqlArguments {
  const other = Object.keys(values).find((name) => name !== "schema" && name !== "panel" && name !== "shard");
  if (other !== undefined) throw new UsageError(`--${other} is not an option of faktura sql.`);
  const isKnown = database === "postgres" || database === "sqlite";
  if (!isKnown || others.length > 0) throw new UsageError("Name one of postgres, sqlite.");
  const { schema, panel = false, shard } = values;
  if (schema !== undefined && database === "sqlite") throw new UsageError("--schema is only for PostgreSQL.");
  return { command: "sql", database, schema, panel, shard };
}
