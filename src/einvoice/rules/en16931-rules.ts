import { isVatNumberPrefix } from "../../domain/codes/vat-number-prefixes.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import { differBy, roundedToCents, times } from "../decimal-text.ts";
import { isMeansOf } from "../payment-instructions.ts";
import type { BreakdownTerms, DocumentTerms, PartyTerms } from "../terms.ts";
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

/** The categories with a rule that the seller needs a tax number, and that rule. */
const TAX_NUMBER_RULES: readonly [VatCategory, rule: string, sale: string][] = [
  ["S", "BR-S-02", "A sale with VAT"],
  ["Z", "BR-Z-02", "A zero-rated sale"],
  ["E", "BR-E-02", "An exempt sale"],
  ["AE", "BR-AE-02", "A sale under reverse charge"],
  ["L", "BR-AF-02", "A sale in the Canary Islands"],
  ["M", "BR-AG-02", "A sale in Ceuta or Melilla"],
];

/** The categories that need the seller's VAT number. */
const VAT_NUMBER_RULES: readonly [VatCategory, rule: string, sale: string][] = [
  ["K", "BR-IC-02", "An intra-Community supply"],
  ["G", "BR-G-02", "An export"],
];

type Amounts = readonly (string | undefined)[];

const taxableOf =
  (category: VatCategory) =>
  ({ breakdown }: DocumentTerms): Amounts =>
    breakdown.map((group) => (group.category === category ? group.taxableAmount : undefined));

/** The rules about amounts that break if one of the amounts has three decimals. */
const DECIMAL_RULES: readonly [rules: string, amounts: (terms: DocumentTerms) => Amounts][] = [
  // The rules round the sums that they compute to two decimals, so BR-CO-10 to 16 differ from totals with three.
  ["BR-DEC-09 BR-DEC-12 BR-CO-10 BR-CO-13", ({ totals }) => [totals.netAmount]],
  ["BR-DEC-13", ({ totals, taxCurrency }) => [taxCurrency === undefined ? totals.taxAmount : undefined]],
  ["BR-DEC-14 BR-CO-15", ({ totals }) => [totals.grossAmount]],
  ["BR-DEC-15", ({ taxCurrency }) => [taxCurrency?.taxAmount]],
  ["BR-DEC-16", ({ totals }) => [totals.prepaidAmount]],
  ["BR-DEC-18", ({ totals }) => [totals.payableAmount]],
  ["BR-DEC-19", ({ breakdown }) => breakdown.map(({ taxableAmount }) => taxableAmount)],
  ["BR-DEC-20", ({ breakdown }) => breakdown.map(({ taxAmount }) => taxAmount)],
  ["BR-DEC-23", ({ lines }) => lines.map(({ netAmount }) => netAmount)],
  ["BR-DEC-24", ({ lines }) => lines.map(({ discount }) => discount?.amount)],
  ["BR-DEC-25", ({ lines }) => lines.map(({ discount }) => discount?.baseAmount)],
  ["UBL-DT-01", amountsOf],
  ["BR-CO-14", ({ totals }) => [totals.taxAmount]],
  ["BR-CO-16", ({ totals }) => [totals.prepaidAmount === undefined ? undefined : totals.payableAmount]],
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
  ...TAX_NUMBER_RULES.map(([category, rule, sale]) => ({
    rule,
    field: "seller.vatNumber",
    detail: `${sale} needs the seller's tax number. Set vatNumber or taxNumber in the company's profile.`,
    isBroken: (terms: DocumentTerms) => has(terms, category) && !hasTaxNumber(terms),
  })),
  ...VAT_NUMBER_RULES.map(([category, rule, sale]) => ({
    rule,
    field: "seller.vatNumber",
    detail: `${sale} needs the seller's VAT number. Set vatNumber in the company's profile.`,
    isBroken: (terms: DocumentTerms) => has(terms, category) && !hasVatNumber(terms),
  })),
  {
    rule: "BR-AE-02",
    field: "clientVatNumber",
    detail: "A sale under reverse charge needs the client's number. Set clientVatNumber or clientRegistrationNumber.",
    isBroken: (terms) =>
      has(terms, "AE") && terms.buyer.vatNumber === undefined && terms.buyer.registration === undefined,
  },
  {
    rule: "BR-IC-02",
    field: "clientVatNumber",
    detail: "An intra-Community supply needs the client's VAT number. Set clientVatNumber.",
    isBroken: (terms) => has(terms, "K") && terms.buyer.vatNumber === undefined,
  },
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

/** All amounts of a document. */
export function amountsOf({ totals, breakdown, lines, taxCurrency }: DocumentTerms): Amounts {
  return [
    ...Object.values(totals),
    ...breakdown.flatMap(({ taxableAmount, taxAmount }) => [taxableAmount, taxAmount]),
    ...lines.flatMap(({ netAmount, discount }) => [netAmount, discount?.amount, discount?.baseAmount]),
    taxCurrency?.taxAmount,
  ];
}

function countriesOf({ seller, buyer, deliverTo, taxRepresentative }: DocumentTerms): (string | undefined)[] {
  return [seller, buyer, deliverTo, taxRepresentative].map((party) => party?.address?.country);
}
