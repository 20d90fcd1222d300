import { html, nothing, type TemplateResult } from "lit-html";
import { CLIENT_LABELS, mergedFields } from "../../client-fields.ts";
import type { ClientEntry, SavedClient } from "../../wire.ts";
import { Combobox, MOST_OPTIONS } from "../fields/combobox.ts";
import { dialogNamed, formDialog } from "../fields/form-dialog.ts";
import { Outcome } from "../outcome.ts";
import type { PageContext } from "../page.ts";
import { listText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { clientOption } from "./client-fields.ts";

const words = texts.merging;

type Pair = readonly [client: SavedClient, other: SavedClient];

/** The dialog that makes one client of two. It says before what is kept of each. */
export class MergeDialog {
  readonly #context: PageContext;
  readonly #id: string;
  readonly #names: Combobox<ClientEntry>;
  #pair: Pair | undefined;
  /** Which of the two stays. */
  #stays: 0 | 1 = 0;
  readonly #outcome: Outcome;

  /** `id` is that of the client whose page it is. */
  constructor(context: PageContext, id: string, show: () => void) {
    this.#context = context;
    this.#id = id;
    this.#outcome = new Outcome(show);
    this.#names = new Combobox<ClientEntry>({
      find: (text) => this.#find(text),
      onPick: (client) => void this.#pick(client),
      onType: () => this.#forget(),
      show,
    });
  }

  template(): TemplateResult {
    const name = this.#names.template({
      ...{ pointer: "/other", label: words.other, listLabel: texts.clients.title, maxLength: 200 },
      optionOf: clientOption,
    });
    const dialog = formDialog({
      name: "merging",
      title: words.title,
      content: html`
        <div class="fields">${name}</div>
        ${this.#pair === undefined ? nothing : this.#choice(this.#pair)}
      `,
      submit: () => this.#merge(),
      action: words.merge,
      isBusy: this.#pair === undefined || this.#outcome.isBusy,
      isUnchecked: true,
      problem: this.#outcome.problem,
      close: words.keepBoth,
      onClose: () => this.#forget(),
    });
    return html`
      <p><button type="button" @click=${() => dialogNamed("merging")!.showModal()}>${words.open}</button></p>
      ${dialog}
    `;
  }

  #choice(pair: Pair): TemplateResult {
    const [stays, other] = [pair[this.#stays], pair[this.#stays === 0 ? 1 : 0]];
    const merged = mergedFields(stays.fields, other.fields);
    const differing = Object.entries(other.fields).filter(([name, text]) => text !== "" && stays.fields[name] !== text);
    const taken = differing.filter(([name, text]) => merged[name] === text);
    const lost = differing.filter(([name, text]) => merged[name] !== text);
    const choose = (index: 0 | 1) => {
      this.#stays = index;
      this.#outcome.tell("");
    };
    return html`
      <fieldset class="which">
        <legend>${words.which}</legend>
        ${([0, 1] as const).map(
          (index) => html`
            <label>
              <input type="radio" name="stays" .checked=${this.#stays === index} @change=${() => choose(index)} />
              <bdi>${nameOf(pair[index])}</bdi> <small>${detailsOf(pair[index])}</small>
            </label>
          `,
        )}
      </fieldset>
      <div role="status">
        <p>${taken.length === 0 ? words.takesNothing(nameOf(stays)) : words.takes(nameOf(stays), fieldsText(taken))}</p>
        <p>${lost.length === 0 ? words.losesNothing(nameOf(other)) : words.loses(nameOf(other), fieldsText(lost))}</p>
      </div>
    `;
  }

  async #find(text: string): Promise<readonly ClientEntry[]> {
    const query = new URLSearchParams({ search: text, limit: String(MOST_OPTIONS + 1) });
    const { data } = await this.#context.calls.clients(query);
    return data.filter(({ id }) => id !== this.#id).slice(0, MOST_OPTIONS);
  }

  async #pick(entry: ClientEntry): Promise<void> {
    const { calls } = this.#context;
    dialogNamed("merging")!.querySelector<HTMLInputElement>("[role=combobox]")!.value = entry.name;
    await this.#outcome.run(async () => {
      this.#pair = await Promise.all([calls.client(this.#id), calls.client(entry.id)]);
    });
  }

  #forget(): void {
    this.#pair = undefined;
    this.#outcome.tell("");
  }

  /** Saves the one that stays before the other is removed, so that a failure loses nothing and can be repeated. */
  async #merge(): Promise<void> {
    if (this.#pair === undefined || this.#outcome.isBusy) return;
    const { calls, base } = this.#context;
    const [stays, other] = this.#stays === 0 ? this.#pair : [this.#pair[1], this.#pair[0]];
    const fields = mergedFields(stays.fields, other.fields);
    const hasOwnNumber = (stays.fields["/clientVatNumber"] ?? "") !== "";
    const vatCheck = hasOwnNumber ? stays.vatCheck : other.vatCheck;
    await this.#outcome.run(async () => {
      const saved = { id: stays.id, revision: crypto.randomUUID(), fields, vatCheck };
      const { revision } = await calls.saveClient(saved, [stays.revision]);
      this.#pair = this.#stays === 0 ? [{ ...stays, revision }, other] : [other, { ...stays, revision }];
      await calls.deleteClient(other.id);
      this.#pair = undefined; // so that nobody merges them again before the page is left
      location.assign(`${base}/clients/${stays.id}`);
    });
  }
}

function nameOf({ fields }: SavedClient): string {
  return fields["/clientName"] ?? "";
}

function detailsOf({ fields }: SavedClient): string {
  const parts = ["/clientAddress/city", "/clientVatNumber", "/clientNumber"].map((name) => fields[name] ?? "");
  return parts.filter((part) => part !== "").join(", ");
}

/** "City (Kiel), Street (Hafen 1)". */
function fieldsText(fields: readonly (readonly [name: string, text: string])[]): string {
  const parts = fields.map(([name, text]) => `${CLIENT_LABELS[name]?.(texts.newInvoice, texts) ?? name} (${text})`);
  return listText(parts);
}
