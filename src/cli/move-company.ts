import type { CompanyMoves, CompanyPlace, MovedTable } from "../ports/company-moves.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import type { StoreShard } from "../ports/store-shard.ts";
import { auditBooks } from "../service/audit/audit.ts";

/** One of the two databases of a move, under the name that is stored in it. */
export interface MoveSide {
  readonly name: string;
  readonly store: InvoicingStore & { readonly moves: CompanyMoves; readonly shard: StoreShard };
}

/** A move of one company. Messages about it name it by `id`, in quotes. */
interface Move {
  readonly companyId: string;
  readonly id: string;
  readonly from: MoveSide;
  readonly to: MoveSide;
  readonly onProgress: (text: string) => void;
}

/**
 * Moves a company's books, and returns what became of it, as a sentence. At no moment do both databases accept writes of
 * the company. After an interruption one of them does, or none, and the same call ends the move. As long as the company has
 * not left `from`, the opposite call gives the move up.
 *
 * @throws Error that says what is wrong, and what to do if the company was closed for writes before
 */
export async function moveCompany(
  companyId: string,
  from: MoveSide,
  to: MoveSide,
  onProgress: (text: string) => void,
): Promise<string> {
  const move: Move = { companyId, id: JSON.stringify(companyId), from, to, onProgress };
  // A claim that a server has not confirmed would hide that the company is not there.
  await to.store.shard.yields(companyId);
  const [source, target] = [await from.store.moves.place(companyId), await to.store.moves.place(companyId)];
  const arrives = source.stage === "arriving" || source.stage === "arrived";
  const hasLeft = target.stage !== "here" && target.stage !== "moving";
  if (source.peer === to.name && arrives && !hasLeft) {
    // First under another token, so that a command that still moves the company does not go on.
    const held = target.stage === "moving" && (await to.store.moves.change(companyId, target, "moving", from.name));
    await from.store.moves.change(companyId, source, "moved", to.name);
    if (held) await to.store.moves.change(companyId, held, "here");
    return `The move was given up: the books of ${move.id} are on the shard "${to.name}".`;
  }
  if (source.peer === to.name && source.stage === "moved" && target.stage === "here") {
    return `The books of ${move.id} are on the shard "${to.name}" already.`;
  }
  requireMovable(move, source, target);
  const copied = target.stage === "arrived";
  const [leaving, arrived] = copied ? [source, target] : await copyBooks(move, source, target);
  if (leaving.stage === "moving") await from.store.moves.change(companyId, leaving, "moved", to.name);
  await to.store.moves.change(companyId, arrived, "here");
  return `The books of ${move.id} are on the shard "${to.name}" now.`;
}

/** @throws Error if the company is not at `from`, or if `to` cannot take it */
function requireMovable({ id, from, to }: Move, source: CompanyPlace, target: CompanyPlace): void {
  const isHere = source.stage === "here" || (source.stage === "moving" && source.peer === to.name);
  const isEnding = source.stage !== "here" && source.peer === to.name && target.stage === "arrived";
  const others = `The shard "${to.name}" has other books of the company ${id}.`;
  const unfinished = `The company ${id} is being moved between "${from.name}" and "${source.peer}". First end that, or give it up.`;
  const reasons: Readonly<Record<CompanyPlace["stage"], string>> = {
    absent: `No books found for company ${id} on the shard "${from.name}".`,
    here: others,
    moving: unfinished,
    moved: `The company ${id} has moved to the shard "${source.peer}".`,
    arriving: unfinished,
    arrived: unfinished,
  };
  if (isEnding || (isHere && ["absent", "moved", "arriving"].includes(target.stage))) return;
  throw new Error(`${isHere ? others : reasons[source.stage]} Nothing was changed.`);
}

/** Closes the company on both sides, copies its books and compares them. Returns where it is on both sides then. */
async function copyBooks(move: Move, source: CompanyPlace, target: CompanyPlace) {
  const { companyId, id, from, to } = move;
  const tables = await sharedTables(move);
  if (source.stage === "here") await requireSound(move, from);
  const arriving = await to.store.moves.change(companyId, target, "arriving", from.name);
  await to.store.moves.awaitWriters(companyId);
  if (!(await isOlderCopy(move, target, tables))) {
    // In place of "absent" comes a claim that nobody will confirm. The next look-up takes it back.
    await to.store.moves.change(companyId, arriving, target.stage, target.peer ?? undefined);
    throw new Error(`The shard "${to.name}" has other books of the company ${id}. Nothing was changed.`);
  }
  const isClosed = source.stage === "moving";
  const leaving = isClosed ? source : await from.store.moves.change(companyId, source, "moving", to.name);
  try {
    await from.store.moves.awaitWriters(companyId);
    for (const table of tables) while (await to.store.moves.remove(companyId, arriving, table));
    for (const table of tables) if (table.isCopied) await copyTable(move, arriving, table);
    const [head, copy] = [await from.store.journal.head(companyId), await to.store.journal.head(companyId)];
    if (JSON.stringify(head) !== JSON.stringify(copy)) throw new Error("The copied journal has another digest.");
    await requireSound(move, to);
    return [leaving, await to.store.moves.change(companyId, arriving, "arrived", from.name)] as const;
  } catch (cause) {
    throw new Error(
      `${(cause as Error).message} The company ${id} is closed for writes on both shards. Run the command again, or give ` +
        `the move up: the same command with --from and --to exchanged opens it on "${from.name}".`,
      { cause },
    );
  }
}

/** The tables of the books. @throws Error that names a column that only `from` has */
async function sharedTables({ companyId, from, to }: Move): Promise<readonly MovedTable[]> {
  for (const { name, store } of [from, to]) {
    if ((await store.journal.guarded?.(companyId)) !== false) continue;
    throw new Error(
      `The tables of the shard "${name}" have no triggers, so writes during the move would not be refused.`,
    );
  }
  const source = await from.store.moves.tables();
  const isIn = (tables: readonly MovedTable[], name: string) => tables.some((table) => table.name === name);
  // On SQLite, the first call of the panel creates its table.
  if (isIn(source, "panelRecords")) await to.store.panel!.find(companyId, "", "");
  const target = await to.store.moves.tables();
  const columns = ({ name, columns: own }: MovedTable) => own.map((column) => `${name}.${column}`);
  const known = new Set(target.flatMap(columns));
  const missing = source.flatMap(columns).find((column) => !known.has(column));
  const others = target.filter(({ name }) => !isIn(source, name)).map((table) => ({ ...table, isCopied: false }));
  if (missing === undefined) return [...source, ...others];
  throw new Error(
    `The database of the shard "${to.name}" lacks the column ${missing}. Migrate both with the same version of faktura, and ` +
      "give both the columns that you have added. Nothing was changed.",
  );
}

/** Whether what `to` has of the company, closed for writes, is nothing or the beginning of the books. */
async function isOlderCopy({ companyId, from, to }: Move, before: CompanyPlace, tables: readonly MovedTable[]) {
  const { position, digest, lastCounter } = await to.store.journal.head(companyId);
  if (position > 0) return from.store.moves.hasEntry(companyId, position, digest);
  if (before.stage !== "absent") return lastCounter === 0;
  const counts = await Promise.all(tables.map((table) => to.store.moves.count(companyId, table)));
  return counts.every((count) => count === 0);
}

/** Copies the company's rows. @throws Error if the copy has another number of them */
async function copyTable({ companyId, from, to, onProgress }: Move, arriving: CompanyPlace, table: MovedTable) {
  const { moves } = from.store;
  for (let rows = await moves.rows(companyId, table); rows.length > 0; ) {
    await to.store.moves.insert(companyId, arriving, table, rows);
    onProgress(`copying ${table.name}`);
    rows = await moves.rows(companyId, table, rows.at(-1));
  }
  const [wanted, copied] = [await moves.count(companyId, table), await to.store.moves.count(companyId, table)];
  if (wanted !== copied) throw new Error(`Only ${copied} of ${wanted} rows of ${table.name} were copied.`);
}

/** @throws Error if an audit of the company's books finds something */
async function requireSound({ companyId, id, onProgress }: Move, { name, store }: MoveSide): Promise<void> {
  const { findings, findingCount } = await auditBooks(store, companyId, {
    onProgress: ({ read, total }) => onProgress(`audit on "${name}": ${read} of ${total} entries`),
  });
  if (findingCount === 0) return;
  throw new Error(
    `An audit of the company ${id} on the shard "${name}" has ${findingCount} findings, such as: ${findings[0]!.detail}. ` +
      "Run faktura audit there.",
  );
}
