import { amountAsNumber, Decimal } from "../money/decimal.ts";
import type { InvoiceDocument } from "./generated/invoice.ts";

/** What the client pays on an invoice, or a credit note takes off that: its total with the rounding amount. */
export function payableAmount({ total, roundingAmount }: Pick<InvoiceDocument, "total" | "roundingAmount">): number {
  return roundingAmount === undefined ? total : amountAsNumber(new Decimal(total).plus(roundingAmount));
}

/** What a stored document says is to be paid. A panel's own document may have only a total, or hold anything there, which counts as 0. */
export function payableOf({ payable, total }: { readonly payable?: unknown; readonly total?: unknown }): Decimal {
  return new Decimal(numberOf(payable ?? total));
}

/** An amount of a document. Another writer's document may hold anything there; what no currency can hold counts as 0. */
export function numberOf(amount: unknown): number {
  return typeof amount === "number" && Math.abs(amount) < 1e15 ? amount : 0;
}
