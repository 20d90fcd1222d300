/**
 * Goal: backends that are terminated at any step lose nothing that was acknowledged and do nothing twice.
 * Method: two processes issue while another connection calls pg_terminate_backend at random moments on one of their
 * backends, most often on an active one. Then the tables are compared with what the callers were told. Five backends
 * per round. test/adapters/postgres/lost-answers.test.ts terminates a backend at each single step.
 * Not covered: a backend that crashes, after which PostgreSQL restarts all of them, as in the test that kills the
 * server.
 */
import { setTimeout as moment } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openPool, postgresUrl } from "../support/postgres.ts";
import { endChildren } from "./children.ts";
import { audit, report } from "./postgres-audit.ts";
import { Issuers, openBooks, ROUNDS } from "./postgres-issuers.ts";

const TERMINATIONS = 5 * ROUNDS;
const admin = openPool({ max: 1 });

afterEach(() => admin.end());
afterEach(endChildren);

/** Terminates one backend of the application. Returns its current statement, or `undefined` if there was none. */
async function terminateOne(application: string): Promise<string | undefined> {
  const { rows } = await admin.query<{ step: string; ended: boolean }>(
    `SELECT step, pg_terminate_backend(pid) AS ended FROM (
       SELECT pid, CASE WHEN state = 'idle' THEN 'idle' WHEN wait_event_type = 'Lock' THEN 'waiting for the lock'
         ELSE coalesce(substring(query FROM '^(?:BEGIN|CALL|SELECT|WITH|COMMIT|ROLLBACK)'), 'connecting') END AS step
       FROM pg_stat_activity WHERE application_name = $1
       ORDER BY random() + CASE WHEN state = 'idle' THEN 0 ELSE 0.8 END DESC LIMIT 1) AS victim`,
    [application],
  );
  return rows[0]?.ended ? rows[0].step : undefined;
}

test(
  `${TERMINATIONS} backends terminated under load lose nothing and repeat nothing`,
  async () => {
    const schema = await openBooks(postgresUrl);
    const issuers = new Issuers(2, { url: postgresUrl, schema, callers: 12 });
    await issuers.go();
    await issuers.allIssued();
    const steps: Record<string, number> = {};
    for (let ended = 0; ended < TERMINATIONS; ) {
      await Promise.race([moment(Math.random() * 40), issuers.finished()]);
      const step = await terminateOne(schema);
      if (step === undefined) continue;
      steps[step] = (steps[step] ?? 0) + 1;
      // However slow the machine is, the callers are under way again before the next one.
      await issuers.issued(ended % 2);
      ended += 1;
    }
    await issuers.allIssued();
    const counts = await audit(postgresUrl, schema, await issuers.finish());
    expect(counts.acknowledged).toBeGreaterThan(TERMINATIONS);
    report({ terminated: TERMINATIONS, ...steps, ...counts });
  },
  60_000 + ROUNDS * 10_000,
);
