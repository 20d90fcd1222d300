import { html, type TemplateResult } from "lit-html";
import type { PanelOrder } from "../../shown-figures.ts";
import { inputField, textOf } from "../fields/fields.ts";
import { numberField, numberOf } from "../fields/number-field.ts";
import { amountText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words: Readonly<Record<string, string>> = texts.newInvoice.payable;

/** What changes what the client pays, or when. The form has one of each, with these fields: the longest text, or what it is. */
const FIELDS = {
  withholdings: { percent: "percent", basePercent: "percent", reason: 200, type: 10, code: 10 },
  retentions: { percent: "percent", amount: "amount", dueOn: "date", reason: 200 },
  disbursements: { description: 200, amount: "amount", reference: 200 },
} as const;

const PARTS = ["withholdings", "retentions", "disbursements"] as const;

type PayableParts = Pick<PanelOrder, (typeof PARTS)[number]>;

/** What is withheld, paid later, and paid in the client's name. */
export function payableFields(currency: string): TemplateResult {
  return html`${PARTS.flatMap((part) =>
    Object.entries(FIELDS[part]).map(([name, kind]) => {
      const field = { pointer: `/${part}/0/${name}`, label: words[`${part}/${name}`]! };
      if (kind === "date") return inputField({ ...field, type: "date" });
      if (typeof kind === "number") return inputField({ ...field, maxLength: kind });
      return numberField({
        ...{ ...field, label: kind === "amount" ? `${field.label}, ${currency}` : `${field.label}, %` },
        format: kind === "amount" ? (value) => amountText(value, currency) : rateText,
      });
    }),
  )}`;
}

/** The same as the heading of its section: "Ritenuta · Court fee". */
export function payableText({ withholdings, retentions, disbursements }: PayableParts): string {
  const given = [withholdings?.[0]?.reason, retentions?.[0]?.reason, disbursements?.[0]?.description];
  return given.filter(Boolean).join(" · ") || texts.fields.none;
}

/** The same as the form has it. */
export function readPayable(form: HTMLFormElement): PayableParts {
  const parts = PARTS.flatMap((part) => {
    const fields = Object.entries(FIELDS[part]).flatMap(([name, kind]) => {
      const text = textOf(form, `/${part}/0/${name}`);
      const isNumber = kind === "percent" || kind === "amount";
      return text === undefined ? [] : [[name, isNumber ? numberOf(form, `/${part}/0/${name}`) : text] as const];
    });
    return fields.length === 0 ? [] : [[part, [Object.fromEntries(fields)]] as const];
  });
  return Object.fromEntries(parts);
}
