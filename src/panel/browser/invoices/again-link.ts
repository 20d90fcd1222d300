import type { Invoice } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { texts } from "../language.ts";
import { repeatedMonths } from "../next-month.ts";

/** Makes a draft that repeats an invoice for the next month. Issuing it stays a decision. */
export function againLink(invoice: Invoice, base: string): TemplateResult {
  const label = repeatedMonths(invoice) === 1 ? texts.again.nextMonth : texts.again.nextPeriod;
  return html`<p><a class="button" href="${base}/new?copy=${invoice.id}&next">${label}</a></p>`;
}
