import type { PageContext } from "../page.ts";
import { dayText, listText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { fieldsOf } from "./copied-order.ts";
import { nextMonthFields } from "./next-month.ts";

/** What a new draft begins with. */
export interface StartingDraft {
  /** By the names of the form's fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Where they come from, for people. Empty if the draft begins empty. */
  readonly hint: string;
}

/**
 * What the address of the page asks for: `?copy=<invoice id>` what an invoice has, with `&next` dated for the next month, and
 * `?client=<id>` a saved client, and `?recurring=<id>` or `?quote=<id>` a
 * recurring invoice or a quote to change.
 */
export async function startingDraft({ query, calls, profile }: PageContext): Promise<StartingDraft> {
  const [copied, client] = [query.get("copy"), query.get("client")];
  if (copied !== null) {
    const [{ invoice }, terms] = await Promise.all([calls.invoice(copied), calls.clientTerms(copied)]);
    const { fields, left } = fieldsOf(invoice, profile);
    const dates = query.has("next") ? nextMonthFields(invoice) : {};
    const { notCopied, copied: copiedFrom } = texts.newInvoice;
    const origin = query.has("next")
      ? texts.again.copied(invoice.invoiceNumber, dayText(dates["/supplyDate"]!))
      : copiedFrom(invoice.invoiceNumber);
    const lacking = left.length === 0 ? [] : [notCopied(listText(left))];
    return { fields: { ...fields, ...terms, ...dates }, hint: [origin, ...lacking].join(" ") };
  }
  const recurring = query.get("recurring");
  if (recurring !== null) {
    const { fields } = await calls.recurringInvoice(recurring);
    return { fields: { ...fields, "/recurring": recurring }, hint: texts.recurring.changes };
  }
  const quote = query.get("quote");
  if (quote !== null) {
    const { fields } = await calls.quote(quote);
    return { fields: { ...fields, "/quote": quote }, hint: texts.quotes.changes };
  }
  if (client !== null) return { fields: (await calls.client(client)).fields, hint: "" };
  return { fields: {}, hint: "" };
}
