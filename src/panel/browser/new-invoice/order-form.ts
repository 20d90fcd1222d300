import type { CompanyProfile } from "faktura";
import { html, type TemplateResult } from "lit-html";
import type { PanelOrder } from "../../figures.ts";
import type { Choice } from "../choices.ts";
import { CHOOSE, partyFields, SUPPLIES, UNSTATED } from "../clients/client-fields.ts";
import { inputField, selectField, textOf } from "../fields.ts";
import { texts } from "../language.ts";
import { numberOf } from "../number-field.ts";
import { dueDateField } from "./due-date.ts";
import { type FormLines, orderLines } from "./order-lines.ts";

const words = texts.newInvoice;

/** GTIN in the list ICD. */
export const GTIN = "0160";

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

/** What the page adds to the client's fields. */
export interface ClientParts {
  /** The field of the name. */
  readonly name: TemplateResult;
  /** What saves the client for later. */
  readonly saving: TemplateResult;
}

/** The fields of an order. Their names are JSON Pointers into the order. */
export function orderFields(
  profile: CompanyProfile,
  today: string,
  lines: FormLines,
  prices: PanelOrder["prices"],
  client: ClientParts,
  rates: readonly Choice[],
): TemplateResult {
  const { defaultCurrency: currency } = profile;
  const priceLabel = prices === "gross" ? words.grossPrice(currency) : words.netPrice(currency);
  return html`
    <fieldset>
      <legend>${words.client}</legend>
      ${partyFields(client.name)} ${client.saving}
    </fieldset>
    <fieldset>
      <legend>${words.sale}</legend>
      ${selectField({ pointer: "/supply", label: words.supplyType, required: true }, [CHOOSE, ...SUPPLIES, UNSTATED])}
      ${inputField({ pointer: "/supplyDate", label: words.supplyDate, type: "date", required: true, value: today })}
      ${dueDateField(words.dueDate)}
      ${inputField({ pointer: "/paymentTerms", label: words.paymentTerms, maxLength: 1000, ...(profile.paymentTerms !== undefined && { hint: profile.paymentTerms }) })}
      ${inputField({ pointer: "/buyerReference", label: words.clientReference, maxLength: 200 })}
      ${inputField({ pointer: "/purchaseOrderReference", label: words.purchaseOrder, maxLength: 200 })}
      ${selectField({ pointer: "/prices", label: words.prices, required: true }, PRICES)}
      ${inputField({ pointer: "/note", label: words.note, maxLength: 4000 })}
      <details class="wide">
        <summary>${words.moreOfSale}</summary>
        <div class="fields">
          ${selectField({ pointer: "/documentType", label: words.documentType }, TYPES)}
          ${inputField({ pointer: "/salesOrderReference", label: words.salesOrder, maxLength: 200 })}
          ${inputField({ pointer: "/despatchReference", label: words.despatch, maxLength: 200 })}
          ${inputField({ pointer: "/contractReference", label: words.contract, maxLength: 200 })}
          ${inputField({ pointer: "/projectReference", label: words.project, maxLength: 200 })}
        </div>
      </details>
    </fieldset>
    ${orderLines(lines, { priceLabel, currency, rates })}
  `;
}

/** The order as entered so far. Numbers that are missing or unclear are NaN, and other empty fields are left out. */
export function readOrder(form: HTMLFormElement, lineCount: number): PanelOrder {
  const text = (pointer: string) => textOf(form, pointer);
  const isCompany = stated(text("/isCompany"));
  const address = {
    line1: text("/clientAddress/line1"),
    line2: text("/clientAddress/line2"),
    line3: text("/clientAddress/line3"),
    postalCode: text("/clientAddress/postalCode"),
    city: text("/clientAddress/city"),
    region: text("/clientAddress/region"),
  };
  const contact = {
    name: text("/clientContact/name"),
    phone: text("/clientContact/phone"),
    email: text("/clientContact/email"),
  };
  const [scheme, id] = [text("/clientElectronicAddress/scheme"), text("/clientElectronicAddress/id")];
  return {
    clientName: text("/clientName") ?? "",
    clientCountry: text("/clientCountry") ?? "",
    clientVatNumber: text("/clientVatNumber"),
    clientAddress: someOf(address),
    clientTradingName: text("/clientTradingName"),
    clientContact: someOf(contact),
    clientElectronicAddress:
      scheme === undefined && id === undefined ? undefined : { scheme: scheme ?? "", id: id ?? "" },
    isCompany: isCompany === undefined ? undefined : isCompany === "yes",
    clientEmail: text("/clientEmail"),
    clientNumber: text("/clientNumber"),
    clientRegistrationNumber: text("/clientRegistrationNumber"),
    clientRegistrationScheme: text("/clientRegistrationScheme"),
    supply: stated(text("/supply")) as PanelOrder["supply"],
    supplyDate: text("/supplyDate") ?? "",
    dueDate: text("/dueDate"),
    paymentTerms: text("/paymentTerms"),
    buyerReference: text("/buyerReference"),
    purchaseOrderReference: text("/purchaseOrderReference"),
    documentType: text("/documentType") as PanelOrder["documentType"],
    salesOrderReference: text("/salesOrderReference"),
    despatchReference: text("/despatchReference"),
    contractReference: text("/contractReference"),
    projectReference: text("/projectReference"),
    note: text("/note"),
    prices: text("/prices") === "gross" ? "gross" : undefined,
    items: Array.from({ length: lineCount }, (_, index) => ({
      description: text(`/items/${index}/description`) ?? "",
      quantity: numberOf(form, `/items/${index}/quantity`),
      unit: text(`/items/${index}/unit`),
      unitPrice: numberOf(form, `/items/${index}/unitPrice`),
      supply: text(`/items/${index}/supply`) as PanelOrder["supply"],
      vatRates: ratesOf(text(`/items/${index}/vatRates`)),
      discount: discountOf(form, `/items/${index}/discount/percent`),
      sku: text(`/items/${index}/sku`),
      standardId: gtinOf(text(`/items/${index}/standardId/id`)),
      buyerSku: text(`/items/${index}/buyerSku`),
      originCountry: text(`/items/${index}/originCountry`),
    })),
  };
}

/** The parts, if one of them is stated. */
function someOf<Parts extends object>(parts: Parts): Parts | undefined {
  return Object.values(parts).some((part) => part !== undefined) ? parts : undefined;
}

/** An article's number as the form has it. */
function gtinOf(id: string | undefined): { readonly scheme: string; readonly id: string } | undefined {
  return id === undefined ? undefined : { scheme: GTIN, id };
}

/** The rate of a line in one state, chosen as `DE:7`. */
function ratesOf(choice: string | undefined): Readonly<Record<string, number>> | undefined {
  const [country, rate] = choice?.split(":") ?? [];
  return country === undefined ? undefined : { [country]: Number(rate) };
}

function stated(choice: string | undefined): string | undefined {
  return choice === UNSTATED.value ? undefined : choice;
}

/** The number of lines of a draft, at least 1. */
export function lineCountOf(fields: Readonly<Record<string, string>>): number {
  const indexes = Object.keys(fields).map((name) => Number(/^\/items\/(\d+)\//.exec(name)?.[1] ?? 0));
  return Math.max(0, ...indexes) + 1;
}

function discountOf(form: HTMLFormElement, pointer: string): { readonly percent: number } | undefined {
  return textOf(form, pointer) === undefined ? undefined : { percent: numberOf(form, pointer) };
}
