import type { Company, Invoice } from "faktura";
import type { PanelStart, Reminded } from "../wire.ts";
import type { CompanyFigures } from "./book-figures.ts";
import { type ListContext, rowOf } from "./lists/invoice-list.ts";
import { type Debt, type Debts, debtsOf, MOST_LOOKED_UP } from "./open-sums.ts";
import type { Clients } from "./records/clients.ts";
import type { Decisions } from "./records/decisions.ts";
import type { Drafts } from "./records/drafts.ts";
import type { Sendings } from "./records/sendings.ts";

/** How many entries of a list are shown. */
const SHOWN = 5;

/** How many of the newest invoices are read for those that somebody must look at. */
const MOST_READ = 1000;

/** The warnings of issued invoices that somebody must look at. */
const TO_DECIDE = ["invoice_incomplete", "einvoice_incomplete", "vat_number_unverified"];

/** What the start page needs beside the books; without drafts and clients, the session may not issue. */
interface StartRecords extends Pick<ListContext, "sentAmong"> {
  readonly decisions: Decisions;
  readonly sendings: Sendings;
  readonly drafts: Drafts | undefined;
  readonly clients: Clients | undefined;
}

/** What the start page shows. */
export async function startOf(
  figures: CompanyFigures,
  companyId: string,
  today: string,
  records: StartRecords,
): Promise<PanelStart> {
  const { decisions, drafts, clients } = records;
  const debts = await debtsOf(figures, today);
  const lacking = await figures.read("lacking", lackingInvoices);
  const decided = await decisions.among(
    companyId,
    lacking.map(({ id }) => id),
  );
  const incomplete = lacking.filter(({ id }) => !decided.has(id));
  return {
    today,
    ...debts.sums,
    ...(await whatToSend(companyId, debts, today, records)),
    incomplete: {
      data: incomplete.slice(0, SHOWN),
      total: incomplete.length,
    },
    drafts: (await drafts?.first(companyId, SHOWN)) ?? null,
    unchecked: (await clients?.unchecked(companyId, SHOWN)) ?? null,
  };
}

/** The oldest debts, and which invoices and reminders were not sent yet. */
async function whatToSend(
  companyId: string,
  { oldest, late, unpaid }: Debts,
  today: string,
  { sendings, sentAmong }: StartRecords,
): Promise<Pick<PanelStart, "oldest" | "unsent" | "unreminded">> {
  const latest = late.slice(0, MOST_LOOKED_UP);
  const reminded = await sendings.reminded(companyId, idsOf([...latest, ...oldest]));
  const asked = unpaid.slice(0, MOST_LOOKED_UP);
  const sent = await sentAmong([...asked, ...oldest].map(({ invoice }) => invoice));
  const first = (found: readonly Debt[], all: readonly Debt[]): PanelStart["unsent"] => ({
    data: found.slice(0, SHOWN).map(({ invoice: { id, invoiceNumber, clientName, currency, amountDue } }) => {
      return { id, invoiceNumber, clientName, currency, amountDue };
    }),
    total: found.length,
    isAtLeast: all.length > MOST_LOOKED_UP,
  });
  return {
    oldest: oldest.map(({ invoice }) => ({
      ...rowOf(invoice, today, sent.has(invoice.id)),
      ...(reminded.get(invoice.id) ?? NOT_REMINDED),
    })),
    unsent: first(
      asked.filter(({ invoice }) => !sent.has(invoice.id)),
      unpaid,
    ),
    unreminded: first(
      latest.filter((debt) => !oldest.includes(debt) && !reminded.has(debt.invoice.id)),
      late,
    ),
  };
}

const NOT_REMINDED: Reminded = { reminders: 0, remindedOn: null };

const idsOf = (debts: readonly Debt[]) => [...new Set(debts.map(({ invoice }) => invoice.id))];

/** Those of the newest invoices whose content or VAT number somebody must look at. */
async function lackingInvoices(company: Company): Promise<PanelStart["incomplete"]["data"]> {
  const lacking: PanelStart["incomplete"]["data"][number][] = [];
  let read = 0;
  for await (const invoice of company.listAll()) {
    const { id, invoiceNumber, clientName } = invoice;
    if (isLacking(invoice)) lacking.push({ id, invoiceNumber, clientName });
    read += 1;
    if (read === MOST_READ) break;
  }
  return lacking;
}

/** Whether somebody must look at an invoice that still counts: one that was cancelled, or credited in full, does not. */
function isLacking({ warnings, status, creditedTotal, total }: Invoice): boolean {
  const isCredited = creditedTotal > 0 && creditedTotal >= total;
  return status !== "CANCELLED" && !isCredited && warnings.some(({ code }) => TO_DECIDE.includes(code));
}
