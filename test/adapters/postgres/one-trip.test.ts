/**
 * Goal: an order is one round trip if the books are as this server left them. Otherwise, it is issued as before.
 * Method: round trips are counted on the wire. Another server or a host changes the books, the rights or the session.
 */
import { createInvoicing } from "faktura";
import { type PostgresClient, type PostgresNumbers, postgresStore } from "faktura/postgres";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { migrationScript } from "../../../src/adapters/postgres/schema/migration-script.ts";
import { NO_TABLES } from "../../../src/adapters/postgres/schema/version.ts";
import { tablesIn } from "../../../src/adapters/postgres/settings.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, pool, postgresUrl } from "../../support/postgres.ts";
import { insertAsPanel, KEY, openKnowing, openOnWire } from "./one-trip.ts";

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
    await insertAsPanel(schema);
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

  test("columns of the host's own, named as the procedure's parameters", async () => {
    const { schema, acme, counters, ways } = await openKnowing();
    for (const table of ["companies", "sequences", "invoices", "journal", "idempotency_keys"]) {
      await pool.query(`ALTER TABLE ${schema}.faktura_${table} ADD company text, ADD places text, ADD used_keys text`);
    }
    await acme.issue(order(), KEY);
    expect(ways()).toEqual(["CALL"]);
    expect(await counters()).toEqual(oneTo(3));
  });

  test("a server's clock that runs backwards dates no invoice before that of a call", async () => {
    const { acme, counters, ways } = await openKnowing();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_000_000 });
    const { issueDate } = await acme.issue(order());
    vi.useRealTimers();
    expect(await acme.issue(order())).toMatchObject({ issueDate });
    expect(ways()[0]).toBe("CALL");
    expect(await counters()).toEqual(oneTo(4));
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
    const bare = await openKnowing({}, { schema });
    await bare.acme.issue(order());
    expect(bare.ways()).toEqual(["BEGIN", "COMMIT"]);

    const revokes = [
      "ALL ON PROCEDURE {schema}.faktura_issue_2 FROM PUBLIC",
      "ALL ON FUNCTION {schema}.faktura_expect_2 FROM PUBLIC",
      "UPDATE ON {schema}.faktura_sequences FROM {role}",
    ];
    for (const revoke of revokes) {
      const books = await freshSchema();
      const role = `limited_${books.slice(-12)}`;
      await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA ${books} TO ${role};
        GRANT ALL ON ALL TABLES IN SCHEMA ${books} TO ${role};
        REVOKE ${revoke.replace("{schema}", books).replace("{role}", role)};
        GRANT UPDATE (last_counter) ON ${books}.faktura_sequences TO ${role}`);
      const limited = await openKnowing(
        {},
        {
          url: postgresUrl.replace("postgres:password", `${role}:secret`),
          schema: books,
        },
      );
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
    const hosted = await openKnowing({ numbers }, { schema: numbered });
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
    const { acme, ways, own, counters } = await openKnowing({}, { url, schema });
    await pool.query(`DELETE FROM ${schema}.seen`);
    await acme.issue(order());
    const { rows } = await pool.query<{ text: string }>(`SELECT text FROM ${schema}.seen`);
    expect(await counters()).toEqual(oneTo(3));
    const client = await own.connect();
    const after = await client.query("SHOW synchronous_commit");
    client.release();
    return { seen: rows.map(({ text }) => text), ways: ways(), after: after.rows[0]?.["synchronous_commit"] };
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

test("transactions that are read-only by default, once the store is open: a transaction of its own issues", async () => {
  const { own, acme, counters, ways } = await openKnowing();
  const client = await own.connect();
  await client.query("SET default_transaction_read_only = on");
  client.release();
  await acme.issue(order());
  expect(ways()).toEqual(["CALL", "BEGIN", "COMMIT"]);
  expect(await counters()).toEqual(oneTo(3));
});

test("operators, functions and tables of the host's, found first on the search path, change nothing", async () => {
  const { schema, own, acme, counters, ways } = await openKnowing();
  const mine = `${schema}_mine`;
  const arrays = oneTo(9).map(() => "anyarray");
  await pool.query(`CREATE SCHEMA ${mine};
    CREATE FUNCTION ${mine}.differs(bigint, integer) RETURNS boolean LANGUAGE sql AS 'SELECT true';
    CREATE OPERATOR ${mine}.<> (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = ${mine}.differs);
    CREATE FUNCTION ${mine}.same(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
    CREATE OPERATOR ${mine}.= (LEFTARG = text, RIGHTARG = text, FUNCTION = ${mine}.same);
    CREATE FUNCTION ${mine}.cardinality(anyarray) RETURNS integer LANGUAGE sql AS 'SELECT 0';
    CREATE FUNCTION ${mine}.unnest(${arrays.join(", ")}) RETURNS SETOF integer LANGUAGE sql AS 'SELECT 1';
    CREATE FUNCTION ${mine}.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$SELECT 'epoch'::timestamptz$$;
    CREATE FUNCTION ${mine}.string_to_array(text, text) RETURNS text[] LANGUAGE sql AS 'SELECT NULL::text[]'`);
  const client = await own.connect();
  await client.query(`SET search_path = ${mine}, pg_catalog;
    CREATE TEMPORARY TABLE faktura_invoices (company_id text); CREATE TEMPORARY TABLE faktura_sequences (company_id text)`);
  client.release();
  await acme.issue(order(), KEY);
  expect(ways()).toEqual(["CALL"]);
  expect(await counters()).toEqual(oneTo(3));
});

test("three servers, joined calls, payments, keys and a panel share one sequence without a gap", async () => {
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
  const insert = async () => {
    for (const _ of oneTo(5)) await insertAsPanel(schema);
  };
  await Promise.all([loop(acme, "a"), loop(other, "b"), loop(third.company("acme"), "a"), join(), insert()]);
  const issued = await counters();
  expect(issued).toEqual(oneTo(issued.length));
  expect(issued.length).toBe(2 + 20 + 15 + 10 + 5);
});
