/**
 * Goal: what one call issues is there exactly once, whatever becomes of the call, and nothing is reported as unwritten
 * that a call may still write.
 * Method: a relay stops in the middle of the call, and passes on the rest never, twice, or after the call was given up; a
 * client in between fails statements. The books are counted and audited.
 */
import { createInvoicing, OutcomeUnknownError } from "faktura";
import {
  type PostgresClient,
  type PostgresNumbers,
  type PostgresStoreOptions,
  postgresJsPool,
  postgresStore,
} from "faktura/postgres";
import postgres from "postgres";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { migrationScript } from "../../../src/adapters/postgres/schema/migration-script.ts";
import { NO_TABLES } from "../../../src/adapters/postgres/schema/version.ts";
import { tablesIn } from "../../../src/adapters/postgres/settings.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, openPool, pool, postgresUrl } from "../../support/postgres.ts";
import { tries } from "../../support/tries.ts";
import { WireRelay } from "../../support/wire-relay.ts";

const CALL = /^CALL /;
const KEY = { idempotencyKey: "key" };

/** Acme with two invoices, on a store that issues the next one in one trip. `trouble` happens to statements once set. */
async function openKnowing(options: PostgresStoreOptions = {}, url = postgresUrl, given?: string) {
  const own = openPool({ max: 3, connectionString: url });
  const schema = given ?? (await freshSchema());
  const scene = { trouble: undefined as Interceptor | undefined, sent: [] as string[] };
  const troubled = interceptedPool(own, (text, send, client) => {
    scene.sent.push(text);
    return scene.trouble === undefined ? send() : scene.trouble(text, send, client);
  });
  const store = postgresStore(troubled, { schema, ...options });
  const invoicing = createInvoicing({ store });
  const acme = invoicing.company("acme");
  const other = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  await other.saveProfile(germanProfile());
  await acme.issue(order());
  await acme.issue(order());
  scene.sent.length = 0;
  onTestFinished(async () => {
    await invoicing.close();
    await own.end();
  });
  const counters = async () => {
    scene.trouble = undefined;
    expect((await other.audit()).findings).toEqual([]);
    const { rows } = await pool.query<{ counter: string }>(
      `SELECT counter FROM ${schema}.faktura_invoices ORDER BY counter`,
    );
    return rows.map(({ counter }) => Number(counter));
  };
  const ways = () => scene.sent.flatMap((text) => /^(?:CALL|BEGIN|COMMIT)\b/.exec(text)?.[0] ?? []);
  return { scene, schema, store, invoicing, acme, other, own, counters, ways };
}

/** Trouble that happens once, to the first statement that matches. */
function once(pattern: RegExp, happening: Interceptor): Interceptor {
  let done = false;
  return (text, send, client) => {
    if (done || !pattern.test(text)) return send();
    done = true;
    return happening(text, send, client);
  };
}

/** The same behind a relay. */
async function openOnWire(options: PostgresStoreOptions = {}) {
  const relay = await WireRelay.open(Number(new URL(postgresUrl).port));
  onTestFinished(() => relay.close());
  const opened = await openKnowing(options, postgresUrl.replace(/:\d+\//, `:${relay.port}/`));
  return { relay, ...opened };
}

/** How many bytes of a call pass, of all that the client sends. */
type Bytes = (length: number) => number;

const NOTHING: Bytes = () => 0;
/** Sync takes the last five bytes. */
const ALL_BUT_SYNC: Bytes = (length) => length - 5;

/** Places in a call; with `npm run test:slow` hundreds. Before Sync comes Execute, with ten bytes. */
const PLACES: readonly (readonly [name: string, bytes: Bytes])[] = [
  ...[0, 1].map((bytes) => [`${bytes}-bytes`, () => bytes] as const),
  ...oneTo(tries(300, 20)).map((place, _, { length: all }) => {
    const part = place / (all + 1);
    return [`part-${part}`, (length: number) => Math.floor(part * length)] as const;
  }),
  ...[16, 15, 6].map((left) => [`all-but-${left}`, (length: number) => length - left] as const),
];
const LAST_PLACES: typeof PLACES = [5, 1, 0].map((left) => [`all-but-${left}`, (length) => length - left]);

test("an order is one round trip on the wire, with a key too", async () => {
  for (const preparedStatements of [false, true]) {
    const { relay, acme, counters } = await openOnWire({ preparedStatements });
    relay.roundTrips = 0;
    await acme.issue(order());
    expect(relay.roundTrips).toBe(1);
    await acme.issue(order(), KEY);
    expect(relay.roundTrips).toBe(2);
    await acme.issueMany(oneTo(50).map(() => order()));
    expect(relay.roundTrips).toBe(3);
    expect(await counters()).toEqual(oneTo(54));
  }
});

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

describe("books that are not as they were left", () => {
  const CHANGES: Record<string, (scene: Awaited<ReturnType<typeof openKnowing>>) => Promise<unknown>> = {
    "an invoice": ({ other }) => other.issue(order()),
    "a payment": async ({ other }) => other.recordPayment((await other.list()).data[0]!.id, { amount: 1 }),
    "a credit note": async ({ other }) => other.credit((await other.list()).data[0]!.id, { reason: "returned" }),
    "another profile": ({ other }) => other.saveProfile(germanProfile({ name: "Neu GmbH" })),
    "the key": ({ other }) => other.issue(order(), KEY),
    "another fence": ({ schema }) => pool.query(`UPDATE ${schema}.faktura_sequences SET fence = fence + 1`),
  };

  test.each(Object.keys(CHANGES))(
    "%s of another server: nothing is written, and another transaction issues",
    async (name) => {
      const opened = await openKnowing();
      const before = (await opened.counters()).length;
      await CHANGES[name]!(opened);
      const among = (await opened.counters()).length - before;
      const invoice = await opened.acme.issue(order(), KEY);
      expect(opened.ways()).toEqual(["CALL", "BEGIN", "COMMIT"]);
      expect(await opened.counters()).toEqual(oneTo(before + among + (name === "the key" ? 0 : 1)));
      if (name === "another profile") expect(invoice.seller.name).toBe("Neu GmbH");
    },
  );

  test("an invoice of a panel, which has no place in the journal yet", async () => {
    const { schema, acme, counters, ways } = await openKnowing();
    await pool.query(`INSERT INTO ${schema}.faktura_invoices (company_id, counter, id, invoice_number, issue_date, source,
        document) SELECT company_id, 3, 'panel', replace(invoice_number, '0002', '0003'), issue_date, 'panel',
        replace(replace(document, id, 'panel'), invoice_number, replace(invoice_number, '0002', '0003'))
      FROM ${schema}.faktura_invoices WHERE counter = 2`);
    await acme.issue(order());
    expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT"]);
    expect(await counters()).toEqual(oneTo(4));
  });

  test("a lock that somebody holds: the call does not wait, its transaction does", async () => {
    const { schema, acme, counters, ways, scene } = await openKnowing();
    const holder = await pool.connect();
    await holder.query(`BEGIN; SELECT 1 FROM ${schema}.faktura_sequences FOR UPDATE`);
    scene.trouble = async (text, send) => {
      if (text.startsWith("BEGIN")) setTimeout(() => void holder.query("COMMIT").then(() => holder.release()), 0);
      return send();
    };
    await acme.issue(order());
    expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT"]);
    expect(await counters()).toEqual(oneTo(3));
  });

  test.each([
    [30_000, ["CALL"]],
    [61_000, ["CALL", "BEGIN", "COMMIT"]],
    [-61_000, ["CALL", "BEGIN", "COMMIT"]],
  ])("a clock that went %i ms away", async (ms, expected) => {
    const { acme, counters, ways } = await openKnowing();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + ms);
    onTestFinished(() => void vi.restoreAllMocks());
    await acme.issue(order());
    expect(ways()).toEqual(expected);
    expect(await counters()).toEqual(oneTo(3));
  });

  test("after calls that wrote nothing, fewer are tried, until one writes again", async () => {
    const { acme, other, ways } = await openKnowing();
    for (const _ of oneTo(20)) {
      await other.issue(order());
      await acme.issue(order());
    }
    // After each one that failed, a transaction follows: 1, 2, 4 and 8 more.
    expect(ways().filter((way) => way === "CALL").length).toBe(5);
    for (const _ of oneTo(20)) await acme.issue(order());
    expect(ways().filter((way) => way === "CALL").length).toBeGreaterThan(5);
  });
});

describe("orders that are issued as before", () => {
  test("with a refusal that no call has confirmed", async () => {
    const { acme, other, ways } = await openKnowing();
    await other.saveProfile(germanProfile({ vatRegistered: false, ossRegistered: false }));
    const taxed = order({ autoVat: false, taxRate: 7 });
    await expect(acme.issue(taxed)).rejects.toMatchObject({ code: "company_not_vat_registered" });
    expect(ways()).toContain("BEGIN");
  });

  test("in a named series", async () => {
    const { acme, other, ways, counters } = await openKnowing();
    await other.saveProfile(germanProfile({ series: { B: { prefix: "B" } } as never }));
    await acme.issue(order({ series: "B" } as never));
    expect(ways()).toEqual(["BEGIN", "COMMIT"]);
    expect(await counters()).toEqual(oneTo(3));
  });

  test("without triggers, without the right to call or to change the fence, or with the host's counter", async () => {
    const schema = `bare_${Date.now()}`;
    await pool.query(`BEGIN; CREATE SCHEMA ${schema}; ${migrationScript(NO_TABLES, tablesIn(schema), false)}; COMMIT`);
    const bare = await openKnowing({}, postgresUrl, schema);
    await bare.acme.issue(order());
    expect(bare.ways()).toEqual(["BEGIN", "COMMIT"]);

    const revokes = [
      "ALL ON PROCEDURE {schema}.faktura_issue_1 FROM PUBLIC",
      "ALL ON FUNCTION {schema}.faktura_expect_1 FROM PUBLIC",
      "UPDATE ON {schema}.faktura_sequences FROM {role}",
    ];
    for (const revoke of revokes) {
      const books = await freshSchema();
      const role = `limited_${books.slice(-12)}`;
      await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA ${books} TO ${role};
        GRANT ALL ON ALL TABLES IN SCHEMA ${books} TO ${role};
        REVOKE ${revoke.replace("{schema}", books).replace("{role}", role)};
        GRANT UPDATE (last_counter) ON ${books}.faktura_sequences TO ${role}`);
      const limited = await openKnowing({}, postgresUrl.replace("postgres:password", `${role}:secret`), books);
      await limited.acme.issue(order());
      expect(limited.ways(), revoke).toEqual(["BEGIN", "COMMIT"]);
    }

    const numbered = await freshSchema();
    const last = async (client: PostgresClient) => {
      const { rows } = await client.query(`SELECT count(*)::text AS last FROM ${numbered}.faktura_invoices`);
      return Number(rows[0]!["last"]);
    };
    const numbers: PostgresNumbers = (client) => ({
      lock: async () => ({ lastCounter: await last(client), lastIssueDate: null, started: true }),
      take: async () => (await last(client)) + 1,
    });
    const hosted = await openKnowing({ numbers }, postgresUrl, numbered);
    await hosted.acme.issue(order());
    expect(hosted.ways()).toEqual(["BEGIN", "COMMIT"]);
  });
});

describe("settings of the session", () => {
  /** What was set when the call committed, as a deferred trigger of the host's saw it. */
  async function settingsAtCommit(options: string) {
    const schema = await freshSchema();
    await pool.query(`CREATE TABLE ${schema}.seen (text text);
      CREATE FUNCTION ${schema}.see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO ${schema}.seen SELECT concat_ws(' ', current_setting('synchronous_commit'),
          current_setting('client_min_messages'), current_setting('lock_timeout'), current_setting('search_path'),
          current_setting('enable_seqscan'), current_setting('transaction_isolation'));
        RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER host_sees AFTER INSERT ON ${schema}.faktura_invoices DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION ${schema}.see()`);
    const url = `${postgresUrl}?options=${encodeURIComponent(options)}`;
    const { acme, ways, own, counters } = await openKnowing({}, url, schema);
    await pool.query(`DELETE FROM ${schema}.seen`);
    await acme.issue(order());
    const { rows } = await pool.query<{ text: string }>(`SELECT text FROM ${schema}.seen`);
    expect(await counters()).toEqual(oneTo(3));
    const after = await own.query("SHOW synchronous_commit");
    return { seen: rows.map(({ text }) => text), ways: ways(), after: after.rows[0]?.synchronous_commit };
  }

  test("are as strong as in a transaction of its own, until the commit, and the host's triggers keep their path", async () => {
    const weak = await settingsAtCommit("-c synchronous_commit=off -c client_min_messages=error -c search_path=mine");
    expect(weak).toEqual({
      seen: [expect.stringMatching(/^on warning (?:5s|\d{4}ms) mine on read committed$/)],
      ways: ["CALL"],
      after: "off",
    });
    const strong = await settingsAtCommit("-c synchronous_commit=remote_apply -c lock_timeout=20ms");
    expect(strong.seen).toEqual([expect.stringMatching(/^remote_apply notice 20ms /)]);
    expect(strong.ways).toEqual(["CALL"]);
  });

  test.each([
    "default_transaction_isolation=serializable",
    "default_transaction_isolation=repeatable\\ read",
    "array_nulls=off",
  ])("%s: the call writes nothing, and a transaction of its own issues", async (setting) => {
    const { ways, seen } = await settingsAtCommit(`-c ${setting}`);
    expect(ways, "a call before it wrote nothing").toEqual(["BEGIN", "COMMIT"]);
    expect(seen).toEqual([expect.stringMatching(/ read committed$/)]);
  });
});

test("three servers, joined calls, payments and keys share one sequence without a gap", async () => {
  const { schema, own, acme, other, counters } = await openKnowing();
  const third = createInvoicing({ store: postgresStore(own, { schema, preparedStatements: true }) });
  const loop = async (company: typeof acme, name: string) => {
    for (const place of oneTo(15)) {
      const invoice = await company.issue(order(), place % 3 === 0 ? {} : { idempotencyKey: `${name}-${place % 5}` });
      if (place % 5 === 0) await company.recordPayment(invoice.id, { amount: 1 }).catch(() => undefined);
    }
  };
  const join = async () => {
    const client = await pool.connect();
    for (const _ of oneTo(10)) {
      await client.query("BEGIN");
      await third.joining(client).company("acme").issueMany([order(), order()]);
      await client.query("COMMIT");
    }
    client.release();
  };
  await Promise.all([loop(acme, "a"), loop(other, "b"), loop(third.company("acme"), "a"), join()]);
  const issued = await counters();
  expect(issued).toEqual(oneTo(issued.length));
  expect(issued.length).toBe(2 + 20 + 15 + 10);
});

test("on postgres.js: one call, and one invoice after it was lost", async () => {
  const through = postgresJsPool((own) => postgres(postgresUrl, own), { max: 2 });
  const schema = await freshSchema();
  const sent: string[] = [];
  const listening = interceptedPool(through, (text, send) => {
    sent.push(text);
    return send();
  });
  const acme = createInvoicing({ store: postgresStore(listening, { schema }) }).company("acme");
  onTestFinished(() => through.end());
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  await acme.issue(order());
  sent.length = 0;
  await acme.issue(order(), KEY);
  expect(sent.map((text) => text.slice(0, 4))).toEqual(["CALL"]);
  expect((await acme.audit()).findings).toEqual([]);
});
