import { html, nothing, type TemplateResult } from "lit-html";
import type { HistoryEntry, InvoiceView } from "../../wire.ts";
import { amountText, dayText, relativeDayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { stateBadges } from "./state-badges.ts";

/** The state of an invoice, and when it is due. */
export function balanceOf({ invoice, today, state, isOverdue, refundDue }: InvoiceView): TemplateResult {
  const { dueDate, amountDue, amountPaid, total, currency } = invoice;
  const { due, noDueDate, paidOf } = texts.invoice;
  const amount = (value: number) => amountText(value, currency);
  const when = dueDate === undefined ? noDueDate : due(dayText(dueDate), relativeDayText(dueDate, today));
  return html`
    <div class="balance">
      ${stateBadges({ state, isOverdue })}
      ${amountDue > 0 ? html`<p class=${isOverdue ? "late" : nothing}>${when}</p>` : nothing}
      ${amountPaid > 0 && amountDue > 0 ? html`<p>${paidOf(amount(amountPaid), amount(total))}</p>` : nothing}
      ${refundDue > 0 ? html`<p>${texts.list.toRefund(amount(refundDue))}</p>` : nothing}
    </div>
  `;
}

/** What happened to an invoice, from its issue on. */
export function historyList({ invoice, history }: InvoiceView, base: string): TemplateResult {
  const { historyTitle, history: words } = texts.invoice;
  const nameOf = ({ kind, creditNote }: HistoryEntry) => {
    if (creditNote === null) return words[kind];
    return html`${words[kind]} <a href="${base}/credit-notes/${creditNote.id}">${creditNote.number}</a>`;
  };
  return html`
    <h3>${historyTitle}</h3>
    <ol class="history">
      ${history.map((entry) => {
        const amount = entry.amount === null ? nothing : amountText(entry.amount, invoice.currency);
        const note = entry.note === "" ? nothing : html` <small>${entry.note}</small>`;
        return html`<li><span class="day">${dayText(entry.on)}</span> <span>${nameOf(entry)}${note}</span> <span class="amount">${amount}</span></li>`;
      })}
    </ol>
  `;
}
