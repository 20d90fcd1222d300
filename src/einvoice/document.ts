import { insteadOf } from "../domain/instead-of.ts";
import type { CreditNote } from "../domain/invoice/generated/credit-note.ts";
import type { Invoice, InvoiceWithPayments } from "../domain/invoice/generated/invoice.ts";

/** An invoice or credit note, as returned by the library, that can be written electronically. */
export type EinvoiceDocument = (Invoice & Pick<InvoiceWithPayments, "portalNumbers">) | CreditNote;

/** Some fields that every document has, and that orders, pages and promises lack. */
const FIELDS = ["issueDate", "seller", "items", "vatBreakdown"] as const;

/**
 * Checks that `document` is one. `of` names the function that takes it.
 *
 * @throws TypeError that says what was given instead
 */
export function requireDocument(of: string, document: EinvoiceDocument): void {
  const given = Object(document) as Partial<Record<string, unknown>>;
  const missing = FIELDS.filter((field) => given[field] === undefined);
  if (missing.length === 0) return;
  throw new TypeError(
    `${of} needs an invoice or a credit note as the library returns it${insteadOfOne(given, document, missing)}`,
  );
}

function insteadOfOne(given: Partial<Record<string, unknown>>, document: unknown, missing: readonly string[]): string {
  if (Array.isArray(given["data"])) return ", not a page of them; pass one of its data";
  const instead = insteadOf(document);
  return instead === ", not an object" ? `${instead} without ${missing.join(", ")}` : instead;
}
