import { type OptionValues, UsageError } from "./options.ts";

/** The parsed arguments of `faktura sql`. */
export interface SqlArguments {
  readonly command: "sql";
  readonly database: "postgres" | "sqlite";
  readonly schema: string | undefined;
  /** Whether to print the table of the panel too. */
  readonly panel: boolean;
}

/** Parses the arguments of `faktura sql`. @throws UsageError that says what is wrong */
export function readSqlArguments([, database, ...others]: readonly string[], values: OptionValues): SqlArguments {
  const other = Object.keys(values).find((name) => name !== "schema" && name !== "panel");
  if (other !== undefined) throw new UsageError(`--${other} is not an option of faktura sql.`);
  const isKnown = database === "postgres" || database === "sqlite";
  if (!isKnown || others.length > 0) throw new UsageError("Name one of postgres, sqlite.");
  const { schema, panel = false } = values;
  if (schema !== undefined && database === "sqlite") throw new UsageError("--schema is only for PostgreSQL.");
  return { command: "sql", database, schema, panel };
}
