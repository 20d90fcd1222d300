import { EN16931_RULES } from "../rules/en16931-rules.ts";
import { type GapRule, needRules } from "../rules/gap-rule.ts";
import type { AddressTerms, AdjustmentTerms, DocumentTerms } from "../terms.ts";
import { noteText } from "../ubl.ts";

/** The 41 counties and Bucharest. @see ISO 3166-2:RO */
const COUNTIES =
  /^RO-(?:AB|AG|AR|B|BC|BH|BN|BR|BT|BV|BZ|CJ|CL|CS|CT|CV|DB|DJ|GJ|GL|GR|HD|HR|IF|IL|IS|MH|MM|MS|NT|OT|PH|SB|SJ|SM|SV|TL|TM|TR|VL|VN|VS)$/;
const BUCHAREST = "RO-B";
const SECTORS = /^SECTOR[1-6]$/;

type Texts = readonly (string | undefined)[];

/** The addresses that are written. */
const ADDRESSES: readonly [field: string, addressOf: (terms: DocumentTerms) => AddressTerms | undefined][] = [
  ["seller.address", ({ seller }) => seller.address],
  ["clientAddress", ({ buyer }) => buyer.address],
  ["seller.taxRepresentative.address", ({ taxRepresentative }) => taxRepresentative?.address],
  ["deliverTo.address", ({ deliverTo }) => deliverTo.address],
];

/** The rules about the longest parts of each of {@link ADDRESSES}. */
const ADDRESS_LENGTHS = (
  [
    ["line1", 150, "L151 L152 L153 L154"],
    ["line2", 100, "L1002 L1007 L1012 L1014"],
    ["line3", 100, "L1003 L1008 L1013 L1015"],
    ["city", 50, "L0501 L0502 L0503 L0504"],
  ] as const
).flatMap(([part, most, rules]) =>
  ADDRESSES.map(([field, addressOf], index): LengthRow => {
    return [rules.split(" ")[index]!, most, `${field}.${part}`, (terms) => [addressOf(terms)?.[part]]];
  }),
);

type LengthRow = readonly [rule: string, most: number, field: string, textsOf: (terms: DocumentTerms) => Texts];

/** The longest text of a field. The rules count characters, and spaces in a row once. */
const LENGTHS: readonly LengthRow[] = [
  ...ADDRESS_LENGTHS,
  ["L1001", 100, "buyerAccountingReference", (terms) => [terms.buyerAccountingReference]],
  ["L1004", 100, "seller.contact.name", ({ seller }) => [seller.contact?.name]],
  ["L1006", 100, "seller.contact.email", ({ seller }) => [seller.contact?.email]],
  ["L1009", 100, "clientContact.name", ({ buyer }) => [buyer.contact?.name]],
  ["L1011", 100, "clientContact.email", ({ buyer }) => [buyer.contact?.email]],
  ["L301", 300, "paymentTerms", ({ paymentTerms }) => [paymentTerms]],
  ["L302", 300, "notes", allNotes],
  ["L303", 300, "items[].note", ({ lines }) => lines.map(({ note }) => note)],
  ["L1016", 100, "payment.meansText", ({ payment }) => [payment?.meansText]],
  ["L140", 140, "paymentReference", ({ payment }) => [payment?.reference]],
  ["L1024", 100, "items[].description", ({ lines }) => lines.map(({ name }) => name)],
  ["L212", 200, "items[].description", ({ lines }) => lines.map(({ description }) => description)],
  ["L1021", 100, "items[].buyerAccountingReference", ({ lines }) => lines.map((line) => line.buyerAccountingReference)],
  ["L1022", 100, "items[].discount.reason", (terms) => reasonsOnLines(terms, false)],
  ["L1023", 100, "items[].charges", (terms) => reasonsOnLines(terms, true)],
  ["L0505", 50, "items[].attributes", (terms) => attributesOf(terms).map(({ name }) => name)],
  ["L1025", 100, "items[].attributes", (terms) => attributesOf(terms).map(({ value }) => value)],
  ["L1020", 100, "supportingDocuments[].description", ofDocuments("description")],
  ["L210", 200, "supportingDocuments[].url", ofDocuments("url")],
  // Only those of attachments can be longer.
  ["L0308", 200, "attachments[].filename", ofDocuments("reference")],
  ["L211", 200, "attachments[].filename", ofDocuments("reference")],
];

const lengthOf = (text = "") => [...text.replace(/[\t\n\r ]+/g, " ").replace(/^ | $/g, "")].length;

function ofDocuments(part: "reference" | "description" | "url") {
  return ({ supportingDocuments = [] }: DocumentTerms): Texts => supportingDocuments.map((each) => each[part]);
}

const attributesOf = ({ lines }: DocumentTerms) => lines.flatMap(({ attributes = [] }) => attributes);

function reasonsOnLines({ lines }: DocumentTerms, isCharge: boolean): Texts {
  const all = lines.flatMap(({ adjustments }) => adjustments);
  return all.filter((each) => each.isCharge === isCharge).map(({ reason }) => reason);
}

function allNotes({ notes, paymentTerms, lines }: DocumentTerms): Texts {
  return [...notes.map(noteText), paymentTerms, ...lines.map(({ note }) => note)];
}

/** EN 16931's rules about two decimals that are Romania's too. The rules forget allowances and charges of credit notes. */
const DECIMALS = EN16931_RULES.flatMap(({ rule, isBroken, ...gap }): GapRule[] => {
  const number = /^BR-DEC-(?!13|15|23)(\d+)$/.exec(rule)?.[1];
  if (number === undefined) return [];
  const isOfInvoices = number < "09";
  return [
    {
      ...gap,
      rule: `BR-DEC-RO-${{ "19": "1009", "20": "1010" }[number] ?? number}`,
      isBroken: (terms) => !(isOfInvoices && terms.isCreditNote) && isBroken(terms),
    },
  ];
});

/** The rules about street, city, county, code of county, and sector of each of {@link ADDRESSES}. */
const PLACES: readonly Partial<Record<"street" | "city" | "county" | "code" | "sector", string>>[] = [
  { street: "081", city: "091", code: "110", sector: "100" },
  { street: "082", city: "092", code: "111", sector: "101" },
  { street: "140", city: "150", code: "170", sector: "160" },
  { street: "180", city: "201", county: "211", code: "212", sector: "202" },
];

const inRomania = ({ country }: AddressTerms) => country === "RO";

/** What each rule about an address asks for. */
const PLACE_RULES = {
  street: ["line1", "the street in line1", ({ line1 }: AddressTerms) => line1 === undefined],
  city: ["city", "the city", ({ city }: AddressTerms) => city === undefined],
  county: ["region", "a state or province", ({ region }: AddressTerms) => region === undefined],
  code: [
    "region",
    "the county as a code of ISO 3166-2, such as RO-CJ",
    (address: AddressTerms) => inRomania(address) && !COUNTIES.test(address.region?.trim() ?? ""),
  ],
  sector: [
    "city",
    "the sector of Bucharest (RO-B) as city, SECTOR1 to SECTOR6",
    (address: AddressTerms) =>
      inRomania(address) && address.region?.trim() === BUCHAREST && !SECTORS.test(address.city?.trim() ?? ""),
  ],
} as const;

/** The rules look for a representative and a place of delivery on invoices only. */
const placeNeeds = PLACES.flatMap((rules, index) =>
  Object.entries(rules).map(([kind, rule]) => {
    const [field, addressOf] = ADDRESSES[index]!;
    const [part, needed, isBroken] = PLACE_RULES[kind as keyof typeof PLACE_RULES];
    return [
      `BR-RO-${rule}`,
      `${field}.${part}`,
      needed,
      (terms: DocumentTerms) => {
        const address = index > 1 && terms.isCreditNote ? undefined : addressOf(terms);
        return address !== undefined && isBroken(address);
      },
    ] as const;
  }),
);

const LATER_CURRENCIES = /^(?:CNH|MRU|SLE|UYW|VED|VES|XCG|ZWG)$/;
const LATER_SCHEMES = /^02(?:1[7-9]|[2-4])/;
const LATER_ADDRESSES = /^(?:0154|0158|0177|02(?:1[7-9]|2[015]|30|35|4[024568])|9959)$/;

const chargeCodes = (all: readonly AdjustmentTerms[]) =>
  all.filter(({ isCharge }) => isCharge).map(({ reasonCode }) => reasonCode);

/** CIUS-RO has the code lists of 2023. What EN 16931 knows today and it does not, by rules. */
const LATER_CODES: readonly [rules: string, field: string, codes: RegExp, codesOf: (terms: DocumentTerms) => Texts][] =
  [
    ["BR-CL-03 BR-CL-04", "currency", LATER_CURRENCIES, ({ currency }) => [currency]],
    ["BR-CL-03 BR-CL-05", "exchangeRate.currency", LATER_CURRENCIES, ({ taxCurrency }) => [taxCurrency?.code]],
    [
      "BR-CL-07",
      "invoicedObject",
      /^AXU$/,
      ({ invoicedObject, lines }) => [invoicedObject?.scheme, ...lines.map((line) => line.invoicedObject?.scheme)],
    ],
    [
      "BR-CL-10",
      "seller.identifiers",
      LATER_SCHEMES,
      ({ seller }) => (seller.identifiers ?? []).map(({ scheme }) => scheme),
    ],
    [
      "BR-CL-10",
      "clientIdentifier",
      LATER_SCHEMES,
      ({ buyer }) => (buyer.identifiers ?? []).map(({ scheme }) => scheme),
    ],
    ["BR-CL-10", "payee.identifier", LATER_SCHEMES, ({ payee }) => [payee?.identifier?.scheme]],
    ["BR-CL-11", "seller.registrationScheme", LATER_SCHEMES, ({ seller }) => [seller.registration?.scheme]],
    ["BR-CL-11", "clientRegistrationScheme", LATER_SCHEMES, ({ buyer }) => [buyer.registration?.scheme]],
    ["BR-CL-11", "payee.registrationScheme", LATER_SCHEMES, ({ payee }) => [payee?.registration?.scheme]],
    [
      "BR-CL-13",
      "items[].classifications",
      /^(?:EMD|GMN|PPI)$/,
      ({ lines }) => lines.flatMap(({ classifications = [] }) => classifications.map(({ list }) => list)),
    ],
    ["BR-CL-16", "payment.means", /^98$/, ({ payment }) => [payment?.means]],
    ["BR-CL-20", "charges", /^PRV$/, ({ adjustments }) => chargeCodes(adjustments)],
    ["BR-CL-20", "items[].charges", /^PRV$/, ({ lines }) => lines.flatMap((line) => chargeCodes(line.adjustments))],
    ["BR-CL-21", "items[].standardId", LATER_SCHEMES, ({ lines }) => lines.map(({ standardId }) => standardId?.scheme)],
    [
      "BR-CL-22",
      "items[].vatexCode",
      /^VATEX-(?:FR-|EU-(?:135-1|144|146-1E|153|159)$)/,
      ({ breakdown }) => breakdown.map(({ vatexCode }) => vatexCode),
    ],
    ["BR-CL-25", "seller.electronicAddress", LATER_ADDRESSES, ({ seller }) => [seller.electronicAddress?.scheme]],
    ["BR-CL-25", "clientElectronicAddress", LATER_ADDRESSES, ({ buyer }) => [buyer.electronicAddress?.scheme]],
    ["BR-CL-26", "deliverTo.identifier", LATER_SCHEMES, ({ deliverTo }) => [deliverTo?.identifier?.scheme]],
  ];

/** Whether an allowance, a charge, or a line of an invoice is within the scope of VAT. The rules forget lines of credit notes. */
const hasVat = ({ isCreditNote, lines, adjustments }: DocumentTerms) =>
  [...(isCreditNote ? [] : lines), ...adjustments].some(({ category }) => category !== "O");

/**
 * CIUS-RO, beyond EN 16931: the fatal rules that an issued document can break.
 *
 * @see CIUS-RO 1.0.9, Schematron of June 2024
 */
export const ROMANIAN_RULES: readonly GapRule[] = [
  ...needRules("Romania", [
    ...placeNeeds,
    [
      "BR-RO-065",
      "seller.vatNumber",
      "a VAT number, or taxNumber",
      (terms) =>
        hasVat(terms) &&
        terms.seller.vatNumber === undefined &&
        terms.seller.taxNumber === undefined &&
        terms.taxRepresentative === undefined,
    ],
    [
      "BR-RO-120",
      "clientRegistrationNumber",
      "a number of the client, also of a consumer, or clientVatNumber",
      (terms) => hasVat(terms) && terms.buyer.vatNumber === undefined && terms.buyer.registration === undefined,
    ],
    // EN 16931 has left this rule out since.
    [
      "BR-CO-25",
      "dueDate",
      "the day of payment, or paymentTerms",
      ({ isCreditNote, totals, dueDate, paymentTerms }) =>
        !isCreditNote && Number(totals.payableAmount) > 0 && dueDate === undefined && paymentTerms === undefined,
    ],
    [
      "BR-RO-030",
      "exchangeRate",
      "the VAT in RON too",
      ({ currency, taxCurrency }) => currency !== "RON" && taxCurrency?.code !== "RON",
    ],
  ]),
  {
    rule: "BR-RO-020_1",
    field: "documentType",
    detail: "Romania takes the types 380, 384 and 389. Leave documentType out, or set 384.",
    isBroken: ({ typeCode, isCreditNote }) => !isCreditNote && !["380", "384", "389"].includes(typeCode),
  },
  {
    rule: "BR-RO-020_2",
    field: "selfBilled",
    detail: "Romania takes no credit notes of self-billed invoices. Agree on another correction with the client.",
    isBroken: ({ typeCode, isCreditNote }) => isCreditNote && typeCode !== "381",
  },
  {
    rule: "BR-RO-A020",
    field: "notes",
    detail: "Romania takes at most 20 notes, also those about VAT. Join some.",
    isBroken: ({ notes }) => notes.length > 20,
  },
  ...LENGTHS.map(([rule, most, field, textsOf]) => ({
    rule: `BR-RO-${rule}`,
    field,
    detail: `Romania takes at most ${most} characters here. Shorten the text.`,
    isBroken: (terms: DocumentTerms) => textsOf(terms).some((text) => lengthOf(text) > most),
  })),
  ...LATER_CODES.flatMap(([rules, field, codes, codesOf]) =>
    rules.split(" ").map((rule) => ({
      rule,
      field,
      detail: "CIUS-RO does not know this code yet. Use another, or leave it out.",
      isBroken: (terms: DocumentTerms) => codesOf(terms).some((code) => codes.test(code ?? "")),
    })),
  ),
  ...DECIMALS,
];
