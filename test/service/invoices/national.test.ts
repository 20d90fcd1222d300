/**
 * Goal: fields that one state needs are stored and answered as given, a credit note has those of its invoice unless they
 * are given anew, and what is wrong in them is refused by name.
 */
import { expect, test } from "vitest";
import { order, TestClock } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { refused } from "../issue-in-new-books.ts";

const ANA = { name: "Ana", oib: "12345678903" };
const IVO = { name: "Ivo", oib: "69435151530" };

test("an invoice has the seller's national fields and its own, and its credit note has them too", async () => {
  const { acme } = await openBooks(undefined, { national: { hr: { operator: ANA } } });
  const invoice = await acme.issue(order({ national: { hr: { operator: IVO } } }));
  expect(invoice).toMatchObject({
    seller: { national: { hr: { operator: ANA } } },
    national: { hr: { operator: IVO } },
  });
  await acme.saveProfile({ ...(await acme.profile()), national: { fr: { vatOnDebits: true } } });
  const creditNote = await acme.credit(invoice.id, { reason: "Returned" });
  expect(creditNote.seller.national).toEqual({ hr: { operator: ANA } });
  expect(creditNote.national).toEqual({ hr: { operator: IVO } });
  expect(await acme.getCreditNote(creditNote.id)).toEqual(creditNote);
});

test("national fields given with a credit replace the invoice's", async () => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order({ national: { hr: { operator: IVO } } }));
  const creditNote = await acme.credit(invoice.id, { reason: "Returned", national: { hr: { operator: ANA } } });
  expect(creditNote.national).toEqual({ hr: { operator: ANA } });
});

test("an invoice without national fields has no such field", async () => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order());
  expect(invoice).not.toHaveProperty("national");
  expect(invoice.seller).not.toHaveProperty("national");
  expect(await acme.credit(invoice.id, { reason: "Returned" })).not.toHaveProperty("national");
});

test("a state that has no fields, an unknown field and a malformed one are refused by name", async () => {
  const unknownState = await refused({ national: { ua: {} } as never });
  expect(unknownState.errors).toEqual([
    { pointer: "/national/ua", detail: "is not a known field; known: de, es, hr, hu, it, pl" },
  ]);
  const unknownField = await refused({ national: { hr: { operatr: ANA } } as never });
  expect(unknownField.errors).toEqual([
    { pointer: "/national/hr/operatr", detail: expect.stringContaining("did you mean operator?") },
  ]);
  const malformed = await refused({ national: { hr: { operator: { ...ANA, oib: "1234" } } } });
  expect(malformed.errors).toEqual([{ pointer: "/national/hr/operator/oib", detail: 'must be 11 digits, not "1234"' }]);
});

test.each([
  ["RT01", "A", false],
  ["RT02", "M1", false],
  ["RT01", "R", true], // commissions
  ["RT03", "A", true], // a contribution
] as const)("split payment with a withholding %s for %s", async (type, code, isTaken) => {
  const { acme } = await openBooks(undefined, { country: "IT", vatNumber: "IT00743110157" });
  const withholdings = [{ type, percent: 20, code, reason: "Ritenuta" }];
  const national = { it: { splitPayment: true } };
  const issued = acme.issue(order({ clientCountry: "IT", supplyDate: "2026-06-30", withholdings, national }));
  if (!isTaken) {
    await expect(issued).rejects.toMatchObject({
      code: "request_invalid",
      errors: [{ pointer: "/national/it/splitPayment", detail: expect.stringContaining("17-ter(1-sexies)") }],
    });
    return;
  }
  expect((await issued).warnings.map((warning) => warning.code)).not.toContain("split_payment_unauthorised");
});

test.each([
  ["2026-07-01", true, false],
  ["2029-06-30", true, false],
  ["2029-07-01", true, true],
  ["2029-07-01", false, false],
])("on %s, split payment %s warns of a missing authorisation: %s", async (day, splitPayment, isWarned) => {
  const clock = new TestClock(`${day}T12:00:00.000Z`);
  const { acme } = await openBooks(undefined, { country: "IT", vatNumber: "IT00743110157" }, { clock });
  const { warnings } = await acme.issue(order({ clientCountry: "IT", national: { it: { splitPayment } } }));
  expect(warnings.some(({ code }) => code === "split_payment_unauthorised")).toBe(isWarned);
});
