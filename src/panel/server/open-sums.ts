import Big from "big.js";
import type { Company, Invoice } from "faktura";
import { isOverdue } from "../invoice-state.ts";
import type { OpenSum } from "../wire.ts";

/** What is due and overdue of the company's invoices, for each currency. All that are not paid or cancelled are read. */
export async function openSums(company: Company, today: string): Promise<readonly OpenSum[]> {
  const due: Invoice[] = [];
  for await (const invoice of company.listAll({ status: "SENT" })) if (invoice.amountDue > 0) due.push(invoice);
  const currencies = [...new Set(due.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = due.filter((invoice) => invoice.currency === currency);
    const late = own.filter((invoice) => isOverdue(invoice, today));
    return {
      currency,
      open: { amount: sumOf(own), count: own.length },
      overdue: { amount: sumOf(late), count: late.length },
    };
  });
}

function sumOf(invoices: readonly Invoice[]): number {
  return invoices.reduce((sum, { amountDue }) => sum.plus(amountDue), new Big(0)).toNumber();
}
