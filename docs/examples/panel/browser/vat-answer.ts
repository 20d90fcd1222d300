import type { CompanyProfile } from "faktura";
import { isRefusal } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import { type Figures, figuresOf, type PanelOrder } from "../figures.ts";
import { amountText, rateText } from "./format.ts";
import { amountList, breakdownTable } from "./totals.ts";
import { TREATMENT_WORDS } from "./words.ts";

/** What can be said of an order as far as it is typed: its figures, or why there are none. */
export type VatAnswer =
  | { readonly figures: Figures; readonly isComplete: boolean }
  | { readonly figures: undefined; readonly message: string };

/** The answer to what is typed so far, computed here: no request is made. Lines without their amounts are passed over. */
export function answerTo(profile: CompanyProfile, order: PanelOrder): VatAnswer {
  if (order.clientCountry === "") return { figures: undefined, message: "Choose the client's country to see the VAT." };
  const items = order.items.filter(({ quantity, unitPrice }) => !Number.isNaN(quantity) && !Number.isNaN(unitPrice));
  try {
    const figures = figuresOf(profile, { ...order, items });
    return { figures, isComplete: items.length === order.items.length };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const details = error.errors.map(({ detail }) => detail);
    return { figures: undefined, message: [error.message, ...details].join(" ") };
  }
}

/** One sentence, for those who hear the page. */
export function spokenAnswer(answer: VatAnswer, currency: string): string {
  if (answer.figures === undefined) return answer.message;
  const { vat, totals } = answer.figures;
  const parts = [
    TREATMENT_WORDS[vat.treatment],
    `VAT ${rateText(vat.rate)}`,
    `total ${amountText(totals.total, currency)}`,
  ];
  return `${parts.join(", ")}.`;
}

/** Treatment and total, for those who see the page on a small screen. */
export function answerEssence(answer: VatAnswer, currency: string): TemplateResult | typeof nothing {
  if (answer.figures === undefined) return nothing;
  const { vat, totals } = answer.figures;
  return html`
    <p class="essence" aria-hidden="true">
      <span>${TREATMENT_WORDS[vat.treatment]}, ${rateText(vat.rate)}</span>
      <strong>${amountText(totals.total, currency)}</strong>
    </p>
  `;
}

/** Treatment, note, reason, breakdown and totals. */
export function answerCard(answer: VatAnswer, currency: string): TemplateResult {
  if (answer.figures === undefined) return html`<p class="open-question">${answer.message}</p>`;
  const { vat, totals } = answer.figures;
  return html`
    <p class="treatment"><span>${TREATMENT_WORDS[vat.treatment]}</span> <strong>${rateText(vat.rate)}</strong></p>
    ${vat.vatNote === "" ? nothing : html`<p class="note"><span>Note on the invoice:</span> ${vat.vatNote}</p>`}
    <p class="reason">${vat.reason}</p>
    ${
      vat.warnings.length === 0
        ? nothing
        : html`<ul class="warnings" aria-label="Warnings">${vat.warnings.map(({ detail }) => html`<li>${detail}</li>`)}</ul>`
    }
    ${breakdownTable(totals.vatBreakdown, currency)}
    ${amountList([
      ["Net", amountText(totals.subtotal, currency)],
      ["VAT", amountText(totals.taxTotal, currency)],
      ["Total", amountText(totals.total, currency)],
    ])}
  `;
}
