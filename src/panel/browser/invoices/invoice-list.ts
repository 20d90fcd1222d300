import { html, nothing, type TemplateResult } from "lit-html";
import {
  INVOICE_FILTERS,
  type InvoiceFilter,
  type InvoiceList,
  type InvoiceRow,
  type InvoiceSum,
  type OpenSums,
} from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { csvChoice, csvLink } from "../csv-link.ts";
import { amountText, countNumber, countryText, countText, dayText } from "../format.ts";
import { texts } from "../language.ts";
import type { Page, PageContext } from "../page.ts";
import { pageHeading } from "../page-heading.ts";
import { paging } from "../paging.ts";
import { faultSentence } from "../refusal-texts.ts";
import { tableHead } from "../table-head.ts";
import { stateBadges } from "./state-badges.ts";

/** The list of invoices. The filter is a plain form, so that each filtered list has its own URL. */
export const invoiceList: Page = {
  title: texts.list.title,
  async open(context) {
    const { calls, query, show } = context;
    const asked = givenOf(query);
    let faults: FilterFaults = {};
    const sums = calls.openSums();
    const found = await calls.list(asked).then(
      (list) => foundInvoices(context, asked, list),
      (error) => {
        faults = filterFaults(error);
        return html`<p role="alert" class="problem">${failureText(error)}</p>`;
      },
    );
    const openAmounts = openSums(context.base, await sums);
    show(
      html`${pageHeading(texts.list.title, context)} ${openAmounts} ${filterForm(context.base, asked, faults)} ${found}`,
    );
  },
};

/** What is wrong with the fields of a filter, by their names. */
export type FilterFaults = Readonly<Record<string, string>>;

/** The faults for which a list was refused. */
export function filterFaults(error: unknown): FilterFaults {
  if (!(error instanceof CallFailed)) return {};
  const { code = "", errors } = error;
  return Object.fromEntries(
    errors.flatMap((one) => ("parameter" in one ? [[one.parameter, faultSentence(one, code, false)]] : [])),
  );
}

/** The parts of a query that are not empty. */
export function givenOf(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, value]) => value.trim() !== ""));
}

function filterForm(base: string, asked: URLSearchParams, faults: FilterFaults): TemplateResult {
  const { list } = texts;
  const isFiltered = withoutPage(asked).size > 0;
  return html`
    <form class="filter" role="search" aria-label=${list.filter}>
      <p class="field search">
        <label for="search">${list.search} <small>${list.searchHint}</small></label>
        <input id="search" name="search" type="search" maxlength="200" autocomplete="off" dir="auto"
          value=${asked.get("search") ?? asked.get("client") ?? nothing} />
      </p>
      <p class="field">
        <label for="status">${list.status}</label>
        <select id="status" name="status">
          <option value="">${list.all}</option>
          ${INVOICE_FILTERS.map((filter) => {
            return html`<option value=${filter} ?selected=${asked.get("status") === filter}>${filterText(filter)}</option>`;
          })}
        </select>
      </p>
      ${periodFields(asked, faults)}
      <p class="choices">
        <button>${list.show}</button>
        ${isFiltered ? html`<a href="${base}/invoices">${list.clear}</a>` : nothing}
      </p>
    </form>
  `;
}

/** The word that the rows have too. For what is due, it is that of the start page. */
function filterText(filter: InvoiceFilter): string {
  const { states, overdue } = texts.words;
  return filter === "open" ? texts.start.open : filter === "overdue" ? overdue : states[filter];
}

/** The first and the last day of a period, in the form of a filter. */
export function periodFields(asked: URLSearchParams, faults: FilterFaults): TemplateResult[] {
  return (["from", "to"] as const).map((name) => {
    const fault = faults[name];
    return html`
      <p class="field">
        <label for=${name}>${texts.list[name]}</label>
        <input id=${name} name=${name} type="date" value=${asked.get(name) ?? nothing}
          aria-invalid=${fault === undefined ? nothing : "true"}
          aria-describedby=${fault === undefined ? nothing : `${name}-fault`} />
        ${fault === undefined ? nothing : html`<span class="fault" id="${name}-fault">${fault}</span>`}
      </p>
    `;
  });
}

function foundInvoices({ base, can }: PageContext, asked: URLSearchParams, list: InvoiceList): TemplateResult {
  const { none, noneMatches, writeOne, newestRead } = texts.list;
  const isFiltered = withoutPage(asked).size > 0;
  const count = countText(texts.words.invoiceCount, list.total, list.extent === "page");
  const status = html`<p role="status">${count} ${list.extent === "newest" ? newestRead : nothing}</p>`;
  if (list.total === 0) {
    const start = html`${none} ${can.issue ? html`<a href="${base}/new">${writeOne}</a>` : nothing}`;
    return html`${status} <p class="empty">${isFiltered ? noneMatches : start}</p>`;
  }
  return html`
    <div class="found">
      ${status} ${csvSaving(`${base}/calls/invoices.csv`, asked)}
    </div>
    ${list.data.length === 0 ? nothing : invoiceTable(base, list.data)} ${paging(asked, list)}
  `;
}

/** What saves the whole list as a file. */
export function csvSaving(file: string, asked: URLSearchParams): TemplateResult {
  return html`<div class="saving-csv">${csvChoice()} ${csvLink(file, withoutPage(asked), texts.list.csv)}</div>`;
}

/** The query of the whole list. */
export function withoutPage(asked: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...asked].filter(([name]) => name !== "page"));
}

function invoiceTable(base: string, invoices: readonly InvoiceRow[]): TemplateResult {
  const { list, words } = texts;
  const amounts = [{ amount: words.total }, { amount: list.open }];
  return html`
    <table class="list invoices">
      <caption class="heard">${list.caption}</caption>
      ${tableHead([words.number, words.client, list.issued, list.due, ...amounts, list.status])}
      <tbody>
        ${invoices.map((invoice) => invoiceRow(base, invoice))}
      </tbody>
    </table>
  `;
}

function invoiceRow(base: string, invoice: InvoiceRow): TemplateResult {
  const { id, invoiceNumber, issueDate, dueDate, clientName, clientCountry, currency } = invoice;
  const { total, creditedTotal, amountDue, refundDue } = invoice;
  const { credited, toRefund, issued, due, open } = texts.list;
  const note = (amount: number, text: (amount: string) => string) =>
    amount === 0 ? nothing : html`<small>${text(amountText(amount, currency))}</small>`;
  return html`
    <tr>
      <th scope="row"><a href="${base}/invoices/${id}">${invoiceNumber}</a></th>
      <td class="who"><bdi>${clientName}</bdi>${clientCountry && html` <small>${countryText(clientCountry)}</small>`}</td>
      <td class="day" data-name=${issued}>${dayText(issueDate)}</td>
      <td class="day" data-name=${due}>${dueDate === undefined ? "–" : dayText(dueDate)}</td>
      <td class="amount" data-name=${texts.words.total}>${amountText(total, currency)}${note(creditedTotal, credited)}</td>
      <td class="amount" data-name=${open}>${amountText(Math.max(0, amountDue), currency)}${note(refundDue, toRefund)}</td>
      <td class="state">${stateBadges(invoice)}</td>
    </tr>
  `;
}

/** What is open and overdue, each sum with a link to its invoices; nothing if nothing is due. */
function openSums(base: string, { open, overdue }: OpenSums): TemplateResult | typeof nothing {
  if (open.count === 0) return nothing;
  const sum = (label: string, filter: string, { count, isWhole, sums }: InvoiceSum) => html`
    <a class="sum" href="${base}/invoices?status=${filter}" data-sum=${filter}>
      <span class="label">${label}</span>
      ${sums.map(({ amount, currency }) => html`<strong>${amountText(amount, currency)}</strong>`)}
      <small>${isWhole ? countText(texts.words.invoiceCount, count) : texts.start.newest(countNumber(count))}</small>
    </a>
  `;
  return html`
    <nav class="open-sums" aria-label=${texts.start.due}>
      ${sum(texts.start.open, "open", open)} ${overdue.count === 0 ? nothing : sum(texts.start.overdue, "overdue", overdue)}
    </nav>
  `;
}
