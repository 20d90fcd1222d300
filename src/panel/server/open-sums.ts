import Big from "big.js";
import { type Company, type Invoice, type ListRequest, overdueAmount } from "faktura";
import type { CurrencySum, InvoiceSum, OpenSums } from "../wire.ts";

/** How many invoices are read for a sum at most, so that a page stays quick whatever the books contain. */
const MOST = 1000;

/** What clients owe, and how much of it is overdue. Reads the newest {@link MOST} invoices of each sum, never all. */
export async function openSums(company: Company, today: string): Promise<OpenSums> {
  const unpaid = await newestInvoices(company, { due: true });
  const late = unpaid.isWhole ? unpaid : await newestInvoices(company, { overdue: true });
  const due = unpaid.invoices.map(({ currency, amountDue: amount }) => ({ currency, amount }));
  const overdue = late.invoices
    .map((invoice) => ({ currency: invoice.currency, amount: overdueAmount(invoice, today) }))
    .filter(({ amount }) => amount > 0);
  return { open: invoiceSum(due, unpaid.isWhole), overdue: invoiceSum(overdue, late.isWhole) };
}

/** The newest invoices, at most {@link MOST}, and whether these are all. */
export async function newestInvoices(company: Company, filter: ListRequest) {
  const invoices: Invoice[] = [];
  for await (const invoice of company.listAll(filter)) {
    if (invoices.length === MOST) return { invoices, isWhole: false };
    invoices.push(invoice);
  }
  return { invoices, isWhole: true };
}

/** The sum of one amount for each invoice. */
export function invoiceSum(amounts: readonly CurrencySum[], isWhole: boolean): InvoiceSum {
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
