/**
 * Goal: a document that lacks something says so: the expected rule, and the field that mends it.
 * Method: a complete document is broken in one way each. The gaps are compared, and that the official rules agree.
 */
import { type CompanyProfile, type CreditNote, type Invoice, type InvoiceOrder, isRefusal } from "faktura";
import { type EinvoiceProfile, einvoiceGaps, toCii, toUbl } from "faktura/einvoice";
import { expect, test } from "vitest";
import { NO_RULES } from "../en16931/rules.ts";
import { openBooks } from "../service/books.ts";
import { describeUnless } from "../support/skipping.ts";
import { DOMESTIC, ORDER, SELLER } from "./complete.ts";
import { CHECKED_PROFILES, disagreements } from "./official.ts";

type Broken = [rule: string, field: string, profile: EinvoiceProfile, Partial<CompanyProfile>, Partial<InvoiceOrder>];

const { city, ...WITHOUT_CITY } = SELLER.address!;
const { postalCode, ...WITHOUT_POSTAL_CODE } = SELLER.address!;
const [CITY, POSTAL_CODE] = [{ city: "Paris" }, { postalCode: "75001" }];
const DUTCH = { country: "NL", vatNumber: "NL004495445B01" };
const unnumbered = { vatNumber: undefined, taxNumber: undefined };
const item = { description: "x", quantity: 1, unitPrice: 10 };
const manual = (vatCategory: NonNullable<typeof item & InvoiceOrder["items"][number]>["vatCategory"], taxRate = 0) => ({
  autoVat: false,
  vatNote: "A note",
  items: [{ ...item, vatCategory, taxRate }],
});
const means = (code: string) => ({ payment: { means: code } });
const november = { start: "2026-11-01", end: "2026-11-30" };
const withPeriod = (start: string, end: string) => ({ period: november, items: [{ ...item, period: { start, end } }] });

const ROUNDED_APART = {
  currency: "KWD",
  items: [{ ...item, unitPrice: 10.005 }],
  charges: [{ amount: 0.005 }],
};

const BROKEN: Broken[] = [
  ["BR-11", "clientCountry", "en16931", {}, { ...manual("Z"), clientCountry: undefined }],
  ["BR-10", "clientCountry", "en16931", {}, { ...manual("Z"), clientCountry: undefined, clientAddress: undefined }],
  ["BR-CO-26", "seller.vatNumber", "en16931", { ...unnumbered, registrationNumber: undefined }, DOMESTIC],
  ["BR-CO-26", "seller.registrationNumber", "en16931", { registrationNumber: undefined }, manual("O")],
  ["BR-S-02", "seller.vatNumber", "en16931", unnumbered, DOMESTIC],
  ["BR-Z-02", "seller.vatNumber", "en16931", unnumbered, manual("Z")],
  ["BR-E-02", "seller.vatNumber", "en16931", unnumbered, manual("E")],
  ["BR-AE-02", "seller.vatNumber", "en16931", unnumbered, {}],
  ["BR-AF-02", "seller.vatNumber", "en16931", unnumbered, manual("L", 7)],
  ["BR-AG-02", "seller.vatNumber", "en16931", unnumbered, manual("M", 4)],
  ["BR-IC-02", "seller.vatNumber", "en16931", { vatNumber: undefined }, { supply: "goods" }],
  ["BR-G-02", "seller.vatNumber", "en16931", { vatNumber: undefined }, { clientCountry: "US", supply: "goods" }],
  ["BR-AE-02", "clientVatNumber", "en16931", {}, { ...manual("AE"), clientVatNumber: undefined }],
  ["BR-IC-02", "clientVatNumber", "en16931", {}, { ...manual("K"), clientVatNumber: undefined }],
  ["BR-IC-12", "deliverTo", "en16931", {}, { ...manual("K"), clientCountry: undefined }],
  ["BR-E-10", "items[].exemptionReason", "en16931", {}, { ...manual("E"), vatNote: undefined }],
  ["BR-61", "seller.iban", "en16931", { iban: undefined }, means("30")],
  ["CII-SR-470", "seller.iban", "en16931", { iban: undefined }, means("58")],
  ["BR-CL-04", "currency", "en16931", {}, { currency: "STN" }],
  ["BR-DEC-23", "currency", "en16931", {}, { currency: "KWD", items: [{ ...item, unitPrice: 0.123 }] }],
  // 10.005 + 0.005 is 10.01, but 10.01 + 0.01 is not.
  ["BR-S-08", "currency", "en16931", {}, { ...DOMESTIC, ...ROUNDED_APART }],
  ["BR-O-08", "currency", "en16931", {}, { ...ROUNDED_APART, clientCountry: "NO", supply: "services" }],
  [
    "BR-CO-16",
    "currency",
    "en16931",
    {},
    { currency: "KWD", items: [{ ...item, unitPrice: 0.123 }], roundingAmount: 0.01 },
  ],
  [
    "BR-CO-17",
    "items[].taxRate",
    "en16931",
    {},
    { ...manual("S", 0.3), items: [{ ...item, unitPrice: 1000, taxRate: 0.3 }] },
  ],
  ["BR-AF-05", "items[].taxRate", "en16931", {}, manual("L")],
  [
    "BR-CO-09",
    "clientVatNumber",
    "en16931",
    {},
    { ...manual("Z"), clientCountry: undefined, clientVatNumber: "12345" },
  ],
  ["BR-CL-14", "clientCountry", "en16931", {}, { clientCountry: "SS", clientVatNumber: undefined, supply: "goods" }],
  ["BR-17", "payee", "en16931", { identifiers: [{ id: "1" }] }, { payee: { name: "Factor", identifier: { id: "1" } } }],
  ["BR-17", "payee", "en16931", { tradingName: "Factor" }, { payee: { name: "Factor" } }],
  ["BR-17", "payee", "en16931", {}, { payee: { name: "Factor", registrationNumber: SELLER.registrationNumber } }],
  ["BR-CL-15", "items[].originCountry", "en16931", {}, { items: [{ ...ORDER.items[0]!, originCountry: "SS" }] }],
  ["BR-DE-1", "seller.iban", "xrechnung", { iban: undefined }, {}],
  ["BR-DE-2", "seller.contact", "xrechnung", { contact: undefined }, {}],
  ["BR-DE-3", "seller.address.city", "xrechnung", { address: WITHOUT_CITY }, {}],
  ["BR-DE-4", "seller.address.postalCode", "xrechnung", { address: WITHOUT_POSTAL_CODE }, {}],
  ["BR-DE-5", "seller.contact.name", "xrechnung", { contact: undefined, email: "a@example.com" }, {}],
  ["BR-DE-6", "seller.contact.phone", "xrechnung", { contact: { name: "A", email: "a@example.com" } }, {}],
  ["BR-DE-7", "seller.contact.email", "xrechnung", { contact: { name: "A", phone: "+49 30 1234" } }, {}],
  ["BR-DE-8", "clientAddress.city", "xrechnung", {}, { clientAddress: POSTAL_CODE }],
  ["BR-DE-9", "clientAddress.postalCode", "xrechnung", {}, { clientAddress: CITY }],
  ["BR-DE-10", "deliverTo.address.city", "xrechnung", {}, { deliverTo: { country: "FR", address: POSTAL_CODE } }],
  ["BR-DE-11", "deliverTo.address.postalCode", "xrechnung", {}, { deliverTo: { country: "FR", address: CITY } }],
  ["BR-DE-15", "buyerReference", "xrechnung", {}, { buyerReference: undefined }],
  ["BR-DE-16", "seller.vatNumber", "xrechnung", unnumbered, DOMESTIC],
  ["BR-DE-18", "paymentTerms", "xrechnung", {}, { paymentTerms: "#SKONTO#TAGE=14#PROZENT=2#" }],
  ["BR-DE-23-a", "seller.iban", "xrechnung", { iban: undefined }, means("30")],
  ["BR-DE-24-a", "payment.cardLast4", "xrechnung", {}, means("54")],
  ["BR-DE-25-a", "payment.mandateReference", "xrechnung", {}, means("59")],
  [
    "BR-DE-30",
    "seller.creditorId",
    "xrechnung",
    { creditorId: undefined },
    { payment: { means: "59", mandateReference: "M" } },
  ],
  ["BR-DE-31", "payment.debitedAccount", "xrechnung", {}, { payment: { means: "59", mandateReference: "M" } }],
  ["PEPPOL-EN16931-R003", "buyerReference", "peppol", {}, { buyerReference: undefined }],
  ["PEPPOL-EN16931-R010", "clientElectronicAddress", "peppol", {}, { clientElectronicAddress: undefined }],
  ["PEPPOL-EN16931-R020", "seller.electronicAddress", "peppol", { electronicAddress: undefined }, {}],
  [
    "PEPPOL-EN16931-CL008",
    "clientElectronicAddress",
    "peppol",
    {},
    { clientElectronicAddress: { scheme: "EM", id: "a@example.com" } },
  ],
  [
    "PEPPOL-EN16931-CL008",
    "seller.electronicAddress",
    "peppol",
    { electronicAddress: { scheme: "0219", id: "1" } },
    {},
  ],
  ["PEPPOL-EN16931-R061", "payment.mandateReference", "peppol", {}, means("59")],
  ["PEPPOL-EN16931-P0112", "documentType", "peppol", {}, { documentType: "384" }],
  ["PEPPOL-EN16931-R110", "items[].period", "peppol", {}, withPeriod("2026-10-31", "2026-11-30")],
  ["PEPPOL-EN16931-R111", "items[].period", "peppol", {}, withPeriod("2026-11-30", "2026-12-01")],
  [
    "PEPPOL-EN16931-R120",
    "items[].unitPrice",
    "peppol",
    {},
    { currency: "JPY", items: [{ ...item, unitPrice: 10.4 }] },
  ],
  [
    "PEPPOL-COMMON-R040",
    "seller.identifiers",
    "peppol",
    { identifiers: [{ id: "1" }, { scheme: "0088", id: "4012345000000" }] },
    {},
  ],
  ["PEPPOL-COMMON-R040", "clientIdentifier", "peppol", {}, { clientIdentifier: { scheme: "0088", id: "1" } }],
  [
    "PEPPOL-COMMON-R040",
    "clientElectronicAddress",
    "peppol",
    {},
    { clientElectronicAddress: { scheme: "0088", id: "4012345000001" } },
  ],
  [
    "PEPPOL-COMMON-R041",
    "seller.electronicAddress",
    "peppol",
    { electronicAddress: { scheme: "0192", id: "987654321" } },
    {},
  ],
  ["PEPPOL-COMMON-R042", "seller.registrationNumber", "peppol", { registrationScheme: "0184" }, {}],
  [
    "PEPPOL-COMMON-R052",
    "payee",
    "peppol",
    {},
    { payee: { name: "Factor", identifier: { scheme: "0096", id: "DK12345678" } } },
  ],
  ["PEPPOL-COMMON-R053", "clientIdentifier", "peppol", {}, { clientIdentifier: { scheme: "0198", id: "12345678" } }],
  [
    "PEPPOL-COMMON-R043",
    "clientElectronicAddress",
    "peppol",
    {},
    { clientElectronicAddress: { scheme: "0208", id: "0403019262" } },
  ],
  [
    "PEPPOL-COMMON-R049",
    "clientElectronicAddress",
    "peppol",
    {},
    { clientElectronicAddress: { scheme: "0007", id: "5567026935" } },
  ],
  [
    "PEPPOL-COMMON-R050",
    "clientElectronicAddress",
    "peppol",
    {},
    { clientElectronicAddress: { scheme: "0151", id: "51824753557" } },
  ],
  ["NL-R-002", "seller.address", "peppol", { ...DUTCH, registrationScheme: "0106", address: CITY }, {}],
  ["NL-R-003", "seller.registrationScheme", "peppol", DUTCH, {}],
  ["DK-R-014", "seller.registrationScheme", "peppol", { country: "DK", vatNumber: "DK13585628" }, {}],
  ["DE-R-001", "seller.iban", "peppol", { iban: undefined }, DOMESTIC],
  ["DE-R-004", "seller.address.postalCode", "peppol", { address: WITHOUT_POSTAL_CODE }, DOMESTIC],
  [
    "DE-R-010",
    "deliverTo.address.city",
    "peppol",
    {},
    { ...DOMESTIC, deliverTo: { country: "DE", address: POSTAL_CODE } },
  ],
  ["DE-R-011", "deliverTo.address.postalCode", "peppol", {}, { ...DOMESTIC, deliverTo: { country: "DE" } }],
  ["DE-R-015", "buyerReference", "peppol", {}, { ...DOMESTIC, buyerReference: undefined }],
  ["DE-R-016", "seller.vatNumber", "peppol", unnumbered, DOMESTIC],
  ["DE-R-018", "paymentTerms", "peppol", {}, { ...DOMESTIC, paymentTerms: "#SKONTO#TAGE=14#PROZENT=2#" }],
  ["DE-R-023-1", "seller.iban", "peppol", { iban: undefined }, { ...DOMESTIC, ...means("30") }],
];

async function issue(seller: Partial<CompanyProfile>, order: Partial<InvoiceOrder>): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  return acme.issue({ ...ORDER, ...order });
}

test.each(BROKEN)("%s: %s, for %s", async (rule, field, profile, seller, order) => {
  const invoice = await issue(seller, order);
  const gaps = einvoiceGaps(invoice, { profile });
  expect(gaps).toContainEqual({ rule, field, detail: expect.stringMatching(/\.$/) });
  const refused = [
    () => toUbl(invoice, { profile: profile as "peppol" }),
    () => toCii(invoice, { profile: profile as "peppol" }),
  ].filter((write) => {
    try {
      write();
      return false;
    } catch (error) {
      if (!isRefusal(error, "einvoice_incomplete")) throw error;
      return error.errors.some(({ detail }) => detail.startsWith(`${rule}: `));
    }
  });
  expect(refused).not.toEqual([]);
});

/** A charge with VAT that is credited without any line. */
async function creditCharge(seller: Partial<CompanyProfile>): Promise<CreditNote> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const { id } = await acme.issue({ ...ORDER, ...DOMESTIC, charges: [{ amount: 5 }] });
  return acme.credit(id, { reason: "Zurück", charges: [{ position: 1 }] });
}

test("a credit note of charges alone lacks a line", async () => {
  const gaps = einvoiceGaps(await creditCharge({}));
  expect(gaps).toEqual([{ rule: "BR-16", field: "lines", detail: expect.stringMatching(/Credit a line too\.$/) }]);
  const rules = (given: CreditNote, profile: EinvoiceProfile) =>
    einvoiceGaps(given, { profile }).map(({ rule }) => rule);
  const numberless = await creditCharge(unnumbered);
  expect(rules(numberless, "xrechnung")).toEqual(["BR-16", "BR-S-04", "BR-DE-16"]);
  expect(rules(numberless, "peppol")).toEqual(["BR-16", "BR-S-04", "DE-R-016"]);
});

test("parts of a group by hand that are rounded apart to the same sum are no gap", async () => {
  const items = [{ ...item, unitPrice: 329.667, vatCategory: "O" as const }];
  const order = { ...manual("O"), currency: "KWD", items, charges: [{ amount: 0.033 }] };
  const gaps = einvoiceGaps(await issue({}, order));
  expect(gaps.map(({ rule }) => rule)).not.toContain("BR-O-08");
});

test("a rounding amount that is prepaid too keeps the sum of three decimals", async () => {
  const order = { currency: "KWD", items: [{ ...item, unitPrice: 0.123 }], roundingAmount: 0.01, prepaidAmount: 0.1 };
  const gaps = einvoiceGaps(await issue({}, order));
  expect(gaps.map(({ rule }) => rule)).not.toContain("BR-CO-16");
});

test("identifiers with the right check digits are no gap", async () => {
  for (const [scheme, id] of [
    ["0088", "4012345000009"],
    ["0192", "974760673"],
    ["0184", "DK12345674"],
    ["0184", "12345674"],
    ["0096", "1234567890"],
    ["0198", "DK12345674"],
    ["0208", "0403019261"],
    ["0007", "5567026934"],
    ["0151", "51824753556"],
  ] as const) {
    const invoice = await issue({}, { clientElectronicAddress: { scheme, id } });
    expect(einvoiceGaps(invoice, { profile: "peppol" }), scheme).toEqual([]);
  }
});

test("in UBL, the seller's order is a reference", async () => {
  const invoice = await issue({}, { buyerReference: undefined, salesOrderReference: "S-1" });
  expect(toUbl(invoice, { profile: "peppol" })).toContain("<cac:OrderReference><cbc:ID>NA</cbc:ID>");
  expect(() => toCii(invoice, { profile: "peppol" })).toThrow("PEPPOL-EN16931-R003");
});

test("self-billed documents have no rules of single countries", async () => {
  for (const seller of [{ iban: undefined }, { country: "DK", vatNumber: "DK13585628" }]) {
    const order = { clientCountry: seller.country ?? "DE", clientVatNumber: undefined, isCompany: true };
    expect(einvoiceGaps(await issue(seller, order), { profile: "peppol" })).not.toEqual([]);
    expect(einvoiceGaps(await issue(seller, { ...order, selfBilled: true }), { profile: "peppol" })).toEqual([]);
  }
});

test("a Dutch seller with its address and the scheme of its number has no gap", async () => {
  for (const registrationScheme of ["0106", "0190"]) {
    const invoice = await issue({ ...DUTCH, registrationScheme }, {});
    expect(einvoiceGaps(invoice, { profile: "peppol" })).toEqual([]);
  }
});

test("Peppol's rules between German parties are those of UBL, and no others", async () => {
  const domestic = await issue({ iban: undefined }, { ...DOMESTIC });
  expect(einvoiceGaps(domestic, { profile: "peppol" }).map(({ rule }) => rule)).toEqual(["DE-R-001"]);
  expect(() => toUbl(domestic, { profile: "peppol" })).toThrow("DE-R-001");
  expect(toCii(domestic, { profile: "peppol" })).toContain("poacc:billing");
  expect(einvoiceGaps(await issue({ iban: undefined }, {}), { profile: "peppol" })).toEqual([]);
  const outside = await issue({}, { ...DOMESTIC, ...manual("O") });
  expect(toUbl(outside, { profile: "peppol" })).toMatch(/<cbc:ID>O<\/cbc:ID><cbc:Percent>0<\/cbc:Percent>/); // DE-R-014
});

test("only CII lacks South Sudan, so UBL is written", async () => {
  const invoice = await issue({}, { clientCountry: "SS", clientVatNumber: undefined, supply: "goods" });
  expect(toUbl(invoice)).toContain(">SS<");
  expect(() => toCii(invoice)).toThrow("BR-CL-14");
});

test("errors point at the order's fields, and name those of the profile", async () => {
  const invoice = await issue(
    { iban: undefined },
    { buyerReference: undefined, clientAddress: { postalCode: "75001" } },
  );
  const [first, ...others] = [/^BR-DE-1: /, /^BR-DE-8: /, /^BR-DE-15: /].map((detail) => expect.stringMatching(detail));
  expect(() => toUbl(invoice, { profile: "xrechnung" })).toThrow(
    expect.objectContaining({
      code: "einvoice_incomplete",
      message: expect.stringMatching(/^The document breaks rules of xrechnung\. BR-DE-1: .* 2 more in errors\.$/),
      errors: [
        { parameter: "seller.iban", detail: first },
        { pointer: "/clientAddress/city", detail: others[0] },
        { pointer: "/buyerReference", detail: others[1] },
      ],
    }),
  );
});

test("with the company's own profile, the gaps are those of its next document", async () => {
  const invoice = await issue({ iban: undefined, contact: undefined }, {});
  const gaps = (ownProfile?: Partial<CompanyProfile>) =>
    einvoiceGaps(invoice, { profile: "xrechnung", ownProfile }).map(({ rule }) => rule);
  expect(gaps()).toEqual(["BR-DE-1", "BR-DE-2"]);
  expect(gaps({ iban: SELLER.iban! })).toEqual(["BR-DE-2"]);
  expect(gaps(SELLER)).toEqual([]);
});

test("an unknown profile, and factur-x in UBL, are mistakes", async () => {
  const invoice = await issue({}, {});
  expect(() => einvoiceGaps(invoice, { profile: "zugferd" as never })).toThrow(TypeError);
  expect(() => toUbl(invoice, { profile: "factur-x" as never })).toThrow(TypeError);
});

describeUnless(NO_RULES)("the official rules agree about", () => {
  test.each(CHECKED_PROFILES)("a credit note of charges alone, for %s", async (profile) => {
    for (const seller of [{}, unnumbered]) expect(disagreements(await creditCharge(seller), profile)).toEqual([]);
  });

  test("a rounding amount that is prepaid too", async () => {
    const order = { currency: "KWD", items: [{ ...item, unitPrice: 0.123 }], roundingAmount: 0.01, prepaidAmount: 0.1 };
    expect(disagreements(await issue({}, order), "en16931")).toEqual([]);
  });

  const checked = BROKEN.filter(([, , profile]) => CHECKED_PROFILES.some((each) => each === profile));
  test.each(checked)("%s: %s, for %s", async (_, __, profile, seller, order) => {
    expect(disagreements(await issue(seller, order), profile)).toEqual([]);
  });
});
