import {
  type CompanyProfile,
  type CreditNote,
  type DocumentAllowance,
  type Identifier,
  type Invoice,
  type InvoiceOrder,
  isRefusal,
  type OrderItem,
} from "faktura";
import fc from "fast-check";
import { openBooks } from "../service/books.ts";

type Fields<Of> = { [Name in keyof Of]?: fc.Arbitrary<NonNullable<Of[Name]>> };

/** All of the fields, or any of them. */
const some = <Of extends object>(fields: Fields<Of>): fc.Arbitrary<Of> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record(fields as never) },
    fc.record(fields as never, { requiredKeys: [] }),
  ) as fc.Arbitrary<Of>;

const text = fc.oneof(
  fc.constantFrom(
    "Exemple SARL",
    "Παράδειγμα ΑΕ",
    "Пример ООД",
    "Söhne & Töchter <GmbH>",
    "a ]]> b",
    "\u0001\uFFFF",
    "🧾 'x' \"y\"",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((value) => /\S/.test(value) && !/\0/.test(value)),
);
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-11-${String(date).padStart(2, "0")}`);
const period = fc.tuple(day, day).map((days) => ({ start: days.sort()[0]!, end: days[1]! }));
const address = some({
  line1: text,
  line2: text,
  line3: text,
  postalCode: fc.constantFrom("10115", "75001"),
  city: text,
  region: text,
});
const cents = (max: number) => fc.integer({ min: 0, max }).map((amount) => amount / 100);

/** A VAT number of each country, in any form that is understood. */
const NUMBERS: Readonly<Record<string, string>> = {
  DE: "DE136695976",
  FR: "FR 40 303 265 045",
  GR: "094259216",
  BG: "BG175074752",
  NL: "NL004495445B01",
  NO: "123456789MVA",
  US: "12-3456789",
  GB: "GB980780684",
  CH: "CHE-123.456.788 MWST",
  XK: "810000000",
};
const country = fc.constantFrom(...Object.keys(NUMBERS), "MC", "SS", "ES");
const COMPLETE_CONTACT = { name: "Buchhaltung", phone: "+49 30 1234", email: "b@example.com" };
const ACCOUNTS = fc.constantFrom("DE89370400440532013000", "FR14 2004 1010 0505 0001 3M02 606");
const electronicAddress = fc.constantFrom(
  { scheme: "9930", id: "DE136695976" },
  { scheme: "0088", id: "4012345000009" },
);

const partyIdentifier = fc.constantFrom<Identifier>({ scheme: "0088", id: "4012345000009" }, { id: "L-1" });
const payee = fc.record(
  {
    name: text,
    identifier: partyIdentifier,
    registrationNumber: fc.constantFrom("1", "2"),
    registrationScheme: fc.constant("0002"),
  },
  { requiredKeys: ["name"] },
);

const profile: fc.Arbitrary<Partial<CompanyProfile>> = fc
  .record({
    country: fc.constantFrom("DE", "FR", "GR", "BG", "NL", "MC", "CH", "NO", "US"),
    vatRegistered: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
    ossRegistered: fc.boolean(),
    details: some<CompanyProfile>({
      taxNumber: text,
      registrationNumber: fc.oneof(text, fc.constantFrom("1", "2")),
      registrationScheme: fc.constant("0002"),
      address,
      electronicAddress,
      email: fc.constant("a@example.com"),
      iban: ACCOUNTS,
      bic: fc.constant("BYLADEM1001"),
      accountName: text,
      accounts: fc.array(
        fc.oneof(
          fc.record(
            { iban: ACCOUNTS, name: text, currency: fc.constantFrom("EUR", "USD") },
            { requiredKeys: ["iban"] },
          ),
          fc.record(
            { account: text, bic: fc.constantFrom("SE:BANKGIRO", "BYLADEM1001"), name: text },
            { requiredKeys: ["account"] },
          ),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      creditorId: fc.constant("DE98ZZZ09999999999"),
      tradingName: text,
      identifiers: fc.array(
        fc.oneof(
          partyIdentifier,
          fc.record({ scheme: fc.constantFrom("0088", "0204"), id: text }, { requiredKeys: ["id"] }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      legalNote: text,
      exemptionNote: text,
      paymentTerms: fc.constantFrom(
        ...["30 Tage", "Zahlbar sofort", "10 Tage"],
        "#SKONTO#TAGE=14#PROZENT=2.00#",
        "#SKONTO#\nx",
        "#SKONTO#TAGE=7#PROZENT=3.00#\nDanke",
      ),
      contact: fc.constantFrom(
        ...[COMPLETE_CONTACT, COMPLETE_CONTACT, COMPLETE_CONTACT],
        { name: "Buchhaltung", phone: "+49 30 1234" },
        { name: "Buchhaltung" },
      ),
      cashAccounting: fc.boolean(),
    }),
    isNumbered: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
    representative: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  })
  .map(({ details, isNumbered, representative, ...rest }) => ({
    ...rest,
    ...details,
    vatNumber: isNumbered ? NUMBERS[rest.country] : undefined,
    ...(representative && {
      taxRepresentative: { name: "Fisc SARL", vatNumber: "FR40303265045", country: "FR", address: {} },
    }),
  }));

const invoicedObject = fc.record({ scheme: fc.constantFrom("ABZ", "MG", "ZZZ"), id: text }, { requiredKeys: ["id"] });

const item: fc.Arbitrary<OrderItem> = fc
  .record({
    description: text,
    quantity: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constantFrom(-1, 0.001, 12.345, 1e-7)),
    unitPrice: fc.oneof(cents(100_000), fc.constantFrom(0, 12.345, 1e-7, 0.333333, 1e6)),
    exemption: fc.constantFrom(
      ...[undefined, undefined, undefined, undefined, undefined, undefined],
      ...[{ reason: "Art. 132" }, { reason: "Art. 135", vatexCode: "VATEX-EU-135-1" }],
      { reason: "Art. 132", vatexCode: "VATEX-EU-132" },
    ),
    details: some<OrderItem>({
      unit: fc.constantFrom("hour", "Stück", "licence"),
      unitCode: fc.constantFrom("HUR", "XBX"),
      sku: text,
      id: text,
      standardId: fc.constantFrom({ scheme: "0160", id: "4012345000009" }, { scheme: "0088", id: "a b" }),
      buyerSku: text,
      classifications: fc.array(
        fc.record(
          { code: text, list: fc.constantFrom("STI", "HS", "ZZZ"), listVersion: text },
          { requiredKeys: ["code", "list"] },
        ),
        { minLength: 1, maxLength: 2 },
      ),
      attributes: fc.array(fc.record({ name: text, value: text }), { minLength: 1, maxLength: 2 }),
      originCountry: fc.constantFrom("DE", "CN", "XK", "SS"),
      purchaseOrderLine: text,
      buyerAccountingReference: text,
      invoicedObject,
      note: text,
      period,
      discount: fc.constantFrom(
        ...[{ percent: 12.5 }, { amount: 0, reason: "Aktion" }, { percent: 3, reasonCode: "95" }],
        { amount: 0, baseAmount: 7.77 },
      ),
      discounts: fc.constantFrom(
        [{ percent: 7.25, reason: "a" }, { percent: 3 }],
        [{ percent: 1.1, reasonCode: "100" }],
      ),
      charges: fc.constantFrom(
        [{ percent: 2.5 }],
        [{ percent: 0.3, reason: "Fracht", reasonCode: "FC" }, { percent: 9 }],
      ),
      priceBaseQuantity: fc.constantFrom(1, 3, 100, 0.7),
      priceDiscount: fc.constantFrom(0, 0.333, 5),
      supply: fc.constantFrom("goods", "services", "digital"),
      vatRates: fc.constantFrom({ DE: 7, FR: 5.5, GR: 13, BG: 9, NL: 0, CH: 2.6, NO: 0 }, { DE: 0, FR: 20, NL: 9 }),
    }),
  })
  .map(({ details, exemption, ...rest }) => ({ ...rest, ...details, ...(exemption !== undefined && { exemption }) }));

const given = fc.oneof(
  fc.record({ percent: fc.constantFrom(0, 2.5, 3.33, 10) }),
  fc.record({ amount: fc.oneof(cents(50), fc.constantFrom(0, 0.001, 5)) }),
  fc.record({ amount: fc.constantFrom(0.001, 5), baseAmount: fc.constantFrom(0, 7.777, 99.99) }),
  fc.record({ percent: fc.constantFrom(2.5, 10), baseAmount: fc.constantFrom(0, 7.777, 99.99) }),
);
const adjustmentVat: fc.Arbitrary<Partial<DocumentAllowance>> = fc.constantFrom(
  ...[{}, {}, {}, {}],
  ...[{ supply: "services" as const }, { exemption: { reason: "Art. 135", vatexCode: "VATEX-EU-135-1" } }],
  { vatRates: { DE: 7, FR: 5.5, GR: 13, BG: 9, NL: 9, CH: 2.6 } },
);

/** The last two name a Danish tax. */
const adjustmentReason = fc.oneof(text, fc.constantFrom("3430", "a#b"));

/** Allowances or charges of a document. */
const adjustments = (reasonCodes: readonly string[]) =>
  fc.array(
    fc
      .tuple(given, adjustmentVat, some({ reason: adjustmentReason, reasonCode: fc.constantFrom(...reasonCodes) }))
      .map((parts) => Object.assign({}, ...parts) as DocumentAllowance),
    { minLength: 1, maxLength: 2 },
  );

/** The VAT of a line. One outside the scope has an invoice to itself. */
const manualVat: fc.Arbitrary<Partial<OrderItem>> = fc.constantFrom(
  ...[{ taxRate: 19 }, { taxRate: 0.3 }, { taxRate: 7 }, { taxRate: 0, vatCategory: "Z" as const }],
  ...[{ vatCategory: "AE" as const }, { vatCategory: "K" as const }, { vatCategory: "G" as const }],
  ...[
    { vatCategory: "E" as const, exemptionReason: "Art. 132" },
    { vatCategory: "E" as const, vatexCode: "VATEX-EU-132" },
  ],
  ...[
    { vatCategory: "E" as const },
    { vatCategory: "L" as const, taxRate: 7 },
    { vatCategory: "L" as const, taxRate: 0 },
    { vatCategory: "M" as const, taxRate: 0.5 },
  ],
);
const manualVats = fc.oneof(
  fc.array(manualVat, { minLength: 4, maxLength: 4 }),
  fc.oneof(manualVat, fc.constant({ vatCategory: "O" as const })).map((vat) => [vat, vat, vat, vat]),
);

const order: fc.Arbitrary<InvoiceOrder> = fc
  .record({
    clientName: text,
    clientCountry: country,
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    autoVat: fc.constantFrom(true, true, false),
    vats: manualVats,
    hasNumber: fc.boolean(),
    currency: fc.constantFrom("EUR", "EUR", "EUR", "USD", "JPY", "KWD", "STN"),
    isConverted: fc.boolean(),
    taxCurrency: fc.constantFrom(undefined, undefined, undefined, "CHF", "JPY", "KWD", "STN"),
    isCoded: fc.boolean(),
    selfBilled: fc.boolean(),
    placeOfSupply: fc.constantFrom(undefined, undefined, undefined, undefined, "DE", "FR", "CH"),
    details: some<InvoiceOrder>({
      clientAddress: address,
      clientRegistrationNumber: text,
      clientRegistrationScheme: fc.constant("0002"),
      clientEmail: fc.constant("c@example.com"),
      clientNumber: text,
      clientIdentifier: fc.constantFrom({ scheme: "0088", id: "4012345000009" }, { scheme: "0002", id: "552100554" }),
      clientTradingName: text,
      clientContact: some({ name: text, phone: text, email: fc.constant("d@example.com") }),
      clientElectronicAddress: electronicAddress,
      isCompany: fc.boolean(),
      supply: fc.constantFrom("goods", "services", "digital"),
      vatNote: text,
      supplyDate: day,
      dueDate: fc.constant("2026-12-20"),
      taxPointDate: day,
      taxPointCode: fc.constantFrom("3", "35", "432"),
      documentType: fc.constantFrom("380", "383", "384", "386", "326", "393", "875", "876", "877"),
      period,
      buyerReference: text,
      purchaseOrderReference: text,
      contractReference: text,
      salesOrderReference: text,
      despatchReference: text,
      goodsReceiptReference: text,
      tenderReference: text,
      invoicedObject,
      supportingDocuments: fc.array(
        fc.record(
          { reference: text, description: text, url: fc.constant("https://example.com/?a=b&c") },
          { requiredKeys: ["reference"] },
        ),
        { minLength: 1, maxLength: 2 },
      ),
      businessProcess: text,
      payee,
      projectReference: text,
      buyerAccountingReference: text,
      paymentReference: text,
      note: fc.oneof(text, fc.constant("siehe #abc# oben")),
      notes: fc.constantFrom([{ subject: "AAB", text: "Kein Skonto" }, { text: "Nr. #12#" }]),
      deliverTo: fc.oneof(
        fc.record(
          { name: text, identifier: partyIdentifier, country: fc.constantFrom("FR", "NL"), address },
          { requiredKeys: ["country"] },
        ),
        fc.record({ name: text, identifier: partyIdentifier }, { requiredKeys: [] }),
      ),
      payment: fc.constantFrom(
        ...[{ means: "30" }, { means: "58" }, { means: "10" }, { means: "ZZZ" }, { means: "54" }, { means: "59" }],
        ...[
          { means: "54", cardLast4: "0042", cardHolder: "Anna", meansText: "Karte" },
          { means: "48", cardHolder: "Anna" },
          { means: "49", mandateReference: "M-1" },
        ],
        ...[{ means: "59", mandateReference: "M-1", debitedAccount: "DE89370400440532013000" }],
        { means: "59", debitedAccount: "DE89 3704 0044 0532 0130 00" },
      ),
      precedingInvoices: fc.constantFrom(
        [{ number: "A-1", issueDate: "2026-10-01" }, { number: "A-2" }],
        [{ number: "A-3" }],
      ),
      prepaidAmount: fc.constantFrom(0, 0, 1),
      roundingAmount: fc.constantFrom(0, 0.01, -0.02, 2),
      allowances: adjustments(["95", "100"]),
      charges: adjustments(["FC", "ABK", "ZZZ"]),
      prices: fc.constantFrom("net", "gross"),
    }),
    countryUnknown: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  })
  .map(({ details, hasNumber, vats, isConverted, taxCurrency, isCoded, countryUnknown, items, ...rest }) => ({
    ...rest,
    ...details,
    ...(!rest.autoVat && byHand(details, vats)),
    ...(isConverted &&
      rest.currency !== (taxCurrency ?? "EUR") && {
        exchangeRate: { rate: 0.87, date: "2026-11-19", source: "ECB", currency: taxCurrency },
      }),
    ...(isCoded ? { taxPointDate: undefined } : { taxPointCode: undefined }),
    documentType: rest.selfBilled ? undefined : details.documentType,
    items: rest.autoVat
      ? items
      : items.map(({ vatRates: _, exemption: _exemption, ...each }, index) => ({ ...each, ...vats[index] })),
    vatNote: rest.autoVat ? undefined : details.vatNote,
    clientCountry: countryUnknown && !rest.autoVat ? undefined : rest.clientCountry,
    clientVatNumber: hasNumber ? NUMBERS[rest.clientCountry] : undefined,
  }));

/** The allowances and charges of an order with VAT by hand: those with fields of automatic VAT get a line's VAT instead. */
function byHand({ allowances, charges }: Partial<InvoiceOrder>, vats: readonly Partial<OrderItem>[]) {
  const adapted = (given: DocumentAllowance, index: number) => {
    const { supply, vatRates, exemption, ...rest } = given;
    return (supply ?? vatRates ?? exemption) === undefined ? rest : { ...rest, ...vats[index] };
  };
  return {
    ...(allowances && { allowances: allowances.map(adapted) }),
    ...(charges && { charges: charges.map(adapted) }),
  };
}

/** What a random document is made of. */
export const scenes = fc.record({ profile, order, credit: fc.constantFrom("none", "all", "part", "charge") });
export type Scene = typeof scenes extends fc.Arbitrary<infer Of> ? Of : never;

/** The invoice of an order, and its credit note if one is made; nothing if the order is refused. */
export async function issueDocuments({
  profile,
  order,
  credit,
}: Scene): Promise<[] | [Invoice] | [Invoice, CreditNote]> {
  const { acme } = await openBooks(undefined, profile);
  try {
    const invoice = await acme.issue(order);
    if (credit === "none" || invoice.total <= 0) return [invoice];
    if (credit === "charge" && invoice.charges !== undefined)
      return [invoice, await acme.credit(invoice.id, { reason: "Zurück", charges: [{ position: 1 }] })];
    const lines = credit === "part" ? [{ line: 1, quantity: invoice.items[0]!.quantity / 2 }] : undefined;
    return [invoice, await acme.credit(invoice.id, { reason: "Zurück & gut", lines })];
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}
