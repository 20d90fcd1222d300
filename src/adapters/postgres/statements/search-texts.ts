import { blockOffsets, type SearchParts } from "../../sql/search.ts";
import { allRows } from "../../sql/steps.ts";

/** The texts of the search index: several parts for each block. */
export const SEARCH_TEXTS: SearchParts = {
  // Rows of a set-returning function in the SELECT list are not stored in between.
  *texts({ tables }, companyId, part, blocks) {
    const rows = yield* allRows<Record<"block" | "offsets", string>>(
      `SELECT n.block::pg_catalog.text AS block, pg_catalog.string_agg(pg_catalog.split_part(n.piece, E'\\n', 1), '') AS offsets
       FROM (
         SELECT t.block, pg_catalog.unnest(pg_catalog.string_to_array(t.text, $2)) AS piece FROM ${tables.searchTexts} AS t
         WHERE t.company_id = $1 AND t.block = ANY ($3::bigint[]) AND pg_catalog.strpos(t.text, $2) > 0
       ) AS n GROUP BY n.block`,
      ...[companyId, part, blocks.map(String)],
    );
    return rows.map(blockOffsets);
  },
  appendText: ({ tables, elements }, companyId, { block, through, text }) =>
    allRows(
      `INSERT INTO ${tables.searchTexts} (company_id, block, through, part, text)
       SELECT $1, $2::bigint, $3::bigint, pg_catalog.row_number() OVER (), t.value FROM ${elements("$4", "t")}
       ON CONFLICT (company_id, block, through, part) DO UPDATE SET text = excluded.text RETURNING 1`,
      ...[companyId, block, through, partsOf(text)],
    ),
};

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
