import { dayText, listText } from "../format.ts";
import { texts } from "../language.ts";
import { nextMonthFields } from "../next-month.ts";
import type { PageContext } from "../page.ts";
import { fieldsOf } from "./copied-order.ts";

/** What a new draft begins with. */
export interface StartingDraft {
  /** By the names of the form's fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Where they come from, for people. Empty if the draft begins empty. */
  readonly hint: string;
}

/**
 * What the address of the page asks for: `?copy=<invoice id>` what an invoice has, with `&next` dated for the next month, and
 * `?client=<id>` a saved client.
 */
export async function startingDraft({ query, calls, profile }: PageContext): Promise<StartingDraft> {
  const [copied, client] = [query.get("copy"), query.get("client")];
  if (copied !== null) {
    const { invoice } = await calls.invoice(copied);
    const { fields, left } = fieldsOf(invoice, profile);
    const dates = query.has("next") ? nextMonthFields(invoice) : {};
    const { notCopied, copied: copiedFrom } = texts.newInvoice;
    const origin = query.has("next")
      ? texts.again.copied(invoice.invoiceNumber, dayText(dates["/supplyDate"]!))
      : copiedFrom(invoice.invoiceNumber);
    const lacking = left.length === 0 ? [] : [notCopied(listText(left))];
    return { fields: { ...fields, ...dates }, hint: [origin, ...lacking].join(" ") };
  }
  if (client !== null) return { fields: (await calls.client(client)).fields, hint: "" };
  return { fields: {}, hint: "" };
}
