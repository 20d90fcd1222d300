import { html, nothing, type TemplateResult } from "lit-html";
import type { InvoiceView, PreviewedCredit } from "../../wire.ts";
import type { PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { amountList, warningList } from "../printed/totals.ts";
import { amountText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { strongText } from "../texts/strong-text.ts";

/** What the review needs of its page. */
interface CreditingPage {
  readonly isSending: boolean;
  readonly problem: string;
  readonly issue: () => void;
  /** Goes back to the form. */
  readonly back: () => void;
}

/** The last step before a credit note: what will be printed, what it does to the invoice, and the button that issues it. */
export function creditReview(
  { calls }: PageContext,
  { invoice }: InvoiceView,
  { creditNote, printed, amountDue, refundDue }: PreviewedCredit,
  { isSending, problem, issue, back }: CreditingPage,
): TemplateResult {
  const { clientName, total, currency, numberPattern, warnings = [] } = creditNote;
  const words = texts.crediting;
  const amount = (value: number) => amountText(value, currency);
  const refund: [string, string][] = refundDue > 0 ? [[words.refundThen, amount(refundDue)]] : [];
  return html`
    <div class="invoice-page review">
      ${printedDocument(printed, calls.logos, true)}
      <section class="actions" aria-labelledby="review-title">
        <h2 id="review-title">${words.reviewTitle}</h2>
        <p>${words.gets(strongText(clientName), strongText(amount(total)))}</p>
        <p>${words.number(strongText(numberPattern))}</p>
        <h3>${words.balance}</h3>
        ${amountList([[words.dueNow, amount(Math.max(0, invoice.amountDue))], ...refund, [words.dueThen, amount(Math.max(0, amountDue))]])}
        ${warningList(warnings)}
        <p role="alert" class="problem">${problem}</p>
        <button type="button" class="main" aria-disabled=${isSending} @click=${() => (isSending ? nothing : issue())}>
          ${words.issue}
        </button>
        <button type="button" @click=${back}>${words.back}</button>
        <p class="hint">${words.effect}</p>
      </section>
    </div>
  `;
}
