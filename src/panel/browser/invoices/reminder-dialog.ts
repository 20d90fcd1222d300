import type { Invoice, Reminder } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { ReminderDraft, Sending } from "../../wire.ts";
import { fieldId } from "../fields/fields.ts";
import { table } from "../lists/table.ts";
import type { PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { amountList } from "../printed/totals.ts";
import { amountText, dayText, periodText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { SendingDialog, type SendingPage } from "./sending-dialog.ts";

const words = texts.reminders;

/** The reminders that a client got, with day and level; nothing without one. */
export function reminderTable(sendings: readonly Sending[], currency: string): TemplateResult | typeof nothing {
  const sent = sendings.flatMap(({ reminder, to }) => (reminder === undefined ? [] : [{ ...reminder, to }]));
  if (sent.length === 0) return nothing;
  return table({
    ...{ name: "reminders", caption: words.listTitle, isCaptionShown: true, rows: sent },
    columns: [
      { head: words.day, cell: ({ on }) => dayText(on) },
      { head: words.level, cell: ({ level, to }) => html`${words.levels[level - 1]} <small>${to}</small>` },
      { head: words.asked, kind: "amount", cell: ({ total }) => amountText(total, currency) },
    ],
  });
}

/** The dialog that shows the reminder of an overdue invoice, and sends it as it is shown. */
export function reminderDialog(
  context: PageContext,
  invoice: Invoice,
  page: SendingPage,
): SendingDialog<ReminderDraft> {
  const { calls, hasPdf } = context;
  const shown = ({ reminder: { on, level, total }, previous }: ReminderDraft) => ({ on, level, total, previous });
  const pdf = html`<a class="button" href="${calls.pathOf(invoice)}/reminder/pdf" download>${texts.sending.savePdf}</a>`;
  return new SendingDialog(page, {
    name: "reminder",
    load: () => calls.reminder(invoice.id),
    title: ({ reminder }) => words.title(words.levels[reminder.level - 1]!, invoice.invoiceNumber),
    emailOf: ({ email }) => email,
    parts: (draft) => ({
      above: html`${claims(draft.reminder, invoice)} ${hints(context, draft)}`,
      below: html`
        <details class="preview">
          <summary>${words.preview}</summary>
          ${printedDocument(draft.printed, calls.logos, false, "reminder")}
        </details>
      `,
    }),
    action: words.send,
    send: (email, draft) => calls.sendReminder(invoice.id, { ...email, shown: shown(draft) }),
    others: (isSending, post) => {
      const mark = () =>
        post((id, draft) => calls.markAsReminded(invoice, { id, to: words.byPost, shown: shown(draft) }));
      return html`
        ${hasPdf ? pdf : nothing}
        <button type="button" aria-disabled=${isSending} @click=${mark}>${words.markPosted}</button>
      `;
    },
  });
}

function hints({ base, can }: PageContext, { reminder, isLawUnchecked }: ReminderDraft): TemplateResult[] {
  return hintsOf(reminder, isLawUnchecked).map(({ text, isForSettings }) => {
    const link = isForSettings && can.settings;
    return html`<p class="hint">${text}${link ? html` <a href="${base}/settings#${fieldId("/latePayment/on")}">${words.toSettings}</a>` : nothing}</p>`;
  });
}

/** What the client is asked for. */
function claims({ overdue, dueDate, interest, fee, total, payBy }: Reminder, { currency }: Invoice): TemplateResult {
  const amount = (value: number) => amountText(value, currency);
  const rows: [string, string][] = [[words.overdueSince(dayText(dueDate)), amount(overdue)]];
  if (interest?.amount !== undefined) {
    const period = periodText({ start: interest.from!, end: interest.until! });
    rows.push([words.interest(period), amount(interest.amount)]);
  }
  if (fee !== undefined) rows.push([words.fee, amountText(fee.amount, fee.currency)]);
  return amountList([...rows, [words.payBy(dayText(payBy)), amount(total)]]);
}

/** Why it claims no more than it does. */
function hintsOf({ level, on, interest, fee }: Reminder, isLawUnchecked: boolean) {
  if (level === 1) return [{ text: words.firstClaimsNothing, isForSettings: false }];
  if (isLawUnchecked) return [{ text: words.lawUnchecked, isForSettings: true }];
  if (interest === undefined && fee === undefined) return [{ text: words.nothingClaimed, isForSettings: false }];
  const isWhole = interest === undefined || interest.until === on;
  return [
    { text: words.noVat, isForSettings: false },
    ...(isWhole ? [] : [{ text: words.baseRateMissing, isForSettings: true }]),
  ];
}
