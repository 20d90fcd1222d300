import type { EinvoiceDocument } from "./document-format.ts";
import { isForBusiness } from "./is-for-business.ts";

type Groups = Pick<EinvoiceDocument, "vatTreatment" | "vatBreakdown">;

/** Hospital and medical care. @see Directive 2006/112/EC, article 132(1)(b) and (c) */
const HEALTH = ["VATEX-EU-132-1B", "VATEX-EU-132-1C"];

/** Schemes of margin, whose sales are taxed in another way. @see Directive 2006/112/EC, articles 306, 311 to 325 */
const MARGIN = ["VATEX-EU-D", "VATEX-EU-F", "VATEX-EU-I", "VATEX-EU-J"];

/** Whether everything on the document is exempt, as its lines say. Not the sales of a seller without registration. */
export function isExemptSale({ vatTreatment, vatBreakdown }: Groups): boolean {
  if (vatTreatment === "not-registered") return false;
  return vatBreakdown.every(({ category, vatexCode }) => category === "E" && !MARGIN.includes(vatexCode ?? ""));
}

/** Whether the document is only about health services to a consumer, as the codes of its exemptions say. */
export function isHealthService(
  document: Pick<EinvoiceDocument, "vatBreakdown" | "clientVatNumber" | "isCompany">,
): boolean {
  if (isForBusiness(document)) return false;
  return document.vatBreakdown.every(({ vatexCode }) => HEALTH.includes(vatexCode ?? ""));
}
