import { isExempt } from "../invoice/exemption-reason.ts";
import type { CreditNoteDocument } from "../invoice/generated/credit-note.ts";
import type { InvoiceBreakdownLine, InvoiceDocument } from "../invoice/generated/invoice.ts";

/** A group as it is stored. `null` if no reason is known although the document has a note. */
type StoredGroup = Omit<InvoiceBreakdownLine, "exemptionReason"> & {
  readonly exemptionReason?: string | null | undefined;
};

/**
 * The groups of a breakdown as they are stored: a reason that is the document's own note is left out, because the note
 * can be long, and most documents without VAT have one reason.
 */
export function storedGroups(
  groups: readonly InvoiceBreakdownLine[],
  vatNote: string,
): readonly InvoiceBreakdownLine[] {
  if (vatNote === "") return groups;
  const stored: StoredGroup[] = [];
  for (const group of groups) {
    const { category, exemptionReason, ...rest } = group;
    if (exemptionReason === vatNote) stored.push({ category, ...rest });
    else if (exemptionReason !== undefined || !isExempt(category)) stored.push(group);
    else stored.push({ category, exemptionReason: null, ...rest });
  }
  return stored as readonly InvoiceBreakdownLine[];
}

/** The invoice of a stored text, as it was issued. Its fields are trusted: another program may have written anything. */
export function parseInvoice(text: string): InvoiceDocument {
  return withReasons(JSON.parse(text) as InvoiceDocument);
}

/** The credit note of a stored text, as it was issued. Its fields are trusted. */
export function parseCreditNote(text: string): CreditNoteDocument {
  return withReasons(JSON.parse(text) as CreditNoteDocument);
}

/** The document with the reasons that {@link storedGroups} left out. */
function withReasons<Document extends InvoiceDocument | CreditNoteDocument>(document: Document): Document {
  const { vatNote, vatBreakdown } = document;
  if (typeof vatNote !== "string" || vatNote === "" || !Array.isArray(vatBreakdown)) return document;
  const groups: readonly (StoredGroup | null)[] = vatBreakdown;
  if (!groups.some(lacksReason)) return document;
  const complete = groups.map((group) => {
    if (!lacksReason(group)) return group;
    const { category, exemptionReason, ...rest } = group;
    return exemptionReason === null ? { category, ...rest } : { category, exemptionReason: vatNote, ...rest };
  });
  return { ...document, vatBreakdown: complete as readonly InvoiceBreakdownLine[] };
}

function lacksReason(group: StoredGroup | null): group is StoredGroup {
  return group !== null && typeof group.exemptionReason !== "string" && isExempt(group.category);
}
