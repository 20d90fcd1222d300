import { html, nothing, type TemplateResult } from "lit-html";
import type { PageContext } from "../page.ts";
import { texts } from "../texts/language.ts";

/** The heading of a page from which people write invoices, with the button for it. `client` is a saved client's id. */
export function pageHeading(title: unknown, { base, can }: PageContext, client?: string): TemplateResult {
  const path = client === undefined ? `${base}/new` : `${base}/new?client=${client}`;
  return html`
    <div class="heading">
      <h1 tabindex="-1">${title}</h1>
      ${can.issue ? html`<a class="button main" href=${path}>${texts.frame.newInvoice}</a>` : nothing}
    </div>
  `;
}
