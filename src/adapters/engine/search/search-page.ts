import { setImmediate as nextTurn } from "node:timers/promises";
import type { InvoiceDocument } from "../../../domain/invoice/generated/invoice.ts";
import { parseInvoice } from "../../../domain/invoice/stored-document.ts";
import { foldCase } from "../../../domain/letter-case.ts";
import { isFoundBy, MOST_COUNTED, type SearchTerm, searchedWords, searchTerms } from "../../../domain/search.ts";
import type { PageRequest, StoredPage } from "../../../ports/invoice-repository.ts";
import {
  BLOCK_SIZE,
  type BlockOffsets,
  FIRST_OFFSET,
  groupOf,
  type SearchBlock,
  type SearchDialect,
} from "./dialect.ts";
import { amountGroup, amountMark, blockOf, foldedClient, READ_TOGETHER } from "./index-step.ts";

/** How many times as many groups of blocks are searched each time, until enough is found. */
const GROWTH = 4;

/** If the words before it leave no more invoices than this in a block, a word with digits is compared with their documents. */
const COMPARED = 16;

/** How many counters are compared with the other filters at once. */
const FILTERED_TOGETHER = 1000;

/** Whether a page has to be searched for by client or words. */
export function isSearch({ client, search, among }: PageRequest): boolean {
  return among === undefined && (client ?? search) !== undefined;
}

/**
 * One page of a list by client or words, newest first. What is not indexed yet is scanned. Documents do not change and
 * counters only grow, so no snapshot is needed: what is issued meanwhile is found or not.
 */
export async function searchPage(dialect: SearchDialect, request: PageRequest): Promise<StoredPage> {
  const { page, limit, before = Number.MAX_SAFE_INTEGER, ahead, search } = request;
  const end = ahead === undefined ? page * limit : limit + ahead;
  const isCounted = ahead === undefined;
  const found: number[] = [];
  const below: number[] = [];
  for await (const counters of findMatches(dialect, request)) {
    for (const counter of counters) {
      found.push(counter);
      if (counter < before) below.push(counter);
    }
    const isCountEnough = !isCounted || (search !== undefined && found.length > MOST_COUNTED);
    if (isCountEnough && below.length >= end) break;
  }
  const invoices = await dialect.read(below.slice(isCounted ? end - limit : 0, isCounted ? end : limit));
  if (!isCounted) return { invoices, total: 0, rest: below.slice(limit, end) };
  const hasMore = search !== undefined && found.length > MOST_COUNTED;
  return hasMore ? { invoices, total: MOST_COUNTED, hasMore } : { invoices, total: found.length };
}

/** What is looked for: the beginning of the client's name, and words. */
interface Wanted {
  readonly client: string | undefined;
  readonly terms: readonly SearchTerm[];
}

/** The counters of all that matches, highest first, in batches. Those that come before the page only if they are counted. */
async function* findMatches(
  dialect: SearchDialect,
  { client, search, status, from, to, reference, series, dueBefore, due, ...request }: PageRequest,
): AsyncGenerator<readonly number[]> {
  const isCounted = request.ahead === undefined;
  const before = isCounted ? Number.MAX_SAFE_INTEGER : (request.before ?? Number.MAX_SAFE_INTEGER);
  const filter = { status, from, to, reference, series, dueBefore, due };
  const hasFilter = due || [status, from, to, reference, series, dueBefore].some((value) => value !== undefined);
  const filtered = async (counters: readonly number[]) => {
    if (!hasFilter || counters.length === 0) return counters;
    return [...(await dialect.filtered(counters, filter))].sort((a, b) => b - a);
  };
  const wanted = {
    client: client === undefined ? undefined : foldCase(client),
    terms: search === undefined ? [] : searchTerms(search),
  };
  const isAnything = client === undefined && wanted.terms.length === 0; // the index does not say which invoices there are
  const { blocks } = isAnything ? { blocks: [] } : await dialect.head();
  for await (const counters of scan(dialect, wanted, blocks.at(-1)?.through ?? 0, before)) yield filtered(counters);
  const within = blocks.filter(
    ({ block, firstDay, lastDay }) =>
      block * BLOCK_SIZE < before && (from === undefined || lastDay >= from) && (to === undefined || firstDay <= to),
  );
  let waiting: number[] = [];
  for await (const counters of searchIndex(dialect, wanted, within, isCounted && search === undefined)) {
    for (const counter of counters) if (counter < before) waiting.push(counter);
    if (hasFilter && waiting.length < FILTERED_TOGETHER) continue;
    yield filtered(waiting);
    waiting = [];
  }
  yield filtered(waiting);
}

/** The counters above `after` and below `before` that match, by their documents. */
async function* scan(
  dialect: SearchDialect,
  wanted: Wanted,
  after: number,
  before: number,
): AsyncGenerator<readonly number[]> {
  for (let end = before; ; ) {
    const rows = await dialect.documents({ after, before: end, limit: READ_TOGETHER, isNewestFirst: true });
    yield rows.filter(({ document }) => isWanted(parseInvoice(document), wanted)).map(({ counter }) => counter);
    if (rows.length < READ_TOGETHER) return;
    end = rows.at(-1)!.counter;
    await nextTurn();
  }
}

function isWanted(document: InvoiceDocument, { client, terms }: Wanted): boolean {
  if (client !== undefined && !foldedClient(document).startsWith(client)) return false;
  return terms.length === 0 || isFoundBy(searchedWords(document), terms);
}

/** Looks for one of the things that are wanted, in blocks that are highest first. */
interface Look {
  readonly hasDigit: boolean;
  readonly find: (blocks: readonly number[]) => Promise<readonly BlockOffsets[]>;
}

/** For each block, 1 at the offsets of the invoices that were found. */
type Marks = ReadonlyMap<number, Uint8Array>;

/** The counters in these blocks that match, by the index, block by block. `isAllRead`: nobody stops before the last one. */
async function* searchIndex(
  dialect: SearchDialect,
  wanted: Wanted,
  blocks: readonly SearchBlock[],
  isAllRead: boolean,
): AsyncGenerator<readonly number[]> {
  const looks = blocks.length === 0 ? [] : await looksFor(dialect, wanted);
  if (looks.length === 0) return;
  for (const chunk of isAllRead ? [blocks.toReversed()] : chunksOf(blocks.toReversed())) {
    const found = await searchBlocks(
      dialect,
      wanted,
      looks,
      chunk.map(({ block }) => block),
    );
    for (const { block, through } of chunk) {
      const marks = found.get(block);
      if (marks !== undefined) yield countersOf(block, marks, through);
    }
  }
}

/** The blocks in growing chunks, highest first: the first one, the others of its group, then more groups each time. */
function* chunksOf(blocks: readonly SearchBlock[]): Generator<readonly SearchBlock[]> {
  yield blocks.slice(0, 1);
  let rest = blocks.slice(1);
  for (let last = groupOf(blocks[0]!.block), size = 1; rest.length > 0; last -= size, size *= GROWTH) {
    const chunk = rest.filter(({ block }) => groupOf(block) >= last);
    if (chunk.length > 0) yield chunk;
    rest = rest.slice(chunk.length);
  }
}

/** Empty if the index says that nothing matches. */
async function looksFor(dialect: SearchDialect, { client, terms }: Wanted): Promise<readonly Look[]> {
  const looks: Look[] = [];
  if (client !== undefined) {
    const ids = await dialect.terms("client", client, true);
    if (ids.length === 0) return [];
    looks.push({ hasDigit: false, find: async (blocks) => dialect.postings(ids, blocks) });
  }
  // Those with digits last, so that only the blocks in which the others are found are looked through.
  for (const term of terms.toSorted((a, b) => Number(a.hasDigit) - Number(b.hasDigit))) {
    const { text, hasDigit, amounts } = term;
    const ids = await dialect.terms("word", text, false);
    if (ids.length === 0 && !hasDigit) return [];
    const find = async (blocks: readonly number[]) => {
      const found = ids.length === 0 ? [] : [await dialect.postings(ids, blocks)];
      if (hasDigit) found.push(await dialect.texts(text, blocks));
      for (const amount of amounts) found.push(await findAmount(dialect, amount, blocks));
      return found.flat();
    };
    looks.push({ hasDigit, find });
  }
  return looks;
}

async function findAmount(
  dialect: SearchDialect,
  amount: string,
  blocks: readonly number[],
): Promise<readonly BlockOffsets[]> {
  const ids = await dialect.terms("amount", amountGroup(amount), true);
  const mark = amountMark(amount);
  // A step adds the text of each group, so an amount may be there several times. No offset has digits or signs.
  return (await dialect.postings(ids, blocks)).map(({ block, offsets }) => {
    const parts = offsets.split(mark).slice(1);
    return { block, offsets: parts.map((part) => part.split("\n", 1)[0]).join("") };
  });
}

/** The invoices in these blocks that all looks find. If few are left, their documents are compared instead of texts. */
async function searchBlocks(
  dialect: SearchDialect,
  wanted: Wanted,
  looks: readonly Look[],
  blocks: readonly number[],
): Promise<Marks> {
  let found: Marks | undefined;
  let left = blocks;
  for (const { hasDigit, find } of looks) {
    if (found !== undefined && hasDigit) {
      const counters = left.flatMap((block) => countersOf(block, found!.get(block)!));
      if (counters.length <= COMPARED * left.length) return compare(dialect, wanted, counters);
    }
    found = marksOf(await find(left), found);
    left = left.filter((block) => found!.has(block));
    if (left.length === 0) break;
  }
  return found ?? new Map();
}

/** What these rows have, and `before` had. */
function marksOf(rows: readonly BlockOffsets[], before: Marks | undefined): Marks {
  const found = new Map<number, Uint8Array>();
  for (const { block, offsets } of rows) {
    const earlier = before?.get(block);
    if (before !== undefined && earlier === undefined) continue;
    const marks = found.get(block) ?? new Uint8Array(BLOCK_SIZE);
    found.set(block, marks);
    for (let place = 0; place < offsets.length; place += 1) {
      const offset = offsets.charCodeAt(place) - FIRST_OFFSET;
      if (offset >= 0 && offset < BLOCK_SIZE && earlier?.[offset] !== 0) marks[offset] = 1;
    }
  }
  return found;
}

/** Those of these invoices whose documents match. */
async function compare(dialect: SearchDialect, wanted: Wanted, counters: readonly number[]): Promise<Marks> {
  const found = new Map<number, Uint8Array>();
  for (let start = 0; start < counters.length; start += READ_TOGETHER) {
    for (const { counter, document } of await dialect.read(counters.slice(start, start + READ_TOGETHER))) {
      if (!isWanted(document, wanted)) continue;
      const marks = found.get(blockOf(counter)) ?? new Uint8Array(BLOCK_SIZE);
      found.set(blockOf(counter), marks);
      marks[counter % BLOCK_SIZE] = 1;
    }
    await nextTurn();
  }
  return found;
}

/** The counters that are marked, highest first. What was indexed after the search began, it has scanned. */
function countersOf(block: number, marks: Uint8Array, through = Number.MAX_SAFE_INTEGER): number[] {
  const counters: number[] = [];
  const first = block * BLOCK_SIZE;
  for (let offset = Math.min(BLOCK_SIZE - 1, through - first); offset >= 0; offset -= 1) {
    if (marks[offset] === 1) counters.push(first + offset);
  }
  return counters;
}
