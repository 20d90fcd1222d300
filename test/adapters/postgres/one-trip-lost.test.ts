/**
 * Goal: what one call issues is there exactly once, whatever becomes of the call, and nothing is reported as unwritten
 * that a call may still write.
 * Method: a relay stops in the middle of the call, and passes on the rest never, twice, or after the call was given up; a
 * client in between fails statements. The books are counted and audited.
 */
import { createInvoicing, OutcomeUnknownError } from "faktura";
import { postgresJsPool, postgresStore } from "faktura/postgres";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { type Bouncer, NO_PGBOUNCER, startBouncer } from "../../support/pgbouncer.ts";
import { interceptedPool, pool } from "../../support/postgres.ts";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { CALL, KEY, once, openKnowing, openOnWire } from "./one-trip.ts";

/** How many bytes of a call pass, of all that the client sends. */
type Bytes = (length: number) => number;

const NOTHING: Bytes = () => 0;
/** Sync takes the last five bytes. */
const ALL_BUT_SYNC: Bytes = (length) => length - 5;

/** Places in a call; with `npm run test:nightly` hundreds. Before Sync comes Execute, with ten bytes. */
const PLACES: readonly (readonly [name: string, bytes: Bytes])[] = [
  ...[0, 1].map((bytes) => [`${bytes}-bytes`, () => bytes] as const),
  ...oneTo(tries(100, 7)).map((place, _, { length: all }) => {
    const part = place / (all + 1);
    return [`part-${part}`, (length: number) => Math.floor(part * length)] as const;
  }),
  ...[16, 15, 6].map((left) => [`all-but-${left}`, (length: number) => length - left] as const),
];
const LAST_PLACES: typeof PLACES = [5, 1, 0].map((left) => [`all-but-${left}`, (length) => length - left]);

describe("a connection that breaks in the middle of a call", () => {
  test("at every place: one invoice", { timeout: 240_000 }, async () => {
    const { relay, acme, counters } = await openOnWire();
    let issued = 2;
    for (const [place, bytes] of [...PLACES, ...LAST_PLACES]) {
      const stopped = relay.stopAt({ text: "CALL", bytes });
      const issuing = acme.issue(order(), { idempotencyKey: place });
      await stopped;
      relay.cut();
      const invoice = await issuing;
      issued += 1;
      expect(Number(invoice.invoiceNumber.slice(-4)), place).toBe(issued);
      expect(await acme.issue(order(), { idempotencyKey: place })).toEqual(invoice);
      for (const _ of oneTo(3)) await acme.issue(order()); // the last of them in one trip again
      issued += 3;
    }
    expect(await counters()).toEqual(oneTo(issued));
  });

  test("at every place, and the rest arrives after the call was given up: one invoice", {
    timeout: 240_000,
  }, async () => {
    const { relay, acme, counters } = await openOnWire();
    let issued = 2;
    for (const [place, bytes] of PLACES) {
      const stopped = relay.stopAt({ text: "CALL", bytes });
      const issuing = acme.issue(order());
      await stopped;
      relay.cutClient();
      await issuing;
      await relay.passRest();
      issued += 1;
      expect(await counters(), place).toEqual(oneTo(issued));
      for (const _ of oneTo(3)) await acme.issue(order());
      issued += 3;
    }
  });

  test("and all of it arrives twice: one invoice", async () => {
    const { relay, acme, counters } = await openOnWire();
    const stopped = relay.stopAt({ text: "CALL", bytes: NOTHING });
    const issuing = acme.issue(order());
    await stopped;
    const passed = relay.passRest(2);
    await issuing;
    await passed;
    expect(await counters()).toEqual(oneTo(3));
  });
});

describe("a call that arrives late", () => {
  /** Given up before anything of it arrived. It arrives when `moment` matches a statement of those that find out. */
  async function arrivingAt(moment: RegExp, when: "before" | "after", options = {}) {
    const opened = await openOnWire();
    const { relay, scene, acme } = opened;
    const stopped = relay.stopAt({ text: "CALL", bytes: NOTHING });
    scene.trouble = once(moment, async (_, send) => {
      if (when === "before") await relay.passRest();
      const result = await send();
      if (when === "after") await relay.passRest();
      return result;
    });
    // Without a key in all cases but one: a key would keep two invoices apart by itself.
    const issuing = acme.issue(order(), options);
    await stopped;
    relay.cutClient();
    return { ...opened, invoice: await issuing };
  }

  test("before the fence is changed: its invoice is returned", async () => {
    const { invoice, ways, counters, acme } = await arrivingAt(/^BEGIN/, "before", KEY);
    expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT"]);
    expect(await acme.getByKey("key")).toMatchObject({ id: invoice.id });
    expect(await counters()).toEqual(oneTo(3));
  });

  test.each([
    ["while the fence is being changed", /SET fence/, "before"],
    ["after it was changed, before it is committed", /SET fence/, "after"],
    ["after the fence", /^COMMIT$/, "after"],
  ] as const)("%s: it writes nothing", async (_, moment, when) => {
    const { invoice, ways, counters, acme } = await arrivingAt(moment, when);
    expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT", "BEGIN", "COMMIT"]);
    expect((await acme.list()).data[0]?.id).toBe(invoice.id);
    expect(await counters()).toEqual(oneTo(3));
  });

  test("after it was reported as unwritten, because the time was over: it writes nothing", async () => {
    const { relay, scene, acme, counters } = await openOnWire();
    const now = performance.now.bind(performance);
    onTestFinished(() => void vi.restoreAllMocks());
    scene.trouble = once(/^COMMIT$/, async (_, send) => {
      const result = await send();
      vi.spyOn(performance, "now").mockImplementation(() => now() + 60_000);
      return result;
    });
    const stopped = relay.stopAt({ text: "CALL", bytes: NOTHING });
    const issuing = acme.issue(order()).catch((error: unknown) => error);
    await stopped;
    relay.cutClient();
    expect(await issuing).toMatchObject({
      code: "store_busy",
      message: expect.stringContaining("nothing was written"),
    });
    vi.restoreAllMocks();
    await relay.passRest();
    expect(await counters()).toEqual(oneTo(2));
  });

  test("if the fence cannot be committed, the outcome is unknown, and the call may still arrive", async () => {
    const { relay, scene, acme, counters } = await openOnWire({ lockTimeoutMs: 1000 });
    scene.trouble = async (text, send, client) => {
      if (text !== "COMMIT") return send();
      await client.query("ROLLBACK");
      throw new Error("Connection terminated unexpectedly");
    };
    const stopped = relay.stopAt({ text: "CALL", bytes: NOTHING });
    const issuing = acme.issue(order()).catch((error: unknown) => error);
    await stopped;
    relay.cutClient();
    expect(await issuing).toBeInstanceOf(OutcomeUnknownError);
    await relay.passRest();
    expect(await counters()).toEqual(oneTo(3));
  });
});

test("an Execute that arrives without its Sync commits, and holds no lock", async () => {
  const { relay, acme, other, counters } = await openOnWire();
  const stopped = relay.stopAt({ text: "CALL", bytes: ALL_BUT_SYNC });
  const issuing = acme.issue(order(), KEY);
  await stopped;
  expect((await other.issue(order())).invoiceNumber).toMatch(/-000[34]$/);
  relay.cutClient();
  await issuing;
  expect(await counters()).toEqual(oneTo(4));
});

describe("a call whose session is terminated", () => {
  test.each(["while it runs", "after it has committed"])("%s: one invoice", async (moment) => {
    const { scene, schema, acme, counters, ways } = await openKnowing();
    const holder = await pool.connect();
    if (moment === "while it runs") await holder.query(`BEGIN; LOCK TABLE ${schema}.faktura_idempotency_keys`);
    scene.trouble = once(CALL, async (_, send, client) => {
      const pid = (client as unknown as { processID: number }).processID;
      const sent = send();
      sent.catch(() => undefined);
      if (moment === "while it runs") {
        const waits = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'";
        while ((await pool.query(waits, [pid])).rows.length === 0);
      } else await sent;
      await pool.query("SELECT pg_terminate_backend($1, 2000)", [pid]);
      await holder.query("ROLLBACK");
      await sent;
      throw new Error("Connection terminated unexpectedly");
    });
    const issued = await acme.issue(order(), KEY);
    holder.release();
    expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT", ...(moment === "while it runs" ? ["BEGIN", "COMMIT"] : [])]);
    expect(await acme.issue(order(), KEY)).toEqual(issued);
    expect(await counters()).toEqual(oneTo(3));
  });
});

describe("an error instead of the answer", () => {
  const failing = (code: string) => Object.assign(new Error("canceling statement"), { code, severity: "ERROR" });

  test.each(["57014", "53200", "57P01", "XX000"])("%s after the commit: the invoice that was issued", async (code) => {
    const { scene, acme, counters, ways } = await openKnowing();
    scene.trouble = once(CALL, async (_, send) => {
      await send();
      throw failing(code);
    });
    await acme.issue(order());
    expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT"]);
    expect(await counters()).toEqual(oneTo(3));
  });

  test.each(["57014", "40P01", "23505", "P0001"])("%s before it: another transaction issues it", async (code) => {
    const { scene, acme, counters, ways } = await openKnowing();
    scene.trouble = once(CALL, async () => {
      throw failing(code);
    });
    await acme.issue(order());
    expect(ways().slice(0, 2)).toEqual(["CALL", "BEGIN"]);
    expect(await counters()).toEqual(oneTo(3));
  });

  test.each([
    ["no row", []],
    ["a row without the answer", [{}]],
    ["another answer", [{ answer: "CALL" }]],
  ])("%s from the driver: the invoice that was issued", async (_, rows) => {
    const { scene, acme, counters, ways } = await openKnowing();
    scene.trouble = once(CALL, async (__, send) => ({ ...(await send()), rows }));
    await acme.issue(order());
    expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT"]);
    expect(await counters()).toEqual(oneTo(3));
  });

  test("2D000 although no transaction is open: another transaction issues it", async () => {
    const { schema, acme, counters, ways } = await openKnowing();
    await pool.query(`ALTER PROCEDURE ${schema}.faktura_issue_2 SET work_mem = '8MB'`);
    await acme.issue(order());
    expect(ways()).toEqual(["CALL", "ROLLBACK", "BEGIN", "COMMIT"].filter((way) => way !== "ROLLBACK"));
    await pool.query(`ALTER PROCEDURE ${schema}.faktura_issue_2 RESET ALL`);
    expect(await counters()).toEqual(oneTo(3));
  });

  test("a wait for the standbys that was cancelled counts as a lost answer", async () => {
    const { scene, acme, counters, ways } = await openKnowing();
    scene.trouble = once(CALL, async (_, send, client) => {
      const sent = await send();
      const notice = Object.assign(new Error("canceling wait"), { routine: "SyncRepWaitForLSN" });
      (client as unknown as { emit(event: string, notice: Error): void }).emit("notice", notice);
      return sent;
    });
    await acme.issue(order());
    expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT"]);
    expect(await counters()).toEqual(oneTo(3));
  });
});

test("a connection that breaks before the call is sent hides no outcome", async () => {
  const { schema, own } = await openKnowing();
  let isDown = false;
  const through = interceptedPool(own, async (_, send) => {
    if (isDown) throw new Error("Connection terminated unexpectedly");
    return send();
  });
  const acme = createInvoicing({ store: postgresStore(through, { schema, lockTimeoutMs: 1000 }) }).company("acme");
  await acme.issue(order());
  isDown = true; // at the question for its rights
  await expect(acme.issue(order())).rejects.toMatchObject({ code: "store_unavailable" });
});

test("a call that fails in a transaction that somebody left open: its client is not used again", async () => {
  const { own, acme, counters, ways } = await openKnowing();
  const client = await own.connect();
  await client.query("BEGIN; SET LOCAL ROLE pg_monitor"); // which may not use the schema
  client.release();
  await acme.issue(order());
  expect(ways(), "only one BEGIN").toEqual(["CALL", "BEGIN", "COMMIT"]);
  expect(await counters()).toEqual(oneTo(3));
});

/** One round trip each, one invoice after a call was lost, and none of a call that arrives too late. */
async function issueWithLosses({ relay, acme, counters, ways }: Awaited<ReturnType<typeof openOnWire>>) {
  await acme.issue(order());
  await acme.issue(order(), { idempotencyKey: "first" }); // postgres.js prepares both statements
  relay.roundTrips = 0;
  await acme.issue(order(), KEY);
  await acme.issue(order());
  expect(relay.roundTrips).toBe(2);
  expect(ways()).toEqual(["CALL", "CALL", "CALL", "CALL"]);
  for (const { bytes, arrivesLate } of [
    { bytes: NOTHING, arrivesLate: true },
    { bytes: (length: number) => length, arrivesLate: false },
  ]) {
    const stopped = relay.stopAt({ text: "acme", bytes });
    const issuing = acme.issue(order());
    await stopped;
    if (arrivesLate) relay.cutClient();
    else relay.cut();
    await issuing;
    if (arrivesLate) await relay.passRest();
    for (const _ of oneTo(3)) await acme.issue(order());
  }
  expect(await counters()).toEqual(oneTo(14));
}

test("on postgres.js: one round trip, and one invoice after it was lost", async () => {
  const open = (url: string) => postgresJsPool((own) => postgres(url, own), { max: 3 });
  await issueWithLosses(await openOnWire({}, { open }));
});

describeUnless(NO_PGBOUNCER)("behind pgbouncer in transaction mode", () => {
  let bouncer: Bouncer;
  beforeAll(async () => {
    bouncer = await startBouncer();
  });
  afterAll(() => bouncer.stop());

  test("one round trip, and one invoice after it was lost", async () => {
    await issueWithLosses(await openOnWire({}, { url: bouncer.url }));
  });
});
