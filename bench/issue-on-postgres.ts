/**
 * Question: what does issuing through the library cost on PostgreSQL, compared with a bare loop that writes the same
 * rows?
 * Method: each side uses its own schema or table on one durable server, in turn. A rate only counts if the numbers are
 * verified to be 1..n. The bare loop makes no decisions and has no guards: one caller increments a counter row and
 * inserts the invoice, one transaction per invoice, with prepared statements and a document that was prepared before.
 *
 *     npm run bench -- issue-on-postgres
 */
import { issueAsPeer, ROW_LOCK } from "./postgres-peers.ts";
import { withServer } from "./postgres-server.ts";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import { issueThroughLibrary, proveGapless, sampleDocument } from "./workload.ts";

await answer((scale: Scale) =>
  withServer(async (server) => {
    const [alone, together, rounds] = scale === "short" ? [400, 8000, 5] : [2000, 30_000, 9];
    const document = await sampleDocument();
    const [one, pool] = [await server.pool(1), await server.pool(8)];
    const finding = await compare({
      title: "issuing for one company on PostgreSQL",
      durability: server.durability,
      unit: "invoices a second",
      rounds,
      contenders: [
        {
          name: "bare loop, one transaction for each invoice",
          run: async () => {
            const { rate, counters } = await issueAsPeer(ROW_LOCK, one, { callers: 1, invoices: alone, document });
            proveGapless(counters, alone);
            return rate;
          },
        },
        {
          name: "faktura, 1 caller",
          run: async () => issueThroughLibrary(await server.store(pool), { callers: 1, invoices: alone }),
        },
        {
          name: "faktura, 64 callers",
          run: async () => issueThroughLibrary(await server.store(pool), { callers: 64, invoices: together }),
        },
      ],
    });
    return [finding];
  }),
);
