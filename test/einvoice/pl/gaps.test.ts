/**
 * Goal: each thing that KSeF refuses, or that FA(3) cannot say, is a gap with the field that fixes it.
 * Method: a complete order is changed so that it breaks exactly one rule.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { isRefusal, ksefGaps, toKsef } from "faktura/einvoice/pl";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { TestClock } from "../../support/fixtures.ts";
import { FRENCH, KRAKOW, ORDER, SELLER } from "./scenes.ts";

const ITEM = ORDER.items[0]!;
const manual = (item: object) => ({ autoVat: false, items: [{ ...ITEM, ...item }] });
const line = (item: object) => ({ items: [{ ...ITEM, ...item }] });
const RATE = { rate: 4.25, date: "2026-11-19", source: "NBP" };
const ORDERED = { description: "Dom", quantity: 1, unitPrice: 1000, taxRate: 23 };
const LONG = { line1: "x".repeat(200), line2: "y".repeat(200), line3: "z".repeat(200) };
const KSEF = "5261040828-20261120-0100001AF629-AF";

type Row = readonly [gap: string, order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>];

// biome-ignore format: one gap a line
const ROWS: readonly Row[] = [
  ["KodWaluty currency", { ...manual({ vatCategory: "G" }), currency: "SLE" }],
  ["KodWaluty currency", { ...manual({ vatCategory: "G", unitPrice: 1.234 }), currency: "KWD" }],
  ["KodWaluty currency", { ...manual({ vatCategory: "G" }), currency: "KWD", prepaidAmount: 0.001 }],
  ["Zamowienie national.pl.orderedItems", { documentType: "386" }],
  ["Zamowienie national.pl.orderedItems", { national: { pl: { orderedItems: [ORDERED] } } }],
  ["ZamowienieWiersz national.pl.orderedItems", { documentType: "386", national: { pl: { orderedItems: [{ ...ORDERED, taxRate: 8 }] } } }],
  ["ZamowienieWiersz national.pl.orderedItems", { documentType: "386", national: { pl: { orderedItems: [{ ...ORDERED, quantity: 0.1234567 }] } } }],
  ["RodzajFaktury documentType", { documentType: "384", precedingInvoices: [{ number: "1", issueDate: "2026-10-01" }] }],
  ["Podmiot1/NIP seller.vatNumber", {}, { vatNumber: undefined }],
  ["Podmiot1/NIP seller.vatNumber", {}, { vatRegistered: false, vatNumber: undefined, taxNumber: "5261040829", exemptionNote: "art. 113" }],
  ["Podmiot1/Adres seller.address", {}, { address: undefined }],
  ["Podmiot1/Adres seller.address", {}, { address: LONG }],
  ["PodmiotUpowazniony seller.taxRepresentative", {}, { country: "NO", taxRepresentative: { name: "R", vatNumber: "DE136695976", country: "DE", address: KRAKOW } }],
  ["PodmiotUpowazniony seller.taxRepresentative", {}, { country: "NO", taxRepresentative: { name: "R", vatNumber: "PL5260250995", country: "PL", address: {} } }],
  ["Podmiot2/NIP clientVatNumber", { clientVatNumber: "PL5260250996" }],
  ["Podmiot2/NrVatUE clientVatNumber", { ...FRENCH, clientVatNumber: undefined, ...manual({ vatCategory: "AE" }), supply: "services" }],
  ["Podmiot2/NrID clientVatNumber", { ...manual({ vatCategory: "G" }), clientCountry: "US", clientVatNumber: "-" }],
  ["Podmiot2/Adres clientAddress", { clientAddress: undefined }],
  ["Podmiot2/Adres clientAddress", { clientAddress: LONG }],
  ["Podmiot2/Adres clientAddress", { ...manual({ taxRate: 23 }), clientCountry: undefined, clientVatNumber: undefined }],
  ["Podmiot3/NIP national.pl.localUnit", { national: { pl: { localUnit: { name: "U", id: "5260250996-00001" } } } }],
  ["Podmiot3/NIP national.pl.groupMember", { national: { pl: { groupMember: { name: "U", id: "5260250996" } } } }],
  ["P_12 items[].taxRate", manual({ taxRate: 19 })],
  ["P_12 items[].taxRate", manual({ taxRate: 7, vatCategory: "L" })],
  ["P_PMarzy items[].exemption", { items: ["VATEX-EU-F", "VATEX-EU-I"].map((vatexCode) => ({ ...ITEM, exemption: { reason: "marża", vatexCode } })) }],
  ["P_19A items[].exemption", {}, { vatRegistered: false, vatNumber: undefined, taxNumber: "5261040828" }],
  ["P_19A items[].exemption", line({ exemption: { reason: "x".repeat(257) } })],
  ["KursWaluty exchangeRate", { currency: "EUR" }],
  ["KursWaluty exchangeRate", { currency: "EUR", exchangeRate: { ...RATE, rate: 4.1234567 } }],
  ["KursWaluty exchangeRate", { currency: "USD", exchangeRate: { ...RATE, currency: "EUR" } }],
  ["P_8B items[].quantity", line({ quantity: 1.2345678 })],
  ["P_9A items[].unitPrice", line({ quantity: 1e9, unitPrice: 1.000000001 })],
  ["P_11 items[].quantity", line({ quantity: 1e16, unitPrice: 1e-8 })],
  ["P_11 items[].quantity", line({ quantity: 1e-6, unitPrice: 1e14 })],
  ["P_6 supplyDate", { supplyDate: "2005-12-31", autoVat: false, items: [{ ...ITEM, taxRate: 23 }] }],
  ["OkresFa period", { period: { start: "2005-12-31", end: "2026-11-20" } }],
  ["Termin dueDate", { dueDate: "2016-06-30" }],
  ["NrRB seller.accounts", { payment: { means: "30" } }, { accounts: [{ account: "12-34" }] }],
  ["NrRB seller.accounts", { payment: { means: "30" } }, { accounts: [{ account: "1".repeat(35) }] }],
];

const found = (gaps: ReturnType<typeof ksefGaps>) => gaps.map(({ rule, field }) => `${rule} ${field}`);

test.each(ROWS.map((row) => ({ gap: row[0], row })))("$gap", async ({ gap, row: [, order, seller] }) => {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...order });
  expect(found(ksefGaps(invoice))).toEqual([gap]);
  const refusal = (() => {
    try {
      return toKsef(invoice);
    } catch (error) {
      return error;
    }
  })();
  expect(isRefusal(refusal, "einvoice_incomplete")).toBe(true);
});

test("a file above a million bytes, or with more than 10,000 further texts, is a gap", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const items = Array.from({ length: 999 }, () => ({ ...ITEM, description: "Ż".repeat(500) }));
  expect(found(ksefGaps(await acme.issue({ ...ORDER, items })))).toEqual(["Faktura items"]);
  const noted = items.map((item) => ({ ...item, description: "x".repeat(3500) }));
  expect(found(ksefGaps(await acme.issue({ ...ORDER, items: noted })))).toEqual(["DodatkowyOpis items"]);
});

test("a document that was made before FA(3) is a gap", async () => {
  const clock = new TestClock("2025-08-31T12:00:00.000Z");
  const { acme } = await openBooks(undefined, SELLER, { clock });
  expect(found(ksefGaps(await acme.issue(ORDER)))).toEqual(["DataWytworzeniaFa issueDate"]);
});

test("a correction needs the KSeF number of its invoice, or that it has none", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  const credit = await acme.credit(invoice.id, { reason: "Zwrot" });
  expect(ksefGaps(invoice)).toEqual([]);
  expect(found(ksefGaps(credit))).toEqual(["NrKSeFFaKorygowanej correctedKsefNumber"]);
  for (const correctedKsefNumber of [KSEF, "none"]) expect(ksefGaps(credit, { correctedKsefNumber })).toEqual([]);
});

test.each([
  ["no invoice", undefined],
  ["an invoice without a date", [{ number: "FV-1" }]],
  [
    "two invoices",
    [
      { number: "1", issueDate: "2026-10-01" },
      { number: "2", issueDate: "2026-10-02" },
    ],
  ],
] as const)("a debit note about %s is a gap", async (_, precedingInvoices) => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, documentType: "383", precedingInvoices });
  expect(found(ksefGaps(invoice, { correctedKsefNumber: KSEF }))).toEqual(["DaneFaKorygowanej precedingInvoices"]);
});

test("a debit note about an invoice of before 2006 is a gap", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const precedingInvoices = [{ number: "1", issueDate: "2005-12-31" }];
  const invoice = await acme.issue({ ...ORDER, documentType: "383", precedingInvoices });
  expect(found(ksefGaps(invoice, { correctedKsefNumber: KSEF }))).toEqual(["DaneFaKorygowanej precedingInvoices"]);
});

// What no order of the library can bring about: documents of other hosts, changed by hand.
test.each([
  ["Podmiot2/NrVatUE clientVatNumber", { clientVatNumber: "FR4030326504599" }],
  ["P_11 items[].quantity", { total: 1e16 }],
] as const)("%s, in a document that was changed", async (gap, changes) => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = { ...(await acme.issue(ORDER)), ...changes } as Parameters<typeof ksefGaps>[0];
  expect(found(ksefGaps(invoice))).toEqual([gap]);
});

test("with the profile of today, the gaps are those of the next document", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, address: undefined });
  const invoice = await acme.issue(ORDER);
  expect(ksefGaps(invoice)).toHaveLength(1);
  expect(ksefGaps(invoice, { ownProfile: { address: KRAKOW } })).toEqual([]);
});

test("what is no document or no option is refused", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  expect(() => toKsef(acme.issue(ORDER) as never)).toThrow("toKsef needs an invoice or a credit note");
  expect(() => ksefGaps({} as never)).toThrow("ksefGaps needs an invoice or a credit note");
  expect(() => toKsef(invoice, { profile: "pl" } as never)).toThrow("profile is not a known option");
  for (const correctedKsefNumber of ["1", "5261040828-20261320-0100001AF629-AF", 1 as never]) {
    expect(() => toKsef(invoice, { correctedKsefNumber })).toThrow("correctedKsefNumber must be a number of KSeF");
  }
});
