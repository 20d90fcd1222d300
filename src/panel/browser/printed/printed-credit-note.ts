import type { CreditNote } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { clientNotes, facts, legalNotes, totals } from "./printed-document.ts";
import type { PrintedLanguage } from "./printed-language.ts";
import { lineTable } from "./printed-lines.ts";
import { partiesOf } from "./printed-parties.ts";
import { breakdownTable } from "./totals.ts";

/**
 * A credit note as it is printed on A4.
 *
 * @see Directive 2006/112/EC, article 219: it refers to the invoice specifically and unambiguously
 */
export function printedCreditNote(creditNote: CreditNote, language: PrintedLanguage): TemplateResult {
  const { printed: words, formats } = language;
  const { dayText } = formats;
  const { creditNoteNumber, documentType, corrects, issueDate, reason, currency, vatBreakdown } = creditNote;
  const own: readonly [string, string][] = [
    [words.issueDate, dayText(issueDate)],
    [words.corrects, words.numberOf(corrects.invoiceNumber, dayText(corrects.issueDate))],
    [language.words.reason, reason],
  ];
  return html`
    <article class="invoice" lang=${language.language} aria-labelledby="invoice-title">
      <header><h1 id="invoice-title">${documentType === "261" ? words.selfBilledCreditNote : words.creditNote} <bdi>${creditNoteNumber}</bdi></h1></header>
      ${partiesOf(creditNote, language)} ${facts(creditNote, language, own)} ${lineTable(creditNote, language)}
      <div class="sums">${breakdownTable(vatBreakdown, currency, language)} ${totals(creditNote, language, words.totalCredited)}</div>
      ${legalNotes(creditNote).map((text) => html`<p class="vat-note">${text}</p>`)}
      ${clientNotes(creditNote).map((text) => html`<p class="note">${text}</p>`)}
    </article>
  `;
}
