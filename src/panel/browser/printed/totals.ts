import type { Invoice } from "faktura";
import type { VatBreakdownLine, VatWarning } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import { amountText, countryText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { warningTexts } from "../texts/warning-texts.ts";

/** The taxable amount and the VAT of each category and rate, with its country if the countries differ. */
export function breakdownTable(lines: readonly VatBreakdownLine[], currency: string): TemplateResult {
  const { words } = texts;
  const countriesDiffer = new Set(lines.map(({ rateCountry }) => rateCountry)).size > 1;
  const nameOf = ({ category, rateCountry }: VatBreakdownLine) =>
    words.categories[category] + (countriesDiffer && rateCountry !== null ? `, ${countryText(rateCountry)}` : "");
  return html`
    <table class="breakdown">
      <caption>${words.vatBreakdown}</caption>
      <thead>
        <tr><th scope="col">${words.vat}</th><th scope="col">${words.rate}</th><th scope="col">${words.net}</th><th scope="col">${words.tax}</th></tr>
      </thead>
      <tbody>
        ${lines.map(
          (line) => html`
            <tr>
              <th scope="row">${nameOf(line)}</th>
              <td data-name=${words.rate}>${rateText(line.taxRate)}</td>
              <td data-name=${words.net}>${amountText(line.taxableAmount, currency)}</td>
              <td data-name=${words.tax}>${amountText(line.taxAmount, currency)}</td>
            </tr>
            ${surchargeRow(line, currency)}
          `,
        )}
      </tbody>
    </table>
  `;
}

function surchargeRow(line: VatBreakdownLine, currency: string): TemplateResult | typeof nothing {
  const { taxableAmount, surchargeRate, surchargeAmount = 0 } = line;
  const { words, returns } = texts;
  if (surchargeRate === undefined) return nothing;
  return html`
    <tr>
      <th scope="row">${returns.columns.surchargeAmount}</th>
      <td data-name=${words.rate}>${rateText(surchargeRate)}</td>
      <td data-name=${words.net}>${amountText(taxableAmount, currency)}</td>
      <td data-name=${words.tax}>${amountText(surchargeAmount, currency)}</td>
    </tr>
  `;
}

/** Named amounts, one per line. The last is the total. */
export function amountList(amounts: readonly (readonly [name: string, amount: string])[]): TemplateResult {
  return html`<dl class="amounts">${amounts.map(([name, amount]) => html`<div><dt>${name}</dt><dd>${amount}</dd></div>`)}</dl>`;
}

/** The warnings of a decision or an invoice, each text once. */
export function warningList(warnings: readonly VatWarning[], invoice?: Invoice): TemplateResult | typeof nothing {
  if (warnings.length === 0) return nothing;
  return html`<ul class="warnings" aria-label=${texts.words.warnings}>${warningTexts(warnings, invoice).map((text) => html`<li>${text}</li>`)}</ul>`;
}
