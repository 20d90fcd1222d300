import type { DocumentFormat, DocumentSyntax, FormatGapOptions } from "../domain/invoice/document-format.ts";
import { isForBusiness } from "../domain/invoice/is-for-business.ts";
import { oneOf, requireOptions } from "../domain/known-names.ts";
import { isMemberState, WITH_FRENCH_VAT } from "../domain/vat/territory/membership.ts";
import { writeCii } from "./cii.ts";
import { type EinvoiceDocument, requireDocument } from "./document.ts";
import { documentTerms } from "./document-terms.ts";
import { type AttachmentOptions, gapsOf, requireTerms } from "./gaps.ts";
import type { EinvoiceGap } from "./rules/gap-rule.ts";
import type { EinvoiceProfile } from "./specification.ts";
import { writeUbl } from "./ubl.ts";

/** What distinguishes a profile of EN 16931 from the others. */
interface ProfileFormat<Syntax extends "ubl" | "cii"> extends Pick<DocumentFormat, "name" | "sellers" | "appliesTo"> {
  readonly id: EinvoiceProfile;
  /** In which syntaxes it is written. The first decides what `requires` refuses. */
  readonly written: readonly Syntax[];
  /** The name under which PDF files contain its CII. Absent: they do not. */
  readonly attachedAs?: string;
}

/** A syntax that also takes files to be written into the document. */
interface EinvoiceSyntax extends DocumentSyntax {
  write(document: EinvoiceDocument, options?: AttachmentOptions): string;
}

function profileFormat<Syntax extends "ubl" | "cii">({ written, attachedAs, ...own }: ProfileFormat<Syntax>) {
  const { id: profile } = own;
  const xml = { mediaType: "application/xml", extension: "xml" };
  const ubl: EinvoiceSyntax = {
    ...{ ...xml, name: "UBL 2.1" },
    write: (document, options = {}) =>
      writeUbl(requireTerms(document, { ...options, profile }, "ubl"), options.attachments),
  };
  const cii: EinvoiceSyntax = {
    ...{ ...xml, name: "UN/CEFACT Cross Industry Invoice", attachedAs },
    write: (document, options = {}) =>
      writeCii(requireTerms(document, { ...options, profile }, "cii"), options.attachments),
  };
  const all = { ubl, cii };
  return {
    ...own,
    gaps(document: EinvoiceDocument, options: FormatGapOptions = {}): EinvoiceGap[] {
      requireDocument(`${profile}.gaps`, document);
      requireOptions(`${profile}.gaps`, options, { ownProfile: true, syntax: true });
      const { ownProfile, syntax = written[0] } = options;
      const known = written.find((each) => each === syntax);
      if (known === undefined) throw new TypeError(`syntax ${oneOf(written)}`);
      return gapsOf(documentTerms(document, profile, ownProfile), profile, known);
    },
    syntaxes: Object.fromEntries(written.map((each) => [each, all[each]])) as Record<Syntax, EinvoiceSyntax>,
  } satisfies DocumentFormat;
}

/** EN 16931 without further rules, for any business that accepts it. */
export const en16931 = profileFormat({
  ...{ id: "en16931", name: "EN 16931", written: ["ubl", "cii"] },
  appliesTo: isForBusiness,
});

/** States outside the EU whose businesses use Peppol for all invoices. */
const PEPPOL_STATES = ["IS", "NO"];

/** Peppol BIS Billing 3.0, for businesses in Europe, and elsewhere for those with an electronic address. */
export const peppol = profileFormat({
  ...{ id: "peppol", name: "Peppol", written: ["ubl", "cii"] },
  appliesTo: (document) => isForBusiness(document) && usesPeppol(document),
});

function usesPeppol({ clientCountry = "", clientElectronicAddress, issueDate }: EinvoiceDocument): boolean {
  if (clientElectronicAddress !== undefined || PEPPOL_STATES.includes(clientCountry)) return true;
  return isMemberState(clientCountry, issueDate);
}

/** XRechnung 3.0, for public clients in Germany, and what sellers there send to other businesses. */
export const xrechnung = profileFormat({
  ...{ id: "xrechnung", name: "XRechnung", written: ["ubl", "cii"] },
  appliesTo: (document) =>
    isForBusiness(document) && (document.seller.country === "DE" || document.clientCountry === "DE"),
});

/** `factur-x.xml` of Factur-X and ZUGFeRD, profile EN 16931, which PDF files contain. */
export const facturX = profileFormat({
  ...{ id: "factur-x", name: "Factur-X", written: ["cii"], attachedAs: "factur-x.xml" },
  appliesTo: isForBusiness,
});

/** France: EN 16931 with the rules of the approved platforms, for businesses there. */
export const ctcFr = profileFormat({
  ...{ id: "ctc-fr", name: "CTC-FR", sellers: WITH_FRENCH_VAT, written: ["ubl", "cii"], attachedAs: "factur-x.xml" },
  appliesTo: (document) => isForBusiness(document) && WITH_FRENCH_VAT.includes(document.clientCountry ?? ""),
});

/** Romania: CIUS-RO for RO e-Factura, for clients there; consumers since 2025. */
export const ciusRo = profileFormat({
  ...{ id: "cius-ro", name: "CIUS-RO", sellers: ["RO"], written: ["ubl"] },
  appliesTo: (document) =>
    document.clientCountry === "RO" && (isForBusiness(document) || document.issueDate >= "2025-01-01"),
});

/** Croatia: HR-CIUS with extension, for businesses there. */
export const hrCius = profileFormat({
  ...{ id: "hr-cius", name: "HR-CIUS", sellers: ["HR"], written: ["ubl"] },
  appliesTo: (document) => isForBusiness(document) && document.clientCountry === "HR",
});
