import { html, nothing, type TemplateResult } from "lit-html";
import type { InvoiceRow } from "../../wire.ts";
import { failureText } from "../calls.ts";
import type { PageContext } from "../page.ts";
import { amountText, countText, todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.chosen;

/** What is done with several invoices of a list, one after the other. */
interface Work {
  /** What the button says. */
  readonly label: string;
  /** Whether there is something to do for an invoice. */
  readonly concerns: (invoice: InvoiceRow) => boolean;
  readonly question: (count: string) => string;
  /** What it did, in words; throws what the call throws. */
  readonly run: (invoice: InvoiceRow) => Promise<unknown>;
}

/** What happened to an invoice. */
interface Outcome {
  readonly invoice: InvoiceRow;
  readonly text: unknown;
  readonly hasFailed: boolean;
}

/** The buttons for the invoices of a list that are chosen, and what pressing them did. */
export class ChosenInvoices {
  readonly #context: PageContext;
  readonly #show: () => void;
  /** Called when invoices have changed. */
  readonly #changed: () => Promise<void>;
  #asked: Work | undefined;
  #isWorking = false;
  #outcomes: readonly Outcome[] = [];
  /** A key for what each invoice is sent with, so that what is repeated after a lost answer has no effect twice. */
  readonly #keys = new Map<string, string>();

  constructor(context: PageContext, show: () => void, changed: () => Promise<void>) {
    this.#context = context;
    this.#show = show;
    this.#changed = changed;
  }

  template(chosen: readonly InvoiceRow[]): TemplateResult {
    const { calls, can, hasPdf } = this.#context;
    const works = can.issue ? [this.#payment, this.#reminder] : [];
    return html`
      <section class="chosen" aria-label=${words.title}>
        <p role="status">${chosen.length === 0 ? nothing : words.count(countText(texts.words.invoiceCount, chosen.length))}</p>
        ${
          chosen.length === 0 || this.#isWorking
            ? nothing
            : html`
          <p class="choices">
            ${hasPdf ? html`<a class="button" download href=${calls.archiveOf(chosen.map(({ id }) => id))}>${words.download}</a>` : nothing}
            ${works.map((work) => {
              return html`<button type="button" ?disabled=${!chosen.some(work.concerns)} @click=${() => this.#ask(work)}>${work.label}</button>`;
            })}
          </p>
        `
        }
        ${this.#asked === undefined || this.#isWorking ? nothing : this.#question(this.#asked, chosen)}
        <ul class="outcomes" aria-live="polite">${this.#outcomes.map(outcomeLine)}</ul>
      </section>
    `;
  }

  #ask(work: Work): void {
    [this.#asked, this.#outcomes] = [work, []];
    this.#show();
    document.querySelector<HTMLElement>(".chosen .question button")?.focus();
  }

  #question(work: Work, chosen: readonly InvoiceRow[]): TemplateResult {
    const concerned = chosen.filter(work.concerns);
    const cancel = () => {
      this.#asked = undefined;
      this.#show();
    };
    return html`
      <div class="card question" role="group" aria-label=${work.label}>
        <p>${work.question(countText(texts.words.invoiceCount, concerned.length))}</p>
        <p class="choices">
          <button type="button" class="main" @click=${() => this.#run(work, concerned)}>${work.label}</button>
          <button type="button" @click=${cancel}>${words.cancel}</button>
        </p>
      </div>
    `;
  }

  async #run(work: Work, invoices: readonly InvoiceRow[]): Promise<void> {
    this.#isWorking = true;
    for (const invoice of invoices) {
      const outcome = await work.run(invoice).then(
        (text) => ({ invoice, text, hasFailed: false }),
        (error) => ({ invoice, text: failureText(error), hasFailed: true }),
      );
      this.#outcomes = [...this.#outcomes, outcome];
      this.#show();
    }
    [this.#isWorking, this.#asked] = [false, undefined];
    await this.#changed();
  }

  #keyOf(work: string, { id, amountDue }: InvoiceRow): string {
    const name = `${work} ${id} ${amountDue}`;
    const key = this.#keys.get(name) ?? crypto.randomUUID();
    this.#keys.set(name, key);
    return key;
  }

  /** Records what is open as paid today. */
  readonly #payment: Work = {
    label: words.pay,
    concerns: ({ amountDue, state }) => amountDue > 0 && state !== "written-off",
    question: words.payQuestion,
    run: async (invoice) => {
      const { calls, timeZone } = this.#context;
      const { id, amountDue: amount, currency } = invoice;
      await calls.recordPayment(id, { amount, paidOn: todayIn(timeZone) }, this.#keyOf("payment", invoice));
      return words.paid(amountText(amount, currency));
    },
  };

  /** Sends each client the reminder that is next. Without an address, somebody must look at it. */
  readonly #reminder: Work = {
    label: words.remind,
    concerns: ({ isOverdue }) => isOverdue,
    question: words.remindQuestion,
    run: async (invoice) => {
      const { base, calls } = this.#context;
      const { reminder, previous, email } = await calls.reminder(invoice.id);
      if (email === null || email.to === "") {
        return html`<a href="${base}/invoices/${invoice.id}?remind">${words.noAddress}</a>`;
      }
      const { on, level, total } = reminder;
      const { to, subject, text } = email;
      const id = this.#keyOf("reminder", invoice);
      await calls.sendReminder(invoice.id, { id, to, subject, text, files: [], shown: { on, level, total, previous } });
      return words.reminded(to);
    },
  };
}

function outcomeLine({ invoice, text, hasFailed }: Outcome): TemplateResult {
  return html`<li class=${hasFailed ? "problem" : nothing}><strong>${invoice.invoiceNumber}</strong> ${text}</li>`;
}
