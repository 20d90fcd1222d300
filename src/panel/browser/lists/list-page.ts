import { html, nothing, type TemplateResult } from "lit-html";
import type { CountText } from "../../../languages/en/panel-texts.ts";
import { givenIn } from "../../page-data.ts";
import type { InvoiceList, ListPage } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import type { Page, PageContext } from "../page.ts";
import { countText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { faultSentence } from "../texts/refusal-texts.ts";
import { csvChoice, csvLink } from "./csv-link.ts";
import { pageHeading } from "./page-heading.ts";
import { type Table, table } from "./table.ts";

/** One page of a list as the server answers it. */
type Found<Entry> = ListPage<Entry> & Partial<Pick<InvoiceList, "extent">>;

/** What is wrong with the fields of a filter, by their names. */
type FilterFaults = Readonly<Record<string, string>>;

/** The form above a list. It is a plain one, so that each filtered list has its own URL. */
interface Filter {
  readonly label: string;
  readonly fields: (asked: URLSearchParams, faults: FilterFaults) => unknown;
  /** The address of the list without a filter. Absent: no link leads there. */
  readonly all?: string;
}

/** A list of one kind of thing: a new list is one such value. */
export interface List<Entry> extends Pick<Table<Entry>, "name" | "caption" | "columns"> {
  readonly load: (asked: URLSearchParams) => Promise<Found<Entry>>;
  /** What is shown if there is nothing, or if nothing matches the filter. */
  readonly empty: (isFiltered: boolean) => unknown;
  /** What is above the filter. */
  readonly above?: () => unknown;
  /** What is between the filter and the table. */
  readonly aboveTable?: () => unknown;
  readonly filter?: Filter;
  /** How many there are, in words. */
  readonly count?: CountText;
  /** Where the list is a file. */
  readonly file?: string;
}

/** The page of a list. `listOf` is called when it is opened. */
export function listPage<Entry>(
  title: string,
  listOf: (context: PageContext, opened: OpenedList<Entry>) => List<Entry>,
): Page {
  return { title, open: (context) => new OpenedList(context, title, listOf).read() };
}

/** A list that somebody has opened. */
export class OpenedList<Entry> {
  readonly #context: PageContext;
  readonly #title: string;
  readonly #asked: URLSearchParams;
  readonly #list: List<Entry>;
  #found: Found<Entry> | undefined;
  #failure: unknown;
  /** Why something in the list was not changed. */
  #problem = "";

  constructor(
    context: PageContext,
    title: string,
    listOf: (context: PageContext, opened: OpenedList<Entry>) => List<Entry>,
  ) {
    this.#context = context;
    this.#title = title;
    this.#asked = givenIn(context.query);
    this.#list = listOf(context, this);
  }

  /** Reads the list, again after something in it has changed. */
  async read(): Promise<void> {
    [this.#found, this.#failure] = await this.#list.load(this.#asked).then(
      (found) => [found, undefined],
      (error) => [undefined, error],
    );
    this.show();
  }

  /** Waits for a change of an entry and reads the list again. The button that was pressed may be gone then. */
  async change(changed: Promise<object>): Promise<void> {
    this.#problem = await changed.then(() => "", failureText);
    await this.read();
    document.querySelector<HTMLElement>("main h1")!.focus();
  }

  show(): void {
    const { above } = this.#list;
    const problem = this.#failure === undefined ? this.#problem : failureText(this.#failure);
    this.#context.show(html`
      ${pageHeading(this.#title, this.#context)} ${above?.() ?? nothing} ${this.#filter()}
      ${problem === "" ? nothing : html`<p role="alert" class="problem">${problem}</p>`}
      ${this.#found === undefined ? nothing : this.#shown(this.#found)}
    `);
  }

  #filter(): TemplateResult | typeof nothing {
    if (this.#list.filter === undefined) return nothing;
    const { label, fields, all } = this.#list.filter;
    const clear = all !== undefined && withoutPage(this.#asked).size > 0;
    return html`
      <form class="filter" role="search" aria-label=${label}>
        ${fields(this.#asked, faultsOf(this.#failure))}
        <p class="choices">
          <button>${texts.list.show}</button>
          ${clear ? html`<a href=${all}>${texts.list.clear}</a>` : nothing}
        </p>
      </form>
    `;
  }

  #shown(found: Found<Entry>): TemplateResult {
    const { count, file, aboveTable, empty, name, caption, columns } = this.#list;
    const { data, total, extent } = found;
    const note = extent === "newest" ? texts.list.newestRead : nothing;
    const status = count && html`<p role="status">${countText(count, total, extent === "page")} ${note}</p>`;
    if (total === 0) return html`${status} ${empty(withoutPage(this.#asked).size > 0)}`;
    return html`
      ${file === undefined ? status : html`<div class="found">${status} ${csvSaving(file, this.#asked)}</div>`}
      ${data.length === 0 ? nothing : html`${aboveTable?.()} ${table({ name, caption, columns, rows: data })}`}
      ${paging(this.#asked, found)}
    `;
  }
}

/** The query of the whole list, in any order. */
export function withoutPage(asked: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...asked].filter(([name]) => name !== "page" && name !== "sort"));
}

/** The faults for which a list was refused. */
function faultsOf(error: unknown): FilterFaults {
  if (!(error instanceof CallFailed)) return {};
  const { code = "", errors } = error;
  return Object.fromEntries(
    errors.flatMap((one) => ("parameter" in one ? [[one.parameter, faultSentence(one, code, false)]] : [])),
  );
}

/** A field for words, in the form of a filter. */
export function wordsField(name: string, label: unknown, value: string | null, isWide = false): TemplateResult {
  return html`
    <p class="field ${isWide ? "search" : ""}">
      <label for=${name}>${label}</label>
      <input id=${name} name=${name} type="search" maxlength="200" autocomplete="off" dir="auto" value=${value ?? nothing} />
    </p>
  `;
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

/** What saves the whole list as a file. */
function csvSaving(file: string, asked: URLSearchParams): TemplateResult {
  return html`<div class="saving-csv">${csvChoice()} ${csvLink(file, withoutPage(asked), texts.list.csv)}</div>`;
}

/** The links to the pages before and after. */
function paging<Entry>(
  asked: URLSearchParams,
  { page, limit, total, data, extent = "whole" }: Found<Entry>,
): TemplateResult | typeof nothing {
  const last = Math.max(1, Math.ceil(total / limit));
  if (last === 1 && page === 1) return nothing;
  const to = (target: number) => {
    const query = new URLSearchParams(asked);
    query.set("page", String(target));
    return `?${query}`;
  };
  const isEmpty = data.length === 0;
  const position = isEmpty ? texts.list.noSuchPage(page) : texts.list.page(page, extent === "whole" ? last : undefined);
  const hasOlder = page < last || (extent === "page" && data.length === limit);
  return html`
    <nav class="paging" aria-label=${texts.list.pages}>
      ${page > 1 ? html`<a rel="prev" href=${to(Math.min(page - 1, last))}>${texts.list.newer}</a>` : nothing}
      <span>${position}</span>
      ${hasOlder ? html`<a rel="next" href=${to(page + 1)}>${texts.list.older}</a>` : nothing}
    </nav>
  `;
}
