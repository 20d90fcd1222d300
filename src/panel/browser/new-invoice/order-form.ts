import type { CompanyProfile } from "faktura";
import type { Supply } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import type { PanelOrder } from "../../shown-figures.ts";
import { languageField, UNSTATED } from "../clients/client-fields.ts";
import { ADDRESS_PARTS, addressFields } from "../fields/address-fields.ts";
import { type Choice, COUNTRIES, currencyOptions } from "../fields/choices.ts";
import { inputField, selectField, textOf } from "../fields/fields.ts";
import {
  type NationalForm,
  nationalContent,
  nationalFields,
  nationalInputs,
  readNational,
} from "../fields/national-fields.ts";
import { numberField, numberOf, numberText } from "../fields/number-field.ts";
import type { PageContext } from "../page.ts";
import { countryText, currencyText, dayText, languageText, periodText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { dueDateField, readDiscount } from "./due-date.ts";
import { ratesOf } from "./line-rates.ts";
import { payableFields, payableText, readParts, wholeFields, wholeText } from "./order-parts.ts";

const words = texts.newInvoice;

/** GTIN in the list ICD. */
export const GTIN = "0160";

/** How many named series the choice has. Companies with more have another program that issues in them. */
const MOST_SERIES = 500;

/** The Croatian classification of products, in the list UNTDID 7143. */
export const KPD = "CG";

const PRICES = [
  { value: "net", label: words.netPrices },
  { value: "gross", label: words.grossPrices },
];

/** The types that the form offers. Others belong to work that is not typed in a form. */
const TYPES = [
  { value: "", label: words.documentTypes.usual },
  { value: "386", label: words.documentTypes.prepayment },
  { value: "326", label: words.documentTypes.partial },
];

/** What an order has as it is typed, under the name of its field. */
const TEXTS = [
  ...(["clientVatNumber", "clientTradingName", "clientEmail", "clientNumber", "clientRegistrationNumber"] as const),
  ...(["clientRegistrationScheme", "clientLanguage", "dueDate", "paymentTerms", "currency", "series"] as const),
  ...(["buyerReference", "purchaseOrderReference", "salesOrderReference", "despatchReference"] as const),
  ...(["contractReference", "projectReference", "tenderReference", "documentType", "note"] as const),
  ...(["dispatchedFrom", "importer"] as const),
] satisfies (keyof PanelOrder)[];

/** The same of a line. */
const LINE_TEXTS = ["unit", "heading", "sku", "buyerSku", "originCountry"] as const;

type OrderContext = Pick<PageContext, "profile" | "taxCurrency">;

/** What the sections need to know beside the order. */
export interface SectionContext extends OrderContext {
  /** Today in the company's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the VAT must be stated in another currency too. */
  readonly needsRate: boolean;
  /** The texts of the fields, by their names. */
  readonly typed: () => Readonly<Record<string, string>>;
}

/** The sections below the lines. Each heading shows what the section contains, so that it can stay folded. */
export function orderSections(context: SectionContext, order: PanelOrder): TemplateResult {
  const { profile } = context;
  const national: NationalForm = { form: "order", country: profile.country, at: "/national", typed: context.typed };
  const nationalTitle = texts.national.title(countryText(profile.country));
  const hasNational = nationalFields(national).length > 0;
  const { currency = profile.defaultCurrency } = order;
  return html`
    ${section(words.whole.title, wholeText(order, currency), wholeFields(currency))}
    ${section(words.payableParts, payableText(order), payableFields(currency))}
    ${section(words.dates, datesText(order, profile), datesFields(context))}
    ${section(words.deliverTo, deliveryText(order), deliveryFields())}
    ${section(words.references, referencesText(order), referencesFields(profile))}
    ${section(words.money, moneyText(order, profile), moneyFields(context, order))}
    ${hasNational ? section(nationalTitle, nationalContent(national), html`${nationalInputs(national)}`) : nothing}
  `;
}

function section(title: string, content: string, fields: TemplateResult): TemplateResult {
  return html`
    <details class="section">
      <summary><span class="title">${title}</span> <span class="content">${content}</span></summary>
      <div class="fields">${fields}</div>
    </details>
  `;
}

function datesFields({ profile, today }: SectionContext): TemplateResult {
  const { paymentTerms: hint } = profile;
  return html`
    ${inputField({ pointer: "/supplyDate", label: words.supplyDate, type: "date", required: true, value: today })}
    ${inputField({ pointer: "/period/start", label: words.periodStart, type: "date" })}
    ${inputField({ pointer: "/period/end", label: words.periodEnd, type: "date" })}
    ${dueDateField(words.dueDate, profile)}
    ${inputField({ pointer: "/paymentTerms", label: words.paymentTerms, maxLength: 1000, ...(hint !== undefined && { hint }) })}
  `;
}

function datesText({ supplyDate, period, dueDate, paymentTerms }: PanelOrder, profile: CompanyProfile): string {
  const terms = paymentTerms ?? profile.paymentTerms;
  const { start, end } = period ?? {};
  const supplied = start && end && start <= end ? periodText({ start, end }) : dayOf(supplyDate);
  return partsText([supplied, dueDate === undefined ? terms : words.due(dayText(dueDate))]);
}

const DELIVERY_COUNTRIES = [{ value: "", label: texts.fields.none }, ...COUNTRIES];

const IMPORTERS = [
  { value: "", label: texts.fields.none },
  { value: "client", label: words.importers.client },
  { value: "seller", label: words.importers.seller },
];

function deliveryFields(): TemplateResult {
  const label = words.delivery(words.recipient);
  return html`
    ${inputField({ pointer: "/deliverTo/name", label, maxLength: 200 })}
    ${addressFields("/deliverTo/address", undefined, words.delivery)}
    ${selectField({ pointer: "/deliverTo/country", label: words.delivery(words.country) }, DELIVERY_COUNTRIES)}
    ${selectField({ pointer: "/dispatchedFrom", label: words.dispatchedFrom }, DELIVERY_COUNTRIES)}
    ${selectField({ pointer: "/importer", label: words.importer }, IMPORTERS)}
  `;
}

function deliveryText({ deliverTo, dispatchedFrom }: PanelOrder): string {
  const { name, address, country } = deliverTo ?? {};
  const from = dispatchedFrom && `${words.dispatchedFrom}: ${countryText(dispatchedFrom)}`;
  return partsText([name, address?.line1, address?.city, country && countryText(country), from]) || texts.fields.none;
}

function referencesFields({ series = {}, invoicePrefix }: CompanyProfile): TemplateResult {
  const named = Object.entries(series);
  const choices = [
    { value: "", label: words.firstSeries(invoicePrefix) },
    ...named.slice(0, MOST_SERIES).map(([name, { prefix }]) => ({ value: name, label: `${prefix} (${name})` })),
  ];
  return html`
    ${named.length === 0 ? nothing : selectField({ pointer: "/series", label: words.series, isSet: true }, choices)}
    ${inputField({ pointer: "/buyerReference", label: words.clientReference, maxLength: 200 })}
    ${inputField({ pointer: "/purchaseOrderReference", label: words.purchaseOrder, maxLength: 200 })}
    ${inputField({ pointer: "/note", label: words.note, maxLength: 4000 })}
    ${inputField({ pointer: "/salesOrderReference", label: words.salesOrder, maxLength: 200 })}
    ${inputField({ pointer: "/despatchReference", label: words.despatch, maxLength: 200 })}
    ${inputField({ pointer: "/contractReference", label: words.contract, maxLength: 200 })}
    ${inputField({ pointer: "/projectReference", label: words.project, maxLength: 200 })}
    ${inputField({ pointer: "/tenderReference", label: words.tender, maxLength: 200 })}
    ${selectField({ pointer: "/documentType", label: words.documentType }, TYPES)}
  `;
}

function referencesText(order: PanelOrder): string {
  const { series, buyerReference, purchaseOrderReference, note, documentType } = order;
  const { salesOrderReference, despatchReference, contractReference, projectReference, tenderReference } = order;
  const type = TYPES.find(({ value }) => value !== "" && value === documentType)?.label;
  const further = [salesOrderReference, despatchReference, contractReference, projectReference, tenderReference];
  return partsText([series, type, buyerReference, purchaseOrderReference, ...further, note]) || texts.fields.none;
}

function moneyFields(context: SectionContext, order: PanelOrder): TemplateResult {
  const { profile, today, needsRate } = context;
  const [from, to] = [order.currency ?? profile.defaultCurrency, taxCurrencyOf(context)];
  const required = needsRate;
  return html`
    ${selectField({ pointer: "/currency", label: words.currency, isSet: true }, currencyChoices(profile.defaultCurrency))}
    ${selectField({ pointer: "/prices", label: words.prices, required: true }, PRICES)}
    ${languageField()}
    <div class="fields wide" ?hidden=${from === to}>
      ${numberField({ pointer: "/exchangeRate/rate", label: words.exchangeRate(from, to), required, format: numberText })}
      ${inputField({ pointer: "/exchangeRate/date", label: words.rateDay, type: "date", required, value: today })}
      ${inputField({ pointer: "/exchangeRate/source", label: words.rateSource, required, maxLength: 200, value: words.centralBank })}
    </div>
  `;
}

function moneyText({ currency, prices, clientLanguage }: PanelOrder, { defaultCurrency }: CompanyProfile): string {
  return partsText([
    currency ?? defaultCurrency,
    prices === "gross" ? words.grossPrices : words.netPrices,
    clientLanguage && languageText(clientLanguage),
  ]);
}

function currencyChoices(own: string): Choice[] {
  const others = currencyOptions().filter(({ value }) => value !== own);
  return [{ value: "", label: `${own}, ${currencyText(own)}` }, ...others];
}

/** The currency of the seller's VAT. */
function taxCurrencyOf({ profile, taxCurrency }: OrderContext): string {
  return taxCurrency ?? profile.defaultCurrency;
}

function dayOf(day: string): string | undefined {
  return day === "" ? undefined : dayText(day);
}

function partsText(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(" · ");
}

/** The order as entered so far. Numbers that are missing or unclear are NaN, and other empty fields are left out. */
export function readOrder(form: HTMLFormElement, lineCount: number, context: OrderContext): PanelOrder {
  const text = (pointer: string) => textOf(form, pointer);
  const isCompany = stated(text("/isCompany"));
  const textsIn = <Name extends string>(at: string, names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, text(`${at}/${name}`)])) as Readonly<
      Record<Name, string | undefined>
    >;
  const addressIn = (at: string) => someOf(textsIn(at, ADDRESS_PARTS));
  const identifierIn = (at: string) => {
    const { scheme, id } = textsIn(at, ["scheme", "id"]);
    return scheme === undefined && id === undefined ? undefined : { scheme: scheme ?? "", id: id ?? "" };
  };
  const { country } = context.profile;
  const [start, end] = [text("/period/start"), text("/period/end")];
  const texts = textsIn("", TEXTS);
  const supplies = Array.from({ length: lineCount }, (_, index) => stated(text(`/items/${index}/supply`)) as Supply);
  const supply = supplies.every((each) => each !== undefined) ? supplies[0] : undefined;
  return {
    ...(texts as Pick<PanelOrder, (typeof TEXTS)[number]>),
    clientName: text("/clientName") ?? "",
    clientCountry: text("/clientCountry") ?? "",
    clientAddress: addressIn("/clientAddress"),
    clientContact: someOf(textsIn("/clientContact", ["name", "phone", "email"])),
    clientElectronicAddress: identifierIn("/clientElectronicAddress"),
    isCompany: isCompany === undefined ? undefined : isCompany === "yes",
    clientIdentifier: identifierIn("/clientIdentifier"),
    supply,
    supplyDate: text("/supplyDate") ?? "",
    period: start === undefined && end === undefined ? undefined : { start: start ?? "", end: end ?? "" },
    cashDiscounts: readDiscount(form),
    exchangeRate: exchangeRateOf(form, texts.currency, context),
    national: readNational(form, "/national", country, ["client", "order"]),
    prices: text("/prices") === "gross" ? "gross" : undefined,
    deliverTo: someOf({ ...textsIn("/deliverTo", ["name", "country"]), address: addressIn("/deliverTo/address") }),
    ...readParts(form),
    items: supplies.map((own, index) => ({
      ...textsIn(`/items/${index}`, LINE_TEXTS),
      description: text(`/items/${index}/description`) ?? "",
      quantity: numberOf(form, `/items/${index}/quantity`),
      unitPrice: numberOf(form, `/items/${index}/unitPrice`),
      supply: own === supply ? undefined : own,
      vatRates: ratesOf(text(`/items/${index}/vatRates`)),
      discount: discountOf(form, `/items/${index}/discount/percent`),
      standardId: gtinOf(text(`/items/${index}/standardId/id`)),
      classifications: classificationsOf(text(`/items/${index}/classifications/0/code`)),
      national: readNational(form, `/items/${index}/national`, country, ["line"]),
    })),
  };
}

/** The rate, unless the invoice is in the currency of the seller's VAT. */
function exchangeRateOf(
  form: HTMLFormElement,
  currency: string | undefined,
  context: OrderContext,
): PanelOrder["exchangeRate"] {
  const rate = numberOf(form, "/exchangeRate/rate");
  if (Number.isNaN(rate) || (currency ?? context.profile.defaultCurrency) === taxCurrencyOf(context)) return undefined;
  const text = (name: string) => textOf(form, `/exchangeRate/${name}`) ?? "";
  return { rate, date: text("date"), source: text("source") };
}

/** The parts, if one of them is stated. */
function someOf<Parts extends object>(parts: Parts): Parts | undefined {
  return Object.values(parts).some((part) => part !== undefined) ? parts : undefined;
}

/** An article's number as the form has it. */
function gtinOf(id: string | undefined): { readonly scheme: string; readonly id: string } | undefined {
  return id === undefined ? undefined : { scheme: GTIN, id };
}

/** A Croatian class as the form has it. */
function classificationsOf(code: string | undefined): PanelOrder["items"][number]["classifications"] {
  return code === undefined ? undefined : [{ code, list: KPD }];
}

function stated(choice: string | undefined): string | undefined {
  return choice === UNSTATED.value ? undefined : choice;
}

/** The number of lines of a draft, at least 1. */
export function lineCountOf(fields: Readonly<Record<string, string>>): number {
  const indexes = Object.keys(fields).map((name) => Number(/^\/items\/(\d+)\//.exec(name)?.[1] ?? 0));
  return Math.max(0, ...indexes) + 1;
}

/** A draft as the form has it now. Earlier drafts state what is sold once, for the lines that do not. */
export function currentFields(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { "/supply": supply, ...others } = fields;
  if (supply === undefined) return fields;
  const lines = Array.from({ length: lineCountOf(fields) }, (_, index) => `/items/${index}/supply`);
  return { ...others, ...Object.fromEntries(lines.map((name) => [name, fields[name] || supply])) };
}

function discountOf(form: HTMLFormElement, pointer: string): { readonly percent: number } | undefined {
  return textOf(form, pointer) === undefined ? undefined : { percent: numberOf(form, pointer) };
}
