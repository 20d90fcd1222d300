import type { Address, Invoice } from "faktura";
import type { VatWarning } from "faktura/vat";
import { listText } from "./format.ts";
import { texts } from "./language.ts";

/** What a warning about an invoice depends on. */
type WarnedInvoice = Pick<Invoice, "seller" | "clientAddress" | "clientVatNumber" | "isCompany">;

/**
 * The texts of warnings in the language of the pages, each once, because two warnings can have the same code. With the
 * invoice, they say what it lacks.
 */
export function warningTexts(warnings: readonly VatWarning[], invoice?: WarnedInvoice): readonly string[] {
  const found = warnings.map(({ code }) => {
    const lacking = code !== "invoice_incomplete" || invoice === undefined ? [] : lackingParts(invoice);
    const text = texts.warnings[code];
    return lacking.length === 0 ? text : `${text} ${texts.lacking(listText(lacking))}`;
  });
  return [...new Set(found)];
}

/** @see Directive 2006/112/EC, article 226(5): the addresses are required on invoices to businesses */
function lackingParts({ seller, clientAddress, clientVatNumber, isCompany }: WarnedInvoice): string[] {
  if (clientVatNumber === undefined && isCompany !== true) return [];
  const { sellerAddress, clientAddress: ofClient } = texts.lackingParts;
  return [
    ...(hasStreetOrCity(seller.address) ? [] : [sellerAddress]),
    ...(hasStreetOrCity(clientAddress) ? [] : [ofClient]),
  ];
}

function hasStreetOrCity(address: Address | undefined): boolean {
  return address?.line1 !== undefined || address?.city !== undefined;
}
