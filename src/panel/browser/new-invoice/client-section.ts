import { html, nothing, type TemplateResult } from "lit-html";
import { CLIENT_FIELDS } from "../../client-fields.ts";
import type { ClientEntry, SavedClient } from "../../wire.ts";
import { failureText, type PanelCalls } from "../calls.ts";
import { clientOption, partyFields } from "../clients/client-fields.ts";
import { VatNumberCheck } from "../clients/vat-number-check.ts";
import { Combobox, MOST_OPTIONS } from "../fields/combobox.ts";
import { fieldId, fillFields, textOf, typedFields } from "../fields/fields.ts";
import { afterPress } from "../fields/press.ts";
import { countryText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.newInvoice;

const NAME = "/clientName";

/** What {@link ClientSection} needs of its page. */
export interface ClientPage {
  readonly calls: PanelCalls;
  /** The company's. */
  readonly country: string;
  readonly form: () => HTMLFormElement;
  readonly show: () => void;
  /** Called after the client's fields were filled. */
  readonly onChange: () => void;
  /** Called with the client that was picked, to fill the fields that are not the client's own. */
  readonly onPick: (client: SavedClient) => void;
  /** What the invoice says of the client's later invoices, such as what is sold, by the names of a client's fields. */
  readonly defaults: () => Readonly<Record<string, string>>;
}

/**
 * Who gets the invoice. First only a name, which offers the saved clients; a known client is a card; the fields of a client are
 * shown if it is new, changed, or lacks something.
 */
export class ClientSection {
  readonly #page: ClientPage;
  readonly #names: Combobox<ClientEntry>;
  readonly #check: VatNumberCheck;
  #view: "choosing" | "typing" | "known" = "choosing";
  /** What became of the client that was picked or saved. */
  #note = "";
  /** The client whose answer is awaited. Another pick, or typing on, takes it back. */
  #awaited: ClientEntry | undefined;

  constructor(page: ClientPage) {
    this.#page = page;
    this.#check = new VatNumberCheck(page);
    this.#names = new Combobox<ClientEntry>({
      find: (text) => this.#find(text),
      onPick: (client) => void this.#pick(client),
      onType: () => {
        this.#awaited = undefined;
      },
      onNone: () => this.#settle("typing"),
      show: page.show,
    });
  }

  /** Shows a card if the form has all of a client, its fields if it has a part, and else only the name. */
  open(): void {
    const form = this.#page.form();
    this.#view = isComplete(form) ? "known" : textOf(form, NAME) === undefined ? "choosing" : "typing";
  }

  template(): TemplateResult {
    const isKnown = this.#view === "known";
    const other = { label: words.newClient, onPick: () => this.#typeNew() };
    const name = this.#names.template({
      ...{ pointer: NAME, label: words.name, listLabel: texts.clients.title, maxLength: 200, other },
      optionOf: clientOption,
    });
    return html`
      <fieldset class="party" data-view=${this.#view} @unfold=${(event: Event) => this.#unfold(event)}
        @input=${this.#check.handle} @change=${this.#check.handle}
        @keydown=${(event: KeyboardEvent) => this.#press(event)} @focusout=${(event: Event) => this.#leave(event)}>
        <legend>${words.client}</legend>
        ${isKnown ? this.#card() : nothing}
        <div class="fields" ?hidden=${isKnown}>${partyFields(name, this.#page.country, this.#check.text)}</div>
        <p class="save-client" ?hidden=${this.#view !== "typing"}>
          <button type="button" @click=${() => this.#save()}>${texts.clients.save}</button>
          <button type="button" class="link" @click=${() => this.#choose()}>${words.otherClient}</button>
        </p>
        <p class="client-note" role="status">${this.#note || (isKnown ? this.#check.text : "")}</p>
        <p class="heard" role="status">${isKnown ? "" : this.#check.text}</p>
      </fieldset>
    `;
  }

  #card(): TemplateResult {
    const form = this.#page.form();
    const text = (pointer: string) => textOf(form, pointer) ?? "";
    const isCompany = text("/isCompany");
    const kind = isCompany === "yes" ? words.company : isCompany === "no" ? words.consumer : "";
    const city = [text("/clientAddress/postalCode"), text("/clientAddress/city")].join(" ").trim();
    const address = [text("/clientAddress/line1"), city, countryText(text("/clientCountry"))];
    const facts = [text("/clientVatNumber"), kind].filter((fact) => fact !== "");
    return html`
      <div class="client-card">
        <p class="who">
          <strong><bdi>${text(NAME)}</bdi></strong>
          <span class="fact">${address.filter((part) => part !== "").join(", ")}</span>
          <span class="fact">${facts.join(" · ")}</span>
        </p>
        <p class="choices">
          <button type="button" @click=${() => this.#edit()}>${words.editClient}</button>
          <button type="button" @click=${() => this.#choose()}>${words.otherClient}</button>
        </p>
      </div>
    `;
  }

  async #find(text: string): Promise<readonly ClientEntry[]> {
    const { calls } = this.#page;
    if (text === "") return calls.recentClients();
    return (await calls.clients(new URLSearchParams({ search: text, limit: String(MOST_OPTIONS) }))).data;
  }

  async #pick(entry: ClientEntry): Promise<void> {
    this.#awaited = entry;
    try {
      const client = await this.#page.calls.client(entry.id);
      if (this.#awaited === entry) this.#fill(client);
    } catch (error) {
      const problem = failureText(error);
      if (this.#awaited === entry) this.#tell(problem);
    }
  }

  /** What the client does not state is emptied. */
  #fill(client: SavedClient): void {
    const { fields, vatCheck } = client;
    const form = this.#page.form();
    const empty = CLIENT_FIELDS.map((name) => [name, ""]);
    fillFields(form, { ...Object.fromEntries(empty), ...fields });
    this.#note = "";
    this.#check.take(vatCheck);
    if (vatCheck === null) void this.#check.ask();
    this.open();
    this.#page.onPick(client);
    this.#page.onChange();
    if (this.#view === "known") form.querySelector<HTMLElement>(".line textarea")!.focus();
    else form.querySelector<HTMLElement>(".party :is(input, select):invalid")?.focus();
  }

  /** Shows the fields of a client that no list has. */
  #typeNew(): void {
    this.#settle("typing");
    const isNamed = textOf(this.#page.form(), NAME) !== undefined;
    document.getElementById(fieldId(isNamed ? "/clientCountry" : NAME))!.focus();
  }

  #edit(): void {
    this.#settle("typing");
    document.getElementById(fieldId(NAME))!.focus();
  }

  #choose(): void {
    const form = this.#page.form();
    fillFields(form, Object.fromEntries(CLIENT_FIELDS.map((name) => [name, ""])));
    this.#note = "";
    this.#check.take(null);
    this.#view = "choosing";
    this.#page.onChange();
    document.getElementById(fieldId(NAME))!.focus();
  }

  /** A field that somebody looks for, or that is at fault. */
  #unfold({ target }: Event): void {
    const isName = (target as HTMLInputElement).name === NAME;
    if (this.#view === "known" || !isName) this.#settle("typing");
  }

  /** Enter takes the first saved client that is found. If none is, the fields of a new one are shown. */
  #press(event: KeyboardEvent): void {
    this.#leave(event);
    const { key, target, defaultPrevented } = event;
    const { name, value } = target as HTMLInputElement;
    if (key !== "Enter" || name !== NAME || this.#view !== "choosing" || defaultPrevented || value.trim() === "")
      return;
    event.preventDefault();
    void this.#pickFirst(value.trim());
  }

  async #pickFirst(text: string): Promise<void> {
    this.#names.close();
    const [first] = await this.#find(text).catch((error: unknown) => {
      this.#tell(failureText(error));
      return [];
    });
    if (textOf(this.#page.form(), NAME) !== text) return; // typed on meanwhile
    if (first === undefined) this.#typeNew();
    else await this.#pick(first);
  }

  /** A name that was typed needs the other fields, before the next key or click goes to one of them. */
  #leave(event: Event): void {
    const { target, key } = event as KeyboardEvent;
    if ((target as HTMLInputElement).name !== NAME || this.#view !== "choosing") return;
    if (event.type === "keydown" && (key !== "Tab" || (event as KeyboardEvent).shiftKey)) return;
    const unfold = () => {
      const isTyped = textOf(this.#page.form(), NAME) !== undefined;
      if (this.#view === "choosing" && isTyped && this.#awaited === undefined) this.#settle("typing");
    };
    if (event.type === "keydown") unfold();
    else afterPress(unfold);
  }

  #settle(view: "typing" | "known"): void {
    if (this.#view === view) return;
    this.#view = view;
    this.#page.show();
  }

  /** Saves the client for later invoices. One with the same name is replaced, unless country or VAT number differ. */
  async #save(): Promise<void> {
    const { calls, defaults, form } = this.#page;
    const name = textOf(form(), NAME);
    if (name === undefined) return document.getElementById(fieldId(NAME))!.focus();
    const typed = Object.entries({ ...typedFields(form()), ...defaults() });
    const fields = Object.fromEntries(typed.filter(([field, text]) => CLIENT_FIELDS.includes(field) && text !== ""));
    try {
      const { data } = await calls.clients(new URLSearchParams({ search: name, limit: "100" }));
      const [same] = data.filter((client) => client.name === name && !isOtherClient(client, fields));
      const before = same && (await calls.client(same.id));
      const isSameNumber = before?.fields["/clientVatNumber"] === fields["/clientVatNumber"];
      const vatCheck = this.#check.answer ?? (isSameNumber ? (before?.vatCheck ?? null) : null);
      const client = { id: before?.id ?? crypto.randomUUID(), revision: crypto.randomUUID(), fields, vatCheck };
      await calls.saveClient(client, [before?.revision ?? ""]);
      this.#note = texts.clients.saved;
      this.open();
      this.#page.show();
      form().querySelector<HTMLElement>(".client-card button")?.focus(); // the pressed button is gone
    } catch (error) {
      this.#tell(failureText(error));
    }
  }

  #tell(note: string): void {
    this.#note = note;
    this.#page.show();
  }
}

/** Whether the form has what an invoice needs to know of a client. */
function isComplete(form: HTMLFormElement): boolean {
  const has = (pointer: string) => textOf(form, pointer) !== undefined;
  const isBusiness = textOf(form, "/isCompany") === "yes" || has("/clientVatNumber");
  const isLocated = has("/clientAddress/line1") || has("/clientAddress/city");
  return has(NAME) && has("/clientCountry") && has("/isCompany") && (isLocated || !isBusiness);
}

/** Whether two clients of one name are two: their countries or their VAT numbers differ. */
function isOtherClient(saved: ClientEntry, fields: Readonly<Record<string, string>>): boolean {
  const [one, other] = [saved.vatNumber, fields["/clientVatNumber"] ?? ""].map((number) => {
    return number.replaceAll(/[^0-9a-z]/gi, "").toUpperCase();
  });
  return saved.country !== (fields["/clientCountry"] ?? "") || (one !== "" && other !== "" && one !== other);
}
