/**
 * Goal: a process killed at any instant of a run leaves no occurrence of a recurring invoice out, and issues none twice.
 * Method: a recurring invoice has missed three years. Children run what is due, and each is killed with SIGKILL at a random
 * moment; the last two run at once, to the end. Then there is one invoice for each month, in order.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, expect, test } from "vitest";
import { germanProfile, oneTo, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshFile } from "../support/stores.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { Child, endChildren, startTogether } from "./children.ts";

const KILLS = 6;
const MONTHS = 36;
const script = "test/crash/run-due.ts";

afterEach(endChildren);

/** Keeps an invoice that has recurred each month since then. */
async function keepRecurring(path: string): Promise<void> {
  const store = await openSqliteStore(path);
  const invoicing = createInvoicing({ store, clock: new TestClock("2021-01-01T12:00:00.000Z") });
  await invoicing.company("acme").saveProfile(germanProfile());
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS }),
    tables: panelTables(store),
  });
  const sale = order({ clientCountry: "DE", supplyDate: "2021-01-01" });
  const plan = { months: 1, day: 15, next: "2021-01-15", until: "2023-12-31", result: "issue" };
  const body = { ...plan, order: sale, fields: {}, anchor: "2021-01-01", dueDays: 14, replaces: [""] };
  const request = {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, revision: randomUUID() }),
  };
  const answer = await panel(new Request(`http://panel.test/panel/acme/calls/recurring/${randomUUID()}`, request));
  expect(answer.status, await answer.text()).toBe(200);
  await invoicing.close();
}

/** The months of the invoices, oldest first, after an audit of the books. */
async function readMonths(path: string): Promise<string[]> {
  const store = await openSqliteStore(path);
  const { findings } = await createInvoicing({ store }).company("acme").audit();
  const { invoices } = await store.reader.list("acme", { page: 1, limit: 1000 });
  await store.close();
  expect(findings).toEqual([]);
  expect(invoices.map(({ counter }) => counter).reverse()).toEqual(oneTo(invoices.length));
  return invoices.map(({ document }) => document.taxPointDate.slice(0, 7)).reverse();
}

test(`SIGKILL in ${KILLS} runs of what recurs, then two at once: one invoice for each of ${MONTHS} months`, async () => {
  const path = freshFile("invoices.db", diskFolder());
  await keepRecurring(path);
  const counts: number[] = [];
  let next = new Child(script, path);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const child = next;
    await child.said(1);
    child.say("go");
    await child.said(1 + Math.ceil(Math.random() * 4));
    await moment(Math.random() * 10);
    await child.kill();
    if (kill < KILLS) next = new Child(script, path); // starts up while we compare
    counts.push((await readMonths(path)).length);
  }
  const last = await startTogether(2, script, () => [path]);
  await Promise.all(last.map((child) => child.finished()));
  expect(
    counts.some((count) => count > 0 && count < MONTHS),
    `a kill in between, after ${counts}`,
  ).toBe(true);
  const wanted = Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(2021, index)).toISOString().slice(0, 7),
  );
  expect(await readMonths(path)).toEqual(wanted);
}, 120_000);
