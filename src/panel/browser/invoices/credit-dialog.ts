import type { CreditAllowance, CreditOrder, FieldError, InvoiceWithPayments } from "faktura";
import { html, type TemplateResult } from "lit-html";
import type { InvoiceView } from "../../wire.ts";
import { inputField, type SendForm, textOf } from "../fields/fields.ts";
import { formDialog } from "../fields/form-dialog.ts";
import { numberField, numberOf } from "../fields/number-field.ts";
import { amountText, quantityText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

/** What a line is credited by. */
export type CreditedBy = "quantity" | "amount";

/** The choice for each line, and what changes it. */
export interface CreditChoices {
  readonly of: (line: number) => CreditedBy;
  readonly choose: (line: number, by: CreditedBy) => void;
}

/** The field of the order in which a line is credited by amount: with gross prices, amounts include the VAT. */
const amountFieldOf = ({ prices }: InvoiceWithPayments) => (prices === "gross" ? "grossAmount" : "netAmount");

/** The dialog to credit an invoice, as a whole or by line. */
export function creditDialog(
  { invoice, creditLeft }: InvoiceView,
  choices: CreditChoices,
  review: SendForm,
): TemplateResult {
  const { invoiceNumber, currency } = invoice;
  return formDialog({
    name: "crediting",
    title: texts.crediting.question(invoiceNumber),
    content: html`
      ${inputField({ pointer: "/credit/reason", label: texts.words.reason, maxLength: 1000, required: true })}
      ${extentFields(amountText(creditLeft, currency))}
      <div class="credit-lines">
        ${invoice.items.map((_, index) => lineFields(invoice, index + 1, choices))}
        ${ADJUSTMENTS.map((field) => adjustmentFields(invoice, field))}
      </div>
      <p class="fault" role="alert"></p>
    `,
    ...{ submit: review, action: texts.crediting.review, close: texts.crediting.close },
  });
}

/** Whether everything that is left is credited, or single lines. The style sheet shows the lines if they are chosen. */
function extentFields(left: string): TemplateResult {
  const { what, all, someLines } = texts.crediting;
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

/** The field in which a line's quantity or amount is entered. `line` counts from 1. */
export function creditLinePointer(line: number): string {
  return `/credit/${line}/value`;
}

/** One number, and whether it is a quantity or an amount. */
function lineFields(invoice: InvoiceWithPayments, line: number, choices: CreditChoices): TemplateResult {
  const { description, quantity, unit, netAmount, grossAmount } = invoice.items[line - 1]!;
  const { currency } = invoice;
  const words = texts.crediting;
  const isGross = grossAmount !== undefined;
  const [amountName, amountOf] = isGross
    ? [words.byGrossAmount, words.grossAmountOf]
    : [words.byNetAmount, words.netAmountOf];
  const isByQuantity = choices.of(line) === "quantity";
  const label = isByQuantity
    ? words.quantityOf(quantityText(quantity, unit))
    : amountOf(amountText(grossAmount ?? netAmount, currency));
  const format = (value: number) => (isByQuantity ? quantityText(value, undefined) : amountText(value, currency));
  const by = `credit-${line}-by`;
  const change = ({ currentTarget }: Event) => {
    choices.choose(line, (currentTarget as HTMLSelectElement).value as CreditedBy);
  };
  return html`
    <fieldset>
      <legend>${words.line(line, description)}</legend>
      <p class="field">
        <label for=${by}>${words.by}</label>
        <select id=${by} @change=${change}>
          <option value="quantity" ?selected=${isByQuantity}>${words.byQuantity}</option>
          <option value="amount" ?selected=${!isByQuantity}>${amountName}</option>
        </select>
      </p>
      ${numberField({ pointer: creditLinePointer(line), label, format })}
    </fieldset>
  `;
}

/** The allowances and charges of an invoice. */
const ADJUSTMENTS = ["allowances", "charges"] as const;

type Adjustments = (typeof ADJUSTMENTS)[number];

/** The field in which the amount of an allowance or a charge is entered. `position` counts from 1. */
function adjustmentPointer(field: Adjustments, position: number): string {
  return `/credit/${field}/${position}/value`;
}

/** For each of them, the amount to credit: net or gross as the prices are. */
function adjustmentFields(invoice: InvoiceWithPayments, field: Adjustments): TemplateResult[] {
  const words = texts.crediting;
  const { currency } = invoice;
  const given = invoice[field] ?? [];
  return given.map(({ amount, reason }, index) => {
    const label = words.amountOf(amountText(amount, currency));
    const format = (value: number) => amountText(value, currency);
    return html`
      <fieldset>
        <legend>${words[field](index + 1, reason ?? "")}</legend>
        ${numberField({ pointer: adjustmentPointer(field, index + 1), label, format })}
      </fieldset>
    `;
  });
}

/**
 * What the form asks for: the lines with a quantity or an amount, and the allowances and charges with an amount. None of these
 * lists is there if everything is credited.
 */
export function readCredit(
  form: HTMLFormElement,
  invoice: InvoiceWithPayments,
  { of: choiceOf }: CreditChoices,
): CreditOrder {
  const lines = invoice.items.flatMap((_, index) => {
    const line = index + 1;
    const number = numberOf(form, creditLinePointer(line));
    const field = choiceOf(line) === "quantity" ? "quantity" : amountFieldOf(invoice);
    return Number.isNaN(number) ? [] : [{ line, [field]: number }];
  });
  const reason = textOf(form, "/credit/reason") ?? "";
  if (new FormData(form).get("extent") === "all") return { reason };
  const [allowances, charges] = ADJUSTMENTS.map((name) =>
    (invoice[name] ?? []).flatMap((_, index) => {
      const amount = numberOf(form, adjustmentPointer(name, index + 1));
      return Number.isNaN(amount) ? [] : [{ position: index + 1, amount }];
    }),
  ) as [CreditAllowance[], CreditAllowance[]];
  const hasOthers = allowances.length + charges.length > 0;
  return {
    reason,
    ...((lines.length > 0 || !hasOthers) && { lines }),
    ...(allowances.length > 0 && { allowances }),
    ...(charges.length > 0 && { charges }),
  };
}

/** An error of a refusal, at its field of the form. */
export function creditFault(error: FieldError, order: CreditOrder): FieldError {
  if (!("pointer" in error)) return error;
  const [, list, index] = /^\/(lines|allowances|charges)\/(\d+)\/\w+$/.exec(error.pointer) ?? [];
  if (index === undefined) return { ...error, pointer: `/credit${error.pointer}` };
  const pointer =
    list === "lines"
      ? creditLinePointer(order.lines![Number(index)]!.line)
      : adjustmentPointer(list as Adjustments, order[list as Adjustments]![Number(index)]!.position);
  return { ...error, pointer };
}
