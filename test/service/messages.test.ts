/**
 * Goal: whoever's order or payment is refused reads what is wrong, where, and what to do next.
 * Method: one call for each text, compared to the letter.
 */
import { type CompanyProfile, OutcomeUnknownError, Refusal, StoreBusyError } from "faktura";
import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openBooks } from "./books.ts";

/** What a refusal says: its message, then each fault as pointer and detail. */
async function refusalOf(call: Promise<unknown>): Promise<readonly string[]> {
  const error = await call.then(
    () => expect.fail("nothing was refused"),
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof Refusal)) throw error;
  return [error.message, ...error.errors.map((fault) => `${"pointer" in fault && fault.pointer}: ${fault.detail}`)];
}

const line = (taxRate?: number) => ({ description: "Pen", quantity: 1, unitPrice: 10, taxRate });
const conflict = (rate: number) =>
  `is ${rate}, but the determined rate is 19; leave it out, or set autoVat to false to keep it`;
const NO_VAT = "must be 0 or left out: the company is not VAT-registered";

test.each<[string, Partial<CompanyProfile>, object, readonly string[]]>([
  [
    "no country",
    {},
    { clientCountry: undefined },
    [
      'clientCountry is required to determine the VAT: an ISO 3166-1 alpha-2 code such as "DE".',
      '/clientCountry: is required to determine the VAT: an ISO 3166-1 alpha-2 code such as "DE"',
    ],
  ],
  [
    "rates of its own that are not the determined one",
    {},
    { taxRate: 16, items: [line(), line(19), line(7)] },
    [
      "The given VAT rate is not the determined one, 19 %.",
      `/taxRate: ${conflict(16)}`,
      `/items/2/taxRate: ${conflict(7)}`,
    ],
  ],
  [
    "rates of a company that is not registered",
    { vatRegistered: false },
    { items: [line(), line(0), line(19)] },
    ["A company that is not VAT-registered cannot charge VAT.", `/items/2/taxRate: ${NO_VAT}`],
  ],
  [
    "an exchange rate that is not needed",
    {},
    { exchangeRate: { rate: 1.1, source: "ECB", date: "2026-11-19" } },
    [
      "exchangeRate is not needed: the invoice is in EUR, the currency of the seller's VAT; leave it out.",
      "/exchangeRate: is not needed: the invoice is in EUR, the currency of the seller's VAT; leave it out",
    ],
  ],
])("an order with %s", async (_, profile, given, said) => {
  const { acme } = await openBooks(undefined, profile);
  expect(await refusalOf(acme.issue(order({ clientCountry: "DE", ...given } as never)))).toEqual(said);
});

test("rates of 0 of a company that is not registered are no fault", async () => {
  const { acme } = await openBooks(undefined, { vatRegistered: false });
  expect((await acme.issue(order({ taxRate: 0, items: [line(0), line()] } as never))).taxTotal).toBe(0);
});

test("payments", async () => {
  const { acme } = await openBooks();
  const { id, amountDue } = await acme.issue(order());
  const detail = `must be at most what is due, ${amountDue} EUR`;
  const said = [`The amount ${detail}.`, `/amount: ${detail}`];
  expect(await refusalOf(acme.recordPayment(id, { amount: amountDue + 1 }))).toEqual(said);
  const decimals = "has more decimals than EUR has";
  const tooFine = [`The amount ${decimals}.`, `/amount: ${decimals}`];
  expect(await refusalOf(acme.recordPayment(id, { amount: 0.001 }))).toEqual(tooFine);
  await acme.cancel(id);
  expect(await refusalOf(acme.recordPayment(id, { amount: 1 }))).toEqual(["A cancelled invoice takes no payments."]);
});

test("errors of stores go by names and codes", () => {
  expect(new StoreBusyError("busy")).toMatchObject({ name: "StoreBusyError", code: "store_busy" });
  expect(new OutcomeUnknownError("?")).toMatchObject({ name: "OutcomeUnknownError", code: "outcome_unknown" });
});
