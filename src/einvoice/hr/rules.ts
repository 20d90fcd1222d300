import { categorized, DECIMALS, hasThreeDecimals } from "../rules/en16931-rules.ts";
import { type GapRule, needRules } from "../rules/gap-rule.ts";
import type { DocumentTerms, ExemptionTerms } from "../terms.ts";
import { isOib } from "./oib.ts";

/** `P1` to `P12`, or `P99:` followed by the client's own. */
const PROCESS = /^(?:P(?:[1-9]|1[0-2])$|P99:)/;

/** The classification of products by activity (KPD), and the form of its codes. */
const [KPD, KPD_CODE] = ["CG", /^\d\d\.\d\d\.\d\d$/];

/** The types that need no KPD code: down payments and credit notes. */
const UNCLASSIFIED = ["386", "381", "261", "262", "396"];

const isUnexplained = ({ exemption }: { readonly exemption?: ExemptionTerms | undefined }) =>
  exemption !== undefined && exemption.exemptionReason === undefined && exemption.vatexCode === undefined;

/** Whether the number of a party in Croatia, or in no country that is known, is no OIB. */
const isNoOib = (number: string | undefined, country = "HR") =>
  number !== undefined && country === "HR" && !isOib(number);

/** Whether a day is before 1900 or after 2099. */
const isFar = (day: string | undefined) => day !== undefined && !/^(?:19|20)/.test(day);

type Days = (terms: DocumentTerms) => readonly (string | undefined)[];

const DAYS: readonly [rule: string, field: string, Days][] = [
  ["48", "taxPointDate", ({ taxPointDate }) => [taxPointDate]],
  ["49", "period", ({ period }) => [period?.start]],
  ["50", "period", ({ period }) => [period?.end]],
  ["44", "supplyDate", ({ deliveryDate }) => [deliveryDate]],
  ["45", "precedingInvoices[].issueDate", ({ precedingInvoices }) => precedingInvoices.map((each) => each.issueDate)],
  ["51", "items[].period", ({ lines }) => lines.map(({ period }) => period?.start)],
  ["52", "items[].period", ({ lines }) => lines.map(({ period }) => period?.end)],
];

/** Whether the client is to pay something; of a credit note, whether its amount is negative. */
const isDue = ({ isCreditNote, totals: { payableAmount } }: DocumentTerms) =>
  isCreditNote ? Number(payableAmount) < 0 : Number(payableAmount) > 0;

/** Croatia's rules about what is missing. */
const NEEDED = needRules("Croatia", [
  ["HR-BR-4", "dueDate", "the day of payment", (terms) => isDue(terms) && !terms.dueDate],
  ...["HR-BR-6", "HR-BR-45"].map(
    (rule) =>
      [
        rule,
        "precedingInvoices[].issueDate",
        "the date of each preceding invoice",
        ({ precedingInvoices }: DocumentTerms) => precedingInvoices.some(({ issueDate }) => issueDate === undefined),
      ] as const,
  ),
  [
    "HR-BR-7",
    "seller.electronicAddress",
    "the seller's electronic address",
    ({ seller }) => seller.electronicAddress === undefined,
  ],
  [
    "HR-BR-10",
    "clientElectronicAddress",
    "the client's electronic address",
    ({ buyer }) => buyer.electronicAddress === undefined,
  ],
  [
    "HR-BR-37",
    "seller.national.hr.operator",
    "the person who issues the invoice",
    ({ croatian }) => croatian?.operator === undefined,
  ],
  ...(["S", "Z", "E", "AE"] as const).flatMap((category) =>
    [1, 2, 3].map(
      (kind) =>
        [
          `HR-BR-${category}-${kind}`,
          "clientVatNumber",
          "the client's VAT number",
          (terms: DocumentTerms) =>
            terms.buyer.vatNumber === undefined &&
            categorized(terms)[kind - 1]!.some((part) => part.category === category),
        ] as const,
    ),
  ),
  [
    "HR-BR-25",
    "items[].classifications",
    `the KPD class of each line, in list ${KPD}`,
    ({ typeCode, lines }) =>
      !UNCLASSIFIED.includes(typeCode) &&
      !lines.every(({ classifications = [] }) => classifications.some(({ list }) => list === KPD)),
  ],
  [
    "HR-BR-36",
    "items[].exemptionReason",
    "why a line is without VAT",
    (terms) => categorized(terms)[0]!.some(isUnexplained),
  ],
  [
    "HR-BR-13",
    "charges[].exemptionReason",
    "why a charge is without VAT",
    (terms) => categorized(terms)[2]!.some(isUnexplained),
  ],
]);

const lacksOperator = ({ croatian }: DocumentTerms) => !isOib(croatian?.operator?.oib ?? "");

/** Who has no personal number that is right. The seller's tax number is only written without a VAT number. */
const OIBS: readonly [rule: string, field: string, isBroken: (terms: DocumentTerms) => boolean][] = [
  ["9", "seller.national.hr.operator", (terms) => lacksOperator(terms) && terms.croatian?.isOperatorOfOrder !== true],
  ["9", "national.hr.operator", (terms) => lacksOperator(terms) && terms.croatian?.isOperatorOfOrder === true],
  ["53", "seller.vatNumber", ({ seller }) => isNoOib(seller.vatNumber, seller.address.country)],
  ["53", "seller.taxNumber", ({ seller }) => isNoOib(seller.taxNumber, seller.address.country)],
  ["53", "clientVatNumber", ({ buyer }) => isNoOib(buyer.vatNumber, buyer.address.country)],
  [
    "53",
    "seller.taxRepresentative",
    ({ taxRepresentative }) => isNoOib(taxRepresentative?.vatNumber, taxRepresentative?.address.country),
  ],
];

/**
 * Croatia's rules for invoices between businesses, beyond EN 16931: those that an issued document can break. Only the form of
 * KPD codes is looked at, not the list of them.
 *
 * @see HR-CIUS-EXT, Schematron of 2026-03-13
 */
export const CROATIAN_RULES: readonly GapRule[] = [
  ...NEEDED,
  {
    rule: "HR-BR-40",
    field: "issueDate",
    detail: "Croatia takes documents from 2026-01-01. Send the client the PDF.",
    isBroken: ({ issueDate }) => issueDate < "2026",
  },
  {
    rule: "HR-BR-34",
    field: "businessProcess",
    detail:
      "Croatia has its own codes of the business process, such as P1. Leave businessProcess out, and the library finds it.",
    isBroken: ({ businessProcess = "" }) => !PROCESS.test(businessProcess.trim()),
  },
  ...OIBS.map(([rule, field, isBroken]) => ({
    rule: `HR-BR-${rule}`,
    field,
    detail: "Croatia needs a valid personal number (OIB). Correct it.",
    isBroken,
  })),
  {
    rule: "HR-BR-CL-2",
    field: "items[].classifications",
    detail: "A KPD code has six digits, such as 62.10.11. Correct it.",
    isBroken: ({ lines }) =>
      lines.some(({ classifications = [] }) =>
        classifications.some(({ list, code }) => list === KPD && !KPD_CODE.test(code.trim())),
      ),
  },
  {
    rule: "HR-BR-46",
    field: "items[].description",
    detail: "Croatia takes at most 1,024 characters in the first line. Begin a new line.",
    isBroken: ({ lines }) => lines.some(({ name }) => [...name].length > 1024),
  },
  {
    rule: "HR-BR-54",
    field: "currency",
    detail: DECIMALS,
    isBroken: ({ breakdown, totals: { taxAmount } }) =>
      breakdown.some(({ category }) => category === "E") && hasThreeDecimals(taxAmount),
  },
  ...DAYS.map(([rule, field, daysOf]) => ({
    rule: `HR-BR-${rule}`,
    field,
    detail: "Croatia takes days of the years 1900 to 2099. Correct the day.",
    isBroken: (terms: DocumentTerms) => daysOf(terms).some(isFar),
  })),
];
