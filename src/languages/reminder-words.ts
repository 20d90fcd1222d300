/** The texts of reminders. Amounts and days are given as they are printed. */
export interface ReminderWords {
  /** The title of each level. The number of the invoice follows. */
  readonly titles: readonly [string, string, string];
  /** Before the text, for any person. */
  readonly greeting: string;
  /** The paragraphs of each level. */
  readonly texts: readonly [ReminderText, ReminderText, ReminderText];
  /** The last paragraph: the payment may have crossed the reminder. */
  readonly crossed: string;
  /** In English: Date of the reminder. */
  readonly reminderDate: string;
  /** In English: Days overdue. */
  readonly daysOverdue: string;
  /** In English: Overdue. */
  readonly overdue: string;
  /** In English: Interest for late payment. */
  readonly interest: string;
  /** In English: Compensation for recovery costs. */
  readonly fee: string;
  /** A fee in a currency that is not the invoice's, which the total does not include. */
  readonly otherFee: (amount: string) => string;
  /** How the claimed interest was computed. */
  readonly interestFor: (days: string, rate: string) => string;
  /** The interest whose sum is not claimed. */
  readonly interestWithoutSum: (rate: string) => string;
  /** A rate of interest with its law: points above a reference rate or, without one, a rate in percent. */
  readonly rate: (
    percent: string,
    points: string,
    reference: "base" | "central-bank" | "ecb" | undefined,
    law: string,
  ) => string;
  /** That what is claimed for paying late is not subject to VAT. */
  readonly noVat: string;
}

/** Says what is open of an invoice, and asks for it. */
export type ReminderText = (invoice: {
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  /** What is overdue. */
  readonly overdue: string;
  /** What the client is asked for. */
  readonly total: string;
  readonly payBy: string;
}) => readonly string[];
