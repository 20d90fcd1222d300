import type { FieldError } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { Outcome } from "../outcome.ts";
import { texts } from "../texts/language.ts";
import { clearFaults, formProblem } from "./fields.ts";

/** A form that is saved as a whole by its button. The browser asks before it leaves a page whose form was changed. */
export class SavedForm {
  readonly #outcome: Outcome;
  #hasChanges = false;

  constructor(show: () => void) {
    this.#outcome = new Outcome(show);
    addEventListener("beforeunload", (event) => {
      if (this.#hasChanges) event.preventDefault();
    });
  }

  /** Called when something of the form was changed. */
  change(): void {
    this.#hasChanges = true;
    this.#outcome.tell(texts.settings.notSaved);
  }

  tell(problem: string): void {
    this.#outcome.tell("", problem);
  }

  /** The page may be left without a question. */
  drop(): void {
    this.#hasChanges = false;
  }

  /** Saves, unless that is under way. `save` says that it did; `placeOf` is that of {@link formProblem}. */
  async save(
    form: HTMLFormElement,
    save: () => Promise<string>,
    placeOf?: (error: FieldError) => FieldError,
  ): Promise<void> {
    if (this.#outcome.isBusy) return;
    clearFaults(form);
    this.#hasChanges = false; // what is typed from now on is not saved with this call
    const failed = (error: unknown) => {
      this.#hasChanges = true;
      return formProblem(form, error, placeOf);
    };
    await this.#outcome.run(
      async () => {
        const saved = await save();
        return this.#hasChanges ? texts.settings.notSaved : saved;
      },
      { doing: texts.settings.saving, failed },
    );
  }

  /** The button, what is beside it, and what became of the last save. */
  buttons(label: string, others: unknown = ""): TemplateResult {
    return html`
      <div class="saving">
        <button class="main" aria-disabled=${this.#outcome.isBusy}>${label}</button>
        ${others} ${this.#outcome.template()}
      </div>
    `;
  }
}
