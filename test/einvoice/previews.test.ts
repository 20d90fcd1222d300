/**
 * Goal: what is made of a preview is what is made of the document once it is issued, but for its number; and nothing of a
 * preview can be taken for an issued document.
 * Method: previews of an invoice and of a credit note, and what was issued right after them, side by side.
 */
import { createInvoicing } from "faktura";
import { type EinvoiceDocument, einvoiceGaps, type IssuedDocument, toCii, toUbl } from "faktura/einvoice";
import { verifactuGaps, verifactuQrUrl } from "faktura/einvoice/es";
import { fatturaPaGaps, toFatturaPA } from "faktura/einvoice/it";
import { ksefGaps, toKsef } from "faktura/einvoice/pl";
import { memoryStore } from "faktura/memory";
import { PDF_LANGUAGES, printedContent, renderPdf } from "faktura/pdf";
import { describe, expect, test } from "vitest";
import { FONTS as fonts } from "../pdf/fonts.ts";
import { placedTexts } from "../pdf/pdf-parts.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";

const PROFILES = ["en16931", "peppol", "xrechnung", "factur-x", "ctc-fr", "cius-ro", "hr-cius"] as const;

const acme = createInvoicing({ store: memoryStore(), clock: new TestClock("2026-11-20T12:00:00.000Z") }).company(
  "acme",
);
await acme.saveProfile(
  germanProfile({
    iban: "DE89370400440532013000",
    paymentTerms: "14 days",
    address: { line1: "Hauptstraße 1", city: "Berlin", postalCode: "10115" },
  }),
);
const sale = order({ dueDate: "2026-12-04", isCompany: true, clientAddress: { city: "Bonn", line1: "Am Hof 1" } });
const previewed = await acme.preview(sale);
const invoice = await acme.issue(sale);
const { creditNote: previewedNote } = await acme.previewCredit(invoice.id, { reason: "returned" });
const creditNote = await acme.credit(invoice.id, { reason: "returned" });

const PAIRS = [
  {
    kind: "an invoice",
    preview: previewed as EinvoiceDocument,
    issued: invoice as IssuedDocument,
    number: "INV-202611-0001",
  },
  { kind: "a credit note", preview: previewedNote, issued: creditNote, number: "INV-CN-202611-0001" },
];

describe.each(PAIRS)("the preview of $kind", ({ preview, issued, number }) => {
  const pattern = number.replace("0001", "####");

  test("has the gaps of the issued document, for every profile and portal", () => {
    for (const profile of PROFILES) {
      expect(einvoiceGaps(preview, { profile }), profile).toEqual(einvoiceGaps(issued, { profile }));
    }
    for (const gaps of [verifactuGaps, fatturaPaGaps, ksefGaps]) expect(gaps(preview)).toEqual(gaps(issued));
  });

  test("is written as UBL and CII with the pattern of its number", () => {
    for (const write of [toUbl, toCii]) expect(write(preview)).toBe(write(issued).replaceAll(number, pattern));
  });

  test("becomes no file for a portal", () => {
    for (const write of [toFatturaPA, toKsef, verifactuQrUrl]) {
      expect(() => write(preview as IssuedDocument)).toThrow(TypeError);
      expect(() => write(preview as IssuedDocument)).toThrow(`${write.name} needs an issued document, not a preview`);
    }
  });

  test("is printed as a draft in every language, and asks for no payment by a code", async () => {
    const drafts = new Set<string>();
    for (const language of PDF_LANGUAGES) {
      const [shown, printed] = [
        await printedContent(preview, { language }),
        await printedContent(issued, { language }),
      ];
      drafts.add(shown.number);
      expect(shown.paymentCode).toBeUndefined();
      expect(shown.payment?.code).toBeUndefined();
      expect(JSON.stringify(shown)).not.toContain("####");
      const { payment: _, number: __, paymentCode: ___, ...rest } = shown;
      expect(printed).toMatchObject(rest);
    }
    expect(drafts.size).toBeGreaterThan(PDF_LANGUAGES.length - 3);
    expect((await printedContent(preview, { language: "de" })).number).toBe("Entwurf");
  });

  test("is rendered without an attached electronic invoice, unless one is asked for", async () => {
    const bytes = await renderPdf(preview, { fonts, language: "en" });
    expect(
      (await placedTexts(bytes))
        .flat()
        .map(({ text }) => text)
        .join(" "),
    ).toContain("Draft");
    expect(Buffer.from(bytes).includes("factur-x.xml")).toBe(false);
    const attached = await renderPdf(preview, { fonts, attach: "factur-x" });
    expect(Buffer.from(attached).includes("factur-x.xml")).toBe(true);
  });
});
