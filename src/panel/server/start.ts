import Big from "big.js";
import type { Company, Invoice, ListRequest } from "faktura";
import { isOverdue } from "../invoice-state.ts";
import type { CurrencySum, PanelStart, StartSum } from "../wire.ts";
import type { Clients } from "./clients.ts";
import type { Drafts } from "./drafts.ts";

/** How many invoices are read for a sum at most, so that the page stays quick whatever the books contain. */
const MOST = 1000;

/** How many entries of a list are shown. */
const SHOWN = 5;

/** The warnings of issued invoices that somebody must look at. */
const TO_DECIDE = ["invoice_incomplete", "einvoice_incomplete", "vat_number_unverified"];

/** What the start page needs beside the books; without drafts and clients, the session may not issue. */
interface StartRecords {
  readonly drafts: Drafts | undefined;
  readonly clients: Clients | undefined;
}

/** What the start page shows. Reads the newest {@link MOST} invoices of each sum, never all. */
export async function startOf(
  company: Company,
  companyId: string,
  today: string,
  { drafts, clients }: StartRecords,
): Promise<PanelStart> {
  const unpaid = await newest(company, { status: "SENT" });
  const due = unpaid.invoices.filter(({ amountDue }) => amountDue > 0);
  const late = unpaid.isWhole ? unpaid : await newest(company, { status: "SENT", dueBefore: today });
  const month = await newest(company, { from: `${today.slice(0, 7)}-01` });
  const valid = month.invoices.filter((invoice) => invoice.status !== "CANCELLED");
  const incomplete = valid.filter(({ warnings }) => warnings.some(({ code }) => TO_DECIDE.includes(code)));
  const amountsDue = (invoices: readonly Invoice[]) =>
    invoices.map(({ currency, amountDue: amount }) => ({ currency, amount }));
  return {
    today,
    open: startSum(amountsDue(due), unpaid.isWhole),
    overdue: startSum(amountsDue(late.invoices.filter((invoice) => isOverdue(invoice, today))), late.isWhole),
    issued: startSum(
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

async function newest(company: Company, filter: ListRequest) {
  const invoices: Invoice[] = [];
  for await (const invoice of company.listAll(filter)) {
    if (invoices.length === MOST) return { invoices, isWhole: false };
    invoices.push(invoice);
  }
  return { invoices, isWhole: true };
}

function startSum(amounts: readonly CurrencySum[], isWhole: boolean): StartSum {
  return { count: amounts.length, isWhole, sums: sumsByCurrency(amounts) };
}

/** The sum of the amounts in each currency, by its code. */
export function sumsByCurrency(amounts: readonly CurrencySum[]): CurrencySum[] {
  const sums = new Map<string, Big>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  return [...sums]
    .map(([currency, sum]) => ({ currency, amount: sum.toNumber() }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
