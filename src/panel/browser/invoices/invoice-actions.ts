import type { InvoiceWithPayments, Payment } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { reversalsOf } from "../../payment-reversals.ts";
import type { InvoiceView } from "../../wire.ts";
import { ignoreEnter, inputField, type SendForm, submitTo, textOf } from "../fields/fields.ts";
import { formDialog } from "../fields/form-dialog.ts";
import { numberField, numberOf, numberText } from "../fields/number-field.ts";
import { table } from "../lists/table.ts";
import { amountText, dayText, todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

/** The payments. With `reverse`, each that was not reversed has a button for it. */
export function paymentTable(
  { payments, currency }: InvoiceWithPayments,
  reverse?: (payment: Payment) => void,
): TemplateResult {
  if (payments.length === 0) return html`<p>${texts.payments.none}</p>`;
  const reversals = reversalsOf(payments);
  const detailsOf = (payment: Payment) => {
    const { method, reference, amount, paidOn } = payment;
    const { isReversed, counterEntry, reverse: word, reverseOf } = texts.reversing;
    if (reversals.some((reversal) => reversal.counterEntry === payment)) return `${counterEntry}: ${reference}`;
    const details = [method, reference].filter((part) => part !== null).join(", ");
    if (reversals.some((reversal) => reversal.payment === payment))
      return html`${details} <small>${isReversed}</small>`;
    if (reverse === undefined) return details;
    const label = reverseOf(amountText(amount, currency), dayText(paidOn));
    return html`${details} <button type="button" class="small" aria-label=${label} @click=${() => reverse(payment)}>${word}</button>`;
  };
  return table({
    ...{ name: "payments", caption: texts.payments.title, isCaptionShown: true, rows: payments },
    columns: [
      { head: texts.payments.paidOn, cell: ({ paidOn }) => dayText(paidOn) },
      { head: texts.payments.method, cell: detailsOf },
      { head: texts.payments.amount, kind: "amount", cell: ({ amount }) => amountText(amount, currency) },
    ],
  });
}

/** The credit notes of an invoice, each with a link to its page. */
export function creditNoteTable({ creditNotes, currency }: InvoiceWithPayments, base: string) {
  if (creditNotes.length === 0) return nothing;
  return table({
    ...{ name: "credit-notes", caption: texts.creditNoteList.title, isCaptionShown: true, rows: creditNotes },
    columns: [
      {
        head: texts.words.number,
        cell: ({ id, creditNoteNumber }) => html`<a href="${base}/credit-notes/${id}">${creditNoteNumber}</a>`,
      },
      { head: texts.creditNoteList.credited, kind: "amount", cell: ({ total }) => amountText(total, currency) },
    ],
  });
}

/** What a form of the page needs: the company's time zone, and what sends and closes it. */
export interface OpenForm {
  readonly timeZone: string;
  readonly send: SendForm;
  readonly close: () => void;
}

/** The form for a payment, or for a refund, whose amount is entered without a sign. */
export function moneyForm(
  kind: "payment" | "refund",
  { invoice, refundDue }: InvoiceView,
  { timeZone, send, close }: OpenForm,
): TemplateResult {
  const { currency, amountDue, amountPaid, cashDiscounts } = invoice;
  const words = texts.payments;
  const isPayment = kind === "payment";
  // Not if part is paid: then a second click would pay the rest.
  const suggested = isPayment ? (amountPaid === 0 ? amountDue : undefined) : refundDue;
  const value = suggested === undefined ? undefined : numberText(suggested);
  const dayLabel = isPayment ? words.paidOn : words.refundedOn;
  const discount = html`<label><input type="checkbox" name="/cashDiscount" /> ${words.cashDiscount}</label>`;
  return html`
    <form class="payment" aria-labelledby="${kind}-title" @submit=${submitTo(send)} @keydown=${ignoreEnter}>
      <h3 id="${kind}-title">${isPayment ? words.paymentForm : words.refundForm}</h3>
      <div class="fields">
        ${numberField({ pointer: "/amount", label: words.amountIn(currency), required: true, value, format: (amount) => amountText(amount, currency) })}
        ${inputField({ pointer: "/paidOn", label: dayLabel, type: "date", required: true, value: todayIn(timeZone) })}
        ${inputField({ pointer: "/method", label: words.method, maxLength: 100 })}
        ${inputField({ pointer: "/reference", label: words.reference, maxLength: 200 })}
      </div>
      ${isPayment && cashDiscounts !== undefined ? discount : nothing}
      ${formButtons(isPayment ? words.recordPayment : words.recordRefund, close)}
    </form>
  `;
}

function formButtons(label: string, close: () => void): TemplateResult {
  return html`<p class="choices"><button class="main">${label}</button> <button type="button" @click=${close}>${texts.sending.close}</button></p>`;
}

export function readPayment(form: HTMLFormElement) {
  return {
    amount: numberOf(form, "/amount"),
    paidOn: textOf(form, "/paidOn"),
    method: textOf(form, "/method"),
    reference: textOf(form, "/reference"),
    cashDiscount: form.querySelector<HTMLInputElement>("[name='/cashDiscount']")?.checked === true || undefined,
  };
}

/** The dialog in which a payment is reversed, with a reason. */
export function reversalDialog(
  { amount, paidOn }: Payment,
  { currency }: InvoiceWithPayments,
  submit: SendForm,
): TemplateResult {
  const { question, effect, refundInstead, confirm, keep } = texts.reversing;
  return formDialog({
    name: "reversal",
    title: question(amountText(amount, currency), dayText(paidOn)),
    content: html`
      <p>${effect}</p>
      <p>${refundInstead}</p>
      ${inputField({ pointer: "/reversal/reason", label: texts.words.reason, required: true, maxLength: 200 })}
    `,
    ...{ submit, action: confirm, close: keep },
  });
}

/** The form that writes off what is due. */
export function writeOffForm({ timeZone, send, close }: OpenForm): TemplateResult {
  const { writeOff, effect, on } = texts.writingOff;
  return html`
    <form class="payment" aria-label=${writeOff} @submit=${submitTo(send)} @keydown=${ignoreEnter}>
      <p class="hint">${effect}</p>
      ${inputField({ pointer: "/writeOff/reason", label: texts.words.reason, required: true, maxLength: 1000 })}
      ${inputField({ pointer: "/on", label: on, type: "date", required: true, value: todayIn(timeZone) })}
      ${formButtons(writeOff, close)}
    </form>
  `;
}

/** The dialog to cancel an invoice. */
export function cancelDialog(
  { invoiceNumber, amountPaid, currency }: InvoiceWithPayments,
  submit: SendForm,
): TemplateResult {
  const { question, effects, refund, final, cancel, keep } = texts.cancelling;
  return formDialog({
    name: "cancelling",
    title: question(invoiceNumber),
    content: html`
      <ul>
        ${effects.map((effect) => html`<li>${effect}</li>`)}
        ${amountPaid > 0 ? html`<li>${refund(amountText(amountPaid, currency))}</li>` : nothing}
      </ul>
      <p>${final}</p>
      ${inputField({ pointer: "/reason", label: texts.words.reason, maxLength: 1000 })}
    `,
    ...{ submit, action: cancel, close: keep },
  });
}
