import type { OpenedBooks } from "../ports/read-only-books.ts";
import { type MoveSide, moveCompany } from "./move-company.ts";
import { openStore } from "./open-store.ts";
import { type DatabaseArguments, isPostgresUrl, type OptionValues, requireDatabase, UsageError } from "./options.ts";
import type { ProgressLine } from "./print-report.ts";

/** The parsed arguments of `faktura move`. */
export interface MoveArguments {
  readonly command: "move";
  readonly companyId: string;
  readonly from: DatabaseArguments;
  readonly to: DatabaseArguments;
}

/** Parses the arguments of `faktura move`. @throws UsageError that says what is wrong */
export function readMoveArguments(
  [command = "", companyId = "", ...others]: readonly string[],
  values: OptionValues,
): MoveArguments {
  if (companyId === "" || others.length > 0) throw new UsageError("Name one company: faktura move <company>.");
  const side = (option: "from" | "to", schema: string | undefined): DatabaseArguments => {
    const { [option]: source = "", schema: _, ...rest } = values;
    if (source === "") throw new UsageError(`Name a SQLite file or a PostgreSQL URL with --${option}.`);
    return requireDatabase([command, source], { ...rest, ...(schema !== undefined && { schema }) }, [
      ...(["from", "to", "to-schema"] as const),
    ]);
  };
  const [from, to] = [side("from", values.schema), side("to", values["to-schema"] ?? values.schema)];
  if (isPostgresUrl(from.source) === isPostgresUrl(to.source)) return { command: "move", companyId, from, to };
  throw new UsageError("--from and --to must be two SQLite files, or two PostgreSQL databases.");
}

/**
 * Moves the company, and returns what to tell the operator. `openBooks` checks a database without writing to it, and `load`
 * imports a package by name.
 */
export async function runMove(
  { companyId, from, to }: MoveArguments,
  openBooks: (database: DatabaseArguments) => Promise<OpenedBooks>,
  load: (name: string) => Promise<unknown>,
  progress: ProgressLine,
): Promise<string> {
  const names: string[] = [];
  for (const [option, database] of Object.entries({ from, to })) {
    const books = await openBooks(database);
    const name = await books.shard.name().finally(() => books.close());
    if (name === undefined) throw new Error(`The database at --${option} is no shard: give it a name first.`);
    names.push(name);
  }
  if (names[0] === names[1]) {
    throw new Error(`Both databases are the shard "${names[0]}". Name two, each with a name of its own.`);
  }
  const opened = [];
  try {
    for (const [place, database] of [from, to].entries()) opened.push(await openStore(database, names[place], load));
    const [source, target] = opened.map(({ store }, place): MoveSide => ({ name: names[place]!, store }));
    const outcome = await moveCompany(companyId, source!, target!, (text) => progress.show(`${companyId}: ${text}`));
    progress.clear();
    return `${outcome} Let its route lead to "${target!.name}".`;
  } finally {
    progress.clear();
    for (const { close } of opened) await close();
  }
}
