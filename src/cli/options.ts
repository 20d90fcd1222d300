import { parseArgs } from "node:util";
import { type CalendarDay, isCalendarDay } from "../domain/calendar.ts";

/** The arguments are wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A file other than the database cannot be read or written. The message names it. */
export class FileError extends Error {
  override readonly name = "FileError";
}

const OPTIONS = {
  company: { type: "string", multiple: true },
  expect: { type: "string", multiple: true },
  since: { type: "string", multiple: true },
  schema: { type: "string" },
  "to-schema": { type: "string" },
  json: { type: "boolean" },
  from: { type: "string" },
  to: { type: "string" },
  format: { type: "string" },
  formats: { type: "string" },
  profile: { type: "string" },
  out: { type: "string" },
  accounts: { type: "string" },
  font: { type: "string" },
  "bold-font": { type: "string" },
  "fallback-font": { type: "string", multiple: true },
  language: { type: "string" },
  "ksef-code": { type: "string" },
  period: { type: "string" },
  rate: { type: "string", multiple: true },
  "as-of": { type: "string" },
  csv: { type: "boolean" },
  panel: { type: "boolean" },
  shard: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

type OptionName = Exclude<keyof typeof OPTIONS, "help">;

/** Splits the arguments into options and the rest. @throws UsageError that says what is wrong */
export function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** The options that were given, by name. */
export type OptionValues = ReturnType<typeof parseOptions>["values"];

/** The database, and the options that all commands have. */
export interface DatabaseArguments {
  /** The SQLite file or the PostgreSQL URL. */
  readonly source: string;
  readonly schema: string | undefined;
}

/** Checks what all commands have, and that every option given is one of `known`. @throws UsageError */
export function requireDatabase(
  positionals: readonly string[],
  values: OptionValues,
  known: readonly OptionName[],
): DatabaseArguments {
  const [command, source, ...others] = positionals;
  const other = Object.keys(values).find((name) => name !== "schema" && !known.some((each) => each === name));
  if (other !== undefined) throw new UsageError(`--${other} is not an option of faktura ${command}.`);
  if (source === undefined || source === "") throw new UsageError("Name a SQLite file or a PostgreSQL URL.");
  if (others.length > 0) throw new UsageError(`Name only one file or URL, not ${others.join(" ")} too.`);
  if (!isPostgresUrl(source) && /^[a-z][a-z\d+.-]*:\/\//i.test(source)) {
    // The URL is not printed, because it may contain a password.
    throw new UsageError("Not a PostgreSQL URL. It must begin with postgres://");
  }
  const { schema } = values;
  if (schema !== undefined && !isPostgresUrl(source)) throw new UsageError("--schema is only for PostgreSQL.");
  return { source, schema };
}

/** Whether `source` is a PostgreSQL URL and not a file. */
export function isPostgresUrl(source: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(source);
}

/** The one company that `--company` names. @throws UsageError */
export function requireOneCompany({ company: companies = [] }: OptionValues): string {
  const [companyId, ...others] = companies;
  if (companyId === undefined || others.length > 0) throw new UsageError("Name one company with --company <id>.");
  return companyId;
}

/** A day that an option names; `undefined` if it was not given. @throws UsageError */
export function requireDay(option: string, given: string | undefined): CalendarDay | undefined {
  if (given === undefined || isCalendarDay(given)) return given;
  throw new UsageError(`${option} must be a day such as 2026-11-20, not ${given}.`);
}
