import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type AutomaticTreatment,
  type CompanyProfile,
  INVOICE_STATUSES,
  type Invoice,
  type InvoiceOrder,
} from "faktura";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";

/**
 * Goal: whole invoices, as sent over HTTP, only change after a review.
 * Method: each file in this folder contains a seller, an order and the invoice issued from it at noon on 2026-11-20.
 * The invoice is issued again and compared to the letter, including the order of its fields. Only its id is filled in.
 * To add a case, write a file with `seller` and `order`. To accept a change, run `FAKTURA_UPDATE_GOLDEN=1 npx vitest
 * run --config test/vitest.config.ts test/golden` and review the diff.
 */
const UPDATE = process.env["FAKTURA_UPDATE_GOLDEN"] === "1";

interface Golden {
  /** The differences from the German company of the other tests. */
  readonly seller: Partial<CompanyProfile>;
  readonly order: InvoiceOrder;
  readonly invoice: Invoice;
}

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".json"));
const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8")) as Golden;

async function issue({ seller, order }: Golden): Promise<Invoice> {
  const { acme } = await openBooks(undefined, seller);
  return { ...(await acme.issue(order)), id: "00000000-0000-7000-8000-000000000000" };
}

test.each(files)("%s is issued as it was reviewed", async (file) => {
  const golden = read(file);
  const invoice = await issue(golden);
  if (UPDATE) writeFileSync(join(import.meta.dirname, file), `${JSON.stringify({ ...golden, invoice }, null, 2)}\n`);
  expect(JSON.stringify(invoice, null, 2)).toBe(JSON.stringify(UPDATE ? invoice : golden.invoice, null, 2));
});

const AUTOMATIC = {
  "not-registered": true,
  domestic: true,
  "outside-scope": true,
  export: true,
  "intra-community-supply": true,
  "reverse-charge": true,
  oss: true,
  origin: true,
} satisfies Record<AutomaticTreatment, true>;

test("there is a file for every treatment, and all of them are issued as SENT", () => {
  const invoices = files.map((file) => read(file).invoice);
  const treatments = new Set(invoices.map(({ vatTreatment }) => vatTreatment));
  expect([...treatments].sort()).toEqual([...Object.keys(AUTOMATIC), "mixed", "manual"].sort());
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set([INVOICE_STATUSES[0]]));
});
