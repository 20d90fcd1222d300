import type { RemindedInvoice } from "../domain/invoice/reminder/reminder.ts";
import { type EinvoiceDocument, isCreditNote } from "../einvoice/document.ts";
import { REMINDER_WORDS } from "../languages/generated/reminder-words.ts";
import type { PdfWords } from "../languages/pdf-words.ts";
import type { ReminderWords } from "../languages/reminder-words.ts";
import type { Formats } from "./formats.ts";
import { type PrintedDocument, type PrintedSum, paymentOf, printedDocument } from "./printed-document.ts";

const WORDS: Readonly<Record<string, ReminderWords>> = REMINDER_WORDS;

/** The languages that have texts of reminders, ISO 639-1. */
export const REMINDER_LANGUAGES: readonly string[] = Object.keys(REMINDER_WORDS);

/** Whether the document is an invoice with its reminder. */
export function isReminded(document: EinvoiceDocument): document is RemindedInvoice {
  return !isCreditNote(document) && "reminder" in document && document.reminder !== undefined;
}

/** The printed content of a reminder: the letterhead of its invoice, what is overdue, and what the client is asked for. */
export function printedReminder(
  invoice: RemindedInvoice,
  language: string,
  words: PdfWords,
  formats: Formats,
): PrintedDocument {
  const { reminder, currency, issueDate, invoiceNumber: number } = invoice;
  const { level, on, payBy, overdue, dueDate, daysOverdue, total } = reminder;
  const own = WORDS[language] ?? REMINDER_WORDS.en;
  const [issued, due, until] = [issueDate, dueDate, payBy].map(formats.day) as [string, string, string];
  const [openText, totalText] = [formats.money(overdue, currency), formats.money(total, currency)];
  const text = { number, issued, due, overdue: openText, total: totalText, payBy: until };
  const printed = printedDocument(invoice, words, formats);
  const sold = [words.issueDate, words.dueDate, words.supplyDate, words.taxPointDate, words.period, words.supplyNature];
  return {
    ...printed,
    title: own.titles[level - 1]!,
    mark: undefined,
    facts: [[own.reminderDate, formats.day(on)], ...printed.facts.filter(([name]) => !sold.includes(name))],
    introduction: [own.greeting, ...own.texts[level - 1]!(text), own.crossed],
    parties: [],
    lines: {
      columns: [
        { heading: words.invoice, kind: "text" },
        { heading: words.issueDate, kind: "text" },
        { heading: words.dueDate, kind: "text" },
        { heading: own.daysOverdue, kind: "amount" },
        { heading: `${own.overdue} (${currency})`, kind: "amount" },
      ],
      rows: [{ cells: [[number], [issued], [due], [String(daysOverdue)], [formats.amount(overdue, currency)]] }],
    },
    breakdown: { columns: [], rows: [] },
    sums: sumsOf(invoice, own, words, formats),
    notes: claimNotes(invoice, own, formats),
    payment: paymentOf(invoice, words, formats, { amount: total, until, terms: [] }),
  };
}

/** What is overdue and what is claimed beside it, in the invoice's currency. */
function sumsOf({ reminder, currency }: RemindedInvoice, own: ReminderWords, words: PdfWords, formats: Formats) {
  const { overdue, interest, fee, total } = reminder;
  const sums: PrintedSum[] = [{ name: own.overdue, value: formats.money(overdue, currency) }];
  if (interest?.amount !== undefined)
    sums.push({ name: own.interest, value: formats.money(interest.amount, currency) });
  if (fee?.currency === currency) sums.push({ name: own.fee, value: formats.money(fee.amount, currency) });
  return [...sums, { name: words.amountDue, value: formats.money(total, currency), isMain: true }];
}

/** How the interest was computed, or at which rate it is owed, and that none of it has VAT. */
function claimNotes({ reminder, currency }: RemindedInvoice, own: ReminderWords, formats: Formats): string[] {
  const { interest, fee } = reminder;
  const notes: string[] = [];
  if (interest !== undefined) {
    const { points, reference, law, amount, from: start, until: end } = interest;
    const rate = own.rate(formats.percent(points), formats.number(points), reference, law);
    const isSum = amount !== undefined;
    notes.push(isSum ? own.interestFor(formats.period({ start, end }), rate) : own.interestWithoutSum(rate));
  }
  if (fee !== undefined && fee.currency !== currency) notes.push(own.otherFee(formats.money(fee.amount, fee.currency)));
  return notes.length === 0 && fee === undefined ? [] : [...notes, own.noVat];
}
