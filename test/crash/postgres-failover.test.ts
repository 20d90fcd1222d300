/**
 * Goal: if commits wait for a standby, nothing that was acknowledged is lost when the primary dies, however it dies.
 * Method: two real servers. One is killed with SIGKILL under load or while a commit waits, the other is promoted. `npm
 * run bench:failover` runs more of these.
 * Not covered: what decides to promote, and keeps the old primary away.
 */
import { createInvoicing, OutcomeUnknownError, StoreBusyError } from "faktura";
import { postgresStore } from "faktura/postgres";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { failoverRound, prepareBooks } from "../../bench/failover-round.ts";
import { order } from "../support/fixtures.ts";
import { NOT_OURS, openPool } from "../support/postgres.ts";
import { type PostgresPair, startPair } from "../support/postgres-pair.ts";
import { removeDataFolder } from "../support/postgres-process.ts";
import { Relay } from "../support/relay.ts";
import { describeUnless } from "../support/skipping.ts";
import { diskFolder } from "../support/temporary-folders.ts";

const SYNCHRONOUS = { synchronous: true, synchronousCommit: "on", delayMs: 0 } as const;

describeUnless(NOT_OURS)("a primary and its synchronous standby", () => {
  let data: string;
  beforeAll(async () => {
    data = await prepareBooks(diskFolder());
  });
  afterAll(() => removeDataFolder(data));

  test("a failover under load loses nothing, repeats nothing and leaves 1..n", async () => {
    const result = await failoverRound(data, { ...SYNCHRONOUS, delayMs: 5, loadMs: 400, noticeMs: 200 });
    expect(result).toMatchObject({ lost: 0, numbersTwice: 0, faults: [] });
    expect(result.acknowledged).toBeGreaterThan(0);
    expect(result.replayed + result.issuedAgain).toBeGreaterThan(0);
  });

  test("a standby is refused with advice on what to do, and serves the same store once it is promoted", async () => {
    const { pair, moved, opened } = await openPair(data);
    const store = postgresStore(openPoolAt(pair.standby.port));
    await expect(store.companies.profile("firma")).rejects.toThrow(
      /read-only replica.*Connect the pool to the primary/,
    );
    await opened.firma.issue(order());
    moved(pair.standby.port);
    // Whether a call that was on its way was committed cannot be found out on a standby.
    await opened.firma.issue(order()).catch(() => undefined);
    await expect(opened.firma.issue(order())).rejects.toThrow(/read-only replica.*Connect the pool to the primary/);

    await pair.primary.kill();
    await pair.standby.promote();
    expect((await opened.firma.issue(order())).invoiceNumber).toMatch(/-0002$/);
    expect((await createInvoicing({ store }).company("firma").list()).total).toBe(2);
  });

  test.each(["pg_terminate_backend", "pg_cancel_backend"])(
    "an invoice that only the primary has is not acknowledged if %s ended its wait",
    async (ending) => {
      const { pair, moved, opened } = await openPair(data);
      await opened.firma.issue(order());
      pair.link.cut();
      const issuing = opened.firma.issue(order(), { idempotencyKey: "key" }).catch((error: unknown) => error);
      await endWaiting(pair, ending);
      expect(await issuing).toBeInstanceOf(OutcomeUnknownError);
      await expect(opened.firma.issue(order(), { idempotencyKey: "key" })).rejects.toThrow(StoreBusyError);

      await pair.primary.kill();
      await pair.standby.promote();
      moved(pair.standby.port);
      expect((await opened.firma.issue(order(), { idempotencyKey: "key" })).invoiceNumber).toMatch(/-0002$/);
      expect((await opened.firma.list()).total).toBe(2);
    },
  );

  test("a primary whose standby was promoted in the meantime acknowledges nothing more", async () => {
    const { pair, moved, opened } = await openPair(data);
    await opened.firma.issue(order());
    await pair.standby.promote();
    const issuing = opened.firma.issue(order(), { idempotencyKey: "key" }).catch((error: unknown) => error);
    await endWaiting(pair, "pg_terminate_backend");
    expect(await issuing).toBeInstanceOf(OutcomeUnknownError);
    moved(pair.standby.port);
    expect((await opened.firma.issue(order(), { idempotencyKey: "key" })).invoiceNumber).toMatch(/-0002$/);
  });
});

/** A pair, and firma on a store whose address can be switched from one server to the other. */
async function openPair(data: string) {
  const pair = await startPair(data, SYNCHRONOUS);
  onTestFinished(() => pair.end());
  const door = await Relay.open(pair.primary.port);
  onTestFinished(() => door.close());
  const store = postgresStore(openPoolAt(door.port), { lockTimeoutMs: 2000 });
  const moved = (port: number) => {
    door.cut();
    door.leadTo(port);
  };
  return { pair, moved, opened: { firma: createInvoicing({ store }).company("firma") } };
}

function openPoolAt(port: number) {
  const own = openPool({ connectionString: `postgres://postgres:password@127.0.0.1:${port}/postgres`, max: 3 });
  onTestFinished(() => own.end());
  return own;
}

/** Ends the first wait of a COMMIT for the standby, as a restart of the server or an operator would. */
async function endWaiting({ primary }: PostgresPair, ending: string): Promise<void> {
  for (;;) {
    const waiting = await primary.rows(`SELECT ${ending}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
    if (waiting.length > 0) break;
  }
  // The write is visible once the wait has ended.
  while ((await primary.rows("SELECT 1 FROM faktura.faktura_invoices")).length < 2);
}
