import type { CompanyProfile } from "faktura";
import { type EinvoiceGap, einvoiceGaps } from "faktura/einvoice";
import type { FileRequirement, IssuedDocument } from "./document-files.ts";

/** Says what documents lack for each file. */
export type GapsOf = (
  requirement: FileRequirement,
  document: IssuedDocument,
  ownProfile?: Partial<CompanyProfile>,
) => readonly EinvoiceGap[];

/** What says the gaps of documents of sellers in this country. Only Italy's loads its checks. */
export async function loadGaps(seller: string): Promise<GapsOf> {
  const fatturaPaGaps = seller === "IT" ? (await import("faktura/einvoice/it")).fatturaPaGaps : undefined;
  return (requirement, document, ownProfile) => {
    if (requirement !== "fatturapa") return einvoiceGaps(document, { profile: requirement, ownProfile });
    if (fatturaPaGaps === undefined) throw new TypeError("only sellers in Italy have FatturaPA");
    return fatturaPaGaps(document, { ownProfile });
  };
}
