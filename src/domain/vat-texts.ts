import { countryName } from "./country.ts";
import type { AutomaticTreatment, Supply } from "./vat-table.ts";

/** What the texts of a decision are made of. */
export interface DecidedSale {
  readonly sellerCountry: string;
  readonly clientCountry: string;
  readonly sellerInEu: boolean;
  /** The client's VAT number where it counted, normalised. */
  readonly vatNumber: string | undefined;
  readonly isCompany: boolean | undefined;
  readonly supply: Supply | undefined;
  /** Percent. */
  readonly rate: number;
  /** Whose standard rate it is; `null` where nobody's. */
  readonly rateCountry: string | null;
  readonly exemptionNote: string | undefined;
}

/** Why each treatment was chosen, in one or two sentences for people. */
const REASONS: Record<AutomaticTreatment, (sale: DecidedSale) => string> = {
  "not-registered": () => "The seller is not registered for VAT, so no VAT is charged.",
  domestic: (sale) => `Domestic sale in ${countryName(sale.sellerCountry)}${countsAs(sale)}: ${standardRate(sale)}.`,
  "outside-scope": (sale) => `Service supplied ${route(sale)}, outside the scope of EU VAT: no VAT is charged.`,
  export: (sale) => `Export ${route(sale)}: no VAT is charged.`,
  "intra-community-supply": (sale) =>
    `Goods sold ${route(sale)} to a business with the VAT number ${sale.vatNumber}: exempt intra-Community supply.`,
  "reverse-charge": (sale) =>
    `Sale ${route(sale)} to a business with the VAT number ${sale.vatNumber}: reverse charge, the client owes the VAT.`,
  oss: (sale) => `Sale ${route(sale)} to ${consumer(sale)}, declared through OSS: ${standardRate(sale)}.${hint(sale)}`,
  origin: (sale) =>
    sale.supply === "services"
      ? `Service supplied ${route(sale)} to ${consumer(sale)}, taxed where the seller is: ${standardRate(sale)}.${hint(sale)}`
      : `Sale ${route(sale)} to ${consumer(sale)} by a seller without OSS: ${standardRate(sale)}.${hint(sale)}`,
};

/** The legal mention that the invoice must carry, per treatment; `""` where the law asks for none. */
const NOTES: Record<AutomaticTreatment, (sale: DecidedSale) => string> = {
  "not-registered": (sale) => sale.exemptionNote ?? "",
  domestic: () => "",
  "outside-scope": ({ sellerInEu, supply }) => {
    if (!sellerInEu) return "No VAT is charged on this service supplied across the border.";
    const articles = supply === "digital" ? "articles 44 and 58" : "articles 44 and 59";
    return `Service outside the scope of EU VAT: no VAT is charged (Directive 2006/112/EC, ${articles}).`;
  },
  export: ({ sellerInEu, supply }) => {
    if (!sellerInEu) return "Export: no VAT is charged on this supply across the border.";
    if (supply === "goods") return "Export of goods, exempt from VAT (Directive 2006/112/EC, article 146).";
    return (
      "Export: no VAT is charged on this supply outside the EU " +
      "(Directive 2006/112/EC, article 146 for goods, articles 44, 58 and 59 for services)."
    );
  },
  "intra-community-supply": () =>
    "Intra-Community supply of goods, exempt from VAT (Directive 2006/112/EC, article 138).",
  "reverse-charge": ({ supply }) =>
    supply === undefined
      ? "Reverse charge: the customer is liable for the VAT (Directive 2006/112/EC, article 196 for services, article 138 for goods)."
      : "Reverse charge: the customer is liable for the VAT (Directive 2006/112/EC, articles 44 and 196).",
  oss: () => "",
  origin: () => "",
};

/** Why the treatment was chosen, in English, for people; programs read the treatment. */
export function vatReason(treatment: AutomaticTreatment, sale: DecidedSale): string {
  return REASONS[treatment](sale);
}

/** The note to print on the invoice, in English. @see Directive 2006/112/EC, article 226 (11) and (11a) */
export function vatNote(treatment: AutomaticTreatment, sale: DecidedSale): string {
  return NOTES[treatment](sale);
}

function route({ sellerCountry, clientCountry }: DecidedSale): string {
  return `from ${countryName(sellerCountry)} to ${countryName(clientCountry)}`;
}

function countsAs({ sellerCountry, clientCountry }: DecidedSale): string {
  const differs = sellerCountry !== clientCountry;
  return differs ? ` (${countryName(clientCountry)} counts as the same country for VAT)` : "";
}

function standardRate({ rate, rateCountry }: DecidedSale): string {
  return `the standard rate of ${countryName(rateCountry ?? "")}, ${rate} %, applies`;
}

function consumer({ isCompany }: DecidedSale): string {
  return isCompany === true ? "a company without a VAT number, taxed as a consumer" : "a consumer";
}

function hint({ isCompany, sellerInEu, supply }: DecidedSale): string {
  if (isCompany !== true) return "";
  const better = !sellerInEu ? "an export" : supply === "goods" ? "an exempt intra-Community supply" : "reverse charge";
  return ` Its VAT number would make it ${better}.`;
}
