import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { CurrencyYear } from "../../wire.ts";
import { stateText } from "../invoices/state-text.ts";
import { table } from "../lists/table.ts";
import type { Page } from "../page.ts";
import { amountText, countText, listText, monthText, todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { thresholdSection } from "./threshold.ts";

/** The page of one year by tax points: net and VAT by month, treatment and state, and the limit of OSS. */
export const yearPage: Page = {
  title: texts.year.title,
  async open({ base, timeZone, calls, query, show }) {
    const thisYear = Number(todayIn(timeZone).slice(0, 4));
    const asked = query.get("year") ?? "";
    const year = /^[1-9]\d{3}$/.test(asked) ? Number(asked) : thisYear;
    const { currencies, threshold } = await calls.year(year);
    show(html`
      <h1>${year}</h1>
      <nav class="paging" aria-label=${texts.year.years}>
        <a rel="prev" href="${base}/year?year=${year - 1}">${year - 1}</a>
        ${year < thisYear ? html`<a rel="next" href="${base}/year?year=${year + 1}">${year + 1}</a>` : nothing}
      </nav>
      <p>${texts.year.basis}</p>
      ${currencies.length === 0 ? html`<p>${texts.year.none(year)}</p>` : currencies.map(currencySection)}
      ${threshold === null ? nothing : thresholdSection(threshold, year)}
    `);
  },
};

function currencySection(year: CurrencyYear): TemplateResult {
  const { currency, sum } = year;
  const { invoiceCount, creditNoteCount } = texts.words;
  const noteCounts = sum.creditNotes === 0 ? [] : [countText(creditNoteCount, sum.creditNotes)];
  const counts = [countText(invoiceCount, sum.count), ...noteCounts];
  const months = year.months.map((month, index) => ({ name: monthText(index), ...month }));
  const treatments = year.treatments.map((own) => ({ name: texts.words.treatments[own.treatment], ...own }));
  const states = year.states.map((own) => ({
    name: own.state === null ? texts.year.noPlace : stateText(own.state),
    ...own,
  }));
  return html`
    <section aria-labelledby="in-${currency}">
      <h2 id="in-${currency}">${texts.year.counts(currency, listText(counts))}</h2>
      <p class="legend"><span class="net">${texts.words.net}</span> <span class="vat">${texts.words.vat}</span></p>
      ${barTable(MONTHS, months, currency, sum)} ${barTable(TREATMENTS, treatments, currency, sum)}
      ${barTable(STATES, states, currency, year.declared)}
    </section>
  `;
}

/** What the rows of a chart are. */
interface BarSubject {
  readonly caption: string;
  readonly subject: string;
}

const MONTHS: BarSubject = { caption: texts.year.byMonth, subject: texts.year.month };
const TREATMENTS: BarSubject = { caption: texts.year.byTreatment, subject: texts.year.treatment };
const STATES: BarSubject = { caption: texts.year.byState, subject: texts.year.state };

/** What a bar is as long as. */
interface Bar {
  readonly net: number;
  readonly vat: number;
}

/** A chart that is a table: each bar has its amounts beside it. The longest bar fills the width. */
function barTable(
  { caption, subject }: BarSubject,
  rows: readonly (Bar & { readonly name: string })[],
  currency: string,
  sum: Bar,
): TemplateResult {
  const largest = Math.max(0, ...rows.map(({ net, vat }) => net + vat));
  const amount = (value: number) => amountText(value, currency);
  return table({
    ...{ name: "bars", caption, isCaptionShown: true, rows },
    columns: [
      { head: subject, cell: ({ name }) => name, sum: texts.year.sum },
      { head: "", kind: "bar", cell: ({ net, vat }) => bar(net / largest, vat / largest) },
      { head: texts.words.net, kind: "amount", cell: ({ net }) => amount(net), sum: amount(sum.net) },
      { head: texts.words.vat, kind: "amount", cell: ({ vat }) => amount(vat), sum: amount(sum.vat) },
    ],
  });
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
