/**
 * Question: what does gapless numbering cost on PostgreSQL, compared with other ways to number?
 * Method: 64 callers issue for one company. Each way uses its own table or schema on one durable server, in turn. The
 * others write the same row by hand, with prepared statements and without guards or decisions, on the number of
 * connections that is fastest for each. A rate only counts if the numbers are verified to be 1..n, or n different
 * numbers for nextval.
 *
 *     npm run bench -- numbering-on-postgres
 */
import type pg from "pg";
import * as peers from "./postgres-peers.ts";
import { type BenchServer, withServer } from "./postgres-server.ts";
import { answer, compare } from "./question.ts";
import type { Finding, Scale } from "./report.ts";
import { issueThroughLibrary, proveGapless, sampleDocument } from "./workload.ts";

const CALLERS = 64;

/** The number of rounds, and how many invoices each contender issues per round. */
const SIZES = {
  short: { rounds: 3, slow: 300, fast: 1500, ours: 8000 },
  full: { rounds: 9, slow: 1500, fast: 8000, ours: 30_000 },
} as const;

await answer((scale: Scale) => withServer((server) => ask(server, scale)));

async function ask(server: BenchServer, scale: Scale): Promise<Finding[]> {
  const { rounds, slow, fast, ours } = SIZES[scale];
  const document = await sampleDocument();
  const pools = new Map<number, pg.Pool>();
  for (const connections of [1, 2, 8]) pools.set(connections, await server.pool(connections));
  const as = (name: string, peer: peers.Peer, invoices: number, prove: typeof proveGapless = proveGapless) => ({
    name: `${name} (${peer.connections === 1 ? "1 connection" : `${peer.connections} connections`})`,
    run: async () => {
      const { rate, counters } = await peers.issueAsPeer(peer, pools.get(peer.connections)!, {
        callers: CALLERS,
        invoices,
        document,
      });
      prove(counters, invoices);
      return rate;
    },
  });
  const faktura = async () =>
    issueThroughLibrary(await server.store(pools.get(8)!), { callers: CALLERS, invoices: ours });
  const finding = { durability: server.durability, unit: "invoices a second", rounds };
  const gapless = await compare({
    ...finding,
    title: "numbering without gaps on PostgreSQL, 64 callers",
    contenders: [
      as("a row lock an invoice, UPDATE … RETURNING", peers.ROW_LOCK, slow),
      as("a row lock an invoice, SELECT … FOR UPDATE", peers.ROW_SELECTED, slow),
      as("MAX + 1, unique key, retry", peers.MAX_PLUS_ONE, slow),
      as("an advisory lock an invoice", peers.ADVISORY_LOCK, slow),
      as("serializable, retry", peers.SERIALIZABLE, slow),
      { name: "faktura", run: faktura, target: { atLeast: 15 } },
    ],
  });
  const gaps = await compare({
    ...finding,
    title: "numbering without gaps and with gaps on PostgreSQL, 64 callers",
    contenders: [
      as("`nextval`, then the insert", peers.NEXTVAL, fast, proveDistinct),
      as("`nextval` in the insert, no number in the document", peers.NEXTVAL_IN_INSERT, fast, proveDistinct),
      { name: "faktura", run: faktura, target: { atLeast: 2 } },
    ],
  });
  return [gapless, gaps];
}

/** @throws Error if a number was issued twice or an invoice is missing */
function proveDistinct(counters: readonly number[], invoices: number): void {
  if (new Set(counters).size !== invoices) throw new Error(`there are not ${invoices} different numbers`);
}
