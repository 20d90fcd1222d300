import { html, type TemplateResult } from "lit-html";
import { fieldId } from "../fields/fields.ts";
import type { LineRates } from "./line-rates.ts";

/** What a VAT rate can be, and which one it is. */
export type ChosenRates = LineRates & { readonly chosen: string };

/** A choice of VAT rates, for the hidden field with this pointer: it keeps the choice while the sale has no VAT. */
export function rateField(pointer: string, label: string, { choices, without, chosen }: ChosenRates): TemplateResult {
  const id = fieldId(pointer);
  const choose = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement;
    (select.form!.elements.namedItem(pointer) as HTMLInputElement).value = select.value;
  };
  return html`
    <p class="field">
      ${
        choices.length === 0
          ? html`<span class="without">${without}</span>`
          : html`
              <label for=${id}>${label}</label>
              <select id=${id} @input=${choose}>
                ${choices.map(({ value, label }) => html`<option .value=${value} .selected=${value === chosen}>${label}</option>`)}
              </select>
            `
      }
      <span class="fault" id=${`${id}-fault`}></span>
    </p>
  `;
}
