import { FIRST_DIGEST } from "faktura";
import { expect, test } from "vitest";
import { RememberedBooks } from "../../../src/adapters/postgres/transaction/remembered-books.ts";
import { germanProfile, oneTo } from "../../support/fixtures.ts";

const profile = JSON.stringify(germanProfile());
const sequence = { lastCounter: 7, lastIssueDate: "2026-11-20", started: true, storeNow: new Date() };
const head = { sequence, journal: { position: 7, digest: FIRST_DIGEST }, hasOpenRows: false, fence: "0", profile };

test("a profile stays the same object until its text changes or is gone", () => {
  const books = new RememberedBooks();
  books.keep("acme", head);
  const known = books.profile("acme");
  expect(known).toEqual({ text: profile, profile: germanProfile() });
  books.keep("acme", head);
  expect(books.profile("acme")).toBe(known);
  books.keep("acme", { ...head, profile: profile.replace("Firma", "Laden") });
  expect(books.profile("acme")?.profile.name).toBe(germanProfile().name.replace("Firma", "Laden"));
  books.keep("acme", { ...head, profile: "{" });
  expect(books.profile("acme")).toBeUndefined();
  books.keep("acme", undefined);
  expect([books.profile("acme"), books.predict("acme")]).toEqual([undefined, undefined]);
});

test("at most ten thousand companies are kept, and the one that wrote longest ago is dropped first", () => {
  const books = new RememberedBooks();
  for (const place of oneTo(10_000)) books.keep(`company-${place}`, head);
  books.keep("company-1", head);
  books.keep("company-10001", head);
  expect([1, 2, 3, 10_001].map((place) => books.predict(`company-${place}`) !== undefined)).toEqual([
    ...[true, false, true, true],
  ]);
});

test("nothing is predicted before the first invoice, without a fence, or without the right to call", () => {
  const books = new RememberedBooks();
  books.keep("acme", { ...head, sequence: { ...sequence, started: false } });
  expect(books.predict("acme")).toBeUndefined();
  books.keep("acme", { ...head, fence: undefined });
  expect(books.predict("acme")).toBeUndefined();
  books.keep("acme", head);
  expect(books.predict("acme")).toMatchObject(head);
  books.mayPredict = false;
  expect(books.predict("acme")).toBeUndefined();
});

test("each prediction in a row that fails is followed by a longer pause, of 64 transactions at most", () => {
  const books = new RememberedBooks();
  books.keep("acme", head);
  const pauses = oneTo(9).map(() => {
    expect(books.predict("acme")).toBeDefined();
    books.fail("acme");
    let pause = 0;
    for (; books.predict("acme") === undefined; pause += 1) books.keep("acme", head);
    return pause;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64]);
  books.confirm("acme", head);
  books.fail("acme");
  expect([books.predict("acme"), books.predict("acme") !== undefined]).toEqual([undefined, true]);
});
