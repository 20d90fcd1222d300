import type { InvoicePreview } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { agree, type PanelOrder } from "../../shown-figures.ts";
import type { IssuedDraft, PrintedPage } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import type { PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { amountText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { strongText } from "../texts/strong-text.ts";
import { warningTexts } from "../texts/warning-texts.ts";

/** What is reviewed. */
export interface ReviewedSale {
  readonly order: PanelOrder;
  readonly preview: InvoicePreview;
  readonly printed: PrintedPage;
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
  readonly #warnings: readonly string[];
  #problem = "";
  #earlier: IssuedDraft | undefined;
  #isSending = false;

  constructor(context: PageContext, sale: ReviewedSale, page: ReviewingPage) {
    this.#context = context;
    this.#sale = sale;
    this.#warnings = warningTexts(sale.preview.warnings, sale.preview);
    this.#page = page;
  }

  template(): TemplateResult {
    const { numberPattern, clientName, total, currency } = this.#sale.preview;
    const earlier = this.#earlier;
    return html`
      <div class="invoice-page review">
        ${printedDocument(this.#sale.printed, this.#context.calls.logos, true)}
        <section class="actions" aria-labelledby="review-title">
          <h2 id="review-title">${texts.review.title}</h2>
          <p>${texts.review.gets(strongText(clientName), strongText(amountText(total, currency)))}</p>
          <p>${texts.review.number(strongText(numberPattern))}</p>
          ${
            this.#warnings.length === 0
              ? nothing
              : html`
                  <fieldset class="warnings-to-accept">
                    <legend>${texts.review.acceptEach}</legend>
                    ${this.#warnings.map(
                      (text) => html`<label><input type="checkbox" .value=${text} /> <span>${text}</span></label>`,
                    )}
                  </fieldset>
                `
          }
          <p role="alert" class="problem">${this.#problem}</p>
          ${earlier && html`<p><a href="${this.#context.base}/invoices/${earlier.id}">${texts.review.open(earlier.invoiceNumber)}</a></p>`}
          <button type="button" class="main" aria-disabled=${this.#isSending} @click=${() => this.#press()}>
            ${texts.review.issue}
          </button>
          <button type="button" @click=${this.#page.back}>${texts.review.back}</button>
          <p class="hint">${texts.review.noChange}</p>
        </section>
      </div>
    `;
  }

  async #press(): Promise<void> {
    if (this.#isSending) return;
    const boxes = [...document.querySelectorAll<HTMLInputElement>(".warnings-to-accept input")];
    const open = boxes.find(({ checked }) => !checked);
    open?.focus();
    if (open !== undefined) return this.#tell(texts.review.acceptFirst);
    this.#isSending = true;
    this.#tell("");
    try {
      await this.#issue();
    } catch (error) {
      this.#isSending = false;
      if (error instanceof CallFailed) this.#earlier = error.invoice;
      this.#tell(failureText(error));
    }
  }

  /** Opens the issued invoice, after checking that it has the figures shown here. */
  async #issue(): Promise<void> {
    const { calls, base } = this.#context;
    const { order, preview, draftId } = this.#sale;
    const { vatTreatment, subtotal, taxTotal, total, warnings } = preview;
    const shown = { vatTreatment, subtotal, taxTotal, total };
    const accepted = warnings.map(({ detail }) => detail);
    const invoice = await calls.issue(order, shown, accepted, draftId);
    this.#page.issued();
    if (agree(shown, invoice)) return location.assign(`${base}/invoices/${invoice.id}?issued`);
    this.#earlier = invoice;
    this.#tell(texts.review.differs(invoice.invoiceNumber));
  }

  #tell(problem: string): void {
    this.#problem = problem;
    this.#page.show();
  }
}
