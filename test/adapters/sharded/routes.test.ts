/**
 * Goal: a company's books are on one shard, whatever the routes of the servers are, and a shard that is down stops no other.
 * Method: several files, or schemas of PostgreSQL, behind routers with the same and with different routes.
 */
import { createInvoicing, type Invoicing, type InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { shardedStore } from "faktura/sharded";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, onPostgres, pool } from "../../support/postgres.ts";
import { freshFile } from "../../support/stores.ts";

type Stores = Record<string, InvoicingStore>;

/** Databases with these names, which any number of servers can open. */
const KINDS: readonly { kind: string; fresh: (names: readonly string[]) => Promise<() => Promise<Stores>> }[] = [
  {
    kind: "SQLite",
    fresh: async (names) => {
      const paths = names.map((shard) => [shard, freshFile()] as const);
      return async () => {
        const opened = paths.map(async ([shard, path]) => [shard, await openSqliteStore(path, { shard })] as const);
        return Object.fromEntries(await Promise.all(opened));
      };
    },
  },
  ...onPostgres({
    kind: "PostgreSQL",
    fresh: async (names: readonly string[]) => {
      const schemas = await Promise.all(names.map(async (shard) => [shard, await freshSchema({ shard })] as const));
      return async () =>
        Object.fromEntries(schemas.map(([shard, schema]) => [shard, postgresStore(pool, { schema, shard })]));
    },
  }),
];

/** The store, but its database cannot be reached. */
function downed(store: InvoicingStore): InvoicingStore {
  const refuse = (): never => {
    throw new Error("connect ECONNREFUSED");
  };
  const deaf = (value: unknown): unknown => {
    if (typeof value === "function") return async () => refuse();
    if (typeof value !== "object" || value === null) return value;
    return new Proxy(value, { get: (target, name) => deaf((target as Record<PropertyKey, unknown>)[name]) });
  };
  const own: Readonly<Record<PropertyKey, unknown>> = {
    events: () => deaf(store.events("any")),
    close: () => store.close(),
  };
  return new Proxy(store, { get: (target, name) => own[name] ?? deaf(target[name as keyof InvoicingStore]) });
}

const issueIn = async (invoicing: Invoicing, companyId: string) => {
  const company = invoicing.company(companyId);
  await company.saveProfile(germanProfile());
  return (await company.issue(order())).invoiceNumber;
};

/** The shards that have invoices of the company. */
async function homesOf(stores: Stores, companyId: string): Promise<string[]> {
  const counted = Object.entries(stores).map(async ([name, { reader }]) => {
    const { total } = await reader.list(companyId, { page: 1, limit: 1 });
    return total > 0 ? [name] : [];
  });
  return (await Promise.all(counted)).flat();
}

test.each(KINDS)("$kind: a changed route is a refusal that names where the books are", async ({ fresh }) => {
  const open = await fresh(["0", "1", "2"]);
  const by = (divisor: number) => (companyId: string) => String(Number(companyId) % divisor);
  const before = createInvoicing({ store: shardedStore(await open(), by(2)) });
  for (const companyId of ["2", "3"]) expect(await issueIn(before, companyId)).toMatch(/-0001$/);
  await before.close();
  const stores = await open();
  const after = createInvoicing({ store: shardedStore(stores, by(3)) });
  const refusal = { code: "store_unavailable", message: expect.stringContaining('company "2" are on the shard "0"') };
  const moved = after.company("2");
  await expect(moved.issue(order())).rejects.toMatchObject(refusal);
  await expect(moved.saveProfile(germanProfile())).rejects.toMatchObject(refusal);
  await expect(moved.list()).rejects.toMatchObject(refusal);
  await expect(moved.audit()).rejects.toMatchObject(refusal);
  expect(await homesOf(stores, "2")).toEqual(["0"]);
  await expect(after.company("3").issue(order())).rejects.toThrow('are on the shard "1"');
  expect(await issueIn(after, "5")).toMatch(/-0001$/);
  expect(await homesOf(stores, "5")).toEqual(["2"]);
  await after.close();
});

test.each(KINDS)(
  "$kind: of servers with different routes, one begins a company, and the others are refused",
  async ({ fresh }) => {
    const open = await fresh(["a", "b", "c"]);
    const stores = await open();
    const servers = await Promise.all(
      ["a", "b", "c", "a"].map(async (shard) => createInvoicing({ store: shardedStore(await open(), () => shard) })),
    );
    for (const companyId of oneTo(12).map((place) => `company-${place}`)) {
      const outcomes = await Promise.allSettled(servers.map((server) => issueIn(server, companyId)));
      const homes = await homesOf(stores, companyId);
      expect(homes.length, companyId).toBeLessThanOrEqual(1);
      const numbers = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(new Set(numbers).size, "no number twice").toBe(numbers.length);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason.code).toMatch(/^store_(?:busy|unavailable)$/);
      }
      // Repeating the calls settles it, if all of them took back each other's claim.
      for (const server of servers) await issueIn(server, companyId).catch(() => undefined);
      expect(await homesOf(stores, companyId), companyId).toHaveLength(1);
    }
    for (const server of servers) await server.close();
    for (const store of Object.values(stores)) await store.close();
  },
);

test.each(KINDS)(
  "$kind: a claim is confirmed only if nobody took it back, and shared by those with one route",
  async ({ fresh }) => {
    const { a } = await (await fresh(["a"]))();
    const shard = a!.shard!;
    expect(await shard.claim("acme", "first")).toBe("first");
    expect(await shard.claim("acme", "second")).toBe("first");
    expect(await shard.holds("acme")).toBe(false);
    expect(await shard.yields("acme")).toBe(false);
    expect(await shard.confirm("acme", "first")).toBe(false);
    expect(await shard.claim("acme", "third")).toBe("third");
    expect(await shard.confirm("acme", "first")).toBe(false);
    expect(await shard.confirm("acme", "third")).toBe(true);
    expect(await shard.confirm("acme", "third")).toBe(true);
    expect(await shard.yields("acme")).toBe(true);
    expect(await shard.claim("acme", "fourth")).toBeUndefined();
    expect(await shard.holds("globex")).toBe(false);
    await a!.close();
  },
);

test.each(KINDS)("$kind: while a shard is down, the others go on, and it is named", async ({ fresh }) => {
  const open = await fresh(["a", "b"]);
  const route = (companyId: string) => companyId[0]!;
  const whole = createInvoicing({ store: shardedStore(await open(), route) });
  for (const companyId of ["a1", "b1", "a2", "b2"]) await issueIn(whole, companyId);
  const merged = shardedStore(await open(), route);
  expect(await merged.journal.companies(null, 3)).toEqual(["a1", "a2", "b1"]);
  expect(await merged.journal.companies("b1", 3)).toEqual(["b2"]);
  expect(await merged.billing.companiesBehind(null, 1)).toEqual({ companyIds: ["a1"], next: "a1" });
  await merged.close();
  await whole.ready();

  const { a, b } = await open();
  const half = createInvoicing({ store: shardedStore({ a: a!, b: downed(b!) }, route) });
  const delivered: string[] = [];
  const deliver = async (events: readonly { readonly data: { readonly companyId: string } }[]) => {
    for (const { data } of events) delivered.push(data.companyId);
  };
  const down = { code: "store_unavailable", message: expect.stringMatching(/the shard "b": connect ECONNREFUSED/) };
  const partly = { ...down, delivered: 2 };
  await expect(half.drainEvents({ source: "test", deliver: deliver as never })).rejects.toMatchObject(partly);
  expect(new Set(delivered)).toEqual(new Set(["a1", "a2"]));
  await expect(half.ready()).rejects.toMatchObject(down);
  await expect(half.index()).rejects.toMatchObject(down);
  expect((await half.company("a1").audit()).findings).toEqual([]);
  expect(await issueIn(half, "a1")).toMatch(/-0002$/);
  await expect(half.company("b1").list()).rejects.toThrow("connect ECONNREFUSED");
  await expect(issueIn(half, "a3")).rejects.toMatchObject(down);
  await half.close();
  expect(await issueIn(whole, "a3")).toMatch(/-0001$/);

  const billed = await whole.drainBilling({ deliver: async () => undefined });
  expect(billed).toMatchObject({ delivered: 6, companies: 5, failed: [] });
  await whole.close();
});

test.each(KINDS)(
  "$kind: a consumer from now on begins on a shard that was down only when it is back",
  async ({ fresh }) => {
    const open = await fresh(["a", "b"]);
    const route = (companyId: string) => companyId[0]!;
    const whole = createInvoicing({ store: shardedStore(await open(), route) });
    for (const companyId of ["a1", "b1"]) await issueIn(whole, companyId);
    const { a, b } = await open();
    // Its `beginNow` fails, and it is back at once.
    const events: InvoicingStore["events"] = (consumer) => ({
      ...b!.events(consumer),
      beginNow: async () => {
        throw new Error("restarting");
      },
    });
    const flapping = new Proxy(b!, { get: (store, name) => (name === "events" ? events : store[name as "shard"]) });
    const half = createInvoicing({ store: shardedStore({ a: a!, b: flapping }, route) });
    const seen: string[] = [];
    const options = {
      consumer: "new",
      from: "now",
      source: "test",
      deliver: async (entries: readonly { readonly data: { readonly companyId: string } }[]) => {
        for (const { data } of entries) seen.push(data.companyId);
      },
    } as const;
    await expect(half.drainEvents(options as never)).rejects.toThrow('the shard "b": restarting');
    expect(seen).toEqual([]);
    await whole.drainEvents(options as never);
    await issueIn(whole, "b1");
    await whole.drainEvents(options as never);
    expect(new Set(seen)).toEqual(new Set(["b1"]));
    expect(seen).toHaveLength(1);
    await half.close();
    await whole.close();
  },
);
