import type { CompanyProfile } from "../../generated/company-profile.ts";
import { exactSum } from "../../money/decimal.ts";
import { type FieldError, inputRefusal, Refusal } from "../../refusal.ts";
import { vatTerritoryOf } from "../../vat/territory/territory.ts";
import { type CreditNoteType, isAdvanceType } from "../document-types.ts";
import type { CreditNoteOrder, InvoiceToCorrect, NamedInvoice } from "../generated/credit-note.ts";
import type { InvoiceDocument } from "../generated/invoice.ts";

/** What a credit note that names a period instead of invoices needs. */
interface PeriodRule {
  readonly type?: CreditNoteType;
  readonly needsContract?: true;
  readonly source: string;
}

/**
 * The states whose law lets a credit note name a period instead of invoices, as for a yearly rebate. Elsewhere article 219
 * of Directive 2006/112/EC asks for the invoices.
 */
const BY_PERIOD: Readonly<Record<string, PeriodRule>> = {
  AT: { source: "UStG 1994 § 16(4)" },
  DE: { source: "UStG § 17(4); UStDV § 31(5)" },
  ES: { source: "RD 1619/2012 art. 15(4)" },
  FR: { type: "262", needsContract: true, source: "BR-FR-CO-03, BR-FR-CO-04" },
  PL: { source: "ustawa o VAT art. 106j(3)" },
};

/**
 * The type that the references of a credit note give it: `undefined` is that of its invoices.
 *
 * @throws Refusal `request_invalid` if it names neither invoices nor a period that the law of the seller's state allows
 */
export function typeByReferences(
  { country }: CompanyProfile,
  { correctedInvoices, period, contractReference, selfBilled }: CreditNoteOrder,
): CreditNoteType | undefined {
  if (correctedInvoices !== undefined) return undefined;
  const state = vatTerritoryOf(country).numbersOf ?? country;
  const rule = Object.hasOwn(BY_PERIOD, state) ? BY_PERIOD[state] : undefined;
  const fault = (pointer: string, detail: string) =>
    inputRefusal("The credit note is not valid", [{ pointer, detail }]);
  if (period === undefined) {
    const orPeriod = rule === undefined ? "" : ", or a period";
    throw fault("/correctedInvoices", `is required${orPeriod}: a credit note names what it corrects`);
  }
  if (rule === undefined) {
    const states = Object.keys(BY_PERIOD).join(", ");
    throw fault("/correctedInvoices", `is required: only in ${states} may a period replace the invoices`);
  }
  if (rule.needsContract === true && contractReference === undefined) {
    throw fault("/contractReference", `is required with a period and no invoices (${rule.source})`);
  }
  if (rule.type !== undefined && selfBilled === true) {
    throw fault("/selfBilled", `must not be true with a period and no invoices, whose type is ${rule.type}`);
  }
  return rule.type;
}

/**
 * The references as they are stored: with the id and the date of an invoice of the books. `found` has the documents of
 * those, in the order of the references.
 *
 * @throws Refusal `request_invalid` if they contradict the books, or name only one invoice of the books
 */
export function namedInvoices(
  given: readonly InvoiceToCorrect[],
  found: readonly (InvoiceDocument | undefined)[],
  currency: string,
): NamedInvoice[] {
  const errors = given.flatMap((each, index): FieldError[] => {
    const fault = referenceFault(each, found[index], currency);
    return fault === undefined ? [] : [{ pointer: `/correctedInvoices/${index}/${fault[0]}`, detail: fault[1] }];
  });
  const [only] = found;
  if (given.length === 1 && only !== undefined) {
    const detail = `is one invoice of these books; credit it with credit(), which needs its id ${only.id}`;
    errors.push({ pointer: "/correctedInvoices/0/number", detail });
  }
  if (errors.length > 0) throw inputRefusal("The credit note does not match the books", errors);
  return given.map(({ number, issueDate, amount }, index) => {
    const invoice = found[index];
    if (invoice === undefined) return { number, issueDate };
    return { number: invoice.invoiceNumber, invoiceId: invoice.id, issueDate: invoice.issueDate, amount };
  });
}

function referenceFault(
  { issueDate, amount }: InvoiceToCorrect,
  invoice: InvoiceDocument | undefined,
  currency: string,
): readonly [field: string, detail: string] | undefined {
  if (invoice === undefined) {
    if (amount === undefined) return undefined;
    return ["amount", "needs an invoice of these books, and this number is not one; leave it out"];
  }
  if (issueDate !== undefined && issueDate !== invoice.issueDate) {
    return ["issueDate", `must be ${invoice.issueDate}, that of the invoice; or leave it out`];
  }
  if (invoice.currency !== currency) {
    return ["number", `is an invoice in ${invoice.currency}, but the credit note is in ${currency}`];
  }
  if (amount === undefined) return undefined;
  // A final invoice deducts what the credit notes of an advance leave of it, and an amount is in no line of one.
  const isAdvance = isAdvanceType(invoice.documentType);
  if (!isAdvance && invoice.disbursements === undefined) return undefined;
  const kind = isAdvance ? "an invoice for an advance" : "an invoice with disbursements";
  return ["amount", `cannot be taken off ${kind}; credit it with credit(), with its id ${invoice.id}`];
}

/** @throws Refusal `amount_out_of_range` if the amounts taken off invoices come to more than the credit note's total */
export function requireAmountsWithin(named: readonly NamedInvoice[], total: number, currency: string): void {
  const sum = exactSum(named.map(({ amount = 0 }) => amount));
  if (sum.lte(total)) return;
  const detail = `have amounts of ${sum} ${currency} in all, more than the credit note's total, ${total}`;
  throw new Refusal("amount_out_of_range", `The invoices ${detail}.`, [{ pointer: "/correctedInvoices", detail }]);
}
