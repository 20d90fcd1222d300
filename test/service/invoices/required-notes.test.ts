import type { CompanyProfile, InvoiceOrder } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const LATE = {
  penalties: "Pénalités : 3 fois le taux légal",
  recoveryFee: "Indemnité : 40 €",
  discount: "Pas d’escompte",
};
const NOTES = [
  { subject: "PMD", text: LATE.penalties },
  { subject: "PMT", text: LATE.recoveryFee },
  { subject: "AAB", text: LATE.discount },
];
const FRENCH = { country: "FR", vatNumber: "FR40303265045", latePayment: LATE };
const BUSINESS = { clientCountry: "FR", isCompany: true };

async function issued(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = FRENCH) {
  const { acme } = await openBooks(undefined, profile);
  return { acme, invoice: await acme.issue(order(given)) };
}

describe("what a company says about paying late", () => {
  test("is on its invoices to businesses, in electronic ones too, and on their credit notes", async () => {
    const { acme, invoice } = await issued(BUSINESS);
    expect(invoice.notes).toEqual(NOTES);
    expect((await acme.get(invoice.id)).notes).toEqual(NOTES);
    expect(toUbl(invoice)).toContain("<cbc:Note>#PMD#Pénalités : 3 fois le taux légal</cbc:Note>");
    expect(toCii(invoice)).toContain("<ram:SubjectCode>PMT</ram:SubjectCode>");
    const own = { subject: "AAB", text: "Escompte déduit" };
    const creditNote = await acme.credit(invoice.id, { reason: "x", notes: [own], lines: [{ line: 1, quantity: 1 }] });
    expect(creditNote.notes).toEqual([own, NOTES[0], NOTES[1]]);
    expect((await acme.credit(invoice.id, { reason: "x" })).notes).toEqual(NOTES);
  });

  test("is on the credit note of an invoice that was issued without it", async () => {
    const { acme, invoice } = await issued(BUSINESS, { ...FRENCH, latePayment: { discount: "2 %" } });
    await acme.saveProfile({ ...(await acme.profile()), latePayment: LATE });
    const { notes } = await acme.credit(invoice.id, { reason: "x" });
    expect(notes).toEqual([{ subject: "AAB", text: "2 %" }, NOTES[0], NOTES[1]]);
  });

  test("is not on the credit note of a consumer", async () => {
    const { acme, invoice } = await issued({ clientCountry: "FR", isCompany: false });
    expect((await acme.credit(invoice.id, { reason: "x" })).notes).toBeUndefined();
  });

  test.each<[string, Partial<InvoiceOrder>, InvoiceOrder["notes"]]>([
    ["is left out for consumers", { clientCountry: "FR", isCompany: false }, undefined],
    [
      "is there for a client with a VAT number",
      { clientCountry: "DE", clientVatNumber: "DE136695976", supply: "goods" },
      NOTES,
    ],
    [
      "gives way to a note of the order on the subject",
      { ...BUSINESS, notes: [{ text: "Merci" }, { subject: "PMT", text: "Aucune" }] },
      [{ text: "Merci" }, { subject: "PMT", text: "Aucune" }, NOTES[0]!, NOTES[2]!],
    ],
  ])("%s", async (_, given, notes) => {
    expect((await issued(given)).invoice.notes).toEqual(notes);
  });

  test("stays off the credit notes of sellers outside France", async () => {
    const { acme, invoice } = await issued(
      { clientCountry: "DE", isCompany: true },
      { latePayment: { discount: "2 %" } },
    );
    expect(invoice.notes).toEqual([{ subject: "AAB", text: "2 %" }]);
    expect((await acme.credit(invoice.id, { reason: "x" })).notes).toBeUndefined();
  });
});

describe("a Belgian credit note", () => {
  const TEXTS = { nl: /^Btw terug te storten/, fr: /^TVA à reverser/, de: /^Mehrwertsteuer an den Staat/ };

  test.each<[string | undefined, RegExp]>([
    [undefined, TEXTS.nl],
    ["fr-BE", TEXTS.fr],
    ["de", TEXTS.de],
    ["en", TEXTS.nl],
  ])("demands that deducted VAT be paid back, for a seller with the language %s", async (language, text) => {
    const { acme, invoice } = await issued(
      { clientCountry: "BE" },
      { country: "BE", vatNumber: "BE0203430576", language },
    );
    expect(invoice.notes).toBeUndefined();
    expect((await acme.credit(invoice.id, { reason: "x" })).notes).toEqual([{ text: expect.stringMatching(text) }]);
  });

  test.each<[string, Partial<InvoiceOrder>]>([
    ["no VAT", { clientCountry: "US", supply: "goods" }],
    ["the VAT of another state", { clientCountry: "FR", supply: "goods" }],
  ])("does not if it credits %s", async (_, given) => {
    const { acme, invoice } = await issued(given, { country: "BE", vatNumber: "BE0203430576" });
    expect((await acme.credit(invoice.id, { reason: "x" })).notes).toBeUndefined();
  });
});
