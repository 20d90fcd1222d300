import type { CreditOrder, FieldError, InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { ignoreEnter, inputField, textOf } from "./fields.ts";
import { amountText, quantityText } from "./format.ts";
import { numberField, numberOf } from "./number-field.ts";

/** The field in which a line is credited by amount: with gross prices, amounts include the VAT. */
const amountFieldOf = ({ prices }: InvoiceWithPayments) => (prices === "gross" ? "grossAmount" : "netAmount");

/** The button and dialog to credit an invoice, as a whole or by line; nothing if nothing is left to credit. */
export function creditDialog(
  invoice: InvoiceWithPayments,
  credit: (form: HTMLFormElement) => void,
): TemplateResult | typeof nothing {
  const { status, creditedTotal, total, invoiceNumber } = invoice;
  if (status === "CANCELLED" || creditedTotal >= total) return nothing;
  const dialogOf = (event: Event) => (event.currentTarget as HTMLElement).closest(".credit")!.querySelector("dialog")!;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    credit(event.currentTarget as HTMLFormElement);
  };
  return html`
    <div class="credit">
      <p><button type="button" @click=${(event: Event) => dialogOf(event).showModal()}>Credit invoice</button></p>
      <dialog aria-labelledby="credit-title">
        <form @submit=${submit} @keydown=${ignoreEnter}>
          <h2 id="credit-title">Credit ${invoiceNumber}?</h2>
          <p>This issues a credit note with a number of its own. You cannot undo this. Send it to the client.</p>
          ${inputField({ pointer: "/credit/reason", label: "Reason", maxLength: 1000, required: true })}
          <p>Leave the lines empty to credit all that is left of the invoice.</p>
          ${invoice.items.map((_, index) => lineFields(invoice, index))}
          <p class="choices">
            <button class="main">Issue credit note</button>
            <button type="button" @click=${(event: Event) => dialogOf(event).close()}>Close</button>
          </p>
        </form>
      </dialog>
    </div>
  `;
}

function lineFields(invoice: InvoiceWithPayments, index: number): TemplateResult {
  const { description, quantity, unit, netAmount, grossAmount } = invoice.items[index]!;
  const { currency } = invoice;
  const [kind, amount] = grossAmount === undefined ? ["Net amount", netAmount] : ["Gross amount", grossAmount];
  const pointer = `/credit/${index + 1}`;
  return html`
    <fieldset>
      <legend>Line ${index + 1}: ${description}</legend>
      ${numberField({
        ...{ pointer: `${pointer}/quantity`, label: `Quantity, of ${quantityText(quantity, unit)}` },
        format: (value) => quantityText(value, undefined),
      })}
      ${numberField({
        ...{ pointer: `${pointer}/amount`, label: `${kind}, of ${amountText(amount, currency)}` },
        format: (value) => amountText(value, currency),
      })}
    </fieldset>
  `;
}

/** What the form asks for. Lines without a quantity or an amount are left out. */
export function readCredit(form: HTMLFormElement, invoice: InvoiceWithPayments): CreditOrder {
  const field = amountFieldOf(invoice);
  const lines = invoice.items.flatMap((_, index) => {
    const line = index + 1;
    const given = (name: string) => {
      const number = numberOf(form, `/credit/${line}/${name}`);
      return Number.isNaN(number) ? undefined : number;
    };
    const [quantity, amount] = [given("quantity"), given("amount")];
    return quantity === undefined && amount === undefined ? [] : [{ line, quantity, [field]: amount }];
  });
  const reason = textOf(form, "/credit/reason") ?? "";
  return { reason, ...(lines.length === 0 ? {} : { lines }) };
}

/** The errors of a refusal, at the fields of the form. */
export function creditFaults(errors: readonly FieldError[], { lines = [] }: CreditOrder): FieldError[] {
  return errors.map((error) => {
    if (!("pointer" in error)) return error;
    const [, index, name] = /^\/lines\/(\d+)\/(\w+)$/.exec(error.pointer) ?? [];
    if (index === undefined) return { ...error, pointer: `/credit${error.pointer}` };
    const field = name === "quantity" ? "quantity" : "amount";
    return { ...error, pointer: `/credit/${lines[Number(index)]!.line}/${field}` };
  });
}
