import type { Company } from "faktura";
import type { PanelStart } from "../wire.ts";
import { invoiceSum, newestInvoices, openSums } from "./open-sums.ts";
import type { Clients } from "./records/clients.ts";
import type { Drafts } from "./records/drafts.ts";

/** How many entries of a list are shown. */
const SHOWN = 5;

/** The warnings of issued invoices that somebody must look at. */
const TO_DECIDE = ["invoice_incomplete", "einvoice_incomplete", "vat_number_unverified"];

/** What the start page needs beside the books; without drafts and clients, the session may not issue. */
interface StartRecords {
  readonly drafts: Drafts | undefined;
  readonly clients: Clients | undefined;
}

/** What the start page shows. Sums are those of {@link newestInvoices}. */
export async function startOf(
  company: Company,
  companyId: string,
  today: string,
  { drafts, clients }: StartRecords,
): Promise<PanelStart> {
  const month = await newestInvoices(company, { from: `${today.slice(0, 7)}-01` });
  const valid = month.invoices.filter((invoice) => invoice.status !== "CANCELLED");
  const incomplete = valid.filter(({ warnings }) => warnings.some(({ code }) => TO_DECIDE.includes(code)));
  return {
    today,
    ...(await openSums(company, today)),
    issued: invoiceSum(
      valid.map(({ currency, subtotal: amount }) => ({ currency, amount })),
      month.isWhole,
    ),
    incomplete: {
      data: incomplete.slice(0, SHOWN).map(({ id, invoiceNumber, clientName }) => ({ id, invoiceNumber, clientName })),
      total: incomplete.length,
    },
    drafts: (await drafts?.first(companyId, SHOWN)) ?? null,
    unchecked: (await clients?.unchecked(companyId, SHOWN)) ?? null,
  };
}
