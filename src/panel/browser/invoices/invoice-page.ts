import type { CreditOrder, Payment } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { repeatedMonths } from "../../repeated-order.ts";
import type { InvoiceView, PreviewedCredit, ReminderDraft } from "../../wire.ts";
import { type Action, actionButton, actionMenu } from "../action-menu.ts";
import { type CallFailed, failureText } from "../calls.ts";
import { clearFaults, type SendForm, showFault, showFaults, textOf, unplacedProblem } from "../fields/fields.ts";
import { dialogNamed } from "../fields/form-dialog.ts";
import { refreshNumbers } from "../fields/number-field.ts";
import { Outcome } from "../outcome.ts";
import type { Page, PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { warningList } from "../printed/totals.ts";
import { RepeatDialog } from "../recurring/repeat-dialog.ts";
import { amountText, todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import {
  type CreditChoices,
  type CreditedBy,
  creditDialog,
  creditFault,
  creditLinePointer,
  readCredit,
} from "./credit-dialog.ts";
import { creditReview } from "./credit-review.ts";
import { DocumentSending } from "./document-sending.ts";
import { fileList } from "./file-list.ts";
import {
  cancelDialog,
  creditNoteTable,
  moneyForm,
  paymentTable,
  readPayment,
  reversalDialog,
  writeOffForm,
} from "./invoice-actions.ts";
import { balanceOf, historyList } from "./invoice-balance.ts";
import { issuedPage } from "./issued-page.ts";
import { PortalNumbers } from "./portal-numbers.ts";
import { reminderDialog, reminderTable } from "./reminder-dialog.ts";
import type { SendingDialog } from "./sending-dialog.ts";

/**
 * The page of one invoice: its printed form, and what is done with it, of which one thing is the main one. With `?issued`, it says
 * that the invoice was just issued, and only what sends it. With `?remind`, the reminder is open.
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

/** The forms that are shown only when somebody asks for them. */
type AskedForm = "payment" | "refund" | "writeOff";

class OpenInvoice {
  readonly #context: PageContext;
  readonly #sending: DocumentSending;
  readonly #reminder: SendingDialog<ReminderDraft>;
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
  #asked: AskedForm | undefined;
  readonly #outcome = new Outcome(() => this.show());

  constructor(context: PageContext, view: InvoiceView) {
    this.#context = context;
    this.#view = view;
    const { invoice, sendings } = view;
    const show = () => this.show();
    this.#sending = new DocumentSending(context, invoice, sendings, { show, sent: () => this.#reload() });
    this.#reminder = reminderDialog(context, invoice, { show, sent: (_, done) => this.#reload(done) });
    this.#numbers = new PortalNumbers(context, invoice, show);
    const source = async () =>
      (await import("../new-invoice/repeated-invoice.ts")).repeatedInvoice(context, this.#view.invoice);
    this.#repeat = new RepeatDialog(context, { show, source });
  }

  open(): void {
    addEventListener("popstate", () => this.#edit());
    this.show();
    document.getElementById("issued-title")?.focus();
    const { query, can } = this.#context;
    if (!query.has("remind") || !can.issue) return;
    // So that the page, loaded again, does not ask again.
    history.replaceState(null, "", location.pathname);
    void this.#reminder.open();
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
      <div class="open-invoice" ?hidden=${review !== undefined}>
        <div class="head">${balanceOf(this.#view)} ${this.#actionBar()}</div>
        <div class="invoice-page">
          ${review === undefined ? printedDocument(printed, calls.logos) : nothing}
          <section class="actions" aria-labelledby="actions-title">
            <h2 id="actions-title" tabindex="-1">${texts.invoice.actions}</h2>
            <p role="status">${this.#outcome.done}</p>
            <p role="alert" class="problem">${review === undefined ? this.#outcome.problem : ""}</p>
            ${can.issue ? this.#forms() : nothing} ${this.#sending.template()}
            ${warningList(invoice.warnings, invoice)} ${paymentTable(invoice, can.issue ? (payment) => this.#askToReverse(payment) : undefined)}
            ${reminderTable(this.#view.sendings, invoice.currency)} ${creditNoteTable(invoice, base)}
            ${this.#numbers.template()} ${fileList(invoice, files, context)} ${historyList(this.#view, base)}
            ${can.issue ? this.#repeat.dialog() : nothing}
          </section>
        </div>
      </div>
      ${review === undefined ? nothing : this.#reviewOf(review)}
    `);
    refreshNumbers(document.body);
  }

  #reviewOf(reviewed: ReviewedCredit): TemplateResult {
    const page = { isSending: this.#outcome.isBusy, problem: this.#outcome.problem };
    const leave = { issue: () => this.#issueCredit(reviewed), back: () => history.back() };
    return creditReview(this.#context, this.#view, reviewed.preview, { ...page, ...leave });
  }

  /** Reads the invoice again, whose state and history a sending has changed. */
  async #reload(done = ""): Promise<void> {
    const action = async () => {
      this.#view = await this.#context.calls.invoice(this.#view.invoice.id);
      return done;
    };
    await this.#outcome.run(action, { doing: done });
  }

  /** What is due, the main action, and the others in a menu. On a phone, it stays at the bottom of the screen. */
  #actionBar(): TemplateResult {
    const { invoice, canCancel, isOverdue } = this.#view;
    const due = amountText(Math.max(0, invoice.amountDue), invoice.currency);
    const dueText = html`<p class="due">${texts.payments.amountDue} <strong>${due}</strong></p>`;
    if (!this.#context.can.issue) return html`<div class="action-bar">${dueText}</div>`;
    const { main, others } = this.#actions();
    const note = canCancel || invoice.status === "CANCELLED" ? "" : texts.cancelling.isPaid;
    const remind = { label: texts.reminders.remind, run: () => void this.#reminder.open() };
    const isMonth = repeatedMonths(invoice) === 1;
    // Issuing the next one stays a decision: it makes a draft.
    const again = {
      label: isMonth ? texts.again.nextMonth : texts.again.nextPeriod,
      href: `${this.#context.base}/new?copy=${invoice.id}&next`,
    };
    return html`
      <div class="action-bar">
        ${dueText} ${main === undefined || this.#asked !== undefined ? nothing : actionButton(main, true)}
        ${isOverdue ? actionButton(remind) : nothing} ${actionButton(again)} ${actionMenu(texts.invoice.more, others, note)}
      </div>
    `;
  }

  /** What may be done with the invoice. The main action is to send it first, then to record what was paid or refunded. */
  #actions(): { main: Action | undefined; others: Action[] } {
    const { invoice, state, canCancel, creditLeft, refundDue } = this.#view;
    const { base, hasEmail } = this.#context;
    const ask = (form: AskedForm, label: string) => ({ label, run: () => this.#ask(form) });
    const isDue = invoice.status === "SENT" && invoice.amountDue > 0;
    const send = { label: this.#sending.label, run: () => void this.#sending.open() };
    const isFirst = state === "issued";
    const main = [
      ...(hasEmail && isFirst ? [send] : []),
      ...(isDue ? [ask("payment", texts.payments.recordPayment)] : []),
      ...(refundDue > 0 ? [ask("refund", texts.payments.recordRefund)] : []),
    ];
    const [isCreditable, isWritable] = [
      creditLeft > 0 && invoice.status !== "CANCELLED",
      isDue && !invoice.writtenOffOn,
    ];
    const modal = (name: string) => () => dialogNamed(name)!.showModal();
    const others: Action[] = [
      ...main.slice(1),
      ...(hasEmail && !isFirst ? [send] : []),
      { label: texts.recurring.repeat, run: () => void this.#repeat.open() },
      { label: texts.invoice.duplicate, href: `${base}/new?copy=${invoice.id}` },
      ...(isCreditable ? [{ label: texts.crediting.credit, run: modal("crediting") }] : []),
      ...(isWritable ? [ask("writeOff", texts.writingOff.writeOff)] : []),
      ...(canCancel && invoice.status !== "CANCELLED"
        ? [{ label: texts.cancelling.cancel, run: modal("cancelling") }]
        : []),
    ];
    return { main: main[0], others };
  }

  /** Shows a form, with the focus in it. */
  #ask(form: AskedForm | undefined): void {
    this.#asked = form;
    this.#outcome.tell("");
    document.querySelector<HTMLElement>(form === undefined ? ".action-bar .main" : "form.payment input")?.focus();
  }

  /** The form that was asked for, and the dialogs that its actions open. */
  #forms(): TemplateResult {
    const { invoice } = this.#view;
    const { timeZone } = this.#context;
    const open = (send: SendForm) => ({ timeZone, send, close: () => this.#ask(undefined) });
    const money = (kind: "payment" | "refund", sign: 1 | -1) =>
      moneyForm(
        kind,
        this.#view,
        open((form) => this.#pay(form, sign)),
      );
    const forms = {
      payment: () => money("payment", 1),
      refund: () => money("refund", -1),
      writeOff: () => writeOffForm(open((form) => this.#writeOff(form))),
    };
    return html`
      ${this.#asked === undefined ? nothing : forms[this.#asked]()}
      ${creditDialog(this.#view, this.#creditChoices, (form) => this.#reviewCredit(form))}
      ${this.#reversed === undefined ? nothing : reversalDialog(this.#reversed, invoice, (form) => this.#reverse(form))}
      ${cancelDialog(invoice, (form) => this.#cancel(form))} ${this.#reminder.template()}
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
    await this.#change(
      async () => {
        const sent = { ...payment, amount: sign * payment.amount };
        this.#view = await calls.recordPayment(id, sent, this.#paymentKey);
        this.#paymentKey = crypto.randomUUID();
        this.#asked = undefined;
        const { paymentRecorded, refundRecorded } = texts.invoice;
        return (sign === 1 ? paymentRecorded : refundRecorded)(amountText(payment.amount, currency));
      },
      (error) => {
        const problem = failureText(error);
        showFaults(form, error as CallFailed);
        return problem;
      },
    );
  }

  #askToReverse(payment: Payment): void {
    this.#reversed = payment;
    this.show();
    dialogNamed("reversal")!.showModal();
  }

  async #reverse(form: HTMLFormElement): Promise<void> {
    const { invoice } = this.#view;
    const { id, amount } = this.#reversed!;
    const reason = textOf(form, "/reversal/reason");
    if (reason === undefined) return showFault(form, "/reversal/reason", texts.failures.reason_required);
    form.closest("dialog")!.close();
    await this.#change(async () => {
      this.#view = await this.#context.calls.reversePayment(invoice.id, id, reason);
      form.reset();
      return texts.reversing.done(amountText(amount, invoice.currency));
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
      problem.textContent = unplacedProblem(form, error, (one) => creditFault(one, order));
      return;
    }
    form.closest("dialog")!.close();
    this.#review = { form, order, preview };
    history.pushState(null, "");
    this.#outcome.tell("");
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

  #issueCredit({ form, order }: ReviewedCredit): Promise<void> {
    const { calls } = this.#context;
    const { id } = this.#view.invoice;
    return this.#change(async () => {
      const { creditNoteNumber, total, currency } = await calls.credit(id, order, this.#creditKey);
      this.#view = await calls.invoice(id);
      [this.#review, this.#creditKey] = [undefined, crypto.randomUUID()];
      form.reset();
      history.back(); // to the invoice, so that the next step back does not lead to the review
      return texts.invoice.credited(creditNoteNumber, amountText(total, currency));
    });
  }

  #cancel(form: HTMLFormElement): Promise<void> {
    const { calls } = this.#context;
    const { id, invoiceNumber } = this.#view.invoice;
    form.closest("dialog")!.close();
    return this.#change(async () => {
      await calls.cancel(id, textOf(form, "/reason"));
      this.#view = await calls.invoice(id);
      return texts.invoice.cancelled(invoiceNumber);
    });
  }

  #writeOff(form: HTMLFormElement): Promise<void> {
    const { calls } = this.#context;
    const { id, amountDue, currency } = this.#view.invoice;
    clearFaults(form);
    return this.#change(async () => {
      await calls.writeOff(id, { reason: textOf(form, "/writeOff/reason"), on: textOf(form, "/on") });
      this.#asked = undefined;
      this.#view = await calls.invoice(id);
      return texts.writingOff.done(amountText(amountDue, currency));
    });
  }

  /** Shows the reason if the server refuses the change; the invoice then stays as it was. */
  async #change(change: () => Promise<string>, failed = failureText): Promise<void> {
    await this.#outcome.run(change, { failed });
    // The focused element may have been removed, and keyboard users would lose their place.
    if (document.activeElement === document.body) document.getElementById("actions-title")?.focus();
  }
}
