import type { Invoice } from "faktura";
import type { PageContext } from "../page.ts";
import type { RepeatedSource } from "../recurring/repeat-dialog.ts";
import { listText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { fieldsOf } from "./copied-order.ts";
import { nextMonthFields } from "./next-month.ts";
import { lineCountOf, readOrder } from "./order-form.ts";

/** What recurs of an invoice: what the form of a copy of it has, with the dates of the invoice itself. */
export function repeatedInvoice(context: PageContext, invoice: Invoice): RepeatedSource {
  const { fields: copied, left } = fieldsOf(invoice, context.profile);
  const fields: Readonly<Record<string, string>> = { ...copied, ...nextMonthFields(invoice, 0) };
  const days = fields["/dueDays"];
  return {
    order: readOrder(formOf(fields), lineCountOf(fields), context),
    fields,
    anchor: invoice.issueDate,
    dueDays: days === undefined ? context.paymentDays : Number(days),
    ...(left.length > 0 && { hint: texts.newInvoice.notCopied(listText(left)) }),
  };
}

/** As much of a form with these texts as an order is read from. */
function formOf(fields: Readonly<Record<string, string>>): HTMLFormElement {
  const namedItem = (name: string) => (fields[name] === undefined ? null : { value: fields[name] });
  return { elements: { namedItem } } as object as HTMLFormElement;
}
