import type { CreditOrder, Invoice, Payment } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { repeatedMonths } from "../../repeated-order.ts";
import type { InvoiceView, PreviewedCredit } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { clearFaults, showFault, showFaults, textOf } from "../fields.ts";
import { amountText, todayIn } from "../format.ts";
import { texts } from "../language.ts";
import { refreshNumbers } from "../number-field.ts";
import type { Page, PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { warningList } from "../printed/totals.ts";
import { RepeatDialog } from "../recurring/repeat-dialog.ts";
import {
  type CreditChoices,
  type CreditedBy,
  creditDialog,
  creditFaults,
  creditLinePointer,
  readCredit,
} from "./credit-dialog.ts";
import { creditReview } from "./credit-review.ts";
import { DocumentSending } from "./document-sending.ts";
import { fileList } from "./file-list.ts";
import {
  cancellation,
  creditNoteTable,
  paymentForm,
  paymentTable,
  readPayment,
  refundForm,
  reversalDialog,
  writeOffForm,
} from "./invoice-actions.ts";
import { balanceOf, historyList } from "./invoice-balance.ts";
import { issuedPage } from "./issued-page.ts";
import { PortalNumbers } from "./portal-numbers.ts";

/**
 * The page of one invoice: its printed form, what sends it, payments, credit notes and cancellation. With `?issued`, it says that
 * the invoice was just issued, and only what sends it.
 */
export const invoicePage: Page = {
  title: texts.invoice.title,
  async open(context) {
    const id = context.path.slice("/invoices/".length);
    new OpenInvoice(context, await context.calls.invoice(id)).open();
  },
};

/** A credit note that is reviewed: the form that it comes from, what it asks for, and what it would be. */
interface ReviewedCredit {
  readonly form: HTMLFormElement;
  readonly order: CreditOrder;
  readonly preview: PreviewedCredit;
}

class OpenInvoice {
  readonly #context: PageContext;
  readonly #sending: DocumentSending;
  readonly #numbers: PortalNumbers;
  readonly #repeat: RepeatDialog;
  #view: InvoiceView;
  /** A new key for each payment and each credit, so that sending one again does not record it twice. */
  #paymentKey = crypto.randomUUID();
  #creditKey = crypto.randomUUID();
  /** The lines that are credited by amount. */
  #byAmount: readonly number[] = [];
  /** While it is shown, the invoice is hidden. */
  #review: ReviewedCredit | undefined;
  /** The payment that the user is asked about. */
  #reversed: Payment | undefined;
  #isSending = false;
  #done = "";
  #problem = "";

  constructor(context: PageContext, view: InvoiceView) {
    this.#context = context;
    this.#view = view;
    const { invoice, sendings } = view;
    const show = () => this.show();
    this.#sending = new DocumentSending(context, invoice, sendings, { show, sent: () => this.#reload() });
    this.#numbers = new PortalNumbers(context, invoice, show);
    const source = async () =>
      (await import("../new-invoice/repeated-invoice.ts")).repeatedInvoice(context, this.#view.invoice);
    this.#repeat = new RepeatDialog(context, { show, source });
  }

  open(): void {
    addEventListener("popstate", () => this.#edit());
    this.show();
    document.getElementById("issued-title")?.focus();
  }

  show(): void {
    const { invoice, printed, files } = this.#view;
    const context = this.#context;
    // The browser suggests the title as the name of the printed file.
    document.title = `${invoice.invoiceNumber} · ${invoice.seller.name}`;
    if (context.query.has("issued")) {
      context.show(issuedPage(context, this.#view, this.#sending));
      return;
    }
    const { can, base, calls } = context;
    const review = this.#review;
    context.show(html`
      <div ?hidden=${review !== undefined}>
        ${balanceOf(this.#view)}
        <div class="invoice-page">
          ${review === undefined ? printedDocument(printed, calls.logos) : nothing}
          <section class="actions" aria-labelledby="actions-title">
            <h2 id="actions-title" tabindex="-1">${texts.invoice.actions}</h2>
            <p role="status">${this.#done}</p>
            <p role="alert" class="problem">${review === undefined ? this.#problem : ""}</p>
            ${this.#sending.template()}
            ${warningList(invoice.warnings, invoice)} ${paymentTable(invoice, can.issue ? (payment) => this.#askToReverse(payment) : undefined)}
            ${creditNoteTable(invoice, base)} ${can.issue ? this.#changes() : nothing}
            ${this.#numbers.template()} ${fileList(invoice, files, context)}
            ${can.issue ? html`<p><a class="button" href="${base}/new?copy=${invoice.id}">${texts.invoice.duplicate}</a></p>` : nothing}
            ${can.issue ? againLink(invoice, base) : nothing}
            ${can.issue ? html`<p>${this.#repeat.button()}</p> ${this.#repeat.dialog()}` : nothing}
            ${historyList(this.#view, base)}
          </section>
        </div>
      </div>
      ${review === undefined ? nothing : this.#reviewOf(review)}
    `);
    refreshNumbers(document.body);
  }

  #reviewOf(reviewed: ReviewedCredit): TemplateResult {
    const page = { isSending: this.#isSending, problem: this.#problem };
    const leave = { issue: () => this.#issueCredit(reviewed), back: () => history.back() };
    return creditReview(this.#context, this.#view, reviewed.preview, { ...page, ...leave });
  }

  /** Reads the invoice again, whose state and history a sending has changed. */
  async #reload(): Promise<void> {
    this.show();
    try {
      this.#view = await this.#context.calls.invoice(this.#view.invoice.id);
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.show();
  }

  /** What may be done with the invoice: record a payment or a refund, credit, write off, cancel. */
  #changes(): TemplateResult {
    const { invoice, canCancel, refundDue } = this.#view;
    const { timeZone } = this.#context;
    const isDue = invoice.status === "SENT" && invoice.amountDue > 0;
    return html`
      ${isDue ? paymentForm(invoice, timeZone, (form) => this.#pay(form, 1)) : nothing}
      ${refundDue > 0 ? refundForm(this.#view, timeZone, (form) => this.#pay(form, -1)) : nothing}
      ${creditDialog(this.#view, this.#creditChoices, (form) => this.#reviewCredit(form))}
      ${this.#reversed === undefined ? nothing : reversalDialog(this.#reversed, invoice, (form) => this.#reverse(form))}
      ${isDue && invoice.writtenOffOn === undefined ? writeOffForm(timeZone, (form) => this.#writeOff(form)) : nothing}
      ${cancellation(invoice, canCancel, (reason) => this.#cancel(reason))}
    `;
  }

  /** Records a payment, or a refund if `sign` is -1. */
  async #pay(form: HTMLFormElement, sign: 1 | -1): Promise<void> {
    const { calls } = this.#context;
    const { id, currency } = this.#view.invoice;
    clearFaults(form);
    const payment = readPayment(form);
    // The library would record a negative payment as a refund, and a negative refund as a payment.
    if (payment.amount <= 0) return showFault(form, "/amount", texts.payments.aboveZero);
    if ((payment.paidOn ?? "") > todayIn(this.#context.timeZone)) {
      return showFault(form, "/paidOn", texts.payments.inFuture);
    }
    await this.#change(async () => {
      const sent = { ...payment, amount: sign * payment.amount };
      const view = await calls.recordPayment(id, sent, this.#paymentKey).catch((error) => {
        showFaults(form, error);
        throw error;
      });
      this.#paymentKey = crypto.randomUUID();
      form.reset();
      const { paymentRecorded, refundRecorded } = texts.invoice;
      const amount = amountText(payment.amount, currency);
      return { view, done: sign === 1 ? paymentRecorded(amount) : refundRecorded(amount) };
    });
  }

  #askToReverse(payment: Payment): void {
    this.#reversed = payment;
    this.show();
    document.querySelector<HTMLDialogElement>("dialog.reversal")!.showModal();
  }

  async #reverse(form: HTMLFormElement): Promise<void> {
    const { invoice } = this.#view;
    const { id, amount } = this.#reversed!;
    const reason = textOf(form, "/reversal/reason");
    if (reason === undefined) return showFault(form, "/reversal/reason", texts.failures.reason_required);
    form.closest("dialog")!.close();
    await this.#change(async () => {
      const view = await this.#context.calls.reversePayment(invoice.id, id, reason);
      form.reset();
      return { view, done: texts.reversing.done(amountText(amount, invoice.currency)) };
    });
  }

  readonly #creditChoices: CreditChoices = {
    of: (line) => (this.#byAmount.includes(line) ? "amount" : "quantity"),
    choose: (line: number, by: CreditedBy) => {
      const others = this.#byAmount.filter((one) => one !== line);
      this.#byAmount = by === "amount" ? [...others, line] : others;
      this.show();
    },
  };

  /** Shows what the credit note would be. Nothing is issued yet. */
  async #reviewCredit(form: HTMLFormElement): Promise<void> {
    const { calls } = this.#context;
    const { invoice } = this.#view;
    clearFaults(form);
    const problem = form.querySelector("[role=alert]")!;
    problem.textContent = "";
    const order = readCredit(form, invoice, this.#creditChoices);
    if (order.lines?.length === 0) return showFault(form, creditLinePointer(1), texts.crediting.noLine);
    let preview: PreviewedCredit;
    try {
      preview = await calls.creditPreview(invoice.id, order);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const rest = showFaults(form, { code: error.code, errors: creditFaults(error.errors, order) });
      if (error.errors.length === 0 || rest.length > 0) problem.textContent = error.message;
      return;
    }
    form.closest("dialog")!.close();
    [this.#review, this.#problem, this.#done] = [{ form, order, preview }, "", ""];
    history.pushState(null, "");
    this.show();
    scrollTo(0, 0);
    document.getElementById("invoice-title")!.focus({ preventScroll: true });
  }

  /** Shows the form again, when the user goes back from the review. */
  #edit(): void {
    const isSkipLink = location.hash !== "";
    if (this.#review === undefined || isSkipLink) return;
    const { form } = this.#review;
    this.#review = undefined;
    this.show();
    form.closest("dialog")!.showModal();
  }

  async #issueCredit({ form, order }: ReviewedCredit): Promise<void> {
    const { calls } = this.#context;
    const { invoice } = this.#view;
    [this.#isSending, this.#problem] = [true, ""];
    this.show();
    try {
      const { creditNoteNumber, total, currency } = await calls.credit(invoice.id, order, this.#creditKey);
      const done = texts.invoice.credited(creditNoteNumber, amountText(total, currency));
      this.#view = await calls.invoice(invoice.id);
      [this.#review, this.#done, this.#creditKey] = [undefined, done, crypto.randomUUID()];
      form.reset();
      history.back(); // to the invoice, so that the next step back does not lead to the review
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.#isSending = false;
    this.show();
    if (document.activeElement === document.body) document.getElementById("actions-title")?.focus();
  }

  #cancel(reason: string | undefined): Promise<void> {
    const { calls } = this.#context;
    const { id, invoiceNumber } = this.#view.invoice;
    return this.#change(async () => {
      await calls.cancel(id, reason);
      return { view: await calls.invoice(id), done: texts.invoice.cancelled(invoiceNumber) };
    });
  }

  #writeOff(form: HTMLFormElement): Promise<void> {
    const { calls } = this.#context;
    const { id, amountDue, currency } = this.#view.invoice;
    clearFaults(form);
    return this.#change(async () => {
      await calls.writeOff(id, { reason: textOf(form, "/writeOff/reason"), on: textOf(form, "/on") });
      return { view: await calls.invoice(id), done: texts.writingOff.done(amountText(amountDue, currency)) };
    });
  }

  /** Shows the reason if the server refuses the change; the invoice then stays as it was. */
  async #change(change: () => Promise<{ view: InvoiceView; done: string }>): Promise<void> {
    [this.#done, this.#problem] = ["", ""];
    this.show();
    try {
      const { view, done } = await change();
      [this.#view, this.#done] = [view, done];
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.show();
    // The focused element may have been removed, and keyboard users would lose their place.
    if (document.activeElement === document.body) document.getElementById("actions-title")!.focus();
  }
}

/** Makes a draft that repeats an invoice for the next month. Issuing it stays a decision. */
function againLink(invoice: Invoice, base: string): TemplateResult {
  const label = repeatedMonths(invoice) === 1 ? texts.again.nextMonth : texts.again.nextPeriod;
  return html`<p><a class="button" href="${base}/new?copy=${invoice.id}&next">${label}</a></p>`;
}
