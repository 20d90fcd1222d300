/**
 * Goal: all that belongs to a company moves with it, its old side refuses it by name, and its deliveries go on.
 * Method: files, or schemas of PostgreSQL, with a company that has some of everything. `test/crash/move-kill.test.ts` kills moves.
 */
import { createInvoicing, type Invoicing } from "faktura";
import { shardedStore } from "faktura/sharded";
import { expect, test } from "vitest";
import { type MoveSide, moveCompany } from "../../../src/cli/move-company.ts";
import { type OpenShards, openShards } from "../../crash/moved-books.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, onPostgres, pool, postgresUrl as url } from "../../support/postgres.ts";
import { freshFile } from "../../support/stores.ts";
import { useApiKeys } from "../../support/use-api-keys.ts";

const NAMES = ["a", "b", "c"] as const;

const KINDS: readonly { kind: string; open: () => Promise<OpenShards> }[] = [
  { kind: "SQLite", open: () => openShards({ shards: { a: freshFile(), b: freshFile(), c: freshFile() } }) },
  ...onPostgres({
    kind: "PostgreSQL",
    open: async () => {
      const schemas = NAMES.map(async (shard) => [shard, await freshSchema({ shard, panel: true })] as const);
      return openShards({ shards: Object.fromEntries(await Promise.all(schemas)), url });
    },
  }),
];

const RECORD = {
  kind: "draft",
  id: "1",
  revision: "1",
  sortKey: "",
  searchText: "",
  summary: "{}",
  content: '{"a":"ü"}',
};

/** Opened shards, their sides, and the move of acme. */
async function opened(open: () => Promise<OpenShards>) {
  const { stores, close } = await open();
  const side = (name: string): MoveSide => ({ name, store: stores[name]! });
  const move = (from: string, to: string) => moveCompany("acme", side(from), side(to), () => undefined);
  const at = (shard: string): Invoicing => createInvoicing({ store: shardedStore(stores, () => shard) });
  return { stores, close, side, move, at };
}

/** Delivers what is pending to a consumer, or to billing, and returns the ids. */
async function drain(invoicing: Invoicing, what: "drainEvents" | "drainBilling"): Promise<string[]> {
  const ids: string[] = [];
  const deliver = async (events: readonly { readonly id: string }[]) => void ids.push(...events.map(({ id }) => id));
  await invoicing[what]({ source: "test", deliver } as never);
  return ids;
}

test.each(KINDS)("$kind: a company moves with all that it has, and back with what it has since", async ({ open }) => {
  const { stores, close, move, at } = await opened(open);
  const [first, second] = [at("a"), at("b")];
  const acme = first.company("acme");
  await acme.saveProfile(germanProfile({ series: { branch: { prefix: "B" } } }));
  const paid = await acme.issue(order(), { idempotencyKey: "first" });
  await acme.recordPayment(paid.id, { amount: paid.total });
  await acme.issueMany(oneTo(600).map(() => order()));
  await acme.issue(order({ series: "branch" }));
  const credited = await acme.issue(order());
  await acme.credit(credited.id, { reason: "returned" });
  await acme.cancel((await acme.issue(order())).id, { reason: "twice" });
  const apiKey = await useApiKeys(stores["a"]!, "acme");
  await stores["a"]!.panel!.save("acme", RECORD);
  await first.company("globex").saveProfile(germanProfile());
  await first.company("globex").issue(order());
  const before = [await drain(first, "drainEvents"), await drain(first, "drainBilling")].map((ids) => ids.length);
  expect(before[0]).toBeGreaterThan(600);
  const last = await acme.issue(order());
  const report = await acme.audit();
  expect(report.findings).toEqual([]);

  expect(await move("a", "b")).toBe('The books of "acme" are on the shard "b" now.');
  const refusal = { code: "store_unavailable", message: expect.stringContaining('the shard "b"') };
  await expect(acme.issue(order())).rejects.toMatchObject(refusal);
  await expect(acme.list()).rejects.toMatchObject(refusal);
  await expect(createInvoicing({ store: stores["a"]! }).company("acme").issue(order())).rejects.toMatchObject(refusal);
  await expect(at("c").company("acme").issue(order())).rejects.toMatchObject(refusal);
  await expect(stores["a"]!.panel!.save("acme", RECORD)).rejects.toMatchObject(refusal);
  await expect(stores["a"]!.panel!.remove("acme", "draft", "1")).rejects.toMatchObject(refusal);
  for (const write of [
    () => stores["a"]!.companies.save("acme", germanProfile() as never),
    () => stores["a"]!.billing.lease("acme", "worker", 1000),
    () => stores["a"]!.events("any").lease("acme", "worker", 1000),
    () => stores["a"]!.billing.acknowledge("acme", []),
  ]) {
    await expect(write()).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringMatching(/have moved to /),
    });
  }
  expect(await drain(createInvoicing({ store: stores["a"]! }), "drainEvents"), "nothing of acme is left").toEqual([]);

  const moved = second.company("acme");
  expect(await moved.audit()).toEqual(report);
  expect((await moved.get(paid.id)).payments).toHaveLength(1);
  expect((await moved.issue(order(), { idempotencyKey: "first" })).id).toBe(paid.id);
  expect(await stores["b"]!.panel!.find("acme", "draft", "1")).toEqual(RECORD);
  expect((await moved.list({ status: "PAID" })).total).toBe(1);
  expect(await drain(second, "drainEvents"), "each once").toHaveLength(1);
  expect(await drain(second, "drainBilling"), "each once").toHaveLength(1);
  expect(await stores["b"]!.apiKeys.find("acme", apiKey!.id)).toEqual(apiKey);
  await moved.recordPayment(paid.id, { amount: -paid.total });
  await moved.cancel(paid.id, { reason: "refunded" });
  const there = await moved.audit();

  expect(await move("b", "a")).toMatch(/"a" now/);
  expect(await move("b", "a")).toMatch(/"a" already/);
  const back = at("a").company("acme");
  expect(await back.audit()).toEqual(there);
  expect((await back.get(paid.id)).status).toBe("CANCELLED");
  expect((await back.issue(order())).invoiceNumber.slice(-4)).toBe(
    String(Number(last.invoiceNumber.slice(-4)) + 1).padStart(4, "0"),
  );
  expect(await move("a", "c")).toMatch(/"c" now/);
  await expect(at("b").company("acme").issue(order())).rejects.toThrow('are on the shard "c"');
  expect((await at("a").company("globex").audit()).findings).toEqual([]);
  await close();
});

test.each(KINDS)(
  "$kind: a worker that delivers while its company moves acknowledges nothing, and delivers again",
  async ({ open }) => {
    const { close, move, at } = await opened(open);
    const first = at("a");
    const acme = first.company("acme");
    await acme.saveProfile(germanProfile());
    for (const _ of oneTo(3)) await acme.issue(order());
    const delivered: string[] = [];
    const held = await first.drainEvents({
      source: "test",
      batchSize: 1,
      deliver: async ([event]) => {
        delivered.push(event!.id);
        if (delivered.length === 2) await move("a", "b");
      },
    });
    expect(held).toMatchObject({ delivered: 1, failed: [{ companyId: "acme", error: { code: "store_unavailable" } }] });
    delivered.push(...(await drain(at("b"), "drainEvents")));
    expect(delivered.length, "only what was under way came twice").toBe(4);
    expect(new Set(delivered).size).toBe(3);
    await close();
  },
);

test.each(KINDS)("$kind: what cannot be moved is refused, and stays as it is", async ({ open }) => {
  const { stores, close, move, at } = await opened(open);
  const issued = async (shard: string) => {
    const acme = at(shard).company("acme");
    await acme.saveProfile(germanProfile());
    return (await acme.issue(order())).invoiceNumber.slice(-4);
  };
  await expect(move("a", "b")).rejects.toThrow('No books found for company "acme" on the shard "a".');
  expect(await issued("a")).toBe("0001");
  await expect(move("b", "a")).rejects.toThrow('No books found for company "acme" on the shard "b".');
  // Books of the same company, as two applications that share no route have them.
  const alone = createInvoicing({ store: stores["b"]! }).company("acme");
  await alone.saveProfile(germanProfile());
  await alone.issue(order());
  await expect(move("a", "b")).rejects.toThrow('The shard "b" has other books of the company "acme".');
  expect(await issued("a")).toBe("0002");
  expect((await alone.issue(order())).invoiceNumber).toMatch(/2$/);

  await move("a", "c");
  await expect(move("a", "b")).rejects.toThrow('The company "acme" has moved to the shard "c".');
  expect(await issued("c")).toBe("0003");
  // An old copy that goes on by itself, because somebody has reset its place, is no beginning of the books.
  const { moves } = stores["a"]!;
  await moves.change("acme", await moves.place("acme"), "here");
  await createInvoicing({ store: stores["a"]! }).company("acme").issue(order());
  await moves.change("acme", await moves.place("acme"), "moved", "c");
  await expect(move("c", "a")).rejects.toThrow('The shard "a" has other books of the company "acme".');
  expect(await issued("c")).toBe("0004");
  expect((await moves.place("acme")).stage).toBe("moved");
  await close();
});

test.each(KINDS)("$kind: a move that fails can be given up, and ended later", async ({ open }) => {
  const { stores, close, side, move, at } = await opened(open);
  const acme = at("a").company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  const { moves } = stores["a"]!;
  const fails = async (table: string) => {
    const rows: typeof moves.rows = async (companyId, from, after) => {
      if (from.name === table) throw new Error("the disk is gone.");
      return moves.rows(companyId, from, after);
    };
    const store = new Proxy(stores["a"]!, {
      get: (target, name) => (name === "moves" ? { ...moves, rows } : target[name as "shard"]),
    });
    await expect(moveCompany("acme", { name: "a", store }, side("b"), () => undefined)).rejects.toThrow(
      'the disk is gone. The company "acme" is closed for writes on both shards.',
    );
    await expect(acme.issue(order())).rejects.toThrow("have moved to");
    expect((await acme.list()).total, "it can still be read").toBeGreaterThan(0);
    await expect(at("b").company("acme").list()).rejects.toThrow('are on the shard "a"');
    await expect(move("a", "c")).rejects.toThrow('is being moved between "a" and "b". First end that');
  };
  await fails("journal");
  expect(await move("b", "a")).toBe('The move was given up: the books of "acme" are on the shard "a".');
  expect((await acme.issue(order())).invoiceNumber).toMatch(/0002$/);
  await fails("invoices");
  expect(await move("a", "b")).toMatch(/"b" now/);
  const there = at("b").company("acme");
  expect((await there.issue(order())).invoiceNumber).toMatch(/0003$/);
  expect((await there.audit()).findings).toEqual([]);
  await close();
});

test.each(onPostgres("PostgreSQL"))("%s: a write that began before the move is awaited, and copied", async () => {
  const [a, b] = [await freshSchema({ shard: "a" }), await freshSchema({ shard: "b" })];
  const { stores, close, move, at } = await opened(() => openShards({ shards: { a, b }, url }));
  await at("a").company("acme").saveProfile(germanProfile());
  const writer = await pool.connect();
  const saved = JSON.stringify({ ...(await stores["a"]!.companies.profile("acme")), name: "Late GmbH" });
  await writer.query("BEGIN");
  await writer.query(`UPDATE ${a}.faktura_companies SET profile = $1`, [saved]);
  const moving = move("a", "b");
  const isAwaited = async () => {
    const { rows } = await pool.query(
      "SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND mode = 'ShareLock' AND NOT granted",
      [`${a}.faktura_companies`],
    );
    return rows.length;
  };
  await expect.poll(isAwaited, { timeout: 30_000 }).toBe(1);
  await writer.query("COMMIT");
  writer.release();
  await moving;
  expect(await stores["b"]!.companies.profile("acme")).toMatchObject({ name: "Late GmbH" });
  await close();
});

test.each(KINDS)("$kind: a move that is refused leaves no claim behind", async ({ open }) => {
  const { stores, close, move, at } = await opened(open);
  await at("a").company("acme").saveProfile(germanProfile());
  // Without shardedStore, nobody claims the company for its records.
  await stores["b"]!.panel!.save("acme", RECORD);
  await expect(move("a", "b")).rejects.toThrow('other books of the company "acme". Nothing was changed.');
  expect(await stores["b"]!.shard.holds("acme")).toBe(false);
  await expect(at("b").company("acme").saveProfile(germanProfile())).rejects.toThrow('are on the shard "a"');
  await close();
});

test.each(KINDS)("$kind: of a move and the command that gives it up at the same time, one ends", async ({ open }) => {
  const { stores, close, side, move, at } = await opened(open);
  const acme = at("a").company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  /** A move that runs `before` ahead of the step that brings acme to this stage on the shard "a". */
  const moveWith = (from: string, to: string, stage: string, before: () => Promise<unknown>) => {
    const { moves } = stores["a"]!;
    const change: typeof moves.change = async (...args) => {
      if (args[2] === stage) await before();
      return moves.change(...args);
    };
    const store = new Proxy(stores["a"]!, {
      get: (target, name) => (name === "moves" ? { ...moves, change } : target[name as "shard"]),
    });
    const sideOf = (name: string) => (name === "a" ? { name, store } : side(name));
    return moveCompany("acme", sideOf(from), sideOf(to), () => undefined);
  };
  let givenUp: Promise<string> | undefined;
  const moving: Promise<string> = moveWith("a", "b", "moved", () => {
    return new Promise<void>((goOn) => {
      givenUp = moveWith("b", "a", "here", async () => {
        goOn();
        await moving;
      });
    });
  }).catch((error: Error) => error.message);
  expect(await moving).toContain("Let only one command move it");
  expect(await givenUp).toBe('The move was given up: the books of "acme" are on the shard "a".');
  expect((await acme.issue(order())).invoiceNumber).toMatch(/0002$/);
  expect(await move("a", "b")).toMatch(/"b" now/);
  await close();
});

test.each(KINDS)(
  "$kind: what stays where a company was, or did not arrive, is in no list of companies",
  async ({ open }) => {
    const { stores, close, side, move, at } = await opened(open);
    const acme = at("a").company("acme");
    await acme.saveProfile(germanProfile());
    const { id, total } = await acme.issue(order());
    await acme.recordPayment(id, { amount: total });
    const listed = async () => [
      await stores["a"]!.journal.companies(null, 10),
      await stores["b"]!.journal.companies(null, 10),
    ];
    const { moves } = stores["a"]!;
    const rows: typeof moves.rows = async (companyId, table, after) => {
      if (table.name !== "journal") return moves.rows(companyId, table, after);
      expect(await listed()).toEqual([["acme"], []]);
      throw new Error("the disk is gone.");
    };
    const store = new Proxy(stores["a"]!, {
      get: (target, name) => (name === "moves" ? { ...moves, rows } : target[name as "shard"]),
    });
    await expect(moveCompany("acme", { name: "a", store }, side("b"), () => undefined)).rejects.toThrow("the disk");
    await move("b", "a");
    expect((await createInvoicing({ store: stores["b"]! }).company("acme").audit()).findingCount).toBeGreaterThan(0);
    expect(await listed()).toEqual([["acme"], []]);
    await move("a", "b");
    expect(await listed()).toEqual([[], ["acme"]]);
    await close();
  },
);
