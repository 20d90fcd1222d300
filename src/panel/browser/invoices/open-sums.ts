import { html, nothing, type TemplateResult } from "lit-html";
import type { InvoiceSum, OpenSums } from "../../wire.ts";
import { amountText, countNumber, countText } from "../format.ts";
import { texts } from "../language.ts";

/** What is open and overdue, each sum with a link to its invoices; nothing if nothing is due. */
export function openSums(base: string, { open, overdue }: OpenSums): TemplateResult | typeof nothing {
  if (open.count === 0) return nothing;
  const sum = (label: string, filter: string, { count, isWhole, sums }: InvoiceSum) => html`
    <a class="sum" href="${base}/invoices?status=${filter}" data-sum=${filter}>
      <span class="label">${label}</span>
      ${sums.map(({ amount, currency }) => html`<strong>${amountText(amount, currency)}</strong>`)}
      <small>${isWhole ? countText(texts.words.invoiceCount, count) : texts.start.newest(countNumber(count))}</small>
    </a>
  `;
  return html`
    <nav class="open-sums" aria-label=${texts.start.due}>
      ${sum(texts.start.open, "open", open)} ${overdue.count === 0 ? nothing : sum(texts.start.overdue, "overdue", overdue)}
    </nav>
  `;
}
