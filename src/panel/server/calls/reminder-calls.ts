import { type InvoiceWithPayments, latePaymentLawOf, type Reminder, reminderOf, timeZoneOf } from "faktura";
import { z } from "zod";
import type { ReminderDraft } from "../../wire.ts";
import { fileResponse, reminderFile } from "../document-file.ts";
import { dayIn } from "../invoice-state.ts";
import type { PanelBooks } from "../panel-books.ts";
import { type Call, type CallRow, failed, row } from "./call.ts";
import { addSending, emailCall, emailWith, otherCall, sendEmail } from "./sending-calls.ts";

/** What the page showed of the reminder. It is compared before it is sent, because sending cannot be undone. */
const shown = z.object({ on: z.iso.date(), level: z.int(), total: z.number(), previous: z.int() });

/** The calls that show a reminder of an invoice, send it to the client, and keep that it was sent. */
export const REMINDER_CALLS: readonly CallRow[] = [
  row("GET /invoices/{id}/reminder", {}, async (call, books) => {
    const { invoice, reminder, previous } = await remind(call, books);
    return reminder === undefined ? NOT_DUE() : draftOf(call, { ...invoice, reminder }, previous, books);
  }),
  row("GET /invoices/{id}/reminder/pdf", { option: "render" }, async (call, books) => {
    const { invoice, reminder } = await remind(call, books);
    if (reminder === undefined) return NOT_DUE();
    return fileResponse(await reminderFile({ ...invoice, reminder }, call.companyId, books));
  }),
  row("POST /invoices/{id}/reminders", { right: "issue", body: otherCall.extend({ shown }) }, (call, books) => {
    return inTurn(call, books, async (invoice, reminder) => {
      const { id, to } = call.body;
      await addSending(call, invoice.id, { id, to, channel: "other", files: [], reminder }, books);
      return books.sendings.find(call.companyId, invoice.id);
    });
  }),
  row(
    "POST /invoices/{id}/reminders/email",
    { right: "issue", option: "send", body: emailCall.extend({ shown }) },
    (call, books) => {
      return inTurn(call, books, async (invoice, reminder) => {
        const page = books.render && (await reminderFile({ ...invoice, reminder }, call.companyId, books));
        return sendEmail(call, invoice, books, { reminder, attachments: page === undefined ? [] : [page] });
      });
    },
  ),
];

const NOT_DUE = () => failed(409, "reminder_not_due", "Nothing of this invoice is overdue, so there is no reminder.");

const CHANGED = "The reminder was not sent, because it would differ from the one shown here. Review it again.";

/** The reminder of the invoice today, and how many it had; `undefined` as reminder if nothing is overdue. */
async function remind(call: Call, { sendings, latePayment, clock }: PanelBooks) {
  const { company, companyId } = call;
  const invoice = await company.get(call.id);
  const sent = await sendings.find(companyId, invoice.id);
  const previous = sent.flatMap(({ reminder }) => (reminder === undefined ? [] : [reminder]));
  const on = dayIn(timeZoneOf(await company.profile()), clock.now());
  const reminder = reminderOf(invoice, { on, previous, ...(await latePayment.find(companyId)) });
  return { invoice, reminder, previous: previous.length, sent };
}

/**
 * Reminds once, of what the page showed. Two people who remind of one invoice at the same time wait for each other; the second
 * one then sees that there is a reminder. A call that is repeated finds its own.
 */
function inTurn(
  call: Call<{ id: string; shown: z.output<typeof shown> }>,
  books: PanelBooks,
  send: (invoice: InvoiceWithPayments, reminder: Reminder) => Promise<unknown>,
): Promise<unknown> {
  return books.savesInTurn(`${call.companyId}/reminders/${call.id}`, async () => {
    const { invoice, reminder, previous, sent } = await remind(call, books);
    const { body } = call;
    if (sent.some(({ id }) => id === body.id)) return sent;
    if (reminder === undefined) return NOT_DUE();
    const { on, level, total, previous: before } = body.shown;
    const isSame = on === reminder.on && level === reminder.level && total === reminder.total && before === previous;
    return isSame ? send(invoice, reminder) : failed(409, "reminder_changed", CHANGED);
  });
}

/** The page of a reminder and, if the host sends e-mails, the one to send it with: the same text, and how to pay. */
async function draftOf(
  { companyId }: Call,
  invoice: InvoiceWithPayments & { reminder: Reminder },
  previous: number,
  { print, render, send, latePayment }: PanelBooks,
): Promise<ReminderDraft> {
  const { reminder, seller } = invoice;
  const { isLawChecked = false } = (await latePayment.find(companyId)) ?? {};
  const isUnread = latePaymentLawOf(seller.country, reminder.on)?.isUnread === true;
  const printed = await print(companyId, invoice);
  const facts = printed.payment?.facts.map(([name, value]) => `${name}: ${value}`).join("\n");
  const files = render === undefined ? [] : [{ name: "pdf" as const, label: printed.number, isChosen: true }];
  const email = { ...emailWith(invoice, printed, [...printed.introduction, facts]), files };
  const isLawUnchecked = isUnread && !isLawChecked;
  return { reminder, previous, isLawUnchecked, printed, email: send === undefined ? null : email };
}
