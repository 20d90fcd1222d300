import type { CompanyProfile } from "faktura";
import { type EinvoiceDocument, type EinvoiceGap, einvoiceGaps } from "faktura/einvoice";
import type { FileRequirement } from "./document-files.ts";

/** Says what documents lack for each file. */
export type GapsOf = (
  requirement: FileRequirement,
  document: EinvoiceDocument,
  ownProfile?: Partial<CompanyProfile>,
) => readonly EinvoiceGap[];

/** The checks of the formats that only sellers in one state have, and load. */
const OWN_GAPS = {
  fatturapa: { seller: "IT", load: async () => (await import("faktura/einvoice/it")).fatturaPaGaps },
  ksef: { seller: "PL", load: async () => (await import("faktura/einvoice/pl")).ksefGaps },
} as const;

/** What says the gaps of documents of sellers in this country. */
export async function loadGaps(seller: string): Promise<GapsOf> {
  const own = Object.values(OWN_GAPS).find((each) => each.seller === seller);
  const ownGaps = await own?.load();
  return (requirement, document, ownProfile) => {
    if (requirement !== "fatturapa" && requirement !== "ksef") {
      return einvoiceGaps(document, { profile: requirement, ownProfile });
    }
    if (ownGaps === undefined || OWN_GAPS[requirement] !== own) {
      throw new TypeError(`only sellers in ${OWN_GAPS[requirement].seller} have ${requirement}`);
    }
    return ownGaps(document, { ownProfile });
  };
}
