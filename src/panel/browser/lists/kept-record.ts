import { html, type TemplateResult } from "lit-html";
import type { SavedRecord } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { clearFaults, fillFields, showFaults } from "../fields/fields.ts";
import { refreshNumbers } from "../fields/number-field.ts";
import { texts } from "../texts/language.ts";
import { problemText } from "../texts/refusal-texts.ts";
import { askingButton } from "./asking-button.ts";

/** A client or an article: its fields are saved as a whole. If it was never saved, its revision is empty. */
type KeptRecord = Pick<SavedRecord, "id" | "revision" | "fields">;

/** What {@link RecordForm} needs of its page. */
export interface RecordPage {
  readonly show: () => void;
  /** Where the record's page is. */
  readonly address: (id: string) => string;
  /** Where its list is, which is opened after it was deleted. */
  readonly list: string;
  readonly save: (id: string, revision: string, replaces: readonly string[]) => Promise<KeptRecord>;
  readonly remove: (id: string) => Promise<object>;
  readonly words: RecordWords;
}

interface RecordWords {
  readonly save: string;
  readonly saved: string;
  readonly delete: string;
  readonly deleteQuestion: (name: string) => string;
  readonly keep: string;
}

/** The form of a saved client or article, with what saves and deletes it. */
export class RecordForm {
  readonly #page: RecordPage;
  #record: KeptRecord;
  /** The revisions that the server may have: the last that it confirmed, and those whose answer got lost. */
  #revisions: string[];
  #hasChanges = false;
  #isBusy = false;
  #done = "";
  #problem = "";

  constructor(page: RecordPage, record: KeptRecord) {
    this.#page = page;
    this.#record = record;
    this.#revisions = [record.revision];
  }

  /** As it was last saved. */
  get record(): KeptRecord {
    return this.#record;
  }

  get form(): HTMLFormElement {
    return document.querySelector<HTMLFormElement>("form.kept")!;
  }

  open(): void {
    addEventListener("beforeunload", (event) => {
      if (this.#hasChanges) event.preventDefault();
    });
    this.#page.show();
    fillFields(this.form, this.#record.fields);
    refreshNumbers(this.form);
  }

  template(name: string, fields: TemplateResult): TemplateResult {
    const { words } = this.#page;
    const question = { question: words.deleteQuestion(name), keep: words.keep };
    return html`
      <form class="kept" @input=${() => this.change()} @submit=${(event: Event) => this.#save(event)}>
        ${fields}
        <div class="saving">
          <button class="main" aria-disabled=${this.#isBusy}>${words.save}</button>
          ${this.#record.revision === "" ? "" : askingButton({ label: words.delete, ...question }, () => this.#delete())}
          <p role="status">${this.#done}</p>
          <p role="alert" class="problem">${this.#problem}</p>
        </div>
      </form>
    `;
  }

  /** Called when something of the record was changed. */
  change(): void {
    this.#hasChanges = true;
    this.tell(texts.settings.notSaved);
  }

  tell(done: string, problem = ""): void {
    [this.#done, this.#problem] = [done, problem];
    this.#page.show();
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#isBusy) return;
    clearFaults(this.form);
    const revision = crypto.randomUUID();
    const replaces = this.#revisions;
    this.#revisions = [...replaces, revision];
    [this.#isBusy, this.#hasChanges] = [true, false];
    this.tell(texts.settings.saving);
    try {
      this.#record = await this.#page.save(this.#record.id, revision, replaces);
      this.#revisions = [revision];
      this.#isBusy = false;
      history.replaceState(null, "", this.#page.address(this.#record.id));
      this.tell(this.#hasChanges ? texts.settings.notSaved : this.#page.words.saved);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      [this.#isBusy, this.#hasChanges] = [false, true];
      this.tell("", problemText({ ...error, message: error.message, errors: showFaults(this.form, error) }));
    }
  }

  async #delete(): Promise<void> {
    try {
      await this.#page.remove(this.#record.id);
      this.#hasChanges = false;
      location.assign(this.#page.list);
    } catch (error) {
      this.tell("", failureText(error));
    }
  }
}
