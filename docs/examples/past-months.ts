import { type Company, createInvoicing, type InvoicingStore, type OrderItem, type Supply } from "faktura";
import { BEISPIEL, type DemoClient, ESEMPIO, EXEMPLE, KUNDIN, MAIJA } from "./demo-clients.ts";

/** Clients that the demo company invoices every month, one for each treatment of its VAT. */
const CLIENTS: readonly DemoClient[] = [KUNDIN, EXEMPLE, ESEMPIO, BEISPIEL, MAIJA];

/** What each kind of client buys, with net prices, in the language of the company's invoices. The amounts only need to differ from month to month. */
const SOLD: Readonly<Record<Supply, readonly Omit<OrderItem, "quantity">[]>> = {
  services: [
    { description: "Workshoptag", unit: "Stk", unitPrice: 780 },
    { description: "Support", unit: "Std", unitPrice: 95.5 },
  ],
  goods: [
    { description: "Projektor", unit: "Stk", unitPrice: 449.9 },
    { description: "Leinwand", unit: "Stk", unitPrice: 189 },
  ],
  digital: [{ description: "Onlinekurs", unit: "Stk", unitPrice: 99 }],
};

/**
 * Issues invoices for the past months of this year, as if in the panel: most of them paid, one cancelled. Does nothing
 * if the company already has invoices, because dates never run backwards.
 */
export async function issuePastMonths(store: InvoicingStore, companyId: string, today: Date): Promise<void> {
  const clock = { now: () => day };
  let day = today;
  const company = createInvoicing({ store, clock }).company(companyId, { source: "panel", actor: "demo" });
  if ((await company.list({ limit: 1 })).total > 0) return;
  for (let month = 0; month < today.getUTCMonth(); month += 1) {
    day = new Date(Date.UTC(today.getUTCFullYear(), month, 12, 9));
    const due = new Date(Date.UTC(today.getUTCFullYear(), month, 26));
    await issueMonth(company, month, dateOf(day), dateOf(due));
  }
}

function dateOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}

async function issueMonth(company: Company, month: number, supplyDate: string, dueDate: string): Promise<void> {
  const orders = CLIENTS.map((client, place) => {
    const sold = SOLD[client.supply!];
    const item = { ...sold[(month + place) % sold.length]!, quantity: 1 + ((month * 3 + place * 5) % 7) };
    return { ...client, supplyDate, dueDate, items: [item] };
  });
  const invoices = await company.issueMany(orders);
  for (const [place, { id, total, issueDate: paidOn }] of invoices.entries()) {
    if (month === 3 && place === 1) await company.cancel(id, { reason: "Doppelt bestellt" });
    else if ((month + place) % 6 !== 5)
      await company.recordPayment(id, { amount: total, paidOn, method: "Überweisung" });
  }
}
