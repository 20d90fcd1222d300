import { html, nothing, type TemplateResult } from "lit-html";
import { texts } from "./language.ts";

/** The search of a list of clients or articles. It is a plain form, so that each found list has its own URL. */
export function recordSearch(
  words: { readonly search: string; readonly searchHint: string },
  asked: URLSearchParams,
): TemplateResult {
  return html`
    <form class="filter" role="search" aria-label=${words.search}>
      <p class="field">
        <label for="search">${words.search} <small>${words.searchHint}</small></label>
        <input id="search" name="search" type="search" autocomplete="off" value=${asked.get("search") ?? nothing} />
      </p>
      <button>${texts.list.show}</button>
    </form>
  `;
}
