import type { CompanyMoves, CompanyPlace, MovedTable } from "../ports/company-moves.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import type { StoreShard } from "../ports/store-shard.ts";
import { auditBooks } from "../service/audit/audit.ts";

/** One of the two databases of a move, under the name that is stored in it. */
export interface MoveSide {
  readonly name: string;
  readonly store: InvoicingStore & { readonly moves: CompanyMoves; readonly shard: StoreShard };
}

/** A move of one company, and what was told about it while it runs. */
interface Move {
  readonly companyId: string;
  readonly from: MoveSide;
  readonly to: MoveSide;
  readonly onProgress: (text: string) => void;
}

/**
 * Moves a company's books, and returns what became of it, as a sentence. At no moment do both databases accept writes of
 * the company. After an interruption one of them does, or none; the same call goes on where it ended, or from the copy. The
 * opposite call gives the move up, as long as the company has not left `from`.
 *
 * @throws Error that says what is wrong, and what to do if the company was closed for writes before
 */
export async function moveCompany(
  companyId: string,
  from: MoveSide,
  to: MoveSide,
  onProgress: (text: string) => void,
): Promise<string> {
  const move = { companyId, from, to, onProgress };
  // A claim that a server has not confirmed would hide that the company is not there.
  await to.store.shard.yields(companyId);
  const [source, target] = [await placeIn(from, companyId), await placeIn(to, companyId)];
  const id = JSON.stringify(companyId);
  const isBetween = source.peer === to.name;
  if (isBetween && (source.stage === "arriving" || source.stage === "arrived") && isStillIn(target, from)) {
    await from.store.moves.change(companyId, source, "moved", to.name);
    if (target.stage === "moving") await to.store.moves.change(companyId, target, "here");
    return `The move was given up: the books of ${id} are on the shard "${to.name}".`;
  }
  if (isBetween && source.stage === "moved" && target.stage === "here") {
    return `The books of ${id} are on the shard "${to.name}" already.`;
  }
  requireMovable(move, source, target);
  let [leaving, arrived] = [source, target];
  if (target.stage !== "arrived") [leaving, arrived] = await copyBooks(move, source, target);
  if (leaving.stage === "moving") await from.store.moves.change(companyId, leaving, "moved", to.name);
  await to.store.moves.change(companyId, arrived, "here");
  return `The books of ${id} are on the shard "${to.name}" now.`;
}

function placeIn({ store }: MoveSide, companyId: string): Promise<CompanyPlace> {
  return store.moves.place(companyId);
}

/** Whether the company has not left the database for the other one yet. */
function isStillIn({ stage, peer }: CompanyPlace, other: MoveSide): boolean {
  return stage === "here" || (stage === "moving" && peer === other.name);
}

/** @throws Error if the company is not at `from`, or if `to` has books that are not an older copy */
function requireMovable({ companyId, from, to }: Move, source: CompanyPlace, target: CompanyPlace): void {
  const id = JSON.stringify(companyId);
  const command = (start: string, end: string) => `faktura move ${id}, from "${start}" to "${end}"`;
  const fail = (text: string): never => {
    throw new Error(`${text} Nothing was changed.`);
  };
  if (source.stage === "absent") fail(`No books found for company ${id} on the shard "${from.name}".`);
  if (source.stage === "arriving" || source.stage === "arrived") {
    fail(`The company ${id} is being moved to "${from.name}". First run ${command(source.peer!, from.name)} again.`);
  }
  const isFinished = source.stage === "moved" && !(source.peer === to.name && target.stage === "arrived");
  if (isFinished) fail(`The company ${id} has moved from the shard "${from.name}" to "${source.peer}".`);
  if (source.stage === "moving" && source.peer !== to.name) {
    fail(
      `The company ${id} is being moved. First run ${command(from.name, source.peer!)} again, or give that up with ` +
        `${command(source.peer!, from.name)}.`,
    );
  }
  if (target.stage === "here" || target.stage === "moving") {
    fail(`The shard "${to.name}" has other books of the company ${id}.`);
  }
  if (target.stage === "arrived" && source.stage === "here") {
    fail(`The shard "${to.name}" has books of the company ${id} from "${target.peer}". Run that move again first.`);
  }
}

/** Closes the company on both sides, copies its books and compares them. Returns where it is on both sides then. */
async function copyBooks(move: Move, source: CompanyPlace, target: CompanyPlace) {
  const { companyId, from, to, onProgress } = move;
  const tables = await sharedTables(move);
  if (source.stage === "here") await requireSound(move, from);
  const arriving = await to.store.moves.change(companyId, target, "arriving", from.name);
  await to.store.moves.awaitWriters(companyId);
  if (!(await isOlderCopy(move, target, tables))) {
    const before = target.stage === "absent" ? "here" : target.stage;
    await to.store.moves.change(companyId, arriving, before, target.peer ?? undefined);
    throw new Error(`The shard "${to.name}" has other books of the company ${JSON.stringify(companyId)}.`);
  }
  const leaving =
    source.stage === "moving" ? source : await from.store.moves.change(companyId, source, "moving", to.name);
  try {
    await from.store.moves.awaitWriters(companyId);
    for (const table of tables) {
      while (await to.store.moves.remove(companyId, arriving, table)) onProgress(`clearing ${table.name}`);
    }
    for (const table of tables) if (table.isCopied) await copyTable(move, arriving, table);
    await requireSameBooks(move, tables);
    return [leaving, await to.store.moves.change(companyId, arriving, "arrived", from.name)] as const;
  } catch (cause) {
    throw new Error(
      `${(cause as Error).message} The company ${JSON.stringify(companyId)} is closed for writes on both shards. Run the ` +
        `command again, or give the move up: the same command with --from and --to exchanged opens it on "${from.name}".`,
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
  // On SQLite, the first call of the panel creates its table.
  if (source.some(({ name }) => name === "panelRecords")) await to.store.panel!.find(companyId, "", "");
  const target = await to.store.moves.tables();
  const columns = ({ name, columns: own }: MovedTable) => own.map((column) => `${name}.${column}`);
  const known = new Set(target.flatMap(columns));
  const missing = source.flatMap(columns).find((column) => !known.has(column));
  if (missing === undefined) return source;
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
  for (const table of tables) if ((await to.store.moves.count(companyId, table)) > 0) return false;
  return true;
}

async function copyTable({ companyId, from, to, onProgress }: Move, arriving: CompanyPlace, table: MovedTable) {
  let copied = 0;
  let rows = await from.store.moves.rows(companyId, table);
  while (rows.length > 0) {
    await to.store.moves.insert(companyId, arriving, table, rows);
    copied += rows.length;
    onProgress(`${copied} rows of ${table.name}`);
    rows = await from.store.moves.rows(companyId, table, rows.at(-1));
  }
}

/** @throws Error if the copy differs in the number of its rows or in the end of its journal, or if it is not sound */
async function requireSameBooks(move: Move, tables: readonly MovedTable[]): Promise<void> {
  const { companyId, from, to } = move;
  for (const table of tables.filter(({ isCopied }) => isCopied)) {
    const [wanted, copied] = [
      await from.store.moves.count(companyId, table),
      await to.store.moves.count(companyId, table),
    ];
    if (wanted !== copied) throw new Error(`Only ${copied} of ${wanted} rows of ${table.name} were copied.`);
  }
  const [head, copy] = [await from.store.journal.head(companyId), await to.store.journal.head(companyId)];
  if (JSON.stringify(head) !== JSON.stringify(copy))
    throw new Error("The copy of the journal ends with another digest.");
  await requireSound(move, to);
}

/** @throws Error if an audit of the company's books finds something */
async function requireSound({ companyId, onProgress }: Move, { name, store }: MoveSide): Promise<void> {
  const { findings, findingCount } = await auditBooks(store, companyId, {
    onProgress: ({ read, total }) => onProgress(`audit on "${name}": ${read} of ${total} entries`),
  });
  if (findingCount === 0) return;
  throw new Error(
    `An audit of the company ${JSON.stringify(companyId)} on the shard "${name}" has ${findingCount} findings, such as: ` +
      `${findings[0]!.detail}. Run faktura audit there.`,
  );
}
