import type { IssuedDocument } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { Sending } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { ignoreEnter, inputField, textOf } from "../fields/fields.ts";
import type { PageContext } from "../page.ts";
import { momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
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

  /** What the button that opens the e-mail is called. */
  get label(): string {
    return this.#wasSent ? texts.sending.again : texts.sending.email;
  }

  /** Opens the e-mail. */
  open(): Promise<void> {
    return this.#email.open();
  }

  get #wasSent(): boolean {
    return this.#sendings.length > 0;
  }

  /** With the button that opens the e-mail. `isMain`: whether it is the one that people look for. */
  withButton(isMain = !this.#wasSent): TemplateResult {
    const { can, hasEmail } = this.#context;
    const open = () => this.open();
    const button = html`<p><button type="button" class=${isMain ? "main" : nothing} @click=${open}>${this.label}</button></p>`;
    return this.template(can.issue && hasEmail ? button : nothing);
  }

  template(button: TemplateResult | typeof nothing = nothing): TemplateResult {
    const { can, hasEmail } = this.#context;
    const wasSent = this.#wasSent;
    const sent = this.#sendings.filter(({ reminder }) => reminder === undefined);
    return html`
      <div class="sending">
        ${sent.length === 0 ? nothing : html`<ul class="sendings">${sent.map((sending) => html`<li>${sendingText(sending)}</li>`)}</ul>`}
        <p role="status">${this.#done}</p>
        ${button} ${can.issue && hasEmail ? this.#email.template() : nothing}
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
function sendingText({ at, to, channel }: Sending): string {
  const { sentTo, sentOtherwise } = texts.sending;
  return channel === "email" ? sentTo(momentText(at), to) : sentOtherwise(momentText(at), to);
}
