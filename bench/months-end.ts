/**
 * Question: how fast are a month's subscriptions invoiced, 100,000 of them, compared with the same done by hand?
 * Method: each side uses its own file or schema, in turn. By hand is a bare loop that writes the same rows, one
 * transaction for each invoice, makes no decisions and has no guards. The orders come from a generator, as from a cursor,
 * and no side keeps the invoices. A rate only counts if the numbers are verified to be 1..n, and if the heap did not grow
 * with their number. By hand is timed for fewer invoices, because each takes as long as the one before.
 *
 *     npm run bench -- months-end
 */
import { join } from "node:path";
import { createInvoicing, type InvoiceOrder, type InvoicingStore } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { SQLITE_DURABILITY, SqliteFloor } from "./floor-on-sqlite.ts";
import { issueAsPeer, ROW_LOCK } from "./postgres-peers.ts";
import { withServer } from "./postgres-server.ts";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import { countersOf, ORDER, PROFILE, proveGapless, rateOf, sampleDocument, temporaryFolder } from "./workload.ts";

/** More than a commit's orders and garbage between two collections, and less than the invoices of a tenth of a run. */
const MOST_HEAP = 256 * 1024 * 1024;

function* subscriptions(count: number): Generator<InvoiceOrder> {
  for (let place = 1; place <= count; place += 1) yield { ...ORDER, reference: `subscription ${place}` };
}

/** Invoices a second. */
async function issueSubscriptions(store: InvoicingStore, count: number): Promise<number> {
  const invoicing = createInvoicing({ store });
  const company = invoicing.company("firma");
  await company.saveProfile(PROFILE);
  let heap = 0;
  const onProgress = () => {
    heap = Math.max(heap, process.memoryUsage().heapUsed);
  };
  const rate = await rateOf(count, async () => {
    let issued = 0;
    for await (const _ of company.issueAll(subscriptions(count), { idempotencyKey: "2026-11", onProgress }))
      issued += 1;
    if (issued !== count) throw new Error(`${issued} of ${count} invoices`);
  });
  proveGapless(await countersOf(company), count);
  if (heap > MOST_HEAP) throw new Error(`the heap grew to ${Math.round(heap / 1024 / 1024)} MiB`);
  await invoicing.close();
  return rate;
}

await answer((scale: Scale) =>
  withServer(async (server) => {
    const [count, byHand, rounds] = scale === "short" ? [5000, 1000, 3] : [100_000, 5000, 5];
    const [folder, document] = [temporaryFolder(), await sampleDocument()];
    const [one, pool] = [await server.pool(1), await server.pool(8)];
    const onSqlite = await compare({
      title: "a month's subscriptions on SQLite",
      durability: SQLITE_DURABILITY,
      unit: "invoices a second",
      rounds,
      contenders: [
        {
          name: "bare loop, one transaction for each invoice",
          run: async (round) => {
            const bare = new SqliteFloor(join(folder, `bare-${round}.db`), document);
            const rate = await bare.issue(byHand);
            proveGapless(bare.counters(), byHand);
            bare.close();
            return rate;
          },
        },
        {
          name: "faktura, `issueAll`",
          run: async (round) => issueSubscriptions(await openSqliteStore(join(folder, `all-${round}.db`)), count),
          target: { atLeast: 8 },
        },
      ],
    });
    const onPostgres = await compare({
      title: "a month's subscriptions on PostgreSQL",
      durability: server.durability,
      unit: "invoices a second",
      rounds,
      contenders: [
        {
          name: "bare loop, one transaction for each invoice",
          run: async () => {
            const { rate, counters } = await issueAsPeer(ROW_LOCK, one, { callers: 1, invoices: byHand, document });
            proveGapless(counters, byHand);
            return rate;
          },
        },
        {
          name: "faktura, `issueAll`",
          run: async () => issueSubscriptions(await server.store(pool), count),
          target: { atLeast: 20 },
        },
      ],
    });
    return [onSqlite, onPostgres];
  }),
);
