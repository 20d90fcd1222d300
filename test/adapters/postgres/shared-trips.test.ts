/**
 * Goal: companies that issue at the same time share one round trip and one commit, and nothing that happens to one of them
 * reaches another: each gets its own answer, and its numbers stay without a gap.
 * Method: the orders of several companies are given in one turn of the event loop, through a pool whose statements are
 * recorded. Something is wrong with one company, with the connection, or with the answer.
 */
import { createInvoicing } from "faktura";
import { type PostgresStoreOptions, postgresStore } from "faktura/postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, openPool, pool, postgresUrl } from "../../support/postgres.ts";
import { WireRelay } from "../../support/wire-relay.ts";
import { CALL, KEY, once } from "./one-trip.ts";

interface Options extends PostgresStoreOptions {
  readonly max?: number;
  readonly url?: string;
}

/** Companies with one invoice each, on a store that issues their next ones in one trip. */
async function openShops(names: readonly string[], { max = 3, url = postgresUrl, ...options }: Options = {}) {
  const schema = await freshSchema();
  const own = openPool({ max, connectionString: url });
  const scene = { trouble: undefined as Interceptor | undefined, sent: [] as string[] };
  const through = interceptedPool(own, (text, send, client) => {
    scene.sent.push(text);
    return scene.trouble === undefined ? send() : scene.trouble(text, send, client);
  });
  const invoicing = createInvoicing({ store: postgresStore(through, { schema, ...options }) });
  const elsewhere = createInvoicing({ store: postgresStore(pool, { schema }) });
  await Promise.all(names.map((name) => elsewhere.company(name).saveProfile(germanProfile({ name }))));
  await Promise.all(names.map((name) => invoicing.company(name).issue(order())));
  scene.sent.length = 0;
  onTestFinished(async () => {
    await invoicing.close();
    await own.end();
  });
  const issue = (name: string, options = {}) => invoicing.company(name).issue(order({ clientName: name }), options);
  /** By company: the counters, after an audit, and a check that each company has only its own invoices. */
  const counters = async () => {
    scene.trouble = undefined;
    const found = names.map(async (name) => {
      expect((await elsewhere.company(name).audit()).findings).toEqual([]);
      const { rows } = await pool.query<{ counter: string; seller: string; client: string }>(
        `SELECT counter, document::json -> 'seller' ->> 'name' AS seller, document::json ->> 'clientName' AS client
         FROM ${schema}.faktura_invoices WHERE company_id = $1 ORDER BY counter`,
        [name],
      );
      expect(new Set(rows.map(({ seller }) => seller))).toEqual(new Set([name]));
      expect(new Set(rows.slice(1).map(({ client }) => client)).size).toBeLessThanOrEqual(1);
      return rows.map(({ counter }) => Number(counter));
    });
    return Object.fromEntries((await Promise.all(found)).map((each, place) => [names[place], each]));
  };
  const ways = () => scene.sent.flatMap((text) => /^(?:CALL|BEGIN|COMMIT)\b/.exec(text)?.[0] ?? []);
  return { schema, own, scene, invoicing, elsewhere, issue, counters, ways };
}

const ALL = ["acme", 'b "quoted", {braced}', "c\\d", "globex", "initech"];
const [ACME, OTHER] = [ALL[0]!, ALL[3]!];
const each = (count: number, names = ALL) => Object.fromEntries(names.map((name) => [name, oneTo(count)]));
const BEGUN = ["BEGIN", "COMMIT"];

test("orders of several companies are one call and one commit", async () => {
  const { schema, issue, counters, ways } = await openShops(ALL);
  const invoices = await Promise.all(ALL.map((name, place) => issue(name, place % 2 === 0 ? KEY : {})));
  expect(ways()).toEqual(["CALL"]);
  expect(invoices.map(({ seller }) => seller.name)).toEqual(ALL);
  expect(await counters()).toEqual(each(2));
  const { rows } = await pool.query(`SELECT DISTINCT xmin::text FROM ${schema}.faktura_invoices WHERE counter = 2`);
  expect(rows.length).toBe(1);
  const keys = await pool.query(`SELECT company_id FROM ${schema}.faktura_idempotency_keys ORDER BY company_id`);
  expect(keys.rows.map(({ company_id }) => company_id)).toEqual([ALL[0], ALL[2], ALL[4]]);
  expect(await Promise.all(ALL.map((name, place) => issue(name, place % 2 === 0 ? KEY : {})))).toMatchObject(
    invoices.map(({ id }, place) => (place % 2 === 0 ? { id } : {})),
  );
});

test("a guard refuses one company's order: the others are issued, and their numbers have no gap", async () => {
  const { schema, issue, counters, ways } = await openShops(ALL);
  await pool.query(`CREATE FUNCTION ${schema}.guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'faktura: no more of this company' USING ERRCODE = 'restrict_violation'; END $$;
    CREATE TRIGGER guard AFTER INSERT ON ${schema}.faktura_invoices FOR EACH ROW WHEN (NEW.company_id = '${OTHER}')
      EXECUTE FUNCTION ${schema}.guard()`);
  const ended = await Promise.allSettled(ALL.map((name) => issue(name)));
  expect(ways().slice(0, 2)).toEqual(["CALL", "BEGIN"]);
  expect(ended.map(({ status }) => status)).toEqual(ALL.map((name) => (name === OTHER ? "rejected" : "fulfilled")));
  expect(String((ended[3] as PromiseRejectedResult).reason)).toMatch("no more of this company");
  await Promise.all(ALL.filter((name) => name !== OTHER).map((name) => issue(name)));
  expect(await counters()).toEqual({ ...each(3), [OTHER]: [1] });
});

test("a trigger that skips one company's row: only that company's order fails", async () => {
  const { schema, issue, counters } = await openShops(ALL);
  await pool.query(`CREATE FUNCTION ${schema}.omit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER omits BEFORE INSERT ON ${schema}.faktura_invoices FOR EACH ROW WHEN (NEW.company_id = '${OTHER}')
      EXECUTE FUNCTION ${schema}.omit()`);
  const ended = await Promise.allSettled(ALL.map((name) => issue(name)));
  expect(ended.map(({ status }) => status)).toEqual(ALL.map((name) => (name === OTHER ? "rejected" : "fulfilled")));
  expect(await counters()).toEqual({ ...each(2), [OTHER]: [1] });
});

describe("one company that is not as it was left does not concern the others", () => {
  const CHANGES: Record<string, (shops: Awaited<ReturnType<typeof openShops>>) => Promise<unknown>> = {
    "an invoice of another server": ({ elsewhere }) => elsewhere.company(OTHER).issue(order({ clientName: OTHER })),
    "another fence": ({ schema }) =>
      pool.query(`UPDATE ${schema}.faktura_sequences SET fence = fence + 1 WHERE company_id = '${OTHER}'`),
    "a key that was used": ({ elsewhere }) => elsewhere.company(OTHER).issue(order({ clientName: OTHER }), KEY),
    "another profile": ({ elsewhere }) =>
      elsewhere.company(OTHER).saveProfile(germanProfile({ name: OTHER, invoicePrefix: "NEW" })),
  };

  test.each(Object.keys(CHANGES))("%s", async (name) => {
    const shops = await openShops(ALL);
    await CHANGES[name]!(shops);
    const among = name === "an invoice of another server" ? 1 : 0;
    const invoices = await Promise.all(ALL.map((company) => shops.issue(company, KEY)));
    expect(shops.ways()).toEqual(["CALL", ...BEGUN]);
    expect(invoices.map(({ seller }) => seller.name)).toEqual(ALL);
    expect(await shops.counters()).toEqual({ ...each(2), [OTHER]: oneTo(2 + among) });
  });
});

test("a company that somebody has locked does not hold up the others", async () => {
  const { schema, issue, counters, ways } = await openShops(ALL);
  const holder = await pool.connect();
  await holder.query("BEGIN");
  await holder.query(`SELECT 1 FROM ${schema}.faktura_sequences WHERE company_id = $1 FOR UPDATE`, [OTHER]);
  const issuing = ALL.map((name) => issue(name));
  await Promise.all(issuing.filter((_, place) => ALL[place] !== OTHER));
  expect(ways()[0]).toBe("CALL");
  expect(ways()).not.toContain("COMMIT");
  await holder.query("COMMIT");
  holder.release();
  await issuing[3];
  expect(await counters()).toEqual(each(2));
});

describe("a call of several companies that gets no answer", () => {
  const lost = () => new Error("Connection terminated unexpectedly");

  test.each([true, false])("after its commit: %s. Each has one invoice", async (isCommitted) => {
    const { scene, issue, counters, ways } = await openShops(ALL);
    scene.trouble = once(CALL, async (_, send) => {
      if (isCommitted) await send();
      throw lost();
    });
    const invoices = await Promise.all(ALL.map((name) => issue(name, KEY)));
    expect(ways().filter((way) => way === "BEGIN").length).toBe(isCommitted ? ALL.length : 2 * ALL.length);
    expect(await Promise.all(ALL.map((name) => issue(name, KEY)))).toEqual(invoices);
    expect(await counters()).toEqual(each(2));
  });

  test.each([
    ["no row", []],
    ["fewer answers than companies", [{ answer: "1764400000000,1764400000000" }]],
    ["more answers than companies", [{ answer: ALL.map(() => "1764400000000,-").join() }]],
  ])("%s from the driver: each has one invoice", async (_, rows) => {
    const { scene, issue, counters } = await openShops(ALL);
    scene.trouble = once(CALL, async (__, send) => ({ ...(await send()), rows }));
    await Promise.all(ALL.map((name) => issue(name)));
    expect(await counters()).toEqual(each(2));
  });

  test.each(["cut", "cutClient"] as const)("%s, and the rest arrives or not: each has one invoice", async (cut) => {
    const relay = await WireRelay.open(Number(new URL(postgresUrl).port));
    onTestFinished(() => relay.close());
    const { issue, counters } = await openShops(ALL, { url: postgresUrl.replace(/:\d+\//, `:${relay.port}/`) });
    for (const part of [0, 0.5, 1]) {
      const stopped = relay.stopAt({ text: "CALL", bytes: (length) => Math.floor(part * length) });
      const issuing = ALL.map((name) => issue(name));
      await stopped;
      relay[cut]();
      await Promise.all(issuing);
      if (cut === "cutClient" && part < 1) await relay.passRest();
      for (const _ of oneTo(3)) await Promise.all(ALL.map((name) => issue(name)));
    }
    expect(await counters()).toEqual(each(13));
  });
});

test("a transaction that somebody left open: all are issued on another client", async () => {
  const { own, schema, issue, counters } = await openShops(ALL, { max: 1 });
  await pool.query(`CREATE TABLE ${schema}.orders (name text)`);
  const client = await own.connect();
  await client.query(`BEGIN; INSERT INTO ${schema}.orders VALUES ('leaked')`);
  client.release();
  await Promise.all(ALL.map((name) => issue(name)));
  expect(await counters()).toEqual(each(2));
  expect((await pool.query(`SELECT * FROM ${schema}.orders`)).rows).toEqual([]);
});

test("what got no connection in time is not sent later", async () => {
  const { own, issue, counters, ways } = await openShops(ALL, { max: 1, lockTimeoutMs: 300 });
  const client = await own.connect();
  const ended = await Promise.allSettled(ALL.slice(1).map((name) => issue(name)));
  expect(ended.map((end) => (end as PromiseRejectedResult).reason.code)).toEqual(ALL.slice(1).map(() => "store_busy"));
  const issuing = issue(ACME);
  client.release();
  await issuing;
  expect(ways()).toEqual(["CALL"]);
  expect(await counters()).toEqual({ ...each(1), [ACME]: [1, 2] });
});

test("more companies, or longer documents, than fit into one call go into several", async () => {
  const many = oneTo(66).map((place) => `company-${place}`);
  const shops = await openShops(many);
  await Promise.all(many.map((name) => shops.issue(name)));
  expect(shops.ways()).toEqual(["CALL", "CALL"]);
  expect(await shops.counters()).toEqual(each(2, many));

  const long = await openShops(ALL.slice(0, 2));
  const note = "x".repeat(1000);
  const orders = oneTo(100).map(() =>
    order({ clientName: "same", items: oneTo(6).map(() => ({ description: note, quantity: 1, unitPrice: 1 })) }),
  );
  await Promise.all(ALL.slice(0, 2).map((name) => long.invoicing.company(name).issueMany(orders)));
  expect(long.ways()).toEqual(["CALL", "CALL"]);
  expect(await long.counters()).toEqual(each(101, ALL.slice(0, 2)));
});
