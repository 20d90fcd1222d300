import { type Company, createInvoicing, type InvoiceOrder, type InvoicingStore } from "faktura";

/** Clients that the demo company invoices every month, one for each treatment of its VAT. */
const CLIENTS: readonly InvoiceOrder[] = [
  {
    clientName: "Kundin AG",
    clientCountry: "DE",
    clientAddress: { line1: "Domplatz 4", postalCode: "50667", city: "Köln" },
    items: [],
  },
  {
    clientName: "Exemple SARL",
    clientCountry: "FR",
    clientVatNumber: "FR40303265045",
    clientAddress: { line1: "1 rue Neuve", postalCode: "75001", city: "Paris" },
    supply: "services",
    items: [],
  },
  {
    clientName: "Esempio S.p.A.",
    clientCountry: "IT",
    clientVatNumber: "IT00743110157",
    clientAddress: { line1: "Via Nuova 5", postalCode: "20121", city: "Milano" },
    supply: "goods",
    items: [],
  },
  { clientName: "Beispiel AG", clientCountry: "CH", supply: "goods", items: [] },
  { clientName: "Maija Meikäläinen", clientCountry: "FI", supply: "goods", items: [] },
];

/** Items and their net prices. The amounts only need to differ from month to month. */
const SOLD = [
  { description: "Workshop", unit: "day", unitPrice: 780 },
  { description: "Projector", unit: "piece", unitPrice: 449.9 },
  { description: "Support", unit: "hour", unitPrice: 95.5 },
];

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
    await issueMonth(company, month);
  }
}

async function issueMonth(company: Company, month: number): Promise<void> {
  const orders = CLIENTS.map((client, place) => {
    const { description, unit, unitPrice } = SOLD[(month + place) % SOLD.length]!;
    return { ...client, items: [{ description, unit, unitPrice, quantity: 1 + ((month * 3 + place * 5) % 7) }] };
  });
  const invoices = await company.issueMany(orders);
  for (const [place, { id, total, issueDate: paidOn }] of invoices.entries()) {
    if (month === 3 && place === 1) await company.cancel(id, { reason: "Ordered twice" });
    else if ((month + place) % 6 !== 5)
      await company.recordPayment(id, { amount: total, paidOn, method: "bank transfer" });
  }
}
