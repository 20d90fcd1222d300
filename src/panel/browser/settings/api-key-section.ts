import type { ApiKey, FieldError } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { CallFailed, failureText } from "../calls.ts";
import { clearFaults, inputField, showFaults, textOf } from "../fields/fields.ts";
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
  #done = "";
  #problem = "";
  #isCreating = false;

  constructor(part: SettingsPart, keys: readonly ApiKey[]) {
    this.#part = part;
    this.#keys = keys;
  }

  template(): TemplateResult {
    return html`
      <section class="card" aria-labelledby="api-keys-title">
        <h2 id="api-keys-title" tabindex="-1">${words.title}</h2>
        <p>${words.purpose}</p>
        ${this.#keys.length === 0 ? html`<p>${words.none}</p>` : this.#table()}
        <div role="status">
          ${this.#done === "" ? nothing : html`<p>${this.#done}</p>`}
          ${this.#created === "" ? nothing : html`<p><code class="key">${this.#created}</code></p>`}
        </div>
        ${
          this.#created === ""
            ? nothing
            : html`<p><button type="button" class="main" @click=${() => this.#copy()}>${words.copy}</button></p>`
        }
        <p role="alert" class="problem">${this.#problem}</p>
        <form class="new-key" @submit=${(event: Event) => this.#create(event)}>
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
            <p class="wide"><button aria-disabled=${this.#isCreating}>${words.create}</button></p>
          </fieldset>
        </form>
      </section>
    `;
  }

  #table(): TemplateResult {
    return html`
      <table class="keys">
        <caption class="heard">${words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">${words.name}</th>
            <th scope="col">${words.allowed}</th>
            <th scope="col">${words.lastUse}</th>
            <th scope="col">${words.state}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${[...this.#keys].reverse().map((key) => this.#row(key))}
        </tbody>
      </table>
    `;
  }

  #row(key: ApiKey): TemplateResult {
    const { name, id, scopes, lastUsedAt } = key;
    const allowed = scopes.map((scope) => words.scopes[scope as keyof typeof words.scopes] ?? scope);
    return html`
      <tr>
        <th scope="row" dir="auto">${name ?? id}<small>${words.created(dayText(key.createdAt.slice(0, 10)))}</small></th>
        <td data-label=${words.allowed}>${listText(allowed)}</td>
        <td data-label=${words.lastUse}>${lastUsedAt === null ? words.neverUsed : momentText(lastUsedAt)}</td>
        <td data-label=${words.state}>${stateText(key)}</td>
        <td>${isInForce(key) ? revokeDialog(name ?? id, () => this.#revoke(key)) : nothing}</td>
      </tr>
    `;
  }

  async #create(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#isCreating) return;
    const form = event.currentTarget as HTMLFormElement;
    clearFaults(form);
    const until = textOf(form, "/apiKey/expiresAt");
    const request = {
      name: textOf(form, "/apiKey/name") ?? "",
      scopes: [...new FormData(form).getAll("/apiKey/scopes")].map(String),
      // Valid on the whole of that day, in the reader's time zone.
      expiresAt: until === undefined ? "" : endOfDay(until),
    };
    this.#isCreating = true;
    this.#tell("", "");
    try {
      const { apiKey, ...key } = await this.#part.calls.createApiKey(request);
      [this.#keys, this.#created] = [[...this.#keys, key], apiKey];
      form.reset();
      this.#isCreating = false;
      this.#tell(words.shownOnce, "");
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      this.#isCreating = false;
      showFaults(form, { ...error, errors: error.errors.map(inKeyForm) });
      // The server may have created a key whose text nobody has.
      const lost = error.isUnanswered ? ` ${words.maybeCreated}` : "";
      this.#tell("", failureText(error) + lost);
    }
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#created);
      this.#tell(words.copied, "", this.#created);
    } catch {
      getSelection()?.selectAllChildren(document.querySelector("code.key")!);
      this.#tell(words.copyYourself, "", this.#created);
    }
  }

  async #revoke({ id, name }: ApiKey): Promise<void> {
    try {
      const revoked = await this.#part.calls.revokeApiKey(id);
      this.#keys = this.#keys.map((key) => (key.id === id ? revoked : key));
      this.#tell(words.revoked(name ?? id), "");
    } catch (error) {
      this.#tell("", failureText(error));
    }
    document.getElementById("api-keys-title")!.focus(); // the pressed button may be gone
  }

  /** The new key disappears with the next action, except where it is passed on. */
  #tell(done: string, problem: string, created = done === words.shownOnce ? this.#created : ""): void {
    [this.#done, this.#problem, this.#created] = [done, problem, created];
    this.#part.show();
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

function revokeDialog(name: string, revoke: () => void): TemplateResult {
  const dialogOf = (event: Event) => (event.currentTarget as HTMLElement).closest("td")!.querySelector("dialog")!;
  const confirm = (event: Event) => {
    dialogOf(event).close();
    revoke();
  };
  return html`
    <button type="button" @click=${(event: Event) => dialogOf(event).showModal()}>
      ${words.revoke}<span class="heard"> ${name}</span>
    </button>
    <dialog aria-label=${words.revokeKey}>
      <p>${words.revokeQuestion(name)}</p>
      <p class="choices">
        <button type="button" class="main" @click=${confirm}>${words.revokeKey}</button>
        <button type="button" @click=${(event: Event) => dialogOf(event).close()}>${words.keep}</button>
      </p>
    </dialog>
  `;
}
