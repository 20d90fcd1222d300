import { html, type TemplateResult } from "lit-html";
import { LOCALE } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

/** Whether numbers in files have a decimal comma, with semicolons between the values, or a point, with commas. */
type Decimal = "comma" | "point";

/** Where this browser remembers what its user chose. */
const KEY = "csv decimal";

/** What the user chose; before that, as numbers are written in the user's region. */
function chosenDecimal(): Decimal {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "comma" || chosen === "point") return chosen;
  const parts = new Intl.NumberFormat(LOCALE).formatToParts(1.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "comma" : "point";
}

/** A link that saves a list as a file, as the user chose. `query` is that of the list. */
export function csvLink(file: string, query: URLSearchParams, label: unknown): TemplateResult {
  const address = () => {
    const asked = new URLSearchParams(query);
    asked.set("decimal", chosenDecimal());
    return `${file}?${asked}`;
  };
  const refresh = ({ currentTarget }: Event) => {
    (currentTarget as HTMLAnchorElement).href = address();
  };
  return html`<a href=${address()} @click=${refresh} download>${label}</a>`;
}

/** Lets the user choose how the files of a page are written. */
export function csvChoice(): TemplateResult {
  const chosen = chosenDecimal();
  const choose = ({ currentTarget }: Event) => localStorage.setItem(KEY, (currentTarget as HTMLSelectElement).value);
  return html`
    <p class="csv-choice">
      <label class="heard" for="decimal">${texts.csvChoice.label}</label>
      <select id="decimal" autocomplete="off" @change=${choose}>
        ${Object.entries(texts.csvChoice.decimals).map(([decimal, label]) => {
          return html`<option value=${decimal} ?selected=${decimal === chosen}>${label}</option>`;
        })}
      </select>
    </p>
  `;
}
