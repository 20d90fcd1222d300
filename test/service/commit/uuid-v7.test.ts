import { expect, test } from "vitest";
import { oneTo } from "../../support/fixtures.ts";

// The generator goes on from its last id, so each test is later than the one before it. Other files set their clocks to
// later years, so this one has a generator of its own: the query makes it another module.
const module = "../../../src/service/commit/uuid-v7.ts?own";
const { uuidV7 }: typeof import("../../../src/service/commit/uuid-v7.ts") = await import(/* @vite-ignore */ module);
const at = (instant: string) => new Date(instant);

test("an id has the form of a UUIDv7 and begins with its instant", () => {
  const now = at("2030-01-01T00:00:00.000Z");
  const id = uuidV7(now);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(now.getTime());
});

test("ids of one millisecond tell it, all of them, until there are too many", () => {
  const now = at("2030-06-01T00:00:00.000Z");
  const times = oneTo(3000).map(() => Number.parseInt(uuidV7(now).replace("-", "").slice(0, 12), 16));
  expect(new Set(times)).toEqual(new Set([now.getTime()]));
});

test("five thousand ids of one millisecond are sorted and unique", () => {
  const now = at("2031-01-01T00:00:00.000Z");
  const ids = oneTo(5000).map(() => uuidV7(now));
  expect(ids).toEqual([...new Set(ids)].sort());
});

test("ids stay sorted and unique when the clock runs backwards, and when it catches up", () => {
  const start = at("2032-01-01T00:00:00.000Z").getTime();
  const backwards = [0, ...oneTo(5000)].map((seconds) => start - seconds * 1000);
  const catchingUp = oneTo(100).map((ms) => start + ms);
  const ids = [...backwards, ...catchingUp].map((ms) => uuidV7(new Date(ms)));
  expect(ids).toEqual([...new Set(ids)].sort());
});
