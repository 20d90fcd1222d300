/**
 * Goal: a connection that is closed right after it was opened causes no uncaught exception, and the call succeeds.
 * Method: a proxy adds a shutdown message to the packet in which the server says that it is ready.
 */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { createInvoicing } from "faktura";
import { postgresStore } from "faktura/postgres";
import pg from "pg";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, pool, postgresUrl } from "../../support/postgres.ts";

const FIELDS = "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0";
const TERMINATED = Buffer.concat([Buffer.from("E\0\0\0"), Buffer.from([FIELDS.length + 4]), Buffer.from(FIELDS)]);
const READY = Buffer.from("Z\0\0\0\x05I");

test("a new connection that is terminated at once causes no uncaught exception, and the call is repeated", async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", note);
  const [target, url] = [new URL(postgresUrl), new URL(postgresUrl)];
  let toEnd = 0;
  const proxy = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname).on("error", () => undefined);
    near.on("error", () => undefined).on("close", () => far.destroy());
    near.on("data", (data) => far.write(data));
    far.on("data", (data: Buffer) => {
      const isUp = data.subarray(-READY.length).equals(READY);
      if (isUp && toEnd-- > 0) near.end(Buffer.concat([data, TERMINATED]));
      else near.write(data);
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  url.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`;
  // Only the store listens to this pool.
  const own = new pg.Pool({ connectionString: url.href, max: 1 });
  const schema = await freshSchema();
  const acme = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  await acme.saveProfile(germanProfile());
  try {
    const throughProxy = createInvoicing({ store: postgresStore(own, { schema }) }).company("acme");
    await throughProxy.profile();
    (await own.connect()).release(true); // so that the next one is new
    toEnd = 1;
    expect((await throughProxy.issue(order())).invoiceNumber).toMatch(/-0001$/);
    expect(toEnd).toBeLessThan(1);
    expect(uncaught).toEqual([]);
  } finally {
    process.off("uncaughtException", note);
    await own.end();
    proxy.close();
  }
});
