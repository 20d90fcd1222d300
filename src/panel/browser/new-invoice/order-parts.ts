import { html, type TemplateResult } from "lit-html";
import type { PanelOrder } from "../../shown-figures.ts";
import { inputField, textOf } from "../fields/fields.ts";
import { numberField, numberOf } from "../fields/number-field.ts";
import { amountText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.newInvoice;
const payableWords: Readonly<Record<string, string>> = words.payable;

/** Parts of which the form has one each, and their fields: the longest text, or what it is. */
const FIELDS = {
  allowances: { percent: "percent", amount: "amount", reason: 200 },
  charges: { percent: "percent", amount: "amount", reason: 200 },
  withholdings: { percent: "percent", basePercent: "percent", reason: 200, type: 10, code: 10 },
  retentions: { percent: "percent", amount: "amount", dueOn: "date", reason: 200 },
  disbursements: { description: 200, amount: "amount", reference: 200 },
} as const;

type Part = keyof typeof FIELDS;

/** What changes the sum of the lines. */
export const ADJUSTMENTS = ["allowances", "charges"] as const;

/** What changes what the client pays, or when: what is withheld, paid later, and paid in the client's name. */
const PAYABLE = ["withholdings", "retentions", "disbursements"] as const;

type Adjustment = NonNullable<PanelOrder["allowances"]>[number];

/** The discount, the charge and the rounding amount. */
export function wholeFields(currency: string): TemplateResult {
  const format = (value: number) => amountText(value, currency);
  return html`
    ${ADJUSTMENTS.map((part) => partFields(part, currency))}
    ${numberField({ pointer: "/roundingAmount", label: words.whole.rounding(currency), format })}
  `;
}

/** What is withheld, paid later, and paid in the client's name. */
export function payableFields(currency: string): TemplateResult {
  return html`${PAYABLE.map((part) => partFields(part, currency))}`;
}

function partFields(part: Part, currency: string): TemplateResult[] {
  return Object.entries(FIELDS[part]).map(([name, kind]) => {
    const field = { pointer: `/${part}/0/${name}`, label: labelOf(part, name, kind, currency) };
    if (kind === "date") return inputField({ ...field, type: "date" });
    if (typeof kind === "number") return inputField({ ...field, maxLength: kind });
    return numberField({ ...field, format: kind === "amount" ? (value) => amountText(value, currency) : rateText });
  });
}

function labelOf(part: Part, name: string, kind: unknown, currency: string): string {
  if (part === "allowances" || part === "charges") {
    const label = words.whole[part][name as keyof (typeof FIELDS)[typeof part]];
    return typeof label === "string" ? label : label(currency);
  }
  const label = payableWords[`${part}/${name}`]!;
  return kind === "amount" ? `${label}, ${currency}` : kind === "percent" ? `${label}, %` : label;
}

/** The discount, the charge and the rounding amount as the heading of their section: "-10% · +7.50". */
export function wholeText(order: Pick<PanelOrder, Part | "roundingAmount">, currency: string): string {
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

/** What is withheld, paid later and disbursed as the heading of its section: "Ritenuta · Court fee". */
export function payableText({ withholdings, retentions, disbursements }: Pick<PanelOrder, Part>): string {
  const given = [withholdings?.[0]?.reason, retentions?.[0]?.reason, disbursements?.[0]?.description];
  return given.filter(Boolean).join(" · ") || texts.fields.none;
}

/** All of them as the form has them. */
export function readParts(form: HTMLFormElement): Pick<PanelOrder, Part | "roundingAmount"> {
  const given = (pointer: string, isNumber: boolean) => {
    const text = textOf(form, pointer);
    return text !== undefined && isNumber ? numberOf(form, pointer) : text;
  };
  const parts = Object.entries(FIELDS).flatMap(([part, fields]) => {
    const typed = Object.entries(fields).map(([name, kind]) => {
      return [name, given(`/${part}/0/${name}`, kind === "percent" || kind === "amount")] as const;
    });
    const filled = typed.filter(([, value]) => value !== undefined);
    return filled.length === 0 ? [] : [[part, [Object.fromEntries(filled)]] as const];
  });
  return { ...Object.fromEntries(parts), roundingAmount: given("/roundingAmount", true) as number | undefined };
}
