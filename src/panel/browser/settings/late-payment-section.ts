import type { BaseRate, LatePaymentLaw } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { LatePaymentSettings } from "../../wire.ts";
import { clearFaults, ignoreEnter, inputField, showFault, submitTo, textOf } from "../fields/fields.ts";
import { numberField, numberOf } from "../fields/number-field.ts";
import { table } from "../lists/table.ts";
import { Outcome } from "../outcome.ts";
import { amountText, countNumber, dayText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import type { SettingsPart } from "./logo-section.ts";

const words = texts.latePayment;
const [ON, PERCENT] = ["/latePayment/on", "/latePayment/percent"];

/** What reminders claim: the law of the company's state, the base rates to which it adds points, and whether it was checked. */
export class LatePaymentSection {
  readonly #part: SettingsPart;
  readonly #law: LatePaymentLaw;
  readonly #outcome: Outcome;
  #settings: LatePaymentSettings;

  constructor(part: SettingsPart, law: LatePaymentLaw, settings: LatePaymentSettings) {
    this.#part = part;
    this.#law = law;
    this.#settings = settings;
    this.#outcome = new Outcome(part.show);
  }

  template(): TemplateResult {
    const { business, consumer, isUnread } = this.#law;
    const hasReference = (business.reference ?? consumer?.reference) !== undefined;
    const { isLawChecked } = this.#settings;
    const check = ({ currentTarget }: Event) =>
      this.#save({ ...this.#settings, isLawChecked: (currentTarget as HTMLInputElement).checked });
    return html`
      <section class="card" aria-labelledby="late-payment-title">
        <h2 id="late-payment-title">${words.title}</h2>
        <p>${words.law(lawText(this.#law))}</p>
        ${
          isUnread === true
            ? html`<p><label><input type="checkbox" name="/latePayment/isLawChecked" ?checked=${isLawChecked} @change=${check} /> ${words.isLawChecked}</label></p>`
            : nothing
        }
        ${hasReference ? this.#baseRates() : nothing}
        ${this.#outcome.template()}
      </section>
    `;
  }

  #baseRates(): TemplateResult {
    return html`
      <h3>${words.baseRates}</h3>
      <p class="hint">${words.hint}</p>
      ${this.#settings.baseRates.length === 0 ? html`<p>${words.none}</p>` : this.#table()}
      <form class="terms" @submit=${submitTo((form) => this.#add(form))} @keydown=${ignoreEnter} novalidate>
        ${inputField({ pointer: ON!, label: words.on, type: "date", required: true })}
        ${numberField({ pointer: PERCENT!, label: words.percent, required: true, format: rateText })}
        <button>${words.add}</button>
      </form>
    `;
  }

  #table(): TemplateResult {
    const { baseRates } = this.#settings;
    const remove = (removed: BaseRate) =>
      this.#save({ ...this.#settings, baseRates: baseRates.filter((rate) => rate !== removed) });
    const removeButton = (rate: BaseRate) =>
      html`<button type="button" class="small" aria-label=${words.removeOf(dayText(rate.on))} @click=${() => remove(rate)}>${words.remove}</button>`;
    return table({
      ...{ name: "base-rates", caption: words.baseRates, rows: baseRates },
      columns: [
        { head: words.on, cell: ({ on }) => dayText(on) },
        { head: words.percent, kind: "amount", cell: ({ percent }) => rateText(percent) },
        { head: "", cell: removeButton },
      ],
    });
  }

  async #add(form: HTMLFormElement): Promise<void> {
    clearFaults(form);
    const [on, percent] = [textOf(form, ON!), numberOf(form, PERCENT!)];
    if (on === undefined) return showFault(form, ON!, words.dayMissing);
    if (!(percent >= -5 && percent <= 100)) return showFault(form, PERCENT!, words.invalid);
    const others = this.#settings.baseRates.filter((rate) => rate.on !== on);
    // The newest first: of two for one half-year, the first counts.
    const baseRates = [{ on, percent }, ...others].sort((a, b) => (a.on < b.on ? 1 : -1));
    if (await this.#save({ ...this.#settings, baseRates })) form.reset();
  }

  /** Whether it was saved. */
  #save(settings: LatePaymentSettings): Promise<boolean> {
    return this.#outcome.run(async () => {
      await this.#part.calls.saveLatePayment(settings);
      this.#settings = settings;
      return words.saved;
    });
  }
}

/** What businesses owe, with its source: the rate, and the least fee. */
function lawText({ law, business: { points, reference }, fee }: LatePaymentLaw): string {
  const rate = words.rate(countNumber(points), reference && words.references[reference]);
  const [amount] = fee?.steps[0] ?? [];
  return [rate, amount === undefined ? "" : words.fee(amountText(amount, fee!.currency)), `(${law})`]
    .filter(Boolean)
    .join(" ");
}
