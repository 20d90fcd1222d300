import { html, type TemplateResult } from "lit-html";
import type { SavedRecord } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { fillFields, submitTo } from "../fields/fields.ts";
import { refreshNumbers } from "../fields/number-field.ts";
import { SavedForm } from "../fields/saved-form.ts";
import { askingButton } from "./asking-button.ts";

/** A client or an article: its fields are saved as a whole. If it was never saved, its revision is empty. */
type KeptRecord = Pick<SavedRecord, "id" | "revision" | "fields">;

/** What {@link RecordForm} needs of its page. */
export interface RecordPage {
  readonly show: () => void;
  /** Where its list is, which is opened after it was deleted. The record's own page is below it. */
  readonly list: string;
  readonly save: (id: string, revision: string, replaces: readonly string[]) => Promise<KeptRecord>;
  readonly remove: (id: string) => Promise<object>;
  readonly words: {
    readonly save: string;
    readonly saved: string;
    readonly delete: string;
    readonly deleteQuestion: (name: string) => string;
    readonly keep: string;
  };
}

/** The form of a saved client or article, with what saves and deletes it. */
export class RecordForm {
  readonly #page: RecordPage;
  readonly #saved: SavedForm;
  #record: KeptRecord;
  /** The revisions that the server may have: the last that it confirmed, and those whose answer got lost. */
  #revisions: string[];

  constructor(page: RecordPage, record: KeptRecord) {
    this.#page = page;
    this.#saved = new SavedForm(page.show);
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
    this.#page.show();
    fillFields(this.form, this.#record.fields);
    refreshNumbers(this.form);
  }

  template(name: string, fields: TemplateResult): TemplateResult {
    const { words } = this.#page;
    const question = { question: words.deleteQuestion(name), keep: words.keep };
    const remove = askingButton({ label: words.delete, ...question }, () => this.#delete());
    return html`
      <form class="kept" @input=${() => this.change()} @submit=${submitTo((form) => this.#save(form))}>
        ${fields} ${this.#saved.buttons(words.save, this.#record.revision === "" ? "" : remove)}
      </form>
    `;
  }

  /** Called when something of the record was changed. */
  change(): void {
    this.#saved.change();
  }

  tell(problem: string): void {
    this.#saved.tell(problem);
  }

  #save(form: HTMLFormElement): Promise<void> {
    return this.#saved.save(form, async () => {
      const revision = crypto.randomUUID();
      const replaces = this.#revisions;
      this.#revisions = [...replaces, revision];
      this.#record = await this.#page.save(this.#record.id, revision, replaces);
      this.#revisions = [revision];
      history.replaceState(null, "", `${this.#page.list}/${this.#record.id}`);
      return this.#page.words.saved;
    });
  }

  async #delete(): Promise<void> {
    try {
      await this.#page.remove(this.#record.id);
      this.#saved.drop();
      location.assign(this.#page.list);
    } catch (error) {
      this.tell(failureText(error));
    }
  }
}
