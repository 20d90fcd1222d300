import { isAdvanceType, isCorrectedType } from "../../domain/invoice/document-types.ts";
import { amountsOf, DECIMALS } from "../rules/en16931-rules.ts";
import { type GapRule, needRules, stricterInUbl } from "../rules/gap-rule.ts";
import type { DocumentTerms } from "../terms.ts";
import { PAID_PROCESS } from "./business-process.ts";
import { FRENCH_NOTE_RULES } from "./note-rules.ts";
import { FRENCH_PARTY_RULES } from "./party-rules.ts";

const words = (text: string): readonly (string | undefined)[] => text.split(" ");

const PROCESS = /^(?:[BSM][12489]|[BS]7|S[356])$/;
const AFTER_DOWN_PAYMENT = /^[BSM]4$/;
const TYPES = words("380 381 384 386 389 393 471 500 261 262 396 502 503");
const RATES = words("0 0.9 1.05 1.75 2.1 5.5 7 8.5 9.2 9.6 10 13 19.6 20 20.6");
const DESCRIPTIONS = words(
  "RIB LISIBLE FEUILLE_DE_STYLE PJA BORDEREAU_SUIVI DOCUMENT_ANNEXE BON_LIVRAISON BON_COMMANDE " +
    "BORDEREAU_SUIVI_VALIDATION ETAT_ACOMPTE FACTURE_PAIEMENT_DIRECT RECAPITULATIF_COTRAITANCE",
);
/** A credit note that names a contract and a period in place of invoices. */
const OVER_A_PERIOD = "262";
/** In euros, without VAT. @see CGI, annexe II, article 242 nonies A, II */
const UNEXPLAINED_UP_TO = 150;

const NUMBER = /^[A-Za-z0-9+\-_/]+$/;
const isLong = (number: string) => number.length > 35;
const hasOtherCharacters = (number: string) => !NUMBER.test(number);
const NUMBER_FORM = "France needs numbers of at most 35 letters, digits and + - _ /.";

/** Whether a decimal number has more digits after the point, or more in all, than the rules allow. */
const exceeds = (value: string | undefined, decimals: number, digits = 19) =>
  value !== undefined && ((value.split(".")[1] ?? "").length > decimals || value.replace(".", "").length > digits);

const isPaid = ({ businessProcess = "" }: DocumentTerms) => PAID_PROCESS.test(businessProcess);

const isOutsideCentury = (day: string | undefined) => day !== undefined && !day.startsWith("20");

const DAYS: readonly [field: string, daysOf: (terms: DocumentTerms) => readonly (string | undefined)[]][] = [
  ["taxPointDate", ({ taxPointDate }) => [taxPointDate]],
  ["dueDate", ({ dueDate }) => [dueDate]],
  ["supplyDate", ({ deliveryDate }) => [deliveryDate]],
  ["period", ({ period }) => [period?.start, period?.end]],
  ["items[].period", ({ lines }) => lines.flatMap(({ period }) => [period?.start, period?.end])],
];
const CENTURY = "France takes days of the years 2000 to 2099. Correct the day.";

/** What is wrong with numbers: UBL's rule 1 is about length and characters, that of CII about length. */
function numberRules(field: string, advice: string, numbersOf: (terms: DocumentTerms) => readonly string[]): GapRule[] {
  const gap = (number: string) => ({ rule: `BR-FR-${number}`, field, detail: `${NUMBER_FORM} ${advice}` });
  return [
    ...stricterInUbl(
      gap("01"),
      (terms) => numbersOf(terms).some(isLong),
      (terms) => numbersOf(terms).some((each) => isLong(each) || hasOtherCharacters(each)),
    ),
    { ...gap("02"), isBroken: (terms) => numbersOf(terms).some(hasOtherCharacters) },
  ];
}

const PREFIX = "Change the prefix in the company's profile.";

/**
 * The French rules for invoices between businesses, beyond EN 16931: those that an issued document can break. They have the
 * names of the specification, which both syntaxes share.
 *
 * @see BR-FR Flux 2, Schematron 1.4.0.03 of August 2026; `G` rules are those of the public portal (PPF, Flux 1)
 */
export const FRENCH_RULES: readonly GapRule[] = [
  ...numberRules("seller.invoicePrefix", PREFIX, ({ isCreditNote, number }) => (isCreditNote ? [] : [number])),
  ...numberRules("seller.creditNotePrefix", PREFIX, ({ isCreditNote, number }) => (isCreditNote ? [number] : [])),
  ...numberRules("precedingInvoices[].number", "Change the number.", ({ precedingInvoices }) =>
    precedingInvoices.map(({ number }) => number),
  ),
  ...DAYS.map(([field, daysOf]) => ({
    ...{ rule: "BR-FR-03", field, detail: CENTURY },
    isBroken: (terms: DocumentTerms) => daysOf(terms).some(isOutsideCentury),
  })),
  {
    ...{ rule: "BR-FR-03", field: "precedingInvoices[].issueDate", detail: CENTURY },
    isBroken: ({ precedingInvoices }) => precedingInvoices.some(({ issueDate }) => isOutsideCentury(issueDate)),
  },
  {
    rule: "BR-FR-04",
    field: "documentType",
    detail: "France does not know this type of invoice. Leave documentType out, or set 384, 386 or 393.",
    isBroken: ({ typeCode }) => !TYPES.includes(typeCode),
  },
  ...FRENCH_NOTE_RULES,
  ...needRules("France", [
    [
      "BR-FR-08",
      "items[].supply",
      "what each line supplies, or businessProcess",
      ({ businessProcess }) => businessProcess === undefined,
    ],
  ]),
  {
    rule: "BR-FR-08",
    field: "businessProcess",
    detail:
      "France has its own codes of the business process, such as S1. Leave businessProcess out, and the library finds it.",
    isBroken: ({ businessProcess }) => businessProcess !== undefined && !PROCESS.test(businessProcess),
  },
  // It breaks others too, all about the parts of the several sellers.
  {
    rule: "BR-FR-MV-06",
    field: "businessProcess",
    detail: "The library writes documents of one seller, and not those of several. Leave businessProcess out.",
    isBroken: ({ businessProcess = "" }) => /^[BSM][89]$/.test(businessProcess),
  },
  ...FRENCH_PARTY_RULES,
  {
    rule: "BR-FR-15",
    field: "items[].vatCategory",
    detail: "France does not take the categories L and M. Change vatCategory.",
    isBroken: ({ breakdown }) => breakdown.some(({ category }) => category === "L" || category === "M"),
  },
  {
    rule: "G1.41",
    field: "items[].vatexCode",
    detail:
      "Above EUR 150, France needs the reason of an exemption both as a text and as a code, such as VATEX-FR-CGI261-4. Set " +
      "vatexCode, or an exemptionNote that cites article 293 B (L. 223-1 of the CIBS) for the franchise. If lines are exempt " +
      "for different reasons, issue an invoice for each.",
    isBroken: ({ breakdown, netInEuros = Number.POSITIVE_INFINITY }) =>
      netInEuros > UNEXPLAINED_UP_TO &&
      breakdown.some(({ category, exemptionReason, vatexCode }) => category === "E" && !(exemptionReason && vatexCode)),
  },
  {
    rule: "BR-FR-16",
    field: "items[].taxRate",
    detail: "This rate of VAT is not a French one. Leave the document out of the French platforms.",
    isBroken: ({ breakdown }) => breakdown.some(({ rate }) => rate !== undefined && !RATES.includes(rate)),
  },
  {
    rule: "BR-FR-17",
    field: "supportingDocuments[].description",
    detail:
      "France has codes for descriptions, also of attachments, such as DOCUMENT_ANNEXE or LISIBLE. Set one, or none.",
    isBroken: ({ supportingDocuments = [] }) =>
      supportingDocuments.some(({ description }) => description !== undefined && !DESCRIPTIONS.includes(description)),
  },
  {
    rule: "BR-FR-18",
    field: "supportingDocuments[].description",
    detail: "Only one supporting document can be LISIBLE. Describe the others as DOCUMENT_ANNEXE.",
    isBroken: ({ supportingDocuments = [] }) =>
      supportingDocuments.filter(({ description }) => description === "LISIBLE").length > 1,
  },
  {
    rule: "BR-FR-CO-04",
    field: "precedingInvoices",
    detail: "A corrected invoice (384) needs the one invoice that it corrects. Set precedingInvoices to it.",
    isBroken: ({ typeCode, precedingInvoices }) => isCorrectedType(typeCode) && precedingInvoices.length !== 1,
  },
  {
    rule: "BR-FR-CO-05",
    field: "correctedInvoices[].issueDate",
    detail:
      "A French credit note needs an earlier invoice with its date. Set issueDate of the invoice that it corrects.",
    isBroken: ({ typeCode, isCreditNote, precedingInvoices }) =>
      isCreditNote && typeCode !== OVER_A_PERIOD && !precedingInvoices.some(({ issueDate }) => issueDate !== undefined),
  },
  {
    rule: "BR-FR-CO-07",
    field: "dueDate",
    detail: "The invoice is due before it was issued, and it was not paid before. Change dueDate.",
    isBroken: (terms) =>
      terms.dueDate !== undefined &&
      terms.dueDate < terms.issueDate &&
      !isAdvanceType(terms.typeCode) &&
      !isPaid(terms),
  },
  {
    rule: "BR-FR-CO-08",
    field: "businessProcess",
    detail: "An invoice of a down payment (386) cannot be the final one after it. Leave businessProcess out.",
    isBroken: ({ businessProcess = "", typeCode }) =>
      AFTER_DOWN_PAYMENT.test(businessProcess) && isAdvanceType(typeCode),
  },
  {
    rule: "BR-FR-CO-09",
    field: "prepaidAmount",
    detail:
      "B2, S2 and M2 are for invoices that were paid in full before. Set prepaidAmount, or leave businessProcess out.",
    isBroken: (terms) =>
      isPaid(terms) && !(terms.totals.prepaidAmount === terms.totals.grossAmount && terms.totals.payableAmount === "0"),
  },
  {
    rule: "BR-FR-CO-09",
    field: "dueDate",
    detail: "An invoice that was paid before states the day of payment. Set dueDate to it.",
    isBroken: (terms) => isPaid(terms) && terms.dueDate === undefined,
  },
  {
    rule: "BR-FR-CO-12",
    field: "exchangeRate",
    detail: "France needs the VAT in EUR too. Set exchangeRate.",
    isBroken: ({ currency, taxCurrency }) => currency !== "EUR" && taxCurrency?.code !== "EUR",
  },
  {
    rule: "BR-FR-DEC-01",
    field: "currency",
    detail: DECIMALS,
    isBroken: (terms) => amountsOf(terms).some((amount) => exceeds(amount, 2)),
  },
  {
    rule: "BR-FR-DEC-02",
    field: "items[].quantity",
    detail: "France needs quantities with at most four decimals. Round it, or use a smaller unit.",
    isBroken: ({ lines }) => lines.some((line) => exceeds(line.quantity, 4) || exceeds(line.priceBaseQuantity, 4)),
  },
  {
    rule: "BR-FR-DEC-03",
    field: "items[].unitPrice",
    detail:
      "France needs net prices with at most six decimals. Round unitPrice and priceDiscount, or use a larger unit.",
    isBroken: ({ lines }) =>
      lines.some(({ price, grossPrice }) =>
        [price, grossPrice?.amount, grossPrice?.discount].some((amount) => exceeds(amount, 6)),
      ),
  },
  {
    rule: "BR-FR-DEC-04",
    field: "items[].taxRate",
    detail: "France needs rates with at most two decimals. Change taxRate.",
    isBroken: ({ breakdown }) => breakdown.some(({ rate }) => exceeds(rate, 2, 4)),
  },
];
