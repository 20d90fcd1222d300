import { html, nothing, type TemplateResult } from "lit-html";
import type { AttachedFile, EmailDraft, Sending } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { areaField, clearFaults, inputField, showFaultTexts, textOf } from "../fields/fields.ts";
import { dialogNamed, formDialog } from "../fields/form-dialog.ts";
import { Outcome } from "../outcome.ts";
import { texts } from "../texts/language.ts";

const words = texts.sending;

/** What the dialog needs of its page. */
export interface SendingPage {
  readonly show: () => void;
  /** Called when the document was sent, with all its sendings. */
  readonly sent: (sendings: readonly Sending[], done: string) => void;
}

/** An e-mail as somebody has edited it, with an id of its own, so that sending it again does not send it twice. */
type EditedEmail = Omit<EmailDraft, "files"> & { readonly id: string; readonly files: readonly AttachedFile[] };

/** What is sent: a document by e-mail, or a reminder. */
export interface SentThing<Draft> {
  readonly name: "email" | "reminder";
  readonly load: () => Promise<Draft>;
  /** Whether the dialog has the same draft when it is opened again, as it was edited. Absent: it is read again each time. */
  readonly isKept?: boolean;
  readonly title: (draft: Draft) => unknown;
  /** The e-mail that is suggested; `null` if the host sends none. */
  readonly emailOf: (draft: Draft) => EmailDraft | null;
  /** What is above and below the fields of the e-mail. */
  readonly parts?: (draft: Draft) => { readonly above: unknown; readonly below: unknown };
  readonly action: string;
  readonly send: (email: EditedEmail, draft: Draft) => Promise<readonly Sending[]>;
  /** Buttons beside the one that sends. `post` says that it was sent otherwise, by the call with this id. */
  readonly others?: (
    isSending: boolean,
    post: (call: (id: string, draft: Draft) => Promise<readonly Sending[]>) => void,
  ) => unknown;
}

/** What is wrong with a field of the e-mail. */
const FAULTS: Readonly<Record<string, string>> = {
  "/to": texts.failures.email_invalid,
  "/subject": words.subjectMissing,
  "/text": words.textMissing,
};

/** The dialog in which what is sent is read and edited first. */
export class SendingDialog<Draft> {
  readonly #page: SendingPage;
  readonly #thing: SentThing<Draft>;
  readonly #outcome: Outcome;
  /** What the names of its fields begin with, because a page can have two e-mails. */
  readonly #at: string;
  #draft: Draft | undefined;
  #id = crypto.randomUUID();

  constructor(page: SendingPage, thing: SentThing<Draft>) {
    this.#page = page;
    this.#thing = thing;
    this.#outcome = new Outcome(page.show);
    this.#at = `/${thing.name}`;
  }

  async open(): Promise<void> {
    const { name, load } = this.#thing;
    await this.#outcome.run(async () => {
      this.#draft ??= await load();
    });
    dialogNamed(name)?.showModal();
  }

  template(): TemplateResult | typeof nothing {
    const { isBusy, problem } = this.#outcome;
    const draft = this.#draft;
    if (draft === undefined) return problem === "" ? nothing : html`<p role="alert" class="problem">${problem}</p>`;
    const { name, title, emailOf, parts, action, others, isKept = false } = this.#thing;
    const email = emailOf(draft);
    const { above, below } = parts?.(draft) ?? { above: nothing, below: nothing };
    return formDialog({
      ...{ name, title: title(draft), isBusy, problem, close: words.close, isUnchecked: true },
      content: html`${above} ${email === null ? nothing : this.#fields(email)} ${below}`,
      submit: (form) => this.#submit(form, draft),
      ...(email !== null && { action: isBusy ? words.sending : action }),
      others: others?.(isBusy, (call) => void this.#send(async () => [await call(this.#id, draft), words.marked])),
      onClose: () => isKept || this.#forget(),
    });
  }

  #fields({ to, subject, text, files }: EmailDraft): TemplateResult {
    const at = this.#at;
    return html`
      ${inputField({ pointer: `${at}/to`, label: words.to, type: "email", required: true, value: to, maxLength: 254 })}
      ${inputField({ pointer: `${at}/subject`, label: words.subject, required: true, value: subject, maxLength: 1000 })}
      ${areaField({ pointer: `${at}/text`, label: words.text, required: true, value: text, maxLength: 100_000 })}
      ${files.length === 0 ? nothing : fileChoice(files)}
    `;
  }

  #forget(): void {
    this.#draft = undefined;
    this.#outcome.tell("");
  }

  #submit(form: HTMLFormElement, draft: Draft): Promise<void> {
    clearFaults(form);
    const text = (name: string) => textOf(form, `${this.#at}/${name}`) ?? "";
    const files = new FormData(form).getAll("file") as AttachedFile[];
    const email = { id: this.#id, to: text("to"), subject: text("subject"), text: text("text"), files };
    return this.#send(
      async () => {
        const sendings = await this.#thing.send(email, draft);
        // After a lost answer, it can be an earlier one, to another address.
        return [sendings, words.sent(sendings.find(({ id }) => id === email.id)?.to ?? email.to)];
      },
      (error) => {
        if (!(error instanceof CallFailed) || error.code !== "email_invalid") return failureText(error);
        const pointers = error.errors.flatMap((one) => ("pointer" in one ? [one.pointer] : []));
        showFaultTexts(form, Object.fromEntries(pointers.map((pointer) => [this.#at + pointer, FAULTS[pointer]!])));
        return "";
      },
    );
  }

  async #send(send: () => Promise<[readonly Sending[], string]>, failed = failureText): Promise<void> {
    if (this.#outcome.isBusy) return;
    await this.#outcome.run(
      async () => {
        const sent = await send();
        dialogNamed(this.#thing.name)?.close();
        [this.#draft, this.#id] = [undefined, crypto.randomUUID()];
        this.#page.sent(...sent);
      },
      { failed },
    );
  }
}

function fileChoice(files: EmailDraft["files"]): TemplateResult {
  return html`
    <fieldset class="attached">
      <legend>${words.files}</legend>
      ${files.map(({ name, label, isChosen }) => {
        return html`<label><input type="checkbox" name="file" value=${name} ?checked=${isChosen} /> ${label}</label>`;
      })}
    </fieldset>
  `;
}
