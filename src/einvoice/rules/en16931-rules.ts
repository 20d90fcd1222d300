import { isVatNumberPrefix } from "../../domain/codes/vat-number-prefixes.ts";
import { differBy, roundedToCents, times } from "../../domain/money/decimal-text.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import { isMeansOf } from "../payment-instructions.ts";
import type { AdjustmentTerms, BreakdownTerms, DocumentTerms, PartyTerms } from "../terms.ts";
import type { GapRule, NeedRow } from "./gap-rule.ts";

const has = ({ breakdown }: DocumentTerms, category: VatCategory) =>
  breakdown.some((group) => group.category === category);

const hasVatNumber = ({ seller, taxRepresentative }: DocumentTerms) =>
  seller.vatNumber !== undefined || taxRepresentative !== undefined;

/** Whether the seller has a number for taxes (BT-31, BT-32 or BT-63). */
export const hasTaxNumber = (terms: DocumentTerms) => hasVatNumber(terms) || terms.seller.taxNumber !== undefined;

/** Whether any part of a party's address is known, so that it is written at all. */
export const hasAddress = ({ address }: PartyTerms) => Object.values(address).some(Boolean);

/** Whether the seller has an identifier beside its VAT number (BT-29, BT-30). */
const isRegistered = ({ registration, identifiers = [] }: PartyTerms) =>
  registration !== undefined || identifiers.length > 0;

/** What can have a category, with the end of the names of the rules about it. */
const PLACES: readonly [suffix: string, categoriesIn: (terms: DocumentTerms) => readonly VatCategory[]][] = [
  ["02", ({ lines }) => lines.map(({ category }) => category)],
  ["03", ({ adjustments }) => adjustments.filter(({ isCharge }) => !isCharge).map(({ category }) => category)],
  ["04", ({ adjustments }) => adjustments.filter(({ isCharge }) => isCharge).map(({ category }) => category)],
];

/** The rules about the parts of a document with a category: of lines, of allowances and of charges. */
function rulesOf(category: VatCategory, name: string, rule: Omit<GapRule, "rule">): GapRule[] {
  return PLACES.map(([suffix, categoriesIn]) => ({
    ...rule,
    rule: `${name}-${suffix}`,
    isBroken: (terms) => categoriesIn(terms).includes(category) && rule.isBroken(terms),
  }));
}

/** The categories with rules that the seller needs a tax number, and the names of those rules. */
const TAX_NUMBER_RULES: readonly [VatCategory, name: string, sale: string][] = [
  ["S", "BR-S", "A sale with VAT"],
  ["Z", "BR-Z", "A zero-rated sale"],
  ["E", "BR-E", "An exempt sale"],
  ["AE", "BR-AE", "A sale under reverse charge"],
  ["L", "BR-AF", "A sale in the Canary Islands"],
  ["M", "BR-AG", "A sale in Ceuta or Melilla"],
];

/** The categories that need the seller's VAT number. */
const VAT_NUMBER_RULES: readonly [VatCategory, name: string, sale: string][] = [
  ["K", "BR-IC", "An intra-Community supply"],
  ["G", "BR-G", "An export"],
];

type Amounts = readonly (string | undefined)[];

function amountsIn(adjustments: readonly AdjustmentTerms[], isCharge: boolean): Amounts {
  return adjustments.filter((each) => each.isCharge === isCharge).map(({ amount }) => amount);
}

function basesIn(adjustments: readonly AdjustmentTerms[], isCharge: boolean): Amounts {
  return adjustments.filter((each) => each.isCharge === isCharge).map(({ baseAmount }) => baseAmount);
}

const taxableOf =
  (category: VatCategory) =>
  ({ breakdown }: DocumentTerms): Amounts =>
    breakdown.map((group) => (group.category === category ? group.taxableAmount : undefined));

/** The rules about amounts that break if one of the amounts has three decimals. */
const DECIMAL_RULES: readonly [rules: string, amounts: (terms: DocumentTerms) => Amounts][] = [
  // The rules round the sums that they compute to two decimals, so BR-CO-10 to 16 differ from totals with three.
  ["BR-DEC-01", ({ adjustments }) => amountsIn(adjustments, false)],
  ["BR-DEC-02", ({ adjustments }) => basesIn(adjustments, false)],
  ["BR-DEC-05", ({ adjustments }) => amountsIn(adjustments, true)],
  ["BR-DEC-06", ({ adjustments }) => basesIn(adjustments, true)],
  ["BR-DEC-09 BR-CO-10", ({ totals }) => [totals.lineTotal]],
  ["BR-DEC-10 BR-CO-11", ({ totals }) => [totals.allowanceTotal]],
  ["BR-DEC-11 BR-CO-12", ({ totals }) => [totals.chargeTotal]],
  ["BR-DEC-12 BR-CO-13", ({ totals }) => [totals.netAmount]],
  ["BR-DEC-13", ({ totals, taxCurrency }) => [taxCurrency === undefined ? totals.taxAmount : undefined]],
  ["BR-DEC-14 BR-CO-15", ({ totals }) => [totals.grossAmount]],
  ["BR-DEC-15", ({ taxCurrency }) => [taxCurrency?.taxAmount]],
  ["BR-DEC-16", ({ totals }) => [totals.prepaidAmount]],
  ["BR-DEC-17", ({ totals }) => [totals.roundingAmount]],
  ["BR-DEC-18", ({ totals }) => [totals.payableAmount]],
  ["BR-DEC-19", ({ breakdown }) => breakdown.map(({ taxableAmount }) => taxableAmount)],
  ["BR-DEC-20", ({ breakdown }) => breakdown.map(({ taxAmount }) => taxAmount)],
  ["BR-DEC-23", ({ lines }) => lines.map(({ netAmount }) => netAmount)],
  ["BR-DEC-24", ({ lines }) => lines.flatMap(({ adjustments }) => amountsIn(adjustments, false))],
  ["BR-DEC-25", ({ lines }) => lines.flatMap(({ adjustments }) => basesIn(adjustments, false))],
  ["BR-DEC-27", ({ lines }) => lines.flatMap(({ adjustments }) => amountsIn(adjustments, true))],
  ["BR-DEC-28", ({ lines }) => lines.flatMap(({ adjustments }) => basesIn(adjustments, true))],
  ["UBL-DT-01", amountsOf],
  ["BR-CO-14", ({ totals }) => [totals.taxAmount]],
  // It rounds the amount that has no counterpart on the other side, and none if a sum was paid and another rounded.
  ["BR-CO-16", unroundedTotals],
  ["BR-S-08", taxableOf("S")],
  ["BR-O-08", taxableOf("O")],
];

/** What CII's rules refuse and UBL's allow. */
const CII_RULES: readonly NeedRow[] = [
  ["BR-CL-14", "clientCountry", "South Sudan", (terms) => countriesOf(terms).includes("SS")],
  [
    "BR-CL-15",
    "items[].originCountry",
    "South Sudan",
    ({ lines }) => lines.some(({ originCountry }) => originCountry === "SS"),
  ],
  [
    "BR-AF-05",
    "items[].taxRate",
    "0 % in the Canary Islands",
    ({ breakdown }) => breakdown.some(({ category, rate }) => category === "L" && rate === "0"),
  ],
];

/**
 * EN 16931: the fatal rules that an issued document can break. Every document keeps the others.
 *
 * @see validation artefacts 1.3.16
 */
export const EN16931_RULES: readonly GapRule[] = [
  {
    rule: "BR-10",
    field: "clientCountry",
    detail: "The client's country is missing. Set clientCountry.",
    isBroken: ({ buyer }) => !hasAddress(buyer),
  },
  {
    rule: "BR-11",
    field: "clientCountry",
    detail: "The client's country is missing. Set clientCountry.",
    isBroken: ({ buyer }) => !buyer.address.country,
  },
  {
    rule: "BR-16",
    field: "lines",
    detail: "A credit note of allowances and charges alone cannot be written. Credit a line too.",
    isBroken: ({ lines }) => lines.length === 0,
  },
  {
    rule: "BR-CO-26",
    field: "seller.registrationNumber",
    detail:
      "The seller has no identifier but a VAT number. Set registrationNumber or identifiers in the company's profile.",
    isBroken: (terms) => has(terms, "O") && !isRegistered(terms.seller),
  },
  {
    rule: "BR-CO-26",
    field: "seller.vatNumber",
    detail: "The seller has no identifier. Set vatNumber or registrationNumber in the company's profile.",
    isBroken: (terms) => !has(terms, "O") && !isRegistered(terms.seller) && terms.seller.vatNumber === undefined,
  },
  ...TAX_NUMBER_RULES.flatMap(([category, name, sale]) =>
    rulesOf(category, name, {
      field: "seller.vatNumber",
      detail: `${sale} needs the seller's tax number. Set vatNumber or taxNumber in the company's profile.`,
      isBroken: (terms) => !hasTaxNumber(terms),
    }),
  ),
  ...VAT_NUMBER_RULES.flatMap(([category, name, sale]) =>
    rulesOf(category, name, {
      field: "seller.vatNumber",
      detail: `${sale} needs the seller's VAT number. Set vatNumber in the company's profile.`,
      isBroken: (terms) => !hasVatNumber(terms),
    }),
  ),
  ...rulesOf("AE", "BR-AE", {
    field: "clientVatNumber",
    detail: "A sale under reverse charge needs the client's number. Set clientVatNumber or clientRegistrationNumber.",
    isBroken: ({ buyer }) => buyer.vatNumber === undefined && buyer.registration === undefined,
  }),
  ...rulesOf("K", "BR-IC", {
    field: "clientVatNumber",
    detail: "An intra-Community supply needs the client's VAT number. Set clientVatNumber.",
    isBroken: ({ buyer }) => buyer.vatNumber === undefined,
  }),
  {
    rule: "BR-IC-12",
    field: "deliverTo",
    detail: "An intra-Community supply needs the country that the goods go to. Set deliverTo or clientCountry.",
    isBroken: (terms) => has(terms, "K") && terms.deliverTo.address === undefined,
  },
  {
    rule: "BR-E-10",
    field: "items[].exemptionReason",
    detail: "An exempt sale needs a reason. Set vatNote, or exemptionReason or vatexCode of the line.",
    isBroken: ({ breakdown }) =>
      breakdown.some(
        ({ category, exemptionReason, vatexCode }) =>
          category === "E" && exemptionReason === undefined && vatexCode === undefined,
      ),
  },
  {
    rule: "BR-17",
    field: "payee",
    detail: "The payee has a name or a number of the seller. State payee only if it is not the seller.",
    isBroken: isPayeeTheSeller,
  },
  {
    rule: "UBL-SR-20",
    field: "payee.name",
    detail: "The payee has the seller's name. State payee only if it is not the seller.",
    syntax: "ubl",
    isBroken: ({ payee, seller }) => payee?.name === seller.name,
  },
  ...["BR-61", "CII-SR-470"].map((rule, index) => ({
    rule,
    field: "seller.iban",
    detail: "A credit transfer needs an account to pay to. Set iban or accounts in the company's profile.",
    ...(index === 0 ? {} : { syntax: "cii" as const }),
    isBroken: ({ payment }: DocumentTerms) => isMeansOf("transfer", payment?.means) && payment?.transfers.length === 0,
  })),
  // The only currency that the library knows and EN 16931 does not.
  ...["BR-CL-03", "BR-CL-04"].map((rule) => ({
    rule,
    field: "currency",
    detail: "Electronic invoices do not have this currency. Use another.",
    isBroken: ({ currency }: DocumentTerms) => currency === "STN",
  })),
  ...["BR-CL-03", "BR-CL-05"].map((rule) => ({
    rule,
    field: "exchangeRate.currency",
    detail: "Electronic invoices do not have this currency. Use another.",
    isBroken: ({ taxCurrency }: DocumentTerms) => taxCurrency?.code === "STN",
  })),
  ...DECIMAL_RULES.flatMap(([rules, amountsOf]) =>
    rules.split(" ").map((rule) => ({
      rule,
      field: "currency",
      detail: "Electronic invoices have at most two decimals. Use a currency with two.",
      isBroken: (terms: DocumentTerms) => amountsOf(terms).some(hasThreeDecimals),
    })),
  ),
  {
    rule: "BR-CO-17",
    field: "items[].taxRate",
    detail: "The VAT differs by 1 or more from taxable amount × rate. Use net prices, or a rate of 0.5 % or more.",
    isBroken: ({ breakdown }) => breakdown.some(differsFromRate),
  },
  {
    rule: "BR-CO-09",
    field: "clientVatNumber",
    detail: "The client's VAT number does not begin with the code of a country. Add it.",
    isBroken: ({ buyer }) => lacksPrefix(buyer.vatNumber),
  },
  {
    rule: "BR-CO-09",
    field: "seller.vatNumber",
    detail: "A VAT number of the company's profile does not begin with the code of a country. Add it.",
    isBroken: ({ seller, taxRepresentative }) =>
      lacksPrefix(seller.vatNumber) || lacksPrefix(taxRepresentative?.vatNumber),
  },
  ...CII_RULES.map(([rule, field, lacked, isBroken]) => ({
    rule,
    field,
    detail: `The syntax CII lacks ${lacked}. Write the document in UBL.`,
    syntax: "cii" as const,
    isBroken,
  })),
];

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

function lacksPrefix(vatNumber: string | undefined): boolean {
  return vatNumber !== undefined && !isVatNumberPrefix(vatNumber.slice(0, 2));
}

function hasThreeDecimals(amount = ""): boolean {
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
  if (prepaidAmount === undefined) return roundingAmount === undefined ? [] : [grossAmount];
  return roundingAmount === undefined ? [payableAmount] : [];
}

function amountsOf({ totals, breakdown, lines, adjustments, taxCurrency }: DocumentTerms): Amounts {
  return [
    ...Object.values(totals),
    ...breakdown.flatMap(({ taxableAmount, taxAmount }) => [taxableAmount, taxAmount]),
    ...lines.map(({ netAmount }) => netAmount),
    ...[...adjustments, ...lines.flatMap((line) => line.adjustments)].flatMap((each) => [each.amount, each.baseAmount]),
    taxCurrency?.taxAmount,
  ];
}

function countriesOf({ seller, buyer, deliverTo, taxRepresentative }: DocumentTerms): (string | undefined)[] {
  return [seller, buyer, deliverTo, taxRepresentative].map((party) => party?.address?.country);
}
