import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import type { CompanyProfile, InvoiceOrder } from "faktura";
import type { FiscalOptions, FiscalRecord } from "faktura/einvoice/hr";
import { type FiscalBooks, fiscalRecords } from "faktura/einvoice/hr";
import { type Part, partOf, reading } from "../read-file.ts";

/** A shop in Croatia: invoices at cash register 12, credit notes at 13, another register in a series, a run of premises in one. */
export const SELLER: Partial<CompanyProfile> = {
  ...{ name: "Kavana d.o.o.", country: "HR", vatNumber: "HR33392005961" },
  ...{ invoicePrefix: "POSL1/12/2026", creditNotePrefix: "POSL1/13/2026" },
  series: { bar: { prefix: "POSL1/14/2026" }, terrace: { prefix: "POSL2//2026" } },
  national: { hr: { operator: { name: "Ana Horvat", oib: "12345678903" } } },
};

/** Two coffees for a consumer, paid in cash. */
export const ORDER: InvoiceOrder = {
  ...{ clientName: "Kupac", clientCountry: "HR", prices: "gross", payment: { means: "10" } },
  items: [{ description: "Kava", quantity: 2, unitPrice: 2 }],
};

/** A business that gets no electronic invoice. */
export const BUSINESS: Partial<InvoiceOrder> = {
  ...{ clientVatNumber: "HR12345678903", national: { hr: { fiscalized: true } } },
};

export const JIR = "2cf55235-9470-4b5c-a539-463f52b109d2";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Signs as a fiscal certificate does. */
export const sign = (bytes: Uint8Array): Uint8Array => createSign("RSA-SHA1").update(bytes).sign(privateKey);

/** Gives the same signature in every process, as one key would. */
export const signAlike = (bytes: Uint8Array): Uint8Array => createHash("sha512").update(bytes).digest();

export async function recordsOf(books: FiscalBooks, options: Partial<FiscalOptions> = {}): Promise<FiscalRecord[]> {
  const records: FiscalRecord[] = [];
  for await (const record of fiscalRecords(books, { sign, ...options })) records.push(record);
  return records;
}

const NAMESPACE = "http://www.apis-it.hr/fin/2012/types/f73";

/** What a message says, as the service reads it. */
export function readMessage<Result>(xml: string, read: (message: Part) => Result): Result {
  return reading(xml, ({ root }) => read(partOf(root, NAMESPACE)));
}
