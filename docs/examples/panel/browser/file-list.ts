import { type EinvoiceGap, einvoiceGaps } from "faktura/einvoice";
import { html, nothing, type TemplateResult } from "lit-html";
import { DOCUMENT_FILES, type DocumentFileName, type IssuedDocument } from "../document-files.ts";
import { countText } from "./format.ts";
import { texts } from "./language.ts";
import type { PageContext } from "./page.ts";

const FILE_NAMES = Object.keys(DOCUMENT_FILES) as DocumentFileName[];

/** The files that a document can be saved as, and for each that it cannot, what is missing. */
export function fileList(document: IssuedDocument, { base, profile }: PageContext): TemplateResult {
  const isCreditNote = "creditNoteNumber" in document;
  const path = `${base}/calls/${isCreditNote ? "credit-notes" : "invoices"}/${document.id}/files`;
  return html`
    <h3>${texts.files.title}</h3>
    <ul class="files">
      <li><a class="button main" href="${path}/pdf" download>PDF</a></li>
      ${FILE_NAMES.map((name) => {
        const { profile: asked } = DOCUMENT_FILES[name];
        const [label, hint] = [texts.files.labels[name], texts.files.hints[name]];
        const gaps = einvoiceGaps(document, { profile: asked });
        if (gaps.length === 0) {
          return html`<li><a class="button" href="${path}/${name}" download title=${hint}>${label}</a></li>`;
        }
        const later = einvoiceGaps(document, { profile: asked, ownProfile: profile });
        return html`<li>${missing(label, gaps, later, isCreditNote)}</li>`;
      })}
      <li><button type="button" @click=${() => window.print()}>${texts.files.print}</button></li>
    </ul>
  `;
}

/** What is missing. `later` are the gaps that the next document would have with the profile of today. */
function missing(label: string, gaps: readonly EinvoiceGap[], later: readonly EinvoiceGap[], isCreditNote: boolean) {
  const isMended = ({ rule, field }: EinvoiceGap) => !later.some((gap) => gap.rule === rule && gap.field === field);
  return html`
    <details>
      <summary class="button">${label} <small>${countText(texts.files.missingCount, gaps.length)}</small></summary>
      <dl class="gaps">
        ${gaps.map(
          (gap) => html`
            <dt>${fieldWords(gap.field)}</dt>
            <dd>${inWords(gap.detail)}${isMended(gap) ? html` <em>${texts.files.inProfileNow}</em>` : nothing}</dd>
          `,
        )}
      </dl>
      <p>
        ${isCreditNote ? texts.files.fixedCreditNote : texts.files.fixedInvoice}
      </p>
    </details>
  `;
}

/** `seller.contact.phone` as "Company profile: contact, phone", `clientAddress.city` as "Client address, city". */
function fieldWords(field: string): string {
  const own = /^seller\.(?<name>.+)$/.exec(field)?.groups?.["name"];
  const words = inWords((own ?? field).replaceAll(/\[\]|\.(?=\w)/g, (part) => (part === "." ? ", " : "")));
  return own === undefined ? words.charAt(0).toUpperCase() + words.slice(1) : `Company profile: ${words}`;
}

/** Fields that have another name on the page. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  buyerReference: "client's reference",
  purchaseOrderReference: "purchase order",
  iban: "IBAN",
};

/** A text in which names of fields are words: "Set clientVatNumber." becomes "Fill in client VAT number." */
function inWords(text: string): string {
  return text
    .replaceAll(/\b(?:[a-z]+(?:[A-Z][a-z0-9]+)+|iban)\b/g, (name) => {
      return OTHER_WORDS[name] ?? name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
    })
    .replaceAll(/(?<=[a-z])\.(?=[a-z])/g, ": ")
    .replaceAll(/\bvat\b/g, "VAT")
    .replaceAll(/\bSet (?!it\b|the\b)/g, "Fill in ");
}
