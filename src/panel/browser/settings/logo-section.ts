import { html, nothing, type TemplateResult } from "lit-html";
import type { PanelCalls } from "../calls.ts";
import { Outcome } from "../outcome.ts";
import { texts } from "../texts/language.ts";

const words = texts.logo;

/** What a section of the settings needs of its page. */
export interface SettingsPart {
  readonly calls: PanelCalls;
  readonly show: () => void;
}

/** The logo that is drawn on PDF files: choose another, or remove it. It is saved at once, so the form around it has not changed. */
export class LogoSection {
  readonly #part: SettingsPart;
  readonly #outcome: Outcome;
  #savedAt: string | null;

  constructor(part: SettingsPart, savedAt: string | null) {
    this.#part = part;
    this.#savedAt = savedAt;
    this.#outcome = new Outcome(part.show);
  }

  template(): TemplateResult {
    const { calls } = this.#part;
    return html`
      <section class="card" aria-labelledby="logo-title" @input=${(event: Event) => event.stopPropagation()}>
        <h2 id="logo-title" tabindex="-1">${words.title}</h2>
        ${
          this.#savedAt === null
            ? html`<p>${words.none}</p>`
            : html`<img class="logo" alt=${words.current} src=${`${calls.logoAddress}?${this.#savedAt}`} />`
        }
        <p class="field">
          <label for="logo">${words.choose}</label>
          <input id="logo" type="file" accept="image/png,image/jpeg" aria-describedby="logo-hint"
            @change=${(event: Event) => this.#choose(event.currentTarget as HTMLInputElement)} />
          <small id="logo-hint">${words.hint}</small>
        </p>
        ${
          this.#savedAt === null
            ? nothing
            : html`<p><button type="button" @click=${() => this.#remove()}>${words.remove}</button></p>`
        }
        ${this.#outcome.template()}
      </section>
    `;
  }

  async #choose(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    await this.#outcome.run(async () => {
      this.#savedAt = (await this.#part.calls.saveLogo(file)).savedAt;
      return words.saved;
    });
    input.value = ""; // so that the same file can be chosen again
  }

  async #remove(): Promise<void> {
    await this.#outcome.run(async () => {
      await this.#part.calls.removeLogo();
      this.#savedAt = null;
      return words.removed;
    });
    document.getElementById("logo-title")!.focus(); // the pressed button is gone
  }
}
