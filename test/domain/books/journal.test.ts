import { FIRST_DIGEST, journalText } from "faktura";
import { expect, test } from "vitest";
import { issuedAtOf } from "../../../src/domain/books/journal.ts";

const DAY = "2026-11-20";

test("the digest before the first entry is 64 zeros", () => {
  expect(FIRST_DIGEST).toMatch(/^0{64}$/);
});

test("an entry's text has seven lines: the previous digest, position, kind, source, instant, actor and document", () => {
  const entry = { position: 1, kind: "invoice.issued", source: "panel", at: "2026-11-20T09:30:00.000Z" } as const;
  const lines = [FIRST_DIGEST, "1", "invoice.issued", "panel", "2026-11-20T09:30:00.000Z", "", '{"a":1}'];
  expect(journalText(FIRST_DIGEST, { ...entry, actor: null, document: '{"a":1}' })).toBe(lines.join("\n"));
});

test.each([
  ["its own", '{"issuedAt":"2026-11-20T09:30:00.000Z"}', "2026-11-20T09:30:00.000Z"],
  ["the day's beginning, where a panel says none", "{}", "2026-11-20T00:00:00.000Z"],
  ["the day's beginning, where a panel says no text", '{"issuedAt":1}', "2026-11-20T00:00:00.000Z"],
  ["the day's beginning, where it would be two lines", '{"issuedAt":"a\\nb"}', "2026-11-20T00:00:00.000Z"],
  ["the day's beginning, where the document is no object", "null", "2026-11-20T00:00:00.000Z"],
])("the instant of an invoice's entry is %s", (_, document, instant) => {
  expect(issuedAtOf(document, DAY)).toBe(instant);
});
