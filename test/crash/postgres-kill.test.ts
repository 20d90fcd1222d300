/**
 * Goal: a process killed at any instant loses nothing that it had acknowledged, leaves no gap and blocks nobody. The
 * process that replaces it repeats its keys without doing anything twice.
 * Method: three processes issue, partly with keys that all of them use. Each is killed with SIGKILL at random moments
 * and restarted with its current keys and some before them. Then the tables are compared with what all callers were
 * told. One kill per round.
 * Not covered: a machine that stops without closing its connections. PostgreSQL ends such a session after ten seconds.
 */
import { setTimeout as moment } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { postgresUrl as url } from "../support/postgres.ts";
import { endChildren } from "./children.ts";
import { audit, report } from "./postgres-audit.ts";
import { Issuers, openBooks, ROUNDS } from "./postgres-issuers.ts";

const PROCESSES = 3;

afterEach(endChildren);

test(
  `${ROUNDS} issuing processes killed and started again lose nothing and repeat nothing`,
  async () => {
    const schema = await openBooks(url);
    const issuers = new Issuers(PROCESSES, { url, schema, callers: 12 });
    await issuers.go();
    let left = ROUNDS;
    async function killAgain(slot: number): Promise<void> {
      while (left > 0) {
        left -= 1;
        await issuers.issued(slot);
        await moment(Math.random() * 250);
        await issuers.restart(slot);
      }
    }
    await Promise.all(Array.from({ length: PROCESSES }, (_, slot) => killAgain(slot)));
    await issuers.allIssued();
    const counts = await audit(url, schema, await issuers.finish());
    expect(counts.replays).toBeGreaterThan(0);
    report({ killed: ROUNDS, ...counts });
  },
  60_000 + ROUNDS * 10_000,
);
