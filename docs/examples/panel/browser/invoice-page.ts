import { html, nothing } from "lit-html";
import type { InvoiceView } from "../wire.ts";
import { failureText } from "./calls.ts";
import { clearFaults, showFaults } from "./fields.ts";
import { amountText } from "./format.ts";
import { cancellation, paymentForm, paymentTable, readPayment } from "./invoice-actions.ts";
import type { Page, PageContext } from "./page.ts";
import { printedInvoice } from "./printed-invoice.ts";
import { warningList } from "./totals.ts";

/** The page of one invoice: as it is printed, and what can still be done with it. */
export const invoicePage: Page = {
  title: "Invoice",
  async open(context) {
    const id = context.path.slice("/invoices/".length);
    new OpenInvoice(context, await context.calls.invoice(id)).show();
  },
};

class OpenInvoice {
  readonly #context: PageContext;
  #view: InvoiceView;
  /** One for each payment, so that sending it again does not pay twice. */
  #paymentKey = crypto.randomUUID();
  #done = "";
  #problem = "";

  constructor(context: PageContext, view: InvoiceView) {
    this.#context = context;
    this.#view = view;
  }

  show(): void {
    const { invoice, canCancel } = this.#view;
    // The browser offers the title as the name of the printed file.
    document.title = `${invoice.invoiceNumber} · ${invoice.seller.name}`;
    this.#context.show(html`
      <div class="invoice-page">
        ${printedInvoice(invoice)}
        <section class="actions" aria-labelledby="actions-title">
          <h2 id="actions-title" tabindex="-1">Payments and cancellation</h2>
          <p role="status">${this.#done}</p>
          <p role="alert" class="problem">${this.#problem}</p>
          ${warningList(invoice.warnings)} ${paymentTable(invoice)}
          ${
            invoice.status === "SENT" && invoice.amountDue > 0
              ? paymentForm(invoice, this.#context.profile.timeZone, (form) => this.#pay(form))
              : nothing
          }
          ${cancellation(invoice, canCancel, (reason) => this.#cancel(reason))}
          <p><button type="button" @click=${() => window.print()}>Print</button></p>
        </section>
      </div>
    `);
  }

  async #pay(form: HTMLFormElement): Promise<void> {
    const { calls } = this.#context;
    const { id, currency } = this.#view.invoice;
    clearFaults(form);
    await this.#change(async () => {
      const payment = readPayment(form);
      const view = await calls.recordPayment(id, payment, this.#paymentKey).catch((error) => {
        showFaults(form, error.errors ?? []);
        throw error;
      });
      this.#paymentKey = crypto.randomUUID();
      form.reset();
      return { view, done: `${amountText(payment.amount, currency)} recorded.` };
    });
  }

  #cancel(reason: string | undefined): Promise<void> {
    const { calls } = this.#context;
    const { id, invoiceNumber } = this.#view.invoice;
    return this.#change(async () => {
      await calls.cancel(id, reason);
      return { view: await calls.invoice(id), done: `${invoiceNumber} is cancelled. It keeps its number.` };
    });
  }

  /** Whatever the server says no to is told, and the invoice stays as it was. */
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
    // What had the focus may be gone, and the keyboard with it.
    if (document.activeElement === document.body) document.getElementById("actions-title")!.focus();
  }
}
