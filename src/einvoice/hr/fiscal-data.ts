import type { DocumentTerms } from "../terms.ts";
import { group, leaf, type Xml } from "../xml.ts";

/** The words of the law for who owes VAT when it is paid. @see Zakon o porezu na dodanu vrijednost, članak 125.i */
const BY_PAYMENTS = "Obračun prema naplaćenoj naknadi";

/** UNTDID 2005: the VAT is due when it is paid. */
const ON_PAYMENT = "432";

/** The name spaces of {@link fiscalData}. */
export const FISCAL_NAMESPACES = {
  "xmlns:ext": "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
  "xmlns:hrextac": "urn:mfin.gov.hr:schema:xsd:HRExtensionAggregateComponents-1",
} as const;

/**
 * `HRFISK20Data`, the extension of Croatia's specification: that VAT is due when it is paid, and the breakdown of a document
 * that is exempt in part or as a whole. Nothing if neither is so.
 */
export function fiscalData({ croatian, taxPointCode, breakdown, currency, totals }: DocumentTerms): Xml {
  if (croatian === undefined) return "";
  const amount = (name: string, value: string) => leaf(name, value, { currencyID: currency });
  const isExempt = breakdown.some(({ category }) => category === "E");
  return group(
    "ext:UBLExtensions",
    group(
      "ext:UBLExtension",
      group(
        "ext:ExtensionContent",
        group(
          "hrextac:HRFISK20Data",
          leaf("hrextac:HRObracunPDVPoNaplati", taxPointCode === ON_PAYMENT ? BY_PAYMENTS : undefined),
          isExempt
            ? group(
                "hrextac:HRTaxTotal",
                amount("cbc:TaxAmount", totals.taxAmount),
                ...breakdown.map((each) =>
                  group(
                    "hrextac:HRTaxSubtotal",
                    amount("cbc:TaxableAmount", each.taxableAmount),
                    amount("cbc:TaxAmount", each.taxAmount),
                    group(
                      "hrextac:HRTaxCategory",
                      leaf("cbc:ID", each.category),
                      leaf("cbc:Name", nameOf(each.category, each.rate)),
                      leaf("cbc:Percent", each.rate),
                      leaf("cbc:TaxExemptionReasonCode", each.vatexCode),
                      leaf("cbc:TaxExemptionReason", each.exemptionReason),
                      group("hrextac:HRTaxScheme", leaf("cbc:ID", "VAT")),
                    ),
                  ),
                ),
              )
            : "",
        ),
      ),
    ),
  );
}

/** The Croatian name of a category of VAT; absent for rates that Croatia does not have. @see HR-TB-2 */
function nameOf(category: string, rate: string | undefined): string | undefined {
  if (category !== "S") return ["Z", "E", "AE", "K", "G", "O"].includes(category) ? `HR:${category}` : undefined;
  return ["25", "13", "5"].includes(rate ?? "") ? `HR:PDV${rate}` : undefined;
}
