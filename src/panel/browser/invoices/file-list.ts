import type { EinvoiceGap } from "faktura/einvoice";
import { html, nothing, type TemplateResult } from "lit-html";
import { DOCUMENT_FILES, filesFor, type IssuedDocument } from "../../document-files.ts";
import type { GapsOf } from "../../document-gaps.ts";
import { countText } from "../format.ts";
import { texts } from "../language.ts";
import { settingsLink } from "../new-invoice/missing-list.ts";
import type { PageContext } from "../page.ts";
import { fieldText } from "../refusal-texts.ts";

/** The files that a document can be saved as. */
export function fileList(document: IssuedDocument, context: PageContext, gapsOf: GapsOf): TemplateResult {
  const path = context.calls.pathOf(document);
  return html`
    <h3>${texts.files.title}</h3>
    <ul class="files">
      ${context.hasPdf ? html`<li><a class="button main" href="${path}/files/pdf" download>PDF</a></li>` : nothing}
      ${einvoiceItems(document, context, gapsOf)}
      <li><button type="button" @click=${() => window.print()}>${texts.files.print}</button></li>
    </ul>
  `;
}

/** The electronic ones among them. */
export function einvoiceList(document: IssuedDocument, context: PageContext, gapsOf: GapsOf): TemplateResult {
  return html`<ul class="files">${einvoiceItems(document, context, gapsOf)}</ul>`;
}

/** The electronic files and, for each that cannot be written, what is missing. */
function einvoiceItems(document: IssuedDocument, context: PageContext, gapsOf: GapsOf): TemplateResult[] {
  const path = context.calls.pathOf(document);
  return filesFor({ seller: document.seller.country, client: document.clientCountry }).map((name) => {
    const { requirement } = DOCUMENT_FILES[name];
    const [label, hint] = [texts.files.labels[name], texts.files.hints[name]];
    const gaps = gapsOf(requirement, document);
    if (gaps.length === 0) {
      return html`<li><a class="button" href="${path}/files/${name}" download title=${hint}>${label}</a></li>`;
    }
    const later = gapsOf(requirement, document, context.profile);
    return html`<li>${missing(document, label, context, gaps, later)}</li>`;
  });
}

/** What is missing. `later` are the gaps that the next document would have with the profile of today. */
function missing(
  document: IssuedDocument,
  label: string,
  context: PageContext,
  gaps: readonly EinvoiceGap[],
  later: readonly EinvoiceGap[],
) {
  const isMended = ({ rule, field }: EinvoiceGap) => !later.some((gap) => gap.rule === rule && gap.field === field);
  return html`
    <details>
      <summary class="button">${label} <small>${countText(texts.files.missingCount, gaps.length)}</small></summary>
      <dl class="gaps">
        ${gaps.map(
          (gap) => html`
            <dt>${gap.field.startsWith("seller.") ? settingsLink(gap.field, context) : fieldText(gap.field)}</dt>
            <dd>${gapText(gap, document, label)}${isMended(gap) ? html` <em>${texts.files.inProfileNow}</em>` : nothing}</dd>
          `,
        )}
      </dl>
      <p>
        ${"creditNoteNumber" in document ? texts.files.fixedCreditNote : texts.files.fixedInvoice}
      </p>
    </details>
  `;
}

/** What is wrong with a field, and where to mend it. */
function gapText({ field, rule, detail }: EinvoiceGap, document: IssuedDocument, label: string) {
  const { neededOfProfile, neededOfOrder, ruleBroken } = texts.files;
  if (field === "correctedKsefNumber") return texts.portalNumbers.needed;
  // What to do about a value is said by the rule itself, in English.
  if (!isMissing(document, field.replaceAll("[]", "").split(".")))
    return html`${ruleBroken(rule)} <span lang="en">${detail}</span>`;
  return field.startsWith("seller.") ? neededOfProfile(label) : neededOfOrder(label);
}

/** Whether the field has no value, in a list whether one of its entries has none. */
function isMissing(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((one) => isMissing(one, name === undefined ? [] : [name, ...rest]));
  if (name === undefined || value === undefined) return value === undefined;
  return isMissing((value as Readonly<Record<string, unknown>>)[name], rest);
}
