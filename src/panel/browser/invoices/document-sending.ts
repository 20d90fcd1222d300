import type { IssuedDocument } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { EmailDraft, Sending } from "../../wire.ts";
import { ignoreEnter, inputField, submitTo, textOf } from "../fields/fields.ts";
import { Outcome } from "../outcome.ts";
import type { PageContext } from "../page.ts";
import { momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { SendingDialog, type SendingPage } from "./sending-dialog.ts";

/** To whom a document was sent, and what sends it: an e-mail, or a word of the user's that it was sent otherwise. */
export class DocumentSending {
  readonly #context: PageContext;
  readonly #document: IssuedDocument;
  readonly #page: SendingPage;
  readonly #email: SendingDialog<EmailDraft>;
  readonly #outcome: Outcome;
  #sendings: readonly Sending[];
  #id = crypto.randomUUID();

  /** `sent` is called after each sending. */
  constructor(context: PageContext, document: IssuedDocument, sendings: readonly Sending[], page: SendingPage) {
    this.#context = context;
    this.#document = document;
    this.#sendings = sendings;
    this.#page = page;
    this.#outcome = new Outcome(page.show);
    const { calls } = context;
    const number = "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
    const sent = (all: readonly Sending[], done: string) => this.#outcome.tell(this.#sent(all, done));
    this.#email = new SendingDialog<EmailDraft>(
      { ...page, sent },
      {
        ...{ name: "email", isKept: true, action: texts.sending.send },
        load: () => calls.emailDraft(document),
        title: () => texts.sending.preview(number),
        emailOf: (draft) => draft,
        send: (email) => calls.sendEmail(document, email),
      },
    );
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
    const { problem } = this.#outcome;
    const sent = this.#sendings.filter(({ reminder }) => reminder === undefined);
    return html`
      <div class="sending">
        ${sent.length === 0 ? nothing : html`<ul class="sendings">${sent.map((sending) => html`<li>${sendingText(sending)}</li>`)}</ul>`}
        <p role="status">${this.#outcome.done}</p>
        ${button} ${can.issue && hasEmail ? this.#email.template() : nothing}
        ${can.issue && !wasSent ? this.#marking() : nothing}
        ${problem === "" ? nothing : html`<p role="alert" class="problem">${problem}</p>`}
      </div>
    `;
  }

  #marking(): TemplateResult {
    const { mark, markHint, markTo } = texts.sending;
    return html`
      <details class="marking">
        <summary>${mark}</summary>
        <form @submit=${submitTo((form) => this.#mark(textOf(form, "/sentTo") ?? ""))} @keydown=${ignoreEnter}>
          <p class="hint">${markHint}</p>
          ${inputField({ pointer: "/sentTo", label: markTo, maxLength: 200 })}
          <button>${mark}</button>
        </form>
      </details>
    `;
  }

  #mark(to: string): Promise<boolean> {
    const { calls } = this.#context;
    return this.#outcome.run(async () => {
      return this.#sent(await calls.markAsSent(this.#document, { id: this.#id, to }), texts.sending.marked);
    });
  }

  #sent(sendings: readonly Sending[], done: string): string {
    [this.#sendings, this.#id] = [sendings, crypto.randomUUID()];
    this.#page.sent(sendings, done);
    return done;
  }
}

/** When and to whom it was sent. Who sent it otherwise could say how instead. */
function sendingText({ at, to, channel }: Sending): string {
  const { sentTo, sentOtherwise } = texts.sending;
  return channel === "email" ? sentTo(momentText(at), to) : sentOtherwise(momentText(at), to);
}
