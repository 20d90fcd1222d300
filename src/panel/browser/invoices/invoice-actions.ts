import type { InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { refundable } from "../../invoice-state.ts";
import { ignoreEnter, inputField, textOf } from "../fields.ts";
import { amountText, dayText, todayIn } from "../format.ts";
import { texts } from "../language.ts";
import { numberField, numberOf, numberText } from "../number-field.ts";

/** The payments. */
export function paymentTable({ payments, currency }: InvoiceWithPayments): TemplateResult {
  if (payments.length === 0) return html`<p>${texts.payments.none}</p>`;
  return html`
    <table class="payments">
      <caption>${texts.payments.title}</caption>
      <thead>
        <tr><th scope="col">${texts.payments.paidOn}</th><th scope="col">${texts.payments.method}</th><th scope="col" class="amount">${texts.payments.amount}</th></tr>
      </thead>
      <tbody>
        ${payments.map(
          ({ paidOn, method, reference, amount }) => html`
            <tr>
              <th scope="row">${dayText(paidOn)}</th>
              <td>${[method, reference].filter((part) => part !== null).join(", ")}</td>
              <td class="amount">${amountText(amount, currency)}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** The credit notes of an invoice, each with a link to its page. */
export function creditNoteTable({ creditNotes, currency }: InvoiceWithPayments, base: string) {
  if (creditNotes.length === 0) return nothing;
  return html`
    <table class="credit-notes">
      <caption>${texts.creditNoteList.title}</caption>
      <thead><tr><th scope="col">${texts.words.number}</th><th scope="col" class="amount">${texts.creditNoteList.credited}</th></tr></thead>
      <tbody>
        ${creditNotes.map(({ id, creditNoteNumber, total }) => {
          return html`
            <tr>
              <th scope="row"><a href="${base}/credit-notes/${id}">${creditNoteNumber}</a></th>
              <td class="amount">${amountText(total, currency)}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

/** The form for a refund. The amount is entered without a sign. */
export function refundForm(
  invoice: InvoiceWithPayments,
  timeZone: string,
  send: (form: HTMLFormElement) => void,
): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(event.currentTarget as HTMLFormElement);
  };
  const value = numberText(refundable(invoice));
  return html`
    <form class="payment" aria-labelledby="refund-title" @submit=${submit} @keydown=${ignoreEnter}>
      <h3 id="refund-title">${texts.payments.refundForm}</h3>
      ${amountField(invoice.currency, value)}
      ${inputField({ pointer: "/paidOn", label: texts.payments.refundedOn, type: "date", required: true, value: todayIn(timeZone) })}
      ${inputField({ pointer: "/method", label: texts.payments.method, maxLength: 100 })}
      ${inputField({ pointer: "/reference", label: texts.payments.reference, maxLength: 200 })}
      <button>${texts.payments.recordRefund}</button>
    </form>
  `;
}

/** The form for a payment. It suggests the full amount, unless part is paid: then a second click would pay the rest. */
export function paymentForm(
  { amountDue, currency, payments }: InvoiceWithPayments,
  timeZone: string,
  send: (form: HTMLFormElement) => void,
): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(event.currentTarget as HTMLFormElement);
  };
  const value = payments.length === 0 ? numberText(amountDue) : undefined;
  return html`
    <form class="payment" aria-labelledby="payment-title" @submit=${submit} @keydown=${ignoreEnter}>
      <h3 id="payment-title">${texts.payments.paymentForm}</h3>
      ${amountField(currency, value)}
      ${inputField({ pointer: "/paidOn", label: texts.payments.paidOn, type: "date", required: true, value: todayIn(timeZone) })}
      ${inputField({ pointer: "/method", label: texts.payments.method, maxLength: 100 })}
      ${inputField({ pointer: "/reference", label: texts.payments.reference, maxLength: 200 })}
      <button>${texts.payments.recordPayment}</button>
    </form>
  `;
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
  };
}

/** The button and dialog to cancel an invoice, or the reason why it cannot be cancelled. */
export function cancellation(
  { status, invoiceNumber, amountPaid, currency }: InvoiceWithPayments,
  canCancel: boolean,
  cancel: (reason: string | undefined) => void,
): TemplateResult | typeof nothing {
  const { effects, refund, final } = texts.cancelling;
  if (status === "CANCELLED") return nothing;
  if (!canCancel) {
    return html`<p class="refused">${texts.cancelling.isPaid}</p>`;
  }
  const dialogOf = (event: Event) =>
    (event.currentTarget as HTMLElement)
      .closest("section")!
      .querySelector<HTMLDialogElement>("dialog[aria-labelledby=cancel-title]")!;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    dialogOf(event).close();
    cancel(textOf(form, "/reason"));
  };
  return html`
    <p><button type="button" @click=${(event: Event) => dialogOf(event).showModal()}>${texts.cancelling.cancel}</button></p>
    <dialog aria-labelledby="cancel-title">
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
          <button type="button" @click=${(event: Event) => dialogOf(event).close()}>${texts.cancelling.keep}</button>
        </p>
      </form>
    </dialog>
  `;
}
