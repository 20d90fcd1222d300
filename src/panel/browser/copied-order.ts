import type { CompanyProfile, Invoice } from "faktura";
import { texts } from "./language.ts";
import { chosenRateOf } from "./line-rates.ts";
import { numberText } from "./number-field.ts";

/** What a new draft starts with. */
export interface StartingFields {
  /** By the names of the form's fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the form cannot repeat of the invoice, in words. */
  readonly left: readonly string[];
}

/** Parts of an invoice for which the form has no field. */
const PARTS = [
  "clientTradingName",
  "clientContact",
  "clientIdentifier",
  "period",
  "deliverTo",
  "notes",
  "payment",
  "salesOrderReference",
  "tenderReference",
  "invoicedObject",
  "businessProcess",
  "payee",
  "contractReference",
  "projectReference",
  "triangular",
  "prepaidAmount",
] as const satisfies (keyof Invoice)[];

/**
 * The fields of a draft that repeats an invoice. Dates and the purchase order are those of the new sale, so they are not
 * copied.
 */
export function fieldsOf(invoice: Invoice, profile: CompanyProfile): StartingFields {
  const words = texts.notCopied;
  const { clientAddress = {}, clientElectronicAddress, isCompany, items, currency } = invoice;
  const left: string[] = PARTS.flatMap((name) =>
    invoice[name] === undefined || invoice[name] === 0 ? [] : [words[name]],
  );
  if (invoice.documentType === "389") left.push(words.selfBilling);
  if (invoice.vatTreatment === "manual") left.push(words.rates);
  const isPriceCopied = currency === profile.defaultCurrency;
  if (!isPriceCopied) left.push(words.prices(currency));
  const fields: Record<string, string | undefined> = {
    "/clientName": invoice.clientName,
    "/clientCountry": invoice.clientCountry,
    "/clientVatNumber": invoice.clientVatNumber,
    "/isCompany": isCompany === undefined ? undefined : isCompany ? "yes" : "no",
    "/clientAddress/line1": clientAddress.line1,
    "/clientAddress/line2": clientAddress.line2,
    "/clientAddress/region": clientAddress.region,
    "/clientEmail": invoice.clientEmail,
    "/clientNumber": invoice.clientNumber,
    "/clientRegistrationNumber": invoice.clientRegistrationNumber,
    "/clientRegistrationScheme": invoice.clientRegistrationScheme,
    "/paymentTerms": invoice.paymentTerms === profile.paymentTerms ? undefined : invoice.paymentTerms,
    "/clientAddress/postalCode": clientAddress.postalCode,
    "/clientAddress/city": clientAddress.city,
    "/clientElectronicAddress/id": clientElectronicAddress?.id,
    "/clientElectronicAddress/scheme": clientElectronicAddress?.scheme,
    "/supply": invoice.supply,
    "/buyerReference": invoice.buyerReference,
    "/prices": invoice.prices,
    "/note": invoice.note,
  };
  for (const [index, item] of items.entries()) {
    const { description, quantity, unit, unitPrice, unitPriceGross, supply, discount } = item;
    const rate = invoice.vatTreatment === "manual" ? "" : chosenRateOf(invoice, item);
    // The form has no fields for exemptions and places of supply.
    const isOther = item.exemptionReason !== undefined || (item.placeOfSupply ?? invoice.placeOfSupply) !== undefined;
    if ((rate === undefined || isOther) && !left.includes(words.rates)) left.push(words.rates);
    const at = (name: string) => `/items/${index}/${name}`;
    const percent = discount?.percent;
    if (discount !== undefined && percent === undefined) left.push(words.discount(index + 1));
    fields[at("description")] = description;
    fields[at("quantity")] = numberText(quantity);
    fields[at("unit")] = unit;
    fields[at("unitPrice")] = isPriceCopied ? numberText(unitPriceGross ?? unitPrice) : undefined;
    fields[at("supply")] = supply;
    fields[at("vatRates")] = rate || undefined;
    fields[at("discount/percent")] = percent === undefined ? undefined : numberText(percent);
  }
  const given = Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
  return { fields: Object.fromEntries(given), left };
}
