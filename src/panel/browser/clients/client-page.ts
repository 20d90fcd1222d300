import { html, nothing } from "lit-html";
import type { SavedClient } from "../../wire.ts";
import { textOf, typedFields } from "../fields/fields.ts";
import { RecordForm, type RecordPage } from "../lists/kept-record.ts";
import { pageHeading } from "../lists/page-heading.ts";
import type { Page, PageContext } from "../page.ts";
import { texts } from "../texts/language.ts";
import { clientFields } from "./client-fields.ts";
import { MergeDialog } from "./merge-dialog.ts";
import { VatNumberCheck } from "./vat-number-check.ts";

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

/** A client's fields, and the check of its VAT number. */
class OpenClient {
  readonly #context: PageContext;
  readonly #kept: RecordForm;
  readonly #check: VatNumberCheck;
  readonly #merging: MergeDialog;
  /** While the client is being saved, an answer of the register is saved with it. */
  #isSaving = false;

  constructor(context: PageContext, client: Omit<SavedClient, "savedAt">) {
    const { base, calls } = context;
    this.#context = context;
    const page: RecordPage = {
      show: () => this.#show(),
      list: `${base}/clients`,
      save: async (id, revision, replaces) => {
        const fields = typedFields(this.#kept.form);
        this.#isSaving = true;
        await this.#check.settle(); // so that the client is saved with it
        this.#isSaving = false;
        return calls.saveClient({ id, revision, fields, vatCheck: this.#check.answer }, replaces);
      },
      remove: calls.deleteClient,
      words,
    };
    this.#kept = new RecordForm(page, client);
    this.#check = new VatNumberCheck({
      calls,
      form: () => this.#kept.form,
      show: page.show,
      onAnswer: () => this.#isSaving || this.#kept.change(),
    });
    this.#check.take(client.vatCheck);
    this.#merging = new MergeDialog(context, client.id, page.show);
  }

  open(): void {
    this.#kept.open();
  }

  #show(): void {
    const { base, show } = this.#context;
    const { fields, revision } = this.#kept.record;
    const name = fields["/clientName"] ?? "";
    const check = this.#check;
    const parts = html`
      <div @input=${check.handle} @change=${check.handle}>${clientFields(this.#context.profile.country, check.text)}</div>
      <p>
        <button type="button" @click=${() => this.#checkNumber()}>${texts.vatChecks.check}</button>
        <span class="heard" role="status">${check.text}</span>
      </p>
    `;
    show(html`
      ${revision === "" ? html`<h1>${words.newClient}</h1>` : pageHeading(html`<bdi>${name}</bdi>`, this.#context, this.#kept.record.id)}
      ${
        revision === ""
          ? nothing
          : html`<p><a href="${base}/invoices?${new URLSearchParams({ client: name })}">${words.invoicesOf}</a></p>`
      }
      ${this.#kept.template(name, parts)} ${revision === "" ? nothing : this.#merging.template()}
    `);
  }

  async #checkNumber(): Promise<void> {
    const { form } = this.#kept;
    const isGiven = ["/clientVatNumber", "/clientCountry"].every((name) => textOf(form, name) !== undefined);
    if (!isGiven) return this.#kept.tell(texts.vatChecks.needs);
    await this.#check.ask();
  }
}
