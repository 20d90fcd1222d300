import { html, nothing, type TemplateResult } from "lit-html";
import type { CurrencySum, InvoiceSum, PanelStart, StartVat } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { amountText, countNumber, countText, dayText, momentText, monthOfYearText } from "../format.ts";
import { texts } from "../language.ts";
import type { Page, PageContext } from "../page.ts";
import { pageHeading } from "../page-heading.ts";
import { daysOf, laterPeriod, periodsWith, type ReturnPeriod, returnPeriodText } from "../returns/return-period.ts";

const words = texts.start;

/** What the company files its returns by. */
const RHYTHMS = ["quarter", "month"] as const;

type Rhythm = (typeof RHYTHMS)[number];

/** Where people look first: what is owed, what was sold, the VAT of the next return, and what waits for a decision. */
export const startPage: Page = {
  title: words.title,
  async open(context) {
    const start = await context.calls.start();
    new OpenStart(context, start).open();
  },
};

class OpenStart {
  readonly #context: PageContext;
  #start: PanelStart;
  #rhythm: Rhythm;
  #vat: StartVat | undefined;
  #problem = "";
  #spoken = "";
  #undecided = "";

  constructor(context: PageContext, start: PanelStart) {
    this.#context = context;
    this.#start = start;
    this.#rhythm = localStorage.getItem(this.#key) === "month" ? "month" : "quarter";
  }

  get #key(): string {
    return `returns of ${this.#context.base}`;
  }

  get #period(): ReturnPeriod {
    return nextReturn(this.#start.today, this.#rhythm);
  }

  /** OSS returns are by quarter, also for companies that file others by month. */
  get #quarter(): ReturnPeriod {
    return nextReturn(this.#start.today, "quarter");
  }

  open(): void {
    this.#show();
    void this.#read(false);
  }

  /** The figures of a large company take a moment, so the page does not wait for them. */
  async #read(again: boolean): Promise<void> {
    const period = this.#period;
    [this.#vat, this.#problem] = [undefined, ""];
    this.#show();
    try {
      const { from: ossFrom, to: ossTo } = daysOf(this.#quarter);
      const days = { ...daysOf(period), ossFrom, ossTo };
      const vat = await this.#context.calls.startVat(new URLSearchParams({ ...days, ...(again && { again: "" }) }));
      if (period === this.#period) this.#vat = vat;
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.#show();
  }

  #show(): void {
    const { base } = this.#context;
    const { open, overdue, issued, today } = this.#start;
    const month = today.slice(0, 7);
    this.#context.show(html`
      ${pageHeading(words.title, this.#context)}
      <div class="figures">
        ${sumCard(words.open, open, `${base}/invoices?status=open`)}
        ${sumCard(words.overdue, overdue, `${base}/invoices?status=overdue`, "late")}
        ${sumCard(words.issued(monthOfYearText(month)), issued, `${base}/invoices?from=${month}-01`, "", words.net)}
        ${this.#vatCard()}
      </div>
      ${decisions(this.#context, this.#start, { vat: this.#vat, period: this.#period, onDone: (invoice) => void this.#finish(invoice) })}
      <p class="heard" role="status">${this.#spoken}</p>
      <p role="alert" class="problem">${this.#undecided}</p>
    `);
  }

  /** Marks an invoice as done. The focus moves on to the next one. */
  async #finish({ id, invoiceNumber }: LackingInvoice): Promise<void> {
    [this.#spoken, this.#undecided] = ["", ""];
    try {
      await this.#context.calls.markDecided(id);
      this.#start = await this.#context.calls.start();
      this.#spoken = words.isDone(invoiceNumber);
    } catch (error) {
      this.#undecided = failureText(error);
    }
    this.#show();
    const rest = document.querySelector<HTMLElement>(".decisions .lacking button, .decisions h2")!;
    rest.focus();
  }

  #vatCard(): TemplateResult {
    const { base } = this.#context;
    const period = this.#period;
    const isOver = daysOf(period).to < this.#start.today;
    const choose = ({ currentTarget }: Event) => {
      this.#rhythm = (currentTarget as HTMLSelectElement).value as Rhythm;
      localStorage.setItem(this.#key, this.#rhythm);
      void this.#read(false);
    };
    return html`
      <section class="figure" aria-labelledby="vat-title">
        <h2 id="vat-title"><a href="${base}/returns?period=${period}">${words.vat(returnPeriodText(period))}</a></h2>
        <div role="status">${this.#vatText()}</div>
        <p class="problem">${this.#problem}</p>
        <p class="hint">${isOver ? words.toFile : words.soFar(dayText(daysOf(period).to))}</p>
        <p class="rhythm">
          <label class="heard" for="rhythm">${words.rhythm}</label>
          <select id="rhythm" autocomplete="off" @change=${choose}>
            ${RHYTHMS.map((one) => {
              return html`<option value=${one} ?selected=${one === this.#rhythm}>${words.rhythms[one]}</option>`;
            })}
          </select>
          ${
            this.#vat === undefined
              ? nothing
              : html`<button type="button" class="link" @click=${() => this.#read(true)}>${words.again}</button>`
          }
        </p>
      </section>
    `;
  }

  #vatText(): TemplateResult | string {
    const { profile } = this.#context;
    if (this.#vat === undefined) return this.#problem === "" ? texts.frame.loading : "";
    const { domestic, oss, computedAt } = this.#vat;
    return html`
      <p class="sum">${sumsText(domestic, profile.defaultCurrency)}</p>
      ${oss.length === 0 ? nothing : html`<p>${this.#ossText(oss)}</p>`}
      <p class="hint">${words.computed(momentText(computedAt))}</p>
    `;
  }

  #ossText(oss: readonly CurrencySum[]): unknown {
    const quarter = this.#quarter;
    const name = words.ossReturn(returnPeriodText(quarter));
    const link = html`<a href="${this.#context.base}/returns?period=${quarter}">${name}</a>`;
    return words.oss(link, sumsText(oss, "EUR"), dayText(ossDueDay(quarter)));
  }
}

/** The OSS return is due at the end of the month after its quarter. */
function ossDueDay(quarter: ReturnPeriod): string {
  return daysOf(daysOf(laterPeriod(quarter, 1)).from.slice(0, 7)).to;
}

/** The period of the return that is filed next: in the weeks after a period its own, and then that of the period that runs. */
function nextReturn(today: string, rhythm: Rhythm): ReturnPeriod {
  const running = periodsWith(today)[rhythm];
  const [month, day] = [Number(today.slice(5, 7)), Number(today.slice(8))];
  const isFiling = rhythm === "quarter" ? month % 3 === 1 : day <= 20;
  return isFiling ? laterPeriod(running, -1) : running;
}

function sumCard(
  title: string,
  { count, isWhole, sums }: InvoiceSum,
  href: string,
  tone = "",
  unit = "",
): TemplateResult {
  const invoices = countText(texts.words.invoiceCount, count);
  return html`
    <section class="figure" data-tone=${count === 0 ? "" : tone}>
      <h2><a href=${href}>${title}</a></h2>
      ${count === 0 ? html`<p class="sum">–</p>` : sums.map((sum) => html`<p class="sum">${sumsText([sum], "")}</p>`)}
      <p class="hint">${isWhole ? invoices : words.newest(countNumber(count))}${unit === "" || count === 0 ? "" : `, ${unit}`}</p>
    </section>
  `;
}

function sumsText(sums: readonly CurrencySum[], currency: string): string {
  const shown = sums.length === 0 ? [{ currency, amount: 0 }] : sums;
  return shown.map((sum) => amountText(sum.amount, sum.currency)).join(" + ");
}

type LackingInvoice = PanelStart["incomplete"]["data"][number];

/** What the decisions need beside the data of the page. */
interface Deciding {
  readonly vat: StartVat | undefined;
  readonly period: ReturnPeriod;
  readonly onDone: (invoice: LackingInvoice) => void;
}

/** What waits for somebody, each with a link to where it is decided. */
function decisions(
  { base, can }: PageContext,
  { incomplete, drafts, unchecked, today }: PanelStart,
  { vat, period, onDone }: Deciding,
): TemplateResult {
  const more = ({ data, total }: { readonly data: readonly unknown[]; readonly total: number }) => total - data.length;
  const groups = [
    group(
      words.drafts,
      (drafts?.data ?? []).map(({ id, clientName, supplyDate, total }) => {
        const isDated = /^\d{4}-\d{2}-\d{2}$/.test(supplyDate);
        const facts = [
          ...(total === null ? [] : [amountText(total.amount, total.currency)]),
          ...(isDated ? [supplyDate > today ? words.planned(dayText(supplyDate)) : dayText(supplyDate)] : []),
        ];
        return entry(`${base}/drafts/${id}`, clientName || texts.drafts.noClient, facts.join(" · "));
      }),
      drafts && more(drafts) > 0
        ? html`<a href="${base}/drafts">${words.more(countNumber(more(drafts)))}</a>`
        : nothing,
    ),
    group(
      words.incomplete,
      incomplete.data.map((invoice) => {
        const { id, invoiceNumber, clientName } = invoice;
        return entry(
          `${base}/invoices/${id}`,
          invoiceNumber,
          clientName,
          can.issue ? () => onDone(invoice) : undefined,
        );
      }),
      more(incomplete) > 0 ? words.more(countNumber(more(incomplete))) : nothing,
    ),
    group(
      words.unchecked,
      (unchecked?.data ?? []).map(({ id, name, vatNumber }) => entry(`${base}/clients/${id}`, name, vatNumber)),
      unchecked && more(unchecked) > 0
        ? html`<a href="${base}/clients">${words.more(countNumber(more(unchecked)))}</a>`
        : nothing,
    ),
    group(
      texts.returns.headings.unplaced,
      vat === undefined || vat.unplaced === 0
        ? []
        : [entry(`${base}/returns?period=${period}`, returnPeriodText(period), countText(words.amounts, vat.unplaced))],
      nothing,
    ),
  ].filter((one) => one !== nothing);
  return html`
    <section class="decisions" aria-labelledby="decisions-title">
      <h2 id="decisions-title" tabindex="-1">${words.decisions}</h2>
      ${groups.length === 0 ? html`<p class="empty">${words.nothing}</p>` : groups}
    </section>
  `;
}

function group(title: string, entries: readonly TemplateResult[], rest: unknown): TemplateResult | typeof nothing {
  if (entries.length === 0) return nothing;
  return html`
    <section class="card">
      <h3>${title}</h3>
      <ul>${entries}</ul>
      ${rest === nothing ? nothing : html`<p>${rest}</p>`}
    </section>
  `;
}

function entry(href: string, name: string, facts: string, onDone?: () => void): TemplateResult {
  const done = html`<button type="button" class="link" aria-label=${words.doneWith(name)} @click=${onDone}>${words.done}</button>`;
  return html`
    <li class=${onDone === undefined ? nothing : "lacking"}>
      <a href=${href}><bdi>${name}</bdi></a> <small><bdi>${facts}</bdi></small> ${onDone === undefined ? nothing : done}
    </li>
  `;
}
