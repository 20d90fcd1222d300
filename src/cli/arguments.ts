import { parseArgs } from "node:util";
import { parseExpectedHead } from "../service/audit/options.ts";

/** The help text of the command. */
export const USAGE = `faktura audit <sqlite file | postgres url> [options]

Audits the books and reports everything that differs from what was written. Changes nothing.

  --company <id>                        audit only this company; may be repeated
  --expect <company>=<position:digest>  a head that an earlier audit printed, or only its digest: it must still be
                                        in the company's journal; once per company
  --schema <name>                       PostgreSQL: the schema of the tables; default: faktura
  --json                                print one JSON document instead of a table
  --help                                print this text

Exits with 0 if the books are sound, 1 if the audit found something, 2 if it could not read the books.`;

/** The arguments are wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The parsed arguments. */
export interface AuditArguments {
  /** The SQLite file or the PostgreSQL URL. */
  readonly source: string;
  /** The companies to audit; empty for all. */
  readonly companies: readonly string[];
  /** The expected heads, by company id. */
  readonly expected: ReadonlyMap<string, string>;
  readonly schema: string | undefined;
  readonly json: boolean;
}

/** Parses the arguments; `undefined` if they ask for help. @throws UsageError that says what is wrong */
export function readArguments(args: readonly string[]): AuditArguments | undefined {
  const { values, positionals } = parsed(args);
  if (values.help === true) return undefined;
  const [command, source, ...others] = positionals;
  if (command !== "audit") throw new UsageError(command === undefined ? "No command." : `Unknown command ${command}.`);
  if (source === undefined || source === "") throw new UsageError("Name a SQLite file or a PostgreSQL URL.");
  if (others.length > 0) throw new UsageError(`Name only one file or URL, not ${others.join(" ")} too.`);
  const { company: companies = [], schema, json = false, expect = [] } = values;
  if (!isPostgresUrl(source) && /^[a-z][a-z\d+.-]*:\/\//i.test(source)) {
    // The URL is not printed, because it may contain a password.
    throw new UsageError("Not a PostgreSQL URL. It must begin with postgres://");
  }
  if (schema !== undefined && !isPostgresUrl(source)) throw new UsageError("--schema is only for PostgreSQL.");
  return { source, companies, expected: readHeads(expect, companies), schema, json };
}

/** Heads by company id. None is ignored silently, because the caller takes the result as proof. */
function readHeads(texts: readonly string[], companies: readonly string[]): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const [companyId, head] of texts.map(readExpected)) {
    if (heads.has(companyId)) throw new UsageError(`--expect names two heads of ${companyId}. Name one.`);
    if (companies.length > 0 && !companies.includes(companyId)) {
      throw new UsageError(`--expect names a head of ${companyId}, but --company does not name that company.`);
    }
    heads.set(companyId, head);
  }
  return heads;
}

/** Whether `source` is a PostgreSQL URL and not a file. */
export function isPostgresUrl(source: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(source);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        company: { type: "string", multiple: true },
        expect: { type: "string", multiple: true },
        schema: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** A company id may contain an equals sign, but a head cannot. */
function readExpected(text: string): [companyId: string, head: string] {
  const end = text.lastIndexOf("=");
  const [companyId, head] = [text.slice(0, Math.max(end, 0)), text.slice(end + 1)];
  if (companyId !== "" && parseExpectedHead(head) !== undefined) return [companyId, head];
  throw new UsageError(`--expect must be <company>=<position>:<digest>, as an earlier audit printed it, not ${text}.`);
}
