import type { CalendarDay } from "../calendar.ts";
import { classify, type SaleFacts, stateOfSale } from "./sale-facts.ts";
import { countryName } from "./territory/country.ts";
import { WITH_FRENCH_VAT } from "./territory/membership.ts";
import { vatTerritoryOf } from "./territory/territory.ts";
import type { VatCompany, VatDecision } from "./types.ts";
import { saleWarnings } from "./warnings.ts";

/** What invoices of a state's small enterprises say, between two days. */
interface SmallEnterpriseNote {
  readonly since?: CalendarDay;
  readonly until?: CalendarDay;
  readonly text: string;
}

/**
 * The notes whose wording is sure. Other states have several, or ask for none: their companies choose `exemptionNote`.
 *
 * @see Directive 2006/112/EC, articles 226(11) and 284
 */
const NOTES: Readonly<Record<string, SmallEnterpriseNote>> = {
  // An exemption since 2025: UStG § 19(1); UStDV § 34a sentence 1 no. 5
  DE: { since: "2025-01-01", text: "Steuerfrei für Kleinunternehmer (§ 19 UStG)" },
  // CGI art. 293 E; annexe II, art. 242 nonies A, I, 12°. References to the CGI are admitted until 2027-12-31: ordonnance
  // 2025-1247, which moved VAT into the CIBS
  FR: { until: "2027-12-31", text: "TVA non applicable, art. 293 B du CGI" },
};

/** Whether a French note is that of the franchise, and not of another exemption. */
const FRANCHISE = /\b293\s*B\b|\bL\.?\s*223-|franchise/i;

/**
 * The code of the reason (BT-121) that a small enterprise's note gives; `undefined` if there is none for it.
 *
 * @see EN 16931's code list VATEX
 */
export function smallEnterpriseCode({ country }: Pick<VatCompany, "country">, note: string): string | undefined {
  return WITH_FRENCH_VAT.includes(country) && FRANCHISE.test(note) ? "VATEX-FR-FRANCHISE" : undefined;
}

/** The note of a company without VAT registration: its own, or that of its state's law. `""` if neither is known. */
export function smallEnterpriseNote(company: VatCompany, on: CalendarDay): string {
  const { country, exemptionNote, postalCode, address } = company;
  if (exemptionNote !== undefined) return exemptionNote;
  const { id } = vatTerritoryOf(country, postalCode ?? address?.postalCode);
  const isFrench = [id, country].every((each) => WITH_FRENCH_VAT.includes(each));
  const state = isFrench ? "FR" : country;
  if (!Object.hasOwn(NOTES, state) || !(isFrench || id === country)) return "";
  const { since = on, until = on, text } = NOTES[state]!;
  return since <= on && on <= until ? text : "";
}

/**
 * What is decided otherwise about a sale in another state that exempts the company; `undefined` in all others. The place is
 * that of a seller with OSS.
 *
 * @see Directive 2006/112/EC, article 284(2)
 */
export function exemptElsewhere(
  { smallEnterprise: { number, states } = {} }: VatCompany,
  facts: SaleFacts,
): Omit<VatDecision, "rate" | "treatment" | "category"> | undefined {
  if (facts.vatRegistered || states === undefined) return undefined;
  const sale = classify({ ...facts, vatRegistered: true, ossRegistered: true, sellerHasVatNumber: true });
  const country = stateOfSale(sale);
  const { note } = states[country] ?? {};
  if (note === undefined) return undefined;
  return {
    rateCountry: country,
    vatNote: number === undefined ? note : `${note} (${number})`,
    vatexCode: smallEnterpriseCode({ country }, note) ?? null,
    reason: `Exempt in ${countryName(country)} as the sale of a small enterprise.`,
    warnings: saleWarnings(sale),
  };
}
