import { parseArgs } from "node:util";
import { parseExpectedHead } from "../service/audit/options.ts";

/** How the command is called. */
export const USAGE = `faktura audit <sqlite file | postgres url> [options]

Reads the books and tells what in them is not as it was written. Nothing is changed.

  --company <id>                        this company alone; may be given several times
  --expect <company>=<position:digest>  a head that an earlier audit printed (or its digest alone): it must still be
                                        in the company's journal; once for each of several companies
  --schema <name>                       PostgreSQL: the schema of the tables (faktura)
  --json                                one JSON document instead of a table
  --help                                this text

Ends with 0 where the books are sound, 1 where something was found, 2 where they could not be read.`;

/** Wrong arguments. */
export class Misuse extends Error {
  override readonly name = "Misuse";
}

/** What was asked for. */
export interface AuditArguments {
  /** The file, or the address of a PostgreSQL. */
  readonly source: string;
  /** All where it is empty. */
  readonly companies: readonly string[];
  /** Heads that were noted down, by the company's id. */
  readonly expected: ReadonlyMap<string, string>;
  readonly schema: string | undefined;
  readonly json: boolean;
}

/** Reads the arguments; `undefined` where help is asked for. @throws Misuse that says what is wrong */
export function readArguments(args: readonly string[]): AuditArguments | undefined {
  const { values, positionals } = parsed(args);
  if (values.help === true) return undefined;
  const [command, source, ...others] = positionals;
  if (command !== "audit") throw new Misuse(command === undefined ? "No command." : `There is no command ${command}.`);
  if (source === undefined || source === "") throw new Misuse("Name a SQLite file, or the URL of a PostgreSQL.");
  if (others.length > 0) throw new Misuse(`One file or URL at a time, and not ${others.join(" ")} as well.`);
  const { company: companies = [], schema, json = false, expect = [] } = values;
  if (!isPostgresUrl(source) && /^[a-z][a-z\d+.-]*:\/\//i.test(source)) {
    throw new Misuse("That is the URL of no PostgreSQL, which begins with postgres://"); // it may hold a password
  }
  if (schema !== undefined && !isPostgresUrl(source)) throw new Misuse("A SQLite file has no --schema.");
  return { source, companies, expected: readHeads(expect, companies), schema, json };
}

/** Heads by the company's id. None is passed over in silence: whoever names it takes the answer for a proof. */
function readHeads(texts: readonly string[], companies: readonly string[]): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const [companyId, head] of texts.map(readExpected)) {
    if (heads.has(companyId)) throw new Misuse(`One head of ${companyId} at a time, and --expect names two.`);
    if (companies.length > 0 && !companies.includes(companyId)) {
      throw new Misuse(`--expect names a head of ${companyId}, which is not among the companies that --company names.`);
    }
    heads.set(companyId, head);
  }
  return heads;
}

/** Whether it is the address of a PostgreSQL, and not a file. */
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
    throw new Misuse((error as Error).message, { cause: error });
  }
}

/** A company's id may hold an equals sign; a head has none. */
function readExpected(text: string): [companyId: string, head: string] {
  const end = text.lastIndexOf("=");
  const [companyId, head] = [text.slice(0, Math.max(end, 0)), text.slice(end + 1)];
  if (companyId !== "" && parseExpectedHead(head) !== undefined) return [companyId, head];
  throw new Misuse(`--expect is <company>=<position>:<digest>, as an earlier audit printed it, and not ${text}.`);
}
