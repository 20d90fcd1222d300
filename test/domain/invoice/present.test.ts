import { type CreditNote, type CreditNoteDocument, type CreditNoteReader, createInvoicing } from "faktura";
import { expect, test } from "vitest";
import { overriding } from "../../service/audit/audited-rows.ts";
import { openBooks } from "../../service/books.ts";
import { order } from "../../support/fixtures.ts";

/** A credit note and how it is answered if a later release has stored it with more fields, as JSON. */
async function storedWith(more: string): Promise<[issued: CreditNote, answered: CreditNote]> {
  const { acme, store } = await openBooks();
  const { id } = await acme.issue(order());
  const issued = await acme.credit(id, { reason: "returned" });
  const find: CreditNoteReader["find"] = async (companyId, creditNoteId) => {
    const stored = await store.creditNotes.find(companyId, creditNoteId);
    const text = JSON.stringify(stored!.document).replace(/\}$/, `,${more}}`);
    return { ...stored!, document: JSON.parse(text) as CreditNoteDocument };
  };
  const later = overriding(store, { creditNotes: overriding(store.creditNotes, { find }) });
  return [issued, await createInvoicing({ store: later }).company("acme").getCreditNote(issued.id)];
}

test("fields that a later release has stored in a credit note are answered unchanged, after those that are known", async () => {
  const [issued, answered] = await storedWith('"zone":{"of":"the next"}');
  expect(answered).toEqual({ ...issued, zone: { of: "the next" } });
  expect(Object.keys(answered)).toEqual([...Object.keys(issued), "zone"]);
});

test("a field of a stored credit note may have any name", async () => {
  const [issued, answered] = await storedWith('"__proto__":{"total":1}');
  expect(Object.keys(answered)).toEqual([...Object.keys(issued), "__proto__"]);
  expect(answered.total).toBe(issued.total);
  expect(Object.getPrototypeOf(answered)).toBe(Object.prototype);
});
