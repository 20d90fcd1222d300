import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import { insteadOf } from "../../domain/instead-of.ts";
import type { DocumentFormat, FormatGapOptions } from "../../domain/invoice/document-format.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { type RecordedBooks, type RecordedDocuments, readRecords, requireRecorded } from "../chain-of-records.ts";
import { type EinvoiceDocument, isUnderNumberOf, requireDocument } from "../document.ts";
import { withOwnProfile } from "../own-profile.ts";
import type { EinvoiceGap } from "../rules/gap-rule.ts";
import { navInvoiceOf } from "./nav-invoice.ts";
import { isTransaction, NAV_PORTAL, refusalFaults } from "./refusal-faults.ts";
import { gapsOf, type NavHeld, type NavReport, navChain, REPORT_FIELDS } from "./reports.ts";
import { hasReport } from "./vat-rate.ts";

export type { BookChange } from "../../domain/books/book-change.ts";
export type { DocumentFormat, FormatGapOptions } from "../../domain/invoice/document-format.ts";
export { type FieldError, isRefusal, Refusal, type RefusalCode } from "../../domain/refusal.ts";
export type { RecordedBooks, RecordedDocuments } from "../chain-of-records.ts";
export type { EinvoiceDocument, IssuedDocument } from "../document.ts";
export type { EinvoiceGap } from "../rules/gap-rule.ts";
export type { NavHeld, NavReport } from "./reports.ts";

/** Options of {@link navReports}. */
export interface NavOptions extends RecordedDocuments<NavReport> {
  /**
   * What the tax authority holds of an invoice before a credit note or its cancellation, by the number of the credit note or of
   * the cancelled invoice. Needed of invoices of the system before. Absent: as the books say.
   */
  readonly heldBefore?: Readonly<Record<string, NavHeld>> | undefined;
  /**
   * The number of a cancellation, 1 to 50 characters, which no other document has: the law gives it one, the books do not.
   * Absent: the number of the invoice, and `/S`.
   */
  readonly cancellationNumber?: ((invoiceNumber: string) => string) | undefined;
}

/** Options of {@link navGaps}. */
export interface NavGapOptions {
  /**
   * The company's profile as it is today. Its fields take the place of the seller's on the document, so that the gaps are
   * those of the next one. Absent: the document's own seller.
   */
  readonly ownProfile?: Partial<CompanyProfile> | undefined;
}

/**
 * The reports to NAV Online Számla 3.0 that a company's books give, in the order of their journal: `CREATE` of each invoice,
 * `MODIFY` of each credit note, `STORNO` of each cancellation, and again the one that a refusal of the portal `nav` is about.
 *
 * - **Guarantee**: nothing is stored. The same books and options give the same reports at any time.
 * - **Condition**: `since`, `except` and `cancellationNumber` stay the same for the whole chain.
 * - **Cost**: constant memory. With `after`, only later changes of the books are read.
 *
 * @throws TypeError if `company` is no company, or an option is unknown or invalid; in the iteration, if `cancellationNumber`
 *   returns no number
 * @throws Refusal in the iteration: `einvoice_incomplete` with the gaps of a document, which it names; `request_invalid` if
 *   `after` is not what the books give now, or `heldBefore` lacks an invoice that is not in the books
 * @see Áfa tv. (2007. évi CXXVII. törvény) 10. melléklet
 */
export function navReports(company: RecordedBooks, options: NavOptions = {}): AsyncIterable<NavReport> {
  const others = { heldBefore: true, cancellationNumber: true } as const;
  requireRecorded({ name: "navReports", fields: REPORT_FIELDS }, company, options, others);
  const { heldBefore = {}, cancellationNumber = (number: string) => `${number}/S`, ...documents } = options;
  if (typeof cancellationNumber !== "function")
    throw new TypeError(`cancellationNumber must be a function${insteadOf(cancellationNumber)}`);
  requireHeld(heldBefore);
  return readRecords(navChain({ heldBefore, cancellationNumber }), company, documents);
}

function requireHeld(heldBefore: Readonly<Record<string, NavHeld>>): void {
  if (typeof heldBefore !== "object" || heldBefore === null)
    throw new TypeError(`heldBefore must have what is held by number of the document${insteadOf(heldBefore)}`);
  for (const [number, held] of Object.entries(heldBefore)) {
    requireOptions(`heldBefore of ${number}`, held, { lines: true, modifications: true, isReported: true });
    for (const name of ["lines", "modifications"] as const) {
      const count = held[name];
      if (count !== undefined && !(Number.isSafeInteger(count) && count >= 0))
        throw new TypeError(`heldBefore of ${number}: ${name} must be a whole number from 0`);
    }
  }
}

/**
 * What the tax authority would refuse of a document's report, as far as the document shows; empty if it can be written. `rule`
 * is the code of its blocking error, or the element of the report. Each gap names the field that fixes it. An issued document
 * gains no fields, so ask before you issue.
 *
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { navGaps } from "faktura/einvoice/hu";
 * import { memoryStore } from "faktura/memory";
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * const vat = { vatRegistered: true, ossRegistered: false, vatNumber: "HU12345676" };
 * const address = { line1: "Fő utca 1.", postalCode: "1011", city: "Budapest" };
 * await company.saveProfile({ name: "Cég Kft.", country: "HU", ...vat, defaultCurrency: "HUF", invoicePrefix: "SZ", address });
 * const items = [{ description: "Tanácsadás", quantity: 2, unitPrice: 10000 }];
 * const invoice = await company.issue({ clientName: "Vevő Kft.", clientCountry: "HU", isCompany: true, items });
 *
 * const [gap] = navGaps(invoice);
 * console.log(gap?.rule, gap?.field); // CUSTOMER_DATA_EXPECTED clientAddress
 * ```
 */
export function navGaps(document: EinvoiceDocument, options: NavGapOptions = {}): EinvoiceGap[] {
  requireDocument("navGaps", document);
  requireOptions("navGaps", options, { ownProfile: true });
  return gapsOf(navInvoiceOf(withOwnProfile(document, options.ownProfile)));
}

/** The reports to NAV Online Számla, for every client of a seller in Hungary. */
export const nav = {
  ...{ id: "nav", name: "NAV Online Számla", sellers: ["HU"] },
  appliesTo: (document: EinvoiceDocument) => isUnderNumberOf("HU", document) && hasReport(document),
  gaps: (document: EinvoiceDocument, { ownProfile }: FormatGapOptions = {}) => navGaps(document, { ownProfile }),
  records: navReports,
  portal: {
    id: NAV_PORTAL,
    isNumber: isTransaction,
    field: "portalNumbers",
    form: "a transaction's id and the result of the report, such as 30NAFVVSS5SM6S9X DONE",
  },
  refusals: { portal: NAV_PORTAL, faults: refusalFaults },
} satisfies DocumentFormat;
