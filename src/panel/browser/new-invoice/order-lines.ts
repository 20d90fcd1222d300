import { invoiceTotals, isRefusal } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { PanelOrder } from "../../shown-figures.ts";
import type { ArticleEntry } from "../../wire.ts";
import { articleDetails } from "../articles/article-fields.ts";
import { COUNTRIES, SUPPLIES } from "../choices.ts";
import { UNSTATED } from "../clients/client-fields.ts";
import { Combobox } from "../combobox.ts";
import { fieldId, fillFields, fold, inputField, selectField, textOf } from "../fields.ts";
import { amountText, quantityText, rateText } from "../format.ts";
import { texts } from "../language.ts";
import { nationalInputs } from "../national-fields.ts";
import { numberField } from "../number-field.ts";
import { type ChosenRates, rateField } from "./rate-field.ts";

const words = texts.newInvoice;

const ORIGINS = [{ value: "", label: texts.fields.none }, ...COUNTRIES];

const LINE_SUPPLIES = [{ value: "", label: words.whatSupplied }, ...SUPPLIES, UNSTATED];

/** What {@link OrderLines} needs of its page. */
export interface LinesPage {
  readonly form: () => HTMLFormElement;
  readonly show: () => void;
  readonly findArticles: (text: string) => Promise<readonly ArticleEntry[]>;
  /** Called with an article and the position of the line that it is picked for. */
  readonly onPick: (article: ArticleEntry, index: number) => void;
  /** Saves a line as an article. */
  readonly onKeep: (index: number) => void;
  /** Called after a line was added or removed. */
  readonly onChange: () => void;
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
  /** What each line can have as its VAT rate, and which one it has. */
  readonly rates: readonly ChosenRates[];
}

/**
 * The lines of an order. Each has its own key, so that removing one keeps the contents of the others. On a small screen, a line
 * that is complete is shown as one row until somebody opens it.
 */
export class OrderLines {
  readonly #page: LinesPage;
  #keys: readonly number[];
  /** The lines that are shown as one row where there is no room. */
  #closed: ReadonlySet<number> = new Set();
  readonly #articles = new Map<number, Combobox<ArticleEntry>>();

  constructor(page: LinesPage, count: number) {
    this.#page = page;
    this.#keys = Array.from({ length: count }, (_, index) => index);
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Closes the lines that are complete. */
  close({ items }: PanelOrder): void {
    this.#closed = new Set(this.#keys.filter((_, index) => items[index] !== undefined && isComplete(items[index])));
  }

  template(view: LinesView): TemplateResult {
    return html`
      <section class="order-lines" aria-label=${words.lines}>
        ${repeat(
          this.#keys,
          (key) => key,
          (key, index) => this.#line(key, index, view),
        )}
        <p class="add"><button type="button" @click=${() => this.#add(view)}>${words.addLine}</button></p>
      </section>
    `;
  }

  #line(key: number, index: number, view: LinesView): TemplateResult {
    const { order, country, typed, currency, articleCurrency, rates } = view;
    const at = (name: string) => `/items/${index}/${name}`;
    const more = fieldId(at("more"));
    const item = order.items[index];
    const amount = item && lineAmount(item, currency);
    const [moreText, removeText] = [words.moreOfLine(index + 1), words.removeLine(index + 1)];
    const isClosed = this.#closed.has(key) && item !== undefined && isComplete(item);
    return html`
      <fieldset class="line" ?data-closed=${isClosed} @unfold=${() => this.#open(key)}>
        <legend>${texts.words.line(index + 1)}</legend>
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
        <span class="line-number" aria-hidden="true">${index + 1}</span>
        ${this.#articlesOf(key).template({
          ...{ pointer: at("description"), label: words.description, listLabel: texts.articles.title, maxLength: 4000 },
          optionOf: ({ fields }) => ({
            name: fields["/description"] ?? "",
            details: articleDetails(fields, articleCurrency),
          }),
        })}
        ${numberField({ pointer: at("quantity"), label: words.quantity, required: true, value: "1", format: (value) => quantityText(value, undefined) })}
        ${inputField({ pointer: at("unit"), label: words.unit, maxLength: 50 })}
        ${numberField({ pointer: at("unitPrice"), label: (order.prices === "gross" ? words.grossPrice : words.netPrice)(currency), required: true, format: (value) => amountText(value, currency) })}
        <p class="sum"><span class="label">${words.amount}</span> <output>${amount ?? "–"}</output></p>
        <div class="vat">
          ${rateField(at("vatRates"), words.vatRate, rates[index]!)}
          ${selectField({ pointer: at("supply"), label: words.supplyType, required: true }, LINE_SUPPLIES)}
        </div>
        <p class="tools">
          <button type="button" class="icon" title=${moreText} aria-label=${moreText} aria-expanded="false"
            aria-controls=${more} @click=${fold}>⋯</button>
          ${
            this.#keys.length === 1
              ? nothing
              : html`<button type="button" class="icon" title=${removeText} aria-label=${removeText} @click=${() => this.#remove(key)}>×</button>`
          }
        </p>
        <div class="more" id=${more} hidden>
          ${numberField({ pointer: at("discount/percent"), label: words.discount, format: rateText })}
          ${inputField({ pointer: at("sku"), label: words.articleNumber, maxLength: 100 })}
          ${inputField({ pointer: at("standardId/id"), label: "GTIN", maxLength: 100 })}
          ${inputField({ pointer: at("buyerSku"), label: words.buyerArticle, maxLength: 100 })}
          ${selectField({ pointer: at("originCountry"), label: words.origin }, ORIGINS)}
          ${country === "HR" ? inputField({ pointer: at("classifications/0/code"), label: words.kpdClass, maxLength: 100 }) : nothing}
          ${nationalInputs({ form: "line", country, at: at("national"), typed })}
          <p class="keep"><button type="button" @click=${() => this.#page.onKeep(index)}>${texts.articles.keepLine}</button></p>
        </div>
      </fieldset>
    `;
  }

  #articlesOf(key: number): Combobox<ArticleEntry> {
    const known = this.#articles.get(key);
    if (known !== undefined) return known;
    const onPick = (article: ArticleEntry) => this.#page.onPick(article, this.#keys.indexOf(key));
    const articles = new Combobox<ArticleEntry>({ find: this.#page.findArticles, onPick, show: this.#page.show });
    this.#articles.set(key, articles);
    return articles;
  }

  #openOf({ currentTarget }: Event, key: number): void {
    const line = (currentTarget as HTMLElement).closest("fieldset")!;
    this.#open(key);
    line.querySelector<HTMLElement>("[role=combobox]")!.focus();
  }

  #open(key: number): void {
    if (!this.#closed.has(key)) return;
    this.#closed = new Set([...this.#closed].filter((closed) => closed !== key));
    this.#page.show();
  }

  #add({ order }: LinesView): void {
    this.close(order);
    this.#keys = [...this.#keys, Math.max(...this.#keys) + 1];
    this.#page.show();
    // Most invoices are of one kind.
    const [last, before] = [this.count - 1, this.count - 2].map((index) => `/items/${index}/supply`);
    fillFields(this.#page.form(), { [last!]: textOf(this.#page.form(), before!) ?? "" });
    this.#showLast();
  }

  #remove(key: number): void {
    this.#keys = this.#keys.filter((each) => each !== key);
    this.#articles.delete(key);
    this.#showLast();
  }

  #showLast(): void {
    this.#open(this.#keys.at(-1)!);
    this.#page.show();
    document.querySelector<HTMLElement>(".line:last-of-type [role=combobox]")!.focus();
    this.#page.onChange();
  }
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
