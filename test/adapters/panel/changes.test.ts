/**
 * Goal: an invoice that a panel has inserted has the same position before and after the library gives it its place.
 * Method: the changes of the books are read before and after the library's next write.
 */
import { afterEach, expect, test } from "vitest";
import { endChildren } from "../../crash/children.ts";
import { order } from "../../support/fixtures.ts";
import { openPanelBooks, type PanelBooks, PanelProcess, TODAY } from "./books.ts";

afterEach(endChildren);

async function read({ acme }: PanelBooks, after = 0): Promise<string[]> {
  const changes: string[] = [];
  for await (const { position, kind } of acme.changes({ after })) changes.push(`${position} ${kind}`);
  return changes;
}

test.each(["PostgreSQL", "SQLite"] as const)("on %s", async (name) => {
  const books = await openPanelBooks(name);
  const panel = await PanelProcess.start(books);
  const own = await books.acme.issue(order());
  await panel.play(2, TODAY);
  const before = await read(books);
  expect(before).toEqual(["1 invoice.issued", "2 invoice.issued", "3 invoice.issued"]);
  expect(await read(books, 2)).toEqual(before.slice(2));
  await books.acme.cancel(own.id);
  expect(await read(books)).toEqual([...before, "4 invoice.cancelled"]);
  await books.invoicing.close();
});
