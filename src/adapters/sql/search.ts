import type { SearchIndex } from "../../ports/invoicing-store.ts";
import {
  type BlockOffsets,
  groupOf,
  groupsOf,
  type IssuedDocument,
  type SearchBlock,
  type SearchDialect,
  type SearchStep,
} from "../engine/search/dialect.ts";
import { indexStep, LEAST_BEHIND } from "../engine/search/index-step.ts";
import { filterCounters, listedAmong } from "./list-lookup.ts";
import { allRows, firstRow, type RunSteps, type Steps } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** What each database does in its own way: how it keeps a block's text. */
export interface SearchParts {
  /** {@link SearchDialect.texts}. */
  texts(sql: SqlSyntax, companyId: string, part: string, blocks: readonly number[]): Steps<readonly BlockOffsets[]>;
  /** Adds the text of a step. */
  appendText(sql: SqlSyntax, companyId: string, step: SearchStep): Steps<unknown>;
}

/** The search index of a company. Each statement reads what is committed when it runs. */
export function searchDialect(run: RunSteps, { texts }: SearchParts, companyId: string): SearchDialect {
  return {
    ...issuedIn(run, companyId),
    terms: (kind, part, isPrefix) => run(termsWith, companyId, kind, part, isPrefix),
    postings: (ids, blocks) => run(postingsOf, companyId, ids, blocks),
    texts: (part, blocks) => run(texts, companyId, part, blocks),
    filtered: (counters, filter) => run(filterCounters, companyId, counters, filter),
    read: (counters) => run(listedAmong, companyId, counters, {}),
  };
}

function issuedIn(run: RunSteps, companyId: string): Pick<SearchDialect, "head" | "documents"> {
  return {
    head: () => run(indexHead, companyId),
    documents: (range) => run(documentsIn, companyId, range),
  };
}

/** The index of a store. `write` runs in a transaction of its own, and `writeSoon` in one that waits for nobody. */
export function searchIndex(read: RunSteps, write: RunSteps, writeSoon: RunSteps, parts: SearchParts) {
  const step = (companyId: string, run: RunSteps, least?: number) => {
    const append = (each: SearchStep) => run(appendStep, companyId, each, parts);
    return indexStep(issuedIn(read, companyId), append, least);
  };
  return {
    index: (companyId: string) => step(companyId, write),
    /** One step before a search, if it is worth it. It hardly waits, and a search needs none. */
    moveOn: (companyId: string) => step(companyId, writeSoon, LEAST_BEHIND).catch(() => 0),
  } satisfies SearchIndex & { moveOn: SearchIndex["index"] };
}

function* indexHead(sql: SqlSyntax, companyId: string) {
  const { tables, builtIn, text } = sql;
  const { searchBlocks } = tables;
  const rows = yield* allRows<Record<"block" | "through" | "first_day" | "last_day", string>>(
    `SELECT ${text("block")} AS block, ${text("through")} AS through, first_day, last_day
     FROM ${searchBlocks} WHERE company_id = $1 ORDER BY ${searchBlocks}.block`,
    companyId,
  );
  const blocks = rows.map(({ block, through, first_day: firstDay, last_day: lastDay }): SearchBlock => {
    return { block: Number(block), through: Number(through), firstDay, lastDay };
  });
  const row = yield* firstRow<{ last: string | null }>(
    `SELECT ${text(`${builtIn}max(counter)`)} AS last FROM ${tables.invoices} WHERE company_id = $1`,
    companyId,
  );
  return { blocks, last: Number(row?.last ?? 0) };
}

function* documentsIn(
  { tables, text, integer, day }: SqlSyntax,
  companyId: string,
  { after, before, limit, isNewestFirst }: Parameters<SearchDialect["documents"]>[0],
): Steps<readonly IssuedDocument[]> {
  const rows = yield* allRows<Record<"counter" | "issue_date" | "document", string>>(
    `SELECT ${text("i.counter")} AS counter, ${day("i.issue_date")} AS issue_date, document FROM ${tables.invoices} AS i
     WHERE company_id = $1 AND i.counter > ${integer("$2")} AND i.counter < ${integer("$3")}
     ORDER BY i.counter ${isNewestFirst ? "DESC" : "ASC"} LIMIT ${integer("$4")}`,
    ...[companyId, after, before, limit],
  );
  return rows.map(({ counter, issue_date: issueDate, document }) => {
    return { counter: Number(counter), issueDate, document };
  });
}

function* termsWith(
  { tables, text, placeOf }: SqlSyntax,
  companyId: string,
  kind: string,
  part: string,
  isPrefix: boolean,
) {
  const rows = yield* allRows<{ id: string }>(
    `SELECT ${text("id")} AS id FROM ${tables.searchTerms}
     WHERE company_id = $1 AND kind = $2 AND ${placeOf("$3", "term")} ${isPrefix ? "= 1" : "> 0"}`,
    ...[companyId, kind, part],
  );
  return rows.map(({ id }) => Number(id));
}

function* postingsOf(
  { database, tables, text, integer, elements }: SqlSyntax,
  companyId: string,
  ids: readonly number[],
  blocks: readonly number[],
): Steps<readonly BlockOffsets[]> {
  const where = `p.company_id = $1 AND p.block_group = ${integer("g.value")} AND p.term_id = ${integer("t.value")}
    AND p.block BETWEEN ${integer("$4")} AND ${integer("$5")}`;
  // One look-up for each group and term. OFFSET 0 forces it, else PostgreSQL's planner could scan all postings.
  const [offsets, postings] =
    database === "sqlite"
      ? ["p.offsets", `${tables.searchPostings} AS p WHERE ${where}`]
      : [
          "pg_catalog.string_agg(p.offsets, '') AS offsets",
          `LATERAL (SELECT p.block, p.offsets FROM ${tables.searchPostings} AS p WHERE ${where} OFFSET 0) AS p GROUP BY p.block`,
        ];
  const rows = yield* allRows<Record<"block" | "offsets", string>>(
    `SELECT ${text("p.block")} AS block, ${offsets}
     FROM ${elements("$2", "g")} CROSS JOIN ${elements("$3", "t")} CROSS JOIN ${postings}`,
    ...[companyId, groupsOf(blocks).map(String), ids.map(String), blocks.at(-1), blocks[0]],
  );
  return rows.map(blockOffsets);
}

/** The offsets of a row. */
export function blockOffsets({ block, offsets }: Readonly<Record<"block" | "offsets", string>>): BlockOffsets {
  return { block: Number(block), offsets };
}

/** Adds a step. Nothing, if the block's end is not where it was: on PostgreSQL, others who index the company wait here. */
function* appendStep(sql: SqlSyntax, companyId: string, step: SearchStep, { appendText }: SearchParts): Steps<boolean> {
  const { tables, builtIn, integer, elements, field } = sql;
  const { searchBlocks, searchTerms, searchPostings } = tables;
  const { block, through, firstDay, lastDay, after, entries } = step;
  const moved = yield* allRows(
    after === undefined
      ? `INSERT INTO ${searchBlocks} (company_id, block, through, first_day, last_day)
         VALUES ($1, ${integer("$2")}, ${integer("$3")}, $4, $5) ON CONFLICT DO NOTHING RETURNING 1`
      : `UPDATE ${searchBlocks} SET through = ${integer("$3")},
           first_day = CASE WHEN first_day < $4 THEN first_day ELSE $4 END,
           last_day = CASE WHEN last_day > $5 THEN last_day ELSE $5 END
         WHERE company_id = $1 AND block = ${integer("$2")} AND through = ${integer("$6")} RETURNING 1`,
    ...[companyId, block, through, firstDay, lastDay, ...(after === undefined ? [] : [after])],
  );
  if (moved.length === 0) return false;
  const [kind, term] = [field("e.value", "kind"), field("e.value", "term")];
  const idOf = `SELECT t.id FROM ${searchTerms} AS t WHERE t.company_id = $1 AND t.kind = ${kind} AND t.term = ${term}`;
  const added = entries.map((entry) => JSON.stringify(entry));
  yield* allRows(
    `INSERT INTO ${searchTerms} (company_id, kind, term, id)
     SELECT $1, ${kind}, ${term}, ${builtIn}row_number() OVER ()
       + coalesce((SELECT ${builtIn}max(t.id) FROM ${searchTerms} AS t WHERE t.company_id = $1), 0)
     FROM ${elements("$2", "e")} WHERE NOT EXISTS (${idOf}${sql.database === "sqlite" ? "" : " OFFSET 0"}) RETURNING 1`,
    ...[companyId, added],
  );
  yield* allRows(
    `INSERT INTO ${searchPostings} AS p (company_id, block_group, term_id, block, offsets)
     SELECT $1, ${integer("$3")}, (${idOf}), ${integer("$4")}, ${field("e.value", "offsets")} FROM ${elements("$2", "e")} WHERE TRUE
     ON CONFLICT (company_id, block_group, term_id, block) DO UPDATE SET offsets = p.offsets || excluded.offsets RETURNING 1`,
    ...[companyId, added, groupOf(block), block],
  );
  yield* appendText(sql, companyId, step);
  return true;
}
