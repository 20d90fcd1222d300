import { html, type TemplateResult } from "lit-html";

/** What a sentence is about: a name, a number or an amount, in its own writing direction. */
export function strongText(text: string): TemplateResult {
  return html`<strong><bdi>${text}</bdi></strong>`;
}
