/**
 * Goal: a worker killed between delivering and acknowledging events loses none and invents none.
 * Method: three workers drain billing and the journal's events of three companies into a file, flushing each line to disk.
 * While invoices are issued, paid and cancelled, one worker after another is killed with SIGKILL at about the moment at
 * which it would acknowledge what it has delivered, and replaced. Then the file is compared with what was written, and the
 * order of each event's first line with the counters and the positions. One kill per round. Every fifth event of a journal is
 * refused for ever: it must be put aside once, and nothing else may be.
 * Not covered: a receiver that loses events; power loss.
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
    const { billing, events, aside } = await killDrainingWorkers(await place());
    expect(billing.written).toBeGreaterThanOrEqual(ROUNDS * 12);
    expect(events.written + aside).toBeGreaterThanOrEqual(ROUNDS * 17);
    for (const { repeated } of [billing, events])
      expect(repeated, "no kill came between a delivery and its acknowledgement").toBeGreaterThan(0);
  },
  60_000 + ROUNDS * 10_000,
);
