import { type GapRule, needRules } from "../rules/gap-rule.ts";
import type { AddressTerms, AdjustmentTerms, DocumentTerms } from "../terms.ts";
import { noteText } from "../ubl.ts";

/** The 41 counties and Bucharest. @see ISO 3166-2:RO */
const COUNTIES =
  /^RO-(?:AB|AG|AR|B|BC|BH|BN|BR|BT|BV|BZ|CJ|CL|CS|CT|CV|DB|DJ|GJ|GL|GR|HD|HR|IF|IL|IS|MH|MM|MS|NT|OT|PH|SB|SJ|SM|SV|TL|TM|TR|VL|VN|VS)$/;
const BUCHAREST = "RO-B";
const SECTORS = /^SECTOR[1-6]$/;

type Texts = readonly (string | undefined)[];

/** The longest text of a field. The rules count characters, and spaces in a row once. */
const LENGTHS: readonly [rule: string, most: number, field: string, textsOf: (terms: DocumentTerms) => Texts][] = [
  ["L0501", 50, "seller.address.city", ({ seller }) => [seller.address.city]],
  ["L0502", 50, "clientAddress.city", ({ buyer }) => [buyer.address.city]],
  ["L0503", 50, "seller.taxRepresentative", ({ taxRepresentative }) => [taxRepresentative?.address.city]],
  ["L0504", 50, "deliverTo.address.city", ({ deliverTo }) => [deliverTo?.address?.city]],
  ["L1001", 100, "buyerAccountingReference", (terms) => [terms.buyerAccountingReference]],
  ["L1002", 100, "seller.address.line2", ({ seller }) => [seller.address.line2]],
  ["L1003", 100, "seller.address.line3", ({ seller }) => [seller.address.line3]],
  ["L1004", 100, "seller.contact.name", ({ seller }) => [seller.contact?.name]],
  ["L1006", 100, "seller.contact.email", ({ seller }) => [seller.contact?.email]],
  ["L1007", 100, "clientAddress.line2", ({ buyer }) => [buyer.address.line2]],
  ["L1008", 100, "clientAddress.line3", ({ buyer }) => [buyer.address.line3]],
  ["L1009", 100, "clientContact.name", ({ buyer }) => [buyer.contact?.name]],
  ["L1011", 100, "clientContact.email", ({ buyer }) => [buyer.contact?.email]],
  ["L1012", 100, "seller.taxRepresentative", ({ taxRepresentative }) => [taxRepresentative?.address.line2]],
  ["L1013", 100, "seller.taxRepresentative", ({ taxRepresentative }) => [taxRepresentative?.address.line3]],
  ["L1014", 100, "deliverTo.address.line2", ({ deliverTo }) => [deliverTo?.address?.line2]],
  ["L1015", 100, "deliverTo.address.line3", ({ deliverTo }) => [deliverTo?.address?.line3]],
  ["L151", 150, "seller.address.line1", ({ seller }) => [seller.address.line1]],
  ["L152", 150, "clientAddress.line1", ({ buyer }) => [buyer.address.line1]],
  ["L153", 150, "seller.taxRepresentative", ({ taxRepresentative }) => [taxRepresentative?.address.line1]],
  ["L154", 150, "deliverTo.address.line1", ({ deliverTo }) => [deliverTo?.address?.line1]],
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
  [
    "L0505",
    50,
    "items[].attributes",
    ({ lines }) => lines.flatMap(({ attributes = [] }) => attributes.map(({ name }) => name)),
  ],
  [
    "L1025",
    100,
    "items[].attributes",
    ({ lines }) => lines.flatMap(({ attributes = [] }) => attributes.map(({ value }) => value)),
  ],
  [
    "L1020",
    100,
    "supportingDocuments[].description",
    ({ supportingDocuments = [] }) => supportingDocuments.map(({ description }) => description),
  ],
  [
    "L210",
    200,
    "supportingDocuments[].url",
    ({ supportingDocuments = [] }) => supportingDocuments.map(({ url }) => url),
  ],
  // Only those of attachments can be longer.
  ["L0308", 200, "attachments[].filename", documentReferences],
  ["L211", 200, "attachments[].filename", documentReferences],
];

const lengthOf = (text = "") => [...text.replace(/[\t\n\r ]+/g, " ").replace(/^ | $/g, "")].length;

function documentReferences({ supportingDocuments = [] }: DocumentTerms): Texts {
  return supportingDocuments.map(({ reference }) => reference);
}

function reasonsOnLines({ lines }: DocumentTerms, isCharge: boolean): Texts {
  const all = lines.flatMap(({ adjustments }) => adjustments);
  return all.filter((each) => each.isCharge === isCharge).map(({ reason }) => reason);
}

function allNotes({ notes, paymentTerms, lines }: DocumentTerms): Texts {
  return [...notes.map(noteText), paymentTerms, ...lines.map(({ note }) => note)];
}

type Amounts = (terms: DocumentTerms) => Texts;

/** The rules look for allowances and charges of invoices only; of lines also on credit notes. */
const adjusted =
  (place: "document" | "lines", isCharge: boolean, part: "amount" | "baseAmount"): Amounts =>
  ({ adjustments, lines, isCreditNote }) => {
    const ofDocument = isCreditNote ? [] : adjustments;
    return (place === "document" ? ofDocument : lines.flatMap((line) => line.adjustments))
      .filter((each) => each.isCharge === isCharge)
      .map((each) => each[part]);
  };

const DECIMALS: readonly [rule: string, Amounts][] = [
  ["01", adjusted("document", false, "amount")],
  ["02", adjusted("document", false, "baseAmount")],
  ["05", adjusted("document", true, "amount")],
  ["06", adjusted("document", true, "baseAmount")],
  ["09", ({ totals }) => [totals.lineTotal]],
  ["10", ({ totals }) => [totals.allowanceTotal]],
  ["11", ({ totals }) => [totals.chargeTotal]],
  ["12", ({ totals }) => [totals.netAmount]],
  ["14", ({ totals }) => [totals.grossAmount]],
  ["16", ({ totals }) => [totals.prepaidAmount]],
  ["17", ({ totals }) => [totals.roundingAmount]],
  ["18", ({ totals }) => [totals.payableAmount]],
  ["1009", ({ breakdown }) => breakdown.map(({ taxableAmount }) => taxableAmount)],
  ["1010", ({ breakdown }) => breakdown.map(({ taxAmount }) => taxAmount)],
  ["24", adjusted("lines", false, "amount")],
  ["25", adjusted("lines", false, "baseAmount")],
  ["27", adjusted("lines", true, "amount")],
  ["28", adjusted("lines", true, "baseAmount")],
];

/** An address that is written, the field of it, and the rules about its street, city, county, code of county, and sector. */
type Place = readonly [
  field: string,
  addressOf: (terms: DocumentTerms) => AddressTerms | undefined,
  rules: Partial<Record<"street" | "city" | "county" | "code" | "sector", string>>,
];

/** The rules look for a representative and a place of delivery on invoices only. */
const onInvoice =
  (addressOf: Place[1]): Place[1] =>
  (terms) =>
    terms.isCreditNote ? undefined : addressOf(terms);

const PLACES: readonly Place[] = [
  ["seller.address", ({ seller }) => seller.address, { street: "081", city: "091", code: "110", sector: "100" }],
  ["clientAddress", ({ buyer }) => buyer.address, { street: "082", city: "092", code: "111", sector: "101" }],
  [
    "seller.taxRepresentative.address",
    onInvoice(({ taxRepresentative }) => taxRepresentative?.address),
    { street: "140", city: "150", code: "170", sector: "160" },
  ],
  [
    "deliverTo.address",
    onInvoice(({ deliverTo }) => deliverTo?.address),
    { street: "180", city: "201", county: "211", code: "212", sector: "202" },
  ],
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

const placeNeeds = PLACES.flatMap(([field, addressOf, rules]) =>
  Object.entries(rules).map(([kind, rule]) => {
    const [part, needed, isBroken] = PLACE_RULES[kind as keyof typeof PLACE_RULES];
    return [
      `BR-RO-${rule}`,
      `${field}.${part}`,
      needed,
      (terms: DocumentTerms) => {
        const address = addressOf(terms);
        return address !== undefined && isBroken(address);
      },
    ] as const;
  }),
);

const LATER_CURRENCIES = /^(?:CNH|MRU|SLE|UYW|VED|VES|XCG|ZWG)$/;
const LATER_CHARGES = /^PRV$/;
const LATER_SCHEMES = /^02(?:1[7-9]|[2-4])/;
const LATER_ADDRESSES = /^(?:0154|0158|0177|02(?:1[7-9]|2[015]|30|35|4[024568])|9959)$/;

const chargeCode = ({ isCharge, reasonCode }: AdjustmentTerms) => (isCharge ? reasonCode : undefined);

/** CIUS-RO has the code lists of 2023. What EN 16931 knows today and it does not, by rule. */
const LATER_CODES: readonly [rule: string, field: string, codes: RegExp, codesOf: (terms: DocumentTerms) => Texts][] = [
  ["BR-CL-03", "currency", LATER_CURRENCIES, ({ currency }) => [currency]],
  ["BR-CL-04", "currency", LATER_CURRENCIES, ({ currency }) => [currency]],
  ["BR-CL-03", "exchangeRate.currency", LATER_CURRENCIES, ({ taxCurrency }) => [taxCurrency?.code]],
  ["BR-CL-05", "exchangeRate.currency", LATER_CURRENCIES, ({ taxCurrency }) => [taxCurrency?.code]],
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
  ["BR-CL-10", "clientIdentifier", LATER_SCHEMES, ({ buyer }) => (buyer.identifiers ?? []).map(({ scheme }) => scheme)],
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
  ["BR-CL-20", "charges", LATER_CHARGES, ({ adjustments }) => adjustments.map(chargeCode)],
  [
    "BR-CL-20",
    "items[].charges",
    LATER_CHARGES,
    ({ lines }) => lines.flatMap(({ adjustments }) => adjustments.map(chargeCode)),
  ],
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
    detail: "Romania takes at most 20 notes, with those about VAT and the reason of a credit note. Join some.",
    isBroken: ({ notes }) => notes.length > 20,
  },
  ...LENGTHS.map(([rule, most, field, textsOf]) => ({
    rule: `BR-RO-${rule}`,
    field,
    detail: `Romania takes at most ${most} characters here. Shorten the text.`,
    isBroken: (terms: DocumentTerms) => textsOf(terms).some((text) => lengthOf(text) > most),
  })),
  ...LATER_CODES.map(([rule, field, codes, codesOf]) => ({
    rule,
    field,
    detail: "CIUS-RO does not know this code yet. Use another, or leave it out.",
    isBroken: (terms: DocumentTerms) => codesOf(terms).some((code) => codes.test(code ?? "")),
  })),
  ...DECIMALS.map(([rule, amountsOf]) => ({
    rule: `BR-DEC-RO-${rule}`,
    field: "currency",
    detail: "Electronic invoices have at most two decimals. Use a currency with two.",
    isBroken: (terms: DocumentTerms) => amountsOf(terms).some((amount) => /\.\d{3}/.test(amount ?? "")),
  })),
];
