import { createInvoicing, parseInvoiceNumber } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect } from "vitest";
import { oneTo } from "../support/fixtures.ts";
import { connectRaw } from "../support/stores.ts";

/** The ids of acme's invoices and credit notes by number, after checking everything that must be true of the file. */
export async function readSoundBooks(path: string): Promise<Map<string, string>> {
  const raw = connectRaw(path);
  expect(raw.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  raw.close();
  const store = await openSqliteStore(path);
  const { invoices } = await store.reader.list("acme", { page: 1, limit: 1_000_000 });
  const events = await store.billing.pending("acme", 1_000_000);
  const { creditNotes } = await store.creditNotes.list("acme", { page: 1, limit: 1_000_000 });
  const { findings } = await createInvoicing({ store }).company("acme").audit();
  await store.close();
  expect(findings).toEqual([]);
  expect(creditNotes.map(({ counter }) => counter).reverse()).toEqual(oneTo(creditNotes.length));
  const ids = invoices.map(({ document }) => document.id).reverse();
  expect(invoices.map(({ counter }) => counter).reverse()).toEqual(oneTo(invoices.length));
  expect(events.map(({ invoiceId }) => invoiceId)).toEqual(ids);
  const next = new Map<string, number>();
  const numbers = invoices.toReversed().map(({ document: { invoiceNumber, id } }) => {
    const { prefix, counter } = parseInvoiceNumber(invoiceNumber)!;
    expect(counter).toBe(next.get(prefix) ?? 1);
    next.set(prefix, counter + 1);
    return [invoiceNumber, id] as const;
  });
  const credited = creditNotes.map(({ counter, document: { creditNoteNumber, id } }) => {
    expect(parseInvoiceNumber(creditNoteNumber)?.counter).toBe(counter);
    return [creditNoteNumber, id] as const;
  });
  return new Map([...numbers, ...credited]);
}
