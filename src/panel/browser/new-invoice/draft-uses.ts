import { html, type TemplateResult } from "lit-html";
import { daysToPay } from "../../repeated-order.ts";
import type { PageContext } from "../page.ts";
import { type EditedDraft, QuoteDialog } from "../quotes/quote-dialog.ts";
import { RepeatDialog, type RepeatedSource } from "../recurring/repeat-dialog.ts";
import { todayIn } from "../texts/format.ts";

/** What a draft can become beside an invoice: a quote, or it can recur. A draft that changes something has its id in a hidden field. */
export class DraftUses {
  readonly #context: PageContext;
  readonly #draft: EditedDraft;
  readonly #repeat: RepeatDialog;
  readonly #quote: QuoteDialog;

  constructor(context: PageContext, draft: EditedDraft) {
    this.#context = context;
    this.#draft = draft;
    this.#quote = new QuoteDialog(context, draft);
    this.#repeat = new RepeatDialog(context, {
      show: draft.show,
      source: async () => this.#source(),
      kept: async ({ id }) => (id === undefined ? undefined : draft.discard()),
    });
  }

  /** Inside the form of the draft. */
  buttons(): TemplateResult {
    return html`
      <input type="hidden" name="/recurring" />
      <input type="hidden" name="/quote" />
      <p class="choices">${this.#quote.button()} ${this.#repeat.button()}</p>
    `;
  }

  /** Outside of it. */
  dialogs(): TemplateResult {
    return html`${this.#quote.dialog()} ${this.#repeat.dialog()}`;
  }

  #source(): RepeatedSource | undefined {
    const read = this.#draft.read();
    if (read === undefined) return undefined;
    const { order, fields } = read;
    const { "/recurring": id, "/quote": _, ...kept } = fields;
    const today = todayIn(this.#context.timeZone);
    const dueDays = order.dueDate === undefined ? null : daysToPay(today, order.dueDate);
    return { order, fields: kept, anchor: today, dueDays, id: id || undefined };
  }
}
