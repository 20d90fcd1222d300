import { parseInvoiceNumber } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect } from "vitest";
import { oneTo } from "../support/fixtures.ts";
import { connectRaw } from "../support/stores.ts";

/** Acme's invoices by number, after checking everything that must be true of the file. */
export async function readSoundBooks(path: string): Promise<Map<string, string>> {
  const raw = connectRaw(path);
  expect(raw.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  raw.close();
  const store = await openSqliteStore(path);
  const { invoices } = await store.reader.list("acme", { page: 1, limit: 1_000_000 });
  const events = await store.billing.pending("acme", 1_000_000);
  await store.close();
  const ids = invoices.map(({ document }) => document.id).reverse();
  expect(invoices.map(({ counter }) => counter).reverse()).toEqual(oneTo(invoices.length));
  expect(events.map(({ invoiceId }) => invoiceId)).toEqual(ids);
  const numbers = invoices.map(({ counter, document: { invoiceNumber, id } }) => {
    expect(parseInvoiceNumber(invoiceNumber)?.counter).toBe(counter);
    return [invoiceNumber, id] as const;
  });
  return new Map(numbers);
}
