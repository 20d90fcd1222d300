/**
 * Goal: a connection that breaks at any moment loses nothing that was acknowledged and does nothing twice, whether its
 * COMMIT arrived or not.
 * Method: two processes issue through a proxy on loopback that parses the protocol. It cuts connections at random:
 * before a COMMIT reaches the server, while it is running, after the server has answered but before the client gets the
 * answer, and anywhere else. Then the tables are compared with what the callers were told. Five cuts per round.
 * Not covered: a network that goes silent instead of breaking; TLS, which the proxy cannot parse.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { oneTo } from "../support/fixtures.ts";
import { postgresUrl } from "../support/postgres.ts";
import { endChildren } from "./children.ts";
import { audit, report } from "./postgres-audit.ts";
import { COMPANIES, Issuers, openBooks, ROUNDS } from "./postgres-issuers.ts";
import { CuttingProxy } from "./postgres-proxy.ts";

const CUTS = 5 * ROUNDS;
let proxy: CuttingProxy;

beforeEach(() => {
  proxy = new CuttingProxy(postgresUrl);
});
afterEach(() => proxy.close());
afterEach(endChildren);

test.each([
  ["three companies", 2, 12, COMPANIES],
  // One process, so that most calls find the books as it remembers them, and each has many companies.
  ["64 companies", 1, 64, oneTo(64).map((place) => `company-${place}`)],
])(
  `%s: ${CUTS} connections cut before, during and after COMMIT lose nothing and repeat nothing`,
  { timeout: 60_000 + ROUNDS * 10_000 },
  async (_, processes, callers, companies) => {
    const schema = await openBooks(postgresUrl, companies);
    const issuers = new Issuers(processes, { url: await proxy.open(), schema, callers, companies });
    await issuers.go();
    await issuers.allIssued();
    proxy.isCutting = true;
    while (proxy.total < CUTS) await Promise.race([proxy.cut(), issuers.finished()]);
    proxy.isCutting = false;
    const counts = await audit(postgresUrl, schema, await issuers.finish());
    expect(counts.acknowledged).toBeGreaterThan(CUTS);
    report({ ...proxy.cuts, ...counts });
  },
);
