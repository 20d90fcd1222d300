import { html, nothing, type TemplateResult } from "lit-html";
import type { PanelCompany, PaymentTerms } from "../../wire.ts";
import { inputField, showFault, textOf } from "../fields/fields.ts";
import { numberField, numberOf, numberText } from "../fields/number-field.ts";
import { canOfferDiscount } from "../new-invoice/due-date.ts";
import { rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.terms;
const [DAYS, PERCENT, DISCOUNT_DAYS] = ["/terms/days", "/terms/discount/percent", "/terms/discount/days"] as const;

/** How many days after its date an invoice is due, and what the client may deduct if it pays sooner. */
export function termsFields({
  paymentDays,
  cashDiscount,
  profile,
}: Pick<PanelCompany, "paymentDays" | "cashDiscount" | "profile">): TemplateResult {
  const textFor = (days: number | undefined | null) => (days === null || days === undefined ? undefined : String(days));
  const percent = cashDiscount === null ? undefined : numberText(cashDiscount.percent);
  const discount = html`
    ${numberField({ pointer: PERCENT, label: words.discount, value: percent, format: rateText })}
    ${inputField({ pointer: DISCOUNT_DAYS, label: words.discountDays, maxLength: 3, value: textFor(cashDiscount?.days) })}
  `;
  return html`
    <fieldset>
      <legend>${words.title}</legend>
      ${inputField({ pointer: DAYS, label: words.days, maxLength: 3, value: textFor(paymentDays), hint: words.hint })}
      ${canOfferDiscount(profile) ? discount : nothing}
    </fieldset>
  `;
}

/** The terms that are typed; `undefined` if they cannot be any, which is then said at the field. */
export function readTerms(form: HTMLFormElement): PaymentTerms | undefined {
  const wrong = [DAYS, DISCOUNT_DAYS].find((pointer) => Number.isNaN(daysIn(form, pointer)));
  if (wrong !== undefined) showFault(form, wrong, words.invalid);
  const discount = wrong === undefined ? discountIn(form) : undefined;
  if (wrong === undefined && discount === undefined) showFault(form, PERCENT, words.invalidDiscount);
  return discount === undefined ? undefined : { days: daysIn(form, DAYS), discount };
}

/** The days in a field; `null` if it is empty, NaN if it has no such number. */
function daysIn(form: HTMLFormElement, pointer: string): number | null {
  const text = textOf(form, pointer);
  if (text === undefined) return null;
  return /^\d{1,3}$/.test(text) && Number(text) <= 365 ? Number(text) : Number.NaN;
}

/** The discount that is typed; `null` if there is none, `undefined` if a part is missing or cannot be one. */
function discountIn(form: HTMLFormElement): PaymentTerms["discount"] | undefined {
  const days = daysIn(form, DISCOUNT_DAYS);
  if (textOf(form, PERCENT) === undefined) return days === null ? null : undefined;
  const percent = numberOf(form, PERCENT);
  return days !== null && percent > 0 && percent <= 99.99 ? { percent, days } : undefined;
}
