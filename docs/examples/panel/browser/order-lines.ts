import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { type Choice, COUNTRIES } from "./choices.ts";
import { SUPPLIES } from "./client-fields.ts";
import { fieldId, fold, inputField, selectField } from "./fields.ts";
import { amountText, quantityText, rateText } from "./format.ts";
import { texts } from "./language.ts";
import { numberField } from "./number-field.ts";

const words = texts.newInvoice;

const ORIGINS = [{ value: "", label: texts.fields.none }, ...COUNTRIES];

/** The lines of the form. Each has its own key, so that removing one keeps the contents of the others. */
export interface FormLines {
  readonly keys: readonly number[];
  readonly remove: (key: number) => void;
  readonly add: () => void;
}

interface LinePrices {
  readonly priceLabel: string;
  readonly currency: string;
  /** The VAT rates that a line can have, apart from the standard ones. */
  readonly rates: readonly Choice[];
}

/** The lines of an order: where there is room, one row each. What few lines have is folded. */
export function orderLines({ keys, remove, add }: FormLines, prices: LinePrices): TemplateResult {
  return html`
    <section class="order-lines" aria-label=${words.lines}>
      ${repeat(
        keys,
        (key) => key,
        (key, index) => lineFields(index, prices, keys.length > 1 ? () => remove(key) : undefined),
      )}
      <p><button type="button" @click=${add}>${words.addLine}</button></p>
    </section>
  `;
}

function lineFields(
  index: number,
  { priceLabel, currency, rates }: LinePrices,
  remove: (() => void) | undefined,
): TemplateResult {
  const at = (name: string) => `/items/${index}/${name}`;
  const more = fieldId(at("more"));
  const [moreText, removeText] = [words.moreOfLine(index + 1), words.removeLine(index + 1)];
  return html`
    <fieldset class="line">
      <legend>${texts.words.line(index + 1)}</legend>
      <span class="place" aria-hidden="true">${index + 1}</span>
      ${inputField({ pointer: at("description"), label: words.description, required: true, maxLength: 4000 })}
      ${numberField({ pointer: at("quantity"), label: words.quantity, required: true, value: "1", format: (value) => quantityText(value, undefined) })}
      ${inputField({ pointer: at("unit"), label: words.unit, maxLength: 50 })}
      ${numberField({ pointer: at("unitPrice"), label: priceLabel, required: true, format: (value) => amountText(value, currency) })}
      <p class="tools">
        <button type="button" class="icon" title=${moreText} aria-label=${moreText} aria-expanded="false"
          aria-controls=${more} @click=${fold}>⋯</button>
        ${
          remove === undefined
            ? nothing
            : html`<button type="button" class="icon" title=${removeText} aria-label=${removeText} @click=${remove}>×</button>`
        }
      </p>
      <div class="more" id=${more} hidden>
        ${selectField({ pointer: at("supply"), label: words.lineSupply }, [{ value: "", label: words.asAbove }, ...SUPPLIES])}
        ${selectField({ pointer: at("vatRates"), label: words.vatRate }, [{ value: "", label: words.standardRate }, ...rates])}
        ${numberField({ pointer: at("discount/percent"), label: words.discount, format: rateText })}
        ${inputField({ pointer: at("sku"), label: words.articleNumber, maxLength: 100 })}
        ${inputField({ pointer: at("standardId/id"), label: "GTIN", maxLength: 100 })}
        ${inputField({ pointer: at("buyerSku"), label: words.buyerArticle, maxLength: 100 })}
        ${selectField({ pointer: at("originCountry"), label: words.origin }, ORIGINS)}
      </div>
    </fieldset>
  `;
}
