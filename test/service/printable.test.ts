import { isRefusal, type Printable, type Refusal } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { openBooks, traceOf } from "./books.ts";

/** Fonts that have no Chinese and no Greek letters. */
const printable: Printable = { unprintable: (text) => [...new Set(text.match(/[\p{Script=Han}\p{Script=Greek}]/gu))] };

const refusalOf = (call: Promise<unknown>): Promise<Refusal> =>
  call.then(
    () => expect.unreachable("it was not refused"),
    (error: unknown) => {
      if (!isRefusal(error, "request_invalid")) throw error;
      return error;
    },
  );

const DETAIL =
  'has a character that no font can print: "漢" (U+6F22); add a font that has it to fonts.fallback, or write it otherwise';

test("an order with a text that could not be printed is refused by field and character, and leaves nothing behind", async () => {
  const { acme, store, events } = await openBooks(undefined, {}, { printable });
  await acme.issue(order());
  const before = await traceOf(store);
  const refused = order({
    clientAddress: { city: "漢" },
    items: [
      { description: "Tee", quantity: 1, unitPrice: 1 },
      { description: "漢字漢", quantity: 1, unitPrice: 1 },
    ],
  });
  const refusal = await refusalOf(acme.issue(refused, { idempotencyKey: "k" }));
  expect(refusal.message).toBe(
    `The request is not valid. /items/1/description: ${refusal.errors[0]!.detail}. 1 more in errors.`,
  );
  expect(refusal.errors).toEqual([
    {
      pointer: "/items/1/description",
      detail: expect.stringMatching(/^has characters .*"漢" \(U\+6F22\), "字" \(U\+5B57\); add a font/),
    },
    { pointer: "/clientAddress/city", detail: DETAIL },
  ]);
  expect((await refusalOf(acme.issueMany([order(), refused]))).errors).toMatchObject([
    { pointer: "/1/items/1/description" },
    { pointer: "/1/clientAddress/city" },
  ]);
  expect(await traceOf(store)).toEqual(before);
  expect(events).toHaveLength(1);
  await acme.issue(order(), { idempotencyKey: "k" }); // the key is still free
});

test("texts that are not printed may have any character", async () => {
  const { acme } = await openBooks(undefined, {}, { printable });
  const invoice = await acme.issue(order({ reference: "漢", metadata: { key: "漢" } }));
  expect(invoice.reference).toBe("漢");
  await acme.saveProfile(germanProfile({ series: { 漢: { prefix: "SB" } } }));
  expect((await acme.issue(order({ series: "漢" }))).invoiceNumber).toMatch(/^SB-/);
  await acme.cancel(invoice.id, { reason: "漢" });
});

test("a profile is refused when it is saved; one from before, when an invoice is issued or credited", async () => {
  const { acme, store, invoicing } = await openBooks();
  const { id } = await acme.issue(order());
  await acme.saveProfile(germanProfile({ legalNote: "漢", address: { city: "漢" } }));
  const strict = (await openBooks(store, {}, { companies: store.companies, printable })).acme;
  const errors = [
    { parameter: "profile.address.city", detail: DETAIL },
    { parameter: "profile.legalNote", detail: DETAIL },
  ];
  const before = await traceOf(store);
  expect((await refusalOf(strict.issue(order()))).errors).toEqual(errors);
  expect((await refusalOf(strict.credit(id, { reason: "falsch" }))).errors).toEqual(errors);
  expect((await refusalOf(strict.saveProfile(germanProfile({ name: "漢" })))).errors).toEqual([
    { pointer: "/name", detail: DETAIL },
  ]);
  expect(await traceOf(store)).toEqual(before);
  expect((await acme.profile()).legalNote).toBe("漢");
  await invoicing.close();
});

test("a credit is refused for its own texts, not for those of its invoice, which nobody can change", async () => {
  const { acme, store } = await openBooks();
  const { id } = await acme.issue(order({ items: [{ description: "漢", quantity: 1, unitPrice: 1 }] }));
  const strict = (await openBooks(store, {}, { printable })).acme;
  expect((await refusalOf(strict.credit(id, { reason: "漢" }))).errors).toEqual([
    { pointer: "/reason", detail: DETAIL },
  ]);
  expect((await strict.credit(id, { reason: "falsch" })).items[0]!.description).toBe("漢");
});

test("the note that the library writes in the seller's language is checked", async () => {
  const greek = { country: "GR", vatNumber: "EL090000045", language: "el" };
  const { acme } = await openBooks(undefined, greek, { printable });
  const refusal = await refusalOf(
    acme.issue({ clientName: "A", clientCountry: "FR", clientVatNumber: "FR40303265045", items: order().items }),
  );
  expect(refusal.errors).toEqual([{ parameter: "vatNote", detail: expect.stringMatching(/^has characters /) }]);
});

test("what was issued before is replayed, whatever can be printed today", async () => {
  const { acme, store } = await openBooks();
  const chinese = order({ note: "漢" });
  const { id } = await acme.issue(chinese, { idempotencyKey: "k" });
  const strict = (await openBooks(store, {}, { printable })).acme;
  expect((await strict.issue(chinese, { idempotencyKey: "k" })).id).toBe(id);
});
