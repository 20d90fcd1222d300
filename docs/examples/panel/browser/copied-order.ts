import type { CompanyProfile, Invoice } from "faktura";
import { numberText } from "./number-field.ts";

/** What a new draft starts with. */
export interface StartingFields {
  /** By the names of the form's fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the form cannot repeat of the invoice, in words. */
  readonly left: readonly string[];
}

/** Parts of an invoice for which the form has no field. */
const PARTS = {
  period: "the billing period",
  deliverTo: "the delivery address",
  notes: "further notes",
  payment: "the means of payment",
  contractReference: "the contract",
  projectReference: "the project",
  triangular: "the triangular transaction",
  prepaidAmount: "the prepaid amount",
} as const satisfies Partial<Record<keyof Invoice, string>>;

/**
 * The fields of a draft that repeats an invoice. Dates and the purchase order are those of the new sale, so they are not
 * copied.
 */
export function fieldsOf(invoice: Invoice, { defaultCurrency }: CompanyProfile): StartingFields {
  const { clientAddress = {}, clientElectronicAddress, isCompany, items, currency } = invoice;
  const left: string[] = Object.entries(PARTS).flatMap(([name, words]) =>
    invoice[name as keyof Invoice] === undefined || invoice[name as keyof Invoice] === 0 ? [] : [words],
  );
  if (clientAddress.line2 !== undefined || clientAddress.region !== undefined)
    left.push("parts of the client's address");
  if (invoice.documentType === "389") left.push("self-billing");
  if (invoice.vatTreatment === "manual") left.push("the VAT rates, which are decided anew");
  const isPriceCopied = currency === defaultCurrency;
  if (!isPriceCopied) left.push(`the prices in ${currency}`);
  const texts: Record<string, string | undefined> = {
    "/clientName": invoice.clientName,
    "/clientCountry": invoice.clientCountry,
    "/clientVatNumber": invoice.clientVatNumber,
    "/isCompany": isCompany === undefined ? undefined : isCompany ? "yes" : "no",
    "/clientAddress/line1": clientAddress.line1,
    "/clientAddress/postalCode": clientAddress.postalCode,
    "/clientAddress/city": clientAddress.city,
    "/clientElectronicAddress/id": clientElectronicAddress?.id,
    "/clientElectronicAddress/scheme": clientElectronicAddress?.scheme,
    "/supply": invoice.supply,
    "/buyerReference": invoice.buyerReference,
    "/prices": invoice.prices,
    "/note": invoice.note,
  };
  for (const [index, { description, quantity, unit, unitPrice, unitPriceGross, supply, discount }] of items.entries()) {
    const at = (name: string) => `/items/${index}/${name}`;
    const percent = discount?.percent;
    if (discount !== undefined && percent === undefined) left.push(`the discount of line ${index + 1}`);
    texts[at("description")] = description;
    texts[at("quantity")] = numberText(quantity);
    texts[at("unit")] = unit;
    texts[at("unitPrice")] = isPriceCopied ? numberText(unitPriceGross ?? unitPrice) : undefined;
    texts[at("supply")] = supply;
    texts[at("discount/percent")] = percent === undefined ? undefined : numberText(percent);
  }
  const fields = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
  return { fields: Object.fromEntries(fields), left };
}
