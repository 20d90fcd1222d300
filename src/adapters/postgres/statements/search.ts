import type { CalendarDay } from "../../../domain/calendar.ts";
import {
  groupOf,
  groupsOf,
  type SearchBlock,
  type SearchDialect,
  type SearchStep,
} from "../../engine/search/dialect.ts";
import { indexStep } from "../../engine/search/index-step.ts";
import { arrayOf, rowsOf } from "../connection/array-text.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { filterCounters, listAmong } from "./list-lookup.ts";

interface BlockRow {
  readonly block: string;
  readonly through: string;
  readonly first_day: CalendarDay;
  readonly last_day: CalendarDay;
}

interface OffsetsRow {
  readonly block: string;
  readonly offsets: string;
}

/** The search index of a company. */
export function searchDialect(session: Session, tables: Tables, companyId: string): SearchDialect {
  const { invoices, searchTerms, searchPostings, searchTexts } = tables;
  return {
    head: async () => ({
      blocks: await findBlocks(session, tables, companyId),
      last: await lastCounter(session, tables, companyId),
    }),
    async documents({ after, before, limit, isNewestFirst }) {
      const rows = await session.rows<{ counter: string; issue_date: string; document: string }>(
        `SELECT counter::pg_catalog.text AS counter, pg_catalog.to_char(issue_date, 'YYYY-MM-DD') AS issue_date, document FROM ${invoices}
         WHERE company_id = $1 AND ${invoices}.counter > $2::bigint AND ${invoices}.counter < $3::bigint
         ORDER BY ${invoices}.counter ${isNewestFirst ? "DESC" : "ASC"} LIMIT $4::bigint`,
        [companyId, String(after), String(before), String(limit)],
      );
      return rows.map(({ counter, issue_date, document }) => ({
        counter: Number(counter),
        issueDate: issue_date,
        document,
      }));
    },
    async terms(kind, part, isPrefix) {
      const rows = await session.rows<{ id: string }>(
        `SELECT id::pg_catalog.text AS id FROM ${searchTerms}
         WHERE company_id = $1 AND kind = $2 AND pg_catalog.strpos(term, $3) ${isPrefix ? "= 1" : "> 0"}`,
        [companyId, kind, part],
      );
      return rows.map(({ id }) => Number(id));
    },
    // OFFSET 0 forces one look-up per group and term. Otherwise the planner could scan all postings.
    async postings(ids, blocks) {
      const rows = await session.rows<OffsetsRow>(
        `SELECT p.block::pg_catalog.text AS block, pg_catalog.string_agg(p.offsets, '') AS offsets
         FROM pg_catalog.unnest($2::bigint[]) AS g (block_group) CROSS JOIN pg_catalog.unnest($3::bigint[]) AS t (id)
         CROSS JOIN LATERAL (SELECT p.block, p.offsets FROM ${searchPostings} AS p
           WHERE p.company_id = $1 AND p.block_group = g.block_group AND p.term_id = t.id
             AND p.block BETWEEN $4::bigint AND $5::bigint OFFSET 0) AS p
         GROUP BY p.block`,
        [companyId, arrayText(groupsOf(blocks)), arrayText(ids), String(blocks.at(-1)), String(blocks[0])],
      );
      return rows.map(blockOffsets);
    },
    // Rows of a set-returning function in the SELECT list are not stored in between.
    async texts(part, blocks) {
      const rows = await session.rows<OffsetsRow>(
        `SELECT n.block::pg_catalog.text AS block, pg_catalog.string_agg(pg_catalog.split_part(n.piece, E'\\n', 1), '') AS offsets
         FROM (
           SELECT t.block, pg_catalog.unnest(pg_catalog.string_to_array(t.text, $2)) AS piece FROM ${searchTexts} AS t
           WHERE t.company_id = $1 AND t.block = ANY ($3::bigint[]) AND pg_catalog.strpos(t.text, $2) > 0
         ) AS n GROUP BY n.block`,
        [companyId, part, arrayText(blocks)],
      );
      return rows.map(blockOffsets);
    },
    filtered: (counters, filter) => filterCounters(session, tables, companyId, counters, filter),
    read: (counters) => listAmong(session, tables, companyId, counters, {}),
  };
}

/** One step of the index, in the transaction that the caller has begun. */
export function indexInvoices(session: Session, tables: Tables, companyId: string, least?: number): Promise<number> {
  const append = (step: SearchStep) => appendStep(session, tables, companyId, step);
  return indexStep(searchDialect(session, tables, companyId), append, least);
}

/** How many counters the index is behind the last invoice. */
export async function countersBehind(session: Session, tables: Tables, companyId: string): Promise<number> {
  const blocks = await findBlocks(session, tables, companyId);
  return (await lastCounter(session, tables, companyId)) - (blocks.at(-1)?.through ?? 0);
}

async function findBlocks(session: Session, { searchBlocks }: Tables, companyId: string): Promise<SearchBlock[]> {
  const rows = await session.rows<BlockRow>(
    `SELECT block::pg_catalog.text AS block, through::pg_catalog.text AS through, first_day, last_day
     FROM ${searchBlocks} WHERE company_id = $1 ORDER BY ${searchBlocks}.block`,
    [companyId],
  );
  return rows.map(({ block, through, first_day, last_day }) => {
    return { block: Number(block), through: Number(through), firstDay: first_day, lastDay: last_day };
  });
}

async function lastCounter(session: Session, { invoices }: Tables, companyId: string): Promise<number> {
  const sql = `SELECT pg_catalog.max(counter)::pg_catalog.text AS last FROM ${invoices} WHERE company_id = $1`;
  const [row] = await session.rows<{ last: string | null }>(sql, [companyId]);
  return Number(row?.last ?? 0);
}

/** The first statement locks the block's row, so that others who index the company wait, and then find it changed. */
async function appendStep(session: Session, tables: Tables, companyId: string, step: SearchStep): Promise<boolean> {
  const { searchBlocks, searchTerms, searchPostings, searchTexts } = tables;
  const { block, through, firstDay, lastDay, after, entries, text } = step;
  const moved = await session.rows(
    `INSERT INTO ${searchBlocks} AS b (company_id, block, through, first_day, last_day) VALUES ($1, $2::bigint, $3::bigint, $4, $5)
     ON CONFLICT (company_id, block) DO UPDATE SET through = excluded.through,
       first_day = least(b.first_day, excluded.first_day), last_day = greatest(b.last_day, excluded.last_day)
     WHERE b.through = $6::bigint RETURNING b.block::pg_catalog.text AS block`,
    [companyId, String(block), String(through), firstDay, lastDay, after === undefined ? null : String(after)],
  );
  if (moved.length === 0) return false;
  const [kinds, terms] = [arrayOf(entries.map(({ kind }) => kind)), arrayOf(entries.map(({ term }) => term))];
  const added = rowsOf("$2::pg_catalog.text[]", "$3::pg_catalog.text[]");
  await session.rows(
    `INSERT INTO ${searchTerms} (company_id, kind, term, id)
     SELECT $1, e.kind, e.term, coalesce((SELECT pg_catalog.max(t.id) FROM ${searchTerms} AS t WHERE t.company_id = $1), 0)
       + pg_catalog.row_number() OVER (ORDER BY e.kind COLLATE "C", e.term COLLATE "C")
     FROM ${added} AS e (kind, term) WHERE NOT EXISTS (
       SELECT 1 FROM ${searchTerms} AS t WHERE t.company_id = $1 AND t.kind = e.kind AND t.term = e.term OFFSET 0)`,
    [companyId, kinds, terms],
  );
  await session.rows(
    `INSERT INTO ${searchPostings} AS p (company_id, block_group, term_id, block, offsets)
     SELECT $1, $5::bigint,
       (SELECT t.id FROM ${searchTerms} AS t WHERE t.company_id = $1 AND t.kind = e.kind AND t.term = e.term),
       $6::bigint, e.offsets
     FROM ${rowsOf("$2::pg_catalog.text[]", "$3::pg_catalog.text[]", "$4::pg_catalog.text[]")} AS e (kind, term, offsets)
     ON CONFLICT (company_id, block_group, term_id, block) DO UPDATE SET offsets = p.offsets || excluded.offsets`,
    [companyId, kinds, terms, arrayOf(entries.map(({ offsets }) => offsets)), String(groupOf(block)), String(block)],
  );
  const parts = partsOf(text);
  await session.rows(
    `INSERT INTO ${searchTexts} (company_id, block, through, part, text)
     SELECT $1, $2::bigint, $3::bigint, t.part, t.text
     FROM ${rowsOf("$4::bigint[]", "$5::pg_catalog.text[]")} AS t (part, text)
     ON CONFLICT (company_id, block, through, part) DO UPDATE SET text = excluded.text`,
    [companyId, String(block), String(through), arrayText([...parts.keys()]), arrayOf(parts)],
  );
  return true;
}

/** The most characters of a part of a text. PostgreSQL moves a row of more than 2,000 bytes out of its table. */
const PART_LENGTH = 1200;

/** The text in parts of whole lines, each after an empty line, as in the whole. */
function partsOf(text: string): string[] {
  const parts = ["\n"];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    if (parts.at(-1)!.length + line.length > PART_LENGTH) parts.push("\n");
    parts[parts.length - 1] += `${line}\n`;
  }
  return parts;
}

function blockOffsets({ block, offsets }: OffsetsRow) {
  return { block: Number(block), offsets };
}

function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join(",")}}`;
}
