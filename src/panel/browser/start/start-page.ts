import { html, nothing, type TemplateResult } from "lit-html";
import type { CurrencySum, FirstOf, OwedInvoice, PanelStart, StartVat } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { type Found, foundCard } from "../lists/found-card.ts";
import { pageHeading } from "../lists/page-heading.ts";
import { Outcome } from "../outcome.ts";
import type { Page, PageContext } from "../page.ts";
import { daysOf, laterPeriod, periodsWith, type ReturnPeriod, returnPeriodText } from "../returns/return-period.ts";
import { amountText, countNumber, countText, dayText, momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { owedSection } from "./owed-section.ts";
import { salesCharts } from "./sales-chart.ts";

const words = texts.start;

/** What the company files its returns by. */
const RHYTHMS = ["quarter", "month"] as const;

type Rhythm = (typeof RHYTHMS)[number];

/** Where people look first: who owes them, what waits to be sent or decided, the VAT of the next return, and what was sold. */
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
  /** What became of the invoice that was marked as done last. */
  readonly #decided = new Outcome(() => this.#show());

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
    const onDone = (invoice: LackingInvoice) => void this.#finish(invoice);
    this.#context.show(html`
      ${pageHeading(words.title, this.#context)}
      <div class="start">
        <div>${owedSection(this.#context, this.#start)} ${salesCharts(this.#vat?.sales ?? [])}</div>
        <div>
          ${this.#vatCard()} ${waiting(this.#context, this.#start, { vat: this.#vat, period: this.#period, onDone })}
        </div>
      </div>
      <p class="heard" role="status">${this.#decided.done}</p>
      <p role="alert" class="problem">${this.#decided.problem}</p>
    `);
  }

  /** Marks an invoice as done. The focus moves on to the next one. */
  async #finish({ id, invoiceNumber }: LackingInvoice): Promise<void> {
    const { calls } = this.#context;
    await this.#decided.run(async () => {
      await calls.markDecided(id);
      this.#start = await calls.start();
      return words.isDone(invoiceNumber);
    });
    const rest = document.querySelector<HTMLElement>(".decisions li button, .decisions h2")!;
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

function sumsText(sums: readonly CurrencySum[], currency: string): string {
  const shown = sums.length === 0 ? [{ currency, amount: 0 }] : sums;
  return shown.map((sum) => amountText(sum.amount, sum.currency)).join(" + ");
}

type LackingInvoice = PanelStart["incomplete"]["data"][number];

/** What the list of what waits needs beside the data of the page. */
interface Deciding {
  readonly vat: StartVat | undefined;
  readonly period: ReturnPeriod;
  readonly onDone: (invoice: LackingInvoice) => void;
}

/** What waits for somebody, each with a link to where it is sent or decided. */
function waiting(
  { base, can }: PageContext,
  { incomplete, drafts, unchecked, unsent, unreminded, today }: PanelStart,
  { vat, period, onDone }: Deciding,
): TemplateResult {
  const owedOn = (query: string) => (invoice: OwedInvoice) => {
    const { id, invoiceNumber, clientName, amountDue, currency } = invoice;
    const facts = [clientName, amountText(amountDue, currency)];
    return { href: `${base}/invoices/${id}${query}`, name: invoiceNumber, facts };
  };
  const groups = [
    group(
      words.unreminded,
      unreminded.data.map(owedOn(can.issue ? "?remind" : "")),
      more(unreminded, `${base}/invoices?status=overdue&sort=-overdue`),
    ),
    group(words.unsent, unsent.data.map(owedOn("")), more(unsent, `${base}/invoices?status=issued`)),
    group(
      words.drafts,
      (drafts?.data ?? []).map(({ id, clientName, supplyDate, total }) => {
        const isDated = /^\d{4}-\d{2}-\d{2}$/.test(supplyDate);
        const facts = [
          ...(total === null ? [] : [amountText(total.amount, total.currency)]),
          ...(isDated ? [supplyDate > today ? words.planned(dayText(supplyDate)) : dayText(supplyDate)] : []),
        ];
        return { href: `${base}/drafts/${id}`, name: clientName || texts.drafts.noClient, facts };
      }),
      drafts === null ? nothing : more(drafts, `${base}/drafts`),
    ),
    group(
      words.incomplete,
      incomplete.data.map((invoice) => {
        const { id, invoiceNumber: name, clientName } = invoice;
        const done = html`<button type="button" class="link" aria-label=${words.doneWith(name)} @click=${() => onDone(invoice)}>${words.done}</button>`;
        return { href: `${base}/invoices/${id}`, name, facts: [clientName], ...(can.issue && { end: done }) };
      }),
      more(incomplete),
    ),
    group(
      words.unchecked,
      (unchecked?.data ?? []).map(({ id, name, vatNumber }) => {
        return { href: `${base}/clients/${id}`, name, facts: [vatNumber] };
      }),
      unchecked === null ? nothing : more(unchecked, `${base}/clients`),
    ),
    group(
      texts.returns.headings.unplaced,
      vat === undefined || vat.unplaced === 0
        ? []
        : [
            {
              href: `${base}/returns?period=${period}`,
              name: returnPeriodText(period),
              facts: [countText(words.amounts, vat.unplaced)],
            },
          ],
    ),
  ].filter((one) => one !== nothing);
  return html`
    <section class="decisions" aria-labelledby="decisions-title">
      <h2 id="decisions-title" tabindex="-1">${words.decisions}</h2>
      ${groups.length === 0 ? html`<p class="empty">${words.nothing}</p>` : groups}
    </section>
  `;
}

/** How many more there are than are shown, with a link to all of them if they have a list. */
function more({ data, total, isAtLeast }: FirstOf<unknown>, href?: string): unknown {
  const rest = total - data.length;
  if (rest === 0) return nothing;
  const text = words.more(`${countNumber(rest)}${isAtLeast ? "+" : ""}`);
  return href === undefined ? text : html`<a href=${href}>${text}</a>`;
}

function group(title: string, entries: readonly Found[], rest?: unknown): TemplateResult | typeof nothing {
  return foundCard(html`<h3>${title}</h3>`, entries, rest);
}
