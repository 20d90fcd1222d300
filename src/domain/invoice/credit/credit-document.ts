import { canonicalJson } from "../../canonical-json.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { NationalOrder } from "../../generated/national.ts";
import { deriveHeaderTaxRate } from "../../money/totals.ts";
import { pick, without } from "../../pick.ts";
import { fieldRefusal, type Refusal } from "../../refusal.ts";
import type { VatWarning } from "../../vat/types.ts";
import { sellerOf } from "../document.ts";
import { type CreditNoteType, creditNoteTypesOf, type DocumentType } from "../document-types.ts";
import type { CreditNoteDocument, CreditOrder } from "../generated/credit-note.ts";
import { KEPT_FIELDS, KEPT_SELLER_FIELDS, OWN_FIELDS, RENEWED_FIELDS } from "../generated/credited-fields.ts";
import type { InvoiceDocument } from "../generated/invoice.ts";
import { notesOnCreditNote } from "../mentions/required-notes.ts";
import { isInvoicePrefix, parseInvoiceNumber } from "../number.ts";
import { parseCreditNote, storedGroups } from "../stored-document.ts";
import type { CreditAmounts } from "./credit.ts";

/** What the default prefix of credit notes appends to that of invoices. */
const SUFFIX = "-CN";

/**
 * The prefix of a company's credit notes: its own, or that of its invoices with `-CN`.
 *
 * @throws Refusal `request_invalid` if another series has it, or if it is too long and must be given
 */
export function requireCreditNotePrefix({ invoicePrefix, creditNotePrefix }: CompanyProfile): string {
  const prefix = creditNotePrefix ?? invoicePrefix + SUFFIX;
  if (!isInvoicePrefix(prefix)) {
    throw faultyPrefix(`is required, because ${prefix} is longer than 20 characters`);
  }
  // To most readers, two numbers that differ only in case are the same number.
  if (prefix.toLowerCase() === invoicePrefix.toLowerCase()) {
    throw faultyPrefix("must differ from the prefix of the invoices, because credit notes are numbered separately");
  }
  return prefix;
}

/**
 * Checks that a company's prefixes are not those of numbers that the other series already has: it could give the same
 * number again. Absent numbers: the series has none.
 *
 * @throws Refusal `request_invalid`
 */
export function requireUnusedPrefixes(
  profile: CompanyProfile,
  { invoiceNumber, creditNoteNumber }: { invoiceNumber?: string | undefined; creditNoteNumber?: string | undefined },
): void {
  if (hasPrefix(invoiceNumber, requireCreditNotePrefix(profile))) {
    throw faultyPrefix(`is the prefix of the invoice ${invoiceNumber}; credit notes need one that no invoice has`);
  }
  if (hasPrefix(creditNoteNumber, profile.invoicePrefix)) {
    const detail = `is the prefix of the credit note ${creditNoteNumber}; invoices need one that no credit note has`;
    throw faultyPrefix(detail, "invoicePrefix");
  }
}

function hasPrefix(number: string | undefined, prefix: string): boolean {
  return number !== undefined && parseInvoiceNumber(number)?.prefix.toLowerCase() === prefix.toLowerCase();
}

/**
 * The refusal of a document whose number the other series already has: its prefix was that series' earlier in the same
 * month.
 */
export function takenNumber(field: "invoicePrefix" | "creditNotePrefix"): Refusal {
  return faultyPrefix(TAKEN[field], field);
}

const TAKEN = {
  invoicePrefix: "gives the next invoice the number of a credit note; choose one that no credit note has",
  creditNotePrefix: "gives the next credit note the number of an invoice; choose one that no invoice has",
} as const;

function faultyPrefix(detail: string, field = "creditNotePrefix"): Refusal {
  return fieldRefusal(field, detail);
}

/** The fields of a credit note that are known only under the lock on the company's books. */
export type CreditNoteNumber = Pick<CreditNoteDocument, "id" | "creditNoteNumber" | "issueDate" | "issuedAt">;

/** What a credit note corrects, and what follows from it. */
export type CreditReferences = Pick<
  CreditNoteDocument,
  "documentType" | "corrects" | "cashDiscount" | "correctedInvoices" | "vatNumberVerification"
>;

/** Those of a credit note of one invoice. @throws Refusal `request_invalid` if invoices of its type are not credited with this one */
export function referencesTo(invoice: InvoiceDocument, given: CreditNoteType | undefined): CreditReferences {
  const { id: invoiceId, invoiceNumber, issueDate, documentType } = invoice;
  return {
    documentType: requireCreditNoteType(documentType, given),
    corrects: { invoiceId, invoiceNumber, issueDate },
  };
}

/** The id under which the books keep a credit note: that of the invoice that it credits or, if that is not one, its own. */
export function subjectOfCredit({ id, corrects }: Pick<CreditNoteDocument, "id" | "corrects">): string {
  return corrects?.invoiceId ?? id;
}

/**
 * The credit note with these amounts. VAT, currency and client are the invoice's; the seller, and the addresses and
 * references that are given, are today's. `text` is what is stored: RFC 8785 canonical JSON. `warningsOf` is called with
 * the document without its warnings.
 */
export function creditNoteDocument(
  profile: CompanyProfile,
  invoice: InvoiceDocument,
  order: Omit<CreditOrder, "lines" | "allowances" | "charges">,
  amounts: CreditAmounts,
  references: CreditReferences,
  number: CreditNoteNumber,
  warningsOf: (document: CreditNoteDocument) => readonly VatWarning[],
): { readonly document: CreditNoteDocument; readonly text: string } {
  const fields: CreditNoteDocument = {
    ...pick(invoice, KEPT_FIELDS),
    ...pick(invoice, RENEWED_FIELDS),
    ...pick(order, RENEWED_FIELDS),
    ...pick(order, OWN_FIELDS),
    national: nationalOf(invoice.national, order.national),
    ...number,
    ...amounts,
    documentVersion: 1,
    ...references,
    reason: order.reason,
    seller: sellerOf({ ...without(profile, KEPT_SELLER_FIELDS), ...pick(invoice.seller, KEPT_SELLER_FIELDS) }),
    notes: notesOnCreditNote(order.notes, profile, invoice, amounts.vatBreakdown),
    taxRate: deriveHeaderTaxRate(amounts.items),
  };
  const warnings = warningsOf(fields);
  const text = canonicalJson({
    ...fields,
    vatBreakdown: storedGroups(fields.vatBreakdown, fields.vatNote),
    warnings: warnings.length > 0 ? warnings : undefined,
  });
  return { document: parseCreditNote(text), text };
}

/** The type of the credit note. @throws Refusal `request_invalid` if invoices of the type are not credited with it */
function requireCreditNoteType(ofInvoice: DocumentType, given: CreditNoteType | undefined): CreditNoteType {
  const types = creditNoteTypesOf(ofInvoice);
  if (given === undefined || types.includes(given)) return given ?? types[0];
  const detail = `must be ${types.slice(0, -1).join(", ")} or ${types.at(-1)}, because the invoice has the type ${ofInvoice}`;
  throw fieldRefusal("documentType", detail);
}

/** What the invoice's state needs. A state's fields that are given with the credit replace those of the invoice. */
function nationalOf(invoiced: NationalOrder | undefined, given: NationalOrder = {}): NationalOrder | undefined {
  const states = Object.entries(given).map(([state, fields]) => {
    return [state, { ...invoiced?.[state as keyof NationalOrder], ...fields }];
  });
  return states.length === 0 ? invoiced : { ...invoiced, ...Object.fromEntries(states) };
}
