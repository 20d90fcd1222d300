import type { EinvoiceDocument } from "./document.ts";

/** Where a part of a document is supplied: as stated, else in the client's country. */
export function placeOf(
  { placeOfSupply, clientCountry }: EinvoiceDocument,
  part: { readonly placeOfSupply?: string | undefined },
): string | undefined {
  return part.placeOfSupply ?? placeOfSupply ?? clientCountry;
}
