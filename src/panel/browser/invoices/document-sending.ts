import type { IssuedDocument } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { Sending } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { ignoreEnter, inputField, textOf } from "../fields.ts";
import { momentText } from "../format.ts";
import { texts } from "../language.ts";
import type { PageContext } from "../page.ts";
import { EmailDialog, type SendingPage } from "./email-dialog.ts";

/** To whom a document was sent, and what sends it: an e-mail, or a word of the user's that it was sent otherwise. */
export class DocumentSending {
  readonly #context: PageContext;
  readonly #document: IssuedDocument;
  readonly #page: SendingPage;
  readonly #email: EmailDialog;
  #sendings: readonly Sending[];
  #id = crypto.randomUUID();
  #done = "";
  #problem = "";

  /** `sent` is called after each sending. */
  constructor(context: PageContext, document: IssuedDocument, sendings: readonly Sending[], page: SendingPage) {
    this.#context = context;
    this.#document = document;
    this.#sendings = sendings;
    this.#page = page;
    this.#email = new EmailDialog(context, document, { ...page, sent: (all, done) => this.#sent(all, done) });
  }

  /** `isMain`: whether sending is what people came for. */
  template(isMain = this.#sendings.length === 0): TemplateResult {
    const { can, hasEmail } = this.#context;
    const wasSent = this.#sendings.length > 0;
    return html`
      <div class="sending">
        ${wasSent ? html`<ul class="sendings">${this.#sendings.map((sending) => html`<li>${sendingText(sending)}</li>`)}</ul>` : nothing}
        <p role="status">${this.#done}</p>
        ${can.issue && hasEmail ? this.#email.template(wasSent, isMain) : nothing}
        ${can.issue && !wasSent ? this.#marking() : nothing}
        ${this.#problem === "" ? nothing : html`<p role="alert" class="problem">${this.#problem}</p>`}
      </div>
    `;
  }

  #marking(): TemplateResult {
    const { mark, markHint, markTo } = texts.sending;
    return html`
      <details class="marking">
        <summary>${mark}</summary>
        <form @submit=${(event: SubmitEvent) => this.#mark(event)} @keydown=${ignoreEnter}>
          <p class="hint">${markHint}</p>
          ${inputField({ pointer: "/sentTo", label: markTo, maxLength: 200 })}
          <button>${mark}</button>
        </form>
      </details>
    `;
  }

  async #mark(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const to = textOf(event.currentTarget as HTMLFormElement, "/sentTo") ?? "";
    this.#problem = "";
    try {
      const sendings = await this.#context.calls.markAsSent(this.#document, { id: this.#id, to });
      this.#sent(sendings, texts.sending.marked);
    } catch (error) {
      this.#problem = failureText(error);
      this.#page.show();
    }
  }

  #sent(sendings: readonly Sending[], done: string): void {
    [this.#sendings, this.#done, this.#id] = [sendings, done, crypto.randomUUID()];
    this.#page.sent(sendings, done);
  }
}

/** When and to whom it was sent. Who sent it otherwise could say how instead. */
function sendingText({ at, to, channel, reminder }: Sending): string {
  const { sentTo, sentOtherwise, reminded } = texts.sending;
  if (reminder !== undefined) return reminded(momentText(at), to);
  return channel === "email" ? sentTo(momentText(at), to) : sentOtherwise(momentText(at), to);
}
