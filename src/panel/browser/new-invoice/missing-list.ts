import { html, nothing, type TemplateResult } from "lit-html";
import { fieldId, namedField, unfold } from "../fields/fields.ts";
import type { PageContext } from "../page.ts";
import { countText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { fieldText } from "../texts/refusal-texts.ts";
import { canBeSimplified, type MissingGroup, missingContent, type TypedDraft } from "./missing-content.ts";

const words = texts.missing;

type SettingsContext = Pick<PageContext, "base" | "can">;

const nameOf = (purpose: MissingGroup["for"]) => (typeof purpose === "string" ? words[purpose] : purpose.name);

/** What is missing in a draft. Each entry leads to its field, in the form or on the settings page. */
export function missingList(draft: TypedDraft, context: SettingsContext): TemplateResult {
  const [law, ...groups] = missingContent(draft);
  const entries = (fields: readonly string[]) =>
    html`<ul>${fields.map((field) => html`<li>${entryOf(field, context)}</li>`)}</ul>`;
  return html`
    <section class="missing" aria-labelledby="missing-title">
      <h3 id="missing-title">${words.title}</h3>
      ${law!.fields.length === 0 ? html`<p>${words.lawComplete}</p>` : html`<p>${words.law}</p>${entries(law!.fields)}`}
      ${canBeSimplified(draft) ? html`<p class="hint">${words.simplified}</p>` : nothing}
      ${groups.map(({ for: purpose, fields, isRequired }) => {
        if (fields.length === 0) return html`<p>${nameOf(purpose)}: ${words.complete}</p>`;
        const count = countText(texts.files.missingCount, fields.length);
        return html`
          <details ?open=${isRequired}>
            <summary>${nameOf(purpose)} <small>${count}</small></summary>
            ${entries(fields)}
          </details>
        `;
      })}
    </section>
  `;
}

function entryOf(field: string, context: SettingsContext): TemplateResult {
  if (field.startsWith("seller.")) return html`${settingsLink(field, context)}`;
  const id = fieldId(pointerOf(field));
  // Of what few documents have, the form has no field.
  if (namedField(id) === null && lineOf(id) === null) return html`${fieldText(field)}`;
  return html`<button type="button" class="link" @click=${() => focusField(id)}>${fieldText(field)}</button>`;
}

/** A field of the company's profile in words, as a link to it on the settings page if the session may open that. */
export function settingsLink(field: string, { base, can }: SettingsContext): TemplateResult | string {
  if (!can.settings) return fieldText(field);
  return html`<a href="${base}/settings#${fieldId(pointerOf(field))}">${fieldText(field)}</a>`;
}

/** The field of the form, or of the settings page, that an entry of the list leads to, or what it is the first part of. */
export function pointerOf(field: string): string {
  const path = field.replace("seller.", "").replace("[].", ".0.").replace("taxRate", "vatRates");
  return `/${path.replaceAll(".", "/")}`;
}

/** The line that a field belongs to. It may not show the field. */
function lineOf(id: string): HTMLElement | null {
  return document.getElementById(/^field-items-\d+(?=-)/.exec(id)?.[0] ?? "");
}

/** Opens what hides a field of the form. */
export function unfoldField(id: string): HTMLElement | null {
  const field = namedField(id) ?? lineOf(id);
  if (field !== null) unfold(field);
  return namedField(id);
}

/** Moves the focus to a field of the form, and opens what hides it. */
function focusField(id: string): void {
  unfoldField(id)?.focus();
}
