/**
 * Question: what does a page of a search cost in large books, and what does indexing cost?
 * Method: books of 20,000 clients, each invoice with three lines from a thousand articles, half of them with a reference.
 * They are indexed to the end, which is timed. Then pages of searches are read, each several times: the first and the fifth
 * page of each search. Their figure is the median, in milliseconds; the worst is in the name. Each is compared with 50 ms.
 *
 *     npm run bench -- search
 */
import { join } from "node:path";
import type { InvoicingStore } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import { withServer } from "./postgres-server.ts";
import { answer, progress } from "./question.ts";
import type { Finding, Measurement, Scale } from "./report.ts";
import { clientName, fillPostgres, fillSqlite } from "./search-books.ts";
import { median, temporaryFolder } from "./workload.ts";

const CLIENTS = 20_000;
const TARGET_MS = 50;
const READS = 9;

const SEARCHES: Readonly<Record<string, string>> = {
  "a rare name": clientName(7777).split(" ")[1]!,
  "a frequent word": "gmbh",
  "three letters": "mul",
  "a part of a number": "777",
  "an exact number": "INV-202406-0250000",
  "an amount": "1234.56",
  "two words": "müller gmbh",
  "a word and a part of a number": "müller 2024",
  "no hit": "zzz",
  "no hit with a digit": "zz9",
  "a word of a line": "wetterfest",
};

await answer((scale: Scale) =>
  withServer(async (server) => {
    const size = scale === "short" ? 100_000 : 1_000_000;
    const path = join(temporaryFolder(), "books.db");
    const sqlite = await openSqliteStore(path);
    progress(`filling ${size} invoices on SQLite`);
    await fillSqlite(sqlite, path, size, CLIENTS);
    const onSqlite = await measure("SQLite", SQLITE_DURABILITY, sqlite, size);
    await sqlite.close();
    const pool = await server.pool(4);
    const postgres = await server.store(pool);
    progress(`filling ${size} invoices on PostgreSQL`);
    await fillPostgres(postgres, pool, "books_1", { size, clients: CLIENTS });
    return [...onSqlite, ...(await measure("PostgreSQL", server.durability, postgres, size))];
  }),
);

async function measure(database: string, durability: string, store: InvoicingStore, size: number): Promise<Finding[]> {
  progress(`indexing on ${database}`);
  const start = performance.now();
  let indexed = 0;
  for (let step = 1; step > 0; indexed += step) step = await store.search.index("firma");
  if (indexed !== size) throw new Error(`${indexed} of ${size} invoices were indexed`);
  const perThousand = (performance.now() - start) / (size / 1000);
  const rows: Measurement[] = [{ name: "a page in 50 ms", figure: TARGET_MS, ratio: 1 }];
  for (const [name, search] of Object.entries(SEARCHES)) {
    for (const page of [1, 5]) {
      const times = await timesOf(() => store.reader.list("firma", { search, page, limit: 20 }));
      const worst = Math.round(Math.max(...times));
      const figure = median(times);
      const target = { atMost: 1 };
      rows.push({ name: `${name}, page ${page}, worst ${worst} ms`, figure, ratio: figure / TARGET_MS, target });
    }
  }
  const books = `${size.toLocaleString("en")} invoices, ${database}`;
  return [
    { title: `search in ${books}`, durability, unit: "ms", rows, rounds: READS },
    {
      title: `indexing ${books}`,
      durability,
      unit: "ms for 1,000 invoices",
      rows: [{ name: "in steps, one after the other", figure: perThousand, ratio: 1 }],
    },
  ];
}

/** Milliseconds of each read, after one that is not counted. */
async function timesOf(read: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= READS; round += 1) {
    const start = performance.now();
    await read();
    if (round > 0) times.push(performance.now() - start);
  }
  return times;
}
