import { type EinvoiceDocument, isCreditNote } from "../document.ts";

/**
 * Croatia's code for how goods and services are sold (BT-23), by what the document says of itself: `P9` credits, `P12`
 * self-billing, `P10` corrections, `P4` down payments, `P11` final invoices, `P8` and `P7` goods with their documents, `P2`
 * periods of a contract, `P3` single orders, `P1` everything else under a contract.
 *
 * @see Specifikacija osnovne uporabe eRačuna s proširenjima, table HR-TB-1
 */
export function croatianProcess(document: EinvoiceDocument): string {
  if (isCreditNote(document)) return "P9";
  const { documentType, prepaidAmount = 0, precedingInvoices } = document;
  const byType = { "389": "P12", "384": "P10", "386": "P4" }[documentType as string];
  if (byType !== undefined) return byType;
  if (prepaidAmount > 0 && precedingInvoices !== undefined) return "P11";
  const { despatchReference, goodsReceiptReference, contractReference, purchaseOrderReference, period } = document;
  if (despatchReference !== undefined) return goodsReceiptReference === undefined ? "P7" : "P8";
  if (contractReference !== undefined) return period === undefined ? "P1" : "P2";
  return purchaseOrderReference === undefined ? "P1" : "P3";
}
