import type { ReminderWords } from "../reminder-words.ts";

const REFERENCES = {
  base: "the base rate",
  "central-bank": "the reference rate of the central bank",
  ecb: "the main refinancing rate of the European Central Bank",
};

export const reminderWords: ReminderWords = {
  titles: ["Payment reminder", "Second reminder", "Final reminder"],
  greeting: "Dear Sir or Madam,",
  texts: [
    ({ number, issued, due, overdue, payBy }) => [
      `Our invoice ${number} of ${issued} was due on ${due}. We have not received ${overdue} of it yet.`,
      `You may have overlooked it. Please pay this amount by ${payBy}.`,
    ],
    ({ number, issued, due, overdue, total, payBy }) => [
      `Our invoice ${number} of ${issued} was due on ${due}. We have reminded you of it, but ${overdue} is still unpaid.`,
      `Please pay ${total} by ${payBy}.`,
    ],
    ({ number, issued, due, overdue, total, payBy }) => [
      `Despite our reminders, ${overdue} of our invoice ${number} of ${issued}, due on ${due}, is still unpaid.`,
      `This is our last request: please pay ${total} by ${payBy}. After that day we may take legal action without writing again.`,
    ],
  ],
  crossed: "If you have paid in the meantime, please disregard this letter.",
  reminderDate: "Date",
  daysOverdue: "Days overdue",
  overdue: "Overdue",
  interest: "Interest for late payment",
  fee: "Compensation for recovery costs",
  otherFee: (amount) =>
    `We also claim a compensation of ${amount} for recovery costs, which the total does not include.`,
  interestFor: (days, rate) => `Interest for late payment (${days}): ${rate}.`,
  interestWithoutSum: (rate) =>
    `Interest for late payment is owed until you pay: ${rate}. The total does not include it.`,
  rate: (percent, points, reference, law) =>
    reference === undefined
      ? `${percent} a year (${law})`
      : `${points} percentage points a year above ${REFERENCES[reference]} (${law})`,
  noVat: "No VAT is charged on interest and compensation.",
};
