/**
 * Goal: a commit that is shared by companies and cut off at any instant loses, doubles or mixes nothing between them.
 * Method: two processes share one file. Each issues for 500 companies at once, half of which the other one serves too, and
 * prints company, number and id of each invoice once it was acknowledged. Both are killed with SIGKILL at random moments,
 * once both have issued for some of their companies.
 * Then the books of each company are compared with their output. Each round continues with the same file.
 */
import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, expect, test } from "vitest";
import { oneTo } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { Child, endChildren } from "./children.ts";

const ROUNDS = 4;
const SERVED = 500;
const COMPANIES = oneTo(SERVED * 1.5).map((index) => `company-${index}`);

afterEach(endChildren);

test(`two processes that share a file, each with ${SERVED} companies, are killed ${ROUNDS} times`, async () => {
  const path = freshFile("invoices.db", diskFolder());
  await (await openSqliteStore(path)).close();
  const acknowledged = new Map<string, string>();
  for (const _ of oneTo(ROUNDS)) {
    const firsts = [1, 1 + SERVED / 2];
    const children = firsts.map((first) => new Child("test/crash/issue-for-many.ts", path, `${first}`, `${SERVED}`));
    await Promise.all(children.map((child) => child.said(1)));
    for (const child of children) child.say("go");
    await Promise.all(children.map((child) => child.said(1 + SERVED / 4))); // however slow the machine is
    await Promise.all(children.map(async (child) => moment(Math.random() * 400).then(() => child.kill())));
    for (const line of children.flatMap(({ lines }) => lines.slice(1))) {
      const [companyId, number, id] = line.split(" ") as [string, string, string];
      expect(acknowledged.has(`${companyId} ${number}`), line).toBe(false);
      acknowledged.set(`${companyId} ${number}`, id);
    }
    expect(await readBooks(path)).toEqual(expect.objectContaining(Object.fromEntries(acknowledged)));
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(2 * ROUNDS * (SERVED / 4));
  const invoicing = createInvoicing({ store: await openSqliteStore(path) });
  for (const companyId of COMPANIES) expect((await invoicing.company(companyId).audit()).findings).toEqual([]);
  await invoicing.close();
}, 120_000);

/** The ids of all invoices by company and number, after checking that no company's books have anybody else's. */
async function readBooks(path: string): Promise<Record<string, string>> {
  const store = await openSqliteStore(path);
  const ids: Record<string, string> = {};
  for (const companyId of COMPANIES) {
    const { invoices } = await store.reader.list(companyId, { page: 1, limit: 1_000_000 });
    expect(invoices.map(({ counter }) => counter).reverse()).toEqual(oneTo(invoices.length));
    for (const { document } of invoices) {
      expect(document.reference).toBe(companyId);
      ids[`${companyId} ${document.invoiceNumber}`] = document.id;
    }
  }
  await store.close();
  return ids;
}
