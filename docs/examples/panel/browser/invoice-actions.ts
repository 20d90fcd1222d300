import type { InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { ignoreEnter, inputField, textOf } from "./fields.ts";
import { amountText, dayText, roundedAmount, todayIn } from "./format.ts";
import { texts } from "./language.ts";
import { numberField, numberOf, numberText } from "./number-field.ts";

/** The payments, and the amount due. */
export function paymentTable({ payments, amountDue, currency }: InvoiceWithPayments): TemplateResult {
  return html`
    ${
      payments.length === 0
        ? html`<p>${texts.payments.none}</p>`
        : html`
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
          `
    }
    <p class="due">${texts.payments.amountDue} <strong>${amountText(amountDue, currency)}</strong></p>
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

/** What may be refunded: what was paid of a cancelled invoice, or more than is left after credit notes; 0 if nothing. */
export function refundable(invoice: InvoiceWithPayments): number {
  const { status, amountPaid, creditedTotal, prepaidAmount = 0, total, currency } = invoice;
  const over = status === "CANCELLED" ? amountPaid : amountPaid + prepaidAmount + creditedTotal - total;
  return roundedAmount(Math.max(0, Math.min(over, amountPaid)), currency);
}

/** The form for a refund. The amount is entered without a sign. */
export function refundForm(
  invoice: InvoiceWithPayments,
  timeZone: string | undefined,
  send: (form: HTMLFormElement) => void,
): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(event.currentTarget as HTMLFormElement);
  };
  const value = numberText(refundable(invoice));
  return html`
    <form class="payment" aria-label=${texts.payments.refundForm} @submit=${submit}>
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
  timeZone: string | undefined,
  send: (form: HTMLFormElement) => void,
): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(event.currentTarget as HTMLFormElement);
  };
  const value = payments.length === 0 ? numberText(amountDue) : undefined;
  return html`
    <form class="payment" aria-label=${texts.payments.paymentForm} @submit=${submit}>
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
  { status, invoiceNumber }: InvoiceWithPayments,
  canCancel: boolean,
  cancel: (reason: string | undefined) => void,
): TemplateResult | typeof nothing {
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
        <p>${texts.cancelling.effect}</p>
        ${inputField({ pointer: "/reason", label: texts.words.reason, maxLength: 1000 })}
        <p class="choices">
          <button class="main">${texts.cancelling.cancel}</button>
          <button type="button" @click=${(event: Event) => dialogOf(event).close()}>${texts.cancelling.keep}</button>
        </p>
      </form>
    </dialog>
  `;
}
