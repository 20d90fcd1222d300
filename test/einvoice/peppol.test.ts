/**
 * Goal: what Peppol refuses from sellers of single countries is a gap that names the rule and the field.
 * Method: for each country a complete document, broken in one way each. The gaps are compared, and that Peppol's rules
 * find exactly these broken.
 */
import type { CompanyProfile, Invoice, InvoiceOrder } from "faktura";
import { einvoiceGaps } from "faktura/einvoice";
import { expect, test } from "vitest";
import { NO_NATIONAL_RULES } from "../en16931/rules.ts";
import { openBooks } from "../service/books.ts";
import { describeUnless } from "../support/skipping.ts";
import { NATIONAL } from "./complete.ts";
import { disagreements, gapRules } from "./official.ts";

type State = keyof typeof NATIONAL;
type Broken = [rule: string, field: string, State, Partial<CompanyProfile>, Partial<InvoiceOrder>];

const [LINE] = NATIONAL.DK.order.items as [InvoiceOrder["items"][number]];
const NO_STREET = { postalCode: "1000", city: "X" };
const NO_CITY = { line1: "A 1", postalCode: "1000" };
const NO_POSTAL_CODE = { line1: "A 1", city: "X" };
const means = (code: string) => ({ payment: { means: code } });
const classified = (listVersion: string) => ({
  items: [{ ...LINE, classifications: [{ code: "43211503", list: "TST", listVersion }] }],
});
const document = (reference: string, description: string, url?: string) => ({ reference, description, url });
const MARK = document("400001", "##M.AR.K##");
const tax = (reason: string) => ({ items: [{ ...LINE, charges: [{ amount: 5, reasonCode: "ZZZ", reason }] }] });
const representative = (country: string, vatNumber: string) => ({
  vatNumber: undefined,
  taxRepresentative: { name: "Fisc", vatNumber, country, address: NO_POSTAL_CODE },
});

const BROKEN: Broken[] = [
  ["DK-R-002", "seller.registrationNumber", "DK", { registrationNumber: undefined }, {}],
  ["DK-R-003", "items[].classifications", "DK", {}, classified("20.0601")],
  ["DK-R-004", "charges", "DK", {}, { charges: [{ amount: 5, reasonCode: "ZZZ" }] }],
  ["DK-R-004", "charges", "DK", {}, { charges: [{ amount: 5, reasonCode: "ZZZ", reason: "#3430" }] }],
  ["DK-R-004", "items[].charges", "DK", {}, tax("12 3")],
  ["DK-R-005", "payment.means", "DK", {}, means("30")],
  ["DK-R-005", "payment.means", "DK", {}, { currency: "DKK" }],
  ["DK-R-006", "payment.means", "DK", {}, means("31")],
  ["DK-R-006", "payment.means", "DK", {}, means("42")],
  ["DK-R-007", "payment.debitedAccount", "DK", {}, { payment: { means: "49", mandateReference: "M" } }],
  ["DK-R-008", "payment.means", "DK", {}, { ...means("50"), paymentReference: "01#" }],
  ["DK-R-009", "paymentReference", "DK", {}, { ...means("50"), paymentReference: "04#123456789012345" }],
  ["DK-R-010", "payment.means", "DK", {}, { ...means("93"), paymentReference: "73#" }],
  ["DK-R-011", "paymentReference", "DK", {}, { ...means("93"), paymentReference: "75#12345678901234" }],
  ["DK-R-013", "seller.identifiers", "DK", { identifiers: [{ id: "1" }] }, {}],
  ["DK-R-013", "clientIdentifier", "DK", {}, { clientNumber: "C-1" }],
  ["DK-R-014", "seller.registrationScheme", "DK", { registrationScheme: undefined }, {}],
  ["DK-R-017", "clientRegistrationScheme", "DK", {}, { clientRegistrationNumber: "25313763" }],
  ["GR-R-002", "seller.tradingName", "GR", { tradingName: undefined }, {}],
  ["GR-R-003", "seller.vatNumber", "GR", { vatNumber: "EL094259217" }, {}],
  ["GR-R-004-1", "supportingDocuments", "GR", {}, { supportingDocuments: undefined }],
  ["GR-R-004-2", "supportingDocuments", "GR", {}, { supportingDocuments: [document("0", "##M.AR.K##")] }],
  [
    "GR-R-008-2",
    "supportingDocuments",
    "GR",
    {},
    {
      supportingDocuments: [
        MARK,
        document("a", "##INVOICE|URL##", "https://example.com/a"),
        document("b", "##INVOICE|URL##", "https://example.com/b"),
      ],
    },
  ],
  ["GR-R-008-3", "supportingDocuments", "GR", {}, { supportingDocuments: [MARK, document("a", "##INVOICE|URL##")] }],
  ["GR-R-005", "clientTradingName", "GR", {}, { clientTradingName: undefined }],
  ["GR-R-006", "clientVatNumber", "GR", {}, { clientVatNumber: undefined }],
  ["GR-R-009", "seller.electronicAddress", "GR", { electronicAddress: { scheme: "9933", id: "094259217" } }, {}],
  [
    "GR-R-010",
    "clientElectronicAddress",
    "GR",
    {},
    { clientElectronicAddress: { scheme: "0088", id: "4012345000009" } },
  ],
  [
    "IS-R-002",
    "seller.registrationScheme",
    "IS",
    { registrationScheme: "0088", registrationNumber: "4012345000009" },
    {},
  ],
  ["IS-R-003", "seller.address", "IS", { address: NO_STREET }, {}],
  ["IS-R-003", "seller.address", "IS", { address: NO_POSTAL_CODE }, {}],
  ["IS-R-004", "clientRegistrationScheme", "IS", {}, { clientRegistrationScheme: undefined }],
  ["IS-R-005", "clientAddress", "IS", {}, { clientAddress: NO_STREET }],
  ["IS-R-006", "payment.means", "IS", {}, means("9")],
  ["IS-R-007", "payment.means", "IS", {}, means("42")],
  ["IS-R-008", "supportingDocuments", "IS", {}, { supportingDocuments: [document("soon", "EINDAGI")] }],
  ["IS-R-009", "dueDate", "IS", {}, { supportingDocuments: [document("2026-12-31", "EINDAGI")], dueDate: undefined }],
  ["IS-R-010", "dueDate", "IS", {}, { supportingDocuments: [document("2026-12-01", "EINDAGI")] }],
  ["IT-R-001", "seller.taxNumber", "IT", { taxNumber: "1234567890" }, {}],
  ["IT-R-002", "seller.address.line1", "IT", { address: NO_STREET }, {}],
  ["IT-R-003", "seller.address.city", "IT", { address: NO_CITY }, {}],
  ["IT-R-004", "seller.address.postalCode", "IT", { address: NO_POSTAL_CODE }, {}],
  ["NL-R-002", "seller.address", "NL", { address: NO_CITY }, {}],
  ["NL-R-003", "seller.registrationScheme", "NL", { registrationScheme: "0002" }, {}],
  ["NL-R-003", "seller.registrationScheme", "NL", { registrationScheme: "0191" }, {}],
  ["NL-R-004", "clientAddress", "NL", {}, { clientAddress: NO_STREET }],
  ["NL-R-005", "clientRegistrationScheme", "NL", {}, { clientRegistrationNumber: "1" }],
  ["NL-R-006", "seller.taxRepresentative", "NL", representative("NL", "NL004495445B01"), {}],
  ["NL-R-007", "seller.iban", "NL", { iban: undefined }, {}],
  ["NL-R-008", "payment.means", "NL", {}, means("10")],
  ["NL-R-009", "purchaseOrderReference", "NL", {}, { items: [{ ...LINE, purchaseOrderLine: "1" }] }],
  ["NO-R-001", "seller.vatNumber", "NO", { vatNumber: "NO974760674MVA" }, {}],
  ["NO-R-001", "seller.vatNumber", "NO", { vatNumber: "NO974760673" }, {}],
  ["SE-R-003", "seller.registrationNumber", "SE", { registrationNumber: "556702-6934" }, {}],
  ["SE-R-004", "seller.registrationNumber", "SE", { registrationNumber: "55670269340" }, {}],
  ["SE-R-013", "seller.registrationNumber", "SE", { registrationNumber: "5567026935" }, {}],
  ["SE-R-005", "seller.taxNumber", "SE", { taxNumber: "5567026934" }, {}],
  ["SE-R-006", "items[].taxRate", "SE", {}, { autoVat: false, items: [{ ...LINE, taxRate: 24 }] }],
  [
    "SE-R-006",
    "items[].taxRate",
    "SE",
    {},
    { autoVat: false, items: [{ ...LINE, taxRate: 25 }], charges: [{ amount: 5, taxRate: 24 }] },
  ],
];

/** What Peppol wants of every Greek seller's number, and the library's numbers are not. */
const GREEK_NUMBER = ["1", "2", "3", "4", "5", "6", "7"].map((part) => `GR-R-001-${part}`);

/** Rules that cannot be broken alone. */
const TOGETHER: Record<string, readonly string[]> = {
  "SE-R-003": ["SE-R-004", "SE-R-013"],
  "DK-R-009": ["DK-R-008"],
  "DK-R-011": ["DK-R-010"],
  "IS-R-009": ["IS-R-010"],
};

async function issue(
  state: State,
  seller: Partial<CompanyProfile> = {},
  order: Partial<InvoiceOrder> = {},
): Promise<Invoice> {
  const complete = NATIONAL[state];
  const { acme } = await openBooks(undefined, { ...complete.seller, ...seller });
  return acme.issue({ ...complete.order, ...order });
}

test.each(BROKEN)("%s: %s, from %s", async (rule, field, state, seller, order) => {
  const invoice = await issue(state, seller, order);
  expect(einvoiceGaps(invoice, { profile: "peppol" })).toContainEqual({
    rule,
    field,
    detail: expect.stringMatching(/\.$/),
  });
  const expected = [rule, ...(TOGETHER[rule] ?? []), ...(state === "GR" ? GREEK_NUMBER : [])];
  expect(gapRules(invoice, "peppol", "ubl")).toEqual(expected.sort());
});

test.each(Object.keys(NATIONAL) as State[])(
  "a complete invoice from %s has no gaps but those nobody can mend",
  async (state) => {
    expect(gapRules(await issue(state), "peppol", "ubl")).toEqual(state === "GR" ? GREEK_NUMBER : []);
  },
);

/** What a Danish tax that is not VAT may be called. */
const TAXES = ["3430", " 0000 ", "1e-9", "Afgift#3430", "a#b#c"];

test.each(TAXES)("a Danish tax with the reason %j is no gap", async (reason) => {
  expect(gapRules(await issue("DK", {}, tax(reason)), "peppol", "ubl")).toEqual([]);
});

/** A Dutch invoice of 242 that is paid before, with its rounding amount. */
const PAID: [Partial<CompanyProfile>, Partial<InvoiceOrder>] = [
  { iban: undefined },
  { prepaidAmount: 241.5, roundingAmount: -0.5 },
];

test("a Dutch invoice that is paid before needs no means of payment", async () => {
  expect(gapRules(await issue("NL", ...PAID), "peppol", "ubl")).toEqual([]);
});

/** By VAT number, representative and address of the seller, whose Italian address lacks a street. */
const COUNTRIES: [
  vatNumber: string | undefined,
  representative: string | undefined,
  address: string,
  rules: string[],
][] = [
  ["IT00743110157", "FR40303265045", "IT", ["IT-R-002"]],
  [undefined, "IT00743110157", "CH", ["IT-R-002"]],
  [undefined, "FR40303265045", "IT", []],
  [undefined, undefined, "IT", ["IT-R-002"]],
  ["CHE-123.456.788", "IT00743110157", "CH", []],
];

const withCountries = ([vatNumber, number, country]: (typeof COUNTRIES)[number]) =>
  issue(
    "IT",
    {
      ...(number === undefined ? {} : representative(number.slice(0, 2), number)),
      ...{ vatNumber, country, taxNumber: "00743110157", address: NO_STREET },
    },
    { clientCountry: "DE", autoVat: false, items: [{ ...LINE, taxRate: 0, vatCategory: "Z" }] },
  );

test.each(COUNTRIES)("the VAT number %s, the representative %s and the address in %s", async (...given) => {
  expect(gapRules(await withCountries(given), "peppol", "ubl")).toEqual(given[3]);
});

/** Its invoices are not asked for a number of myDATA. */
const representedGreek = () => {
  const electronicAddress = { scheme: "0088", id: "4012345000009" };
  return issue("GR", { ...representative("FR", "FR40303265045"), electronicAddress });
};

test("a Greek seller with a representative in another state has a Greek electronic address", async () => {
  expect(gapRules(await representedGreek(), "peppol", "ubl")).toEqual(["GR-R-009"]);
});

describeUnless(NO_NATIONAL_RULES)("Peppol's rules agree about", () => {
  test("a Greek seller with a representative in another state", async () => {
    expect(disagreements(await representedGreek(), "peppol")).toEqual([]);
  });

  test.each(BROKEN)("%s: %s, from %s", async (_, __, state, seller, order) => {
    expect(disagreements(await issue(state, seller, order), "peppol")).toEqual([]);
  });

  test.each(TAXES)("a Danish tax with the reason %j", async (reason) => {
    expect(disagreements(await issue("DK", {}, tax(reason)), "peppol")).toEqual([]);
  });

  test("a Dutch invoice that is paid before", async () => {
    expect(disagreements(await issue("NL", ...PAID), "peppol")).toEqual([]);
  });

  test.each(COUNTRIES)("the VAT number %s, the representative %s and the address in %s", async (...given) => {
    expect(disagreements(await withCountries(given), "peppol")).toEqual([]);
  });

  test.each(Object.keys(NATIONAL) as State[])("a complete invoice from %s", async (state) => {
    expect(disagreements(await issue(state), "peppol")).toEqual([]);
  });
});
