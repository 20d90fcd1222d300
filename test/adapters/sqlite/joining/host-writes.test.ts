import type { InvoicingOptions } from "faktura";
import type { HostNumbers } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../../support/fixtures.ts";
import { SQLITE_DRIVERS } from "../../../support/stores.ts";
import { type Connect, gate, openHosted } from "../host.ts";

/** More turns of the event loop than a call takes, so that the host also writes after its end. */
const ROUNDS = 100;

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await null;
};

/** A counter of the host's that can fail after it has counted. */
const counting =
  (afterTake: () => unknown = () => undefined): HostNumbers =>
  (connection) => ({
    async lock() {
      const { last } = connection.prepare("SELECT last FROM counters").get() as { last: number };
      return { lastCounter: last, lastIssueDate: null, started: last > 0 };
    },
    async take(count) {
      connection.prepare("UPDATE counters SET last = last + ?").run(count);
      await afterTake();
      return (connection.prepare("SELECT last FROM counters").get() as { last: number }).last - count + 1;
    },
  });

async function openCounted(connect: Connect, numbers: HostNumbers, options?: Partial<InvoicingOptions>) {
  const books = await openHosted(connect, options, { numbers });
  books.host.exec("CREATE TABLE counters (last INTEGER); INSERT INTO counters VALUES (0)");
  const counted = () => (books.host.prepare("SELECT last FROM counters").get() as { last: number }).last;
  return { ...books, counted };
}

/**
 * Goal: a host's writes on its connection during a joined call are kept, whatever the result of the call.
 * Method: the host writes after 0, 1, 2, … turns of the event loop, during calls that are refused, fail, or issue.
 */
describe.each(SQLITE_DRIVERS)("a host that writes during a joined call on $name", ({ connect }) => {
  test("keeps every row, whatever is refused under the lock", async () => {
    const { acme, host, joined, addOrder, kept } = await openHosted(connect);
    const { id } = await acme.issue(order(), { idempotencyKey: "used" });
    const refused = [
      () => joined().recordPayment(id, { amount: 999 }),
      () => joined().issue(order({ clientName: "another" }), { idempotencyKey: "used" }),
      () => joined().continueNumbering({ lastCounter: 7, lastIssueDate: "2020-01-01" }),
    ];
    for (const round of oneTo(ROUNDS)) {
      host.exec("BEGIN IMMEDIATE");
      const write = turns(round % 40).then(() => addOrder(`${round}`));
      const [outcome] = await Promise.allSettled([refused[round % 3]!(), write]);
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "Refusal" } });
      host.exec("COMMIT");
    }
    expect((await kept()).orders).toEqual(oneTo(ROUNDS).map(String));
  });

  test("keeps every row, and its counter every number, whether orders are refused or issued", async () => {
    const { joined, host, addOrder, kept, counted } = await openCounted(connect, counting());
    for (const round of oneTo(ROUNDS)) {
      host.exec("BEGIN IMMEDIATE");
      const write = turns(round % 40).then(() => addOrder(`${round}`));
      const key = { idempotencyKey: `${Math.ceil(round / 2)}` }; // each key is used a second time, for another order
      const call = joined().issue(order({ clientName: `${round % 2}` }), key);
      const [outcome] = await Promise.allSettled([call, write]);
      expect(outcome.status).toBe(round % 2 === 1 ? "fulfilled" : "rejected");
      host.exec("COMMIT");
    }
    expect((await kept()).orders).toEqual(oneTo(ROUNDS).map(String));
    expect([counted(), (await kept()).clients.length]).toEqual([ROUNDS / 2, ROUNDS / 2]);
  });

  test("gets an error if its writes were undone together with a failed number, and rolls back; the counter has no gap", async () => {
    const numbers = counting(() => {
      if (failing) throw new Error("the counter broke");
    });
    let failing = false;
    const { joined, host, addOrder, kept, counted } = await openCounted(connect, numbers);
    failing = true;
    const answers = new Set<string>();
    for (const round of oneTo(ROUNDS)) {
      host.exec("BEGIN IMMEDIATE");
      const write = turns(round % 40).then(() => addOrder(`${round}`));
      const [outcome] = await Promise.allSettled([joined().issue(order()), write]);
      const { message } = (outcome as PromiseRejectedResult).reason as Error;
      const isLost = (host.prepare("SELECT count(*) AS rows FROM orders").get() as { rows: number }).rows !== 1;
      answers.add(`${isLost} ${/Roll your transaction back/.test(message)}`);
      expect(counted()).toBe(0);
      host.exec("ROLLBACK");
    }
    expect([...answers].filter((answer) => answer !== "false false")).toEqual(["true true"]);
    expect(await kept()).toEqual({ orders: [], clients: [] });
  });

  test("a number returns to the counter if the database refuses the invoice", async () => {
    const { joined, host, kept, counted } = await openCounted(connect, counting());
    host.exec("BEGIN IMMEDIATE");
    await joined().issue(order({ clientName: "1" }));
    host.exec("UPDATE counters SET last = 0");
    await expect(joined().issue(order())).rejects.toThrow(/^faktura: an invoice must have/);
    expect(counted()).toBe(0);
    host.exec("UPDATE counters SET last = 1");
    await joined().issue(order({ clientName: "2" }));
    host.exec("COMMIT");
    expect([await kept(), counted()]).toEqual([{ orders: [], clients: ["1", "2"] }, 2]);
  });

  test("a number of a slow counter also returns, whatever other calls do meanwhile", async () => {
    const [directory, asked, counter] = [gate(), gate(), gate()];
    const companies = {
      async profile(companyId: string) {
        if (companyId === "slow") await directory.opened;
        return germanProfile();
      },
    };
    let isBroken = true;
    const numbers = counting(async () => {
      asked.open();
      await counter.opened;
      if (isBroken) throw new Error("the counter broke");
    });
    const { invoicing, joined, host, counted } = await openCounted(connect, numbers, { companies });
    host.exec("BEGIN IMMEDIATE");
    const slow = invoicing.joining(host).company("slow").issue(order());
    const broken = joined().issue(order()).catch(String);
    await asked.opened;
    directory.open();
    await turns(20);
    counter.open();
    expect([await broken, counted()]).toEqual(["Error: the counter broke", 0]);
    isBroken = false;
    expect((await slow).invoiceNumber).toMatch(/-0001$/);
    host.exec("COMMIT");
    expect(counted()).toBe(1);
  });

  test("concurrent calls with a host's counter run one after another, and those of an ended transaction do not run", async () => {
    const { joined, host, kept, counted } = await openCounted(connect, counting());
    host.exec("BEGIN IMMEDIATE");
    const early = oneTo(5).map(() => joined().issue(order()).catch(String));
    host.exec("ROLLBACK; BEGIN IMMEDIATE");
    const calls = oneTo(20).map(async (number) => {
      await turns(number);
      const invoice = await joined().issue(order({ clientName: `${number}` }));
      return (await joined().get(invoice.id)).clientName;
    });
    expect(await Promise.all(calls)).toEqual(oneTo(20).map(String));
    expect((await Promise.all(early)).map((answer) => /TypeError.*ended/.test(`${answer}`))).toEqual(
      Array(5).fill(true),
    );
    host.exec("COMMIT");
    expect([(await kept()).clients.length, counted()]).toEqual([20, 20]);
  });

  test("a transaction that ends during a call with a host's counter keeps the invoice that was returned, or none", async () => {
    const { joined, host, kept } = await openCounted(connect, counting());
    let issued = 0;
    for (const count of oneTo(60)) {
      host.exec("BEGIN IMMEDIATE");
      const call = joined().issue(order());
      const answered = call.then(
        () => true,
        () => false,
      );
      await turns(count);
      host.exec("COMMIT; BEGIN IMMEDIATE");
      if (await answered) issued += 1;
      host.exec("COMMIT");
      expect((await kept()).clients.length, `after ${count} turns`).toBe(issued);
    }
    expect(issued).toBeGreaterThan(0);
  });
});
