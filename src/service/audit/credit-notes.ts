import { canonicalJson } from "../../domain/canonical-json.ts";
import { applyCredit, applyDiscount, type CreditAmounts } from "../../domain/invoice/credit/credit.ts";
import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { asIssued } from "../../domain/invoice/invoice-state.ts";
import { VAT_GROUP_FIELDS } from "../../domain/invoice/vat-groups.ts";
import { amountAsNumber, exactSum } from "../../domain/money/decimal.ts";
import { pick } from "../../domain/pick.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { AuditedInvoice } from "../../ports/journal.ts";
import {
  CREDIT_ALLOWANCE_FIELDS,
  CREDIT_LINE_FIELDS,
  CREDIT_TOTALS,
  type CreditAppliedEntry,
  type CreditNoteEntry,
  cellText,
  type PlacedEntry,
} from "./entry.ts";
import type { ReportInvoiceFinding } from "./state.ts";

/** Compares an invoice with its credit notes in the journal, and its credited total with their sum. */
export function auditCreditNotes(
  invoice: AuditedInvoice,
  document: InvoiceDocument | undefined,
  entries: readonly PlacedEntry<CreditNoteEntry>[],
  applied: readonly PlacedEntry<CreditAppliedEntry>[],
  found: ReportInvoiceFinding,
): void {
  const credits = [...entries, ...applied].sort((one, other) => one.position - other.position);
  const credited = exactSum(credits.map(({ total }) => total));
  if (amountAsNumber(credited) !== invoice.creditedTotal) {
    const total = cellText(invoice.creditedTotal);
    const detail = `its credited total is ${total}, but the credit notes in the journal add up to ${credited}`;
    found("credited_total_mismatch", detail);
  }
  for (const [index, entry] of entries.entries()) {
    const { creditNoteNumber, corrects } = entry;
    const { invoiceNumber, issueDate } = corrects!; // entries of an invoice are of credit notes that name it
    if (invoiceNumber !== invoice.invoiceNumber || issueDate !== invoice.issueDate) {
      const detail = `the credit note ${creditNoteNumber} names the invoice ${invoiceNumber} of ${issueDate}`;
      found("credit_note_mismatch", detail);
    }
    if (document === undefined) continue;
    const before = exactSum(credits.filter(({ position }) => position < entry.position).map(({ total }) => total));
    const fault = amountsFault(document, amountAsNumber(before), entries.slice(0, index), entry);
    if (fault === undefined) continue;
    found("credit_note_amounts_mismatch", `the amounts of the credit note ${creditNoteNumber} ${fault}`);
  }
}

/** What is wrong with the amounts of a credit note, given the invoice and the credit notes before it. */
function amountsFault(
  document: InvoiceDocument,
  creditedTotal: number,
  creditNotes: readonly CreditNoteEntry[],
  entry: CreditNoteEntry,
): string | undefined {
  const lines = entry.items.map((item) => ({ line: item.line, [item.creditedBy]: item[item.creditedBy] }));
  const partsOf = (credited: CreditNoteEntry["charges"]) =>
    credited?.map(({ position, amount }) => ({ position, ...(amount > 0 && { amount }) }));
  const parts = { lines, allowances: partsOf(entry.allowances), charges: partsOf(entry.charges) };
  try {
    const invoice = { document, state: { ...asIssued(document), creditedTotal }, creditNotes };
    const { amounts } = entry.cashDiscount === true ? applyDiscount(invoice, entry.total) : applyCredit(invoice, parts);
    return amountsText(amounts) === amountsText(entry) ? undefined : "do not follow from its invoice";
  } catch (error) {
    // One credit note that cannot be computed must not end the audit of all the others.
    return isRefusal(error) ? `are not those of its invoice: ${error.message}` : "cannot be computed from its invoice";
  }
}

/** The amounts of a credit note and what decides them, as text. Another description does not change them. */
function amountsText(amounts: CreditAmounts): string {
  return canonicalJson({
    ...pick(amounts, CREDIT_TOTALS),
    items: amounts.items.map((item) => ({
      ...pick(item, CREDIT_LINE_FIELDS),
      discount: item.discount?.amount,
      charges: item.charges?.map(({ amount }) => amount),
    })),
    allowances: amounts.allowances?.map((each) => pick(each, CREDIT_ALLOWANCE_FIELDS)),
    charges: amounts.charges?.map((each) => pick(each, CREDIT_ALLOWANCE_FIELDS)),
    vatBreakdown: amounts.vatBreakdown.map((group) => pick(group, VAT_GROUP_FIELDS)),
    withholdings: amounts.withholdings?.map(({ amount }) => amount),
    disbursements: amounts.disbursements?.map(({ amount }) => amount),
  });
}
