import type { ItalianProfile } from "../../domain/generated/national.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import type { Supply } from "../../domain/vat/vat-table.ts";
import type { EinvoiceDocument } from "../document.ts";
import { placeOf } from "../place-of-supply.ts";

/** Why a sale is without VAT (`Natura`), such as `N3.1`. */
export type Nature = string;

/** The tax regimes whose sales are all outside the VAT (`N2.2`): the minimum and the flat-rate one. */
const WITHOUT_VAT: readonly TaxRegime[] = ["RF02", "RF19"];

type TaxRegime = NonNullable<ItalianProfile["taxRegime"]>;

/** `RegimeFiscale`: the profile's, or what follows from it. */
export function taxRegimeOf({ seller, vatTreatment }: EinvoiceDocument): TaxRegime {
  const given = seller.national?.it?.taxRegime;
  return given ?? (vatTreatment === "not-registered" ? "RF19" : seller.cashAccounting === true ? "RF17" : "RF01");
}

/** Where the nature of a part of a document follows from its category of VAT. */
interface Part {
  readonly vatCategory: VatCategory;
  readonly taxRate: number;
  readonly placeOfSupply?: string | undefined;
  readonly supply?: Supply | undefined;
}

/**
 * `Natura` of a part of a document that states none; `undefined` with VAT, and where the category does not decide: of a
 * domestic reverse charge the kind of goods does, and Italy has no zero rate.
 *
 * @see DPR 633/1972, articoli 7-ter, 8, 10, 17, 71; DL 331/1993, articolo 41; legge 190/2014, articolo 1(58)
 */
export function natureOf(document: EinvoiceDocument, part: Part): Nature | undefined {
  if (part.taxRate > 0) return undefined;
  switch (part.vatCategory) {
    case "E":
      if (!WITHOUT_VAT.includes(taxRegimeOf(document))) return "N4";
      return isServiceForBusinessAbroad(document, part) ? "N2.1" : "N2.2";
    case "AE":
      if (document.triangular === true) return "N3.2";
      return placeOf(document, part) === "IT" ? undefined : "N2.1";
    case "K":
      return "N3.2";
    case "G":
      return document.clientCountry === "SM" ? "N3.3" : "N3.1";
    case "O":
      return "N2.1";
    default:
      return undefined;
  }
}

/** Its place is abroad, for a flat-rate taxpayer too. @see DPR 633/1972, articolo 7-ter; circolare 10/E of 2016, 4.1.2 */
function isServiceForBusinessAbroad(document: EinvoiceDocument, part: Part): boolean {
  const isService = ["services", "digital"].includes(part.supply ?? document.supply ?? "");
  const isBusiness = document.clientVatNumber !== undefined || document.isCompany === true;
  return isService && isBusiness && placeOf(document, part) !== "IT";
}
