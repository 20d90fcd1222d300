/**
 * A shop on Next.js with faktura: copy this folder, and run `next dev`, or `next build` and `next start`.
 *
 * - `books.ts`: opens faktura once for the whole process.
 * - `app/accounting`: the endpoints. `app/panel`: the panel.
 * - `app/orders`: the shop's own route, which issues the invoice of an order.
 * - `next.config.ts`: keeps faktura out of the bundle.
 */
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";

type Books = Awaited<ReturnType<typeof openBooks>>;

declare global {
  /** While you develop, Next.js runs changed modules again. Kept here, the store is not opened again each time. */
  var openedBooks: Promise<Books> | undefined;
}

async function openBooks() {
  const store = await openSqliteStore(process.env["INVOICES_FILE"] ?? "invoices.db");
  const invoicing = createInvoicing({ store });
  await invoicing.company("firma").saveProfile({
    name: "Firma GmbH",
    country: "DE",
    vatNumber: "DE136695976",
    vatRegistered: true,
    ossRegistered: true,
    defaultCurrency: "EUR",
    invoicePrefix: "INV",
  });
  return { store, invoicing };
}

/** Opens on the first request, because `next build` runs this module too. If that fails, the next request tries again. */
export function books(): Promise<Books> {
  globalThis.openedBooks ??= openBooks().catch((error) => {
    globalThis.openedBooks = undefined;
    throw error;
  });
  return globalThis.openedBooks;
}
