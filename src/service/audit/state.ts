import type { AuditFindingCode } from "../../domain/books/audit-finding.ts";
import type { Payment } from "../../domain/invoice/generated/invoice.ts";
import {
  asIssued,
  type InvoiceState,
  mostPayable,
  type PayableAmounts,
  refundable,
  withCancellation,
  withCredit,
  withDiscount,
  withPayment,
  withSettlement,
} from "../../domain/invoice/invoice-state.ts";
import { Decimal, exactSum } from "../../domain/money/decimal.ts";
import type { AuditedInvoice, AuditedPayment } from "../../ports/journal.ts";
import { type CreditAppliedEntry, type CreditNoteEntry, cellText, type ReadEntry, readEntry } from "./entry.ts";

type PaymentEntry = Extract<ReadEntry, { kind: "payment.recorded" }>;
type WriteOffEntry = Extract<ReadEntry, { kind: "invoice.written_off" }>;
type CancellationEntry = Extract<ReadEntry, { kind: "invoice.cancelled" }>;

/** Receives the findings about one invoice. */
export type ReportInvoiceFinding = (code: AuditFindingCode, detail: string) => void;

/**
 * Compares an invoice's payments, cancellation, status and amount paid with its journal entries, all from one snapshot.
 * `document` is `undefined` if its amounts cannot be read.
 */
export function auditState(
  invoice: AuditedInvoice,
  document: PayableAmounts | undefined,
  found: ReportInvoiceFinding,
): void {
  const entries = invoice.entries.map(readEntry);
  const payments = entries.filter((entry): entry is PaymentEntry => entry?.kind === "payment.recorded");
  const cancellations = entries.filter((entry): entry is CancellationEntry => entry?.kind === "invoice.cancelled");
  const credits = entries.filter(
    (entry): entry is CreditNoteEntry | CreditAppliedEntry =>
      entry?.kind === "credit_note.issued" || entry?.kind === "credit_note.applied",
  );
  comparePayments(invoice.payments, payments, found);
  compareCancellation(invoice, cancellations, found);
  const writeOffs = entries.filter((entry): entry is WriteOffEntry => entry?.kind === "invoice.written_off");
  compareWriteOff(invoice, writeOffs, found);

  const expected = expectedState(invoice, document ?? { payable: 0 }, payments, credits, cancellations);
  const { amountPaid, prepaidRefunded, amountDue, status } = expected;
  const paid = exactSum(payments.map(({ amount }) => amount));
  if (amountPaid !== invoice.amountPaid || prepaidRefunded !== invoice.prepaidRefunded) {
    const refunded = invoice.prepaidRefunded === 0 ? "" : `, of what was prepaid ${cellText(invoice.prepaidRefunded)}`;
    found(
      "amount_paid_mismatch",
      `its amount paid is ${cellText(invoice.amountPaid)}${refunded}, but the payments in the journal add up to ${paid}`,
    );
  }
  if (document === undefined && status !== "CANCELLED") return;
  if (document !== undefined && status !== "CANCELLED") {
    const most = mostPayable(document);
    if (paid.gt(0) && paid.gt(most))
      found("amount_paid_mismatch", `the payments in the journal add up to ${paid}, more than can be paid, ${most}`);
    if (refundable(document, expected).lt(0))
      found("amount_paid_mismatch", `the payments in the journal add up to ${paid}, less than what was prepaid allows`);
  }
  // Where the row differs in what leads to the amount due, that is the finding.
  const sameSums = (["amountPaid", "prepaidRefunded", "creditedTotal", "status"] as const).every(
    (field) => invoice[field] === expected[field],
  );
  // Only other writers leave it out.
  const isLeftOut = invoice.amountDue === null && invoice.source === "panel";
  const isUnsettled = invoice.settledBy === null && invoice.settledAmount !== 0;
  const isDiscounted = invoice.discountTaken !== expected.discountTaken;
  if (sameSums && ((!isLeftOut && invoice.amountDue !== amountDue) || isUnsettled || isDiscounted)) {
    const detail = `its amount due is ${cellText(invoice.amountDue)}, but according to the journal it is ${amountDue}`;
    found("amount_due_mismatch", detail);
  }
  if (status !== invoice.status) {
    found("status_mismatch", `its status is ${cellText(invoice.status)}, but according to the journal it is ${status}`);
  }
}

/** The state that the document and the journal's entries lead to. */
function expectedState(
  { settledBy, settledAmount }: AuditedInvoice,
  document: PayableAmounts,
  payments: readonly PaymentEntry[],
  credits: readonly (CreditNoteEntry | CreditAppliedEntry)[],
  [cancellation]: readonly CancellationEntry[],
): InvoiceState {
  const paid = payments.reduce(
    (state, { amount, discountTaken = 0 }) => withDiscount(withPayment(state, new Decimal(amount)), discountTaken),
    asIssued(document),
  );
  const open = credits.reduce<InvoiceState>(withCredit, paid);
  const credited = settledBy === null ? open : withSettlement(open, settledBy, settledAmount);
  if (cancellation === undefined) return credited;
  return withCancellation(credited, cancellation.cancelledAt, cancellation.cancellationReason);
}

function comparePayments(
  rows: readonly AuditedPayment[],
  entries: readonly PaymentEntry[],
  found: ReportInvoiceFinding,
): void {
  const open = new Map<string, PaymentEntry>();
  for (const entry of entries) {
    if (open.has(entry.id)) found("payment_mismatch", `the journal records the payment ${entry.id} twice`);
    open.set(entry.id, entry);
  }
  for (const row of rows) {
    const entry = open.get(row.id);
    open.delete(row.id);
    if (entry === undefined)
      found("payment_without_entry", `the journal has no entry for its payment ${cellText(row.id)}`);
    else if (!isSamePayment(row, entry))
      found("payment_mismatch", `the payment ${cellText(row.id)} differs from its journal entry`);
  }
  for (const id of open.keys()) found("payment_missing", `the payment ${id} is only in the journal`);
  if (!isSameOrder(rows, entries))
    found("payment_mismatch", "its payments are in a different order than in the journal");
  else if (rows.length === entries.length && rows.some(({ position }, index) => position !== index + 1)) {
    const positions = rows.map(({ position }) => cellText(position)).join(", ");
    found("payment_mismatch", `its payments have the positions ${positions}, not 1 to ${rows.length}`);
  }
}

/** Compares the payments that are on both sides. A missing one is another finding. */
function isSameOrder(rows: readonly Payment[], entries: readonly PaymentEntry[]): boolean {
  const [paid, recorded] = [rows, entries].map((payments) => new Set(payments.map(({ id }) => id)));
  const order = [...recorded!].filter((id) => paid!.has(id));
  return [...paid!].filter((id) => recorded!.has(id)).every((id, index) => id === order[index]);
}

function isSamePayment(row: Payment, entry: PaymentEntry): boolean {
  const { amount, paidOn, method, reference } = entry;
  return row.amount === amount && row.paidOn === paidOn && row.method === method && row.reference === reference;
}

function compareCancellation(
  { cancelledAt, cancellationReason }: AuditedInvoice,
  [entry, ...others]: readonly CancellationEntry[],
  found: ReportInvoiceFinding,
): void {
  if (others.length > 0) found("cancellation_mismatch", "the journal has more than one cancellation of it");
  const expected = { cancelledAt: null, cancellationReason: null, ...entry };
  if (expected.cancelledAt === cancelledAt && expected.cancellationReason === cancellationReason) return;
  const detail =
    entry === undefined
      ? "the journal has no entry for its cancellation"
      : "its cancellation differs from its journal entry";
  found("cancellation_mismatch", detail);
}

function compareWriteOff(
  { writtenOffOn, writeOffReason }: AuditedInvoice,
  [entry, ...others]: readonly WriteOffEntry[],
  found: ReportInvoiceFinding,
): void {
  if (others.length > 0) found("write_off_mismatch", "the journal has more than one write-off of it");
  const { on = null, reason = null } = entry ?? {};
  if (on === writtenOffOn && reason === writeOffReason) return;
  const fault =
    entry === undefined ? "the journal has no entry for its write-off" : "its write-off differs from its journal entry";
  found("write_off_mismatch", fault);
}
