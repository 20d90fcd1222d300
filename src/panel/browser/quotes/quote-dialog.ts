import { html, type TemplateResult } from "lit-html";
import { daysLater } from "../../repeated-order.ts";
import type { PanelOrder } from "../../shown-figures.ts";
import { inputField, textOf } from "../fields/fields.ts";
import { dialogNamed, formDialog } from "../fields/form-dialog.ts";
import { Outcome } from "../outcome.ts";
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
  readonly #outcome: Outcome;

  constructor(context: PageContext, draft: EditedDraft) {
    this.#context = context;
    this.#draft = draft;
    this.#outcome = new Outcome(draft.show);
  }

  button(): TemplateResult {
    const open = () => this.#draft.read() !== undefined && dialogNamed("quote")!.showModal();
    return html`<button type="button" @click=${open}>${words.save}</button>`;
  }

  dialog(): TemplateResult {
    const value = daysLater(todayIn(this.#context.timeZone), VALID_DAYS);
    return formDialog({
      name: "quote",
      title: words.save,
      content: html`
        ${inputField({ pointer: "/validUntil", label: words.validUntil, type: "date", required: true, value })}
        <p class="hint">${words.becomes}</p>
      `,
      submit: (form) => this.#save(textOf(form, "/validUntil") ?? ""),
      action: words.save,
      problem: this.#outcome.problem,
      close: texts.recurring.close,
    });
  }

  #save(validUntil: string): Promise<boolean> {
    const { calls, base } = this.#context;
    const { order, fields } = this.#draft.read()!;
    const { "/quote": edited = "", "/recurring": _, ...kept } = fields;
    const id = edited || this.#own;
    return this.#outcome.run(async () => {
      const replaces = edited === "" ? "" : (await calls.quote(edited)).revision;
      await calls.keepQuote(id, { order, fields: kept, validUntil }, replaces);
      await this.#draft.discard();
      location.assign(`${base}/quotes/${id}`);
    });
  }
}
