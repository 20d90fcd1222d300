import { Buffer } from "node:buffer";
import type { SearchParts } from "../../sql/search.ts";
import { allRows, writeRows } from "../../sql/steps.ts";

/** The texts of the search index: one for each block. */
export const SEARCH_TEXTS: SearchParts = {
  /** Looks through the bytes in JavaScript: it is several times faster than `instr`, and the offsets have to be read too. */
  *texts({ tables, elements }, companyId, part, blocks) {
    const rows = yield* allRows<{ block: number; text: Uint8Array | ArrayBuffer }>(
      `SELECT t.block, CAST(t.text AS BLOB) AS text FROM ${elements("$2", "b")} CROSS JOIN ${tables.searchTexts} AS t
       WHERE t.company_id = $1 AND t.block = b.value`,
      ...[companyId, blocks.map(String)],
    );
    const wanted = Buffer.from(part);
    return rows.flatMap(({ block, text }) => {
      const offsets = restsOfLines(bufferOf(text), wanted);
      return offsets === "" ? [] : [{ block, offsets }];
    });
  },
  appendText: ({ tables }, companyId, { block, text }) =>
    writeRows(
      `INSERT INTO ${tables.searchTexts} (company_id, block, text) VALUES ($1, $2, $3)
       ON CONFLICT DO UPDATE SET text = text || excluded.text`,
      [companyId, block, text],
    ),
};

const LINE_END = 0x0a;

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
