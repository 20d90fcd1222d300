/**
 * Goal: the fields of an order come back with its invoice, to the letter, whichever fields it has.
 * Method: random orders with some of the fields that decide nothing. Each is issued and read. Each field is compared,
 * and the stored text with its canonical text.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { canonicalJson } from "../support/canonical-json.ts";
import { order } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

const text = (maxLength: number) =>
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength })
    // A grapheme can have several characters.
    .filter((value) => value.length <= maxLength && /\S/.test(value) && !value.includes("\0"));
const short = text(20);
const optional = <Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record(fields, { requiredKeys: [] });
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-11-${String(date).padStart(2, "0")}`);
const country = fc.constantFrom("DE", "FR", "CH", "US", "XK");
const address = optional({ line1: short, line2: short, line3: short, postalCode: short, city: short, region: short });
const electronicAddress = fc.record({
  scheme: fc.constantFrom("0088", "9930", "EM"),
  id: fc.stringMatching(/^\w{1,20}$/),
});
const iban = fc.constantFrom("DE89370400440532013000", "FR14 2004 1010 0505 0001 3M02 606");

const details: fc.Arbitrary<Partial<InvoiceOrder>> = optional<Required<Pick<InvoiceOrder, keyof InvoiceOrder>>>({
  period: fc.tuple(day, day).map((days) => ({ start: days.sort()[0]!, end: days[1]! })),
  deliverTo: fc.oneof(
    fc.record({ name: short, country, address }, { requiredKeys: ["country"] }),
    optional({ name: short, identifier: fc.record({ id: short }) }),
  ),
  clientNumber: short,
  clientIdentifier: fc.record({ scheme: fc.constantFrom("0088", "0002"), id: short }),
  clientTradingName: short,
  clientContact: optional({ name: short, phone: short, email: fc.constant("d@example.com") }),
  clientRegistrationNumber: short,
  clientRegistrationScheme: fc.constantFrom("0002", "0248"),
  clientElectronicAddress: electronicAddress,
  clientAddress: address,
  payment: fc.record(
    {
      means: fc.constantFrom("30", "59", "ZZZ"),
      mandateReference: short,
      debitedAccount: iban,
      cardLast4: fc.constant("0000"),
      cardHolder: short,
      meansText: short,
    },
    { requiredKeys: ["means"] },
  ),
  paymentTerms: short,
  paymentReference: short,
  contractReference: short,
  salesOrderReference: short,
  despatchReference: short,
  goodsReceiptReference: short,
  tenderReference: short,
  businessProcess: short,
  invoicedObject: fc.record({ scheme: fc.constantFrom("ABZ", "MG"), id: short }, { requiredKeys: ["id"] }),
  supportingDocuments: fc.array(
    fc.record(
      { reference: short, description: short, url: fc.constant("https://example.com/?a=b&c") },
      { requiredKeys: ["reference"] },
    ),
    { minLength: 1 },
  ),
  payee: fc.record(
    { name: short, identifier: fc.record({ id: short }), registrationNumber: short },
    { requiredKeys: ["name"] },
  ),
  projectReference: short,
  buyerAccountingReference: short,
  buyerReference: short,
  reference: short,
  note: short,
  prepaidAmount: fc.integer({ min: 0, max: 23_800 }).map((cents) => cents / 100),
  selfBilled: fc.constant(false),
  taxPointCode: fc.constantFrom("35", "432"),
  documentType: fc.constantFrom("380", "383", "384", "386", "326", "393", "875", "876", "877"),
  triangular: fc.constant(false),
  precedingInvoices: fc.array(fc.record({ number: short, issueDate: day }, { requiredKeys: ["number"] }), {
    minLength: 1,
  }),
  notes: fc.array(fc.record({ subject: fc.constantFrom("AAB", "REG"), text: short }, { requiredKeys: ["text"] }), {
    minLength: 1,
    maxLength: 20,
  }),
  metadata: fc.dictionary(
    fc
      .oneof(text(30), fc.nat().map(String), fc.constantFrom("id", "constructor", "toString"))
      .filter((key) => key !== "__proto__"),
    fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0")),
    { noNullPrototype: true, maxKeys: 20 },
  ),
} as never);

const line = fc.record(
  {
    description: short,
    unit: short,
    sku: short,
    heading: short,
    buyerSku: short,
    standardId: fc.record({ scheme: fc.constantFrom("0160", "0088"), id: short }),
    classifications: fc.array(fc.record({ code: short, list: fc.constant("STI"), listVersion: short }), {
      minLength: 1,
    }),
    attributes: fc.array(fc.record({ name: short, value: short }), { minLength: 1 }),
    originCountry: country,
    purchaseOrderLine: short,
    buyerAccountingReference: short,
    invoicedObject: fc.record({ scheme: fc.constantFrom("ABZ", "MG"), id: short }, { requiredKeys: ["id"] }),
    note: short,
    quantity: fc.integer({ min: 1, max: 9 }),
    unitPrice: fc.integer({ min: 0, max: 99 }),
    unitCode: fc.constantFrom("HUR", "C62", "XBX", "11"),
    period: fc.tuple(day, day).map((days) => ({ start: days.sort()[0]!, end: days[1]! })),
    discount: fc.constantFrom({ percent: 5 }, { amount: 0, reason: "x" }),
  },
  { requiredKeys: ["description", "quantity", "unitPrice"] },
);
const lines = fc.array(line, { minLength: 1, maxLength: 5 });

const profiles: fc.Arbitrary<Partial<CompanyProfile>> = optional<Required<CompanyProfile>>({
  iban,
  bic: fc.constantFrom("BYLADEM1001", "DEUTDEFF"),
  accountName: short,
  accounts: fc.array(
    fc.oneof(
      fc.record({ iban, bic: fc.constant("DEUTDEFF"), name: short }, { requiredKeys: ["iban"] }),
      fc.record({ account: short, currency: fc.constantFrom("EUR", "USD") }, { requiredKeys: ["account"] }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
  tradingName: short,
  identifiers: fc.array(fc.record({ scheme: fc.constantFrom("0088"), id: short }, { requiredKeys: ["id"] }), {
    minLength: 1,
  }),
  legalNote: short,
  businessProcess: short,
  creditorId: fc.constant("DE98ZZZ09999999999"),
  registrationScheme: fc.constantFrom("0002"),
  electronicAddress,
  cashAccounting: fc.constant(false),
  contact: fc.record({ name: short, phone: short, email: fc.constant("a@example.com") }, { requiredKeys: ["name"] }),
  taxRepresentative: fc.record({ name: short, vatNumber: short, country: fc.constantFrom("CH", "US"), address }),
} as never);

test("each field of an order and of a profile comes back as it was given", async () => {
  await fc.assert(
    fc.asyncProperty(details, lines, profiles, async ({ prepaidAmount: _, ...given }, items, profile) => {
      const store = memoryStore();
      const { acme } = await openBooks(store, profile);
      const issued = await acme.issue(order({ ...given, items }));
      expect(issued).toMatchObject({ ...given, items });
      expect(issued.metadata).toStrictEqual(given.metadata);
      expect(issued.seller).toMatchObject(profile);
      expect(await acme.get(issued.id)).toStrictEqual({ ...issued, payments: [], creditNotes: [] });
      const [{ document } = { document: "" }] = await store.journal.invoicesAfter("acme", 0, 1);
      expect(document).toBe(canonicalJson(JSON.parse(document)));
      expect(JSON.parse(document)).toMatchObject(given);
      expect((await acme.audit()).findings).toEqual([]);
    }),
    { numRuns: tries(300) },
  );
});
