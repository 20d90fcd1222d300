import { issuedAtOf, type JournalHead } from "../../domain/journal.ts";
import { JournalChain, laterOf } from "../journal-chain.ts";
import { arrayOf } from "./arrays.ts";
import { type BooksHead, placeOf } from "./books-head.ts";
import { dayAsText } from "./rows.ts";
import type { BooksAccess } from "./sequence.ts";

/** How many rows get their places in one statement; their documents are read for it. */
const OPEN_ROWS_PAGE = 1000;

/** An invoice's row, as far as its entry is concerned. */
interface OpenRow {
  readonly counter: string;
  readonly issue_date: string;
  readonly source: "api" | "panel";
  readonly actor: string | null;
  readonly document: string;
}

/** A company's journal in one transaction: it goes on from where it stood when the books were locked. */
export class OpenJournal {
  readonly #access: BooksAccess;
  #head: BooksHead | undefined;
  #chain: Promise<JournalChain> | undefined;

  constructor(access: BooksAccess) {
    this.#access = access;
  }

  /** Begins at what the lock has read. */
  startFrom(head: BooksHead): void {
    this.#head = head;
    this.#chain = undefined;
  }

  /** The journal's end. Invoices that others have inserted since the library last wrote get their places first. */
  chain(): Promise<JournalChain> {
    this.#chain ??= this.#open();
    return this.#chain;
  }

  async #open(): Promise<JournalChain> {
    if (this.#head === undefined) throw new TypeError("numbers.lock() comes before anything is written");
    const { journal, hasOpenRows } = this.#head;
    return hasOpenRows ? chainOpenRows(this.#access, journal) : new JournalChain(journal);
  }
}

/** Rows without a place stand at the end of the sequence: whatever the library writes gives them theirs. */
async function chainOpenRows(access: BooksAccess, entry: JournalHead): Promise<JournalChain> {
  const { session, tables, companyId } = access;
  const [placed] = await session.rows<Record<"counter" | "position" | "digest", string>>(
    `SELECT i.counter::text AS counter, i.journal_position::text AS position, i.digest FROM ${tables.invoices} AS i
     WHERE i.company_id = $1 AND i.journal_position IS NOT NULL ORDER BY i.counter DESC LIMIT 1`,
    [companyId],
  );
  const chain = new JournalChain(laterOf(placeOf(placed?.position, placed?.digest), entry));
  let after: string | undefined = placed?.counter ?? "0";
  while (after !== undefined) after = await chainPage(access, chain, after);
  return chain;
}

/** Gives the first open rows after a counter their places; the last one's counter, where there may be more. */
async function chainPage(
  { session, tables, companyId, alongside = "1" }: BooksAccess,
  chain: JournalChain,
  after: string,
): Promise<string | undefined> {
  const rows = await session.rows<OpenRow>(
    `SELECT i.counter::text AS counter, ${dayAsText("i.issue_date")} AS issue_date, i.source, i.actor, i.document
     FROM ${tables.invoices} AS i WHERE i.company_id = $1 AND i.counter > $2::bigint
     ORDER BY i.counter LIMIT ${OPEN_ROWS_PAGE}`,
    [companyId, after],
  );
  if (rows.length === 0) return undefined;
  const places = rows.map(({ issue_date, source, actor, document }) =>
    chain.appendInvoice({ source, actor, issuedAt: issuedAtOf(document, issue_date), document }),
  );
  await session.rows(
    `WITH places AS (
       UPDATE ${tables.invoices} AS i SET journal_position = batch.position, digest = batch.digest
       FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS batch (counter, position, digest)
       WHERE i.company_id = $1 AND i.counter = batch.counter)
     SELECT ${alongside} AS written`,
    [
      companyId,
      arrayOf(rows.map(({ counter }) => counter)),
      arrayOf(places.map(({ position }) => String(position))),
      arrayOf(places.map(({ digest }) => digest)),
    ],
  );
  return rows.length < OPEN_ROWS_PAGE ? undefined : rows.at(-1)!.counter;
}
