/**
 * Goal: a PostgreSQL that is down is StoreUnavailableError, and 503 with Retry-After over HTTP, never 500; unless the
 * call may have written something.
 * Method: servers that are stopped, that refuse, that cannot be found, and that start while somebody calls.
 */
import { once } from "node:events";
import { createServer, type LookupFunction, Socket } from "node:net";
import { createInvoicing, StoreUnavailableError } from "faktura";
import { createHttpHandler } from "faktura/http";
import { migratePostgres, type PostgresPool, postgresJsPool, postgresStore } from "faktura/postgres";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, openPool, pool, postgresUrl } from "../../support/postgres.ts";
import { freePort, startPostgres } from "../../support/postgres-server.ts";

const POOLS: Record<string, (url: string) => PostgresPool & { end(): Promise<void> }> = {
  pg: (connectionString) => openPool({ connectionString, max: 3 }),
  "postgres.js": (url) => postgresJsPool((own) => postgres(url, own), { max: 3 }),
};

/** All calls of a company on this pool, in the process and over HTTP, must say that the store is not available. */
async function expectUnavailable(through: PostgresPool, cause: object, options = {}): Promise<void> {
  const invoicing = createInvoicing({ store: postgresStore(through, options) });
  const acme = invoicing.company("acme");
  const [id, patch] = ["0193", { name: "Neu GmbH" }];
  const calls = [
    () => acme.issue(order()),
    () => acme.issue(order(), { idempotencyKey: "key" }),
    () => acme.list(),
    () => acme.get(id),
    () => acme.cancel(id),
    () => acme.saveProfile(germanProfile(patch)),
    () => acme.audit(),
    () => invoicing.drainBilling({ deliver: async () => undefined }),
  ];
  for (const call of calls) {
    const error = await call().catch((reason: unknown) => reason);
    expect(error, String(call)).toBeInstanceOf(StoreUnavailableError);
    expect(error).toMatchObject({
      code: "store_unavailable",
      message: expect.stringMatching(
        /^PostgreSQL is not available \(.+\); nothing was written\. Repeat the call later$/,
      ),
      cause,
    });
  }
  const reported: unknown[] = [];
  const handle = createHttpHandler(invoicing, {
    authenticate: () => ({ companyId: "acme", scopes: ["write:invoices", "read:invoices"] }),
    onError: (error) => void reported.push(error),
  });
  const headers = { authorization: "Bearer key", "content-type": "application/json" };
  for (const init of [{ method: "POST", headers, body: JSON.stringify(order()) }, { headers }]) {
    const response = await handle(new Request("http://shop.test/invoices", init));
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: "store_unavailable", status: 503 });
    expect(text, "clients need not know the server").not.toMatch(/127\.0\.0\.1|localhost/);
  }
  expect(reported).toEqual([expect.any(StoreUnavailableError), expect.any(StoreUnavailableError)]);
  await invoicing.close();
}

test.each(Object.keys(POOLS))("%s: a server that is not there, cold", async (driver) => {
  const own = POOLS[driver]!(`postgres://postgres@127.0.0.1:${await freePort()}/postgres`);
  onTestFinished(() => own.end());
  await expectUnavailable(own, { code: "ECONNREFUSED" });
});

test("a name that cannot be found, and a socket that does not exist", async () => {
  for (const [host, code] of [
    ["faktura.invalid", /ENOTFOUND|EAI_AGAIN/],
    ["/tmp/no-such-folder", /ENOENT/],
  ] as const) {
    const own = openPool({ connectionString: undefined, host, user: "postgres" });
    await expectUnavailable(own, { code: expect.stringMatching(code) });
    await own.end();
  }
});

test("a server that is starting up", async () => {
  const fields = "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0";
  const size = Buffer.alloc(4);
  size.writeInt32BE(fields.length + 4);
  const server = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .once("data", () => socket.end(Buffer.concat([Buffer.from("E"), size, Buffer.from(fields)])));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const own = openPool({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await expectUnavailable(own, { code: "57P03" });
  await own.end();
});

test("a host name with several addresses, all of which refuse", async () => {
  const port = await freePort();
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "127.0.0.2", family: 4 },
  ];
  const lookup: LookupFunction = (_, __, found) => found(null, addresses);
  const stream = () => {
    const socket = new Socket();
    const connect = socket.connect.bind(socket);
    const options = { port, host: "localhost", autoSelectFamily: true, lookup };
    return Object.assign(socket, { connect: () => connect(options) });
  };
  const own = openPool({ connectionString: `postgres://postgres@localhost:${port}/postgres`, stream });
  // Node's error has several causes, and no message of its own.
  await expectUnavailable(own, { code: "ECONNREFUSED", message: "" });
  await own.end();
});

test("a server that accepts no more connections", async () => {
  const schema = await freshSchema();
  const role = `${schema}_role`;
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'password' CONNECTION LIMIT 0`);
  onTestFinished(async () => void (await pool.query(`DROP ROLE ${role}`)));
  const url = new URL(postgresUrl);
  url.username = role;
  url.password = "password";
  const own = openPool({ connectionString: url.href });
  await expectUnavailable(own, { code: "53300" }, { schema });
  await own.end();
});

test.each(Object.keys(POOLS))("%s: a server that is stopped under a warm store, and starts again", async (driver) => {
  const server = await startPostgres();
  const own = POOLS[driver]!(server.url);
  try {
    await migratePostgres(own);
    const invoicing = createInvoicing({ store: postgresStore(own) });
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile());
    await acme.issue(order());
    await server.kill();
    for (const call of [() => acme.issue(order()), () => acme.list(), () => acme.issue(order())]) {
      await expect(call()).rejects.toBeInstanceOf(StoreUnavailableError);
    }
    // Many writes that share a commit are not tried one by one.
    const together = await Promise.allSettled(Array.from({ length: 50 }, () => acme.issue(order())));
    expect(new Set(together.map((outcome) => (outcome as PromiseRejectedResult).reason.code))).toEqual(
      new Set(["store_unavailable"]),
    );
    await server.start();
    expect((await acme.issue(order())).invoiceNumber).toMatch(/-0002$/);
    await invoicing.close();
  } finally {
    await own.end();
    await server.stop();
  }
});

test("a joined call whose connection is ended by the server", async () => {
  const schema = await freshSchema();
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema }) });
  await invoicing.company("acme").saveProfile(germanProfile());
  const own = openPool({ max: 1 });
  const client = (await own.connect()).on("error", () => undefined);
  await client.query("BEGIN");
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const closed = new Promise((resolve) => client.once("end", resolve)); // events.once would reject at the error before
  await pool.query("SELECT pg_terminate_backend($1)", [rows[0]!.pid]);
  await closed;
  const joined = invoicing.joining(client).company("acme");
  await expect(joined.issue(order())).rejects.toBeInstanceOf(StoreUnavailableError);
  client.release(true);
  await own.end();
});

test.each(["profile", "invoice"])(
  "a COMMIT of a %s without an answer is an unknown outcome, if PostgreSQL is then down",
  async (what) => {
    const schema = await freshSchema();
    let isDown = false;
    const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const inner = openPool({ max: 2 });
    const cut = interceptedPool(inner, async (text, send) => {
      if (text !== "COMMIT" || !isArmed) return send();
      isDown = true;
      throw new Error("Connection terminated unexpectedly");
    });
    let isArmed = false;
    const down: PostgresPool = { connect: () => (isDown ? Promise.reject(refused()) : cut.connect()) };
    const acme = createInvoicing({ store: postgresStore(down, { schema, lockTimeoutMs: 300 }) }).company("acme");
    await acme.saveProfile(germanProfile());
    isArmed = true;
    const call = what === "profile" ? acme.saveProfile(germanProfile({ name: "Neu GmbH" })) : acme.issue(order());
    await expect(call).rejects.toMatchObject({ code: "outcome_unknown" });
    await inner.end();
  },
);
