/**
 * Writers that write a document whether or not it has gaps, which no entry of the package does: tests compare the gaps with
 * what the official rules say of such a file.
 */
import type { EinvoiceDocument, EinvoiceProfile } from "faktura/einvoice";
import type { KsefOptions } from "faktura/einvoice/pl";
import { writeCii } from "../../src/einvoice/cii.ts";
import { documentTerms } from "../../src/einvoice/document-terms.ts";
import { verifactuInvoiceOf } from "../../src/einvoice/es/verifactu-invoice.ts";
import { writeRegistration } from "../../src/einvoice/es/write-record.ts";
import { gapsOf } from "../../src/einvoice/gaps.ts";
import { navInvoiceOf } from "../../src/einvoice/hu/nav-invoice.ts";
import { writeNav } from "../../src/einvoice/hu/write-nav.ts";
import { fatturaOf } from "../../src/einvoice/it/fattura.ts";
import { writeFattura } from "../../src/einvoice/it/write-fattura.ts";
import { ksefInvoiceOf } from "../../src/einvoice/pl/ksef-invoice.ts";
import { writeKsef } from "../../src/einvoice/pl/write-ksef.ts";
import { writeUbl } from "../../src/einvoice/ubl.ts";

/** The document in a syntax. */
export function writtenAnyway(document: EinvoiceDocument, profile: EinvoiceProfile, syntax: "ubl" | "cii"): string {
  const terms = documentTerms(document, profile);
  return syntax === "ubl" ? writeUbl(terms) : writeCii(terms);
}

export const ksefAnyway = (document: EinvoiceDocument, options: KsefOptions): string =>
  writeKsef(ksefInvoiceOf(document, options));

export const navAnyway = (document: EinvoiceDocument, reference: Parameters<typeof writeNav>[1]): string =>
  writeNav(navInvoiceOf(document), reference);

export const fatturaAnyway = (document: EinvoiceDocument): string => writeFattura(fatturaOf(document), "1");

export const registrationAnyway = (
  document: EinvoiceDocument,
  facts: Parameters<typeof writeRegistration>[1],
): string => writeRegistration(verifactuInvoiceOf(document), facts);

/** The gaps of a document in one syntax. */
export const gapsIn = (document: EinvoiceDocument, profile: EinvoiceProfile, syntax: "ubl" | "cii") =>
  gapsOf(documentTerms(document, profile), profile, syntax);
