import { html, nothing, type TemplateResult } from "lit-html";
import { texts } from "../texts/language.ts";

/** The search at the top of every page: a plain form, which shows what was looked for on the page that answers it. */
export function searchField(base: string): TemplateResult {
  const asked = location.pathname === `${base}/search` ? new URLSearchParams(location.search).get("q") : null;
  return html`
    <form class="find" role="search" aria-label=${texts.search.title} action="${base}/search">
      <label class="heard" for="find">${texts.search.label}</label>
      <input id="find" name="q" type="search" maxlength="200" autocomplete="off" dir="auto"
        placeholder=${texts.search.label} value=${asked ?? nothing} />
    </form>
  `;
}
