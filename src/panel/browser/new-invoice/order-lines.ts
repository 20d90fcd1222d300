import { invoiceTotals, isRefusal } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { PanelOrder } from "../../shown-figures.ts";
import type { ArticleEntry } from "../../wire.ts";
import { articleDetails } from "../articles/article-fields.ts";
import { UNSTATED } from "../clients/client-fields.ts";
import { COUNTRIES, SUPPLIES } from "../fields/choices.ts";
import { Combobox } from "../fields/combobox.ts";
import { fieldId, fillFields, inputField, selectField, textOf } from "../fields/fields.ts";
import { nationalInputs } from "../fields/national-fields.ts";
import { numberField, refreshNumbers } from "../fields/number-field.ts";
import { afterPress } from "../fields/press.ts";
import { amountText, countNumber, quantityText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { dragLine } from "./line-drag.ts";
import { pastedLines } from "./line-paste.ts";
import { type ChosenRates, rateField } from "./rate-field.ts";

const words = texts.newInvoice;

const ORIGINS = [{ value: "", label: texts.fields.none }, ...COUNTRIES];

const LINE_SUPPLIES = [{ value: "", label: words.whatSupplied }, ...SUPPLIES, UNSTATED];

/** The fields that every line shows, in their order. Enter goes from one to the next. */
const ROW = ["description", "quantity", "unit", "unitPrice"];

/** Windows in which no line is ever shown as one row to open. */
const WIDE = matchMedia("(width >= 64rem)");

/** Part of a line, by the names of its fields: `quantity`, `discount/percent`. */
type LineTexts = Readonly<Record<string, string>>;

/** What {@link OrderLines} needs of its page. */
export interface LinesPage {
  readonly form: () => HTMLFormElement;
  readonly show: () => void;
  readonly findArticles: (text: string) => Promise<readonly ArticleEntry[]>;
  /** Called with an article and the position of the line that it is picked for. */
  readonly onPick: (article: ArticleEntry, index: number) => void;
  /** Saves a line as an article. */
  readonly onKeep: (index: number) => void;
  /** Called after a line was added, moved or removed. */
  readonly onChange: () => void;
  /** Tells screen readers. */
  readonly say: (text: string) => void;
}

/** What the lines show of the order. */
export interface LinesView {
  readonly order: PanelOrder;
  /** The company's. */
  readonly country: string;
  /** The texts of the fields, by their names. */
  readonly typed: () => Readonly<Record<string, string>>;
  readonly currency: string;
  /** The currency of the articles' prices. */
  readonly articleCurrency: string;
  /** What a line can have as its VAT rate, and which one it has. */
  readonly ratesOf: (index: number) => ChosenRates;
  /** What is charged on each line, in percent; `undefined` as long as that is not decided. */
  readonly charged: readonly (number | undefined)[];
}

/**
 * The lines of an order. Each has its own key, so that removing one keeps the contents of the others. What few lines have is
 * only shown of those that somebody opened, and the VAT only of the one that is being typed; the others have hidden fields
 * instead. On a small screen, a line that is complete is shown as one row until somebody opens it.
 */
export class OrderLines {
  readonly #page: LinesPage;
  #keys: readonly number[];
  #nextKey: number;
  /** The lines that are shown as one row where there is no room. */
  #closed: ReadonlySet<number> = new Set();
  /** The line that has the focus, or had it last. */
  #active: number | undefined;
  /** The lines that are shown with what few lines have. */
  readonly #opened = new Set<number>();
  /** The texts of the fields that a line may not show, as of when it last began or ceased to show them. */
  readonly #folded = new Map<number, LineTexts>();
  readonly #articles = new Map<number, Combobox<ArticleEntry>>();
  /** What is wrong with rows that somebody wanted to paste. */
  #faults: readonly string[] = [];
  /** As last shown. */
  #view: LinesView | undefined;

  constructor(page: LinesPage, count: number) {
    this.#page = page;
    this.#keys = Array.from({ length: count }, (_, index) => index);
    this.#nextKey = count;
    if (count === 1) this.#active = 0;
    WIDE.addEventListener("change", () => page.show());
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Closes the lines that are complete. */
  close({ items }: PanelOrder): void {
    this.#closed = new Set(this.#keys.filter((_, index) => items[index] !== undefined && isComplete(items[index])));
  }

  /** Fills fields of the form, also those that the lines do not show. */
  fill(fields: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(fields)) {
      const [, index, own] = /^\/items\/(\d+)\/(.+)$/.exec(name) ?? [];
      const key = this.#keys[Number(index)];
      if (key === undefined || own === undefined || ROW.includes(own) || own === "vatRates") continue;
      this.#folded.set(key, { ...this.#folded.get(key), [own]: text });
    }
    this.#page.show();
    fillFields(this.#page.form(), fields);
    refreshNumbers(this.#page.form());
  }

  template(view: LinesView): TemplateResult {
    this.#view = view;
    return html`
      <section class="order-lines" aria-label=${words.lines}>
        ${repeat(
          this.#keys,
          (key) => key,
          (key, index) => guard(this.#shownOf(key, index, view), () => this.#line(key, index, view)),
        )}
        <p class="add"><button type="button" @click=${() => this.#add(this.count)}>${words.addLine}</button></p>
        <div role="alert">
          ${this.#faults.length === 0 ? nothing : html`<div class="problem">${texts.orderLines.notPasted}<ul>${this.#faults.map((fault) => html`<li>${fault}</li>`)}</ul></div>`}
        </div>
      </section>
    `;
  }

  /** All that a line shows: as long as it is the same, the line is not rendered again. A line with its VAT always is. */
  #shownOf(key: number, index: number, { order, currency, charged }: LinesView): unknown[] {
    if (this.#hasVat(key)) return [Symbol("new")];
    const item = JSON.stringify(order.items[index], (_, value) => (Number.isNaN(value) ? "?" : value));
    const { state } = this.#articlesOf(key);
    const shown = [item, charged[index], currency, order.prices, this.#isDigest(key), this.count === 1];
    return [index, ...shown, state, this.#folded.get(key)];
  }

  /** Whether the line shows its VAT and what it supplies: if that is not stated, too. */
  #hasVat(key: number): boolean {
    return this.#active === key || this.#opened.has(key) || (this.#folded.get(key)?.["supply"] ?? "") === "";
  }

  #isDigest(key: number): boolean {
    return this.#closed.has(key) && !WIDE.matches;
  }

  #line(key: number, index: number, view: LinesView): TemplateResult {
    const { order, currency, articleCurrency, charged } = view;
    const at = (name: string) => `/items/${index}/${name}`;
    const item = order.items[index];
    const amount = item && lineAmount(item, currency);
    const [moreText, removeText] = [words.moreOfLine(index + 1), words.removeLine(index + 1)];
    const isClosed = this.#isDigest(key) && item !== undefined && isComplete(item);
    const isOpen = this.#opened.has(key);
    const discount = item?.discount?.percent ? ` −${rateText(item.discount.percent)}` : "";
    const rate = charged[index] === undefined ? "" : rateText(charged[index]);
    return html`
      <fieldset class="line" id=${fieldId(`/items/${index}`)} aria-label=${texts.words.line(index + 1)} ?data-closed=${isClosed}
        @focusin=${() => afterPress(() => this.#activate(key))} @unfold=${(event: Event) => this.#reveal(event, key)}
        @keydown=${(event: KeyboardEvent) => this.#press(event, key)} @paste=${(event: ClipboardEvent) => this.#paste(event, key)}>
        ${item?.heading === undefined ? nothing : html`<p class="above" dir="auto">${item.heading}</p>`}
        ${
          isClosed
            ? html`
                <button type="button" class="digest" @click=${(event: Event) => this.#openOf(event, key)}>
                  <span>${index + 1}</span>
                  <span><bdi>${item.description}</bdi> <small>${quantityText(item.quantity, item.unit)} × ${amountText(item.unitPrice, currency)}</small></span>
                  <strong>${amount}</strong>
                </button>
              `
            : nothing
        }
        <span class="line-number" aria-hidden="true" title=${texts.orderLines.handle}
          @pointerdown=${(event: PointerEvent) => dragLine(event, (to) => this.#move(key, to))}>${index + 1}</span>
        ${this.#articlesOf(key).template({
          ...{ pointer: at("description"), label: words.description, listLabel: texts.articles.title, maxLength: 4000 },
          rows: item?.description.split("\n").length ?? 1,
          optionOf: ({ fields }) => ({
            name: fields["/description"] ?? "",
            details: articleDetails(fields, articleCurrency),
          }),
        })}
        ${numberField({ pointer: at("quantity"), label: words.quantity, required: true, value: "1", format: (value) => quantityText(value, undefined) })}
        ${inputField({ pointer: at("unit"), label: words.unit, isSet: true, maxLength: 50 })}
        ${numberField({ pointer: at("unitPrice"), label: (order.prices === "gross" ? words.grossPrice : words.netPrice)(currency), required: true, format: (value) => amountText(value, currency) })}
        <p class="sum"><span class="label">${words.amount}</span> <output>${amount ?? "–"}</output> <small>${rate}${discount}</small></p>
        <input type="hidden" name=${at("vatRates")} />
        ${this.#hasVat(key) ? this.#vat(index, view) : nothing}
        <p class="tools">
          <button type="button" class="icon" title=${moreText} aria-label=${moreText} aria-expanded=${isOpen}
            @click=${() => this.#toggle(key)}>⋯</button>
          ${
            this.count === 1
              ? nothing
              : html`<button type="button" class="icon" title=${removeText} aria-label=${removeText} @click=${() => this.#remove(key)}>×</button>`
          }
        </p>
        ${isOpen ? this.#details(key, index, view) : nothing}
        ${this.#hiddenOf(key).map(([name, text]) => html`<input type="hidden" name=${at(name)} .value=${text} />`)}
      </fieldset>
    `;
  }

  #vat(index: number, view: LinesView): TemplateResult {
    const at = (name: string) => `/items/${index}/${name}`;
    return html`
      <div class="vat">
        ${rateField(at("vatRates"), words.vatRate, view.ratesOf(index))}
        ${selectField({ pointer: at("supply"), label: words.supplyType, required: true }, LINE_SUPPLIES)}
      </div>
    `;
  }

  /** What few lines have. */
  #details(key: number, index: number, { country, typed }: LinesView): TemplateResult {
    const at = (name: string) => `/items/${index}/${name}`;
    const { moveUp, moveDown } = texts.orderLines;
    const mover = (label: string, to: number) =>
      to < 0 || to >= this.count
        ? nothing
        : html`<button type="button" @click=${() => this.#move(key, to)}>${label}</button>`;
    return html`
      <div class="more">
        ${inputField({ pointer: at("heading"), label: words.headingAbove, maxLength: 200 })}
        ${numberField({ pointer: at("discount/percent"), label: words.discount, format: rateText })}
        ${inputField({ pointer: at("sku"), label: words.articleNumber, maxLength: 100 })}
        ${inputField({ pointer: at("standardId/id"), label: "GTIN", maxLength: 100 })}
        ${inputField({ pointer: at("buyerSku"), label: words.buyerArticle, maxLength: 100 })}
        ${selectField({ pointer: at("originCountry"), label: words.origin }, ORIGINS)}
        ${country === "HR" ? inputField({ pointer: at("classifications/0/code"), label: words.kpdClass, maxLength: 100 }) : nothing}
        ${nationalInputs({ form: "line", country, at: at("national"), typed })}
        <p class="keep">
          <button type="button" @click=${() => this.#page.onKeep(index)}>${texts.articles.keepLine}</button>
          ${mover(moveUp, index - 1)} ${mover(moveDown, index + 1)}
        </p>
      </div>
    `;
  }

  /** The fields that the line has and does not show. */
  #hiddenOf(key: number): [name: string, text: string][] {
    if (this.#opened.has(key)) return [];
    const texts = Object.entries(this.#folded.get(key) ?? {});
    return texts.filter(([name, text]) => (name === "supply" ? !this.#hasVat(key) : text !== ""));
  }

  #articlesOf(key: number): Combobox<ArticleEntry> {
    const known = this.#articles.get(key);
    if (known !== undefined) return known;
    const onPick = (article: ArticleEntry) => this.#page.onPick(article, this.#keys.indexOf(key));
    const articles = new Combobox<ArticleEntry>({ find: this.#page.findArticles, onPick, show: this.#page.show });
    this.#articles.set(key, articles);
    return articles;
  }

  /** Shows other fields of lines, with what is typed into them. */
  #reshape(keys: readonly (number | undefined)[], change: () => void): void {
    const form = this.#page.form();
    const typed: Record<string, string> = {};
    const indexes = keys.map((key) => this.#keys.indexOf(key ?? -1)).filter((index) => index !== -1);
    for (const index of indexes) {
      const folded: Record<string, string> = {};
      for (const { name, value } of lineAt(index)!.querySelectorAll<HTMLInputElement>("[name]")) {
        const own = name.slice(`/items/${index}/`.length);
        if (ROW.includes(own) || own === "vatRates") continue;
        [folded[own], typed[name]] = [value, value];
      }
      this.#folded.set(this.#keys[index]!, folded);
    }
    change();
    this.#page.show();
    fillFields(form, typed);
    for (const index of indexes) refreshNumbers(lineAt(index)!);
  }

  /** The line shows its VAT, instead of the one that had the focus before. */
  #activate(key: number): void {
    if (this.#active === key || !this.#keys.includes(key)) return;
    this.#reshape([this.#active, key], () => (this.#active = key));
  }

  #toggle(key: number, isOpen = !this.#opened.has(key)): void {
    this.#reshape([key], () => void (isOpen ? this.#opened.add(key) : this.#opened.delete(key)));
    if (isOpen) lineAt(this.#keys.indexOf(key))!.querySelector<HTMLElement>(".more input")!.focus();
  }

  /** Shows what a field of the line, or the line itself, is folded into. */
  #reveal({ target }: Event, key: number): void {
    this.#open(key);
    const { type, name } = target as HTMLInputElement;
    if (type !== "hidden" && target !== lineAt(this.#keys.indexOf(key))) return;
    if (name?.endsWith("/supply")) this.#activate(key);
    else if (!this.#opened.has(key)) this.#toggle(key, true);
  }

  #openOf({ currentTarget }: Event, key: number): void {
    const line = (currentTarget as HTMLElement).closest("fieldset")!;
    this.#open(key);
    line.querySelector("textarea")!.focus();
  }

  #open(key: number): void {
    if (!this.#closed.has(key)) return;
    this.#closed = new Set([...this.#closed].filter((closed) => closed !== key));
    this.#page.show();
  }

  /** Alt and an arrow move the line; Enter goes to the next field, and from the last one to the next line. */
  #press(event: KeyboardEvent, key: number): void {
    const { target, altKey } = event;
    const index = this.#keys.indexOf(key);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (altKey && step !== 0) {
      event.preventDefault();
      this.#move(key, index + step);
      return;
    }
    const place = ROW.findIndex((name) => (target as HTMLInputElement).name === `/items/${index}/${name}`);
    if (event.key !== "Enter" || place < 1 || event.defaultPrevented) return;
    const next = ROW[place + 1];
    const isEmpty = textOf(this.#page.form(), `/items/${index}/description`) === undefined;
    if (next === undefined && isEmpty) return; // the lines are done
    event.preventDefault();
    if (next !== undefined) focusField(index, next);
    else if (index + 1 < this.count) focusField(index + 1);
    else this.#add(this.count);
  }

  #move(key: number, to: number): void {
    const from = this.#keys.indexOf(key);
    if (to === from || to < 0 || to >= this.count) return;
    const focused = document.activeElement as HTMLElement;
    const others = this.#keys.filter((each) => each !== key);
    this.#keys = others.toSpliced(to, 0, key);
    this.#page.show();
    focused.focus(); // an element that is moved loses it
    this.#page.say(texts.orderLines.moved(from + 1, to + 1));
    this.#page.onChange();
  }

  #add(at: number): void {
    this.#insert(at, [{}]);
    focusField(at);
  }

  /** Most invoices are of one kind: the new lines supply what the one before does. */
  #insert(at: number, lines: readonly LineTexts[]): void {
    this.close(this.#view!.order);
    const supply = textOf(this.#page.form(), `/items/${at - 1}/supply`) ?? "";
    const keys = lines.map((_, offset) => this.#nextKey + offset);
    this.#nextKey += lines.length;
    for (const key of keys) this.#folded.set(key, { supply });
    this.#keys = this.#keys.toSpliced(at, 0, ...keys);
    this.fill(fieldsFrom(at, lines));
    this.#page.onChange();
  }

  /** Rows of a spreadsheet become lines, in place of the line if it is empty, and otherwise after it. */
  #paste(event: ClipboardEvent, key: number): void {
    const index = this.#keys.indexOf(key);
    const pasted = pastedLines(event.clipboardData?.getData("text/plain") ?? "", this.#view!.ratesOf(index).choices);
    this.#faults = pasted?.faults ?? [];
    if (pasted === undefined) return;
    event.preventDefault();
    const isFree = ["description", "unitPrice"].every(
      (name) => textOf(this.#page.form(), `/items/${index}/${name}`) === undefined,
    );
    const [first = {}, ...others] = pasted.lines;
    if (pasted.lines.length === 0) {
      this.#page.show();
      return;
    }
    if (isFree) this.fill(fieldsFrom(index, [first]));
    this.#insert(index + 1, isFree ? others : pasted.lines);
    this.#page.say(texts.orderLines.pasted(countNumber(pasted.lines.length)));
  }

  #remove(key: number): void {
    this.#keys = this.#keys.filter((each) => each !== key);
    this.#articles.delete(key);
    this.#open(this.#keys.at(-1)!);
    this.#page.show();
    focusField(this.count - 1);
    this.#page.onChange();
  }
}

/** The fields of lines from a position on, by their names in the form. */
function fieldsFrom(at: number, lines: readonly LineTexts[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line, offset) => {
      return Object.entries(line).map(([name, text]) => [`/items/${at + offset}/${name}`, text]);
    }),
  );
}

function lineAt(index: number): HTMLElement | null {
  return document.getElementById(fieldId(`/items/${index}`));
}

function focusField(index: number, name = "description"): void {
  const field = document.getElementById(fieldId(`/items/${index}/${name}`)) as HTMLInputElement;
  field.focus();
  field.select();
}

function isComplete({ description, quantity, unitPrice }: PanelOrder["items"][number]): boolean {
  return description !== "" && !Number.isNaN(quantity + unitPrice);
}

/** What a line comes to, with or without VAT as its price is; `undefined` while a number is missing or unclear. */
function lineAmount(
  { quantity, unitPrice, discount }: PanelOrder["items"][number],
  currency: string,
): string | undefined {
  if (Number.isNaN(quantity + unitPrice + (discount?.percent ?? 0))) return undefined;
  try {
    // Only the total of a whole invoice must not be negative.
    const line = { quantity: Math.abs(quantity), unitPrice, discount, taxRate: 0, vatCategory: "Z" } as const;
    return amountText(Math.sign(quantity) * invoiceTotals([line], { currency }).subtotal, currency);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}
