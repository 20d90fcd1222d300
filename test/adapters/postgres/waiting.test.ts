/**
 * Goal: every wait ends, with an error that says what was waited for, and every connection returns to its pool.
 * Method: real pools that are full, real locks, and a real network that loses answers.
 */

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { createInvoicing, StoreBusyError } from "faktura";
import { postgresStore } from "faktura/postgres";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { passTime, stopTimers } from "../../support/passing-time.ts";
import { freshSchema, openPool, pool, postgresUrl } from "../../support/postgres.ts";

const ended: (() => unknown)[] = [];
afterAll(() => Promise.all(ended.map((end) => end())));

function poolOf(max: number, config = {}) {
  const own = openPool({ max, ...config });
  ended.push(() => own.end());
  return own;
}

/**
 * Acme with an invoice, on a store that waits as long as a busy machine may need, and on one that only waits briefly.
 */
async function openAcme(through = poolOf(3), lockTimeoutMs = 300) {
  const schema = await freshSchema();
  const store = postgresStore(through, { schema, lockTimeoutMs: 60_000 });
  const acme = createInvoicing({ store }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  const hasty = postgresStore(through, { schema, lockTimeoutMs });
  return { schema, store, acme, through, hasty, hastyAcme: createInvoicing({ store: hasty }).company("acme") };
}

test("a full pool is StoreBusyError that says so; a connection that comes late is returned at once", async () => {
  const { acme, hastyAcme, hasty, through } = await openAcme(poolOf(1));
  const taken = await through.connect();
  const acknowledge = () => hasty.billing.acknowledge("acme", ["id"]);
  stopTimers();
  for (const call of [() => hastyAcme.issue(order()), () => hastyAcme.list(), acknowledge]) {
    const failing = call().catch((reason: unknown) => reason);
    await passTime(300);
    const error = await failing;
    expect(error).toBeInstanceOf(StoreBusyError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^timed out after 300 ms waiting for a connection from the pool/),
    });
  }
  expect(through.waitingCount).toBeGreaterThan(0);
  taken.release();
  expect((await acme.issue(order())).invoiceNumber).toMatch(/-0002$/);
  expect([through.waitingCount, through.idleCount, through.totalCount]).toEqual([0, 1, 1]);
});

test("the pool's own timeout is the same error, with its cause", async () => {
  const { acme, through } = await openAcme(poolOf(1, { connectionTimeoutMillis: 1000 }));
  const taken = await through.connect();
  stopTimers();
  const listing = acme.list().catch((reason: unknown) => reason);
  await passTime(1000, () => through.waitingCount > 0);
  const error = await listing;
  taken.release();
  expect(error).toBeInstanceOf(StoreBusyError);
  expect(error).toMatchObject({ cause: { message: "timeout exceeded when trying to connect" } });
});

test("a pool of one connection is enough for everything at once", async () => {
  const { acme, through } = await openAcme(poolOf(1));
  await Promise.all(oneTo(20).flatMap(() => [acme.issue(order()), acme.list()]));
  expect((await acme.list()).total).toBe(21);
  expect(through.totalCount).toBe(1);
});

test("a lock that another server holds is StoreBusyError with its cause, and nothing is written", async () => {
  const { schema, acme, hastyAcme, through } = await openAcme();
  const holder = await pool.connect();
  await holder.query(`BEGIN; SELECT 1 FROM ${schema}.faktura_sequences WHERE company_id = 'acme' FOR UPDATE`);
  const error = await hastyAcme.issue(order()).catch((reason: unknown) => reason);
  await holder.query("ROLLBACK");
  holder.release();
  expect(error).toBeInstanceOf(StoreBusyError);
  expect(error).toMatchObject({ cause: { code: "55P03" } });
  expect((await acme.issue(order())).invoiceNumber).toMatch(/-0002$/);
  expect(through.idleCount).toBe(through.totalCount);
});

test("a call that waits for itself times out: on the same company for its mutex, on a pool of one for its connection", async () => {
  const { store, hasty } = await openAcme(poolOf(1), 60_000);
  for (const [companyId, what] of [
    ["acme", /^timed out after 60000 ms waiting for an earlier transaction of this company in this process/],
    ["globex", /^timed out after 60000 ms waiting for a connection from the pool/],
  ] as const) {
    const inner = hasty.transaction("acme", async ({ numbers }) => {
      await numbers.lock();
      stopTimers();
      const waiting = hasty.transaction(companyId, (ports) => ports.numbers.lock());
      await passTime(60_000);
      return waiting;
    });
    await expect(inner).rejects.toThrow(what);
    vi.useRealTimers();
  }
  expect(await store.transaction("acme", async ({ numbers }) => (await numbers.lock()).lastCounter)).toBe(1);
});

test("a hundred callers of one company leave the pool to the other companies", async () => {
  const { store, through } = await openAcme(poolOf(2));
  let most = 0;
  const calls = oneTo(100).map(() =>
    store.transaction("acme", async ({ numbers }) => {
      await numbers.lock();
      most = Math.max(most, through.totalCount - through.idleCount);
    }),
  );
  await Promise.all(calls);
  expect(most).toBe(1);
});

/** A proxy in front of the server that can stop forwarding, like a network that has gone down. */
async function openProxy() {
  const sockets = new Set<Socket>();
  const state = { isSilent: false, stopAt: undefined as string | undefined };
  const server = createServer((near) => {
    const far = connect(Number(new URL(postgresUrl).port), "127.0.0.1");
    for (const socket of [near, far]) sockets.add(socket.on("error", () => undefined));
    near.on("data", (data) => {
      if (state.stopAt !== undefined && data.includes(state.stopAt)) state.isSilent = true;
      if (!state.isSilent) far.write(data);
    });
    far.on("data", (data) => state.isSilent || near.write(data));
    near.on("close", () => far.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  ended.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  /** Passes data on again. What it had swallowed is lost, so its connections are closed. */
  const wake = () => {
    Object.assign(state, { isSilent: false, stopAt: undefined });
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return { state, wake, url: postgresUrl.replace(/:\d+\//, `:${port}/`) };
}

test.each(["BEGIN", "FOR UPDATE", "CALL"])(
  "a network that goes silent at %s causes an error, not a hang",
  async (stopAt) => {
    const { state, wake, url } = await openProxy();
    const through = poolOf(2, { connectionString: url });
    // The outcome of a lost call is looked for until the deadline, which no timer measures.
    const { acme, hastyAcme } = await openAcme(through, 3000);
    const { data } = await acme.list();
    if (stopAt === "CALL") await hastyAcme.issue(order());
    state.stopAt = stopAt;
    stopTimers();
    const issues = stopAt === "CALL";
    const writing: Promise<unknown> = issues ? hastyAcme.issue(order()) : acme.cancel(data[0]!.id);
    let isOver = false;
    writing.catch(() => {
      isOver = true;
    });
    while (!isOver) await passTime(120_000, () => state.isSilent); // from now on, nothing that is sent is answered
    // The call may have been committed, so it is not enough to give up.
    await expect(writing).rejects.toThrow(
      issues
        ? /^a commit got no answer, and its outcome could not be determined within \d+ ms/
        : /^no answer from PostgreSQL in \d+ ms; nothing was written\. Repeat the call later$/,
    );
    if (!issues) expect(through.totalCount, "the dead connection is dropped").toBeLessThanOrEqual(1);
    wake();
    expect((await acme.issue(order())).invoiceNumber).toMatch(issues ? /-0003$/ : /-0002$/);
  },
);

test("a wrong password and a missing database are errors of the driver, at once and unchanged", async () => {
  const nowhere = postgresStore(poolOf(1, { connectionString: `${postgresUrl}_missing` }));
  await expect(nowhere.companies.profile("acme")).rejects.toMatchObject({ code: "3D000" });
  const stranger = postgresStore(poolOf(1, { connectionString: postgresUrl.replace(":password@", ":wrong@") }));
  await expect(stranger.transaction("acme", async () => 1)).rejects.toMatchObject({ code: "28P01" });
});

test("an idle connection that the server closes causes no uncaught exception, and the next call succeeds", async () => {
  // Only the store listens to this pool.
  const own = new pg.Pool({ connectionString: postgresUrl, max: 1 });
  ended.push(() => own.end());
  const { acme } = await openAcme(own);
  const pid = (await own.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
  const removed = new Promise((resolve) => own.once("remove", resolve));
  await pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await removed;
  expect((await acme.issue(order())).invoiceNumber).toMatch(/-0002$/);
});

test("closing the store does not end the host's pool", async () => {
  const { store, through } = await openAcme();
  await store.close();
  expect((await through.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});
