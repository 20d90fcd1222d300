import type { Address } from "../domain/generated/company-profile.ts";
import { offeredDiscounts } from "../domain/invoice/credit/offered-discounts.ts";
import { isAdvanceType } from "../domain/invoice/document-types.ts";
import type { Invoice, InvoiceBreakdownLine } from "../domain/invoice/generated/invoice.ts";
import type { SupportingDocumentReference } from "../domain/invoice/generated/order.ts";
import { creditedPayable } from "../domain/invoice/invoice-state.ts";
import { isForBusiness } from "../domain/invoice/is-for-business.ts";
import { retainedOf, splitVatIn } from "../domain/invoice/payable.ts";
import { amountAsNumber, Decimal } from "../domain/money/decimal.ts";
import { WITH_FRENCH_VAT } from "../domain/vat/territory/membership.ts";
import { type EinvoiceDocument, isCreditNote, isPreview, numberOf, precedingInvoicesOf } from "../einvoice/document.ts";
import { isSimplifiedInvoice } from "../einvoice/es/simplified-invoice.ts";
import { supplyKindOf } from "../einvoice/fr/business-process.ts";
import { paymentInstructions } from "../einvoice/payment-instructions.ts";
import type { TransferTerms } from "../einvoice/terms.ts";
import type { PdfWords } from "../languages/pdf-words.ts";
import type { Formats } from "./formats.ts";
import { paymentCodeText } from "./payment-code.ts";
import { type PrintedTable, printedLines } from "./printed-lines.ts";
import { isAllOfMargin, isOfMargin, isRateShared, printedRate, UNSTATED } from "./printed-rates.ts";

/** A fact and its name. */
export type Fact = readonly [name: string, value: string];

/** A sum below the lines. */
export interface PrintedSum {
  readonly name: string;
  readonly value: string;
  /** The sum that matters most. */
  readonly isMain?: boolean | undefined;
}

/** A party beside seller and client. */
export interface PrintedParty {
  readonly title: string;
  readonly lines: readonly string[];
}

/** How a document is paid. */
export interface PrintedPayment {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** The content of the payment code and the words below it. */
  readonly code?: { readonly text: string; readonly caption: string } | undefined;
}

/** Everything that is printed on a document, in reading order. */
export interface PrintedDocument {
  /** What the document is called, such as `Rechnung`. */
  readonly title: string;
  /** The number of the invoice or the credit note. */
  readonly number: string;
  /** Marks an invoice that nobody has to pay any more, such as `Paid`. */
  readonly mark: string | undefined;
  /** The legal name. */
  readonly sellerName: string;
  /** The address in one line, which follows the name in the window of an envelope. */
  readonly returnAddress: string;
  /** The trading name and the address. */
  readonly sellerLines: readonly string[];
  /** Name, phone and e-mail address of the contact, and the company's own e-mail address. */
  readonly sellerContact: readonly string[];
  /** The numbers that authorities know the seller by. */
  readonly sellerFacts: readonly Fact[];
  /** Name and address of the client. */
  readonly clientLines: readonly string[];
  /** Dates, references and numbers of the client, each with its label. */
  readonly facts: readonly Fact[];
  /** Below the title: the reason of a credit note. */
  readonly introduction: readonly string[];
  /** A payee, a tax representative, or where the goods were delivered. */
  readonly parties: readonly PrintedParty[];
  /** What was sold. */
  readonly lines: PrintedTable;
  /** Taxable amounts and VAT for each rate and reason; without columns on a reminder. */
  readonly breakdown: PrintedTable;
  /** From the sum of the lines to the amount due. */
  readonly sums: readonly PrintedSum[];
  /** Text that the law requires the seller to print, and notes for the client. */
  readonly notes: readonly string[];
  /** How to pay; absent if nothing is due. */
  readonly payment: PrintedPayment | undefined;
  /** What the seller prints on each document, such as its court of registration. */
  readonly legalNote: string | undefined;
  /** Before the number of a page. */
  readonly page: string;
}

/**
 * The printed content of a document: every field that is for the client. It leaves out `reference` and `metadata`,
 * which are the host's, and the identifiers that only electronic documents need. What was paid, credited or cancelled
 * after issuing is printed, so that nobody is asked for money twice.
 *
 * @see Directive 2006/112/EC, articles 219 and 226; the numbers in the comments are the points of article 226
 */
export function printedDocument(document: EinvoiceDocument, words: PdfWords, formats: Formats): PrintedDocument {
  const { seller } = document;
  const number = isPreview(document) ? words.draft : numberOf(document); // (2)
  return {
    title: words[titleOf(document)],
    number,
    mark: markOf(document, words),
    sellerName: seller.name, // (5)
    returnAddress: placeLines(seller.address, seller.country).join(" · "),
    sellerLines: present([seller.tradingName, ...addressLines(seller.address, seller.country, formats)]), // (5)
    sellerContact: present([
      seller.contact?.name,
      seller.contact?.phone,
      seller.contact?.email,
      seller.email === seller.contact?.email ? undefined : seller.email,
    ]),
    sellerFacts: facts([
      [numberName("vatNumber", words, seller.vatNumber, seller.country), seller.vatNumber], // (3)
      [numberName("taxNumber", words, seller.taxNumber, seller.country), seller.taxNumber],
      [words.registrationNumber, seller.registrationNumber],
    ]),
    clientLines: present([
      document.clientName, // (5)
      document.clientTradingName,
      document.clientContact?.name,
      ...addressLines(document.clientAddress, document.clientCountry, formats), // (5)
    ]),
    facts: facts(documentFacts(document, words, formats)),
    introduction: "reason" in document ? [`${words.reason}: ${document.reason}`] : [],
    parties: partiesOf(document, words, formats),
    lines: printedLines(document, words, formats),
    breakdown: breakdownOf(document, words, formats),
    sums: sumsOf(document, words, formats),
    notes: [
      ...legalNotes(document),
      ...retentionNotes(document, words),
      ...exchangeRateOf(document, words, formats),
      ...clientNotes(document),
    ],
    payment: paymentOf(document, words, formats),
    legalNote: seller.legalNote,
    page: words.page,
  };
}

/** A more exact title, such as that of an advance, remains: simplified invoices need none. @see RD 1619/2012, artículo 7 */
function titleOf(document: EinvoiceDocument): keyof PdfWords {
  const title = TITLES[document.documentType];
  return title === "invoice" && isSimplifiedInvoice(document) ? "simplifiedInvoice" : title;
}

/** The word that is the title of each type. A new type does not compile until it has one. */
const TITLES: Record<EinvoiceDocument["documentType"], keyof PdfWords> = {
  "380": "invoice",
  "383": "debitNote",
  "384": "correctiveInvoice",
  "386": "prepaymentInvoice",
  "326": "partialInvoice",
  "393": "invoice", // the payee says that it is factored
  "875": "partialInvoice",
  "876": "partialInvoice",
  "877": "finalInvoice",
  "389": "selfBilledInvoice",
  "204": "invoice",
  "387": "invoice",
  "575": "invoice",
  "751": "invoice",
  "471": "correctiveInvoice", // a mention says that it is self-billed
  "500": "prepaymentInvoice",
  "381": "creditNote",
  "261": "creditNote",
  "262": "creditNote",
  "396": "creditNote",
  "502": "creditNote",
  "503": "creditNote",
};

/** What the page says of an invoice that was settled or cancelled after it was issued. */
function markOf(document: EinvoiceDocument, words: PdfWords): string | undefined {
  if (isCreditNote(document)) return undefined;
  if (document.status === "CANCELLED") return words.cancelled;
  if (payableOf(document) > 0) return undefined;
  if (document.amountPaid > 0) return words.paid;
  return document.creditedTotal > 0 && document.settledBy === undefined ? words.credited : undefined;
}

type MaybeFact = readonly [name: string, value: string | undefined];

function facts(named: readonly MaybeFact[]): Fact[] {
  return named.filter((fact): fact is Fact => fact[1] !== undefined && fact[1].trim() !== "");
}

function present(lines: readonly (string | undefined)[]): string[] {
  return lines.filter((line) => line !== undefined && line.trim() !== "") as string[];
}

function addressLines(address: Address | undefined, country: string | undefined, formats: Formats): string[] {
  return [...placeLines(address, country), ...present([country && formats.country(country)])];
}

/** An Italian province follows the town: `00184 Roma (RM)`. */
function placeLines(address: Address | undefined, country: string | undefined): string[] {
  const { line1, line2, line3, postalCode, city, region = "" } = address ?? {};
  const isProvince = country === "IT" && city !== undefined && /^[A-Z]{2}$/.test(region);
  const town = present([postalCode, city, isProvince ? `(${region})` : undefined]).join(" ");
  return present([line1, line2, line3, town, isProvince ? undefined : region]);
}

/**
 * The name of a number of a party in the country: that of a Polish one is NIP in each language, in the place of the word
 * for VAT numbers.
 *
 * @see Ustawa o VAT, art. 106e ust. 1 pkt 4 and 5
 */
function numberName(word: keyof PdfWords, words: PdfWords, number = "", country: string | undefined): string {
  const name = words[word];
  const isPolish = number.startsWith("PL") || (country === "PL" && /^\d/.test(number));
  if (!isPolish || name.includes("NIP")) return name;
  const at = name.toLowerCase().indexOf(words.vatNumber.toLowerCase());
  const after = name.slice(at + words.vatNumber.length);
  const isWholeWord = at !== -1 && !/^\p{L}/u.test(after); // Hungarian adds to it
  return isWholeWord ? `${name.slice(0, at)}NIP${after}` : `${name} (NIP)`;
}

/** (1) the date of issue, (4) the client's VAT number, (7) the date of supply or of payment in advance, the references. */
function documentFacts(document: EinvoiceDocument, words: PdfWords, formats: Formats): MaybeFact[] {
  const { issueDate, taxPointDate, supplyDate, period } = document;
  const isInvoice = !isCreditNote(document);
  const isOwnTaxPoint = document.taxPointCode === undefined && taxPointDate !== (supplyDate ?? issueDate);
  const named = ({ number, issueDate: day }: { readonly number: string; readonly issueDate?: string | undefined }) =>
    day === undefined ? number : `${number}, ${formats.day(day)}`;
  const earlier = precedingInvoicesOf(document).map(named).join("; ") || undefined;
  return [
    [words.issueDate, formats.day(issueDate)],
    [words.correctedInvoice, isInvoice ? undefined : earlier],
    [words.supplyDate, supplyDate === undefined ? awaitedSupply(document, words) : formats.day(supplyDate)],
    [words.taxPointDate, isOwnTaxPoint ? formats.day(taxPointDate) : undefined],
    [words.period, period && formats.period(period)],
    [words.supplyNature, supplyNatureOf(document, words)],
    [words.dueDate, dueDayOf(document, formats)],
    [words.clientNumber, document.clientNumber],
    [numberName("clientVatNumber", words, document.clientVatNumber, document.clientCountry), document.clientVatNumber],
    [words.clientRegistrationNumber, document.clientRegistrationNumber],
    [words.buyerReference, document.buyerReference],
    [words.purchaseOrder, document.purchaseOrderReference],
    [words.salesOrder, document.salesOrderReference],
    [words.despatchAdvice, document.despatchReference],
    [words.goodsReceipt, document.goodsReceiptReference],
    [words.tender, document.tenderReference],
    [words.contract, document.contractReference],
    [words.project, document.projectReference],
    [words.accountingReference, document.buyerAccountingReference],
    [words.invoicedObject, document.invoicedObject?.id],
    [words.supportingDocuments, document.supportingDocuments?.map(supportingDocumentText).join("; ")],
    [words.precedingInvoices, isInvoice ? earlier : undefined],
  ];
}

/** @see CGI, annexe II, article 242 nonies A, I (France), as amended by décret 2022-1299: the category of the operation */
function supplyNatureOf(document: EinvoiceDocument, words: PdfWords): string | undefined {
  if (!WITH_FRENCH_VAT.includes(document.seller.country)) return undefined;
  const kind = supplyKindOf(document);
  return kind && { B: words.goods, S: words.services, M: words.goodsAndServices }[kind];
}

/**
 * What a German invoice for a payment in advance says instead of the day of supply.
 *
 * @see UStG § 14(4) no. 6 and (5); Umsatzsteuer-Anwendungserlass 14.8
 */
function awaitedSupply({ seller, documentType, period }: EinvoiceDocument, words: PdfWords): string | undefined {
  return seller.country === "DE" && isAdvanceType(documentType) && period === undefined
    ? words.notYetSupplied
    : undefined;
}

function supportingDocumentText({ reference, description, url }: SupportingDocumentReference): string {
  return present([reference, description, url]).join(", ");
}

/** (15) the tax representative, where goods are delivered to, and who is paid instead of the seller. */
function partiesOf({ seller, deliverTo, payee }: EinvoiceDocument, words: PdfWords, formats: Formats): PrintedParty[] {
  const parties: PrintedParty[] = [];
  if (seller.taxRepresentative !== undefined) {
    const { name, address, country, vatNumber } = seller.taxRepresentative;
    const number = `${numberName("vatNumber", words, vatNumber, country)}: ${vatNumber}`;
    const lines = [name, ...addressLines(address, country, formats), number];
    parties.push({ title: words.taxRepresentative, lines });
  }
  if (deliverTo !== undefined) {
    const { name, address, country, identifier } = deliverTo;
    const lines = present([name, ...addressLines(address, country, formats), identifier?.id]);
    if (lines.length > 0) parties.push({ title: words.deliverTo, lines });
  }
  if (payee !== undefined) {
    const { name, registrationNumber: number } = payee;
    const lines = present([name, number && `${words.registrationNumber}: ${number}`]);
    parties.push({ title: words.payee, lines });
  }
  return parties;
}

/** (8), (9) and (10): the taxable amount, the rate and the VAT of each group, with its country if it is not the seller's. */
function breakdownOf(document: EinvoiceDocument, words: PdfWords, formats: Formats): PrintedTable {
  const { vatBreakdown, currency, seller, registrationCountry } = document;
  const rateOf = (line: InvoiceBreakdownLine) => {
    const rateCountry = line.rateCountry ?? (line.taxRate > 0 ? registrationCountry : undefined);
    const isForeign = rateCountry !== undefined && rateCountry !== seller.country;
    const part = { ...line, surchargeRate: undefined }; // a row of its own
    return printedRate(document, part, formats, isForeign ? formats.country(rateCountry) : undefined);
  };
  const rowOf = (name: string, net: number, tax: number | undefined) => ({
    cells: [[name], [formats.amount(net, currency)], [tax === undefined ? UNSTATED : formats.amount(tax, currency)]],
  });
  return {
    columns: [
      { heading: words.vatRate, kind: "text" },
      { heading: words.taxableAmount, kind: "amount" },
      { heading: words.taxAmount, kind: "amount" },
    ],
    rows: vatBreakdown.flatMap((line) => {
      const { taxableAmount, taxAmount, surchargeRate, surchargeAmount = 0 } = line;
      const vat = rowOf(rateOf(line), taxableAmount, isOfMargin(line) ? undefined : taxAmount);
      if (surchargeRate === undefined) return [vat];
      return [vat, rowOf(`${SURCHARGE} ${formats.percent(surchargeRate)}`, taxableAmount, surchargeAmount)];
    }),
  };
}

/** The name that Spanish law gives the equivalence surcharge, in every language. @see Ley 37/1992, artículo 163 */
const SURCHARGE = "Recargo de equivalencia";

/** (8) and (10): the totals, by article 230 the VAT also in the currency of the seller's state, what is left to pay. */
function sumsOf(document: EinvoiceDocument, words: PdfWords, formats: Formats): PrintedSum[] {
  const { subtotal, taxTotal, surchargeTotal, total, currency, taxCurrency, taxTotalInTaxCurrency } = document;
  const sums: PrintedSum[] = adjustedSums(document, words, formats);
  if (!isAllOfMargin(document)) {
    const vat = amountAsNumber(new Decimal(taxTotal).minus(surchargeTotal ?? 0));
    const taxes = surchargeTotal === undefined ? words.vat : `${words.vat} + ${SURCHARGE}`;
    sums.push(
      { name: words.subtotal, value: formats.money(subtotal, currency) },
      { name: words.vat, value: formats.money(vat, currency) },
    );
    if (surchargeTotal !== undefined) sums.push({ name: SURCHARGE, value: formats.money(surchargeTotal, currency) });
    if (taxCurrency !== undefined && taxTotalInTaxCurrency !== undefined)
      sums.push({ name: `${taxes} (${taxCurrency})`, value: formats.money(taxTotalInTaxCurrency, taxCurrency) });
  }
  sums.push({ name: words.total, value: formats.money(total, currency), isMain: true });
  const invoice = isCreditNote(document) ? CREDITED : document;
  const { prepaidAmount = 0, prepaidRefunded = 0, amountPaid, discountTaken = 0, status } = invoice;
  const { settledBy, settledAmount = 0 } = invoice;
  const settled = [
    ...payableChanges(document, words, formats),
    { name: words.prepaidAmount, amount: amountAsNumber(new Decimal(prepaidRefunded).minus(prepaidAmount)) },
    { name: words.paid, amount: -amountPaid },
    { name: words.cashDiscount, amount: -discountTaken },
    { name: words.credited, amount: isCreditNote(document) ? 0 : -creditedPayable(document) },
    { name: `${words.invoice} ${settledBy}`, amount: -settledAmount },
  ].filter(({ amount }) => amount !== 0);
  if (settled.length === 0 || status === "CANCELLED") return sums;
  const [name, left] = isCreditNote(document)
    ? [words.credited, document.payable]
    : [words.amountDue, document.amountDue];
  return [
    ...sums,
    ...settled.map((each) => ({ name: each.name, value: formats.money(each.amount, currency) })),
    { name, value: formats.money(left, currency), isMain: true },
    ...retainedSums(document, words, formats),
  ];
}

/** Nothing is paid on a credit note. */
const CREDITED: Partial<Invoice> & Pick<Invoice, "amountPaid"> = { amountPaid: 0 };

/** What is between a document's total and what the client pays. */
function payableChanges(document: EinvoiceDocument, words: PdfWords, formats: Formats) {
  const { disbursements = [], withholdings = [], roundingAmount = 0 } = document;
  return [
    ...disbursements.map(({ description, reference, amount }) => ({ name: `${description} (${reference})`, amount })),
    ...withholdings.map(({ reason, percent, amount }) => {
      return { name: `${reason} ${formats.percent(percent)}`, amount: -amount };
    }),
    { name: words.splitVat, amount: -splitVatIn(document) },
    { name: words.rounding, amount: roundingAmount },
  ];
}

/** The parts of what is due that are paid later. */
function retainedSums(document: EinvoiceDocument, words: PdfWords, formats: Formats): PrintedSum[] {
  if (isCreditNote(document) || retainedOf(document) === 0) return [];
  return document.retentions!.map(({ reason, percent, amount, dueOn }) => {
    const name = percent === undefined ? reason : `${reason} ${formats.percent(percent)}`;
    return {
      name: `${name} (${words.dueDate}: ${formats.day(dueOn)})`,
      value: formats.money(amount, document.currency),
    };
  });
}

/** Between the lines and the total without VAT: their sum, the allowances and the charges, as the prices are. */
function adjustedSums(document: EinvoiceDocument, words: PdfWords, formats: Formats): PrintedSum[] {
  const { items, allowances = [], charges = [], lineTotal, prices, currency, vatBreakdown } = document;
  if (lineTotal === undefined) return [];
  const gross = items.reduce((sum, { grossAmount = 0 }) => sum.plus(grossAmount), new Decimal(0));
  const sumOf = (sign: number, word: string) => (given: Adjustment) => {
    const { amount, reason = word, vatCategory: category, ...rates } = given;
    const { percent, baseAmount } = "baseAmount" in given ? given : {};
    const stated = baseAmount === undefined ? "" : ` / ${formats.amount(baseAmount, currency)}`;
    const computed = percent === undefined ? stated : ` ${formats.percent(percent)}`;
    const rate = vatBreakdown.length > 1 ? ` (${printedRate(document, { category, ...rates }, formats)})` : "";
    return { name: `${reason}${computed}${rate}`, value: formats.money(sign * amount, currency) };
  };
  return [
    { name: words.lineTotal, value: formats.money(prices === "gross" ? amountAsNumber(gross) : lineTotal, currency) },
    ...allowances.map(sumOf(-1, words.discount)),
    ...charges.map(sumOf(1, words.charge)),
  ];
}

type Adjustment = NonNullable<EinvoiceDocument["allowances"]>[number];

/**
 * What is to be paid next: nothing on a credit note, or of an invoice that was cancelled. What is paid later is asked for when
 * nothing else is due.
 */
function payableOf(document: EinvoiceDocument): number {
  if (isCreditNote(document)) return 0;
  const now = amountAsNumber(new Decimal(document.amountDue).minus(retainedOf(document)));
  return now === 0 ? document.amountDue : now;
}

/** Until when something is to be paid, if anything is. */
function dueDayOf(document: EinvoiceDocument, formats: Formats): string | undefined {
  if (isCreditNote(document) || !(payableOf(document) > 0)) return undefined;
  const isOnlyLater = document.retentions !== undefined && retainedOf(document) === document.amountDue;
  const day = isOnlyLater ? document.retentions!.at(-1)!.dueOn : document.dueDate;
  return day && formats.day(day);
}

/**
 * (7a), (10a), (11), (11a): the note, and the reasons for charging no VAT that it does not have. Reasons of groups that share
 * their rate follow their categories, and a note that consists of such reasons is left out.
 */
function legalNotes(document: EinvoiceDocument): string[] {
  const { vatNote, vatBreakdown } = document;
  const others: string[] = [];
  const categories = new Map<string, string[]>();
  for (const group of vatBreakdown) {
    const { category, exemptionReason: reason = "" } = group;
    if (reason === "") continue;
    if (isRateShared(document, group)) categories.set(reason, [...(categories.get(reason) ?? []), category]);
    else if (!hasWords(vatNote, reason)) others.push(reason);
  }
  const rest = [...categories.keys()].reduce((text, reason) => text.replace(reason, ""), vatNote);
  const named = [...categories].map(([reason, of]) => `${of.join(", ")}: ${reason}`);
  return [/[^;\s]/.test(rest) ? vatNote : "", ...new Set(others), ...named].filter(Boolean);
}

/** Whether a text has these words, and not only as parts of others: "§ 4 Nr. 11" does not have "§ 4 Nr. 1". */
function hasWords(text: string, words: string): boolean {
  const isPartOfWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + words.length])) return true;
  }
  return false;
}

/** @see UStG § 14(4) no. 9 and § 14b(1) sentence 5: of taxed work on land for a client that is not a business */
function retentionNotes(document: EinvoiceDocument, words: PdfWords): string[] {
  const { national, taxTotal } = document;
  return national?.de?.workOnLand === true && taxTotal > 0 && !isForBusiness(document) ? [words.retention] : [];
}

function exchangeRateOf({ exchangeRate, taxCurrency, currency }: EinvoiceDocument, words: PdfWords, formats: Formats) {
  if (exchangeRate === undefined || taxCurrency === undefined) return [];
  const { rate, date, source } = exchangeRate;
  return [
    `${words.exchangeRate}: 1 ${currency} = ${formats.number(rate)} ${taxCurrency} (${source}, ${formats.day(date)})`,
  ];
}

function clientNotes({ note, notes = [] }: EinvoiceDocument): string[] {
  return [...(note === undefined ? [] : [note]), ...notes.map(({ text }) => text)];
}

/** What is to be paid, until when, and on which terms. */
interface AskedPayment {
  readonly amount: number;
  readonly until: string | undefined;
  readonly terms: readonly MaybeFact[];
}

/** What the document itself asks for. */
function askedOf(document: EinvoiceDocument, words: PdfWords, formats: Formats): AskedPayment {
  const amount = payableOf(document);
  const discounts = discountsOf(document, amount, words, formats);
  return {
    amount,
    until: dueDayOf(document, formats),
    terms: [...termsOf(document.paymentTerms, words, formats), ...discounts],
  };
}

/** How to pay; `undefined` if there is nothing to pay, as on a credit note. */
export function paymentOf(
  document: EinvoiceDocument,
  words: PdfWords,
  formats: Formats,
  { amount, until, terms }: AskedPayment = askedOf(document, words, formats),
): PrintedPayment | undefined {
  if (!(amount > 0)) return undefined;
  const { currency, payment: stated } = document;
  const reference = document.paymentReference ?? (isPreview(document) ? undefined : numberOf(document));
  const { transfers = [], directDebit, cardLast4, cardHolder } = paymentInstructions(document) ?? {};
  const isDebit = stated !== undefined && ["49", "59"].includes(stated.means);
  const transfer = transfers.find(({ isIban }) => isIban);
  // Nobody must pay before there is an invoice.
  const code =
    reference === undefined || isPreview(document)
      ? undefined
      : paymentCodeText({ currency, amount, transfer, reference });
  return {
    title: words.payment,
    facts: facts([
      [words.amountDue, isDebit ? undefined : formats.money(amount, currency)],
      [words.dueDate, until],
      ...terms,
      [words.payment, stated?.meansText],
      ...transfers.flatMap((each, index) => accountFacts(each, transfers[index - 1], words)),
      [words.directDebit, isDebit ? formats.money(amount, currency) : undefined],
      [words.debitedAccount, directDebit?.debitedAccount && inGroups(directDebit.debitedAccount)],
      [words.mandateReference, directDebit?.mandateReference],
      [words.creditorId, directDebit?.creditorId],
      [words.card, cardLast4 && present([`**** ${cardLast4}`, cardHolder]).join(", ")],
      [words.paymentReference, reference],
    ]),
    code: code === undefined ? undefined : { text: code, caption: words.paymentCode },
  };
}

/** Peppol's names of Swedish payment systems, as people know them. */
const PAYMENT_SYSTEMS: Readonly<Record<string, string>> = { "SE:BANKGIRO": "Bankgiro", "SE:PLUSGIRO": "Plusgiro" };

/** An account to pay to. Its holder is printed once for accounts that follow each other. */
function accountFacts(
  { account, isIban, accountName, bic = "" }: TransferTerms,
  before: TransferTerms | undefined,
  words: PdfWords,
): MaybeFact[] {
  const system = PAYMENT_SYSTEMS[bic];
  return [
    [words.accountHolder, accountName === before?.accountName ? undefined : accountName],
    isIban ? ["IBAN", inGroups(account)] : [system ?? words.account, account],
    ["BIC", system === undefined ? bic : undefined],
  ];
}

/** A cash discount as XRechnung writes it: a line of the terms that a program reads. */
const CASH_DISCOUNT = /^#SKONTO#TAGE=(\d+)#PROZENT=(\d+\.\d\d)#(?:BASISBETRAG=(-?\d+\.\d\d)#)?$/;

/** The terms of payment, with cash discounts as people read them. */
function termsOf(terms: string | undefined, words: PdfWords, formats: Formats): MaybeFact[] {
  const lines = terms?.split(/\r?\n/) ?? [];
  const discounts = lines.map((line) => CASH_DISCOUNT.exec(line.trim()));
  const text = lines.filter((_, index) => discounts[index] === null).join("\n");
  return [
    [words.paymentTerms, text.trim()],
    ...discounts
      .filter((found) => found !== null)
      .map(
        ([, days, percent]): MaybeFact => [
          words.cashDiscount,
          `${formats.percent(Number(percent))} (${formats.days(Number(days))})`,
        ],
      ),
  ];
}

/** The cash discounts that are offered: the percentage, the last day, and what is to be paid until then. */
function discountsOf(document: EinvoiceDocument, due: number, words: PdfWords, formats: Formats): MaybeFact[] {
  if (isCreditNote(document) || retainedOf(document) === document.amountDue) return [];
  return offeredDiscounts(document, document.creditedTotal).map(({ percent, until, amount }) => {
    const left = formats.money(amountAsNumber(new Decimal(due).minus(amount)), document.currency);
    return [words.cashDiscount, `${formats.percent(percent)} (${words.dueDate}: ${formats.day(until)}): ${left}`];
  });
}

/** An IBAN in groups of four, as banks print it. */
function inGroups(iban: string): string {
  return iban.replaceAll(" ", "").replace(/(.{4})(?=.)/g, "$1 ");
}
