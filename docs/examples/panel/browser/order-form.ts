import type { CompanyProfile } from "faktura";
import countries from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { PanelOrder } from "../figures.ts";
import { inputField, selectField, textOf } from "./fields.ts";
import { amountText, collator, countryText, quantityText, todayIn } from "./format.ts";
import { numberField, numberOf } from "./number-field.ts";
import { SUPPLY_WORDS } from "./words.ts";

const COUNTRIES = Object.keys(countries.countries)
  .map((code) => ({ value: code, label: countryText(code) }))
  .sort((a, b) => collator.compare(a.label, b.label));

const IS_COMPANY = [
  { value: "", label: "Not stated" },
  { value: "yes", label: "Company" },
  { value: "no", label: "Consumer" },
];

const SUPPLIES = Object.entries(SUPPLY_WORDS).map(([value, label]) => ({ value, label }));

const PRICES = [
  { value: "net", label: "Net" },
  { value: "gross", label: "Gross, including VAT" },
];

/** The lines of the form. Each has its own key, so that removing one keeps the contents of the others. */
export interface FormLines {
  readonly keys: readonly number[];
  readonly remove: (key: number) => void;
  readonly add: () => void;
}

/** The fields of an order. Their names are JSON Pointers into the order. */
export function orderFields(
  profile: CompanyProfile,
  { keys, remove, add }: FormLines,
  prices: PanelOrder["prices"],
): TemplateResult {
  const { defaultCurrency: currency } = profile;
  const priceLabel = `${prices === "gross" ? "Gross" : "Net"} price, ${currency}`;
  return html`
    <fieldset>
      <legend>Client</legend>
      ${inputField({ pointer: "/clientName", label: "Name", required: true, maxLength: 200 })}
      ${selectField({ pointer: "/clientCountry", label: "Country", required: true }, [{ value: "", label: "Choose" }, ...COUNTRIES])}
      ${inputField({ pointer: "/clientVatNumber", label: "VAT number", maxLength: 40 })}
      ${selectField({ pointer: "/isCompany", label: "Client type" }, IS_COMPANY)}
      ${inputField({ pointer: "/clientAddress/line1", label: "Street", maxLength: 200 })}
      ${inputField({ pointer: "/clientAddress/postalCode", label: "Postal code", maxLength: 20 })}
      ${inputField({ pointer: "/clientAddress/city", label: "City", maxLength: 100 })}
      ${inputField({ pointer: "/clientElectronicAddress/id", label: "Electronic address", maxLength: 250 })}
      ${inputField({ pointer: "/clientElectronicAddress/scheme", label: "Address scheme", maxLength: 4 })}
    </fieldset>
    <fieldset>
      <legend>Sale</legend>
      ${selectField({ pointer: "/supply", label: "Supply type" }, [{ value: "", label: "Not stated" }, ...SUPPLIES])}
      ${inputField({ pointer: "/supplyDate", label: "Date of supply", type: "date", required: true, value: todayIn(profile.timeZone) })}
      ${inputField({ pointer: "/dueDate", label: "Due date", type: "date" })}
      ${inputField({ pointer: "/buyerReference", label: "Client's reference", maxLength: 200 })}
      ${inputField({ pointer: "/purchaseOrderReference", label: "Purchase order", maxLength: 200 })}
      ${selectField({ pointer: "/prices", label: "Prices", required: true }, PRICES)}
      ${inputField({ pointer: "/note", label: "Note to the client", maxLength: 4000 })}
    </fieldset>
    ${repeat(
      keys,
      (key) => key,
      (key, index) => lineFields(index, { priceLabel, currency }, keys.length > 1 ? () => remove(key) : undefined),
    )}
    <p><button type="button" @click=${add}>Add line</button></p>
  `;
}

interface LinePrices {
  readonly priceLabel: string;
  readonly currency: string;
}

function lineFields(
  index: number,
  { priceLabel, currency }: LinePrices,
  remove: (() => void) | undefined,
): TemplateResult {
  const at = (name: string) => `/items/${index}/${name}`;
  return html`
    <fieldset class="line">
      <legend>Line ${index + 1}</legend>
      ${inputField({ pointer: at("description"), label: "Description", required: true, maxLength: 4000 })}
      ${numberField({ pointer: at("quantity"), label: "Quantity", required: true, value: "1", format: (value) => quantityText(value, undefined) })}
      ${inputField({ pointer: at("unit"), label: "Unit", maxLength: 50 })}
      ${numberField({ pointer: at("unitPrice"), label: priceLabel, required: true, format: (value) => amountText(value, currency) })}
      ${selectField({ pointer: at("supply"), label: "Type, if lines differ" }, [{ value: "", label: "As above" }, ...SUPPLIES])}
      ${numberField({ pointer: at("discount/percent"), label: "Discount, %", format: (value) => quantityText(value, "%") })}
      ${remove && html`<p><button type="button" @click=${remove}>Remove line ${index + 1}</button></p>`}
    </fieldset>
  `;
}

/** The order as entered so far. Numbers that are missing or unclear are NaN, and other empty fields are left out. */
export function readOrder(form: HTMLFormElement, lineCount: number): PanelOrder {
  const text = (pointer: string) => textOf(form, pointer);
  const isCompany = text("/isCompany");
  const address = {
    line1: text("/clientAddress/line1"),
    postalCode: text("/clientAddress/postalCode"),
    city: text("/clientAddress/city"),
  };
  const [scheme, id] = [text("/clientElectronicAddress/scheme"), text("/clientElectronicAddress/id")];
  return {
    clientName: text("/clientName") ?? "",
    clientCountry: text("/clientCountry") ?? "",
    clientVatNumber: text("/clientVatNumber"),
    clientAddress: Object.values(address).some((part) => part !== undefined) ? address : undefined,
    clientElectronicAddress:
      scheme === undefined && id === undefined ? undefined : { scheme: scheme ?? "", id: id ?? "" },
    isCompany: isCompany === undefined ? undefined : isCompany === "yes",
    supply: text("/supply") as PanelOrder["supply"],
    supplyDate: text("/supplyDate") ?? "",
    dueDate: text("/dueDate"),
    buyerReference: text("/buyerReference"),
    purchaseOrderReference: text("/purchaseOrderReference"),
    note: text("/note"),
    prices: text("/prices") === "gross" ? "gross" : undefined,
    items: Array.from({ length: lineCount }, (_, index) => ({
      description: text(`/items/${index}/description`) ?? "",
      quantity: numberOf(form, `/items/${index}/quantity`),
      unit: text(`/items/${index}/unit`),
      unitPrice: numberOf(form, `/items/${index}/unitPrice`),
      supply: text(`/items/${index}/supply`) as PanelOrder["supply"],
      discount: discountOf(form, `/items/${index}/discount/percent`),
    })),
  };
}

/** The texts of all fields, as a draft keeps them. */
export function draftFields(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].map(([name, text]) => [name, String(text)]);
  return Object.fromEntries(texts);
}

/** Fills the form with the texts of a draft. Its lines must be there already. Other fields stay as they are. */
export function fillFields(form: HTMLFormElement, fields: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(fields)) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null;
    if (field !== null) field.value = text;
  }
}

/** The number of lines of a draft, at least 1. */
export function lineCountOf(fields: Readonly<Record<string, string>>): number {
  const indexes = Object.keys(fields).map((name) => Number(/^\/items\/(\d+)\//.exec(name)?.[1] ?? 0));
  return Math.max(0, ...indexes) + 1;
}

function discountOf(form: HTMLFormElement, pointer: string): { readonly percent: number } | undefined {
  return textOf(form, pointer) === undefined ? undefined : { percent: numberOf(form, pointer) };
}
