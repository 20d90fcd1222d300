import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type OwnWords, PDF_LANGUAGES, printableWith, printedContent } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { PDF_WORDS } from "../support/texts.ts";
import { FONTS } from "./fonts.ts";

/** The official languages of the EU. @see Regulation No 1 of 1958, article 1 */
const OFFICIAL = "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split(" ");

test("there are words in the 24 official languages of the EU", () => {
  expect([...PDF_LANGUAGES].sort()).toEqual(OFFICIAL);
});

test.each(OFFICIAL)("%s has every word, without blanks around it, in letters that Source Sans 3 has", (language) => {
  const words = Object.values(PDF_WORDS[language as keyof typeof PDF_WORDS]);
  expect(words.filter((word) => word.trim() === "" || word !== word.trim())).toEqual([]);
  expect(words).toHaveLength(Object.keys(PDF_WORDS.en).length);
  for (const font of [FONTS.regular, FONTS.bold])
    expect(printableWith({ regular: font, bold: font }).unprintable(words.join(""))).toEqual([]);
});

test("no two columns or facts of a language have one name", () => {
  for (const [language, words] of Object.entries(PDF_WORDS)) {
    const { vat, taxAmount, netAmount, unitPrice, quantity, subtotal, total, amountDue, paid, credited } = words;
    const shown = [vat, taxAmount, netAmount, unitPrice, quantity, subtotal, total, amountDue, paid, credited];
    expect([language, new Set(shown).size]).toEqual([language, shown.length]);
    const { invoice, selfBilledInvoice, creditNote } = words;
    expect([language, new Set([invoice, selfBilledInvoice, creditNote]).size]).toEqual([language, 3]);
    expect([language, new Set([words.cancelled, paid, credited]).size]).toEqual([language, 3]);
    for (const carried of [words.carriedForward, words.broughtForward]) expect(shown).not.toContain(carried);
  }
});

test("the page on the words has the titles that are printed", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/why/pdf-words.md"), "utf8");
  const rows = [...page.matchAll(/^\| ([a-z]{2}) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(
    OFFICIAL.map((language) => {
      const { invoice, selfBilledInvoice, creditNote, taxableAmount } = PDF_WORDS[language as keyof typeof PDF_WORDS];
      return [language, invoice, selfBilledInvoice, creditNote, taxableAmount];
    }),
  );
});

const { acme } = await openBooks();
const invoice = await acme.issue(order());
const titleWith = async (language: string, words?: OwnWords) =>
  (await printedContent(invoice, { language, ...(words && { words }) })).title;

test("a host's words replace those of the language, and an unknown one is named", async () => {
  expect(await titleWith("de", { invoice: "Honorarnote" })).toBe("Honorarnote");
  expect(await titleWith("de", { invoice: undefined })).toBe(PDF_WORDS.de.invoice);
  const content = await printedContent(invoice, { language: "de", words: { invoice: "Honorarnote" } });
  expect({ ...content, title: PDF_WORDS.de.invoice }).toEqual(await printedContent(invoice, { language: "de" }));
  await expect(titleWith("de", { invoce: "Rechnung" } as object)).rejects.toThrow(/invoce.*invoice/);
  await expect(titleWith("de", { invoice: 7 } as unknown as object)).rejects.toThrow(/^words\.invoice /);
  await expect(titleWith("de", { invoice: "x".repeat(101) })).rejects.toThrow(TypeError);
  expect(await titleWith("de", { invoice: "x".repeat(100) })).toHaveLength(100);
});

const polish = await (
  await openBooks(undefined, {
    country: "PL",
    vatNumber: "PL5261040828",
    taxNumber: "5261040828",
    ossRegistered: false,
  })
).acme.issue(order({ clientCountry: "PL", clientVatNumber: "PL5260250995" }));

test("a Polish number is a NIP in each language, and no other is", async () => {
  for (const language of PDF_LANGUAGES) {
    const { sellerFacts, facts } = await printedContent(polish, { language });
    const names = [...sellerFacts, ...facts].flatMap(([name, value]) => (/^(PL)?526/.test(value) ? name : []));
    expect([language, names]).toEqual([language, Array.from({ length: 3 }, () => expect.stringContaining("NIP"))]);
    expect([language, names[0]]).toEqual([language, "NIP"]);
    const foreign = { ...polish, clientVatNumber: "FR40303265045", clientCountry: "FR" };
    const client = (await printedContent(foreign, { language })).facts.find(([, value]) => value.startsWith("FR"));
    expect([language, client?.[0]]).not.toEqual([language, expect.stringContaining("NIP")]);
  }
});

// biome-ignore format: one language a line
test.each([
  ["en", "Client NIP"],
  ["pl", "NIP nabywcy"],
  ["de", "NIP des Kunden"],
  ["da", "Kundens NIP"],
  ["hu", "Vevő közösségi adószáma (NIP)"],
])("a Polish client's number in %s: %s", async (language, name) => {
  expect((await printedContent(polish, { language })).facts).toContainEqual([name, "PL5260250995"]);
});

test("a language without words has English ones", async () => {
  expect(await titleWith("no")).toBe(PDF_WORDS.en.invoice);
});
