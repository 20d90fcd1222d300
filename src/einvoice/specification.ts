import type { CreditNoteType, DocumentType } from "../domain/invoice/document-types.ts";
import { WITH_FRENCH_VAT } from "../domain/vat/territory/membership.ts";
import { type EinvoiceDocument, isCreditNote } from "./document.ts";
import { frenchProcess } from "./fr/business-process.ts";

/** The specifications of both syntaxes. */
const PROFILES = ["en16931", "peppol", "xrechnung"] as const;

/** The specifications that a document can be written for in UBL. */
export const UBL_PROFILES = [...PROFILES, "ctc-fr", "cius-ro", "hr-cius"] as const;

/** Those in CII. */
export const CII_PROFILES = [...PROFILES, "factur-x", "ctc-fr"] as const;

/** Those whose CII a PDF can contain, as `factur-x.xml`. */
export const PDF_PROFILES = ["factur-x", "ctc-fr"] as const;

/** One of {@link PDF_PROFILES}. */
export type PdfProfile = (typeof PDF_PROFILES)[number];

/** All of them. */
export const EINVOICE_PROFILES = [...CII_PROFILES, "cius-ro", "hr-cius"] as const;

/** One of {@link EINVOICE_PROFILES}. */
export type EinvoiceProfile = (typeof EINVOICE_PROFILES)[number];

/** The specification that a document claims to follow. */
export interface Specification {
  /** BT-24. */
  readonly specification: string;
  /** BT-23. */
  readonly businessProcess?: string | undefined;
}

const EN16931 = "urn:cen.eu:en16931:2017";
const PEPPOL = "urn:fdc:peppol.eu:2017:poacc";

const XRECHNUNG = `${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;

const SPECIFICATIONS: Record<EinvoiceProfile | "xrechnung-extension", Specification> = {
  en16931: { specification: EN16931 },
  "factur-x": { specification: EN16931 },
  "ctc-fr": { specification: EN16931 },
  "cius-ro": { specification: `${EN16931}#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1` },
  "hr-cius": {
    specification: `${EN16931}#compliant#urn:mfin.gov.hr:cius-2025:1.0#conformant#urn:mfin.gov.hr:ext-2025:1.0`,
  },
  peppol: {
    specification: `${EN16931}#compliant#${PEPPOL}:billing:3.0`,
    businessProcess: `${PEPPOL}:billing:01:1.0`,
  },
  xrechnung: {
    specification: XRECHNUNG,
    businessProcess: `${PEPPOL}:billing:01:1.0`,
  },
  "xrechnung-extension": {
    specification: `${XRECHNUNG}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
    businessProcess: `${PEPPOL}:billing:01:1.0`,
  },
};

/** Peppol has separate identifiers for documents that the buyer writes in the seller's name. */
const PEPPOL_SELF_BILLING: Specification = {
  specification: `${EN16931}#compliant#${PEPPOL}:selfbilling:3.0`,
  businessProcess: `${PEPPOL}:selfbilling:01:1.0`,
};

/** Self-billed invoices and self-billed credit notes. Peppol takes only 389 and 261 of them. */
const SELF_BILLED: readonly (DocumentType | CreditNoteType | undefined)[] = ["389", "471", "500", "261", "502"];

/**
 * Whether a document needs XRechnung's extension: an invoice with payments in the client's name (BG-DEX-09), for which a UBL
 * credit note has no element.
 */
export function isExtended(document: EinvoiceDocument, profile: EinvoiceProfile): boolean {
  return profile === "xrechnung" && !isCreditNote(document) && document.disbursements !== undefined;
}

/** The identifiers of a profile for a document. */
export function specificationOf(document: EinvoiceDocument, profile: EinvoiceProfile): Specification {
  if (profile === "peppol" && SELF_BILLED.includes(document.documentType)) return PEPPOL_SELF_BILLING;
  const specification = SPECIFICATIONS[isExtended(document, profile) ? "xrechnung-extension" : profile];
  if (profile === "peppol") return specification;
  const stated = document.businessProcess ?? document.seller.businessProcess;
  if (profile === "hr-cius") return { ...specification, businessProcess: stated ?? croatianProcess(document) };
  const isFrench = profile === "ctc-fr" || WITH_FRENCH_VAT.includes(document.seller.country);
  const found = specification.businessProcess ?? (isFrench ? frenchProcess(document) : undefined);
  return { ...specification, businessProcess: stated ?? found };
}

/**
 * Croatia's code for how goods and services are sold (BT-23), by what the document says of itself: `P9` credits, `P12`
 * self-billing, `P10` corrections, `P4` down payments, `P11` final invoices, `P8` and `P7` goods with their documents, `P2`
 * periods of a contract, `P3` single orders, `P1` everything else under a contract.
 *
 * @see Specifikacija osnovne uporabe eRačuna s proširenjima, table HR-TB-1
 */
function croatianProcess(document: EinvoiceDocument): string {
  if (isCreditNote(document)) return "P9";
  const { documentType, prepaidAmount = 0, precedingInvoices, advances } = document;
  const byType = { "389": "P12", "471": "P12", "500": "P12", "384": "P10", "386": "P4" }[documentType as string];
  if (byType !== undefined) return byType;
  if (advances !== undefined || (prepaidAmount > 0 && precedingInvoices !== undefined)) return "P11";
  const { despatchReference, goodsReceiptReference, contractReference, purchaseOrderReference, period } = document;
  if (despatchReference !== undefined) return goodsReceiptReference === undefined ? "P7" : "P8";
  if (contractReference !== undefined) return period === undefined ? "P1" : "P2";
  return purchaseOrderReference === undefined ? "P1" : "P3";
}
