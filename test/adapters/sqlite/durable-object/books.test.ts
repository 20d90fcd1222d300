/**
 * Goal: workerd killed at any instant leaves no gap in the books of its objects, loses no invoice that it had acknowledged, and
 * no alarm, so that each billing event arrives.
 * Method: invoices are issued in several objects at once, over HTTP, and workerd is killed with SIGKILL at a random moment.
 * The next one starts on the same disk. Events are received by a server of this process.
 * Not covered: power loss, and Cloudflare's own storage, which replicates what workerd writes to a disk here.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as moment } from "node:timers/promises";
import { deliverOnAlarm, durableObjectStore } from "faktura/durable-object";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_RUNTIMES } from "../../../examples/runtimes.ts";
import { oneTo } from "../../../support/fixtures.ts";
import { testUnless } from "../../../support/skipping.ts";
import { diskFolder } from "../../../support/temporary-folders.ts";
import { Objects } from "./run-objects.ts";

const objectTest = testUnless(NO_RUNTIMES);

/** The events that arrived, by the invoice's id, and the answer that the receiver gives. */
const received = new Set<string>();
let answer = 200;
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  if (answer === 200) for (const { data } of JSON.parse(body)) received.add(data.invoiceId);
  response.writeHead(answer).end();
});

let objects: Objects;
beforeAll(async () => {
  if (NO_RUNTIMES !== undefined) return;
  await new Promise((resolve) => receiver.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = receiver.address() as AddressInfo;
  objects = await Objects.start("BooksObject", { RECEIVER: `http://127.0.0.1:${port}/` }, diskFolder());
});
afterAll(async () => {
  await objects?.kill();
  receiver.close();
});

const ask = async (name: string, command: string) => JSON.parse(await objects.ask(name, command));

/** Waits until the events of these invoices have arrived. The time limit of the test ends it. */
async function arrived(ids: readonly string[]): Promise<void> {
  while (!ids.every((id) => received.has(id))) await moment(20);
}

const ROUNDS = 4;

objectTest(
  `SIGKILL of workerd while three objects issue, ${ROUNDS} rounds, loses no invoice and no event`,
  async () => {
    const names = ["north", "south", "west"];
    const acknowledged = new Map<string, string>();
    for (const name of names) await ask(name, "begin");
    for (let round = 1; round <= ROUNDS; round += 1) {
      let isKilled = false;
      const issuing = names
        .flatMap((name) => [1, 2].map(() => name))
        .map(async (name) => {
          while (!isKilled) {
            const [number, id] = await ask(name, "issue").catch(() => []);
            if (id !== undefined) acknowledged.set(`${name} ${number}`, id);
          }
        });
      while (acknowledged.size < round * 20) await moment(5);
      await moment(Math.random() * 50);
      isKilled = true;
      await objects.kill();
      await Promise.all(issuing);
      await objects.restart();
    }
    const ids: string[] = [];
    for (const name of names) {
      const { numbers, findings } = await ask(name, "books");
      expect(findings).toEqual([]);
      expect(numbers.map(([number]: [string]) => Number(number.slice(-4)))).toEqual(oneTo(numbers.length).reverse());
      const found = new Map(numbers);
      for (const [key, id] of acknowledged) if (key.startsWith(name)) expect(found.get(key.split(" ")[1])).toBe(id);
      ids.push(...(found.values() as Iterable<string>));
    }
    await arrived(ids);
  },
);

objectTest(
  "an alarm that was set with an invoice rings after SIGKILL, although nobody asks the object again",
  async () => {
    await ask("alarm", "begin");
    const [, id] = await ask("alarm", "issue");
    await objects.kill();
    expect(received.has(id)).toBe(false);
    await objects.restart();
    await arrived([id]);
  },
);

objectTest(
  "the alarm rings again until a lease that is held elsewhere ends, and after refused deliveries",
  async () => {
    await ask("held", "begin");
    expect(await ask("held", "hold")).toMatchObject({ token: 1 });
    const [, first] = await ask("held", "issue");
    await arrived([first]);
    answer = 503;
    const [, second] = await ask("held", "issue");
    await moment(1000);
    answer = 200;
    await arrived([second]);
  },
);

objectTest("events are delivered although the host deletes or moves the alarm, once it writes again", async () => {
  await ask("moved", "begin");
  await arrived(await ask("moved", "moveAlarm"));
});

objectTest("two stores on one storage number one after another", async () => {
  await ask("together", "begin");
  const numbers: string[] = await ask("together", "together");
  expect(numbers.map((number) => Number(number.slice(-4)))).toEqual(oneTo(40));
});

objectTest("an audit goes on in the next step after SIGKILL", async () => {
  await ask("audited", "begin");
  await ask("audited", "issueMany");
  expect(await ask("audited", "auditStep")).toBeNull();
  await objects.kill();
  await objects.restart();
  expect(await ask("audited", "auditStep")).toBeNull();
  expect(await ask("audited", "auditStep")).toMatchObject({ invoices: 60, entries: 60, findings: [] });
});

objectTest("joining and backup are refused with the reason, and an empty object with create: false", async () => {
  expect((await ask("refusing", "join")).error).toMatch(
    /^the books of a Durable Object cannot join your transaction: .* acknowledged and then rolled back\. Issue first/,
  );
  expect((await ask("refusing", "backup")).error).toMatch(/^a Durable Object has no files to copy to\. /);
  expect((await ask("new", "refuseNew")).error).toMatch(
    /^This Durable Object does not have faktura's tables, and the option create is false\./,
  );
});

/** What has the methods of a storage. Nothing of it is called. */
const unused = () => Promise.reject(new Error("not called"));
const storage = {
  sql: { exec: () => ({ toArray: () => [] }) },
  transactionSync: <Result>(callback: () => Result) => callback(),
  ...{ sync: unused, getAlarm: unused, setAlarm: unused },
};

test.each([
  [
    "no storage",
    () => durableObjectStore(undefined as never),
    /^durableObjectStore needs the storage of a Durable Object that has SQLite: pass ctx\.storage/,
  ],
  [
    "a storage without SQLite",
    () =>
      durableObjectStore({
        ...storage,
        get sql(): never {
          throw new Error("SQL is not enabled");
        },
      }),
    /under new_sqlite_classes/,
  ],
  [
    "an unknown option",
    () => durableObjectStore(storage, { numbers: () => 1 } as never),
    /^durableObjectStore: numbers is not a known option/,
  ],
  [
    "a wrong create",
    () => durableObjectStore(storage, { create: "no" as never }),
    /^create must be true or false, not "no"$/,
  ],
  ["a wrong alarmAfterMs", () => durableObjectStore(storage, { alarmAfterMs: -1 }), /^alarmAfterMs must be/],
])("%s is refused", (_, open, message) => {
  expect(open).toThrow(message);
});

test("deliverOnAlarm refuses what it cannot use before it delivers", async () => {
  await expect(deliverOnAlarm(storage, undefined as never)).rejects.toThrow(/^drain must be a function/);
  const drain = () => Promise.reject(new Error("delivered"));
  await expect(deliverOnAlarm(storage, drain, { againAfterMs: 1 })).rejects.toThrow(/^againAfterMs must be/);
  await expect(deliverOnAlarm({} as never, drain)).rejects.toThrow(/^deliverOnAlarm needs the storage/);
});
