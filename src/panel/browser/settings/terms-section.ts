import { html, nothing, type TemplateResult } from "lit-html";
import type { PanelCompany, PaymentTerms } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { clearFaults, ignoreEnter, inputField, showFault, submitTo, textOf } from "../fields.ts";
import { rateText } from "../format.ts";
import { texts } from "../language.ts";
import { canOfferDiscount } from "../new-invoice/due-date.ts";
import { numberField, numberOf, numberText } from "../number-field.ts";
import type { SettingsPart } from "./logo-section.ts";

const words = texts.terms;
const [DAYS, PERCENT, DISCOUNT_DAYS] = ["/terms/days", "/terms/discount/percent", "/terms/discount/days"] as const;

/** How many days after its date an invoice is due, and what the client may deduct if it pays sooner. */
export class TermsSection {
  readonly #part: SettingsPart;
  readonly #company: Pick<PanelCompany, "paymentDays" | "cashDiscount" | "profile">;
  #done = "";
  #problem = "";

  constructor(part: SettingsPart, company: Pick<PanelCompany, "paymentDays" | "cashDiscount" | "profile">) {
    this.#part = part;
    this.#company = company;
  }

  template(): TemplateResult {
    const { paymentDays, cashDiscount, profile } = this.#company;
    const textFor = (days: number | undefined | null) =>
      days === null || days === undefined ? undefined : String(days);
    const percent = cashDiscount === null ? undefined : numberText(cashDiscount.percent);
    const discount = html`
      ${numberField({ pointer: PERCENT, label: words.discount, value: percent, format: rateText })}
      ${inputField({ pointer: DISCOUNT_DAYS, label: words.discountDays, maxLength: 3, value: textFor(cashDiscount?.days) })}
    `;
    return html`
      <section class="card" aria-labelledby="terms-title">
        <h2 id="terms-title">${words.title}</h2>
        <form class="terms" @submit=${submitTo((form) => this.#save(form))} @keydown=${ignoreEnter}>
          ${inputField({ pointer: DAYS, label: words.days, maxLength: 3, value: textFor(paymentDays), hint: words.hint })}
          ${canOfferDiscount(profile) ? discount : nothing}
          <button>${words.save}</button>
        </form>
        <p role="status">${this.#done}</p>
        <p role="alert" class="problem">${this.#problem}</p>
      </section>
    `;
  }

  async #save(form: HTMLFormElement): Promise<void> {
    clearFaults(form);
    [this.#done, this.#problem] = ["", ""];
    this.#part.show();
    for (const pointer of [DAYS, DISCOUNT_DAYS]) {
      if (Number.isNaN(daysIn(form, pointer))) return showFault(form, pointer, words.invalid);
    }
    const discount = discountIn(form);
    if (discount === undefined) return showFault(form, PERCENT, words.invalidDiscount);
    try {
      await this.#part.calls.savePaymentTerms({ days: daysIn(form, DAYS), discount });
      this.#done = words.saved;
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.#part.show();
  }
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
