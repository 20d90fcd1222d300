/** Goal: an invoice is of the type that the order states, and so is what follows from it. */
import type { InvoiceType } from "faktura";
import { einvoiceGaps, toUbl } from "faktura/einvoice";
import { expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../../einvoice/complete.ts";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const INVOICE_TYPES: InvoiceType[] = ["380", "383", "384", "386", "326", "393", "875", "876", "877"];

test.each(INVOICE_TYPES)("an invoice of type %s says so, and is credited as 381", async (documentType) => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, documentType });
  expect((await acme.get(invoice.id)).documentType).toBe(documentType);
  expect(toUbl(invoice)).toContain(`<cbc:InvoiceTypeCode>${documentType}<`);
  expect((await acme.credit(invoice.id, { reason: "x" })).documentType).toBe("381");
  expect((await acme.audit()).findings).toEqual([]);
});

test("without a type an invoice is 380, and self-billed 389", async () => {
  const { acme } = await openBooks();
  expect((await acme.issue(order())).documentType).toBe("380");
  expect((await acme.issue(order({ selfBilled: true }))).documentType).toBe("389");
});

test.each(["326", "384"] as const)("Peppol has %s only between German parties", async (documentType) => {
  const { acme } = await openBooks(undefined, SELLER);
  const gapsOf = async (given: object) =>
    einvoiceGaps(await acme.issue({ ...ORDER, ...given, documentType }), { profile: "peppol" });
  expect(await gapsOf({})).toMatchObject([{ rule: "PEPPOL-EN16931-P0112", field: "documentType" }]);
  expect(await gapsOf(DOMESTIC)).toEqual([]);
});

test("a corrected invoice that names no other one has a warning", async () => {
  const { acme } = await openBooks();
  const warningsOf = async (given: object) => (await acme.issue(order({ documentType: "384", ...given }))).warnings;
  expect(await warningsOf({})).toEqual([
    { code: "invoice_incomplete", detail: expect.stringContaining("in precedingInvoices (article 219)") },
  ]);
  expect(await warningsOf({ precedingInvoices: [{ number: "A-1" }] })).toEqual([]);
});
