import { insteadOf } from "../../domain/instead-of.ts";
import type { DocumentFormat, FormatGapOptions } from "../../domain/invoice/document-format.ts";
import type { PortalRefusal } from "../../domain/invoice/generated/invoice.ts";
import { requireOptions } from "../../domain/known-names.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { type RecordedBooks, type RecordedDocuments, readRecords, requireRecorded } from "../chain-of-records.ts";
import { type EinvoiceDocument, type IssuedDocument, requireDocument, requireIssued } from "../document.ts";
import { withOwnProfile } from "../own-profile.ts";
import type { EinvoiceGap } from "../rules/gap-rule.ts";
import { fiscalInvoiceOf } from "./fiscal-invoice.ts";
import {
  FISCAL_NAME,
  FISCAL_PORTAL,
  type FiscalFacts,
  type FiscalRecord,
  type FiscalSigning,
  fiscalChain,
  fiscalFactsOf,
  fiscalGapsOf,
  isFiscalized,
  RECORD_FIELDS,
} from "./fiscal-record.ts";

export type { BookChange } from "../../domain/books/book-change.ts";
export type { DocumentFormat, FormatGapOptions } from "../../domain/invoice/document-format.ts";
export { type FieldError, isRefusal, Refusal, type RefusalCode } from "../../domain/refusal.ts";
export type { RecordedBooks as FiscalBooks } from "../chain-of-records.ts";
export type { EinvoiceDocument, IssuedDocument } from "../document.ts";
export type { EinvoiceGap } from "../rules/gap-rule.ts";
export type { FiscalFacts, FiscalRecord, FiscalSigning } from "./fiscal-record.ts";

/** Options of {@link fiscalRecords}. */
export interface FiscalOptions extends FiscalSigning, RecordedDocuments<FiscalRecord> {}

/** Options of {@link fiscalGaps}. */
export type FiscalGapOptions = Pick<FormatGapOptions, "ownProfile">;

/**
 * What is sent to Croatia's Tax Administration and printed of one document. Pass it as `company.get` or
 * `company.getCreditNote` returns it: with the JIR if one was recorded, and with `NakDost` true if it was recorded that the
 * service gave none.
 *
 * @throws Refusal `einvoice_incomplete` with the gaps that {@link fiscalGaps} lists
 * @throws TypeError if `document` is not an issued document, such as a preview or a promise, an option is missing, unknown or
 *   invalid, or `sign` returns no bytes
 * @see Zakon o fiskalizaciji (NN 89/2025); Tax Administration, Fiskalizacija, Tehnička specifikacija za korisnike 2.6
 */
export async function fiscalFacts(document: IssuedDocument, options: FiscalSigning): Promise<FiscalFacts> {
  requireIssued("fiscalFacts", document);
  requireOptions("fiscalFacts", options, { sign: true, sentAt: true });
  requireSigning("fiscalFacts", options);
  return fiscalFactsOf(document, options);
}

/**
 * What is sent and printed of each document that is fiscalised, in the order of the journal: invoices and credit notes for
 * consumers, and those for businesses with `national.hr.fiscalized`. A cancellation has none, because the service has no
 * message for it.
 *
 * - **Guarantee**: nothing is stored. The same books and options give the same records at any time.
 * - **Condition**: `sign` gives the same signature each time, and `since` and `except` stay the same.
 * - **Cost**: one document is read, and one signature made, for each record. With `after`, only for later ones.
 *
 * @throws TypeError if `company` is no company, or an option is missing, unknown or invalid
 * @throws Refusal in the iteration: `einvoice_incomplete` with the gaps of a document, which it names, also if its number in
 *   Croatia was used before; `request_invalid` if `after` is not what the books give now
 */
export function fiscalRecords(company: RecordedBooks, options: FiscalOptions): AsyncIterable<FiscalRecord> {
  const own = { sign: true, sentAt: true } as const;
  requireRecorded({ name: "fiscalRecords", fields: RECORD_FIELDS }, company, options, own);
  requireSigning("fiscalRecords", options);
  return readRecords(fiscalChain(options), company, options);
}

function requireSigning(of: string, { sign, sentAt }: FiscalSigning): void {
  if (typeof sign !== "function") throw new TypeError(`${of}: sign must be a function${insteadOf(sign)}`);
  if (sentAt !== undefined && !(sentAt instanceof Date && !Number.isNaN(sentAt.getTime())))
    throw new TypeError(`${of}: sentAt must be a valid Date${insteadOf(sentAt)}`);
}

/**
 * What keeps a document from being fiscalised, as far as the document shows; empty if it can be. `rule` is the element of the
 * message. Each gap names the field that fixes it. An issued document gains no fields, so ask before you issue.
 *
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { fiscalGaps } from "faktura/einvoice/hr";
 * import { memoryStore } from "faktura/memory";
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * const vat = { vatRegistered: true, ossRegistered: false, vatNumber: "HR33392005961" };
 * const national = { hr: { operator: { name: "Ana", oib: "12345678903" } } };
 * await company.saveProfile({ name: "Firma", country: "HR", ...vat, defaultCurrency: "EUR", invoicePrefix: "INV", national });
 * const items = [{ description: "Kava", quantity: 2, unitPrice: 2 }];
 * const payment = { means: "10" };
 * const invoice = await company.issue({ clientName: "Kupac", clientCountry: "HR", items, payment });
 *
 * const [gap] = fiscalGaps(invoice);
 * console.log(gap?.rule, gap?.field); // BrRac seller.invoicePrefix
 * ```
 */
export function fiscalGaps(document: EinvoiceDocument, options: FiscalGapOptions = {}): EinvoiceGap[] {
  requireDocument("fiscalGaps", document);
  requireOptions("fiscalGaps", options, { ownProfile: true });
  return fiscalGapsOf(fiscalInvoiceOf(withOwnProfile(document, options.ownProfile)));
}

/** Fiscalisation of invoices to consumers, for sellers in Croatia. */
export const fiskalizacija = {
  ...{ id: "fiskalizacija", name: FISCAL_NAME, sellers: ["HR"] },
  appliesTo: isFiscalized,
  gaps: (document: EinvoiceDocument, { ownProfile }: FormatGapOptions = {}) => fiscalGaps(document, { ownProfile }),
  records: fiscalRecords,
  portal: {
    id: FISCAL_PORTAL,
    isNumber: (number: string) => /^[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}$/.test(number),
    field: "portalNumbers",
    form: "a JIR, such as 2cf55235-9470-4b5c-a539-463f52b109d2",
  },
  refusals: { portal: FISCAL_PORTAL, faults: (_: IssuedDocument, refusal: PortalRefusal) => faultsOf(refusal) },
} satisfies DocumentFormat;

/** Why no message is repeated after a refusal. Codes 7 to 12 are those of changes of payment and client, and of tips. */
function faultsOf({ code, record }: PortalRefusal): FieldError[] {
  const isOther = /^s0(?:0[7-9]|1[0-2])$/.test(code);
  return [
    ...(isOther ? [{ pointer: "/code", detail: "is about a change or a tip, not about the invoice" }] : []),
    ...(record ? [{ pointer: "/record", detail: "must be left out: the message says what the document says" }] : []),
  ];
}
