import type { VatCategory } from "../vat/category.ts";
import type { VatTreatment } from "../vat/vat-table.ts";
import { isForBusiness } from "./is-for-business.ts";

/** The VAT of what is sold: category and reason of each part or group. */
interface SaleVat {
  readonly vatTreatment: VatTreatment;
  readonly vatBreakdown: readonly { readonly category: VatCategory; readonly vatexCode?: string | null | undefined }[];
}

/** Hospital and medical care. @see Directive 2006/112/EC, article 132(1)(b) and (c) */
const HEALTH = ["VATEX-EU-132-1B", "VATEX-EU-132-1C"];

/**
 * The codes of margin schemes, whose sales are taxed in another way: travel agents, second-hand goods, works of art,
 * collectors' items and antiques.
 *
 * @see Directive 2006/112/EC, articles 306 to 343
 */
export type MarginCode = "VATEX-EU-D" | "VATEX-EU-F" | "VATEX-EU-I" | "VATEX-EU-J";

const MARGIN_CODES: Readonly<Record<MarginCode, true>> = {
  ...{ "VATEX-EU-D": true, "VATEX-EU-F": true, "VATEX-EU-I": true, "VATEX-EU-J": true },
};

/** Whether the code of an exemption is that of a margin scheme. */
export function isMarginCode(code: string | null | undefined): code is MarginCode {
  return typeof code === "string" && Object.hasOwn(MARGIN_CODES, code);
}

/** Whether everything on the document is exempt, as its lines say. Not the sales of a seller without registration. */
export function isExemptSale({ vatTreatment, vatBreakdown }: SaleVat): boolean {
  if (vatTreatment === "not-registered") return false;
  return vatBreakdown.every(({ category, vatexCode }) => category === "E" && !isMarginCode(vatexCode));
}

/** Whether the document is only about health services to a consumer, as the codes of its exemptions say. */
export function isHealthService(
  document: Pick<SaleVat, "vatBreakdown"> & Parameters<typeof isForBusiness>[0],
): boolean {
  if (isForBusiness(document)) return false;
  return document.vatBreakdown.every(({ vatexCode }) => HEALTH.includes(vatexCode ?? ""));
}
