import type { IssuedDocument } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { FileEntry, FileGap } from "../../wire.ts";
import { settingsLink } from "../new-invoice/missing-list.ts";
import type { PageContext } from "../page.ts";
import { countText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { fieldText } from "../texts/refusal-texts.ts";

/** The files that a document can be saved as. */
export function fileList(document: IssuedDocument, files: readonly FileEntry[], context: PageContext): TemplateResult {
  const path = context.calls.pathOf(document);
  return html`
    <h3>${texts.files.title}</h3>
    <ul class="files">
      ${context.hasPdf ? html`<li><a class="button" href="${path}/files/pdf" download>PDF</a></li>` : nothing}
      ${einvoiceItems(document, files, context)}
      <li><button type="button" @click=${() => window.print()}>${texts.files.print}</button></li>
    </ul>
  `;
}

/** The electronic ones among them. */
export function einvoiceList(
  document: IssuedDocument,
  files: readonly FileEntry[],
  context: PageContext,
): TemplateResult {
  return html`<ul class="files">${einvoiceItems(document, files, context)}</ul>`;
}

/** The electronic files and, for each that cannot be written, what is missing. */
function einvoiceItems(document: IssuedDocument, files: readonly FileEntry[], context: PageContext): TemplateResult[] {
  const path = context.calls.pathOf(document);
  return files.map((file) => {
    if (file.gaps.length > 0) return html`<li>${missing(document, file, context)}</li>`;
    return html`<li><a class="button" href="${path}/files/${file.name}" download>${file.label}</a></li>`;
  });
}

function missing(document: IssuedDocument, { label, format, gaps }: FileEntry, context: PageContext) {
  return html`
    <details>
      <summary class="button">${label} <small>${countText(texts.files.missingCount, gaps.length)}</small></summary>
      <dl class="gaps">
        ${gaps.map(
          (gap) => html`
            <dt>${gap.field.startsWith("seller.") ? settingsLink(gap.field, context) : fieldText(gap.field)}</dt>
            <dd>${gapText(gap, document, format)}${gap.isMended ? html` <em>${texts.files.inProfileNow}</em>` : nothing}</dd>
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
function gapText({ field, rule, detail, isOfPortal }: FileGap, document: IssuedDocument, format: string) {
  const { neededOfProfile, neededOfOrder, ruleBroken } = texts.files;
  if (isOfPortal) return texts.portalNumbers.needed(format);
  // What to do about a value is said by the rule itself, in English.
  if (!isMissing(document, field.replaceAll("[]", "").split(".")))
    return html`${ruleBroken(rule)} <span lang="en">${detail}</span>`;
  return field.startsWith("seller.") ? neededOfProfile(format) : neededOfOrder(format);
}

/** Whether the field has no value, in a list whether one of its entries has none. */
function isMissing(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((one) => isMissing(one, name === undefined ? [] : [name, ...rest]));
  if (name === undefined || value === undefined) return value === undefined;
  return isMissing((value as Readonly<Record<string, unknown>>)[name], rest);
}
