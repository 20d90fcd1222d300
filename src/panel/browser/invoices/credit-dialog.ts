import type { CreditOrder, FieldError, InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { ignoreEnter, inputField, textOf } from "../fields.ts";
import { amountText, quantityText, roundedAmount } from "../format.ts";
import { texts } from "../language.ts";
import { numberField, numberOf } from "../number-field.ts";

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
      <p><button type="button" @click=${(event: Event) => dialogOf(event).showModal()}>${texts.crediting.credit}</button></p>
      <dialog aria-labelledby="credit-title">
        <form @submit=${submit} @keydown=${ignoreEnter}>
          <h2 id="credit-title">${texts.crediting.question(invoiceNumber)}</h2>
          <p>${texts.crediting.effect}</p>
          ${inputField({ pointer: "/credit/reason", label: texts.words.reason, maxLength: 1000, required: true })}
          ${extentFields(invoice)}
          <div class="credit-lines">${invoice.items.map((_, index) => lineFields(invoice, index))}</div>
          <p class="choices">
            <button class="main">${texts.crediting.issue}</button>
            <button type="button" @click=${(event: Event) => dialogOf(event).close()}>${texts.crediting.close}</button>
          </p>
        </form>
      </dialog>
    </div>
  `;
}

/** Whether everything that is left is credited, or single lines. The style sheet shows the lines if they are chosen. */
function extentFields({ total, creditedTotal, currency }: InvoiceWithPayments): TemplateResult {
  const { what, all, someLines } = texts.crediting;
  const left = amountText(roundedAmount(total - creditedTotal, currency), currency);
  // An unclear number in a hidden field would keep the browser from sending the form, without a word.
  const choose = ({ currentTarget, target }: Event) => {
    const isAll = (target as HTMLInputElement).value === "all";
    const inputs = (currentTarget as HTMLElement).parentElement!.querySelectorAll<HTMLInputElement>(
      ".credit-lines input",
    );
    for (const input of inputs) input.disabled = isAll;
  };
  return html`
    <fieldset class="extent" @change=${choose}>
      <legend>${what}</legend>
      <label><input type="radio" name="extent" value="all" checked /> ${all(left)}</label>
      <label><input type="radio" name="extent" value="lines" /> ${someLines}</label>
    </fieldset>
  `;
}

/** The field in which the first line's quantity is credited, and the like. `line` counts from 1. */
export function creditLinePointer(line: number): string {
  return `/credit/${line}/quantity`;
}

function lineFields(invoice: InvoiceWithPayments, index: number): TemplateResult {
  const { description, quantity, unit, netAmount, grossAmount } = invoice.items[index]!;
  const { currency } = invoice;
  const { quantityOf, netAmountOf, grossAmountOf } = texts.crediting;
  const amount = grossAmount ?? netAmount;
  const amountOf = grossAmount === undefined ? netAmountOf : grossAmountOf;
  const pointer = `/credit/${index + 1}`;
  return html`
    <fieldset>
      <legend>${texts.crediting.line(index + 1, description)}</legend>
      ${numberField({
        pointer: `${pointer}/quantity`,
        label: quantityOf(quantityText(quantity, unit)),
        format: (value) => quantityText(value, undefined),
      })}
      ${numberField({
        pointer: `${pointer}/amount`,
        label: amountOf(amountText(amount, currency)),
        format: (value) => amountText(value, currency),
      })}
    </fieldset>
  `;
}

/** What the form asks for. `lines` has those with a quantity or an amount; it is absent if everything is credited. */
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
  return new FormData(form).get("extent") === "all" ? { reason } : { reason, lines };
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
