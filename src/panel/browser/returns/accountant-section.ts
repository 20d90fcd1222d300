import { html, nothing, render, type TemplateResult } from "lit-html";
import type { ArchiveCheck } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { csvLink } from "../lists/csv-link.ts";
import type { PageContext } from "../page.ts";
import { countNumber, todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import type { GivenRates } from "./rate-form.ts";
import { daysOf, laterPeriod, periodsWith, type ReturnPeriod, returnPeriodText } from "./return-period.ts";

const words = texts.archive;

/** Checks what the archive of a period lacks, and downloads it at once if that is nothing. */
export function accountantSection(context: PageContext, period: ReturnPeriod, rates: GivenRates): TemplateResult {
  const { calls, timeZone } = context;
  const check = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const result = form.nextElementSibling as HTMLElement;
    const chosen = new FormData(form).get("archived") as ReturnPeriod;
    const query = new URLSearchParams({ ...daysOf(chosen), ...rates.valid });
    render(html`<p>${words.checking}</p>`, result);
    const found = await calls.archiveCheck(query).catch((error: unknown) => failureText(error));
    render(typeof found === "string" ? html`<p class="problem">${found}</p>` : checked(found, query, context), result);
    if (typeof found !== "string" && found.total === 0) result.querySelector("a")!.click();
  };
  return html`
    <section class="card" aria-labelledby="accountant">
      <h2 id="accountant">${words.name}</h2>
      <p class="hint">${words.intro}</p>
      <form class="filter" @submit=${check}>
        <p class="field">
          <label for="archived">${words.period}</label>
          ${periodSelect("archived", period, todayIn(timeZone))}
        </p>
        <p class="choices"><button>${words.check}</button></p>
      </form>
      <div role="status"></div>
    </section>
  `;
}

function checked({ missing, total }: ArchiveCheck, query: URLSearchParams, { calls, can, base }: PageContext) {
  const link = html`<p>${csvLink(calls.archive, query, words.download)}</p>`;
  if (total === 0) return html`<p>${words.ready}</p>${link}`;
  const rest = total - missing.length;
  return html`
    <p>${words.notIncluded(countNumber(total))}</p>
    <ul>
      ${missing.map((each) => html`<li>${each}</li>`)} ${rest === 0 ? nothing : html`<li>${words.more(countNumber(rest))}</li>`}
    </ul>
    ${can.settings ? html`<p><a href="${base}/settings#field-accounts-sales">${words.toAccounts}</a></p>` : nothing} ${link}
  `;
}

/** The last periods of each length, and the chosen one. */
export function periodSelect(name: string, period: ReturnPeriod, today: string): TemplateResult {
  const { returns } = texts;
  const { quarter, month, year } = periodsWith(today);
  const back = (newest: ReturnPeriod, count: number) =>
    Array.from({ length: count }, (_, back) => laterPeriod(newest, -back));
  const groups = [
    { label: returns.quarters, periods: back(quarter, 9) },
    { label: returns.months, periods: back(month, 14) },
    { label: returns.years, periods: back(year, 4) },
  ];
  const isListed = groups.some(({ periods }) => periods.includes(period));
  const option = (one: ReturnPeriod) => {
    return html`<option value=${one} ?selected=${one === period}>${returnPeriodText(one)}</option>`;
  };
  return html`
    <select id=${name} name=${name} autocomplete="off">
      ${isListed ? nothing : option(period)}
      ${groups.map(({ label, periods }) => html`<optgroup label=${label}>${periods.map(option)}</optgroup>`)}
    </select>
  `;
}
