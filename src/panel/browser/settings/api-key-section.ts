import type { ApiKey, FieldError } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { CallFailed, failureText } from "../calls.ts";
import { clearFaults, inputField, showFaults, submitTo, textOf } from "../fields/fields.ts";
import { askingButton } from "../lists/asking-button.ts";
import { table } from "../lists/table.ts";
import { Outcome } from "../outcome.ts";
import { dayText, listText, momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import type { SettingsPart } from "./logo-section.ts";

const words = texts.apiKeys;

const SCOPES = Object.entries(words.scopes);

/** The company's API keys: create one, which is shown once, and revoke one. */
export class ApiKeySection {
  readonly #part: SettingsPart;
  #keys: readonly ApiKey[];
  /** The key that was just created. */
  #created = "";
  readonly #outcome: Outcome;

  constructor(part: SettingsPart, keys: readonly ApiKey[]) {
    this.#part = part;
    this.#keys = keys;
    this.#outcome = new Outcome(part.show);
  }

  template(): TemplateResult {
    const { done, problem, isBusy } = this.#outcome;
    return html`
      <section class="card" aria-labelledby="api-keys-title">
        <h2 id="api-keys-title" tabindex="-1">${words.title}</h2>
        <p>${words.purpose}</p>
        ${this.#keys.length === 0 ? html`<p>${words.none}</p>` : this.#table()}
        <div role="status">
          ${done === "" ? nothing : html`<p>${done}</p>`}
          ${this.#created === "" ? nothing : html`<p><code class="key">${this.#created}</code></p>`}
        </div>
        ${
          this.#created === ""
            ? nothing
            : html`<p><button type="button" class="main" @click=${() => this.#copy()}>${words.copy}</button></p>`
        }
        <p role="alert" class="problem">${problem}</p>
        <form class="new-key" @submit=${submitTo((form) => this.#create(form))}>
          <fieldset>
            <legend>${words.newKey}</legend>
            ${inputField({ pointer: "/apiKey/name", label: words.name, maxLength: 200, required: true })}
            ${inputField({ pointer: "/apiKey/expiresAt", label: words.validUntil, type: "date" })}
            <div class="wide checks" role="group" aria-labelledby="scopes-title">
              <p id="scopes-title" class="label">${words.allowed}</p>
              ${SCOPES.map(
                ([scope, label]) =>
                  html`<label><input type="checkbox" name="/apiKey/scopes" value=${scope} checked /> <span>${label}</span></label>`,
              )}
            </div>
            <p class="wide"><button aria-disabled=${isBusy}>${words.create}</button></p>
          </fieldset>
        </form>
      </section>
    `;
  }

  #table(): TemplateResult {
    const allowed = ({ scopes }: ApiKey) =>
      listText(scopes.map((scope) => words.scopes[scope as keyof typeof words.scopes] ?? scope));
    const revokeButton = (key: ApiKey) => {
      const name = key.name ?? key.id;
      const answers = { question: words.revokeQuestion(name), confirm: words.revokeKey, keep: words.keep };
      return askingButton({ label: words.revoke, name, ...answers }, () => this.#revoke(key));
    };
    return table({
      ...{ name: "keys", caption: words.caption, rows: [...this.#keys].reverse() },
      columns: [
        {
          head: words.name,
          cell: ({ name, id, createdAt }) =>
            html`<bdi>${name ?? id}</bdi><small>${words.created(dayText(createdAt.slice(0, 10)))}</small>`,
        },
        { head: words.allowed, cell: allowed },
        {
          head: words.lastUse,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.neverUsed : momentText(lastUsedAt)),
        },
        { head: words.state, cell: stateText },
        { head: "", cell: (key) => (isInForce(key) ? revokeButton(key) : nothing) },
      ],
    });
  }

  async #create(form: HTMLFormElement): Promise<void> {
    if (this.#outcome.isBusy) return;
    clearFaults(form);
    const until = textOf(form, "/apiKey/expiresAt");
    const request = {
      name: textOf(form, "/apiKey/name") ?? "",
      scopes: [...new FormData(form).getAll("/apiKey/scopes")].map(String),
      // Valid on the whole of that day, in the reader's time zone.
      expiresAt: until === undefined ? "" : endOfDay(until),
    };
    this.#created = "";
    await this.#outcome.run(
      async () => {
        const { apiKey, ...key } = await this.#part.calls.createApiKey(request);
        [this.#keys, this.#created] = [[...this.#keys, key], apiKey];
        form.reset();
        return words.shownOnce;
      },
      {
        failed: (error) => {
          if (!(error instanceof CallFailed)) throw error;
          showFaults(form, { ...error, errors: error.errors.map(inKeyForm) });
          // The server may have created a key whose text nobody has.
          return failureText(error) + (error.isUnanswered ? ` ${words.maybeCreated}` : "");
        },
      },
    );
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#created);
      this.#outcome.tell(words.copied);
    } catch {
      getSelection()?.selectAllChildren(document.querySelector("code.key")!);
      this.#outcome.tell(words.copyYourself);
    }
  }

  /** A key that was just created disappears with it. */
  async #revoke({ id, name }: ApiKey): Promise<void> {
    this.#created = "";
    await this.#outcome.run(async () => {
      const revoked = await this.#part.calls.revokeApiKey(id);
      this.#keys = this.#keys.map((key) => (key.id === id ? revoked : key));
      return words.revoked(name ?? id);
    });
    document.getElementById("api-keys-title")!.focus(); // the pressed button may be gone
  }
}

/** The form has names of its own, because the page has other fields with these names. */
function inKeyForm(error: FieldError): FieldError {
  return "pointer" in error ? { ...error, pointer: `/apiKey${error.pointer}` } : error;
}

function isInForce({ revokedAt, expiresAt }: ApiKey): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > new Date().toISOString());
}

function stateText(key: ApiKey): string {
  const { revokedAt, expiresAt } = key;
  if (revokedAt !== null) return words.revokedOn(momentText(revokedAt));
  if (expiresAt === null) return words.valid;
  return isInForce(key) ? words.validTo(momentText(expiresAt)) : words.expired(momentText(expiresAt));
}

/** The first instant after a day, in the reader's time zone. */
function endOfDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return new Date(year, month - 1, date + 1).toISOString();
}
