import type { CreditNote } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { dayText } from "./format.ts";
import { clientNotes, facts, legalNotes, totals } from "./printed-document.ts";
import { lineTable } from "./printed-lines.ts";
import { partiesOf } from "./printed-parties.ts";
import { breakdownTable } from "./totals.ts";

/** What a credit note is called beside its English name. In German, "Gutschrift" means self-billing. */
const LOCAL_NAMES: Readonly<Record<string, string>> = { de: "Rechnungskorrektur" };

/** The states whose invoices are in German, if the seller names no language. */
const GERMAN_STATES: readonly string[] = ["DE", "AT"];

/**
 * A credit note as it is printed on A4.
 *
 * @see Directive 2006/112/EC, article 219: it refers to the invoice specifically and unambiguously
 */
export function printedCreditNote(creditNote: CreditNote): TemplateResult {
  const { creditNoteNumber, corrects, issueDate, reason, currency, vatBreakdown } = creditNote;
  const own: readonly [string, string][] = [
    ["Date of issue", dayText(issueDate)],
    ["Corrects the invoice", `${corrects.invoiceNumber} of ${dayText(corrects.issueDate)}`],
    ["Reason", reason],
  ];
  return html`
    <article class="invoice" aria-labelledby="invoice-title">
      <header><h1 id="invoice-title">${nameOf(creditNote)} ${creditNoteNumber}</h1></header>
      ${partiesOf(creditNote)} ${facts(creditNote, own)} ${lineTable(creditNote)}
      <div class="sums">${breakdownTable(vatBreakdown, currency)} ${totals(creditNote, "Total credited")}</div>
      ${legalNotes(creditNote).map((text) => html`<p class="vat-note">${text}</p>`)}
      ${clientNotes(creditNote).map((text) => html`<p class="note">${text}</p>`)}
    </article>
  `;
}

function nameOf({ documentType, seller }: CreditNote): string {
  const name = documentType === "261" ? "Self-billed credit note" : "Credit note";
  const language = seller.language?.toLowerCase().split("-")[0] ?? (GERMAN_STATES.includes(seller.country) ? "de" : "");
  const local = LOCAL_NAMES[language];
  return local === undefined ? name : `${name} / ${local}`;
}
