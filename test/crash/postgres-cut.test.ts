/**
 * Goal: a connection that breaks at any moment loses nothing that was acknowledged and does nothing twice, whether its
 * COMMIT arrived or not.
 * Method: two processes issue through a proxy on loopback that parses the protocol. It cuts connections at random:
 * before a COMMIT reaches the server, while it is running, after the server has answered but before the client gets the
 * answer, and anywhere else. Then the tables are compared with what the callers were told. Five cuts per round.
 * Not covered: a network that goes silent instead of breaking; TLS, which the proxy cannot parse.
 */
import { afterEach, expect, test } from "vitest";
import { postgresUrl } from "../support/postgres.ts";
import { endChildren } from "./children.ts";
import { audit, report } from "./postgres-audit.ts";
import { Issuers, openBooks, ROUNDS } from "./postgres-issuers.ts";
import { CuttingProxy } from "./postgres-proxy.ts";

const CUTS = 5 * ROUNDS;
const proxy = new CuttingProxy(postgresUrl);

afterEach(() => proxy.close());
afterEach(endChildren);

test(
  `${CUTS} connections cut before, during and after COMMIT lose nothing and repeat nothing`,
  async () => {
    const schema = await openBooks(postgresUrl);
    const issuers = new Issuers(2, { url: await proxy.open(), schema, callers: 12 });
    await issuers.go();
    await issuers.allIssued();
    proxy.isCutting = true;
    while (proxy.total < CUTS) await Promise.race([proxy.cut(), issuers.finished()]);
    proxy.isCutting = false;
    const counts = await audit(postgresUrl, schema, await issuers.finish());
    expect(counts.acknowledged).toBeGreaterThan(CUTS);
    report({ ...proxy.cuts, ...counts });
  },
  60_000 + ROUNDS * 10_000,
);
