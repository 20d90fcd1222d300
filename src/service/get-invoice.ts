import type { InvoiceWithPayments } from "../domain/invoice.ts";
import type { CompanyContext } from "./context.ts";
import { presentWithPayments, requireInvoice } from "./stored-invoice.ts";

/** One invoice and its payments, oldest first. @throws Refusal `invoice_not_found` */
export async function getInvoice({ store, companyId }: CompanyContext, id: string): Promise<InvoiceWithPayments> {
  return presentWithPayments(requireInvoice(await store.reader.find(companyId, id)));
}
