import { html, nothing, type TemplateResult } from "lit-html";
import { refundable } from "../../invoice-state.ts";
import type { InvoiceView } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { clearFaults, showFault, showFaults } from "../fields.ts";
import { amountText, todayIn } from "../format.ts";
import { texts } from "../language.ts";
import { refreshNumbers } from "../number-field.ts";
import type { Page, PageContext } from "../page.ts";
import { printedInvoice } from "../printed/printed-invoice.ts";
import { type PrintedLanguage, printedLanguageOf } from "../printed/printed-language.ts";
import { warningList } from "../printed/totals.ts";
import { againLink } from "./again-link.ts";
import { creditDialog, creditFaults, creditLinePointer, readCredit } from "./credit-dialog.ts";
import { fileList } from "./file-list.ts";
import {
  cancellation,
  creditNoteTable,
  paymentForm,
  paymentTable,
  readPayment,
  refundForm,
} from "./invoice-actions.ts";
import { balanceOf, historyList } from "./invoice-balance.ts";

/** The page of one invoice: its printed form, payments, credit notes and cancellation. */
export const invoicePage: Page = {
  title: texts.invoice.title,
  async open(context) {
    const id = context.path.slice("/invoices/".length);
    const view = await context.calls.invoice(id);
    new OpenInvoice(context, view, await printedLanguageOf(view.invoice.seller)).show();
  },
};

class OpenInvoice {
  readonly #context: PageContext;
  readonly #language: PrintedLanguage;
  #view: InvoiceView;
  /** A new key for each payment and each credit, so that sending one again does not record it twice. */
  #paymentKey = crypto.randomUUID();
  #creditKey = crypto.randomUUID();
  #done = "";
  #problem = "";

  constructor(context: PageContext, view: InvoiceView, language: PrintedLanguage) {
    this.#context = context;
    this.#view = view;
    this.#language = language;
  }

  show(): void {
    const { invoice } = this.#view;
    const { can, base } = this.#context;
    // The browser suggests the title as the name of the printed file.
    document.title = `${invoice.invoiceNumber} · ${invoice.seller.name}`;
    this.#context.show(html`
      ${balanceOf(this.#view)}
      <div class="invoice-page">
        ${printedInvoice(invoice, this.#language)}
        <section class="actions" aria-labelledby="actions-title">
          <h2 id="actions-title" tabindex="-1">${texts.invoice.actions}</h2>
          <p role="status">${this.#done}</p>
          <p role="alert" class="problem">${this.#problem}</p>
          ${warningList(invoice.warnings, invoice)} ${paymentTable(invoice)}
          ${creditNoteTable(invoice, base)} ${can.issue ? this.#changes() : nothing}
          ${fileList(invoice, this.#context)}
          ${can.issue ? html`<p><a class="button" href="${base}/new?copy=${invoice.id}">${texts.invoice.duplicate}</a></p>` : nothing}
          ${can.issue ? againLink(invoice, base) : nothing}
          ${historyList(this.#view, base)}
        </section>
      </div>
    `);
    refreshNumbers(document.body);
  }

  /** What may be done with the invoice: record a payment or a refund, credit, cancel. */
  #changes(): TemplateResult {
    const { invoice, canCancel } = this.#view;
    const { timeZone } = this.#context;
    const isDue = invoice.status === "SENT" && invoice.amountDue > 0;
    return html`
      ${isDue ? paymentForm(invoice, timeZone, (form) => this.#pay(form, 1)) : nothing}
      ${refundable(invoice) > 0 ? refundForm(invoice, timeZone, (form) => this.#pay(form, -1)) : nothing}
      ${creditDialog(invoice, (form) => this.#credit(form))}
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

  async #credit(form: HTMLFormElement): Promise<void> {
    const { calls } = this.#context;
    const { invoice } = this.#view;
    clearFaults(form);
    const order = readCredit(form, invoice);
    if (order.lines?.length === 0) {
      showFault(form, creditLinePointer(1), texts.crediting.noLine);
      return;
    }
    const twice = order.lines?.find(({ quantity, netAmount, grossAmount }) => {
      return quantity !== undefined && (netAmount ?? grossAmount) !== undefined;
    });
    if (twice !== undefined) return showFault(form, creditLinePointer(twice.line), texts.crediting.notBoth);
    form.closest("dialog")!.close();
    await this.#change(async () => {
      const { creditNoteNumber, total, currency } = await calls
        .credit(invoice.id, order, this.#creditKey)
        .catch((error) => {
          if (error.errors?.length > 0) form.closest("dialog")!.showModal();
          showFaults(form, { code: error.code, errors: creditFaults(error.errors, order) });
          throw error;
        });
      this.#creditKey = crypto.randomUUID();
      form.reset();
      const done = texts.invoice.credited(creditNoteNumber, amountText(total, currency));
      return { view: await calls.invoice(invoice.id), done };
    });
  }

  #cancel(reason: string | undefined): Promise<void> {
    const { calls } = this.#context;
    const { id, invoiceNumber } = this.#view.invoice;
    return this.#change(async () => {
      await calls.cancel(id, reason);
      return { view: await calls.invoice(id), done: texts.invoice.cancelled(invoiceNumber) };
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
