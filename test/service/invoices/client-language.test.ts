/** Goal: an invoice is in the language of its client, and says in the seller's too what the law requires. */
import { determineVat, type InvoiceOrder } from "faktura";
import { printedContent } from "faktura/pdf";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const ABROAD: Partial<InvoiceOrder> = { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" };
const NOTE = "(Directive 2006/112/EC, articles 44 and 196)";
const GERMAN = "Steuerschuldnerschaft des Leistungsempfängers";

async function issued(changes: Partial<InvoiceOrder>, country: "DE" | "BE" = "DE", profile = {}) {
  const { acme } = await openBooks(undefined, { country, ...profile });
  return { acme, invoice: await acme.issue(order(changes)) };
}

test.each<[string | undefined, string, string, string]>([
  [undefined, `Reverse charge / ${GERMAN} ${NOTE}`, "de-DE", "Rechnung"],
  ["fr-BE", `Reverse charge / ${GERMAN} / Autoliquidation ${NOTE}`, "fr-BE", "Facture"],
  ["de", `Reverse charge / ${GERMAN} ${NOTE}`, "de-DE", "Rechnung"],
  ["en", `Reverse charge / ${GERMAN} ${NOTE}`, "en-IE", "Invoice"],
  ["is", `Reverse charge / ${GERMAN} ${NOTE}`, "en-IE", "Invoice"],
])("a German seller's client whose language is %s", async (clientLanguage, note, language, title) => {
  const { invoice } = await issued({ ...ABROAD, clientLanguage });
  expect([invoice.vatNote, invoice.clientLanguage]).toEqual([note, clientLanguage]);
  expect(await printedContent(invoice)).toMatchObject({ language, title });
  expect((await printedContent(invoice, { language: "it" })).language).toBe("it");
});

test("the form in the browser shows the same note", () => {
  const { clientCountry: country, clientVatNumber: vatNumber } = ABROAD;
  const seller = { country: "DE", vatRegistered: true, ossRegistered: false } as const;
  const decide = (language?: string) =>
    determineVat(seller, { country: country!, vatNumber, language }, { on: "2026-11-20", supply: "services" }).vatNote;
  expect(decide("fr")).toBe(`Reverse charge / ${GERMAN} / Autoliquidation ${NOTE}`);
  expect([decide(), decide("de"), decide("DE-at")]).toEqual(Array(3).fill(`Reverse charge / ${GERMAN} ${NOTE}`));
});

describe("mentions beside the VAT note", () => {
  test("self-billing and triangular sales", async () => {
    const goods = { ...ABROAD, supply: "goods", triangular: true, selfBilled: true, clientLanguage: "fr" } as const;
    const { invoice } = await issued(goods, "DE", { vatNumber: "DE136695976" });
    expect(invoice.vatNote).toBe(
      `Reverse charge / ${GERMAN} / Autoliquidation (Directive 2006/112/EC, articles 141 and 197); ` +
        "Self-billing / Gutschrift / Autofacturation (Directive 2006/112/EC, article 226(10a))",
    );
  });

  test("Belgium's demand on credit notes, as far as the client's language is official there", async () => {
    const notes = async (clientLanguage: string) => {
      const { acme, invoice } = await issued({ clientCountry: "BE", clientLanguage }, "BE", { language: "nl" });
      const creditNote = await acme.credit(invoice.id, { reason: "Returned" });
      expect(creditNote.clientLanguage).toBe(clientLanguage);
      return creditNote.notes!.at(-1)!.text;
    };
    const [dutch, both] = [await notes("it"), await notes("fr")];
    expect(await notes("nl")).toBe(dutch);
    expect(both).toBe(`${dutch} / TVA à reverser à l'État dans la mesure où elle a été initialement déduite`);
  });
});

test("a language that is no tag is refused", async () => {
  const { acme } = await openBooks();
  const error = { pointer: "/clientLanguage" };
  await expect(acme.issue(order({ clientLanguage: "German" }))).rejects.toMatchObject({ errors: [error] });
});
