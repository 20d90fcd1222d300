import { isAdvanceType, isCorrectedType } from "../../domain/invoice/document-types.ts";
import type { Supply } from "../../domain/vat/vat-table.ts";
import { type EinvoiceDocument, isCreditNote } from "../document.ts";

/** The codes of invoices that were paid before they were issued. */
export const PAID_PROCESS = /^[BSM]2$/;

/**
 * France's code for what is sold (BT-23): `B` goods, `S` services, `M` both; then `1`, `2` if it was paid before, or `4` if
 * it is the final invoice after the down payments in `precedingInvoices`, which it deducts as `prepaidAmount` or by lines.
 * Absent if the supply is not stated.
 */
export function frenchProcess(document: EinvoiceDocument): string | undefined {
  const kind = supplyKindOf(document);
  return kind && `${kind}${stageOf(document)}`;
}

/** `B` if a document is about goods, `S` about services, `M` about both. Absent if the supply of a line is not stated. */
export function supplyKindOf(document: EinvoiceDocument): "B" | "S" | "M" | undefined {
  const supplies = document.items.map(({ supply = document.supply }) => supply);
  if (supplies.includes(undefined)) return undefined;
  const isGoods = (supply: Supply | undefined) => supply === "goods";
  return supplies.every(isGoods) ? "B" : supplies.some(isGoods) ? "M" : "S";
}

function stageOf(document: EinvoiceDocument): 1 | 2 | 4 {
  if (isCreditNote(document)) return 1;
  const { prepaidAmount = 0, precedingInvoices, total, documentType, roundingAmount, items } = document;
  const deducts = prepaidAmount > 0 || items.some(({ netAmount }) => netAmount < 0);
  const isFinal = deducts && precedingInvoices !== undefined;
  // The preceding invoice of a corrected one is not a down payment.
  if (isFinal && !isAdvanceType(documentType) && !isCorrectedType(documentType)) return 4;
  // `2` needs the total as the amount that was paid (BR-FR-CO-09), which with a rounding amount it is not.
  return prepaidAmount > 0 && prepaidAmount === total && roundingAmount === undefined ? 2 : 1;
}
