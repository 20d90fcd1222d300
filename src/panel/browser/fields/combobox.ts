import { nothing, type TemplateResult } from "lit-html";
import { html, literal } from "lit-html/static.js";
import { CallFailed } from "../calls.ts";
import { checkLength, fieldId } from "./fields.ts";

/** Pause in typing after which entries are looked for. */
const SEARCH_DELAY_MS = 150;

/** How many entries are offered at most. */
export const MOST_OPTIONS = 8;

/** The field of a combobox, and what it offers. */
export interface ComboboxField<Entry> {
  /** The field's name, a JSON Pointer into the order. */
  readonly pointer: string;
  readonly label: string;
  /** The name of the list, for screen readers. */
  readonly listLabel: string;
  readonly maxLength: number;
  /** How many lines of text the field shows, if it can have several. */
  readonly rows?: number;
  /** The option for an entry: its name, and what tells it from others. */
  readonly optionOf: (entry: Entry) => { readonly name: string; readonly details: string };
  /** A last option that is always offered, such as a new entry. */
  readonly other?: { readonly label: string; readonly onPick: () => void };
}

/** What a combobox needs of its page. */
export interface ComboboxPage<Entry> {
  /** The entries for what is typed; for an empty text, those that are offered when the field gets the focus. */
  readonly find: (text: string) => Promise<readonly Entry[]>;
  readonly onPick: (entry: Entry) => void;
  /** Called when somebody types. */
  readonly onType?: () => void;
  /** Called when nothing matches what is typed. */
  readonly onNone?: () => void;
  readonly show: () => void;
}

/**
 * A text field that offers entries: some when it gets the focus, and those that match while somebody types. Any other text can
 * be typed too.
 *
 * @see ARIA Authoring Practices Guide: editable combobox with list autocomplete
 */
export class Combobox<Entry> {
  readonly #page: ComboboxPage<Entry>;
  #entries: readonly Entry[] = [];
  #isOpen = false;
  /** The option that Enter picks; -1 for none. */
  #active = -1;
  #searching: ReturnType<typeof setTimeout> | undefined;

  constructor(page: ComboboxPage<Entry>) {
    this.#page = page;
  }

  template(field: ComboboxField<Entry>): TemplateResult {
    const { pointer, label, listLabel, maxLength, rows, optionOf, other } = field;
    // HTML allows the role on an input alone. A field of several lines is a text box with suggestions.
    const isInput = rows === undefined;
    const tag = isInput ? literal`input` : literal`textarea`;
    const id = fieldId(pointer);
    const list = `${id}-options`;
    const names = this.#isOpen ? [...this.#entries.map(optionOf), ...(other ? [{ name: other.label }] : [])] : [];
    const pick = (index: number) => this.#pick(index, other?.onPick);
    return html`
      <div class="field combobox">
        <label for=${id}>${label}</label>
        <${tag} id=${id} name=${pointer} required data-most=${maxLength} rows=${rows ?? nothing} autocomplete="off" dir="auto"
          role=${isInput ? "combobox" : nothing} aria-expanded=${isInput ? names.length > 0 : nothing}
          aria-autocomplete="list" aria-haspopup="listbox" aria-controls=${list}
          aria-activedescendant=${this.#active < 0 ? nothing : `${list}-${this.#active}`} aria-describedby="${id}-fault"
          @focus=${(event: Event) => this.#offer(event.currentTarget as HTMLInputElement)}
          @click=${(event: Event) => this.#offer(event.currentTarget as HTMLInputElement)}
          @input=${(event: Event) => this.#search(event.currentTarget as HTMLInputElement)}
          @keydown=${(event: KeyboardEvent) => this.#press(event, names.length, pick)} @blur=${() => this.close()}></${tag}>
        <ul id=${list} role="listbox" aria-label=${listLabel} ?hidden=${names.length === 0}>
          ${names.map((option, index) => {
            const details = "details" in option ? option.details : undefined;
            // The field keeps the focus while an option is pressed.
            return html`
              <li id="${list}-${index}" role="option" aria-selected=${index === this.#active}
                class=${details === undefined ? "other" : nothing}
                @pointerdown=${(event: Event) => event.preventDefault()} @click=${() => pick(index)}>
                <bdi>${option.name}</bdi> <small>${details}</small>
              </li>
            `;
          })}
        </ul>
        <span class="below"><span class="fault" id="${id}-fault"></span></span>
      </div>
    `;
  }

  /** Changes whenever another template would be shown. */
  get state(): string {
    return `${this.#isOpen}${this.#active}`;
  }

  close(): void {
    clearTimeout(this.#searching);
    if (!this.#isOpen) return;
    [this.#isOpen, this.#active] = [false, -1];
    this.#page.show();
  }

  /** Offers entries before anything is typed. */
  #offer(input: HTMLInputElement): void {
    if (!this.#isOpen && input.value.trim() === "") void this.#find(input);
  }

  #search(input: HTMLInputElement): void {
    clearTimeout(this.#searching);
    checkLength(input);
    this.#page.onType?.();
    this.#searching = setTimeout(() => this.#find(input), SEARCH_DELAY_MS);
  }

  async #find(input: HTMLInputElement): Promise<void> {
    const text = input.value.trim();
    const found = await this.#page.find(text).catch((error: unknown) => {
      if (!(error instanceof CallFailed)) throw error;
      return []; // any text can be typed without suggestions
    });
    if (document.activeElement !== input || input.value.trim() !== text) return;
    // Somebody may have gone to an entry that was offered before.
    const active = JSON.stringify(this.#entries[this.#active]);
    this.#active = found.findIndex((entry) => JSON.stringify(entry) === active);
    this.#entries = found;
    this.#isOpen = found.length > 0;
    if (found.length === 0) this.#page.onNone?.();
    this.#page.show();
  }

  #press(event: KeyboardEvent, count: number, pick: (index: number) => void): void {
    if (count === 0 || event.altKey) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) this.#active = (this.#active + step + count + (this.#active < 0 && step < 0 ? 1 : 0)) % count;
    else if (event.key === "Enter" && this.#active >= 0) pick(this.#active);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    this.#page.show();
  }

  #pick(index: number, pickOther: (() => void) | undefined): void {
    const entry = this.#entries[index];
    this.close();
    if (entry === undefined) pickOther?.();
    else this.#page.onPick(entry);
  }
}
