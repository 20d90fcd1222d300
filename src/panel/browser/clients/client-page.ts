import { html, nothing } from "lit-html";
import type { SavedClient, VatCheck } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { textOf, typedFields } from "../fields.ts";
import { RecordForm, type RecordPage } from "../kept-record.ts";
import { texts } from "../language.ts";
import type { Page, PageContext } from "../page.ts";
import { pageHeading } from "../page-heading.ts";
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

/** A client's fields, and the check of its VAT number. */
class OpenClient {
  readonly #context: PageContext;
  readonly #kept: RecordForm;
  #vatCheck: VatCheck | null;

  constructor(context: PageContext, client: Omit<SavedClient, "savedAt">) {
    const { base, calls } = context;
    this.#context = context;
    this.#vatCheck = client.vatCheck;
    const page: RecordPage = {
      show: () => this.#show(),
      address: (id) => `${base}/clients/${id}`,
      list: `${base}/clients`,
      save: (id, revision, replaces) => {
        const fields = typedFields(this.#kept.form);
        return calls.saveClient({ id, revision, fields, vatCheck: this.#vatCheck }, replaces);
      },
      remove: calls.deleteClient,
      words,
    };
    this.#kept = new RecordForm(page, client);
  }

  open(): void {
    this.#kept.open();
  }

  #show(): void {
    const { base, show } = this.#context;
    const { fields, revision } = this.#kept.record;
    const name = fields["/clientName"] ?? "";
    const check = this.#vatCheck === null ? "" : vatCheckText(this.#vatCheck);
    const parts = html`
      <div @input=${(event: Event) => this.#forgetCheck(event)}>${clientFields(this.#context.profile.country)}</div>
      <p>
        <button type="button" @click=${() => this.#checkNumber()}>${texts.vatChecks.check}</button>
        <span role="status">${check}</span>
      </p>
    `;
    show(html`
      ${revision === "" ? html`<h1>${words.newClient}</h1>` : pageHeading(html`<bdi>${name}</bdi>`, this.#context, this.#kept.record.id)}
      ${
        revision === ""
          ? nothing
          : html`<p><a href="${base}/invoices?${new URLSearchParams({ client: name })}">${words.invoicesOf}</a></p>`
      }
      ${this.#kept.template(name, parts)}
    `);
  }

  /** A check is of one number in one country. */
  #forgetCheck({ target }: Event): void {
    const { name } = target as HTMLInputElement;
    if (name === "/clientVatNumber" || name === "/clientCountry") this.#vatCheck = null;
  }

  async #checkNumber(): Promise<void> {
    const { form } = this.#kept;
    const [vatNumber, country] = [textOf(form, "/clientVatNumber"), textOf(form, "/clientCountry")];
    if (vatNumber === undefined || country === undefined) return this.#kept.tell("", texts.vatChecks.needs);
    try {
      this.#vatCheck = await this.#context.calls.checkVatNumber(vatNumber, country);
      this.#kept.change();
    } catch (error) {
      this.#kept.tell("", failureText(error));
    }
  }
}
