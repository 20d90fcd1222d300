import { type Clock, type Company, createInvoicing, type InvoiceWithPayments, type VatRates } from "faktura";
import { memoryStore } from "faktura/memory";
import type { PanelOrder } from "../figures.ts";
import { counterOf, newestInvoice } from "./newest-invoice.ts";

/** What the host passed to `createInvoicing`, as far as it decides what is printed. */
export interface PreviewOptions {
  readonly rates?: VatRates | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * The invoice that an order would become if it were issued now. It is issued in a store in memory that continues the
 * company's sequence, so it is what the library prints, with its warnings. Its number is only probable: another invoice
 * may be issued first. Its id is not that of the later invoice.
 *
 * @throws Refusal as issuing would; what a verifier of VAT numbers refuses, only issuing finds
 */
export async function previewOf(
  company: Company,
  order: PanelOrder,
  { rates, clock }: PreviewOptions,
): Promise<InvoiceWithPayments> {
  const { series } = order;
  const [profile, last, { data }] = await Promise.all([
    company.profile(),
    newestInvoice(company, series),
    company.list({ limit: 1 }),
  ]);
  const invoicing = createInvoicing({ store: memoryStore(), rates, clock });
  const copy = invoicing.company("preview", { source: "panel" });
  await copy.saveProfile(profile);
  const [newest] = data;
  // Dates never run backwards, whichever series the last invoice is in.
  if (newest !== undefined) {
    const lastCounter = last === undefined ? 0 : counterOf(last);
    await copy.continueNumbering({ series, lastCounter, lastIssueDate: newest.issueDate });
  }
  const { id } = await copy.issue(order);
  return copy.get(id);
}
