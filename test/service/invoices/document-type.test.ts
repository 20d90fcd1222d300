/** Goal: an invoice is of the type that the order states, and so is what follows from it. */
import type { InvoiceType } from "faktura";
import { einvoiceGaps, toCii, toUbl } from "faktura/einvoice";
import { expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../../einvoice/complete.ts";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const USUAL_TYPES: InvoiceType[] = ["380", "383", "384", "386", "326", "393", "875", "876", "877"];
const UNUSUAL_TYPES: InvoiceType[] = ["204", "387", "575", "751"];
const INVOICE_TYPES = [...USUAL_TYPES, ...UNUSUAL_TYPES];

test.each(INVOICE_TYPES)("an invoice of type %s says so, and is credited as 381", async (documentType) => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, documentType });
  expect((await acme.get(invoice.id)).documentType).toBe(documentType);
  expect(toUbl(invoice)).toContain(`<cbc:InvoiceTypeCode>${documentType}<`);
  expect((await acme.credit(invoice.id, { reason: "x" })).documentType).toBe("381");
  expect((await acme.audit()).findings).toEqual([]);
});

test.each(INVOICE_TYPES)("whether type %s is unusual is a warning", async (documentType) => {
  const { acme } = await openBooks(undefined, SELLER);
  const codes = (await acme.issue({ ...ORDER, documentType })).warnings.map(({ code }) => code);
  expect(codes.includes("document_type_unusual")).toBe(UNUSUAL_TYPES.includes(documentType));
});

test.each(["471", "500"] as const)("type %s is that of a self-billed invoice", async (documentType) => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, documentType, selfBilled: true });
  expect(invoice.documentType).toBe(documentType);
  expect(toUbl(invoice)).toContain(`<cbc:InvoiceTypeCode>${documentType}<`);
  expect(toCii(invoice)).toContain(`<ram:TypeCode>${documentType}<`);
  expect((await acme.credit(invoice.id, { reason: "x" })).documentType).toBe("261");
  const fault = { code: "request_invalid", errors: [expect.objectContaining({ pointer: "/documentType" })] };
  await expect(acme.issue({ ...ORDER, documentType })).rejects.toMatchObject(fault);
  await expect(acme.issue({ ...ORDER, documentType: "380", selfBilled: true })).rejects.toMatchObject(fault);
});

test.each([
  [false, ["381", "262", "396", "503"]],
  [true, ["261", "502", "503"]],
] as const)("a credit note has the type that is given, if selfBilled is %s", async (selfBilled, fitting) => {
  const { acme } = await openBooks(undefined, SELLER);
  for (const documentType of ["381", "261", "262", "396", "502", "503"] as const) {
    const invoice = await acme.issue({ ...ORDER, ...(selfBilled ? { selfBilled } : {}) });
    const credited = acme.credit(invoice.id, { reason: "x", documentType });
    if (!fitting.some((type) => type === documentType)) {
      await expect(credited).rejects.toMatchObject({
        code: "request_invalid",
        errors: [{ pointer: "/documentType", detail: expect.stringContaining(`must be ${fitting[0]}`) }],
      });
      continue;
    }
    const creditNote = await credited;
    expect(creditNote.documentType).toBe(documentType);
    expect(toUbl(creditNote)).toContain(`<cbc:CreditNoteTypeCode>${documentType}<`);
    expect(toCii(creditNote)).toContain(`<ram:TypeCode>${documentType}<`);
  }
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

test.each(["204", "387", "751"] as const)("Peppol does not know %s", async (documentType) => {
  const { acme } = await openBooks(undefined, SELLER);
  const gaps = einvoiceGaps(await acme.issue({ ...ORDER, documentType }), { profile: "peppol" });
  expect(gaps).toMatchObject([{ rule: "PEPPOL-EN16931-P0100", field: "documentType" }]);
});

test("a corrected invoice that names no other one has a warning", async () => {
  const { acme } = await openBooks();
  const warningsOf = async (given: object) => (await acme.issue(order({ documentType: "384", ...given }))).warnings;
  expect(await warningsOf({})).toEqual([
    { code: "invoice_incomplete", detail: expect.stringContaining("in precedingInvoices (article 219)") },
  ]);
  expect(await warningsOf({ precedingInvoices: [{ number: "A-1" }] })).toEqual([]);
});
