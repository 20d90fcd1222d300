import { Buffer } from "node:buffer";
import type { CalendarDay } from "../../../domain/calendar.ts";
import {
  type BlockOffsets,
  groupOf,
  groupsOf,
  type SearchBlock,
  type SearchDialect,
  type SearchEntry,
  type SearchStep,
} from "../../engine/search/dialect.ts";
import { indexStep, LEAST_BEHIND } from "../../engine/search/index-step.ts";
import type { Session } from "../connection/session.ts";
import { filterCounters, invoicesAmong } from "./list-lookup.ts";

type Run = <Result>(statements: (session: Session) => Result) => Promise<Result>;

interface BlockRow {
  readonly block: number;
  readonly through: number;
  readonly first_day: CalendarDay;
  readonly last_day: CalendarDay;
}

/** The search index of a company. Each statement reads what is committed when it runs. */
export function searchDialect(read: Run, companyId: string): SearchDialect {
  return {
    head: () => read((session) => ({ blocks: findBlocks(session, companyId), last: lastCounter(session, companyId) })),
    documents: ({ after, before, limit, isNewestFirst }) =>
      read((session) =>
        session.all(
          `SELECT counter, issue_date AS issueDate, document FROM faktura_invoices WHERE company_id = ? AND counter > ? AND counter < ?
           ORDER BY counter ${isNewestFirst ? "DESC" : "ASC"} LIMIT ?`,
          ...[companyId, after, before, limit],
        ),
      ),
    terms: async (kind, part, isPrefix) => {
      const sql = `SELECT id FROM faktura_search_terms
        WHERE company_id = ? AND kind = ? AND instr(term, ?) ${isPrefix ? "= 1" : "> 0"}`;
      return (await read((session) => session.all<{ id: number }>(sql, companyId, kind, part))).map(({ id }) => id);
    },
    postings: (ids, blocks) =>
      read((session) =>
        session.all(
          `SELECT p.block, p.offsets
           FROM json_each(?) AS g CROSS JOIN json_each(?) AS t CROSS JOIN faktura_search_postings AS p
           WHERE p.company_id = ? AND p.block_group = g.value AND p.term_id = t.value AND p.block BETWEEN ? AND ?`,
          ...[JSON.stringify(groupsOf(blocks)), JSON.stringify(ids), companyId, blocks.at(-1), blocks[0]],
        ),
      ),
    texts: (part, blocks) => read((session) => findInTexts(session, companyId, part, blocks)),
    filtered: (counters, filter) => read((session) => filterCounters(session, companyId, counters, filter)),
    read: (counters) => read((session) => invoicesAmong(session, companyId, counters, {})),
  };
}

/** The index as the store offers it. `write` runs in a separate synchronous transaction. */
export function searchIndex(read: Run, write: Run, writeAtOnce: Run) {
  const step = (companyId: string, run: Run, least?: number) =>
    indexStep(searchDialect(read, companyId), (each) => run((session) => appendStep(session, companyId, each)), least);
  return {
    index: (companyId: string) => step(companyId, write),
    /** One step before a search, if it is worth it. Waits for nobody, and a search needs none. */
    moveOn: (companyId: string) => step(companyId, writeAtOnce, LEAST_BEHIND).catch(() => 0),
  };
}

function findBlocks(session: Session, companyId: string): SearchBlock[] {
  const sql =
    "SELECT block, through, first_day, last_day FROM faktura_search_blocks WHERE company_id = ? ORDER BY block";
  const rows = session.all<BlockRow>(sql, companyId);
  return rows.map(({ block, through, first_day, last_day }) => {
    return { block, through, firstDay: first_day, lastDay: last_day };
  });
}

function lastCounter(session: Session, companyId: string): number {
  const sql = "SELECT max(counter) AS last FROM faktura_invoices WHERE company_id = ?";
  return session.get<{ last: number | null }>(sql, companyId)?.last ?? 0;
}

const LINE_END = 0x0a;

/** Looks through the bytes in JavaScript: it is several times faster than `instr`, and the offsets have to be read too. */
function findInTexts(session: Session, companyId: string, part: string, blocks: readonly number[]): BlockOffsets[] {
  const rows = session.all<{ block: number; text: Uint8Array | ArrayBuffer }>(
    `SELECT t.block, CAST(t.text AS BLOB) AS text FROM json_each(?) AS b CROSS JOIN faktura_search_texts AS t
     WHERE t.company_id = ? AND t.block = b.value`,
    ...[JSON.stringify(blocks), companyId],
  );
  const wanted = Buffer.from(part);
  return rows.flatMap(({ block, text }) => {
    const offsets = restsOfLines(bufferOf(text), wanted);
    return offsets === "" ? [] : [{ block, offsets }];
  });
}

/** Without copying. libSQL returns an `ArrayBuffer`, other drivers a typed array. */
function bufferOf(bytes: Uint8Array | ArrayBuffer): Buffer {
  return bytes instanceof ArrayBuffer
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Copies byte by byte, because a call for each line would take longer than looking for them. */
function restsOfLines(text: Buffer, wanted: Buffer): string {
  let rests: Buffer | undefined;
  let length = 0;
  for (let place = text.indexOf(wanted); place >= 0; place = text.indexOf(wanted, place)) {
    rests ??= Buffer.allocUnsafe(text.length);
    for (place += wanted.length; text[place] !== LINE_END; place += 1) rests[length++] = text[place]!;
  }
  return rests === undefined ? "" : rests.toString("utf8", 0, length);
}

/** Adds a step, in the transaction that the caller has begun. */
function appendStep(session: Session, companyId: string, step: SearchStep): boolean {
  const { block, through, firstDay, lastDay, after, entries, text } = step;
  const sql = "SELECT through FROM faktura_search_blocks WHERE company_id = ? AND block = ?";
  if (session.get<{ through: number }>(sql, companyId, block)?.through !== after) return false;
  session.write(
    1,
    `INSERT INTO faktura_search_blocks (company_id, block, through, first_day, last_day) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET through = excluded.through, first_day = min(first_day, excluded.first_day),
       last_day = max(last_day, excluded.last_day)`,
    ...[companyId, block, through, firstDay, lastDay],
  );
  const postings = termIds(session, companyId, entries).map((id, place) => [id, entries[place]!.offsets]);
  session.write(
    postings.length,
    `INSERT INTO faktura_search_postings (company_id, block_group, term_id, block, offsets)
     SELECT ?, ?, json_extract(value, '$[0]'), ?, json_extract(value, '$[1]') FROM json_each(?) WHERE TRUE
     ON CONFLICT DO UPDATE SET offsets = offsets || excluded.offsets`,
    ...[companyId, groupOf(block), block, JSON.stringify(postings)],
  );
  session.write(
    1,
    `INSERT INTO faktura_search_texts (company_id, block, text) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET text = text || excluded.text`,
    ...[companyId, block, text],
  );
  return true;
}

/** The ids of these terms. Adds those that are new. */
function termIds(session: Session, companyId: string, entries: readonly SearchEntry[]): number[] {
  const keys = JSON.stringify(entries.map(({ kind, term }) => [kind, term]));
  const find = `SELECT t.id FROM json_each(?) AS e LEFT JOIN faktura_search_terms AS t ON t.company_id = ?
      AND t.kind = json_extract(e.value, '$[0]') AND t.term = json_extract(e.value, '$[1]') ORDER BY e.key`;
  const known = session.all<{ id: number | null }>(find, keys, companyId);
  const last = "SELECT max(id) AS id FROM faktura_search_terms WHERE company_id = ?";
  let next = 1 + (session.get<{ id: number | null }>(last, companyId)?.id ?? 0);
  const ids = known.map(({ id }) => id ?? next++);
  const added = entries.flatMap(({ kind, term }, place) =>
    known[place]!.id === null ? [[kind, term, ids[place]]] : [],
  );
  session.write(
    added.length,
    `INSERT INTO faktura_search_terms (company_id, kind, term, id)
     SELECT ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)`,
    ...[companyId, JSON.stringify(added)],
  );
  return ids;
}
