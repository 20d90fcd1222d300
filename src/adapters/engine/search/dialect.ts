import type { CalendarDay } from "../../../domain/calendar.ts";
import type { InvoiceFilter, StoredInvoice } from "../../../ports/invoice-repository.ts";
import type { Awaitable } from "../dialect.ts";

/**
 * How many counters a block has. In the index, an invoice is one character: {@link FIRST_OFFSET} plus its place in its
 * block, from the private use area, which `foldForSearch` removes from texts.
 */
export const BLOCK_SIZE = 4096;
export const FIRST_OFFSET = 0xe000;

/**
 * How many blocks the postings of a term lie together for. Words arrive in no order, so postings that are sorted by word
 * alone change another page of the database for nearly each word. Sorted by block alone, a word is looked up in each.
 */
export const BLOCKS_TOGETHER = 16;

/**
 * What has postings, a row for each block. `client`: a whole name, as `foldCase` writes it. `word`: a word without digits, what
 * a word with digits has between them, or a word with digits that many invoices have. `amount`: one of `AMOUNT_GROUPS`, with
 * a text of its amounts in place of offsets.
 *
 * All other words with digits, such as numbers and references, are in one text for each block, which `textOf` writes. Most of
 * them are in one invoice alone, so they would be too many rows.
 */
export type TermKind = "client" | "word" | "amount";

/** The invoices of a block that have a term. */
export interface SearchEntry {
  readonly kind: TermKind;
  readonly term: string;
  readonly offsets: string;
}

/** Which of the blocks lie together, each once. */
export function groupsOf(blocks: readonly number[]): number[] {
  return [...new Set(blocks.map(groupOf))];
}

export function groupOf(block: number): number {
  return Math.floor(block / BLOCKS_TOGETHER);
}

/** A block of the index. */
export interface SearchBlock {
  readonly block: number;
  /** The last counter that is indexed. */
  readonly through: number;
  /** The first and the last issue date of the block's invoices. */
  readonly firstDay: CalendarDay;
  readonly lastDay: CalendarDay;
}

/** What to add to a block. */
export interface SearchStep extends SearchBlock {
  /** Its `through` before the step; `undefined` if the block is new. */
  readonly after: number | undefined;
  /** Sorted by kind and term. Each pair of these once. */
  readonly entries: readonly SearchEntry[];
  /** What to add to the block's text. */
  readonly text: string;
}

/** Invoices of one block: their offsets, between which there may be other characters. */
export interface BlockOffsets {
  readonly block: number;
  readonly offsets: string;
}

/** Which documents to read: with a counter above `after` and below `before`, no more than `limit`. */
export interface DocumentRange {
  readonly after: number;
  readonly before: number;
  readonly limit: number;
  readonly isNewestFirst: boolean;
}

/** A document as it is stored. */
export interface IssuedDocument {
  readonly counter: number;
  readonly issueDate: CalendarDay;
  readonly document: string;
}

/** How one kind of store reads the search index of one company. */
export interface SearchDialect {
  /** All blocks in order, and the company's last counter; 0 if it has no invoice. */
  head(): Awaitable<{ readonly blocks: readonly SearchBlock[]; readonly last: number }>;
  documents(range: DocumentRange): Awaitable<readonly IssuedDocument[]>;
  /** The ids of the terms of this kind that have this part; if `isPrefix`, that begin with it. */
  terms(kind: TermKind, part: string, isPrefix: boolean): Awaitable<readonly number[]>;
  /** The postings of these terms in these blocks, which are highest first, and perhaps in blocks between them. */
  postings(ids: readonly number[], blocks: readonly number[]): Awaitable<readonly BlockOffsets[]>;
  /** The rest of each line from behind this part on, in the texts of these blocks. */
  texts(part: string, blocks: readonly number[]): Awaitable<readonly BlockOffsets[]>;
  /** Those of these counters whose invoices the filter finds, in any order. */
  filtered(counters: readonly number[], filter: InvoiceFilter): Awaitable<readonly number[]>;
  /** The invoices with these counters, newest first. */
  read(counters: readonly number[]): Awaitable<readonly StoredInvoice[]>;
}

/**
 * Adds a step to the index, all of it or nothing. Returns `false` if the block's `through` is not the step's `after` any
 * more, because somebody else has indexed it.
 */
export type AppendStep = (step: SearchStep) => Awaitable<boolean>;
