/**
 * Goal: the message of a refused order or payment says what is wrong, where, and what to do next.
 * Method: one call for each text, compared to the letter.
 */
import { type CompanyProfile, createInvoicing, OutcomeUnknownError, StoreBusyError } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openBooks } from "./books.ts";
import { refusalOf } from "./refusal-of.ts";

const line = (taxRate?: number) => ({ description: "Pen", quantity: 1, unitPrice: 10, taxRate });
const BY_HAND = "autoVat: false is only for VAT that you determine yourself";
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
      `A given VAT rate differs from the determined one. /taxRate: is 16, but the determined rate is 19; leave it out; ${BY_HAND}. 1 more in errors.`,
      `/taxRate: is 16, but the determined rate is 19; leave it out; ${BY_HAND}`,
      `/items/2/taxRate: is 7, but the determined rate is 19; give vatRates: { DE: 7 } on the line instead, or leave it out; ${BY_HAND}`,
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
      "exchangeRate is not needed, because the invoice is in EUR, the currency of the seller's VAT; leave it out.",
      "/exchangeRate: is not needed, because the invoice is in EUR, the currency of the seller's VAT; leave it out",
    ],
  ],
])("an order with %s", async (_, profile, given, said) => {
  const { acme } = await openBooks(undefined, profile);
  expect(await refusalOf(acme.issue(order({ clientCountry: "DE", ...given } as never)))).toEqual(said);
});

const AUSTRIAN_BUSINESS = { clientCountry: "AT", clientVatNumber: "ATU10223006" };
const IN_PERCENT = "rates are in percent, so";

// biome-ignore format: a table
test.each<[string, object, number, number, string]>([
  ["a reduced rate at home", {}, 7, 19, "give vatRates: { DE: 7 } on the line instead, or leave it out"],
  ["a reduced rate to a business abroad, which owes none", AUSTRIAN_BUSINESS, 7, 0, "give vatRates: { DE: 7 } on the line instead, or leave it out"],
  ["a reduced rate of an export", { clientCountry: "US" }, 7, 0, "give vatRates: { DE: 7 } on the line instead, or leave it out"],
  ["a reduced rate of the client's state", { clientCountry: "FR" }, 5.5, 20, "give vatRates: { FR: 5.5 } on the line instead, or leave it out"],
  ["the seller's rate in the client's state", { clientCountry: "FR" }, 7, 20, "leave it out"],
  ["the standard rate to a business abroad", AUSTRIAN_BUSINESS, 19, 0, "leave it out"],
  ["a rate that no state has", {}, 42, 19, "leave it out"],
  ["the standard rate as a fraction", {}, 0.19, 19, `${IN_PERCENT} 0.19 means 19; leave it out`],
  ["a reduced rate as a fraction", {}, 0.07, 19, `${IN_PERCENT} 0.07 means 7; give vatRates: { DE: 7 } on the line instead, or leave it out`],
  ["no rate", { clientCountry: "BE" }, 0, 21, 'give vatRates: { BE: 0 } on the line instead, or give exemption: { reason: "…" } on the line if it is exempt, or leave it out'],
])("%s: the refusal names the field and first what keeps the VAT right", async (_, given, rate, due, step) => {
  const { acme } = await openBooks();
  const detail = `is ${rate}, but the determined rate is ${due}; ${step}; ${BY_HAND}`;
  const at = (pointer: string) => [`A given VAT rate differs from the determined one. ${pointer}: ${detail}.`, `${pointer}: ${detail}`];
  const sale = { clientCountry: "DE", ...given };
  expect(await refusalOf(acme.issue(order({ ...sale, items: [line(rate)] } as never)))).toEqual(at("/items/0/taxRate"));
  expect(await refusalOf(acme.issue(order({ ...sale, taxRate: rate, items: [line()] } as never)))).toEqual(at("/taxRate"));
});

test("rates of 0 of a company that is not registered are no fault", async () => {
  const { acme } = await openBooks(undefined, { vatRegistered: false });
  expect((await acme.issue(order({ taxRate: 0, items: [line(0), line()] } as never))).taxTotal).toBe(0);
});

test("payments", async () => {
  const { acme } = await openBooks();
  const { id, amountDue } = await acme.issue(order());
  const detail = `must be at most the amount due, ${amountDue} EUR`;
  const said = [`The amount ${detail}.`, `/amount: ${detail}`];
  expect(await refusalOf(acme.recordPayment(id, { amount: amountDue + 1 }))).toEqual(said);
  const decimals = "has more decimals than EUR allows";
  const tooFine = [`The amount ${decimals}.`, `/amount: ${decimals}`];
  expect(await refusalOf(acme.recordPayment(id, { amount: 0.001 }))).toEqual(tooFine);
  await acme.cancel(id);
  expect(await refusalOf(acme.recordPayment(id, { amount: 1 }))).toEqual([
    "A cancelled invoice cannot take payments, only refunds.",
  ]);
});

test("credits", async () => {
  const { acme } = await openBooks();
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100, taxRate: 19 },
    { description: "Return", quantity: -1, unitPrice: 50, taxRate: 19 },
    { description: "Voucher", quantity: -1, unitPrice: 60, taxRate: 7 },
  ];
  const { id } = await acme.issue(order({ autoVat: false, items }));
  const credit = (...lines: { line: number; quantity?: number }[]) =>
    refusalOf(acme.credit(id, { reason: "returned", lines }));
  expect(await credit({ line: 2 })).toEqual([
    "The lines of category S at 19 % can be credited up to 150 EUR. Credit less of them.",
    "/lines: of category S at 19 % can be credited up to 150 EUR",
  ]);
  expect(await credit({ line: 3 })).toEqual([
    "The credit note's total must be above 0. Credit more of its lines, or less of those with negative amounts.",
    "/lines: must come to a total above 0",
  ]);
  const most = "at most 114.3 EUR";
  expect(await credit({ line: 1 }, { line: 2 })).toEqual([
    `The credit note's total must be ${most}, which is left of the invoice. Credit less.`,
    `/lines: must come to a total of ${most}`,
  ]);
  await acme.credit(id, { reason: "returned" });
  expect(await refusalOf(acme.credit(id, { reason: "again" }))).toEqual([
    "Nothing is left to credit on this invoice: its credit notes total 114.3 of 114.3 EUR.",
  ]);
  const cancelled = await acme.issue(order());
  await acme.cancel(cancelled.id);
  expect(await refusalOf(acme.credit(cancelled.id, { reason: "returned" }))).toEqual([
    "A cancelled invoice cannot be credited. To refund what was paid, record a negative payment.",
  ]);
});

test("a paid invoice, a used key, an unknown company, numbering that has begun", async () => {
  const { acme, invoicing } = await openBooks();
  const paid = await acme.issue(order(), { idempotencyKey: "a" });
  await acme.recordPayment(paid.id, { amount: paid.amountDue });
  const credit = "A paid invoice cannot be cancelled; correct it with a credit note.";
  expect(await refusalOf(acme.cancel(paid.id))).toEqual([credit]);
  const used = "was used for a different request; use a new key for a new request, and repeat a request unchanged";
  expect(await refusalOf(acme.issue(order({ note: "another" }), { idempotencyKey: "a" }))).toEqual([
    `The idempotency key ${used}.`,
    `idempotencyKey: ${used}`,
  ]);
  const unknown = "Company not found. Save its profile first.";
  expect(await refusalOf(invoicing.company("nobody").profile())).toEqual([unknown]);
  const begun = "Numbering has started. A sequence can only be continued before its first invoice.";
  const position = { lastCounter: 7, lastIssueDate: "2026-11-20" };
  expect(await refusalOf(acme.continueNumbering(position))).toEqual([begun]);
  const early = "must be at most one day after today, 2026-11-20: nothing could be issued until that date";
  expect(await refusalOf(acme.continueNumbering({ ...position, lastIssueDate: "2026-11-22" }))).toEqual([
    `lastIssueDate ${early}.`,
    `/lastIssueDate: ${early}`,
  ]);
});

test("a key that fits no header", async () => {
  const { acme } = await openBooks();
  const fault = "idempotencyKey: must be 1 to 255 visible ASCII characters";
  for (const idempotencyKey of ["", "a b", "ü", "x".repeat(256)]) {
    const said = await refusalOf(acme.issue(order(), { idempotencyKey }));
    expect(said).toEqual([`The request is not valid. ${fault}.`, fault]);
  }
});

test("orders together name the one that is refused", async () => {
  const { acme } = await openBooks();
  const [first, detail] = await refusalOf(acme.issueMany([order(), order({ taxRate: 7 } as never)]));
  expect(first).toBe(
    `Order 2: A given VAT rate differs from the determined one. /taxRate: is 7, but the determined rate is 19; give vatRates: { DE: 7 } on the line instead, or leave it out; ${BY_HAND}.`,
  );
  expect(detail).toMatch(/^\/1\/taxRate: is 7, /);
});

test("a clock that went back by days", async () => {
  const { acme, clock } = await openBooks();
  await acme.issue(order());
  clock.set("2026-11-18T12:00:00Z");
  const said =
    "The last invoice is dated 2026-11-20, but this server's clock says 2026-11-18. Nothing can be issued until they " +
    "agree. Correct the clock or, if a wrong clock dated that invoice, call resumeDates.";
  expect(await refusalOf(acme.issue(order()))).toEqual([said]);
});

test("a company directory of the host's own is where profiles are saved, and must give whole ones", async () => {
  const companies = { profile: async () => ({ name: "" }) as never };
  const acme = createInvoicing({ store: memoryStore(), companies }).company("acme");
  const elsewhere = "profiles come from your own `companies`; save them there";
  await expect(acme.saveProfile({} as never)).rejects.toThrow(new TypeError(elsewhere));
  const invalid = "your companies.profile() returned an invalid profile. /name: must not be blank. 5 more in errors.";
  await expect(acme.issue(order())).rejects.toMatchObject({ name: "TypeError", message: invalid });
});

test.each([
  [undefined, "a verifier must return the status valid, invalid or unavailable"],
  [{ status: "ok" }, "a verifier must return the status valid, invalid or unavailable"],
  [
    { status: "unavailable", detail: " " },
    "a verifier that returns unavailable must give the reason as detail, a string of 1 to 1,000 characters",
  ],
  [
    { status: "unavailable", detail: "x".repeat(1001) },
    "a verifier that returns unavailable must give the reason as detail, a string of 1 to 1,000 characters",
  ],
  ...[7, "x".repeat(101), ["x"]].map((consultationNumber): [unknown, string] => [
    { status: "valid", consultationNumber },
    "consultationNumber must be a string of 1 to 100 characters, or undefined",
  ]),
])("a verifier that answers %j", async (verdict, message) => {
  const verifier = { verify: async () => verdict as never };
  const { acme } = await openBooks(undefined, {}, { verifier });
  const abroad = order({ clientCountry: "FR", clientVatNumber: "FR40303265045" });
  await expect(acme.issue(abroad)).rejects.toThrow(new TypeError(message));
});

test("evidence of a hundred characters is kept", async () => {
  const consultationNumber = "x".repeat(100);
  const { acme } = await openBooks(
    undefined,
    {},
    { verifier: { verify: async () => ({ status: "valid", consultationNumber }) } },
  );
  const issued = await acme.issue(order({ clientCountry: "FR", clientVatNumber: "FR40303265045" }));
  expect(issued.vatNumberVerification).toMatchObject({ consultationNumber });
});

test("a VAT number that is not in force", async () => {
  const { acme } = await openBooks(
    undefined,
    {},
    { verifier: { verify: async () => ({ status: "invalid", consultationNumber: undefined }) } },
  );
  const abroad = order({ clientCountry: "FR", clientVatNumber: "FR40303265045" });
  const detail = "is not in force according to the register; correct it, or leave it out to charge VAT";
  expect(await refusalOf(acme.issue(abroad))).toEqual([
    `The client's VAT number ${detail}.`,
    `/clientVatNumber: ${detail}`,
  ]);
});

test("errors of stores go by names and codes", () => {
  expect(new StoreBusyError("busy")).toMatchObject({ name: "StoreBusyError", code: "store_busy" });
  expect(new OutcomeUnknownError("?")).toMatchObject({ name: "OutcomeUnknownError", code: "outcome_unknown" });
});
