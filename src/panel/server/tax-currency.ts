import { type Clock, type CompanyProfile, createInvoicing, isRefusal } from "faktura";
import { memoryStore } from "faktura/memory";

/** A currency in which no country of the library states its VAT. */
const FOREIGN = "AUD";

/**
 * The currency in which a company's invoices in other currencies must also state their VAT, ISO 4217; `null` if no rule asks
 * for it. The library decides it while it issues, so an invoice in a foreign currency is issued in a store in memory.
 */
export async function taxCurrencyOf(profile: CompanyProfile, clock: Clock): Promise<string | null> {
  const probe = createInvoicing({ store: memoryStore(), clock }).company("probe");
  const { requires: _, series: __, ...usual } = profile;
  const order = {
    clientName: "x",
    autoVat: false as const,
    currency: FOREIGN,
    items: [{ description: "x", quantity: 1, unitPrice: 100, taxRate: 20 }],
  };
  const exchangeRate = { rate: 1, date: clock.now().toISOString().slice(0, 10), source: "x" };
  try {
    await probe.saveProfile({ ...usual, vatRegistered: true });
    const { warnings } = await probe.issue(order);
    if (!warnings.some(({ code }) => code === "exchange_rate_missing")) return null;
    return (await probe.issue({ ...order, exchangeRate })).taxCurrency ?? null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null; // a profile that can issue no invoice
  }
}
