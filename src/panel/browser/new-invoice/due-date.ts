import { html, nothing, type TemplateResult } from "lit-html";
import type { CashDiscount, PanelCompany } from "../../wire.ts";
import { inputField, textOf } from "../fields/fields.ts";
import { numberField, numberOf, numberText } from "../fields/number-field.ts";
import { rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const DISCOUNT = { percent: "/cashDiscounts/0/percent", days: "/cashDiscounts/0/days" };

/**
 * Whether the forms offer cash discounts. In Belgium they lower the VAT of the invoice, which the figures of the editor do not
 * show. @see Code de la TVA, article 28, 1°
 */
export function canOfferDiscount({ country }: PanelCompany["profile"]): boolean {
  return country !== "BE";
}

/**
 * The fields of the due date and of a cash discount, and hidden ones: the days of the invoice that the draft repeats, the
 * client's own terms, and whether terms fill the due date and the discount.
 */
export function dueDateField(label: string, profile: PanelCompany["profile"]): TemplateResult {
  const type = ({ currentTarget, target }: Event) => {
    const { name } = target as HTMLInputElement;
    const byTerms = name === "/dueDate" ? "/dueByTerms" : "/discountByTerms";
    (currentTarget as HTMLElement).querySelector<HTMLInputElement>(`[name='${byTerms}']`)!.value = "";
  };
  const { discount, discountDays } = texts.terms;
  const discountFields = html`
    ${numberField({ pointer: DISCOUNT.percent, label: discount, format: rateText })}
    ${inputField({ pointer: DISCOUNT.days, label: discountDays, maxLength: 3 })}
    <input type="hidden" name="/discountByTerms" value="yes" />
  `;
  return html`
    <div class="together" @input=${type}>
      ${inputField({ pointer: "/dueDate", label, type: "date" })}
      ${canOfferDiscount(profile) ? discountFields : nothing}
      <input type="hidden" name="/dueDays" />
      <input type="hidden" name="/paymentDays" />
      <input type="hidden" name="/dueByTerms" value="yes" />
    </div>
  `;
}

/** A number of days; `undefined` if there is none. */
function daysOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/**
 * Fills the due date by the days of the repeated invoice, or else the client's terms, or else the company's, counted from today, on
 * which the invoice would be issued, and the company's cash discount. What somebody typed stays, and so does what a draft from
 * before there were terms has.
 */
export function fillDueDate(
  form: HTMLFormElement,
  { paymentDays, cashDiscount }: Pick<PanelCompany, "paymentDays" | "cashDiscount">,
  today: string,
): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  if ((field("/discountByTerms") ?? { value: "" }).value !== "") {
    field(DISCOUNT.percent).value = cashDiscount === null ? "" : numberText(cashDiscount.percent);
    field(DISCOUNT.days).value = cashDiscount === null ? "" : String(cashDiscount.days);
  }
  if (field("/dueByTerms").value === "") return;
  const days = daysOf(field("/dueDays").value) ?? daysOf(field("/paymentDays").value) ?? paymentDays;
  field("/dueDate").value = days === null ? "" : dayAfter(today, days);
}

/** The cash discount of the form, as a list; `undefined` if it has none. What is half typed is refused by the library. */
export function readDiscount(form: HTMLFormElement): [CashDiscount] | undefined {
  const [percent, days] = [textOf(form, DISCOUNT.percent), textOf(form, DISCOUNT.days)];
  if (percent === undefined && days === undefined) return undefined;
  return [{ percent: numberOf(form, DISCOUNT.percent), days: daysOf(days ?? "") ?? Number.NaN }];
}

/** The fields of a discount that an invoice offered; `undefined` if the form cannot repeat it. */
export function discountFields(
  discounts: readonly CashDiscount[],
  profile: PanelCompany["profile"],
): Readonly<Record<string, string>> | undefined {
  const [discount, ...others] = discounts;
  if (discount === undefined || others.length > 0 || !canOfferDiscount(profile)) return undefined;
  const { percent, days } = discount;
  return { [DISCOUNT.percent]: numberText(percent), [DISCOUNT.days]: String(days), "/discountByTerms": "" };
}

/** The day so many days after another, both `YYYY-MM-DD`. */
function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
