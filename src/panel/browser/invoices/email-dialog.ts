import type { IssuedDocument } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { AttachedFile, EmailDraft, Sending } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { areaField, clearFaults, ignoreEnter, inputField, showFaultTexts, textOf } from "../fields/fields.ts";
import type { PageContext } from "../page.ts";
import { texts } from "../texts/language.ts";

/** What the dialog needs of its page. */
export interface SendingPage {
  readonly show: () => void;
  /** Called when the document was sent, with all its sendings. */
  readonly sent: (sendings: readonly Sending[], done: string) => void;
}

/** What is wrong with a field of the e-mail. */
const FAULTS: Readonly<Record<string, string>> = {
  "/to": texts.failures.email_invalid,
  "/subject": texts.sending.subjectMissing,
  "/text": texts.sending.textMissing,
};

/** The fields of an e-mail. `at` is what their names begin with, because a page can have two e-mails. */
export function emailFields({ to, subject, text, files }: EmailDraft, at = ""): TemplateResult {
  const words = texts.sending;
  return html`
    ${inputField({ pointer: `${at}/to`, label: words.to, type: "email", required: true, value: to, maxLength: 254 })}
    ${inputField({ pointer: `${at}/subject`, label: words.subject, required: true, value: subject, maxLength: 1000 })}
    ${areaField({ pointer: `${at}/text`, label: words.text, required: true, value: text, maxLength: 100_000 })}
    ${files.length === 0 ? nothing : fileChoice(files)}
  `;
}

function fileChoice(files: EmailDraft["files"]): TemplateResult {
  return html`
    <fieldset class="attached">
      <legend>${texts.sending.files}</legend>
      ${files.map(({ name, label, isChosen }) => {
        return html`<label><input type="checkbox" name="file" value=${name} ?checked=${isChosen} /> ${label}</label>`;
      })}
    </fieldset>
  `;
}

/** The e-mail that the fields contain. */
export function readEmail(form: HTMLFormElement, at = "") {
  const text = (name: string) => textOf(form, `${at}/${name}`) ?? "";
  const files = new FormData(form).getAll("file") as AttachedFile[];
  return { to: text("to"), subject: text("subject"), text: text("text"), files };
}

/** What an e-mail was not sent for; empty if {@link showEmailFaults} shows it at its fields. */
export function emailProblem(error: unknown): string {
  return error instanceof CallFailed && error.code === "email_invalid" ? "" : failureText(error);
}

/** Shows at the fields of an e-mail what is wrong with them. */
export function showEmailFaults(form: HTMLFormElement, error: unknown, at = ""): void {
  if (!(error instanceof CallFailed) || error.code !== "email_invalid") return;
  const pointers = error.errors.flatMap((one) => ("pointer" in one ? [one.pointer] : []));
  showFaultTexts(form, Object.fromEntries(pointers.map((pointer) => [at + pointer, FAULTS[pointer]!])));
}

/** The dialog in which the e-mail with which a document is sent is read and edited first. */
export class EmailDialog {
  readonly #context: PageContext;
  readonly #document: IssuedDocument;
  readonly #page: SendingPage;
  #draft: EmailDraft | undefined;
  /** A new one for each e-mail, so that sending one again does not send it twice. */
  #id = crypto.randomUUID();
  #problem = "";
  #isSending = false;

  constructor(context: PageContext, document: IssuedDocument, page: SendingPage) {
    this.#context = context;
    this.#document = document;
    this.#page = page;
  }

  template(): TemplateResult {
    return html`
      ${this.#draft === undefined && this.#problem !== "" ? html`<p role="alert" class="problem">${this.#problem}</p>` : nothing}
      ${this.#draft === undefined ? nothing : this.#dialog(this.#draft)}
    `;
  }

  #dialog(draft: EmailDraft): TemplateResult {
    const document = this.#document;
    const number = "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
    const words = texts.sending;
    return html`
      <dialog class="email" aria-labelledby="email-title">
        <form @submit=${(event: SubmitEvent) => this.#submit(event)} @keydown=${ignoreEnter} novalidate>
          <h2 id="email-title">${words.preview(number)}</h2>
          ${emailFields(draft)}
          <p role="alert" class="problem">${this.#problem}</p>
          <p class="choices">
            <button class="main" aria-disabled=${this.#isSending}>${this.#isSending ? words.sending : words.send}</button>
            <button type="button" @click=${() => this.#element?.close()}>${words.close}</button>
          </p>
        </form>
      </dialog>
    `;
  }

  get #element(): HTMLDialogElement | null {
    return document.querySelector<HTMLDialogElement>("dialog.email");
  }

  async open(): Promise<void> {
    this.#problem = "";
    try {
      this.#draft ??= await this.#context.calls.emailDraft(this.#document);
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.#page.show();
    this.#element?.showModal();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.#isSending) return;
    const form = event.currentTarget as HTMLFormElement;
    clearFaults(form);
    const email = readEmail(form);
    [this.#isSending, this.#problem] = [true, ""];
    this.#page.show();
    try {
      const sendings = await this.#context.calls.sendEmail(this.#document, { ...email, id: this.#id });
      // After a lost answer, it can be an earlier one, to another address.
      const sent = sendings.find(({ id }) => id === this.#id);
      this.#element?.close();
      [this.#draft, this.#id, this.#isSending] = [undefined, crypto.randomUUID(), false];
      this.#page.sent(sendings, texts.sending.sent(sent?.to ?? email.to));
    } catch (error) {
      this.#isSending = false;
      this.#problem = emailProblem(error);
      this.#page.show();
      showEmailFaults(form, error);
    }
  }
}
