import type { CompanyProfile, Invoice, InvoiceItem } from "faktura";
import { valueAt } from "../../value-at.ts";
import { ADDRESS_PARTS } from "../fields/address-fields.ts";
import { nationalCopy } from "../fields/national-fields.ts";
import { numberText } from "../fields/number-field.ts";
import { texts } from "../texts/language.ts";
import { discountFields } from "./due-date.ts";
import { sumOf } from "./figures.ts";
import { chosenRateOf } from "./line-rates.ts";
import { GTIN, KPD } from "./order-form.ts";
import { ADJUSTMENTS } from "./order-parts.ts";

/** What a new draft starts with. */
export interface StartingFields {
  /** By the names of the form's fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the form cannot repeat of the invoice, in words. */
  readonly left: readonly string[];
}

/** Parts of an invoice that belong to that sale, or for which the form has no field. */
const PARTS = [
  "notes",
  "payment",
  "salesOrderReference",
  "invoicedObject",
  "businessProcess",
  "payee",
  "goodsReceiptReference",
  "supportingDocuments",
  "buyerAccountingReference",
  "paymentReference",
  "taxPointCode",
  "triangular",
  "prepaidAmount",
  "roundingAmount",
  "retentions",
  "disbursements",
] as const satisfies (keyof Invoice)[];

/** What a copy has as the invoice has it, by the pointers of its fields. */
const COPIED = [
  ...["clientName", "clientCountry", "clientVatNumber", "clientTradingName", "clientEmail", "clientNumber"],
  ...["clientRegistrationNumber", "clientRegistrationScheme", "clientLanguage", "buyerReference"],
  ...["contractReference", "projectReference", "tenderReference", "prices", "note", "importer"],
  ...ADDRESS_PARTS.flatMap((part) => [`clientAddress/${part}`, `deliverTo/address/${part}`]),
  ...["clientContact/name", "clientContact/phone", "clientContact/email"],
  ...["clientIdentifier", "clientElectronicAddress"].flatMap((part) => [`${part}/scheme`, `${part}/id`]),
  ...["deliverTo/name", "deliverTo/country"],
].map((path) => `/${path}`);

/** The same of a line. */
const LINE_COPIED = ["heading", "sku", "buyerSku", "originCountry", "description", "unit"] as const;

/** Parts of a line for which the form has no field. */
const LINE_PARTS = [
  ...(["id", "unitCode", "attributes", "purchaseOrderLine", "buyerAccountingReference"] as const),
  ...(["invoicedObject", "note", "period", "charges", "priceBaseQuantity", "priceDiscount"] as const),
  "dispatchedFrom",
] satisfies (keyof InvoiceItem)[];

/** Types that every invoice has which is not said to be another. */
const USUAL_TYPES = ["380", "389"];

/**
 * The fields of a draft that repeats an invoice. Dates, the purchase order, the delivery note and earlier invoices are those
 * of the new sale, so they are not copied.
 */
export function fieldsOf(invoice: Invoice, profile: CompanyProfile): StartingFields {
  const words = texts.notCopied;
  const { isCompany, items, currency } = invoice;
  const left: string[] = PARTS.flatMap((name) =>
    invoice[name] === undefined || invoice[name] === 0 ? [] : [words[name]],
  );
  if (invoice.selfBilled === true) left.push(words.selfBilling);
  if (!USUAL_TYPES.includes(invoice.documentType)) left.push(words.documentType);
  if (invoice.vatTreatment === "manual") left.push(words.rates);
  const national = nationalCopy(invoice.national, "/national", profile.country, ["client", "order"]);
  left.push(...national.left);
  const { deliverTo, dispatchedFrom } = invoice;
  const hasArea = dispatchedFrom !== undefined && dispatchedFrom.length > 2; // the form has countries alone
  if (hasArea) left.push(words.dispatchedFrom);
  if (deliverTo?.identifier !== undefined) left.push(words.deliveryIdentifier);
  const fields: Record<string, string | undefined> = {
    ...Object.fromEntries(COPIED.map((pointer) => [pointer, valueAt(invoice, pointer) as string | undefined])),
    "/isCompany": isCompany === undefined ? undefined : isCompany ? "yes" : "no",
    "/paymentTerms": invoice.paymentTerms === profile.paymentTerms ? undefined : invoice.paymentTerms,
    "/currency": currency === profile.defaultCurrency ? undefined : currency,
    "/series": Object.hasOwn(profile.series ?? {}, invoice.series ?? "") ? invoice.series : undefined,
    "/dispatchedFrom": hasArea ? undefined : dispatchedFrom,
    ...national.fields,
  };
  if (invoice.cashDiscounts !== undefined) {
    const copied = discountFields(invoice.cashDiscounts, profile);
    if (copied === undefined) left.push(words.cashDiscounts);
    else Object.assign(fields, copied);
  }
  for (const field of ADJUSTMENTS) {
    if (invoice[field] === undefined) continue;
    const copied = adjustmentFields(invoice, field);
    if (copied === undefined) left.push(words[field]);
    else Object.assign(fields, copied);
  }
  const [withheld, ...others] = invoice.withholdings ?? [];
  if (others.length > 0 || withheld?.baseAmount !== undefined) left.push(words.withholdings);
  else if (withheld !== undefined) {
    const { percent, basePercent, reason, type, code } = withheld;
    const numbers = { percent: numberText(percent), basePercent: basePercent && numberText(basePercent) };
    for (const [name, text] of Object.entries({ ...numbers, reason, type, code }))
      fields[`/withholdings/0/${name}`] = text || undefined;
  }
  for (const [index, item] of items.entries()) {
    const { quantity, unitPrice, unitPriceGross, supply, discount } = item;
    const rate = invoice.vatTreatment === "manual" ? "" : chosenRateOf(invoice, item);
    // The form has no fields for exemptions and places of supply.
    const isOther = item.exemptionReason !== undefined || (item.placeOfSupply ?? invoice.placeOfSupply) !== undefined;
    if ((rate === undefined || isOther) && !left.includes(words.rates)) left.push(words.rates);
    const at = (name: string) => `/items/${index}/${name}`;
    const percent = discount?.baseAmount === undefined ? discount?.percent : undefined;
    const isOtherDiscount = (discount !== undefined && percent === undefined) || item.discounts !== undefined;
    if (isOtherDiscount) left.push(words.discount(index + 1));
    const { standardId, classifications = [] } = item;
    const [kpd, ...others] = profile.country === "HR" ? classifications.filter(({ list }) => list === KPD) : [];
    const isOtherClass = classifications.length > (kpd === undefined ? 0 : 1) || others.length > 0;
    const national = nationalCopy(item.national, at("national"), profile.country, ["line"]);
    Object.assign(fields, national.fields);
    const isGtin = standardId?.scheme === GTIN;
    if ((standardId !== undefined && !isGtin) || isOtherClass || LINE_PARTS.some((name) => item[name] !== undefined))
      left.push(words.details(index + 1));
    for (const name of LINE_COPIED) fields[at(name)] = item[name];
    fields[at("standardId/id")] = isGtin ? standardId.id : undefined;
    fields[at("classifications/0/code")] = kpd?.code;
    fields[at("quantity")] = numberText(quantity);
    // The form has prices for one only.
    const hasPrice = item.priceBaseQuantity === undefined;
    fields[at("unitPrice")] = hasPrice ? numberText(unitPriceGross ?? unitPrice) : undefined;
    fields[at("supply")] = supply ?? invoice.supply;
    fields[at("vatRates")] = rate || undefined;
    fields[at("discount/percent")] = percent === undefined ? undefined : numberText(percent);
  }
  const given = Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
  return { fields: Object.fromEntries(given), left };
}

/**
 * The discount, or the charge, of an invoice; `undefined` if the form cannot repeat it: it has one of each, with a percentage of
 * all lines, or with an amount at the VAT rate of all lines.
 */
function adjustmentFields(
  invoice: Invoice,
  field: (typeof ADJUSTMENTS)[number],
): Readonly<Record<string, string | undefined>> | undefined {
  const { items, vatBreakdown, currency } = invoice;
  const given = invoice[field]!;
  const [{ percent, baseAmount, amount, reason, reasonCode }, ...others] = given as [(typeof given)[number]];
  const amounts = items.map((item) => item.grossAmount ?? item.netAmount);
  const isOfLines = baseAmount === (percent === undefined ? undefined : sumOf(amounts, currency));
  if (others.length > 0 || reasonCode !== undefined || vatBreakdown.length > 1 || !isOfLines) return undefined;
  const [name, value] = percent === undefined ? ["amount", amount] : ["percent", percent];
  return { [`/${field}/0/${name}`]: numberText(value), [`/${field}/0/reason`]: reason };
}
