/**
 * Goal: a worker killed between delivering events and acknowledging them loses none and invents none.
 * Method: three workers drain the same books for three companies into a file, each line of which is on disk before the
 * next. While invoices are issued, one worker after another is killed with SIGKILL at about the moment at which it would
 * acknowledge what it has delivered, and replaced. Then what the file says is compared with what was issued, and each
 * event's first line with the order of the counters. A kill a round.
 * Not covered: a receiver that forgets what it has taken; power loss.
 */
import { afterEach, expect, test } from "vitest";
import { postgresUrl as url } from "../support/postgres.ts";
import { freshFile } from "../support/stores.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { endChildren } from "./children.ts";
import { killDrainingWorkers, ROUNDS } from "./drain-workers.ts";
import { openBooks } from "./postgres-issuers.ts";

const PLACES = [
  { name: "SQLite", place: async () => ({ path: freshFile("invoices.db", diskFolder()) }) },
  { name: "PostgreSQL", place: async () => ({ url, schema: await openBooks(url) }) },
];

afterEach(endChildren);

test.each(PLACES)(
  `$name: ${ROUNDS} draining workers killed and replaced deliver every event, and no other`,
  async ({ place }) => {
    const { issued, repeated } = await killDrainingWorkers(await place());
    expect(issued).toBeGreaterThanOrEqual(ROUNDS * 12);
    expect(repeated, "no kill came between a delivery and its acknowledgement").toBeGreaterThan(0);
  },
  60_000 + ROUNDS * 10_000,
);
