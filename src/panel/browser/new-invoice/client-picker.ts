import { html, nothing, type TemplateResult } from "lit-html";
import type { ClientEntry, SavedClient } from "../../wire.ts";
import { CallFailed, failureText, type PanelCalls } from "../calls.ts";
import { fieldId } from "../fields.ts";
import { countryText } from "../format.ts";
import { texts } from "../language.ts";

/** Pause in typing after which clients are looked for. */
const SEARCH_DELAY_MS = 150;

const MOST_OPTIONS = 8;

const POINTER = "/clientName";
const ID = fieldId(POINTER);
const LIST = "client-options";

/** What {@link ClientPicker} needs of its page. */
export interface PickingPage {
  readonly calls: PanelCalls;
  readonly show: () => void;
  /** Called with the client that was picked. */
  readonly onPick: (client: SavedClient) => void;
  readonly onProblem: (problem: string) => void;
}

/**
 * The field of the client's name. While it is typed, it offers the saved clients that match.
 *
 * @see ARIA Authoring Practices Guide: editable combobox with list autocomplete
 */
export class ClientPicker {
  readonly #page: PickingPage;
  #options: readonly ClientEntry[] = [];
  /** The option that Enter picks; -1 for none. */
  #active = -1;
  #searching: ReturnType<typeof setTimeout> | undefined;
  /** The client whose answer is awaited. Another pick, or typing on, takes it back. */
  #awaited: ClientEntry | undefined;

  constructor(page: PickingPage) {
    this.#page = page;
  }

  template(): TemplateResult {
    const isOpen = this.#options.length > 0;
    return html`
      <div class="field combobox">
        <label for=${ID}>${texts.newInvoice.name}</label>
        <input id=${ID} name=${POINTER} required maxlength="200" autocomplete="off" dir="auto" role="combobox"
          aria-autocomplete="list" aria-expanded=${isOpen} aria-controls=${LIST}
          aria-activedescendant=${this.#active < 0 ? nothing : `${LIST}-${this.#active}`}
          aria-describedby="${ID}-fault"
          @input=${(event: Event) => this.#search((event.currentTarget as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => this.#press(event)} @blur=${() => this.#close()} />
        <ul id=${LIST} role="listbox" aria-label=${texts.clients.title} ?hidden=${!isOpen}>
          ${this.#options.map((option, index) => this.#option(option, index))}
        </ul>
        <span class="fault" id="${ID}-fault"></span>
      </div>
    `;
  }

  #option(client: ClientEntry, index: number): TemplateResult {
    const { name, city, country, vatNumber } = client;
    const details = [city, country && countryText(country), vatNumber].filter((text) => text !== "").join(", ");
    // The field keeps the focus while an option is pressed.
    return html`
      <li id="${LIST}-${index}" role="option" aria-selected=${index === this.#active}
        @pointerdown=${(event: Event) => event.preventDefault()} @click=${() => this.#pick(client)}>
        <bdi>${name}</bdi> <small>${details}</small>
      </li>
    `;
  }

  #search(text: string): void {
    clearTimeout(this.#searching);
    this.#awaited = undefined;
    if (text.trim() === "") this.#close();
    else this.#searching = setTimeout(() => this.#find(text), SEARCH_DELAY_MS);
  }

  async #find(text: string): Promise<void> {
    const query = new URLSearchParams({ search: text, limit: String(MOST_OPTIONS) });
    const found = await this.#page.calls.clients(query).catch((error: unknown) => {
      if (!(error instanceof CallFailed)) throw error;
      return { data: [] }; // the name can be typed without suggestions
    });
    const input = document.getElementById(ID) as HTMLInputElement | null;
    if (input === null || document.activeElement !== input || input.value !== text) return;
    [this.#options, this.#active] = [found.data, -1];
    this.#page.show();
  }

  #press(event: KeyboardEvent): void {
    const count = this.#options.length;
    if (count === 0) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) this.#active = (this.#active + step + count + (this.#active < 0 && step < 0 ? 1 : 0)) % count;
    else if (event.key === "Enter" && this.#active >= 0) void this.#pick(this.#options[this.#active]!);
    else if (event.key === "Escape") this.#close();
    else return;
    event.preventDefault();
    this.#page.show();
  }

  #close(): void {
    clearTimeout(this.#searching);
    if (this.#options.length === 0) return;
    [this.#options, this.#active] = [[], -1];
    this.#page.show();
  }

  async #pick(entry: ClientEntry): Promise<void> {
    this.#close();
    this.#awaited = entry;
    try {
      const client = await this.#page.calls.client(entry.id);
      if (this.#awaited === entry) this.#page.onPick(client);
    } catch (error) {
      const problem = failureText(error);
      if (this.#awaited === entry) this.#page.onProblem(problem);
    }
  }
}
