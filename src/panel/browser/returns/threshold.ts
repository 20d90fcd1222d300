import type { OssThreshold } from "faktura";
import { html, nothing, svg, type TemplateResult } from "lit-html";
import { amountText, dayText, listText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

/** The limit as a bar: the sales of the year and of the year before, and a line where the limit is. */
export function thresholdSection(threshold: OssThreshold, year: number): TemplateResult {
  const { limit, soFar, previousYear, exceededOn, exceededBy, ratesNeeded } = threshold;
  const whole = Math.max(limit, soFar, previousYear) * 1.1;
  const rows = [
    { name: `${year - 1}`, sold: previousYear },
    { name: `${year}`, sold: soFar },
  ];
  const passed =
    exceededOn === null || exceededBy === null
      ? texts.year.notPassed(year)
      : texts.year.passed(dayText(exceededOn), exceededBy);
  return html`
    <section aria-labelledby="threshold">
      <h2 id="threshold">${texts.year.threshold}</h2>
      <p>
        ${texts.year.thresholdBasis(amountText(limit, "EUR"))} ${passed}
      </p>
      ${ratesNeeded.length === 0 ? nothing : html`<p class="unfinished">${texts.returns.thresholdMissing(listText(ratesNeeded))}</p>`}
      <table class="bars">
        <caption>${texts.year.limit(amountText(limit, "EUR"))}</caption>
        <thead>
          <tr>
            <th scope="col">${texts.year.title}</th>
            <td></td>
            <th scope="col" class="amount">${texts.words.net}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, sold }) => html`
              <tr>
                <th scope="row">${name}</th>
                <td class="bar">${limitBar(Math.max(0, sold) / whole, limit / whole)}</td>
                <td class="amount" data-name=${texts.words.net}>${amountText(sold, "EUR")}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </section>
  `;
}

/** `sold` and `limit` are shares of the full width. */
function limitBar(sold: number, limit: number): TemplateResult {
  return html`
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="net" width=${sold} height="1" /><rect class="limit" x=${limit} width="0.005" height="1" />`}
    </svg>
  `;
}
