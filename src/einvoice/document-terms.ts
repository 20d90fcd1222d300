import type { TaxPointCode } from "../domain/codes/tax-point-codes.ts";
import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import { offeredDiscounts } from "../domain/invoice/credit/offered-discounts.ts";
import { CREDIT_NOTE_TYPES } from "../domain/invoice/document-types.ts";
import type { InvoiceNote } from "../domain/invoice/generated/order.ts";
import { isForBusiness } from "../domain/invoice/is-for-business.ts";
import { owesVatOnDebits } from "../domain/invoice/mentions/vat-on-debits.ts";
import { retainedOf, splitVatIn } from "../domain/invoice/payable.ts";
import { totalIn } from "../domain/invoice/total-in.ts";
import { type DecimalText, decimalText, minus, plus } from "../domain/money/decimal-text.ts";
import { minorUnitDigits } from "../domain/money/minor-units.ts";
import { pick } from "../domain/pick.ts";
import { vatTerritory } from "../domain/vat/territory/membership.ts";
import type { DocumentWords } from "../languages/document-words.ts";
import { breakdownTerms, documentAdjustments, lineTerms } from "./amount-terms.ts";
import { type EinvoiceDocument, isCreditNote, numberOf, precedingInvoicesOf } from "./document.ts";
import { WRITTEN_FIELDS } from "./generated/written-fields.ts";
import { croatianTerms } from "./hr/croatian-terms.ts";
import { joinNotes } from "./join-notes.ts";
import { withOwnProfile } from "./own-profile.ts";
import { addressTerms, buyerTerms, payeeTerms, sellerTerms, withCountryPrefix } from "./party-terms.ts";
import { paymentInstructions } from "./payment-instructions.ts";
import { type EinvoiceProfile, isExtended, PDF_PROFILES, specificationOf } from "./specification.ts";
import type { DocumentTerms } from "./terms.ts";
import { wordsOf } from "./words-of.ts";

/** The fields that only one of the two kinds of document has. */
type OwnFields = Pick<DocumentTerms, "number" | "precedingInvoices" | "dueDate"> & {
  /** What was paid before the document was issued. */
  readonly prepaidAmount: number | undefined;
};

/**
 * What a document means in EN 16931, as the profile needs it. Missing and blank fields are left out: see `einvoiceGaps`.
 * With `ownProfile`, the seller is the company as it is today.
 */
export function documentTerms(
  given: EinvoiceDocument,
  profile: EinvoiceProfile,
  ownProfile?: Partial<CompanyProfile>,
): DocumentTerms {
  const document = withOwnProfile(given, ownProfile);
  const { taxCurrency, taxTotalInTaxCurrency, seller, vatBreakdown, supplyDate, period, total, roundingAmount } =
    document;
  const { documentType: typeCode, subtotal, currency, exchangeRate } = document;
  const { prepaidAmount, ...own } = ownFieldsOf(document);
  const isOutsideScope = vatBreakdown.every(({ category }) => category === "O");
  const { taxRepresentative } = seller;
  const words = wordsOf(document);
  const isIntraCommunity = vatBreakdown.some(({ category }) => category === "K");
  const isWithDisbursements = isExtended(document, profile);
  const disbursed = isWithDisbursements ? document.disbursementTotal : undefined;
  const terms = withoutBlanks<DocumentTerms>({
    typeCode,
    isD22b: PDF_PROFILES.some((each) => each === profile),
    words,
    isCreditNote: CREDIT_NOTE_TYPES.some((type) => type === typeCode),
    taxCurrency:
      taxCurrency === undefined || taxTotalInTaxCurrency === undefined
        ? withoutTax(document, profile)
        : { code: taxCurrency, taxAmount: decimalText(taxTotalInTaxCurrency) },
    taxPointDate: taxPointDateOf(document),
    taxPointCode: taxPointCodeOf(document),
    paymentTerms: paymentTermsOf(document, words, profile),
    notes: notesOf(document, profile),
    seller: sellerTerms(document, isOutsideScope),
    buyer: buyerTerms(document, isOutsideScope),
    isForBusiness: isForBusiness(document),
    payee: payeeTerms(document),
    taxRepresentative:
      taxRepresentative === undefined || isOutsideScope
        ? undefined
        : {
            name: taxRepresentative.name,
            vatNumber: withCountryPrefix(taxRepresentative.vatNumber, taxRepresentative.country),
            address: addressTerms(taxRepresentative.address, taxRepresentative.country),
          },
    // An intra-Community supply needs its day or a period (BR-IC-11). Without either, the tax point is that day.
    deliveryDate: supplyDate ?? (isIntraCommunity && period === undefined ? document.taxPointDate : undefined),
    deliverTo: deliverToOf(document, isIntraCommunity),
    payment: paymentInstructions(document),
    totals: {
      lineTotal: decimalText(document.lineTotal ?? subtotal),
      allowanceTotal: textOf(document.allowanceTotal),
      chargeTotal: textOf(document.chargeTotal),
      netAmount: decimalText(subtotal),
      taxAmount: decimalText(document.taxTotal),
      grossAmount: decimalText(total),
      prepaidAmount: textOf(prepaidAmount),
      roundingAmount: textOf(roundingAmount),
      payableAmount: plus(plus(minus(total, prepaidAmount ?? 0), roundingAmount ?? 0), disbursed ?? 0),
    },
    netInEuros: totalIn("EUR", { total: subtotal, currency, exchangeRate }),
    hasSurcharge: document.surchargeTotal !== undefined,
    disbursements: document.disbursements ?? [],
    isExtended: isWithDisbursements,
    adjustments: documentAdjustments(document, words),
    breakdown: breakdownTerms(document, profile),
    lines: lineTerms(document, words),
    // Last, because a field behind a spread takes several times as long.
    ...own,
    ...pick(document, WRITTEN_FIELDS),
    ...specificationOf(document, profile),
  });
  return profile === "hr-cius" ? croatianTerms(document, terms) : terms;
}

function textOf(amount: number | undefined): DecimalText | undefined {
  return amount === undefined ? undefined : decimalText(amount);
}

function ownFieldsOf(document: EinvoiceDocument): OwnFields {
  const shared = { number: numberOf(document), precedingInvoices: precedingInvoicesOf(document) };
  if (isCreditNote(document)) return { ...shared, dueDate: undefined, prepaidAmount: undefined };
  const { dueDate, prepaidAmount } = document;
  return { ...shared, dueDate, prepaidAmount };
}

/**
 * BT-7, only if it is neither the day of supply, which is BT-72, nor the issue date. With cash accounting VAT is owed on
 * the day of payment, so BT-8 is written instead (BR-CO-03).
 */
function taxPointDateOf(document: EinvoiceDocument): string | undefined {
  const { taxPointDate, supplyDate, issueDate } = document;
  const hasCode = taxPointCodeOf(document) !== undefined;
  return hasCode || taxPointDate === (supplyDate ?? issueDate) ? undefined : taxPointDate;
}

/**
 * BT-8. The law of the seller's state says when its VAT is due, which reaches neither VAT of other states nor sales under
 * another registration.
 *
 * @see Directive 2006/112/EC, article 66
 */
function taxPointCodeOf(document: EinvoiceDocument): TaxPointCode | undefined {
  const { taxPointCode, seller, vatBreakdown, registrationCountry } = document;
  const own = vatTerritory(seller.country);
  const isOwnVat = vatBreakdown.some(({ taxRate, rateCountry }) => taxRate > 0 && (rateCountry ?? own) === own);
  if ((taxPointCode ?? registrationCountry) !== undefined || !isOwnVat) return taxPointCode;
  if (seller.cashAccounting === true) return "432";
  return own === "FR" && owesVatOnDebits(seller, document) ? "3" : undefined;
}

/** The currency in which a state wants the VAT too. */
const CURRENCIES: Partial<Record<EinvoiceProfile, string>> = { "ctc-fr": "EUR", "cius-ro": "RON" };

/** BT-6 and BT-111 of an invoice without VAT, which needs no exchange rate. */
function withoutTax({ currency, taxTotal }: EinvoiceDocument, profile: EinvoiceProfile): DocumentTerms["taxCurrency"] {
  const code = CURRENCIES[profile];
  return code === undefined || code === currency || taxTotal !== 0 ? undefined : { code, taxAmount: "0" };
}

/** With what the client does not pay to the seller, or pays later: the rules let no amount of a document say it. */
function paymentTermsOf(
  document: EinvoiceDocument,
  words: DocumentWords,
  profile: EinvoiceProfile,
): string | undefined {
  const { paymentTerms, withholdings = [], currency } = document;
  const money = (amount: number) => `${amount.toFixed(minorUnitDigits(currency))} ${currency}`;
  const named = (name: string, amount: number) => `${name}: ${money(amount)}`;
  const splitVat = splitVatIn(document);
  const terms = [
    ...(paymentTerms === undefined ? [] : [paymentTerms]),
    ...withholdings.map(({ reason, percent, amount }) => named(`${reason} ${decimalText(percent)} %`, -amount)),
    ...(splitVat === 0 ? [] : [named(words.splitVat, -splitVat)]),
  ];
  if (!isCreditNote(document)) {
    const { payable, prepaidAmount = 0, retentions = [] } = document;
    const isLess = withholdings.length > 0 || splitVat !== 0;
    if (isLess) terms.push(named(words.amountDue, Number(minus(payable, prepaidAmount))));
    terms.push(...retentions.map(({ reason, amount, dueOn }) => `${named(reason, amount)}, ${dueOn}`));
    for (const { percent, days, until, base, amount } of offeredDiscounts(document)) {
      const due = Number(minus(payable, prepaidAmount));
      // Without one, programs take the percentage of BT-115.
      const isOfAllDue = due === document.total && base === due;
      const of = isOfAllDue ? "" : `BASISBETRAG=${base.toFixed(2)}#`;
      const offer = named(`${words.cashDiscount} ${decimalText(percent)} %`, -amount);
      const now = minus(due, retainedOf({ retentions, amountDue: due }));
      const inWords = `${offer}, ${until}, ${named(words.amountDue, Number(minus(now, amount)))}`;
      terms.push(profile === "xrechnung" ? `#SKONTO#TAGE=${days}#PROZENT=${percent.toFixed(2)}#${of}` : inWords);
    }
  }
  // A line with a cash discount must end with a line break (BR-DE-18, DE-R-018).
  return terms.length === 0 ? undefined : terms.join("\n").replace(/#$/, "#\n");
}

/** Tax declaration, UNTDID 4451. */
const ABOUT_VAT = "TXD";

/** The reason of a credit note, the notes, and the VAT note if the breakdown does not have it (BT-120). */
function notesOf(document: EinvoiceDocument, profile: EinvoiceProfile): InvoiceNote[] {
  const { note, notes = [], vatNote, vatBreakdown } = document;
  const texts = ["reason" in document ? document.reason : undefined, note].filter((text) => text !== undefined);
  const all: InvoiceNote[] = [...texts.map((text) => ({ text })), ...notes];
  const isExplained = vatBreakdown.some(({ exemptionReason }) => exemptionReason === vatNote);
  if (vatNote !== "" && !isExplained) all.push({ subject: ABOUT_VAT, text: vatNote });
  // UBL joins the notes before it looks for subjects, so a note without one would continue the text before it.
  if (profile === "ctc-fr") return all.sort((one, other) => Number(!!one.subject) - Number(!!other.subject));
  return profile === "peppol" && all.length > 1 ? [joinNotes(all)] : all;
}

/** Goods that leave for another member state need a destination (BR-IC-12): the client's address, if no other is given. */
function deliverToOf(document: EinvoiceDocument, isIntraCommunity: boolean): DocumentTerms["deliverTo"] {
  const { deliverTo = {}, clientAddress, clientCountry } = document;
  const { name, identifier, address, country } = deliverTo;
  if (country !== undefined) return { name, identifier, address: addressTerms(address, country) };
  const isAtClients = clientCountry !== undefined && isIntraCommunity;
  return { name, identifier, address: isAtClients ? addressTerms(clientAddress, clientCountry) : undefined };
}

/** A copy without strings that are blank. Their elements would be empty, and the rules take those for missing. */
function withoutBlanks<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutBlanks) as Value;
  if (typeof value !== "object" || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value))
    if (typeof part !== "string" || /\S/.test(part)) kept[name] = withoutBlanks(part);
  return kept as Value;
}
