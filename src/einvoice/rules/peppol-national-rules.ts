import type { AddressTerms, AdjustmentTerms, DocumentTerms, IdentifierTerms, PartyTerms } from "../terms.ts";
import { type GapRule, needRules, rulesWhere } from "./gap-rule.ts";
import { isGreek, isNorwegian, isSwedish } from "./peppol-identifiers.ts";
import { GERMAN_PEPPOL_RULES } from "./xrechnung-rules.ts";

type Test = GapRule["isBroken"];

/** A rule by its number: the field, what Peppol needs of it, and what its text must match or whether it is broken. */
type Row = readonly [number: string, field: string, needed: string, demand: RegExp | Test];

/** `0184 12345678`; only a space and the number if it has no scheme. */
const identifierText = (given: IdentifierTerms | undefined) => given && `${given.scheme ?? ""} ${given.id.trim()}`;

/** The texts of fields that are matched; empty if they are missing. */
const TEXTS: Readonly<Record<string, (terms: DocumentTerms) => string | undefined>> = {
  "seller.registrationNumber": ({ seller }) => identifierText(seller.registration),
  "seller.registrationScheme": ({ seller }) => identifierText(seller.registration),
  "seller.tradingName": ({ seller }) => seller.tradingName,
  "seller.taxNumber": ({ seller }) => seller.taxNumber?.trim().replace(/\s+/g, " "),
  clientRegistrationScheme: ({ buyer }) => identifierText(buyer.registration),
  clientTradingName: ({ buyer }) => buyer.tradingName,
  "payment.means": ({ payment }) => payment?.means,
  paymentReference: ({ payment }) => payment && `${payment.means} ${payment.reference}`,
};

const lacks = ({ address }: { readonly address: AddressTerms }, ...parts: (keyof AddressTerms)[]) =>
  parts.some((part) => address[part] === undefined);

const lacksScheme = ({ identifiers = [] }: PartyTerms) => identifiers.some(({ scheme }) => scheme === undefined);

/** The supporting documents that a rule knows by their description. */
const described = ({ supportingDocuments = [] }: DocumentTerms, wanted: string) =>
  supportingDocuments.filter(({ description }) => description === wanted);

const FULL_ADDRESS = "line1, city and postalCode";
const SHORT_ADDRESS = "line1 and postalCode";
const TRANSFER = "58: the library has no account for this means";
const TAX_REASON = "4 digits or a#b as reason of ZZZ";

const DANISH: readonly Row[] = [
  ["002", "seller.registrationNumber", "the CVR number", /./],
  ["014", "seller.registrationScheme", "scheme 0184", /^(?:0184 |$)/],
];
const DANISH_PARTIES: readonly Row[] = [
  ["003", "items[].classifications", "version 26.08.01 of TST", hasOldProducts],
  ["004", "charges", TAX_REASON, ({ adjustments }) => adjustments.some(isUnnamedTax)],
  ["004", "items[].charges", TAX_REASON, ({ lines }) => lines.some((line) => line.adjustments.some(isUnnamedTax))],
  ["013", "seller.identifiers", "a scheme of each identifier", ({ seller }) => lacksScheme(seller)],
  ["013", "clientIdentifier", "a scheme of each identifier", ({ buyer }) => lacksScheme(buyer)],
  ["017", "clientRegistrationScheme", "scheme 0184", /^(?:0184 |$)/],
];
const DANISH_INVOICES: readonly Row[] = [
  ["005", "payment.means", "means 1, 10, 48, 49, 58, 59 or 97", /^(?:|10?|31|42|4[89]|5[089]|9[37])$/],
  ["006", "payment.means", TRANSFER, /^(?!31|42)/],
  [
    "007",
    "payment.debitedAccount",
    "mandateReference and debitedAccount",
    ({ payment }) =>
      payment?.means === "49" && !(payment.directDebit?.mandateReference && payment.directDebit.debitedAccount),
  ],
  ["008", "payment.means", TRANSFER, /^(?!50)/],
  ["009", "paymentReference", "16 digits after 04# or 15#", /^(?!50 (?:04|15)#(?!.{16}$))/s],
  ["010", "payment.means", TRANSFER, /^(?!93)/],
  ["011", "paymentReference", "15 or 16 digits after 71# or 75#", /^(?!93 7[15]#(?!.{15,16}$))/s],
];

const ITALIAN: readonly Row[] = [
  ["001", "seller.taxNumber", "11 to 16 capitals and digits", /^(?:[A-Z\d]{11,16})?$/],
  ...(["line1", "city", "postalCode"] as const).map(
    (part, index): Row => [
      `00${2 + index}`,
      `seller.address.${part}`,
      "the address",
      ({ seller }) => lacks(seller, part),
    ],
  ),
];

const SWEDISH_NUMBER = "10 digits with a valid check digit";
const SWEDISH: readonly Row[] = [
  ["003", "seller.registrationNumber", SWEDISH_NUMBER, /^(?:\d* \d+)?$/],
  ["004", "seller.registrationNumber", SWEDISH_NUMBER, /^(?:\d* .{10})?$/],
  [
    "013",
    "seller.registrationNumber",
    SWEDISH_NUMBER,
    ({ seller: { registration } }) => registration !== undefined && !isSwedish(registration.id.trim().slice(0, 10)),
  ],
  [
    "005",
    "seller.taxNumber",
    "the words Godkänd för F-skatt",
    (terms) =>
      terms.seller.registration !== undefined && !/^(?:godkänd för f-skatt)?$/i.test(textOf("seller.taxNumber", terms)),
  ],
];
/** For sellers with a Swedish VAT number. */
const SWEDISH_VAT: readonly Row[] = [
  [
    "006",
    "items[].taxRate",
    "a rate of 6, 12 or 25 %",
    ({ breakdown }) => breakdown.some(({ category, rate = "" }) => category === "S" && !/^(6|12|25)$/.test(rate)),
  ],
];

const NORWEGIAN: readonly Row[] = [
  [
    "001",
    "seller.vatNumber",
    "NO, 9 digits and MVA",
    ({ seller: { vatNumber = "" } }) =>
      vatNumber.startsWith("NO") && !(isNorwegian(vatNumber.slice(2, 11)) && vatNumber.slice(11) === "MVA"),
  ],
];

const ICELANDIC: readonly Row[] = [
  ["002", "seller.registrationScheme", "registrationNumber in scheme 0196", /^0196 /],
  ["003", "seller.address", SHORT_ADDRESS, ({ seller }) => lacks(seller, "line1", "postalCode")],
  ["006", "payment.means", TRANSFER, /^(?!9$)/],
  ["007", "payment.means", TRANSFER, /^(?!42)/],
  [
    "008",
    "supportingDocuments",
    "a day as reference of EINDAGI",
    (terms) => finalDays(terms).some((day) => !isDay(day)),
  ],
  [
    "009",
    "dueDate",
    "a due date not after EINDAGI",
    (terms) => finalDays(terms).some(() => terms.dueDate === undefined),
  ],
  [
    "010",
    "dueDate",
    "a due date not after EINDAGI",
    (terms) => finalDays(terms).some((day) => !((terms.dueDate ?? "~") <= day)),
  ],
];
const ICELANDIC_PARTIES: readonly Row[] = [
  ["004", "clientRegistrationScheme", "clientRegistrationNumber in scheme 0196", /^0196 /],
  ["005", "clientAddress", SHORT_ADDRESS, ({ buyer }) => lacks(buyer, "line1", "postalCode")],
];

const DUTCH: readonly Row[] = [
  ["002", "seller.address", FULL_ADDRESS, ({ seller }) => lacks(seller, "line1", "city", "postalCode")],
  ["003", "seller.registrationScheme", "scheme 0106 or 0190", /^(?:0106 |0190 |$)/],
  [
    "006",
    "seller.taxRepresentative",
    FULL_ADDRESS,
    ({ taxRepresentative }) =>
      taxRepresentative?.address.country === "NL" && lacks(taxRepresentative, "line1", "city", "postalCode"),
  ],
  [
    "007",
    "seller.iban",
    "an account, or the means in payment",
    ({ payment, isCreditNote, totals }) => payment === undefined && !isCreditNote && totals.payableAmount !== "0",
  ],
  [
    "009",
    "purchaseOrderReference",
    "the order that its lines name",
    ({ purchaseOrderReference, salesOrderReference, lines }) =>
      !(purchaseOrderReference ?? salesOrderReference) && lines.some(({ purchaseOrderLine }) => purchaseOrderLine),
  ],
];
const DUTCH_PARTIES: readonly Row[] = [
  ["004", "clientAddress", FULL_ADDRESS, ({ buyer }) => lacks(buyer, "line1", "city", "postalCode")],
  ["005", "clientRegistrationScheme", "scheme 0106 or 0190", /^(?:0106 |0190 |$)/],
  ["008", "payment.means", "means 30, 48, 49, 57, 58 or 59", /^(?:|30|4[89]|5[789])$/],
];

const MARK = "##M.AR.K##";
const INVOICE_URL = "##INVOICE|URL##";
const MY_DATA = "what myDATA asks for";

/** Greece knows an invoice by a number of six parts. The library's numbers have no `|` between parts. */
const GREEK: readonly Row[] = [
  ["002", "seller.tradingName", MY_DATA, /./],
  [
    "003",
    "seller.vatNumber",
    MY_DATA,
    ({ seller: { vatNumber } }) => vatNumber !== undefined && !isGreekVat(vatNumber),
  ],
  [
    "008-3",
    "supportingDocuments",
    MY_DATA,
    (terms) => described(terms, INVOICE_URL).some(({ url }) => url === undefined),
  ],
  ["005", "clientTradingName", MY_DATA, /./],
];
/** Also for sellers whose tax representative has the VAT number of another country. */
const GREEK_SELLERS: readonly Row[] = [
  ["009", "seller.electronicAddress", MY_DATA, ({ seller }) => isGreece(countryOf(seller)) && hasOtherAddress(seller)],
];
/** For sellers whose address is in Greece, too. */
const GREEK_RESIDENTS: readonly Row[] = [
  ["004-1", "supportingDocuments", MY_DATA, (terms) => described(terms, MARK).length !== 1],
  [
    "004-2",
    "supportingDocuments",
    MY_DATA,
    (terms) => described(terms, MARK).some(({ reference }) => !/^[1-9]/.test(reference)),
  ],
  ["008-2", "supportingDocuments", MY_DATA, (terms) => described(terms, INVOICE_URL).length > 1],
];
const GREEK_PARTIES: readonly Row[] = [
  ["006", "clientVatNumber", MY_DATA, ({ buyer }) => !isGreekVat(buyer.vatNumber)],
  ["010", "clientElectronicAddress", MY_DATA, ({ buyer }) => hasOtherAddress(buyer)],
];
const GREEK_NUMBER: readonly GapRule[] = [1, 2, 3, 4, 5, 6, 7].map((part) => ({
  rule: `GR-R-001-${part}`,
  field: "seller.invoicePrefix",
  detail: "The library has no numbers of myDATA. Have a certified provider write the file.",
  isBroken: () => true,
}));

/** Most rules ask where a party's address is. */
const isSellerIn =
  (country: string): Test =>
  ({ seller }) =>
    seller.address.country === country;

/** Some ask for the country of the VAT number, and only without one for that of the address. */
const countryOf = ({ vatNumber, address }: PartyTerms) => vatNumber?.slice(0, 2) ?? address.country;

/** A seller without a VAT number has the country of its tax representative's. */
const isNumberedIn =
  (...countries: string[]): Test =>
  ({ seller, taxRepresentative }) =>
    countries.includes(countryOf(seller.vatNumber ? seller : { ...seller, ...taxRepresentative }));

const isGreece = (country: string) => country === "EL" || country === "GR";
const isGreekSale = isNumberedIn("EL", "GR");

/** The rules of a country, about all of its sellers or about its sellers and clients. */
function rulesOf(country: string, rows: readonly Row[], isBetween?: "between parties"): GapRule[] {
  return needRules(
    `${isBetween === undefined ? "From sellers" : "Between parties"} in ${country}, Peppol`,
    rows.map(([number, field, needed, demand]) => [
      `${country}-R-${number}`,
      field,
      needed,
      typeof demand === "function" ? demand : (terms) => !demand.test(textOf(field, terms)),
    ]),
  );
}

function nationalRules(country: string, rows: readonly Row[], partyRows: readonly Row[] = []): GapRule[] {
  const ofClients = rulesWhere(
    ({ buyer }) => buyer.address.country === country,
    rulesOf(country, partyRows, "between parties"),
  );
  return rulesWhere(isSellerIn(country), [...rulesOf(country, rows), ...ofClients]);
}

/** The fatal rules of single countries that an issued document can break. Self-billed documents have none. */
export const PEPPOL_NATIONAL_RULES: readonly GapRule[] = rulesWhere(
  ({ specification }) => !specification.includes("selfbilling"),
  [
    ...nationalRules("DK", DANISH, DANISH_PARTIES),
    ...rulesWhere(({ isCreditNote }) => !isCreditNote, nationalRules("DK", [], DANISH_INVOICES)),
    ...rulesWhere(isNumberedIn("IT"), rulesOf("IT", ITALIAN)),
    ...nationalRules("NL", DUTCH, DUTCH_PARTIES),
    ...rulesOf("NO", NORWEGIAN),
    ...nationalRules("SE", SWEDISH),
    ...rulesWhere(({ seller }) => seller.vatNumber?.startsWith("SE") === true, nationalRules("SE", SWEDISH_VAT)),
    ...[
      ...rulesWhere(
        ({ seller, buyer }) => seller.address.country === "DE" && buyer.address.country === "DE",
        GERMAN_PEPPOL_RULES,
      ),
      ...nationalRules("IS", ICELANDIC, ICELANDIC_PARTIES),
      ...rulesOf("GR", GREEK_SELLERS),
      ...rulesWhere(isGreekSale, [
        ...GREEK_NUMBER,
        ...rulesOf("GR", GREEK),
        ...nationalRules("GR", GREEK_RESIDENTS),
        ...rulesWhere(({ buyer }) => isGreece(countryOf(buyer)), rulesOf("GR", GREEK_PARTIES, "between parties")),
      ]),
    ].map((rule) => ({ ...rule, syntax: "ubl" as const })),
  ],
);

function textOf(field: string, terms: DocumentTerms): string {
  return TEXTS[field]!(terms) ?? "";
}

function hasOldProducts({ lines }: DocumentTerms): boolean {
  return lines.some(
    ({ classifications = [] }) =>
      classifications.some(({ list }) => list === "TST") &&
      !classifications.some(({ listVersion = "" }) => /^(?:19\.05\.?01|26\.08\.?01)$/.test(listVersion)),
  );
}

/** Danish taxes that are not VAT have the code ZZZ. */
function isUnnamedTax({ reasonCode, reason = "" }: AdjustmentTerms): boolean {
  const number = reason.trim();
  const isNumber = /^[\d.e+-]{4}$/i.test(number) && +number >= 0 && +number <= 9999;
  return reasonCode === "ZZZ" && !isNumber && !/^[^#]+#.*[^#]$/s.test(reason);
}

/** The calendar of the domain would be a hundredth of what browsers load for electronic documents. */
function isDay(text: string): boolean {
  return new Date(text).toJSON()?.slice(0, 10) === text;
}

/** When payment is overdue in Iceland. */
function finalDays(terms: DocumentTerms): string[] {
  return described(terms, "EINDAGI").map(({ reference }) => reference);
}

function isGreekVat(vatNumber = ""): boolean {
  return vatNumber.startsWith("EL") && isGreek(vatNumber.slice(2));
}

function hasOtherAddress({ electronicAddress: given }: PartyTerms): boolean {
  return given !== undefined && !(given.scheme === "9933" && isGreek(given.id));
}
