/**
 * Goal: a server killed under load and restarted has everything that it had acknowledged, and callers whose connection
 * broke find out the outcome of their calls.
 * Method: two processes issue on a server for this test, with fsync on. All its processes are killed with SIGKILL at a
 * random moment, and it is restarted; the callers wait and go on. Their calls time out before the server is back, so
 * some are told that the outcome is unknown. Then the tables are compared with what they were told. One kill for every
 * four rounds.
 * Not covered: power loss and disks that lie, for which killing processes is not enough; a standby, which has its own
 * test.
 */
import { setTimeout as moment } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { NOT_OURS } from "../support/postgres.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { describeUnless } from "../support/skipping.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { endChildren } from "./children.ts";
import { audit, report } from "./postgres-audit.ts";
import { Issuers, openBooks, ROUNDS } from "./postgres-issuers.ts";

const KILLS = Math.ceil(ROUNDS / 4);
describeUnless(NOT_OURS)("a server for this test", () => {
  let server: PostgresServer | undefined;
  afterEach(() => server?.stop());
  afterEach(endChildren);

  test(
    `killed ${KILLS} times under load, it loses nothing and repeats nothing`,
    async () => {
      server = await startPostgres([], diskFolder());
      const { url } = server;
      const schema = await openBooks(url);
      const issuers = new Issuers(2, { url, schema, callers: 12, lockTimeoutMs: 300 });
      await issuers.go();
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await issuers.allIssued();
        await moment(Math.random() * 200);
        await server.kill();
        await moment(Math.random() * 200);
        await server.start();
      }
      await issuers.allIssued();
      const counts = await audit(url, schema, await issuers.finish());
      expect(counts.lost + counts.unknown).toBeGreaterThan(0);
      report({ killed: KILLS, ...counts });
    },
    60_000 + ROUNDS * 10_000,
  );
});
