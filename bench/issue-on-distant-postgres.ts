/**
 * Question: what does issuing through the library cost if PostgreSQL is a network away, and each statement takes a
 * round trip of two milliseconds more?
 * Method: as in `issue-on-postgres`, with one caller. All connections go through a relay on loopback, which holds what it
 * gets for a millisecond in each direction.
 *
 *     npm run bench -- issue-on-distant-postgres
 */
import pg from "pg";
import { Relay } from "../test/support/relay.ts";
import { issueAsPeer, ROW_LOCK } from "./postgres-peers.ts";
import { withServer } from "./postgres-server.ts";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import { issueThroughLibrary, proveGapless, sampleDocument } from "./workload.ts";

/** In each direction. */
const DELAY_MS = 1;

await answer((scale: Scale) =>
  withServer(async (server) => {
    const [invoices, rounds] = scale === "short" ? [150, 3] : [500, 9];
    const document = await sampleDocument();
    const url = new URL(server.url);
    const relay = await Relay.open(Number(url.port), DELAY_MS);
    url.port = String(relay.port);
    const pool = new pg.Pool({ connectionString: url.href, max: 2, idleTimeoutMillis: 0 });
    pool.on("error", () => undefined);
    const finding = await compare({
      title: `issuing for one company on PostgreSQL, ${DELAY_MS} ms away in each direction`,
      durability: server.durability,
      unit: "invoices a second",
      rounds,
      contenders: [
        {
          name: "bare loop, one transaction for each invoice",
          run: async () => {
            const { rate, counters } = await issueAsPeer(ROW_LOCK, pool, { callers: 1, invoices, document });
            proveGapless(counters, invoices);
            return rate;
          },
        },
        {
          name: "faktura, 1 caller",
          target: { atLeast: 2 },
          run: async () => issueThroughLibrary(await server.store(pool), { callers: 1, invoices }),
        },
      ],
    });
    await pool.end();
    await relay.close();
    return [finding];
  }),
);
