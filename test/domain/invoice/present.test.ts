import type { CreditNoteDocument } from "faktura";
import { expect, test } from "vitest";
import { presentCreditNote } from "../../../src/domain/invoice/present.ts";

const STORED = { documentVersion: 1, zone: { of: "the next" }, total: 5, id: "credit-1", __proto__: undefined };

test("fields that a later release has stored in a credit note are answered unchanged, after those that are known", () => {
  const answered = presentCreditNote(STORED as unknown as CreditNoteDocument, []);
  expect(answered).toEqual({ id: "credit-1", total: 5, zone: { of: "the next" } });
  expect(Object.keys(answered).at(-1)).toBe("zone");
});

test("a field of a stored credit note may have any name", () => {
  const named = JSON.parse('{"documentVersion":1,"id":"credit-1","__proto__":{"total":1}}') as CreditNoteDocument;
  const answered = presentCreditNote(named, []);
  expect(Object.keys(answered)).toEqual(["id", "__proto__"]);
  expect(answered.total).toBeUndefined();
});
