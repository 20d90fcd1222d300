import type { OssThreshold } from "faktura";
import { html, nothing, svg, type TemplateResult } from "lit-html";
import { table } from "../lists/table.ts";
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
      ${table({
        ...{ name: "bars", caption: texts.year.limit(amountText(limit, "EUR")), isCaptionShown: true, rows },
        columns: [
          { head: texts.year.title, cell: ({ name }) => name },
          { head: "", kind: "bar", cell: ({ sold }) => limitBar(Math.max(0, sold) / whole, limit / whole) },
          { head: texts.words.net, kind: "amount", cell: ({ sold }) => amountText(sold, "EUR") },
        ],
      })}
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
