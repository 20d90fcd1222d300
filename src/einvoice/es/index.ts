import { type DocumentFormat, type FormatGapOptions, incompleteRefusal } from "../../domain/invoice/document-format.ts";
import type { PortalRefusal } from "../../domain/invoice/generated/invoice.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { centsText } from "../../domain/money/decimal-text.ts";
import { type RecordedBooks, type RecordedDocuments, readRecords, requireRecorded } from "../chain-of-records.ts";
import {
  type EinvoiceDocument,
  type IssuedDocument,
  isUnderNumberOf,
  requireDocument,
  requireIssued,
} from "../document.ts";
import { withOwnProfile } from "../own-profile.ts";
import type { EinvoiceGap } from "../rules/gap-rule.ts";
import { dayText } from "./chain.ts";
import { correctionFaults, VERIFACTU_PORTAL } from "./corrections.ts";
import { requireInstallation, type VerifactuInstallation } from "./installation.ts";
import { gapsOf, RECORD_FIELDS, type VerifactuRecord, verifactuChain } from "./records.ts";
import { verifactuInvoiceOf } from "./verifactu-invoice.ts";

export type { BookChange } from "../../domain/books/book-change.ts";
export type { DocumentFormat, FormatGapOptions } from "../../domain/invoice/document-format.ts";
export { type FieldError, isRefusal, Refusal, type RefusalCode } from "../../domain/refusal.ts";
export type { RecordedBooks as VerifactuBooks } from "../chain-of-records.ts";
export type { EinvoiceDocument, IssuedDocument } from "../document.ts";
export type { EinvoiceGap } from "../rules/gap-rule.ts";
export type { VerifactuInstallation } from "./installation.ts";
export type { VerifactuRecord } from "./records.ts";

/** Options of {@link verifactuRecords}. */
export interface VerifactuOptions extends RecordedDocuments<VerifactuRecord> {
  /** The system that makes the records. */
  readonly installation: VerifactuInstallation;
}

/** Options of {@link verifactuGaps}. */
export type VerifactuGapOptions = Pick<FormatGapOptions, "ownProfile">;

/** The hosts of the links. */
const HOSTS = { production: "www2.agenciatributaria.gob.es", test: "prewww2.aeat.es" } as const;

/** Options of {@link verifactuQrUrl}. */
export interface VerifactuQrOptions {
  /** Absent: `production`. */
  readonly environment?: keyof typeof HOSTS | undefined;
}

/**
 * The records of Veri*factu that a company's books give, in the order of their journal: one for each invoice and credit note,
 * one for each cancellation, and one for each refusal of the portal `verifactu` that a record can correct. Each contains the
 * hash of the one before.
 *
 * - **Guarantee**: nothing is stored. The same books and options give the same records at any time.
 * - **Condition**: `since` and `except` stay the same for the whole chain.
 * - **Cost**: constant memory. With `after`, only later changes of the books are read.
 *
 * @throws TypeError if `firma` is no company, or an option is missing, unknown or invalid
 * @throws Refusal in the iteration: `einvoice_incomplete` with the gaps of a document, which it names; `request_invalid` if
 *   `after` is not what the books give now
 * @see Real Decreto 1007/2023; Orden HAC/1177/2024
 */
export function verifactuRecords(company: RecordedBooks, options: VerifactuOptions): AsyncIterable<VerifactuRecord> {
  requireRecorded({ name: "verifactuRecords", fields: RECORD_FIELDS }, company, options, { installation: true });
  return readRecords(verifactuChain(requireInstallation(options.installation)), company, options);
}

/**
 * What the tax agency would refuse of a document's record, as far as the document shows; empty if it can be written. `rule` is
 * the element of the record. Each gap names the field that fixes it. An issued document gains no fields, so ask before you
 * issue.
 *
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { verifactuGaps } from "faktura/einvoice/es";
 * import { memoryStore } from "faktura/memory";
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * const vat = { vatRegistered: true, ossRegistered: false, vatNumber: "ESB12345674" };
 * await company.saveProfile({ name: "Empresa SL", country: "ES", ...vat, defaultCurrency: "EUR", invoicePrefix: "FV" });
 * const items = [{ description: "Consultoría", quantity: 40, unitPrice: 100 }];
 * const invoice = await company.issue({ clientName: "Cliente", clientCountry: "ES", items });
 *
 * const [gap] = verifactuGaps(invoice);
 * console.log(gap?.rule, gap?.field); // TipoFactura clientVatNumber
 * ```
 */
export function verifactuGaps(document: EinvoiceDocument, options: VerifactuGapOptions = {}): EinvoiceGap[] {
  requireDocument("verifactuGaps", document);
  requireOptions("verifactuGaps", options, { ownProfile: true });
  return gapsOf(verifactuInvoiceOf(withOwnProfile(document, options.ownProfile)));
}

/** The records of Veri*factu, for every client of a seller in Spain. */
export const verifactu = {
  ...{ id: "verifactu", name: "Veri*factu", sellers: ["ES"] },
  appliesTo: (document: EinvoiceDocument) => isUnderNumberOf("ES", document),
  gaps: (document: EinvoiceDocument, { ownProfile }: FormatGapOptions = {}) => verifactuGaps(document, { ownProfile }),
  records: verifactuRecords,
  refusals: {
    portal: VERIFACTU_PORTAL,
    faults: (document: IssuedDocument, refusal: PortalRefusal) => correctionFaults(document, refusal, verifactuGaps),
  },
} satisfies DocumentFormat;

/**
 * The link of the QR code for the PDF, at which the client can check the invoice. Print `QR tributario:` above the code and
 * `VERI*FACTU` below it.
 *
 * @throws Refusal `einvoice_incomplete` with the gaps that {@link verifactuGaps} lists
 * @throws TypeError if `document` is not an issued document, such as a preview or a promise, or an option is not known or invalid
 * @see Orden HAC/1177/2024, artículos 20 and 21; AEAT, Características del QR, 0.5.0
 */
export function verifactuQrUrl(document: IssuedDocument, options: VerifactuQrOptions = {}): string {
  requireIssued("verifactuQrUrl", document);
  requireOptions("verifactuQrUrl", options, { environment: true });
  const { environment = "production" } = options;
  if (!Object.hasOwn(HOSTS, environment)) {
    throw new TypeError(`verifactuQrUrl: environment must be one of ${Object.keys(HOSTS).join(", ")}`);
  }
  const invoice = verifactuInvoiceOf(document);
  const gaps = gapsOf(invoice);
  if (gaps.length > 0) throw incompleteRefusal(gaps, "Veri*factu");
  const { id, total } = invoice;
  const facts = { nif: id.nif, numserie: id.number, fecha: dayText(id.date), importe: centsText(total) };
  return `https://${HOSTS[environment]}/wlpl/TIKE-CONT/ValidarQR?${new URLSearchParams(facts)}`;
}
