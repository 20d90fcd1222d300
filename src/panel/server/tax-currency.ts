import { type Company, isRefusal } from "faktura";

/** A currency in which no country of the library states its VAT. */
const FOREIGN = "AUD";

/**
 * The currency in which a company's invoices in other currencies must also state their VAT, ISO 4217; `null` if no rule asks
 * for it. The library decides it, so the preview of an invoice in a foreign currency says it. `today` is `YYYY-MM-DD`.
 */
export async function taxCurrencyOf(company: Company, today: string): Promise<string | null> {
  const order = {
    clientName: "x",
    autoVat: false as const,
    currency: FOREIGN,
    requires: false as const,
    items: [{ description: "x", quantity: 1, unitPrice: 100, taxRate: 20 }],
  };
  try {
    const { warnings } = await company.preview(order);
    if (!warnings.some(({ code }) => code === "exchange_rate_missing")) return null;
    const exchangeRate = { rate: 1, date: today, source: "x" };
    return (await company.preview({ ...order, exchangeRate })).taxCurrency ?? null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null; // a company that can issue no invoice
  }
}
