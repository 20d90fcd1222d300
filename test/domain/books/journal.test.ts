import { FIRST_DIGEST, journalText } from "faktura";
import { expect, test } from "vitest";

test("the digest before the first entry is 64 zeros", () => {
  expect(FIRST_DIGEST).toMatch(/^0{64}$/);
});

test("an entry's text has seven lines: the previous digest, position, kind, source, instant, actor and document", () => {
  const entry = { position: 1, kind: "invoice.issued", source: "panel", at: "2026-11-20T09:30:00.000Z" } as const;
  const lines = [FIRST_DIGEST, "1", "invoice.issued", "panel", "2026-11-20T09:30:00.000Z", "", '{"a":1}'];
  expect(journalText(FIRST_DIGEST, { ...entry, actor: null, document: '{"a":1}' })).toBe(lines.join("\n"));
});
