import type { Company, Invoice } from "faktura";
import type { PanelStart } from "../wire.ts";
import { invoiceSum, newestInvoices, openSums } from "./open-sums.ts";
import type { Clients } from "./records/clients.ts";
import type { Decisions } from "./records/decisions.ts";
import type { Drafts } from "./records/drafts.ts";

/** How many entries of a list are shown. */
const SHOWN = 5;

/** The warnings of issued invoices that somebody must look at. */
const TO_DECIDE = ["invoice_incomplete", "einvoice_incomplete", "vat_number_unverified"];

/** What the start page needs beside the books; without drafts and clients, the session may not issue. */
interface StartRecords {
  readonly decisions: Decisions;
  readonly drafts: Drafts | undefined;
  readonly clients: Clients | undefined;
}

/** What the start page shows. Sums are those of {@link newestInvoices}. */
export async function startOf(
  company: Company,
  companyId: string,
  today: string,
  { decisions, drafts, clients }: StartRecords,
): Promise<PanelStart> {
  const newest = await newestInvoices(company, {});
  const firstDay = `${today.slice(0, 7)}-01`;
  const issued = newest.invoices.filter(({ issueDate, status }) => issueDate >= firstDay && status !== "CANCELLED");
  const lacking = newest.invoices.filter(isLacking);
  const decided = await decisions.among(
    companyId,
    lacking.map(({ id }) => id),
  );
  const incomplete = lacking.filter(({ id }) => !decided.has(id));
  return {
    today,
    ...(await openSums(company, today)),
    issued: invoiceSum(
      issued.map(({ currency, subtotal: amount }) => ({ currency, amount })),
      newest.isWhole || newest.invoices.at(-1)!.issueDate < firstDay,
    ),
    incomplete: {
      data: incomplete.slice(0, SHOWN).map(({ id, invoiceNumber, clientName }) => ({ id, invoiceNumber, clientName })),
      total: incomplete.length,
    },
    drafts: (await drafts?.first(companyId, SHOWN)) ?? null,
    unchecked: (await clients?.unchecked(companyId, SHOWN)) ?? null,
  };
}

/** Whether somebody must look at an invoice that still counts: one that was cancelled, or credited in full, does not. */
function isLacking({ warnings, status, creditedTotal, total }: Invoice): boolean {
  const isCredited = creditedTotal > 0 && creditedTotal >= total;
  return status !== "CANCELLED" && !isCredited && warnings.some(({ code }) => TO_DECIDE.includes(code));
}
