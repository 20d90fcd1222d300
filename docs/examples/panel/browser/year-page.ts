import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { CurrencyYear, YearSum } from "../wire.ts";
import { amountText, creditNoteCountText, invoiceCountText, monthText, todayIn } from "./format.ts";
import type { Page } from "./page.ts";
import { TREATMENT_WORDS } from "./words.ts";

/** The page of one year: net and VAT, by month and by treatment. */
export const yearPage: Page = {
  title: "Year",
  async open({ base, profile, calls, query, show }) {
    const thisYear = Number(todayIn(profile.timeZone).slice(0, 4));
    const asked = query.get("year") ?? "";
    const year = /^[1-9]\d{3}$/.test(asked) ? Number(asked) : thisYear;
    const currencies = await calls.year(year);
    show(html`
      <h1>${year}</h1>
      <nav class="paging" aria-label="Years">
        <a rel="prev" href="${base}/year?year=${year - 1}">${year - 1}</a>
        ${year < thisYear ? html`<a rel="next" href="${base}/year?year=${year + 1}">${year + 1}</a>` : nothing}
      </nav>
      <p>By issue date, less credit notes. Cancelled invoices do not count unless they were credited.</p>
      ${currencies.length === 0 ? html`<p>No invoices in ${year}.</p>` : currencies.map(currencySection)}
    `);
  },
};

function currencySection(year: CurrencyYear): TemplateResult {
  const { currency, sum } = year;
  const months = year.months.map((month, place) => ({ name: monthText(place), ...month }));
  const treatments = year.treatments.map((own) => ({ name: TREATMENT_WORDS[own.treatment], ...own }));
  return html`
    <section aria-labelledby="in-${currency}">
      <h2 id="in-${currency}">${currency}: ${invoiceCountText(sum.count)}${sum.creditNotes === 0 ? nothing : `, ${creditNoteCountText(sum.creditNotes)}`}</h2>
      <p class="legend"><span class="net">Net</span> <span class="vat">VAT</span></p>
      ${barTable("Month", months, year)} ${barTable("Treatment", treatments, year)}
    </section>
  `;
}

/** A chart that is a table: each bar has its amounts beside it. The longest bar fills the width. */
function barTable(
  what: string,
  rows: readonly (YearSum & { readonly name: string })[],
  { currency, sum }: CurrencyYear,
): TemplateResult {
  const largest = Math.max(0, ...rows.map(({ net, vat }) => net + vat));
  return html`
    <table class="bars">
      <caption>By ${what.toLowerCase()}</caption>
      <thead>
        <tr>
          <th scope="col">${what}</th>
          <td></td>
          <th scope="col" class="amount">Net</th>
          <th scope="col" class="amount">VAT</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, net, vat }) => html`
            <tr>
              <th scope="row">${name}</th>
              <td class="bar">${bar(net / largest, vat / largest)}</td>
              <td class="amount">${amountText(net, currency)}</td>
              <td class="amount">${amountText(vat, currency)}</td>
            </tr>
          `,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td></td>
          <td class="amount">${amountText(sum.net, currency)}</td>
          <td class="amount">${amountText(sum.vat, currency)}</td>
        </tr>
      </tfoot>
    </table>
  `;
}

/**
 * `net` and `vat` are shares of the full width, at most 1. There is no bar where credit notes exceed the invoices, or
 * where all amounts are 0, which gives NaN.
 */
function bar(net: number, vat: number): TemplateResult {
  const [netWidth, vatWidth] = [net, vat].map((share) => (share > 0 && share <= 1 ? share : 0));
  return html`
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="net" width=${netWidth} height="1" /><rect class="vat" x=${netWidth} width=${vatWidth} height="1" />`}
    </svg>
  `;
}
