/**
 * Goal: pages give each row once, in its order, however the places lie and wherever a page ends, and they come to an end.
 * Method: any places, doubled ones among them, in pages of any size; then places that only damage can make.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Pages } from "../../../src/service/audit/pages.ts";

interface Row {
  readonly place: number;
  readonly id: number;
}

/** The rows that pages give, and how many reads it took. */
async function readAll(places: readonly number[], pageSize: number, last: number) {
  const rows = places.map((place, id): Row => ({ place, id })).sort((a, b) => a.place - b.place || a.id - b.id);
  let reads = 0;
  const read = async (after: number, limit: number) => {
    reads += 1;
    return rows.filter(({ place }) => place > after).slice(0, limit);
  };
  const pages = new Pages<Row>(read, ({ place }) => place, { pageSize, after: 0, last });
  const given: Row[] = [];
  for (await pages.begin(); pages.current !== undefined; await pages.next()) given.push(pages.current);
  return { given, reads, rows };
}

test("each row comes once, doubled places and all", async () => {
  const places = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 });
  const check = async (at: readonly number[], pageSize: number, last: number) => {
    const { given, rows } = await readAll(at, pageSize, last);
    expect(given).toEqual(rows.filter(({ place }) => place <= last));
  };
  const property = fc.asyncProperty(places, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 13 }), check);
  await fc.assert(property, { numRuns: 300 });
});

test("a page is read for each page of rows, and one more where the last one is full", async () => {
  const places = Array.from({ length: 12 }, (_, index) => index + 1);
  expect((await readAll(places, 5, 12)).reads).toBe(4);
  expect((await readAll(places, 5, 100)).reads).toBe(4);
});

test("places between whole numbers, at the last safe one and beyond all bounds are no endless pages", async () => {
  const odd = fc.constantFrom(0.5, 1, 1.25, 1.5, 1.75, 2, 2 ** 53 - 1, 2 ** 53, 2 ** 63, Infinity);
  const check = async (at: readonly number[], pageSize: number) => {
    const { given } = await readAll(at, pageSize, Infinity);
    expect(given.every(({ place }) => place <= Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(new Set(given.map(({ id }) => id)).size).toBe(given.length);
  };
  await fc.assert(fc.asyncProperty(fc.array(odd, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), check));
});

test("of copies of one row that go into the thousands no more are read than show it", async () => {
  const { given, reads } = await readAll([...Array.from({ length: 5000 }, () => 7), 8], 200, 10);
  expect(given.at(-1)?.place).toBe(8);
  expect(given.length).toBeLessThan(1500);
  expect(reads).toBeLessThan(12);
});
