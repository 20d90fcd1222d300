/**
 * Goal: hundreds of callers in several processes share one sequence for each company, and one key never issues twice.
 * Method: four processes with a hundred callers each issue for three companies at once, some invoices with their own
 * keys, some with keys that all four use, some without a key, some paid. Then the tables, read without the library, are
 * compared with what the callers were told.
 * Not covered: processes on several machines, which make no difference to PostgreSQL.
 */
import { afterEach, expect, test } from "vitest";
import { postgresUrl as url } from "../support/postgres.ts";
import { endChildren } from "./children.ts";
import { audit, report } from "./postgres-audit.ts";
import { Issuers, openBooks, ROUNDS } from "./postgres-issuers.ts";

const PROCESSES = 4;
const CALLS = 30 * ROUNDS;

afterEach(endChildren);

test(
  `${PROCESSES} processes with 100 callers each issue 1..n, and one invoice under each key`,
  async () => {
    const schema = await openBooks(url);
    const issuers = new Issuers(PROCESSES, { url, schema, callers: 100, to: CALLS });
    await issuers.go();
    const counts = await audit(url, schema, await issuers.finished());
    expect(counts).toMatchObject({ acknowledged: PROCESSES * CALLS, unknown: 0, lost: 0, busy: 0 });
    // Two of seven tasks have keys that all processes use. Each of these is one invoice.
    const shared = Array.from({ length: CALLS }, (_, index) => index % 7).filter((kind) => kind === 1 || kind === 2);
    expect(counts.replays).toBe((PROCESSES - 1) * shared.length);
    report(counts);
  },
  60_000 + ROUNDS * 10_000,
);
