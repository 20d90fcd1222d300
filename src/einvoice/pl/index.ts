import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import { type DocumentFormat, type FormatGapOptions, incompleteRefusal } from "../../domain/invoice/document-format.ts";
import { isForBusiness } from "../../domain/invoice/is-for-business.ts";
import { requireOptions } from "../../domain/known-names.ts";
import {
  type EinvoiceDocument,
  type IssuedDocument,
  isUnderNumberOf,
  requireDocument,
  requireIssued,
} from "../document.ts";
import { withOwnProfile } from "../own-profile.ts";
import { brokenRules, type EinvoiceGap } from "../rules/gap-rule.ts";
import { type KsefInvoice, ksefInvoiceOf } from "./ksef-invoice.ts";
import { isKsefNumber, isNumberOfKsef, KSEF_PORTAL } from "./ksef-number.ts";
import { KSEF_RULES, sizeGaps } from "./rules.ts";
import { writeKsef } from "./write-ksef.ts";

export type { DocumentFormat, FormatGapOptions } from "../../domain/invoice/document-format.ts";
export { type FieldError, isRefusal, Refusal, type RefusalCode } from "../../domain/refusal.ts";
export type { EinvoiceDocument, IssuedDocument } from "../document.ts";
export type { EinvoiceGap } from "../rules/gap-rule.ts";
export { type KsefCertificate, type KsefCodeOptions, type KsefEnvironment, ksefCodeUrl } from "./code-url.ts";

/** Options of {@link toKsef}. */
export interface KsefOptions {
  /**
   * The number that KSeF gave the invoice which the document corrects (`NrKSeFFaKorygowanej`), or `none` if that invoice
   * is not in KSeF. Only credit notes and debit notes need it. Absent: of a credit note, the number of the portal `ksef` that
   * was recorded of its invoice.
   */
  readonly correctedKsefNumber?: string | undefined;
  /**
   * The numbers that KSeF gave the advances which the document deducts (`NrKSeFFaZaliczkowej`), in the order of `advances`, or
   * `none` for one that is not in KSeF. Absent: those of `precedingInvoices`, which were recorded before the invoice was issued.
   */
  readonly advanceKsefNumbers?: readonly string[] | undefined;
}

/** Options of {@link ksefGaps}. */
export interface KsefGapOptions extends KsefOptions {
  /**
   * The company's profile as it is today. Its fields take the place of the seller's on the document, so that the gaps are
   * those of the next one. Absent: the document's own seller.
   */
  readonly ownProfile?: Partial<CompanyProfile> | undefined;
}

/**
 * The document as FA(3) 1-0E in UTF-8, for KSeF. A credit note is a correction (`KOR`) by differences, with negative amounts.
 * Amounts are those that were issued. The same document always gives the same bytes, which the codes on the PDF are made of.
 *
 * @throws Refusal `einvoice_incomplete` with the gaps that {@link ksefGaps} lists
 * @throws TypeError if `document` is not an issued document, such as a preview or a promise, or an option is not known or invalid
 */
export function toKsef(document: IssuedDocument, options: KsefOptions = {}): string {
  requireIssued("toKsef", document);
  requireOptions("toKsef", options, { correctedKsefNumber: true, advanceKsefNumbers: true });
  const invoice = ksefInvoiceOf(document, requireFacts("toKsef", document, options));
  const gaps = gapsOf(invoice);
  if (gaps.length > 0) throw incompleteRefusal(gaps, "FA(3)");
  return writeKsef(invoice);
}

/**
 * What KSeF would refuse of a document, and what FA(3) cannot say; empty if it can be written. `rule` is the element of FA(3).
 * Each gap names the field that fixes it. An issued document gains no fields, so ask before you issue.
 *
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known or invalid
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { ksefGaps } from "faktura/einvoice/pl";
 * import { memoryStore } from "faktura/memory";
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * const vat = { vatRegistered: true, ossRegistered: false, vatNumber: "PL5261040828" };
 * const address = { line1: "ul. Polna 1", postalCode: "00-625", city: "Warszawa" };
 * await company.saveProfile({ name: "Firma", country: "PL", ...vat, defaultCurrency: "PLN", invoicePrefix: "FV", address });
 * const items = [{ description: "Doradztwo", quantity: 2, unitPrice: 100, unit: "godz." }];
 * const invoice = await company.issue({ clientName: "Klient", clientCountry: "PL", items });
 *
 * const [gap] = ksefGaps(invoice);
 * console.log(gap?.rule, gap?.field); // Podmiot2/Adres clientAddress
 * ```
 */
export function ksefGaps(document: EinvoiceDocument, options: KsefGapOptions = {}): EinvoiceGap[] {
  requireDocument("ksefGaps", document);
  requireOptions("ksefGaps", options, { correctedKsefNumber: true, advanceKsefNumbers: true, ownProfile: true });
  const facts = requireFacts("ksefGaps", document, options);
  return gapsOf(ksefInvoiceOf(withOwnProfile(document, options.ownProfile), facts));
}

/** FA(3) for KSeF, for the business clients of a seller in Poland. */
export const ksef = {
  ...{ id: "ksef", name: "KSeF", sellers: ["PL"] },
  appliesTo: (document: EinvoiceDocument) => isForBusiness(document) && isUnderNumberOf("PL", document),
  gaps: (document: EinvoiceDocument, { ownProfile }: FormatGapOptions = {}) => ksefGaps(document, { ownProfile }),
  syntaxes: {
    ksef: {
      ...{ mediaType: "application/xml", extension: "xml", name: "FA(3) 1-0E" },
      parameters: {
        correctedKsefNumber: {
          description:
            "The number that KSeF gave the invoice which the document corrects, or `none` if that is not in KSeF",
          ...{ form: "a number of KSeF, or none", isValid: isKsefNumber },
        },
        advanceKsefNumbers: {
          description:
            "The numbers that KSeF gave the advances which the document deducts, in their order and with commas between them, or `none` for one that is not in KSeF",
          ...{ form: "numbers of KSeF, or none", isValid: (given) => given.split(",").every(isKsefNumber) },
        },
      },
      write: (document: IssuedDocument, { advanceKsefNumbers, ...options }: Record<string, string> = {}) =>
        toKsef(document, { ...options, advanceKsefNumbers: advanceKsefNumbers?.split(",") }),
    },
  },
  portal: {
    id: KSEF_PORTAL,
    isNumber: isNumberOfKsef,
    field: "correctedKsefNumber",
    form: "a number of KSeF with its check digits, such as 5261040828-20260401-0100001AF629-1B",
  },
} satisfies DocumentFormat;

function gapsOf(invoice: KsefInvoice): EinvoiceGap[] {
  const gaps = brokenRules("FA(3)", KSEF_RULES, invoice);
  return gaps.length === 0 ? sizeGaps(invoice) : gaps;
}

function requireFacts(
  of: string,
  document: EinvoiceDocument,
  { correctedKsefNumber, advanceKsefNumbers }: KsefOptions,
): KsefOptions {
  const form = "must be a number of KSeF, such as 5261040828-20260401-0100001AF629-1B, or none";
  if (correctedKsefNumber !== undefined && !isKsefNumber(correctedKsefNumber))
    throw new TypeError(`${of}: correctedKsefNumber ${form}`);
  const wrong = advanceKsefNumbers?.findIndex((number) => !isKsefNumber(number)) ?? -1;
  if (wrong >= 0) throw new TypeError(`${of}: advanceKsefNumbers[${wrong}] ${form}`);
  const { advances = [] } = document;
  if (advanceKsefNumbers !== undefined && advanceKsefNumbers.length !== advances.length)
    throw new TypeError(
      `${of}: advanceKsefNumbers must have a number for each of the document's ${advances.length} advances`,
    );
  return { correctedKsefNumber, advanceKsefNumbers };
}
