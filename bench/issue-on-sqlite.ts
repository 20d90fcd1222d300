/**
 * Question: what does issuing through the library cost on SQLite, compared with a bare loop that writes the same rows?
 * Method: each side uses its own files in the same folder, in turn. A rate only counts if the numbers are verified to
 * be 1..n. Both use better-sqlite3 with WAL and synchronous = FULL. The bare loop makes no decisions and has no guards:
 * it writes the same rows as the library, one transaction per invoice, with a document that was prepared before.
 *
 *     npm run bench -- issue-on-sqlite
 */
import { join } from "node:path";
import { openSqliteStore } from "faktura/sqlite";
import { SQLITE_DURABILITY, SqliteFloor } from "./floor-on-sqlite.ts";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import { issueThroughLibrary, proveGapless, sampleDocument, temporaryFolder } from "./workload.ts";

await answer(async (scale: Scale) => {
  const [invoices, rounds] = scale === "short" ? [3000, 5] : [10_000, 9];
  const folder = temporaryFolder();
  const document = await sampleDocument();
  const library = (callers: number) => async (round: number) => {
    const store = await openSqliteStore(join(folder, `faktura-${callers}-${round}.db`));
    return issueThroughLibrary(store, { callers, invoices });
  };
  const floor = async (round: number) => {
    const bare = new SqliteFloor(join(folder, `bare-${round}.db`), document);
    const rate = await bare.issue(invoices);
    proveGapless(bare.counters(), invoices);
    bare.close();
    return rate;
  };
  const finding = await compare({
    title: "issuing for one company on SQLite",
    durability: SQLITE_DURABILITY,
    unit: "invoices a second",
    rounds,
    contenders: [
      { name: "bare loop, one transaction for each invoice", run: floor },
      { name: "faktura, 1 caller", run: library(1), target: { atLeast: 0.75 } },
      { name: "faktura, 64 callers", run: library(64), target: { atLeast: 5 } },
    ],
  });
  return [finding];
});
