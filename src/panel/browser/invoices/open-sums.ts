import { html, nothing, type TemplateResult } from "lit-html";
import type { AmountOfInvoices, OpenSum } from "../../wire.ts";
import { amountText, countText } from "../format.ts";
import { texts } from "../language.ts";

/** What is open and overdue in each currency, each sum with a link to its invoices; nothing if nothing is due. */
export function openSums(base: string, sums: readonly OpenSum[]): TemplateResult | typeof nothing {
  if (sums.length === 0) return nothing;
  const { title, open, overdue } = texts.openSums;
  const sum = (label: string, filter: string, currency: string, { amount, count }: AmountOfInvoices) => html`
    <a class="sum" href="${base}?status=${filter}" data-sum=${filter}>
      <span class="label">${label}</span>
      <strong>${amountText(amount, currency)}</strong>
      <small>${countText(texts.words.invoiceCount, count)}</small>
    </a>
  `;
  return html`
    <nav class="open-sums" aria-label=${title}>
      ${sums.map(({ currency, ...of }) => [
        sum(open, "open", currency, of.open),
        of.overdue.count === 0 ? nothing : sum(overdue, "overdue", currency, of.overdue),
      ])}
    </nav>
  `;
}
