import { type CompanyProfile, type InvoiceOrder, isRefusal } from "faktura";
import { toUbl } from "faktura/einvoice";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../../einvoice/complete.ts";
import { openBooks, traceOf } from "../books.ts";

const COMPLETE = { ...ORDER, ...DOMESTIC };
const WITHOUT_REFERENCE = { ...COMPLETE, buyerReference: undefined };
const ABROAD = { ...ORDER, buyerReference: undefined };
const CONSUMER = { ...WITHOUT_REFERENCE, clientVatNumber: undefined };

// biome-ignore format: one case a line
const CASES: [title: string, profile: CompanyProfile["requires"], order: Partial<InvoiceOrder>, refused: string | undefined][] = [
  ["nothing is required by default",                  undefined,   WITHOUT_REFERENCE,                             undefined],
  ["a complete order is issued",                      "xrechnung", COMPLETE,                                      undefined],
  ["the profile requires",                            "xrechnung", WITHOUT_REFERENCE,                             "BR-DE-15"],
  ["also Peppol",                                     "peppol",    ABROAD,                                        "PEPPOL-EN16931-R003"],
  ["EN 16931 needs no reference",                     "en16931",   WITHOUT_REFERENCE,                             undefined],
  ["the order requires",                              undefined,   { ...ABROAD, requires: "peppol" },             "PEPPOL-EN16931-R003"],
  ["the order requires less than the profile",        "xrechnung", { ...WITHOUT_REFERENCE, requires: "en16931" }, undefined],
  ["the order requires nothing",                      "xrechnung", { ...WITHOUT_REFERENCE, requires: false },     undefined],
  ["a client without number or isCompany is none",    "xrechnung", CONSUMER,                                      undefined],
  ["a company without a number is a business",        "xrechnung", { ...CONSUMER, isCompany: true },              "BR-DE-15"],
  ["a person is no business",                         "xrechnung", { ...CONSUMER, isCompany: false },             undefined],
  ["South Sudan can be written in UBL",               "en16931",   { ...ORDER, clientCountry: "SS", clientVatNumber: undefined, isCompany: true, supply: "goods" }, undefined],
];

test.each(CASES)("%s", async (_, requires, order, rule) => {
  const store = memoryStore();
  const { acme } = await openBooks(store, { ...SELLER, requires });
  const before = await traceOf(store);
  const outcome = await acme.issue({ ...ORDER, ...order }).catch((error: unknown) => error);
  if (rule === undefined) {
    expect(outcome).toMatchObject({ invoiceNumber: "INV-202611-0001" });
    expect(outcome).not.toHaveProperty("requires");
    expect(outcome).not.toHaveProperty("seller.requires");
    return;
  }
  const detail = expect.stringMatching(`^${rule}: `);
  expect(outcome).toMatchObject({ code: "einvoice_incomplete", errors: [{ pointer: "/buyerReference", detail }] });
  expect(await traceOf(store)).toEqual(before);
});

describe("what is required", () => {
  test("is what can be written then", async () => {
    const { acme } = await openBooks(undefined, { ...SELLER, requires: "peppol" });
    expect(toUbl(await acme.issue(COMPLETE), { profile: "peppol" })).toContain("peppol.eu:2017:poacc:billing");
  });

  test("is also required of many orders, and names the order", async () => {
    const { acme } = await openBooks(undefined, { ...SELLER, requires: "xrechnung" });
    const refusal = await acme.issueMany([COMPLETE, WITHOUT_REFERENCE]).catch((error: unknown) => error);
    expect(isRefusal(refusal, "einvoice_incomplete") && refusal.errors).toMatchObject([
      { pointer: "/1/buyerReference" },
    ]);
  });

  test("never keeps a credit note from being issued", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const { id } = await acme.issue(WITHOUT_REFERENCE);
    await acme.saveProfile({ ...(await acme.profile()), requires: "xrechnung" });
    const note = await acme.credit(id, { reason: "Storno" });
    const detail = expect.stringMatching(/^BR-DE-15: .*buyerReference/);
    expect(note).toMatchObject({ total: 238, warnings: [{ code: "einvoice_incomplete", detail }] });
    expect(await acme.getCreditNote(note.id)).toEqual(note);
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("is no matter of credit notes that have it, or that are for consumers", async () => {
    const { acme } = await openBooks(undefined, { ...SELLER, requires: "xrechnung" });
    for (const order of [COMPLETE, CONSUMER]) {
      const { id } = await acme.issue({ ...ORDER, ...order });
      expect(await acme.credit(id, { reason: "Storno" })).not.toHaveProperty("warnings");
    }
  });

  test("must be known", async () => {
    const { acme } = await openBooks();
    const unknown = { ...COMPLETE, requires: "facturx" };
    await expect(acme.issue(unknown)).rejects.toMatchObject({
      code: "request_invalid",
      errors: [{ pointer: "/requires" }],
    });
    await expect(acme.issue({ ...COMPLETE, requires: true as never })).rejects.toMatchObject({
      code: "request_invalid",
    });
  });
});
