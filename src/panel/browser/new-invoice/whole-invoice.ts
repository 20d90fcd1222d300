import { html, type TemplateResult } from "lit-html";
import type { PanelOrder } from "../../shown-figures.ts";
import { inputField, textOf } from "../fields/fields.ts";
import { numberField, numberOf } from "../fields/number-field.ts";
import { amountText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.newInvoice;

/** What changes the sum of the lines. The form has one of each. */
export const ADJUSTMENTS = ["allowances", "charges"] as const;

type Adjustment = NonNullable<PanelOrder["allowances"]>[number];

/** The parts of an order that belong to the whole invoice, and not to a line. */
type WholeParts = Pick<PanelOrder, "allowances" | "charges" | "roundingAmount">;

/** The discount, the charge and the rounding amount. */
export function wholeFields(currency: string): TemplateResult {
  const format = (value: number) => amountText(value, currency);
  return html`
    ${ADJUSTMENTS.map((field) => {
      const at = (name: string) => `/${field}/0/${name}`;
      const { percent, amount, reason } = words.whole[field];
      return html`
        ${numberField({ pointer: at("percent"), label: percent, format: rateText })}
        ${numberField({ pointer: at("amount"), label: amount(currency), format })}
        ${inputField({ pointer: at("reason"), label: reason, maxLength: 200 })}
      `;
    })}
    ${numberField({ pointer: "/roundingAmount", label: words.whole.rounding(currency), format })}
  `;
}

/** The same as the heading of its section: "-10% · +7.50". */
export function wholeText(order: WholeParts, currency: string): string {
  const signed = (sign: string, [given]: readonly Adjustment[] = []) => {
    const { percent = Number.NaN, amount = Number.NaN } = given ?? {};
    if (!Number.isNaN(percent)) return [`${sign}${rateText(percent)}`];
    return Number.isNaN(amount) ? [] : [sign + amountText(amount, currency)];
  };
  const { roundingAmount = 0 } = order;
  const rounding = roundingAmount ? [words.whole.rounded(amountText(roundingAmount, currency))] : [];
  const parts = [...signed("−", order.allowances), ...signed("+", order.charges), ...rounding];
  return parts.join(" · ") || texts.fields.none;
}

/** The same as the form has it. */
export function readWhole(form: HTMLFormElement): WholeParts {
  const given = (pointer: string) => (textOf(form, pointer) === undefined ? undefined : numberOf(form, pointer));
  const adjustments = (field: (typeof ADJUSTMENTS)[number]) => {
    const at = (name: string) => `/${field}/0/${name}`;
    const [percent, amount, reason] = [given(at("percent")), given(at("amount")), textOf(form, at("reason"))];
    if ((percent ?? amount ?? reason) === undefined) return undefined;
    return [{ percent, amount, reason }];
  };
  return {
    allowances: adjustments("allowances"),
    charges: adjustments("charges"),
    roundingAmount: given("/roundingAmount"),
  };
}
