import type { InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { agree, type PanelOrder, type ShownFigures } from "../figures.ts";
import type { IssuedDraft } from "../wire.ts";
import { CallFailed, failureText } from "./calls.ts";
import { amountText } from "./format.ts";
import type { PageContext } from "./page.ts";
import { printedInvoice } from "./printed-invoice.ts";

/** What is reviewed. */
export interface ReviewedSale {
  readonly order: PanelOrder;
  readonly shown: ShownFigures;
  readonly preview: InvoiceWithPayments;
  readonly draftId: string;
}

/** What the review needs of its page. */
export interface ReviewingPage {
  readonly show: () => void;
  /** Goes back to the form. */
  readonly back: () => void;
  /** Called when the draft is an invoice. */
  readonly issued: () => void;
}

/** The last step before an invoice: what will be printed, the warnings to accept, and the button that issues it. */
export class InvoiceReview {
  readonly #context: PageContext;
  readonly #sale: ReviewedSale;
  readonly #page: ReviewingPage;
  #problem = "";
  #earlier: IssuedDraft | undefined;
  #isSending = false;

  constructor(context: PageContext, sale: ReviewedSale, page: ReviewingPage) {
    this.#context = context;
    this.#sale = sale;
    this.#page = page;
  }

  template(): TemplateResult {
    const { invoiceNumber, clientName, total, currency, warnings } = this.#sale.preview;
    const earlier = this.#earlier;
    return html`
      <div class="invoice-page review">
        ${printedInvoice(this.#sale.preview, true)}
        <section class="actions" aria-labelledby="review-title">
          <h2 id="review-title">Issue this invoice?</h2>
          <p><strong>${clientName}</strong> gets an invoice of <strong>${amountText(total, currency)}</strong>.</p>
          <p>
            Its number will probably be <strong>${invoiceNumber}</strong>. If another invoice is issued first, this
            one gets the next number.
          </p>
          ${
            warnings.length === 0
              ? nothing
              : html`
                  <fieldset class="warnings-to-accept">
                    <legend>Accept each warning</legend>
                    ${warnings.map(
                      ({ detail }) =>
                        html`<label><input type="checkbox" .value=${detail} /> <span>${detail}</span></label>`,
                    )}
                  </fieldset>
                `
          }
          <p role="alert" class="problem">${this.#problem}</p>
          ${earlier && html`<p><a href="${this.#context.base}/invoices/${earlier.id}">Open ${earlier.invoiceNumber}</a></p>`}
          <button type="button" class="main" aria-disabled=${this.#isSending} @click=${() => this.#press()}>
            Issue invoice
          </button>
          <button type="button" @click=${this.#page.back}>Back to the draft</button>
          <p class="hint">You can cancel or credit an issued invoice, but not change it.</p>
        </section>
      </div>
    `;
  }

  async #press(): Promise<void> {
    if (this.#isSending) return;
    const boxes = [...document.querySelectorAll<HTMLInputElement>(".warnings-to-accept input")];
    const open = boxes.find(({ checked }) => !checked);
    open?.focus();
    if (open !== undefined) return this.#tell("Accept each warning first.");
    this.#isSending = true;
    this.#tell("");
    try {
      await this.#issue(boxes.map(({ value }) => value));
    } catch (error) {
      this.#isSending = false;
      if (error instanceof CallFailed) this.#earlier = error.invoice;
      this.#tell(failureText(error));
    }
  }

  /** Opens the issued invoice, after checking that it has the figures shown here. */
  async #issue(accepted: readonly string[]): Promise<void> {
    const { calls, base } = this.#context;
    const { order, shown, draftId } = this.#sale;
    const invoice = await calls.issue(order, shown, accepted, draftId);
    this.#page.issued();
    if (agree(shown, invoice)) return location.assign(`${base}/invoices/${invoice.id}`);
    this.#earlier = invoice;
    this.#tell(
      `${invoice.invoiceNumber} was issued, but its figures differ from those shown here. Check the invoice and report this.`,
    );
  }

  #tell(problem: string): void {
    this.#problem = problem;
    this.#page.show();
  }
}
