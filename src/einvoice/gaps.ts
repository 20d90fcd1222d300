import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import { incompleteRefusal } from "../domain/invoice/document-format.ts";
import { notOneOf, oneOf, requireOptions } from "../domain/known-names.ts";
import { type EinvoiceAttachment, requireAttachments } from "./attachments.ts";
import { type EinvoiceDocument, isPreview, requireDocument } from "./document.ts";
import { documentTerms } from "./document-terms.ts";
import { FRENCH_RULES } from "./fr/rules.ts";
import { CROATIAN_RULES } from "./hr/rules.ts";
import { ROMANIAN_RULES } from "./ro/rules.ts";
import { EN16931_RULES } from "./rules/en16931-rules.ts";
import type { EinvoiceGap, GapRule } from "./rules/gap-rule.ts";
import { PEPPOL_NATIONAL_RULES } from "./rules/peppol-national-rules.ts";
import { PEPPOL_RULES } from "./rules/peppol-rules.ts";
import { XRECHNUNG_RULES } from "./rules/xrechnung-rules.ts";
import { CII_PROFILES, EINVOICE_PROFILES, type EinvoiceProfile, UBL_PROFILES } from "./specification.ts";
import type { DocumentTerms } from "./terms.ts";

const RULES: Record<EinvoiceProfile, readonly GapRule[]> = {
  en16931: EN16931_RULES,
  "factur-x": EN16931_RULES,
  peppol: [...EN16931_RULES, ...PEPPOL_RULES, ...PEPPOL_NATIONAL_RULES],
  xrechnung: [...EN16931_RULES, ...XRECHNUNG_RULES],
  "ctc-fr": [...EN16931_RULES, ...FRENCH_RULES],
  "cius-ro": [...EN16931_RULES, ...ROMANIAN_RULES],
  "hr-cius": [...EN16931_RULES, ...CROATIAN_RULES],
};

/** Which specification to follow. */
export interface EinvoiceOptions {
  /** Absent: `en16931`. */
  readonly profile?: EinvoiceProfile | undefined;
}

/** What is written beside the document. It is not stored. */
export interface AttachmentOptions {
  /** Files that the document contains, of at most 20 MiB together. */
  readonly attachments?: readonly EinvoiceAttachment[] | undefined;
}

/** Options of {@link einvoiceGaps}. */
export interface GapOptions extends EinvoiceOptions {
  /**
   * The company's profile as it is today. Its fields take the place of the seller's on the document, so that the gaps are
   * those of the next one. Absent: the document's own seller.
   */
  readonly ownProfile?: Partial<CompanyProfile> | undefined;
}

/**
 * The rules that an electronic document would break in one of the syntaxes, in the order of the rules; empty if it can be
 * written. Each gap names the field that fixes it. An issued document gains no fields, so ask before issuing, or set
 * `requires` in the company's profile.
 *
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known or invalid
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { einvoiceGaps } from "faktura/einvoice";
 * import { memoryStore } from "faktura/memory";
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * const vat = { vatRegistered: true, ossRegistered: false, vatNumber: "DE136695976" };
 * await company.saveProfile({ name: "Firma GmbH", country: "DE", ...vat, defaultCurrency: "EUR", invoicePrefix: "INV" });
 * const items = [{ description: "Consulting", quantity: 2, unitPrice: 100 }];
 * const invoice = await company.issue({ clientName: "Beispiel AG", clientCountry: "DE", items });
 *
 * const [gap] = einvoiceGaps(invoice, { profile: "xrechnung" });
 * console.log(einvoiceGaps(invoice).length, gap?.rule, gap?.field); // 0 BR-DE-1 seller.iban
 * ```
 */
export function einvoiceGaps(document: EinvoiceDocument, options: GapOptions = {}): EinvoiceGap[] {
  requireDocument("einvoiceGaps", document);
  requireOptions("einvoiceGaps", options, { profile: true, ownProfile: true });
  const { profile, ownProfile } = options;
  const known = requireProfile(profile, EINVOICE_PROFILES);
  return gapsOf(documentTerms(document, known, ownProfile), known);
}

/** The gaps of a document's terms, in one syntax or in both. */
export function gapsOf(terms: DocumentTerms, profile: EinvoiceProfile, syntax?: "ubl" | "cii"): EinvoiceGap[] {
  return RULES[profile]
    .filter((rule) => [undefined, syntax ?? rule.syntax].includes(rule.syntax) && rule.isBroken(terms))
    .map(({ rule, field, detail }) => ({ rule, field, detail }));
}

/**
 * The terms of a document that can be written.
 *
 * @throws Refusal `einvoice_incomplete` with the gaps; TypeError if it is no document, or an option is not known or
 * invalid
 */
export function requireTerms(
  document: EinvoiceDocument,
  options: EinvoiceOptions & AttachmentOptions,
  syntax: "ubl" | "cii",
): DocumentTerms {
  const of = syntax === "ubl" ? "toUbl" : "toCii";
  requireDocument(of, document);
  requireOptions(of, options, { profile: true, attachments: true });
  requireAttachments(options.attachments);
  const known = requireProfile(options.profile, syntax === "ubl" ? UBL_PROFILES : CII_PROFILES);
  const terms = documentTerms(document, known);
  const gaps = gapsOf(withAttachments(terms, options.attachments), known, syntax);
  if (gaps.length > 0) throw incompleteRefusal(gaps, known);
  return isPreview(document) ? { ...terms, number: document.numberPattern } : terms;
}

/** To the rules, attached files are supporting documents (BG-24). */
function withAttachments(terms: DocumentTerms, attachments: readonly EinvoiceAttachment[] = []): DocumentTerms {
  const attached = attachments.map(({ filename, description }) => ({ reference: filename, description }));
  return { ...terms, supportingDocuments: [...(terms.supportingDocuments ?? []), ...attached] };
}

function requireProfile(profile: EinvoiceProfile = "en16931", known: readonly EinvoiceProfile[]): EinvoiceProfile {
  if (known.includes(profile)) return profile;
  if (EINVOICE_PROFILES.includes(profile)) {
    const writer = profile === "factur-x" ? "toCii" : "toUbl";
    throw new TypeError(`profile ${oneOf(known)}; ${profile} is written by ${writer}`);
  }
  throw new TypeError(`profile ${notOneOf(known, profile)}`);
}
