import { html, nothing } from "lit-html";
import type { SavedClient, VatCheck } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { clearFaults, fillFields, showFaults, textOf, typedFields } from "../fields.ts";
import { texts } from "../language.ts";
import type { Page, PageContext } from "../page.ts";
import { pageHeading } from "../page-heading.ts";
import { problemText } from "../refusal-texts.ts";
import { clientFields } from "./client-fields.ts";
import { vatCheckText } from "./vat-check-text.ts";

const words = texts.clients;

/** The page of a saved client, or of a new one at `/clients/new`. */
export const clientPage: Page = {
  title: words.client,
  async open(context) {
    const id = context.path.slice("/clients/".length);
    const isNew = id === "new";
    const none = { id: crypto.randomUUID(), revision: "", fields: {}, vatCheck: null };
    new OpenClient(context, isNew ? none : await context.calls.client(id)).open();
  },
};

/** A client's fields, which are saved as a whole. */
class OpenClient {
  readonly #context: PageContext;
  #client: Omit<SavedClient, "savedAt">;
  /** The revisions that the server may have: the last that it confirmed, and those whose answer got lost. */
  #revisions: string[];
  #vatCheck: VatCheck | null;
  #hasChanges = false;
  #isBusy = false;
  #done = "";
  #problem = "";

  constructor(context: PageContext, client: Omit<SavedClient, "savedAt">) {
    this.#context = context;
    this.#client = client;
    this.#revisions = [client.revision];
    this.#vatCheck = client.vatCheck;
  }

  open(): void {
    addEventListener("beforeunload", (event) => {
      if (this.#hasChanges) event.preventDefault();
    });
    this.#show();
    fillFields(this.#form, this.#client.fields);
  }

  #show(): void {
    const { base, show } = this.#context;
    const { fields, revision } = this.#client;
    const name = fields["/clientName"] ?? "";
    const check = this.#vatCheck === null ? "" : vatCheckText(this.#vatCheck);
    show(html`
      ${revision === "" ? html`<h1>${words.newClient}</h1>` : pageHeading(html`<bdi>${name}</bdi>`, this.#context, this.#client.id)}
      ${
        revision === ""
          ? nothing
          : html`<p><a href="${base}/invoices?${new URLSearchParams({ client: name })}">${words.invoicesOf}</a></p>`
      }
      <form class="client" @input=${(event: Event) => this.#change(event)} @submit=${(event: Event) => this.#save(event)}>
        ${clientFields()}
        <p>
          <button type="button" @click=${() => this.#checkNumber()}>${texts.vatChecks.check}</button>
          <span role="status">${check}</span>
        </p>
        <div class="saving">
          <button class="main" aria-disabled=${this.#isBusy}>${words.save}</button>
          ${revision === "" ? nothing : this.#deletion(name)}
          <p role="status">${this.#done}</p>
          <p role="alert" class="problem">${this.#problem}</p>
        </div>
      </form>
    `);
  }

  #deletion(name: string) {
    const dialogOf = (event: Event) => (event.currentTarget as HTMLElement).closest("form")!.querySelector("dialog")!;
    return html`
      <button type="button" @click=${(event: Event) => dialogOf(event).showModal()}>${words.delete}</button>
      <dialog aria-label=${words.delete}>
        <p>${words.deleteQuestion(name)}</p>
        <p class="choices">
          <button type="button" class="main" @click=${() => this.#delete()}>${words.delete}</button>
          <button type="button" @click=${(event: Event) => dialogOf(event).close()}>${words.keep}</button>
        </p>
      </dialog>
    `;
  }

  get #form(): HTMLFormElement {
    return document.querySelector<HTMLFormElement>("form.client")!;
  }

  #change({ target }: Event): void {
    this.#hasChanges = true;
    const { name } = target as HTMLInputElement;
    if (name === "/clientVatNumber" || name === "/clientCountry") this.#vatCheck = null;
    this.#tell(texts.settings.notSaved);
  }

  async #checkNumber(): Promise<void> {
    const [vatNumber, country] = [textOf(this.#form, "/clientVatNumber"), textOf(this.#form, "/clientCountry")];
    if (vatNumber === undefined || country === undefined) return this.#tell("", texts.vatChecks.needs);
    try {
      this.#vatCheck = await this.#context.calls.checkVatNumber(vatNumber, country);
      this.#hasChanges = true;
      this.#tell(texts.settings.notSaved);
    } catch (error) {
      this.#tell("", failureText(error));
    }
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#isBusy) return;
    clearFaults(this.#form);
    const revision = crypto.randomUUID();
    const replaces = this.#revisions;
    this.#revisions = [...replaces, revision];
    [this.#isBusy, this.#hasChanges] = [true, false];
    this.#tell(texts.settings.saving);
    try {
      const client = { id: this.#client.id, revision, fields: typedFields(this.#form), vatCheck: this.#vatCheck };
      this.#client = await this.#context.calls.saveClient(client, replaces);
      this.#revisions = [revision];
      this.#isBusy = false;
      history.replaceState(null, "", `${this.#context.base}/clients/${this.#client.id}`);
      this.#tell(this.#hasChanges ? texts.settings.notSaved : words.saved);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      [this.#isBusy, this.#hasChanges] = [false, true];
      this.#tell("", problemText({ ...error, message: error.message, errors: showFaults(this.#form, error) }));
    }
  }

  async #delete(): Promise<void> {
    try {
      await this.#context.calls.deleteClient(this.#client.id);
      this.#hasChanges = false;
      location.assign(`${this.#context.base}/clients`);
    } catch (error) {
      this.#form.querySelector("dialog")!.close();
      this.#tell("", failureText(error));
    }
  }

  #tell(done: string, problem = ""): void {
    [this.#done, this.#problem] = [done, problem];
    this.#show();
  }
}
