import type { InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { inputField, numberOf, textOf } from "./fields.ts";
import { amountText, dayText, todayIn } from "./format.ts";

/** The payments, and the amount due. */
export function paymentTable({ payments, amountDue, currency }: InvoiceWithPayments): TemplateResult {
  return html`
    ${
      payments.length === 0
        ? html`<p>No payments yet.</p>`
        : html`
            <table class="payments">
              <caption>Payments</caption>
              <thead>
                <tr><th scope="col">Paid on</th><th scope="col">Method</th><th scope="col" class="amount">Amount</th></tr>
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
    <p class="due">Amount due: <strong>${amountText(amountDue, currency)}</strong></p>
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
  const value = payments.length === 0 ? String(amountDue) : undefined;
  return html`
    <form class="payment" aria-label="Record a payment" @submit=${submit}>
      ${inputField({ pointer: "/amount", label: `Amount, ${currency}`, type: "number", required: true, value })}
      ${inputField({ pointer: "/paidOn", label: "Paid on", type: "date", required: true, value: todayIn(timeZone) })}
      ${inputField({ pointer: "/method", label: "Method", maxLength: 100 })}
      ${inputField({ pointer: "/reference", label: "Reference", maxLength: 200 })}
      <button>Record payment</button>
    </form>
  `;
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
    return html`<p class="refused">A paid invoice cannot be cancelled. Correct it with a credit note.</p>`;
  }
  const dialogOf = (event: Event) => (event.currentTarget as HTMLElement).closest("section")!.querySelector("dialog")!;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    dialogOf(event).close();
    cancel(textOf(form, "/reason"));
  };
  return html`
    <p><button type="button" @click=${(event: Event) => dialogOf(event).showModal()}>Cancel invoice</button></p>
    <dialog aria-labelledby="cancel-title">
      <form @submit=${submit}>
        <h2 id="cancel-title">Cancel ${invoiceNumber}?</h2>
        <p>The invoice keeps its number and stays in the books. You cannot undo this.</p>
        ${inputField({ pointer: "/reason", label: "Reason", maxLength: 1000 })}
        <p class="choices">
          <button class="main">Cancel invoice</button>
          <button type="button" @click=${(event: Event) => dialogOf(event).close()}>Keep invoice</button>
        </p>
      </form>
    </dialog>
  `;
}
