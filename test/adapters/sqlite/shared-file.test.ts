import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile } from "../../support/stores.ts";

const TURNS = 30;

/** How a transaction ends: every third one fails, on both sides. */
const fails = (turn: number) => turn % 3 === 0;

test("a host that writes to the file in its own transactions loses nothing, and makes the library lose nothing", async () => {
  const path = freshFile();
  const host = connectRaw(path);
  host.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0; CREATE TABLE orders (turn INTEGER PRIMARY KEY)");
  const store = sqliteStore(() => connectRaw(path), { lockTimeoutMs: 30_000 });
  const acme = createInvoicing({ store }).company("acme");
  await acme.saveProfile(germanProfile());

  const ours = oneTo(TURNS).map((turn) => (fails(turn) ? insertAndFail() : acme.issue(order())));
  const [outcomes] = await Promise.all([Promise.allSettled(ours), writeOrders(host)]);

  const kept = oneTo(TURNS).filter((turn) => !fails(turn));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(kept.length);
  expect(host.prepare("SELECT turn FROM orders ORDER BY turn").all()).toEqual(kept.map((turn) => ({ turn })));
  const { data } = await acme.list({ limit: 100 });
  const numbers = data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
  expect(numbers.reverse()).toEqual(oneTo(kept.length));
  await store.close();
  host.close();

  /** A transaction of the library's that has written something, and lets the host run before it fails. */
  function insertAndFail(): Promise<never> {
    return store.transaction("acme", async ({ numbers, invoices }) => {
      const { lastCounter, lastIssueDate } = await numbers.lock();
      const counter = await numbers.take(1);
      const issueDate = lastIssueDate ?? "2026-11-20";
      await invoices.insert([
        {
          id: "lost",
          counter,
          invoiceNumber: `INV-${lastCounter}`,
          issueDate,
          source: "api",
          actor: null,
          amountDue: 0,
          issuedAt: "",
          document: "{}",
        },
      ]);
      await nextTurn();
      throw new Error("fails");
    });
  }
});

/** The host's own work: transactions that stay open while the event loop keeps running, and the library with it. */
async function writeOrders(host: SqliteConnection): Promise<void> {
  for (const turn of oneTo(TURNS)) {
    await begin(host);
    host.prepare("INSERT INTO orders (turn) VALUES (?)").run(turn);
    await nextTurn();
    host.exec(fails(turn) ? "ROLLBACK" : "COMMIT");
    await nextTurn();
  }
}

async function begin(host: SqliteConnection): Promise<void> {
  for (;;) {
    try {
      host.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      if (!/locked/.test(String(error))) throw error;
      await nextTurn();
    }
  }
}
