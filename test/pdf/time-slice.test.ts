import { renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { FONTS } from "./fonts.ts";

/** The processor time that each turn of the event loop takes until `work` is done, in microseconds. */
async function turnsOf(work: () => Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let begun = process.cpuUsage();
  let isDone = false;
  const next = () => {
    const { user, system } = process.cpuUsage(begun);
    turns.push(user + system);
    begun = process.cpuUsage();
    if (!isDone) setImmediate(next);
  };
  setImmediate(next);
  await work();
  isDone = true;
  return turns;
}

test("a document with a long table is measured and drawn in many turns, between which the process does other work", async () => {
  const { acme } = await openBooks();
  const items = Array.from({ length: 1000 }, (_, index) => ({
    description: `Tee ${index}`,
    quantity: 1,
    unitPrice: 1,
  }));
  const invoice = await acme.issue(order({ items }));
  await renderPdf(await acme.issue(order()), { fonts: FONTS }); // loads the packages
  const turns = await turnsOf(() => renderPdf(invoice, { fonts: FONTS, attach: false }));
  const total = turns.reduce((sum, each) => sum + each, 0);
  expect(Math.max(...turns)).toBeLessThan(total / 4);
});
