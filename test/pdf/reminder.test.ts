import { type RemindedInvoice, reminderOf } from "faktura";
import { printedContent, renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { FONTS } from "./fonts.ts";
import { pdfParts } from "./pdf-parts.ts";

const previous = [{ level: 1, on: "2026-12-05", payBy: "2026-12-15" } as const];

/** A German invoice of 238 EUR to a company, 100 EUR paid, with its reminder of 20 December 2026. */
async function reminded(clientLanguage?: string, percent?: number): Promise<RemindedInvoice> {
  const { acme, pay } = await openBooks(undefined, { iban: "DE02120300000000202051" });
  const { id } = await acme.issue(order({ dueDate: "2026-11-30", isCompany: true, clientLanguage }));
  await pay(id, { amount: 100, paidOn: "2026-12-01" });
  const invoice = await acme.get(id);
  const baseRates = percent === undefined ? [] : [{ on: "2026-07-01", percent }];
  return { ...invoice, reminder: reminderOf(invoice, { on: "2026-12-20", previous, baseRates })! };
}

test("a reminder says what is open now, and asks for that with interest and fee, in German", async () => {
  const invoice = await reminded(undefined, 1);
  const { title, number, introduction, lines, sums, notes, payment, breakdown } = await printedContent(invoice);
  expect([title, number]).toEqual(["Mahnung", invoice.invoiceNumber]);
  expect(introduction.join("\n").replaceAll("\u00A0", " ")).toContain("138,00 €");
  expect(lines.rows).toHaveLength(1);
  expect(breakdown.columns).toEqual([]);
  expect(sums.map(({ value }) => value.replaceAll("\u00A0", " "))).toEqual([
    "138,00 €",
    "0,76 €", // 20 days at 10 %: 138 * 0.1 * 20 / 365 = 0.756
    "40,00 €",
    "178,76 €",
  ]);
  expect(notes[0]).toContain("9 Prozentpunkte im Jahr über dem Basiszinssatz (BGB § 288)");
  expect(notes.at(-1)).toBe("Auf Zinsen und Pauschale fällt keine Umsatzsteuer an.");
  expect(payment?.facts.flat().join(" ").replaceAll("\u00A0", " ")).toContain("178,76 €");
  expect(payment?.code?.text).toContain("EUR178.76");
});

test("without a reference rate, it names the rate in words, in French", async () => {
  const { title, notes, sums } = await printedContent(await reminded("fr"));
  expect(title).toBe("Deuxième relance");
  expect(notes[0]).toContain("9 points par an au-dessus du taux de base (BGB § 288)");
  expect(sums).toHaveLength(3);
});

test("it is wholly in English where there is no text of reminders", async () => {
  const { title, language, lines } = await printedContent(await reminded("fi"));
  expect([title, language, lines.columns[1]!.heading]).toEqual(["Second reminder", "en-IE", "Date of issue"]);
});

test("its PDF has the text, and neither the lines nor an electronic invoice", async () => {
  const invoice = await reminded();
  const pdf = await renderPdf(invoice, { fonts: FONTS, attach: "factur-x" });
  const { pages, attachments } = await pdfParts(pdf);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain(`Mahnung ${invoice.invoiceNumber}`);
  expect(pages[0]).not.toContain(invoice.items[0]!.description);
  expect([...attachments]).toEqual([]);
});

test.each(["en", "de", "fr"])(
  "each level has its own text in %s, with the number and what is asked for",
  async (language) => {
    const invoice = await reminded(language, 1);
    const levels = ([1, 2, 3] as const).map((level) => ({ ...invoice, reminder: { ...invoice.reminder, level } }));
    const printed = await Promise.all(levels.map((each) => printedContent(each)));
    expect(new Set(printed.map(({ title }) => title)).size).toBe(3);
    expect(new Set(printed.map(({ introduction }) => introduction.join())).size).toBe(3);
    for (const { introduction, payment } of printed) {
      expect(introduction.join(" ")).toContain(invoice.invoiceNumber);
      expect(introduction.join(" ")).toMatch(/138[.,]00/);
      expect(introduction.join(" ")).toContain(payment?.facts[1]?.[1]);
    }
  },
);
