import { setImmediate as nextTurn } from "node:timers/promises";
import type { InvoiceDocument } from "../../../domain/invoice/generated/invoice.ts";
import { parseInvoice } from "../../../domain/invoice/stored-document.ts";
import { foldCase } from "../../../domain/letter-case.ts";
import { isFoundBy, MOST_COUNTED, type SearchTerm, searchedWords, searchTerms } from "../../../domain/search.ts";
import type { InvoiceFilter, PageRequest, StoredPage } from "../../../ports/invoice-repository.ts";
import { BLOCK_SIZE, type BlockOffsets, FIRST_OFFSET, type SearchBlock, type SearchDialect } from "./dialect.ts";
import { amountWord, READ_TOGETHER } from "./index-step.ts";

/** How many blocks are searched at first, and how many times as many each time after that. */
const FIRST_BLOCKS = 1;
const GROWTH = 4;

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
  for await (const counters of findMatches(dialect, request, isCounted ? Number.MAX_SAFE_INTEGER : before)) {
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

/** The counters below `before` of all that matches, highest first, in batches. */
async function* findMatches(
  dialect: SearchDialect,
  { client, search, status, from, to, reference, series, dueBefore, due }: InvoiceFilter,
  before: number,
): AsyncGenerator<readonly number[]> {
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
  const { blocks } = await dialect.head();
  for await (const counters of scan(dialect, wanted, blocks.at(-1)?.through ?? 0, before)) yield filtered(counters);
  const within = blocks.filter(
    ({ block, firstDay, lastDay }) =>
      block * BLOCK_SIZE < before && (from === undefined || lastDay >= from) && (to === undefined || firstDay <= to),
  );
  let waiting: number[] = [];
  for await (const counters of searchIndex(dialect, wanted, within)) {
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
  if (client !== undefined && !foldCase(document.clientName ?? "").startsWith(client)) return false;
  return terms.length === 0 || isFoundBy(searchedWords(document), terms);
}

/** Finds something in these blocks. */
type Look = (blocks: readonly number[]) => Promise<readonly BlockOffsets[]>;

/** The counters in these blocks that match, by the index, block by block. */
async function* searchIndex(
  dialect: SearchDialect,
  { client, terms }: Wanted,
  blocks: readonly SearchBlock[],
): AsyncGenerator<readonly number[]> {
  if (blocks.length === 0) return;
  const looks: Look[] = [];
  const words = terms.filter(({ hasDigit }) => !hasDigit).map(({ text }) => ["word", text] as const);
  for (const [kind, text] of [...(client === undefined ? [] : [["client", client] as const]), ...words]) {
    const ids = await dialect.terms(kind, text, kind === "client");
    if (ids.length === 0) return;
    looks.push(async (within) => dialect.postings(ids, within));
  }
  // Last, so that only the blocks in which the words are found are looked through.
  for (const { text, hasDigit, amounts } of terms) if (hasDigit) looks.push(lookForNumber(dialect, text, amounts));
  const newest = blocks.toReversed();
  for (let start = 0, size = FIRST_BLOCKS; start < newest.length; start += size, size *= GROWTH) {
    const chunk = newest.slice(start, start + size);
    const found = await intersect(
      looks,
      chunk.map(({ block }) => block),
    );
    for (const { block, through } of chunk) {
      const offsets = found.get(block);
      if (offsets !== undefined) yield countersOf(block, through, offsets);
    }
  }
}

function lookForNumber(dialect: SearchDialect, text: string, amounts: readonly string[]): Look {
  return async (blocks) => {
    const found = [await dialect.numbers("number", text, blocks)];
    for (const amount of amounts) found.push(await dialect.numbers("amount", amountWord(amount), blocks));
    return found.flat();
  };
}

/** For each block in which all looks find the same invoices, 1 at the offsets of these. `blocks` are highest first. */
async function intersect(looks: readonly Look[], blocks: readonly number[]): Promise<Map<number, Uint8Array>> {
  let common: Map<number, Uint8Array> | undefined;
  let left = blocks;
  for (const look of looks) {
    const found = new Map<number, Uint8Array>();
    for (const { block, offsets } of await look(left)) {
      const before = common?.get(block);
      if (common !== undefined && before === undefined) continue;
      const marks = found.get(block) ?? new Uint8Array(BLOCK_SIZE);
      found.set(block, marks);
      for (let place = 0; place < offsets.length; place += 1) {
        const offset = offsets.charCodeAt(place) - FIRST_OFFSET;
        if (before === undefined || before[offset] === 1) marks[offset] = 1;
      }
    }
    common = found;
    left = blocks.filter((block) => found.has(block));
    if (left.length === 0) break;
  }
  return common ?? new Map();
}

/** The counters of these offsets, highest first. What was indexed after the search began has been scanned. */
function countersOf(block: number, through: number, marks: Uint8Array): number[] {
  const counters: number[] = [];
  const first = block * BLOCK_SIZE;
  for (let offset = Math.min(BLOCK_SIZE - 1, through - first); offset >= 0; offset -= 1) {
    if (marks[offset] === 1) counters.push(first + offset);
  }
  return counters;
}
