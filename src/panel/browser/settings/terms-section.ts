import { html, type TemplateResult } from "lit-html";
import { failureText } from "../calls.ts";
import { clearFaults, ignoreEnter, inputField, showFault, textOf } from "../fields.ts";
import { texts } from "../language.ts";
import type { SettingsPart } from "./logo-section.ts";

const words = texts.terms;
const FIELD = "/terms/days";

/** How many days after its date an invoice is due. */
export class TermsSection {
  readonly #part: SettingsPart;
  readonly #days: number | null;
  #done = "";
  #problem = "";

  constructor(part: SettingsPart, days: number | null) {
    this.#part = part;
    this.#days = days;
  }

  template(): TemplateResult {
    const value = this.#days === null ? undefined : String(this.#days);
    return html`
      <section class="card" aria-labelledby="terms-title">
        <h2 id="terms-title">${words.title}</h2>
        <form class="terms" @submit=${(event: SubmitEvent) => this.#save(event)} @keydown=${ignoreEnter}>
          ${inputField({ pointer: FIELD, label: words.days, maxLength: 3, value, hint: words.hint })}
          <button>${words.save}</button>
        </form>
        <p role="status">${this.#done}</p>
        <p role="alert" class="problem">${this.#problem}</p>
      </section>
    `;
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    clearFaults(form);
    [this.#done, this.#problem] = ["", ""];
    this.#part.show();
    const text = textOf(form, FIELD);
    if (text !== undefined && !(/^\d{1,3}$/.test(text) && Number(text) <= 365))
      return showFault(form, FIELD, words.invalid);
    try {
      await this.#part.calls.savePaymentDays(text === undefined ? null : Number(text));
      this.#done = words.saved;
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.#part.show();
  }
}
