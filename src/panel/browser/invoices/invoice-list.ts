import { html, nothing, type TemplateResult } from "lit-html";
import { givenIn } from "../../page-data.ts";
import {
  INVOICE_FILTERS,
  type InvoiceFilter,
  type InvoiceOrder,
  type InvoiceRow,
  type InvoiceSum,
  type OpenSums,
} from "../../wire.ts";
import { listPage, type OpenedList, periodFields, withoutPage, wordsField } from "../lists/list-page.ts";
import type { Column } from "../lists/table.ts";
import type { PageContext } from "../page.ts";
import { amountText, countryText, countText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import type { ChosenInvoices } from "./chosen-invoices.ts";
import { stateBadges } from "./state-badges.ts";

/** The list of invoices. Each order is a link, so that it has its own URL. */
export const invoiceList = listPage<InvoiceRow>(texts.list.title, (context, opened) => {
  const { base, calls, can } = context;
  const { list } = texts;
  const asked = givenIn(context.query);
  const chosen = new ChosenRows(context, opened);
  let sums: OpenSums | undefined;
  const columns = columnsIn(context);
  const start = html`${list.none} ${can.issue ? html`<a href="${base}/new">${list.writeOne}</a>` : nothing}`;
  return {
    load: async (query) => {
      const reading = calls.openSums();
      const found = await calls.list(query).finally(async () => {
        sums = await reading;
      });
      chosen.begin(found.data);
      return found;
    },
    above: () => (sums === undefined ? nothing : openSums(base, sums)),
    filter: {
      label: list.filter,
      fields: (query, faults) => {
        const words = query.get("search") ?? query.get("client");
        const label = html`${list.search} <small>${list.searchHint}</small>`;
        return html`
          ${wordsField("search", label, words, true)} ${stateField(query)} ${periodFields(query, faults)} ${orderField(query, columns)}
        `;
      },
      all: `${base}/invoices`,
    },
    count: texts.words.invoiceCount,
    file: `${base}/calls/invoices.csv`,
    empty: (isFiltered) => html`<p class="empty">${isFiltered ? list.noneMatches : start}</p>`,
    name: "list invoices rows",
    caption: list.title,
    // Anew each time, because the boxes show what is chosen.
    get columns() {
      return [chosen.column(), ...columns.map((column) => sortable(column, asked))];
    },
    aboveTable: () => chosen.work(),
  };
});

/** Which rows of the list are chosen, and what is done with them. */
class ChosenRows {
  readonly #context: PageContext;
  readonly #opened: OpenedList<InvoiceRow>;
  #rows: readonly InvoiceRow[] = [];
  #ids: ReadonlySet<string> = new Set();
  /** Loaded when the first row is chosen. */
  #work: ChosenInvoices | undefined;

  constructor(context: PageContext, opened: OpenedList<InvoiceRow>) {
    this.#context = context;
    this.#opened = opened;
  }

  /** None of these rows is chosen. */
  begin(rows: readonly InvoiceRow[]): void {
    [this.#rows, this.#ids] = [rows, new Set()];
  }

  work(): unknown {
    return this.#work?.template(this.#rows.filter(({ id }) => this.#ids.has(id))) ?? nothing;
  }

  /** The boxes that choose rows, below the one that chooses all. */
  column(): Column<InvoiceRow> {
    const ids = this.#rows.map(({ id }) => id);
    const { all, one } = texts.chosen;
    return {
      head: "",
      kind: "pick",
      above: this.#box(all, ids),
      cell: ({ id, invoiceNumber }) => this.#box(one(invoiceNumber), [id]),
    };
  }

  #box(label: string, ids: readonly string[]): TemplateResult {
    const change = ({ currentTarget }: Event) => this.#choose(ids, (currentTarget as HTMLInputElement).checked);
    const isChosen = ids.every((id) => this.#ids.has(id));
    return html`<label><input type="checkbox" autocomplete="off" .checked=${isChosen} @change=${change} /><span class="heard">${label}</span></label>`;
  }

  async #choose(ids: readonly string[], isChosen: boolean): Promise<void> {
    const rest = [...this.#ids].filter((id) => !ids.includes(id));
    this.#ids = new Set(isChosen ? [...rest, ...ids] : rest);
    this.#opened.show();
    if (this.#work !== undefined) return;
    const { ChosenInvoices } = await import("./chosen-invoices.ts");
    this.#work ??= new ChosenInvoices(
      this.#context,
      () => this.#opened.show(),
      () => this.#opened.read(),
    );
    this.#opened.show();
  }
}

function stateField(asked: URLSearchParams): TemplateResult {
  return html`
    <p class="field">
      <label for="status">${texts.list.status}</label>
      <select id="status" name="status">
        <option value="">${texts.list.all}</option>
        ${INVOICE_FILTERS.map((filter) => {
          return html`<option value=${filter} ?selected=${asked.get("status") === filter}>${filterText(filter)}</option>`;
        })}
      </select>
    </p>
  `;
}

/** The word that the rows have too. For what is due, it is that of the start page. */
function filterText(filter: InvoiceFilter): string {
  const { states, overdue } = texts.words;
  return filter === "open" ? texts.start.open : filter === "overdue" ? overdue : states[filter];
}

/** A column, and what the list can be sorted by in it. */
interface OrderedColumn extends Column<InvoiceRow> {
  readonly order?: InvoiceOrder;
}

function columnsIn({ base, can }: Pick<PageContext, "base" | "can">): OrderedColumn[] {
  const { credited, toRefund, issued, due, open, status } = texts.list;
  const note = (amount: number, currency: string, text: (amount: string) => string) =>
    amount === 0 ? nothing : html`<small>${text(amountText(amount, currency))}</small>`;
  return [
    {
      head: texts.words.number,
      order: "number",
      isSubject: true,
      cell: ({ id, invoiceNumber }) => html`<a href="${base}/invoices/${id}">${invoiceNumber}</a>`,
    },
    {
      head: texts.words.client,
      order: "client",
      kind: "who",
      cell: ({ clientName, clientCountry }) =>
        html`<bdi>${clientName}</bdi>${clientCountry && html` <small>${countryText(clientCountry)}</small>`}`,
    },
    { head: issued, order: "date", kind: "day", cell: ({ issueDate }) => dayText(issueDate) },
    { head: due, order: "overdue", kind: "day", cell: dueText },
    {
      head: texts.words.total,
      order: "amount",
      kind: "amount",
      cell: ({ total, currency, creditedTotal }) =>
        html`${amountText(total, currency)}${note(creditedTotal, currency, credited)}`,
    },
    {
      head: open,
      kind: "amount",
      cell: ({ amountDue, currency, refundDue }) =>
        html`${amountText(Math.max(0, amountDue), currency)}${note(refundDue, currency, toRefund)}`,
    },
    {
      head: status,
      kind: "state",
      cell: (invoice) => html`${stateBadges(invoice)} ${can.issue ? remindLink(base, invoice) : nothing}`,
    },
  ];
}

/** The order of a list, as its query has it: `-number`, the newest first, if it has none. */
function orderOf(asked: URLSearchParams): { readonly name: string; readonly isDescending: boolean } {
  const sort = asked.get("sort") ?? "-number";
  return { name: sort.replace(/^-/, ""), isDescending: sort.startsWith("-") };
}

/** The column with a link that sorts by it: names from A on, all else from the greatest on, then the other way. */
function sortable({ order, ...column }: OrderedColumn, asked: URLSearchParams): Column<InvoiceRow> {
  if (order === undefined) return column;
  const { name, isDescending } = orderOf(asked);
  const isSorted = name === order;
  const query = new URLSearchParams(withoutPage(asked));
  query.set("sort", `${(isSorted ? isDescending : order === "client") ? "" : "-"}${order}`);
  const sorted = isSorted ? (isDescending ? "descending" : "ascending") : undefined;
  return { ...column, above: html`<a href="?${query}">${column.head}</a>`, sorted };
}

/** For screens without the heads of the columns. */
function orderField(asked: URLSearchParams, columns: readonly OrderedColumn[]): TemplateResult {
  const { order: words } = texts;
  const sort = asked.get("sort") ?? "";
  const options = columns.flatMap(({ head, order }) => {
    return order === undefined ? [] : [`-${order}`, order].map((value) => ({ value, head }));
  });
  return html`
    <p class="field order">
      <label for="sort">${words.label}</label>
      <select id="sort" name="sort">
        ${options.map(({ value, head }) => {
          const name = value.startsWith("-") ? words.descending(head) : words.ascending(head);
          const query = value === "-number" ? "" : value;
          return html`<option value=${query} ?selected=${query === sort}>${name}</option>`;
        })}
      </select>
    </p>
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
