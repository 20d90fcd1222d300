import type { UnionTurnover, VatReport } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { givenIn } from "../../page-data.ts";
import { periodOfPage, returnsQuery } from "../../return-period.ts";
import { RETURN_SECTIONS, returnRows } from "../../return-sections.ts";
import type { PanelReturns } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { refreshNumbers } from "../fields/number-field.ts";
import { csvChoice } from "../lists/csv-link.ts";
import type { Page, PageContext } from "../page.ts";
import { amountText, dayText, todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { accountantSection, periodSelect } from "./accountant-section.ts";
import { type GivenRates, givenRates, rateForm } from "./rate-form.ts";
import { daysOf, laterPeriod, type ReturnPeriod, returnPeriodText } from "./return-period.ts";
import { returnTable } from "./return-table.ts";
import { thresholdSection } from "./threshold.ts";

/** What is to be declared for a period: by default the last quarter that is over. */
export const returnsPage: Page = {
  title: texts.returns.title,
  async open(context) {
    const { timeZone, calls, query, show, base } = context;
    const asked = givenIn(query);
    const today = todayIn(timeZone);
    const period = periodOfPage(asked.get("period"), today);
    const rates = givenRates(asked);
    const asOf = asked.get("asOf");
    const request = returnsQuery(period, asOf ?? "", rates.valid);
    const found = await calls.returns(request).then(
      (returns) => foundReturns(returns, { base, period, request, rates, asked }),
      (error) => html`<p role="alert" class="problem">${failureText(error)}</p>`,
    );
    show(html`
      <div class="returns">
        <h1>${texts.returns.heading(returnPeriodText(period))}</h1>
        <p>${texts.returns.basis}</p>
        ${periodForm(period, today, asOf)} ${periodLinks(context, period)} ${found} ${accountantSection(context, period, rates)}
      </div>
    `);
    refreshNumbers(document.body);
  },
};

function periodForm(period: ReturnPeriod, today: string, asOf: string | null): TemplateResult {
  const { returns } = texts;
  return html`
    <form class="filter" aria-label=${returns.choose}>
      <p class="field">
        <label for="period">${returns.period}</label>
        ${periodSelect("period", period, today)}
      </p>
      <p class="field">
        <label for="asOf">${returns.asOf} <small>${texts.fields.optional}</small></label>
        <input id="asOf" name="asOf" type="date" value=${asOf ?? nothing} aria-describedby="asOf-hint" />
      </p>
      <p class="choices"><button>${returns.show}</button></p>
      <p class="hint" id="asOf-hint">${returns.asOfHint}</p>
    </form>
  `;
}

function periodLinks({ base }: PageContext, period: ReturnPeriod): TemplateResult {
  const link = (rel: string, to: ReturnPeriod) => {
    return html`<a rel=${rel} href="${base}/returns?period=${to}">${returnPeriodText(to)}</a>`;
  };
  return html`
    <nav class="paging" aria-label=${texts.returns.periods}>
      ${link("prev", laterPeriod(period, -1))} ${link("next", laterPeriod(period, 1))}
    </nav>
  `;
}

interface ShownReturns {
  readonly base: string;
  readonly period: ReturnPeriod;
  /** What the server was asked for. */
  readonly request: URLSearchParams;
  readonly rates: GivenRates;
  /** The query of the page. */
  readonly asked: URLSearchParams;
}

function foundReturns({ report, sums, threshold }: PanelReturns, shown: ShownReturns): TemplateResult {
  const { base, period, request, rates, asked } = shown;
  const rows = returnRows(report);
  const sections = RETURN_SECTIONS.filter((section) => rows[section].length > 0);
  const year = Number(daysOf(period).to.slice(0, 4));
  return html`
    ${rateForm(neededRates(report, threshold), rates, asked)}
    ${sections.length === 0 ? html`<p class="empty">${texts.returns.none}</p>` : csvChoice()}
    ${sections.map((section) => {
      const file = { path: `${base}/calls/returns/${section}.csv`, query: request };
      return returnTable(section, rows[section], sums[section], file);
    })}
    ${report.unionTurnover === null ? nothing : unionText(report.unionTurnover)}
    ${threshold === null ? nothing : thresholdSection(threshold, year)}
  `;
}

/** How close a small enterprise is to the limit of the Union. */
function unionText({ soFar, limit, exceededOn }: UnionTurnover): TemplateResult {
  const { unionTurnover, unionPassed } = texts.returns;
  const text = unionTurnover(amountText(soFar, "EUR"), amountText(limit, "EUR"));
  return exceededOn === null
    ? html`<p>${text}</p>`
    : html`<p role="alert" class="problem">${text} ${unionPassed(dayText(exceededOn))}</p>`;
}

/** The names of the rates that are missing. */
function neededRates({ oss, unionTurnover }: VatReport, threshold: PanelReturns["threshold"]): string[] {
  return [
    ...[...oss.ratesNeeded, ...(unionTurnover?.ratesNeeded ?? [])].map(
      ({ currency, period }) => `rate.${currency}.${period}`,
    ),
    ...(threshold?.ratesNeeded ?? []).map((currency) => `threshold.${currency}`),
  ];
}
