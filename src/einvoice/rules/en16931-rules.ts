import { isVatNumberPrefix } from "../../domain/codes/vat-number-prefixes.ts";
import { differBy, minus, plus, roundedToCents, times } from "../../domain/money/decimal-text.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import { isMeansOf } from "../payment-instructions.ts";
import type { AddressTerms, AdjustmentTerms, BreakdownTerms, DocumentTerms, LineTerms, PartyTerms } from "../terms.ts";
import type { GapRule } from "./gap-rule.ts";

const has = ({ breakdown }: DocumentTerms, category: VatCategory) =>
  breakdown.some((group) => group.category === category);

const hasVatNumber = ({ seller, taxRepresentative }: DocumentTerms) =>
  seller.vatNumber !== undefined || taxRepresentative !== undefined;

/** Without VAT, a document must have no VAT numbers. Beside other categories, O is a gap of its own. */
const isOutsideScope = ({ breakdown }: DocumentTerms) => breakdown.every(({ category }) => category === "O");

/** Whether the seller has a number for taxes (BT-31, BT-32 or BT-63). */
export const hasTaxNumber = (terms: DocumentTerms) => hasVatNumber(terms) || terms.seller.taxNumber !== undefined;

/** Whether the seller, its tax representative or the buyer has a VAT number (BT-31, BT-63, BT-48). */
const hasAnyVatNumber = (terms: DocumentTerms) => hasVatNumber(terms) || terms.buyer.vatNumber !== undefined;

/** Whether any part of an address is known, so that it is written at all. */
export const hasParts = (address: Partial<AddressTerms>) => Object.values(address).some(Boolean);

/** Whether the seller has an identifier beside its VAT number (BT-29, BT-30). */
const isRegistered = ({ registration, identifiers = [] }: PartyTerms) =>
  registration !== undefined || identifiers.length > 0;

/** Whether the seller has no identifier at all, although VAT may apply. */
const isUnidentified = (terms: DocumentTerms) =>
  !isOutsideScope(terms) && !isRegistered(terms.seller) && terms.seller.vatNumber === undefined;

/** A line has a net amount, an allowance or a charge an amount. */
type CategorizedPart = Pick<LineTerms, "category" | "rate" | "exemption"> & {
  readonly netAmount?: string;
  readonly amount?: string;
};

/** What can have a category: lines, allowances and charges. */
export function categorized({ lines, adjustments }: DocumentTerms): (readonly CategorizedPart[])[] {
  return [lines, adjustments.filter(({ isCharge }) => !isCharge), adjustments.filter(({ isCharge }) => isCharge)];
}

/** The rules about the parts of a document with a category: of lines, of allowances and of charges. */
function categoryRows(category: VatCategory, field: string, needed: string, isBroken: GapRule["isBroken"]): Row[] {
  const name = { K: "IC", L: "AF", M: "AG" }[category as string] ?? category;
  return [0, 1, 2].map((kind) => [
    `BR-${name}-0${2 + kind}`,
    field,
    `VAT category ${category} needs ${needed}`,
    (terms) => categorized(terms)[kind]!.some((part) => part.category === category) && isBroken(terms),
  ]);
}

type Amounts = readonly (string | undefined)[];

type Sum = readonly [rules: string, amountsOf: (terms: DocumentTerms) => Amounts];

/** The rules about amounts that break if one of the amounts has three decimals. */
const SUMS: readonly Sum[] = [
  ...adjustmentRules(["01", "02", "05", "06"], ({ adjustments }) => adjustments),
  ...adjustmentRules(["24", "25", "27", "28"], ({ lines }) => lines.flatMap(({ adjustments }) => adjustments)),
  // The rules round the sums that they compute to two decimals, so BR-CO-10 to 16 differ from totals with three.
  ...Object.entries({
    lineTotal: "BR-DEC-09 BR-CO-10",
    allowanceTotal: "BR-DEC-10 BR-CO-11",
    chargeTotal: "BR-DEC-11 BR-CO-12",
    netAmount: "BR-DEC-12 BR-CO-13",
    taxAmount: "BR-CO-14",
    grossAmount: "BR-DEC-14 BR-CO-15",
    prepaidAmount: "BR-DEC-16",
    roundingAmount: "BR-DEC-17",
    payableAmount: "BR-DEC-18",
  } satisfies Record<keyof DocumentTerms["totals"], string>).map(
    ([name, rules]): Sum => [rules, ({ totals }) => [totals[name as keyof DocumentTerms["totals"]]]],
  ),
  ["BR-DEC-13", ({ totals, taxCurrency }) => (taxCurrency ? [] : [totals.taxAmount])],
  ["BR-DEC-15", ({ taxCurrency }) => [taxCurrency?.taxAmount]],
  ["BR-DEC-19", ({ breakdown }) => breakdown.map(({ taxableAmount }) => taxableAmount)],
  ["BR-DEC-20", ({ breakdown }) => breakdown.map(({ taxAmount }) => taxAmount)],
  ["BR-DEC-23", ({ lines }) => lines.map(({ netAmount }) => netAmount)],
  // It rounds the amount that has no counterpart on the other side, and none if a sum was paid and another rounded.
  ["BR-CO-16", unroundedTotals],
];

/** The rules about the amounts and base amounts of allowances, then those of charges. */
function adjustmentRules(
  numbers: readonly string[],
  adjustmentsOf: (terms: DocumentTerms) => readonly AdjustmentTerms[],
): Sum[] {
  return numbers.map((number, index) => [
    `BR-DEC-${number}`,
    (terms) =>
      adjustmentsOf(terms)
        .filter(({ isCharge }) => isCharge === index > 1)
        .map((each) => (index % 2 === 0 ? each.amount : each.baseAmount)),
  ]);
}

const ACCOUNT = "A credit transfer needs an account. Set iban or accounts in the company's profile.";
/** About South Sudan, and 0 % in the Canary Islands. */
const UBL_ONLY = "CII lacks this value. Write UBL.";
const PAYEE = "The payee is the seller. State another, or none.";
const CURRENCY = "Electronic invoices lack this currency. Use another.";
export const DECIMALS = "Use a currency with two decimals.";
const MIXED =
  "Outside the scope of VAT (category O), EN 16931 allows no other category beside it. Issue a separate invoice for it.";
const DISBURSED =
  "EN 16931 has no place for what was paid in the client's name. Invoice it separately; XRechnung has it on invoices in UBL.";
const PREFIX = "The VAT number lacks the code of its country. Add it.";

/** Some rules have the same reason. The last entry is the syntax whose rules are stricter than those of the other. */
type Row = readonly [
  rules: string,
  field: string,
  detail: string,
  isBroken: GapRule["isBroken"],
  syntax?: GapRule["syntax"],
];

const ROWS: readonly Row[] = [
  ["BR-10", "clientCountry", "The client's country is missing. Set it.", ({ buyer }) => !hasParts(buyer.address)],
  ["BR-11", "clientCountry", "The client's country is missing. Set it.", ({ buyer }) => !buyer.address.country],
  ["BR-16", "lines", "A credit note needs a line. Credit a line too.", ({ lines }) => lines.length === 0],
  [
    "BR-CO-26",
    "seller.registrationNumber",
    "The seller has no identifier. Set registrationNumber or identifiers in the company's profile.",
    (terms) => isOutsideScope(terms) && !isRegistered(terms.seller),
  ],
  [
    "BR-CO-26",
    "seller.vatNumber",
    "The seller has no identifier. Set vatNumber or registrationNumber in the company's profile.",
    (terms) => isUnidentified(terms) && terms.seller.taxNumber === undefined,
  ],
  [
    "BR-CO-26",
    "seller.identifiers",
    "A tax number alone does not identify the seller. Repeat it in identifiers of the company's profile, or set vatNumber or " +
      "registrationNumber.",
    (terms) => isUnidentified(terms) && terms.seller.taxNumber !== undefined,
  ],
  ...(["S", "Z", "E", "AE", "L", "M"] as const).flatMap((category) =>
    categoryRows(
      category,
      "seller.vatNumber",
      "the seller's tax number. Set vatNumber or taxNumber in the company's profile.",
      (terms) => !hasTaxNumber(terms),
    ),
  ),
  ...(["K", "G"] as const).flatMap((category) =>
    categoryRows(
      category,
      "seller.vatNumber",
      "the seller's VAT number. Set vatNumber in the company's profile.",
      (terms) => !hasVatNumber(terms),
    ),
  ),
  ...categoryRows(
    "AE",
    "clientVatNumber",
    "the client's number. Set clientVatNumber or clientRegistrationNumber.",
    ({ buyer }) => buyer.vatNumber === undefined && buyer.registration === undefined,
  ),
  ...categoryRows(
    "K",
    "clientVatNumber",
    "the client's VAT number. Set clientVatNumber.",
    ({ buyer }) => buyer.vatNumber === undefined,
  ),
  [
    "BR-IC-12",
    "deliverTo",
    "VAT category K needs a country of delivery. Set deliverTo or clientCountry.",
    (terms) => has(terms, "K") && terms.deliverTo.address === undefined,
  ],
  [
    "BR-E-10",
    "items[].exemptionReason",
    "VAT category E needs a reason. Set vatNote, exemptionReason or vatexCode.",
    ({ breakdown }) =>
      breakdown.some(
        ({ category, exemptionReason, vatexCode }) => category === "E" && (exemptionReason ?? vatexCode) === undefined,
      ),
  ],
  [
    "BR-CO-14",
    "items[].national.es.equivalenceSurcharge",
    "EN 16931 has no term for Spain's equivalence surcharge. Send the invoice as a PDF or on paper.",
    ({ hasSurcharge }) => hasSurcharge,
  ],
  ["BR-O-11", "items[].vatCategory", MIXED, (terms) => has(terms, "O") && !isOutsideScope(terms)],
  ...[0, 1, 2].flatMap((kind): Row[] => {
    const [withVatNumbers, otherwise] = [`BR-O-0${2 + kind}`, `BR-O-1${2 + kind}`];
    const isMixed = (terms: DocumentTerms) => has(terms, "O") && !isOutsideScope(terms);
    const isOther = ({ category }: CategorizedPart) => category !== "O";
    return [
      [
        withVatNumbers,
        "items[].vatCategory",
        MIXED,
        (terms) => isMixed(terms) && hasAnyVatNumber(terms) && !categorized(terms)[kind]!.every(isOther),
      ],
      [otherwise, "items[].vatCategory", MIXED, (terms) => isMixed(terms) && categorized(terms)[kind]!.some(isOther)],
      // In CII it looks at lines with the breakdown, and at allowances with charges.
      [
        otherwise,
        "items[].vatCategory",
        MIXED,
        (terms) =>
          isMixed(terms) && !categorized(terms)[kind]!.some(isOther) && (kind === 0 || terms.adjustments.some(isOther)),
        "cii",
      ],
    ];
  }),
  ["BR-CO-16", "disbursements", DISBURSED, ({ disbursements, isExtended }) => disbursements.length > 0 && !isExtended],
  ["BR-CO-16", "disbursements", UBL_ONLY, ({ isExtended }) => isExtended, "cii"],
  ["BR-17", "payee", PAYEE, isPayeeTheSeller],
  ["UBL-SR-20", "payee.name", PAYEE, ({ payee, seller }) => payee?.name === seller.name, "ubl"],
  ["BR-61", "seller.iban", ACCOUNT, lacksAccount],
  ["CII-SR-470", "seller.iban", ACCOUNT, lacksAccount, "cii"],
  // The only currency that the library knows and EN 16931 does not.
  ["BR-CL-03 BR-CL-04", "currency", CURRENCY, ({ currency }) => currency === "STN"],
  ["BR-CL-03 BR-CL-05", "exchangeRate.currency", CURRENCY, ({ taxCurrency }) => taxCurrency?.code === "STN"],
  ...[...SUMS, ["UBL-DT-01", amountsOf] as Sum].map(
    ([rules, summed]): Row => [rules, "currency", DECIMALS, (terms) => summed(terms).some(hasThreeDecimals)],
  ),
  ...(["S", "O"] as const).map(
    (category): Row => [`BR-${category}-08`, "currency", DECIMALS, (terms) => differsRounded(terms, category)],
  ),
  [
    "BR-CO-17",
    "items[].taxRate",
    "The VAT is not taxable amount × rate. Use net prices, or a rate from 0.5 %.",
    ({ breakdown }) => breakdown.some(differsFromRate),
  ],
  ["BR-CO-09", "clientVatNumber", PREFIX, ({ buyer }) => lacksPrefix(buyer)],
  [
    "BR-CO-09",
    "seller.vatNumber",
    PREFIX,
    ({ seller, taxRepresentative }) => lacksPrefix(seller) || lacksPrefix(taxRepresentative),
  ],
  ["BR-CL-14", "clientCountry", UBL_ONLY, (terms) => countriesOf(terms).includes("SS"), "cii"],
  [
    "BR-CL-15",
    "items[].originCountry",
    UBL_ONLY,
    ({ lines }) => lines.some(({ originCountry }) => originCountry === "SS"),
    "cii",
  ],
  ...[0, 1, 2].map(
    (kind): Row => [
      `BR-AF-0${5 + kind}`,
      "items[].taxRate",
      UBL_ONLY,
      (terms) => categorized(terms)[kind]!.some(({ category, rate }) => category === "L" && rate === "0"),
      "cii",
    ],
  ),
];

/**
 * EN 16931: the fatal rules that an issued document can break. Every document keeps the others.
 *
 * @see validation artefacts 1.3.16
 */
export const EN16931_RULES: readonly GapRule[] = ROWS.flatMap(([rules, field, detail, isBroken, syntax]) =>
  rules.split(" ").map((rule) => ({ rule, field, detail, isBroken, syntax })),
);

/** UBL compares the payee with the trading name and CII with the name; both compare identifiers, whatever their scheme. */
function isPayeeTheSeller({ payee, seller, payment }: DocumentTerms): boolean {
  if (payee === undefined) return false;
  const numbers = [...(seller.identifiers ?? []).map(({ id }) => id), payment?.directDebit?.creditorId];
  const isSame = (one: string | undefined, others: readonly (string | undefined)[]) =>
    one !== undefined && others.includes(one);
  return (
    isSame(payee.name, [seller.name, seller.tradingName]) ||
    isSame(payee.identifier?.id, numbers) ||
    isSame(payee.registration?.id, [seller.registration?.id])
  );
}

function lacksAccount({ payment }: DocumentTerms): boolean {
  return isMeansOf("transfer", payment?.means) && payment?.transfers.length === 0;
}

function lacksPrefix({ vatNumber }: { readonly vatNumber?: string | undefined } = {}): boolean {
  return vatNumber !== undefined && !isVatNumberPrefix(vatNumber.slice(0, 2));
}

export function hasThreeDecimals(amount = ""): boolean {
  return /\.\d{3}/.test(amount);
}

/** Rates below 0.5 % are rounded to 0, and then there must be no VAT. */
function differsFromRate({ category, rate = "0", taxableAmount, taxAmount }: BreakdownTerms): boolean {
  if (category === "O") return false;
  if (Number(rate) < 0.5) return differBy(0.5, taxAmount, 0, "or exactly");
  return differBy(1, roundedToCents(times(taxableAmount, times(rate, 0.01))), taxAmount, "or exactly");
}

function unroundedTotals({ totals }: DocumentTerms): Amounts {
  const { prepaidAmount, roundingAmount, payableAmount, grossAmount } = totals;
  if ((prepaidAmount === undefined) === (roundingAmount === undefined)) return [];
  return [prepaidAmount === undefined ? grossAmount : payableAmount];
}

/** All amounts of a document. */
export function amountsOf({ totals, breakdown, adjustments, lines, taxCurrency }: DocumentTerms): Amounts {
  const all = [...adjustments, ...lines.flatMap((line) => line.adjustments)];
  return [
    ...Object.values(totals),
    ...breakdown.flatMap(({ taxableAmount, taxAmount }) => [taxableAmount, taxAmount]),
    ...lines.map(({ netAmount }) => netAmount),
    ...all.flatMap(({ amount, baseAmount }) => [amount, baseAmount]),
    taxCurrency?.taxAmount,
  ];
}

/** Whether a group is not the sum of its lines, allowances and charges. The rules round each before they add. */
function differsRounded(terms: DocumentTerms, of: VatCategory): boolean {
  if (!amountsOf(terms).some(hasThreeDecimals)) return false;
  return terms.breakdown.some(({ category, rate = "0", taxableAmount }) => {
    const [ofLines, ofAllowances, ofCharges] = categorized(terms).map((parts) => {
      const own = parts.filter((part) => part.category === category && (part.rate ?? "0") === rate);
      return roundedToCents(own.reduce((sum, { netAmount, amount }) => plus(sum, (netAmount ?? amount)!), "0"));
    });
    return category === of && minus(plus(ofLines!, ofCharges!), ofAllowances!) !== taxableAmount;
  });
}

function countriesOf({ seller, buyer, deliverTo, taxRepresentative }: DocumentTerms): (string | undefined)[] {
  return [seller, buyer, deliverTo, taxRepresentative].map((party) => party?.address?.country);
}
