import type { Invoice } from "faktura";
import type { VatBreakdownLine, VatWarning } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import { table } from "../lists/table.ts";
import { amountText, countryText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { warningTexts } from "../texts/warning-texts.ts";

/** The taxable amount and the VAT of each category and rate, with its country if the countries differ. */
export function breakdownTable(lines: readonly VatBreakdownLine[], currency: string): TemplateResult {
  const { words, returns } = texts;
  const countriesDiffer = new Set(lines.map(({ rateCountry }) => rateCountry)).size > 1;
  const nameOf = ({ category, rateCountry }: VatBreakdownLine) =>
    words.categories[category] + (countriesDiffer && rateCountry !== null ? `, ${countryText(rateCountry)}` : "");
  const rows = lines.flatMap((line) => {
    const { taxableAmount: net, taxRate: rate, taxAmount: tax, surchargeRate, surchargeAmount = 0 } = line;
    const own = { name: nameOf(line), rate, net, tax };
    if (surchargeRate === undefined) return [own];
    return [own, { name: returns.columns.surchargeAmount, rate: surchargeRate, net, tax: surchargeAmount }];
  });
  return table({
    ...{ name: "breakdown", caption: words.vatBreakdown, isCaptionShown: true, rows },
    columns: [
      { head: words.vat, cell: ({ name }) => name },
      { head: words.rate, cell: ({ rate }) => rateText(rate) },
      { head: words.net, cell: ({ net }) => amountText(net, currency) },
      { head: words.tax, cell: ({ tax }) => amountText(tax, currency) },
    ],
  });
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
