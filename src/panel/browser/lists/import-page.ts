import { html, nothing, type TemplateResult } from "lit-html";
import { IMPORT_LIMITS, type ImportPreview, type ImportRow } from "../../wire.ts";
import type { ImportedKind } from "../calls.ts";
import { Outcome } from "../outcome.ts";
import type { PageContext } from "../page.ts";
import { countNumber, listText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { table } from "./table.ts";

const words = texts.imports;

/** Shows the page that imports clients or articles from a file. Nothing is saved before its button is pressed. */
export function openImport(context: PageContext, kind: ImportedKind): void {
  new FileImport(context, kind).show();
}

class FileImport {
  readonly #context: PageContext;
  readonly #kind: ImportedKind;
  #text: string | undefined;
  #known: "skip" | "update" = "skip";
  #preview: ImportPreview | undefined;
  readonly #outcome = new Outcome(() => this.show());

  constructor(context: PageContext, kind: ImportedKind) {
    this.#context = context;
    this.#kind = kind;
  }

  show(): void {
    const { base, show } = this.#context;
    const choose = (event: Event) => void this.#choose((event.currentTarget as HTMLInputElement).files?.[0]);
    const answer = (event: Event) => {
      this.#known = (event.currentTarget as HTMLSelectElement).value as "skip" | "update";
      if (this.#preview !== undefined) void this.#call(true);
    };
    show(html`
      <h1>${words.title[this.#kind]}</h1>
      <p class="hint">${words.hint[this.#kind]}</p>
      <div class="fields">
        <p class="field">
          <label for="file">${words.choose}</label>
          <input id="file" type="file" accept=".csv,.txt,text/csv" @change=${choose} />
        </p>
        <p class="field">
          <label for="known">${words.known}</label>
          <select id="known" autocomplete="off" @change=${answer}>
            ${(["skip", "update"] as const).map((value) => html`<option value=${value}>${words[value]}</option>`)}
          </select>
        </p>
      </div>
      ${this.#outcome.template()}
      ${this.#preview === undefined ? nothing : this.#shown(this.#preview)}
      <p><a href="${base}/${this.#kind}s">${words.toList}</a></p>
    `);
  }

  #shown({ columns, rows, faulty, added, known }: ImportPreview): TemplateResult {
    const unused = columns.filter(({ head, isRead }) => !isRead && head.trim() !== "").map(({ head }) => head);
    const count = added + (this.#known === "update" ? known : 0);
    const isReady = faulty === 0 && count > 0 && !this.#outcome.isBusy;
    return html`
      ${unused.length === 0 ? nothing : html`<p>${words.unused(listText(unused))}</p>`}
      ${faulty === 0 ? nothing : html`<p class="problem">${words.correct}</p>`}
      <p>
        <button type="button" class="main" aria-disabled=${!isReady} @click=${() => isReady && this.#call(false)}>
          ${words.import(countNumber(count))}
        </button>
      </p>
      ${table({
        ...{ name: "clients", caption: words.title[this.#kind], rows },
        columns: [
          { head: words.line, cell: ({ line }) => countNumber(line) },
          { head: words.name, isSubject: true, cell: ({ name }) => html`<bdi>${name}</bdi>` },
          { head: words.result, cell: resultText },
        ],
      })}
    `;
  }

  async #choose(file: File | undefined): Promise<void> {
    [this.#text, this.#preview] = [undefined, undefined];
    if (file === undefined) return this.#outcome.tell("");
    if (file.size > IMPORT_LIMITS.bytes) return this.#outcome.tell("", words.tooLarge);
    this.#text = textOf(await file.arrayBuffer());
    await this.#call(true);
  }

  #call(isPreview: boolean): Promise<boolean> {
    return this.#outcome.run(async () => {
      const body = { text: this.#text ?? "", known: this.#known, isPreview };
      const preview = await this.#context.calls.importFile(this.#kind, body);
      const counts = [countNumber(preview.added), countNumber(preview.known)] as const;
      this.#preview = isPreview ? preview : undefined;
      const found = `${words.found(...counts, countNumber(preview.faulty))} ${words.nothingYet}`;
      return isPreview ? found : words.imported(...counts);
    });
  }
}

/** The text of a file, which older programs write in the characters of Windows. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function resultText({ fault, isKnown }: ImportRow): string {
  if (fault === null) return isKnown ? words.isKnown : words.isNew;
  const text = words[fault.code];
  return typeof text === "string" ? text : text(fault.head, fault.text);
}
