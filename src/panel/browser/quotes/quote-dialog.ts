import { html, type TemplateResult } from "lit-html";
import { daysLater } from "../../repeated-order.ts";
import type { PanelOrder } from "../../shown-figures.ts";
import { failureText } from "../calls.ts";
import { ignoreEnter, inputField, textOf } from "../fields/fields.ts";
import type { PageContext } from "../page.ts";
import { todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.quotes;

/** How long a quote is valid unless somebody types another day. */
const VALID_DAYS = 30;

/** What the editor of a draft gives. */
export interface EditedDraft {
  readonly show: () => void;
  /** The order and the texts of its form; `undefined` if a field that is required is empty, which the form then shows. */
  readonly read: () => { readonly order: PanelOrder; readonly fields: Readonly<Record<string, string>> } | undefined;
  /** Discards the draft. */
  readonly discard: () => Promise<void>;
}

/** The button and the dialog with which a draft is saved as a quote. */
export class QuoteDialog {
  readonly #context: PageContext;
  readonly #draft: EditedDraft;
  readonly #own = crypto.randomUUID();
  #problem = "";

  constructor(context: PageContext, draft: EditedDraft) {
    this.#context = context;
    this.#draft = draft;
  }

  button(): TemplateResult {
    return html`<button type="button" @click=${() => this.#show()}>${words.save}</button>`;
  }

  /** It must be outside of any form. */
  dialog(): TemplateResult {
    const value = daysLater(todayIn(this.#context.timeZone), VALID_DAYS);
    return html`
      <dialog class="quote" aria-labelledby="quote-title">
        <form @submit=${(event: SubmitEvent) => this.#save(event)} @keydown=${ignoreEnter}>
          <h2 id="quote-title">${words.save}</h2>
          ${inputField({ pointer: "/validUntil", label: words.validUntil, type: "date", required: true, value })}
          <p class="hint">${words.becomes}</p>
          <p role="alert" class="problem">${this.#problem}</p>
          <p class="choices">
            <button class="main">${words.save}</button>
            <button type="button" @click=${() => this.#element.close()}>${texts.recurring.close}</button>
          </p>
        </form>
      </dialog>
    `;
  }

  get #element(): HTMLDialogElement {
    return document.querySelector<HTMLDialogElement>("dialog.quote")!;
  }

  #show(): void {
    if (this.#draft.read() !== undefined) this.#element.showModal();
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { calls, base } = this.#context;
    const { order, fields } = this.#draft.read()!;
    const { "/quote": edited = "", "/recurring": _, ...kept } = fields;
    const id = edited || this.#own;
    const validUntil = textOf(form, "/validUntil") ?? "";
    this.#problem = "";
    try {
      const replaces = edited === "" ? "" : (await calls.quote(edited)).revision;
      await calls.keepQuote(id, { order, fields: kept, validUntil }, replaces);
      await this.#draft.discard();
      location.assign(`${base}/quotes/${id}`);
    } catch (error) {
      this.#problem = failureText(error);
      this.#draft.show();
    }
  }
}
