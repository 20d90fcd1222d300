import { isRefusal } from "faktura/vat";
import { html } from "lit-html";
import { agree, figuresOf, type PanelOrder, shownFigures } from "../figures.ts";
import { CallFailed, problemText } from "./calls.ts";
import { clearFaults, showFaults } from "./fields.ts";
import { orderFields, readOrder } from "./order-form.ts";
import type { Page, PageContext } from "./page.ts";
import { answerCard, answerEssence, answerTo, spokenAnswer, type VatAnswer } from "./vat-answer.ts";

/** Pause in typing after which the result is announced: a screen reader cannot follow each keystroke. */
const SPEECH_DELAY_MS = 600;

/** Shown if an attempt is refused after an earlier one got no response. */
const EARLIER_TRY = "An earlier attempt may have issued it. Check the list of invoices first.";

/** The page on which the user enters and issues an invoice. */
export const newInvoice: Page = {
  title: "New invoice",
  open: (context) => new InvoiceDraft(context).show(),
};

class InvoiceDraft {
  readonly #context: PageContext;
  /** One key for the whole draft: however often it is sent, only one invoice is issued. */
  readonly #key = crypto.randomUUID();
  #lines: readonly number[] = [0];
  #prices: PanelOrder["prices"];
  #answer: VatAnswer;
  #spoken = "";
  #speaking: ReturnType<typeof setTimeout> | undefined;
  #problem = "";
  #isSending = false;
  #hasUnansweredTry = false;

  constructor(context: PageContext) {
    this.#context = context;
    const none = { clientName: "", clientCountry: "", supplyDate: "", items: [] };
    this.#answer = answerTo(context, none);
  }

  show(): void {
    const { profile, show } = this.#context;
    const lines = { keys: this.#lines, add: () => this.#addLine(), remove: (key: number) => this.#removeLine(key) };
    show(html`
      <h1>New invoice</h1>
      <form class="draft" @input=${() => this.#read()} @submit=${(event: Event) => this.#submit(event)}>
        <div class="order">${orderFields(profile, lines, this.#prices)}</div>
        <section class="answer" aria-labelledby="answer-title">
          <h2 id="answer-title">VAT and total</h2>
          ${answerCard(this.#answer, profile.defaultCurrency)}
          <p role="alert" class="problem">${this.#problem}</p>
          <button class="main" aria-disabled=${this.#isSending}>Issue invoice</button>
          <p class="hint">The invoice gets the next number. You can cancel it later, but not change it.</p>
        </section>
        ${answerEssence(this.#answer, profile.defaultCurrency)}
      </form>
      <p class="heard" role="status">${this.#spoken}</p>
    `);
  }

  get #form(): HTMLFormElement {
    return document.querySelector<HTMLFormElement>("form.draft")!;
  }

  #read(): void {
    const { profile } = this.#context;
    if (!this.#hasUnansweredTry) this.#problem = "";
    const order = readOrder(this.#form, this.#lines.length);
    this.#prices = order.prices;
    this.#answer = answerTo(this.#context, order);
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => {
      this.#spoken = spokenAnswer(this.#answer, profile.defaultCurrency);
      this.show();
    }, SPEECH_DELAY_MS);
    this.show();
  }

  #addLine(): void {
    this.#lines = [...this.#lines, Math.max(...this.#lines) + 1];
    this.show();
    this.#form.querySelector<HTMLElement>(".line:last-of-type input")?.focus();
    this.#read();
  }

  #removeLine(key: number): void {
    this.#lines = this.#lines.filter((line) => line !== key);
    this.show();
    this.#form.querySelector<HTMLElement>(".line:last-of-type input")?.focus();
    this.#read();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#isSending) return;
    this.#isSending = true;
    clearFaults(this.#form);
    this.#tell("");
    try {
      await this.#issue();
    } catch (error) {
      this.#isSending = false;
      if (!(error instanceof CallFailed || isRefusal(error))) throw error;
      const said = [problemText(error.message, showFaults(this.#form, error.errors))];
      const isUnanswered = error instanceof CallFailed && error.isUnanswered;
      if (this.#hasUnansweredTry && !isUnanswered) said.push(EARLIER_TRY);
      this.#hasUnansweredTry ||= isUnanswered;
      this.#tell(said.join(" "));
    }
  }

  /** Opens the issued invoice, after checking that it has the figures shown here. */
  async #issue(): Promise<void> {
    const { profile, rates, calls, base } = this.#context;
    const order = readOrder(this.#form, this.#lines.length);
    const shown = shownFigures(figuresOf(profile, order, rates));
    const invoice = await calls.issue(order, shown, this.#key);
    if (agree(shown, invoice)) location.assign(`${base}/invoices/${invoice.id}`);
    else
      this.#tell(
        `${invoice.invoiceNumber} was issued, but its figures differ from those shown here. Check the invoice and report this.`,
      );
  }

  #tell(problem: string): void {
    this.#problem = problem;
    this.show();
  }
}
