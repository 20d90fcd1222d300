/** Goal: a reader can follow the printed sums from the lines to the amount due. */
import type { Company, InvoiceOrder } from "faktura";
import { renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { openBooks } from "../service/books.ts";
import { FONTS } from "./fonts.ts";
import { pdfParts } from "./pdf-parts.ts";

const germanBooks = async () => (await openBooks(undefined, { ...SELLER, language: "de" })).acme;

async function printed(document: Parameters<typeof renderPdf>[0]): Promise<string> {
  const { pages } = await pdfParts(await renderPdf(document, { fonts: FONTS }));
  return pages.join(" ");
}

const issue = (acme: Company, order: Partial<InvoiceOrder>) => acme.issue({ ...ORDER, ...DOMESTIC, ...order });

const ADJUSTED: Partial<InvoiceOrder> = {
  items: [
    {
      ...{ description: "Schrauben", quantity: 2500, unitPrice: 3.2, priceBaseQuantity: 100 },
      discounts: [{ percent: 5, reason: "Menge" }, { amount: 2 }],
      charges: [{ amount: 1.5, reason: "Verpackung" }],
    },
    { description: "Katalog", quantity: 1, unitPrice: 20, vatRates: { DE: 7 } },
  ],
  allowances: [
    { percent: 10, reason: "Treuebonus" },
    { amount: 3, vatRates: { DE: 7 } },
  ],
  charges: [{ amount: 6.9, reason: "Fracht", supply: "services" }],
  roundingAmount: 0.04,
};

test("lines, allowances, charges and rounding lead to the amount due", async () => {
  const text = await printed(await issue(await germanBooks(), { ...ADJUSTED, prepaidAmount: 10 }));
  expect(text).toContain(
    "1 Schrauben Rabatt: 5 % (Menge) Rabatt: 2,00 Zuschlag: 1,50 (Verpackung) 2.500 3,20 / 100 19 % 75,50",
  );
  expect(text).toContain(
    [
      "Summe der Positionen 95,50 € Treuebonus 10 % (7 %) -2,00 € Treuebonus 10 % (19 %) -7,55 € Rabatt (7 %) -3,00 €",
      "Fracht (19 %) 6,90 € Summe ohne USt 89,85 € USt 15,27 € Gesamtbetrag 105,12 €",
      "Rundung 0,04 € Bereits bezahlt -10,00 € Zu zahlen 95,16 €",
    ].join(" "),
  );
});

test("gross prices: lines, allowances and charges include VAT", async () => {
  const text = await printed(
    await issue(await germanBooks(), {
      prices: "gross",
      items: [{ description: "Buch", quantity: 3, unitPrice: 19.99 }],
      allowances: [{ percent: 10 }],
      charges: [{ amount: 5 }],
    }),
  );
  expect(text).toContain(
    "Summe der Positionen 59,97 € Rabatt 10 % -6,00 € Zuschlag 5,00 € Summe ohne USt 49,55 € USt 9,42 € Gesamtbetrag 58,97 €",
  );
});

test("a credit note that takes the rounding amount back ends with what is credited, and so does the invoice", async () => {
  const acme = await germanBooks();
  const { id } = await issue(acme, ADJUSTED);
  const note = await acme.credit(id, { reason: "Rückgabe" });
  expect(await printed(note)).toContain("Gesamtbetrag 105,12 € Rundung 0,04 € Gutgeschrieben 105,16 €");
  expect(await printed(await acme.get(id))).toContain(
    "Gesamtbetrag 105,12 € Rundung 0,04 € Gutgeschrieben -105,16 € Zu zahlen 0,00 €",
  );
});
