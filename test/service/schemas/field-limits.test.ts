/**
 * Goal: every text may be as long as the reference says and no longer, every number within its bounds, and the
 * refusal names the field and says which limit was exceeded.
 * Method: each field at its bound, which is taken, and one beyond it, which is refused. What the refusals say is reviewed in
 * `test/golden/messages`.
 */
import { createInvoicing, type Refusal } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";
import { type Call, cancel, createKey, FAULTY_FIELDS, issue, pay, saveProfile } from "./faulty-fields.ts";

/** The texts of each call: their pointers, and how long each may be. */
const TEXTS: readonly [string, Call, Readonly<Record<string, number>>][] = [
  [
    "an order",
    issue,
    {
      clientName: 200,
      clientRegistrationNumber: 100,
      buyerReference: 200,
      purchaseOrderReference: 200,
      reference: 200,
      note: 4000,
      "clientAddress/line1": 200,
      "clientAddress/line2": 200,
      clientNumber: 100,
      clientTradingName: 200,
      "clientContact/name": 200,
      "clientContact/phone": 50,
      paymentTerms: 1000,
      paymentReference: 200,
      contractReference: 200,
      salesOrderReference: 200,
      despatchReference: 200,
      goodsReceiptReference: 200,
      tenderReference: 200,
      businessProcess: 200,
      "clientAddress/line3": 200,
      projectReference: 200,
      buyerAccountingReference: 200,
      "metadata/key": 1000,
      "clientAddress/postalCode": 20,
      "clientAddress/city": 100,
      "clientAddress/region": 100,
    },
  ],
  [
    "a profile",
    saveProfile,
    {
      name: 200,
      taxNumber: 40,
      registrationNumber: 100,
      exemptionNote: 1000,
      "address/line1": 200,
      accountName: 200,
      paymentTerms: 1000,
      tradingName: 200,
      legalNote: 1000,
    },
  ],
  ["a payment", pay, { method: 100, reference: 200 }],
  ["a cancellation", cancel, { reason: 1000 }],
  ["a key", createKey, { name: 200, actor: 200 }],
];

const FIELDS = TEXTS.flatMap(([what, call, lengths]) =>
  Object.entries(lengths).map(([place, length]) => ({ what, call, place, length })),
);

/** An object that has the text at the place. */
function having(place: string, text: string): never {
  return place.split("/").reduceRight<unknown>((inner, name) => ({ [name]: inner }), text) as never;
}

test.each(FIELDS)("$what: $place is at most $length characters long", async ({ call, place, length }) => {
  const { acme } = await openBooks();
  await expect(call(acme, having(place, "x".repeat(length)))).resolves.not.toThrow();
  const refusal: unknown = await call(acme, having(place, "x".repeat(length + 1))).catch((error: unknown) => error);
  const errors = [{ pointer: `/${place}`, detail: expect.stringContaining(` ${length} `) }];
  expect(refusal).toMatchObject({ name: "Refusal", code: "request_invalid", errors });
});

test.each(FAULTY_FIELDS)("%s is refused by its place", async (_, call, given, place) => {
  const { acme } = await openBooks();
  const refusal: unknown = await call(acme, given as never).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: "Refusal", code: "request_invalid" });
  const { errors } = refusal as Refusal;
  expect(errors.map((fault) => ("pointer" in fault ? fault.pointer : fault.parameter))).toEqual([place]);
});

test("what is at a bound is taken", async () => {
  const { acme } = await openBooks();
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}`.padStart(100, "k"), "x"]));
  const bounds = {
    metadata: { ...metadata },
    prepaidAmount: 238,
    period: { start: "2026-11-01", end: "2026-11-01" },
    precedingInvoices: Array(100).fill({ number: "x".repeat(100) }),
    notes: Array(20).fill({ text: "x".repeat(4000) }),
    payment: { means: "ZZZ", mandateReference: "x".repeat(35) },
    deliverTo: { country: "FR", address: {}, name: "x".repeat(200) },
  };
  expect(await acme.issue(order(bounds))).toMatchObject(bounds);
  await acme.saveProfile(germanProfile({ language: `de${"-abcdefgh".repeat(3)}-abcde`, vatNumber: "DE136695976" }));
  const lines = Array(1000).fill({
    ...order().items[0],
    description: "x".repeat(4000),
    unit: "x".repeat(50),
    discount: { amount: 200, reason: "x".repeat(200) },
  });
  const mention = { autoVat: false, taxRate: 100, vatNote: "x".repeat(1000), items: lines } as const;
  expect((await acme.issue(order(mention))).items).toHaveLength(1000);
  expect((await acme.issue(order({ autoVat: false, taxRate: 0 }))).taxTotal).toBe(0);
  const address = `${"x".repeat(64)}@${"x".repeat(60)}.${"y".repeat(60)}.${"z".repeat(60)}.com`;
  expect((await acme.issue(order({ clientEmail: address }))).clientEmail).toBe(address);
  await createKey(acme, { scopes: Array(100).fill("x".repeat(100)) } as never);
});

test.each([
  [["a"], "/a: is not a known field; leave it out."],
  [["a", "b"], "/a: is not a known field; leave it out. 1 more in errors."],
  [["a", "b", "c"], "/a: is not a known field; leave it out. 2 more in errors."],
  [["x".repeat(200)], `/${"x".repeat(200)}: is not a known field; leave it out.`],
  [["x".repeat(201)], `/${"x".repeat(200)}…: is not a known field; leave it out.`],
  [["~/"], "/~0~1: is not a known field; leave it out."],
  [["~~//"], "/~0~0~1~1: is not a known field; leave it out."],
])("faults at %j: %s", async (names, shown) => {
  const acme = createInvoicing({ store: memoryStore() }).company("acme");
  const unknown = Object.fromEntries(names.map((name) => [name, 1]));
  const [message] = await refusalOf(acme.saveProfile({ ...germanProfile(), ...unknown } as never));
  expect(message).toBe(`The request is not valid. ${shown}`);
});

test("a fault of the whole, or of a parameter", async () => {
  const { acme } = await openBooks();
  const whole = 'must be an object such as { reason: "returned" }, not 1';
  expect(await refusalOf(acme.credit("id", 1 as never))).toEqual([
    `The request is not valid. It ${whole}.`,
    `: ${whole}`,
  ]);
  const faults = ["page: must be a whole number, not 1.5", "limit: must be at most 100"];
  expect(await refusalOf(acme.list({ page: 1.5, limit: 101 }))).toEqual([
    `The request is not valid. ${faults[0]}. 1 more in errors.`,
    ...faults,
  ]);
});
