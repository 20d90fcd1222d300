import { html, nothing, type TemplateResult } from "lit-html";
import { givenIn } from "../../page-data.ts";
import {
  INVOICE_FILTERS,
  type InvoiceFilter,
  type InvoiceList,
  type InvoiceOrder,
  type InvoiceRow,
  type InvoiceSum,
  type OpenSums,
} from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { csvChoice, csvLink } from "../lists/csv-link.ts";
import { pageHeading } from "../lists/page-heading.ts";
import { paging } from "../lists/paging.ts";
import type { Page, PageContext } from "../page.ts";
import { amountText, countryText, countText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { faultSentence } from "../texts/refusal-texts.ts";
import type { ChosenInvoices } from "./chosen-invoices.ts";
import { stateBadges } from "./state-badges.ts";

/** The list of invoices. The filter is a plain form, and each order a link, so that each list has its own URL. */
export const invoiceList: Page = {
  title: texts.list.title,
  async open(context) {
    const list = new OpenList(context);
    await list.read();
  },
};

class OpenList {
  readonly #context: PageContext;
  readonly #asked: URLSearchParams;
  #sums: OpenSums | undefined;
  #list: InvoiceList | undefined;
  #failure: unknown;
  /** The ids of the rows that are chosen. */
  #chosen: ReadonlySet<string> = new Set();
  /** Loaded when the first row is chosen. */
  #work: ChosenInvoices | undefined;

  constructor(context: PageContext) {
    this.#context = context;
    this.#asked = givenIn(context.query);
  }

  /** Reads the list, again after some of its invoices have changed. */
  async read(): Promise<void> {
    const { calls } = this.#context;
    const sums = calls.openSums();
    [this.#list, this.#failure] = await calls.list(this.#asked).then(
      (list) => [list, undefined],
      (error) => [undefined, error],
    );
    this.#sums = await sums;
    this.#chosen = new Set();
    this.#show();
  }

  #show(): void {
    const context = this.#context;
    const list = this.#list;
    const found =
      list === undefined
        ? html`<p role="alert" class="problem">${failureText(this.#failure)}</p>`
        : foundInvoices(context, this.#asked, list, this.#rows(list));
    context.show(html`
      ${pageHeading(texts.list.title, context)} ${openSums(context.base, this.#sums!)}
      ${filterForm(context.base, this.#asked, filterFaults(this.#failure))} ${found}
    `);
  }

  #rows({ data }: InvoiceList): TemplateResult {
    const choose = (ids: readonly string[], isChosen: boolean) => void this.#choose(ids, isChosen);
    const chosen = data.filter(({ id }) => this.#chosen.has(id));
    return html`
      ${this.#work?.template(chosen) ?? nothing}
      ${invoiceTable(this.#context, this.#asked, data, { chosen: this.#chosen, choose })}
    `;
  }

  async #choose(ids: readonly string[], isChosen: boolean): Promise<void> {
    const rest = [...this.#chosen].filter((id) => !ids.includes(id));
    this.#chosen = new Set(isChosen ? [...rest, ...ids] : rest);
    this.#show();
    if (this.#work !== undefined) return;
    const { ChosenInvoices } = await import("./chosen-invoices.ts");
    this.#work ??= new ChosenInvoices(
      this.#context,
      () => this.#show(),
      () => this.read(),
    );
    this.#show();
  }
}

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
      ${periodFields(asked, faults)} ${orderField(asked)}
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

function foundInvoices(
  { base, can }: PageContext,
  asked: URLSearchParams,
  list: InvoiceList,
  rows: TemplateResult,
): TemplateResult {
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
    ${list.data.length === 0 ? nothing : rows} ${paging(asked, list)}
  `;
}

/** What saves the whole list as a file. */
export function csvSaving(file: string, asked: URLSearchParams): TemplateResult {
  return html`<div class="saving-csv">${csvChoice()} ${csvLink(file, withoutPage(asked), texts.list.csv)}</div>`;
}

/** The query of the whole list, in any order. */
export function withoutPage(asked: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...asked].filter(([name]) => name !== "page" && name !== "sort"));
}

/** Which rows of a list are chosen, and how they are. */
interface Choosing {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
}

/** A column, and what the list can be sorted by in it. */
interface Column {
  readonly label: string;
  readonly order?: InvoiceOrder;
  readonly isAmount?: boolean;
}

const COLUMNS: readonly Column[] = [
  { label: texts.words.number, order: "number" },
  { label: texts.words.client, order: "client" },
  { label: texts.list.issued, order: "date" },
  { label: texts.list.due, order: "overdue" },
  { label: texts.words.total, order: "amount", isAmount: true },
  { label: texts.list.open, isAmount: true },
  { label: texts.list.status },
];

function invoiceTable(
  context: PageContext,
  asked: URLSearchParams,
  invoices: readonly InvoiceRow[],
  choosing: Choosing,
): TemplateResult {
  const { chosen, choose } = choosing;
  const ids = invoices.map(({ id }) => id);
  const isAll = ids.every((id) => chosen.has(id));
  return html`
    <table class="list invoices rows">
      <caption class="heard">${texts.list.title}</caption>
      <thead>
        <tr>
          <td class="pick">${choiceBox(texts.chosen.all, isAll, (isChosen) => choose(ids, isChosen))}</td>
          ${COLUMNS.map((column) => columnHead(column, asked))}
        </tr>
      </thead>
      <tbody>
        ${invoices.map((invoice) => invoiceRow(context, invoice, choosing))}
      </tbody>
    </table>
  `;
}

function choiceBox(label: string, isChosen: boolean, choose: (isChosen: boolean) => void): TemplateResult {
  const change = ({ currentTarget }: Event) => choose((currentTarget as HTMLInputElement).checked);
  return html`<label><input type="checkbox" autocomplete="off" .checked=${isChosen} @change=${change} /><span class="heard">${label}</span></label>`;
}

/** The order of a list, as its query has it: `-number`, the newest first, if it has none. */
function orderOf(asked: URLSearchParams): { readonly name: string; readonly isDescending: boolean } {
  const sort = asked.get("sort") ?? "-number";
  return { name: sort.replace(/^-/, ""), isDescending: sort.startsWith("-") };
}

/** The head of a column, with a link that sorts by it: names from A on, all else from the greatest on, then the other way. */
function columnHead({ label, order, isAmount = false }: Column, asked: URLSearchParams): TemplateResult {
  const className = isAmount ? "amount" : nothing;
  if (order === undefined) return html`<th scope="col" class=${className}>${label}</th>`;
  const { name, isDescending } = orderOf(asked);
  const isSorted = name === order;
  const query = new URLSearchParams(withoutPage(asked));
  query.set("sort", `${(isSorted ? isDescending : order === "client") ? "" : "-"}${order}`);
  const sorted = isSorted ? (isDescending ? "descending" : "ascending") : nothing;
  return html`<th scope="col" class=${className} aria-sort=${sorted}><a href="?${query}">${label}</a></th>`;
}

/** For screens without the heads of the columns. */
function orderField(asked: URLSearchParams): TemplateResult {
  const { order: words } = texts;
  const sort = asked.get("sort") ?? "";
  const options = COLUMNS.flatMap(({ label, order }) => {
    return order === undefined ? [] : [`-${order}`, order].map((value) => ({ value, label }));
  });
  return html`
    <p class="field order">
      <label for="sort">${words.label}</label>
      <select id="sort" name="sort">
        ${options.map(({ value, label }) => {
          const name = value.startsWith("-") ? words.descending(label) : words.ascending(label);
          const query = value === "-number" ? "" : value;
          return html`<option value=${query} ?selected=${query === sort}>${name}</option>`;
        })}
      </select>
    </p>
  `;
}

function invoiceRow({ base, can }: PageContext, invoice: InvoiceRow, { chosen, choose }: Choosing): TemplateResult {
  const { id, invoiceNumber, issueDate, clientName, clientCountry, currency } = invoice;
  const { total, creditedTotal, amountDue, refundDue } = invoice;
  const { credited, toRefund, issued, due, open } = texts.list;
  const note = (amount: number, text: (amount: string) => string) =>
    amount === 0 ? nothing : html`<small>${text(amountText(amount, currency))}</small>`;
  return html`
    <tr>
      <td class="pick">${choiceBox(texts.chosen.one(invoiceNumber), chosen.has(id), (isChosen) => choose([id], isChosen))}</td>
      <th scope="row"><a href="${base}/invoices/${id}">${invoiceNumber}</a></th>
      <td class="who"><bdi>${clientName}</bdi>${clientCountry && html` <small>${countryText(clientCountry)}</small>`}</td>
      <td class="day" data-name=${issued}>${dayText(issueDate)}</td>
      <td class="day" data-name=${due}>${dueText(invoice)}</td>
      <td class="amount" data-name=${texts.words.total}>${amountText(total, currency)}${note(creditedTotal, credited)}</td>
      <td class="amount" data-name=${open}>${amountText(Math.max(0, amountDue), currency)}${note(refundDue, toRefund)}</td>
      <td class="state">${stateBadges(invoice)} ${can.issue ? remindLink(base, invoice) : nothing}</td>
    </tr>
  `;
}

/** The day on which an invoice is due and, if it is overdue, since how many days. */
export function dueText({ dueDate, daysOverdue }: InvoiceRow): TemplateResult {
  const late =
    daysOverdue === 0 ? nothing : html`<small class="late">${countText(texts.order.daysOverdue, daysOverdue)}</small>`;
  return html`${dueDate === undefined ? "–" : dayText(dueDate)}${late}`;
}

/** To the reminder of an overdue invoice; nothing for others. */
export function remindLink(
  base: string,
  { id, invoiceNumber, isOverdue }: InvoiceRow,
): TemplateResult | typeof nothing {
  if (!isOverdue) return nothing;
  return html`<a class="remind" href="${base}/invoices/${id}?remind">${texts.order.remind}<span class="heard"> ${invoiceNumber}</span></a>`;
}

/** What is open and overdue, each sum with a link to its invoices; nothing if nothing is due. */
export function openSums(base: string, { open, overdue }: OpenSums): TemplateResult | typeof nothing {
  if (open.count === 0) return nothing;
  const sum = (label: string, filter: string, { count, sums }: InvoiceSum) => html`
    <a class="sum" href="${base}/invoices?status=${filter}&sort=-overdue" data-sum=${filter}>
      <span class="label">${label}</span>
      ${sums.map(({ amount, currency }) => html`<strong>${amountText(amount, currency)}</strong>`)}
      <small>${countText(texts.words.invoiceCount, count)}</small>
    </a>
  `;
  return html`
    <nav class="open-sums" aria-label=${texts.start.due}>
      ${sum(texts.start.open, "open", open)} ${overdue.count === 0 ? nothing : sum(texts.start.overdue, "overdue", overdue)}
    </nav>
  `;
}
