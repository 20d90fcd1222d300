import type { InvoiceWithPayments, Payment } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { reversalsOf } from "../../payment-reversals.ts";
import type { InvoiceView } from "../../wire.ts";
import { ignoreEnter, inputField, type SendForm, submitTo, textOf } from "../fields/fields.ts";
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

/** The form for a refund. The amount is entered without a sign. */
export function refundForm({ invoice, refundDue }: InvoiceView, open: OpenForm): TemplateResult {
  const { refundForm: title, refundedOn: dayLabel, recordRefund: button } = texts.payments;
  const amount = amountField(invoice.currency, numberText(refundDue));
  return moneyForm({ id: "refund-title", title, amount, dayLabel, button }, open);
}

/** The form for a payment. It suggests the full amount, unless part is paid: then a second click would pay the rest. */
export function paymentForm(
  { amountDue, currency, amountPaid, cashDiscounts }: InvoiceWithPayments,
  open: OpenForm,
): TemplateResult {
  const { paymentForm: title, paidOn: dayLabel, recordPayment: button } = texts.payments;
  const amount = amountField(currency, amountPaid === 0 ? numberText(amountDue) : undefined);
  const hasDiscount = cashDiscounts !== undefined;
  return moneyForm({ id: "payment-title", title, amount, dayLabel, button, hasDiscount }, open);
}

interface MoneyForm {
  readonly id: string;
  readonly title: string;
  readonly amount: TemplateResult;
  readonly dayLabel: string;
  readonly button: string;
  /** Whether the rest can be a cash discount. Absent: no. */
  readonly hasDiscount?: boolean;
}

/** The amount, the day and what else is known of money that has moved. */
function moneyForm(form: MoneyForm, { timeZone, send, close }: OpenForm): TemplateResult {
  const { id, title, amount, dayLabel, button, hasDiscount = false } = form;
  const discount = html`<label><input type="checkbox" name="/cashDiscount" /> ${texts.payments.cashDiscount}</label>`;
  return html`
    <form class="payment" aria-labelledby=${id} @submit=${submitTo(send)} @keydown=${ignoreEnter}>
      <h3 id=${id}>${title}</h3>
      <div class="fields">
        ${amount}
        ${inputField({ pointer: "/paidOn", label: dayLabel, type: "date", required: true, value: todayIn(timeZone) })}
        ${inputField({ pointer: "/method", label: texts.payments.method, maxLength: 100 })}
        ${inputField({ pointer: "/reference", label: texts.payments.reference, maxLength: 200 })}
      </div>
      ${hasDiscount ? discount : nothing} ${formButtons(button, close)}
    </form>
  `;
}

function formButtons(label: string, close: () => void): TemplateResult {
  return html`<p class="choices"><button class="main">${label}</button> <button type="button" @click=${close}>${texts.sending.close}</button></p>`;
}

function amountField(currency: string, value: string | undefined): TemplateResult {
  const format = (amount: number) => amountText(amount, currency);
  return numberField({ pointer: "/amount", label: texts.payments.amountIn(currency), required: true, value, format });
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
  send: SendForm,
): TemplateResult {
  const { question, effect, refundInstead, confirm, keep } = texts.reversing;
  const close = (event: Event) => (event.currentTarget as HTMLElement).closest("dialog")!.close();
  return html`
    <dialog class="reversal" aria-labelledby="reversal-title">
      <form @submit=${submitTo(send)} @keydown=${ignoreEnter}>
        <h2 id="reversal-title">${question(amountText(amount, currency), dayText(paidOn))}</h2>
        <p>${effect}</p>
        <p>${refundInstead}</p>
        ${inputField({ pointer: "/reversal/reason", label: texts.words.reason, required: true, maxLength: 200 })}
        <p class="choices">
          <button class="main">${confirm}</button>
          <button type="button" @click=${close}>${keep}</button>
        </p>
      </form>
    </dialog>
  `;
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
  cancel: (reason: string | undefined) => void,
): TemplateResult {
  const { effects, refund, final } = texts.cancelling;
  const close = (event: Event) => (event.currentTarget as HTMLElement).closest("dialog")!.close();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    close(event);
    cancel(textOf(event.currentTarget as HTMLFormElement, "/reason"));
  };
  return html`
    <dialog class="cancelling" aria-labelledby="cancel-title">
      <form @submit=${submit} @keydown=${ignoreEnter}>
        <h2 id="cancel-title">${texts.cancelling.question(invoiceNumber)}</h2>
        <ul>
          ${effects.map((effect) => html`<li>${effect}</li>`)}
          ${amountPaid > 0 ? html`<li>${refund(amountText(amountPaid, currency))}</li>` : nothing}
        </ul>
        <p>${final}</p>
        ${inputField({ pointer: "/reason", label: texts.words.reason, maxLength: 1000 })}
        <p class="choices">
          <button class="main">${texts.cancelling.cancel}</button>
          <button type="button" @click=${close}>${texts.cancelling.keep}</button>
        </p>
      </form>
    </dialog>
  `;
}
