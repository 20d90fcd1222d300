/**
 * Goal: a search finds the invoices whose words have all of its words as parts, whatever their case, accents and order,
 * and the amounts that people mean, as each country writes them.
 * Method: names are made of letters with a plain form each, from a table written by hand. Searches are parts of such
 * words, written with other letters of the same plain form, composed or decomposed. They are answered by the store, and by
 * comparing the plain forms.
 */
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

/** All ways to write each plain form. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  ...{ a: ["a", "A", "ä", "Å", "ą", "Ａ"], ss: ["ß", "ẞ", "ss", "SS", "sS"], s: ["s", "S", "ş", "Š", "ſ"] },
  ...{ o: ["o", "ö", "Ø", "ø", "ő", "Ǿ"], l: ["l", "L", "ł", "Ł", "ľ"], i: ["i", "I", "İ", "ı", "í", "Ï"] },
  ...{ ae: ["æ", "Æ", "AE", "ae"], σ: ["σ", "ς", "Σ"], ω: ["ω", "Ω", "ώ"], и: ["и", "Й", "й"], z: ["z", "Ż", "ž"] },
  ...{ k: ["k", "K", "\u212a"], "-": ["-", "–", "\u2011", "−"], fi: ["ﬁ", "FI"], x: ["x", "X", "x\u0323", "\u00adx"] },
};

const plain = fc.constantFrom(...Object.keys(LETTERS));
const word = fc.array(plain, { minLength: 1, maxLength: 5 });
const names = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });
/** Which word of which name, from where and how far. */
const part = fc.record({ name: fc.nat(), word: fc.nat(), from: fc.nat(), length: fc.integer({ min: 1, max: 5 }) });
/** Which way to write each letter, one after the other. */
const ways = fc.infiniteStream(fc.nat());
const form = fc.constantFrom("NFC", "NFD");

const hasLetter = (text: string) => /\p{L}/u.test(text);

function written(letters: readonly string[], way: Iterator<number>): string {
  const one = (letter: string) => LETTERS[letter]![way.next().value % LETTERS[letter]!.length]!;
  return letters.map(one).join("");
}

test("the words of a search are parts of words, whatever their case, accents, order and normal form", async () => {
  const searches = fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(names, searches, ways, form, form, async (clients, asked, way, stored, typed) => {
      const { acme, store } = await openBooks(memoryStore());
      const clientNames = clients.map((words) =>
        words
          .map((each) => written(each, way))
          .join(" ")
          .normalize(stored),
      );
      await acme.saveProfile(germanProfile({ invoicePrefix: "Q" }));
      const items = [{ description: "q", quantity: 1, unitPrice: 1 }];
      await acme.issueMany(clientNames.map((name) => order({ clientName: `${name}.`, reference: name, items })));
      for (const parts of asked) {
        const wanted = parts.map((each) => {
          const words = clients[each.name % clients.length]!;
          const letters = words[each.word % words.length]!;
          const from = each.from % letters.length;
          return letters.slice(from, from + each.length);
        });
        const search = wanted
          .map((letters) => written(letters, way))
          .join(" ")
          .normalize(typed);
        const needed = wanted.map((letters) => letters.join("")).filter(hasLetter);
        if (needed.length === 0) continue;
        const isMeant = (words: readonly string[][]) =>
          needed.every((text) => words.some((each) => each.join("").includes(text)));
        const expected = oneTo(clients.length).filter((place) => isMeant(clients[place - 1]!));
        const { data } = await acme.list({ search });
        const found = data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
        expect(found.reverse(), `${search} in ${clientNames.join(", ")}`).toEqual(expected);
      }
      await store.close();
    }),
    { numRuns: tries(120) },
  );
});

/** How countries write amounts: `en-IN` groups by two, `de-CH` with an apostrophe, `fr-FR` with a no-break space. */
const LOCALES = ["en-US", "de-DE", "de-AT", "de-CH", "fr-FR", "pl-PL", "sv-SE", "es-ES", "it-IT", "pt-PT", "hu-HU"];

test("an amount is found as people in each country write it, and its neighbours are not", async () => {
  const amount = fc.integer({ min: 1, max: 200_000_000 });
  const style = fc.record({
    locale: fc.constantFrom(...LOCALES),
    sign: fc.constantFrom("", "-", "−"),
    around: fc.constantFrom<[string, string]>(["", ""], ["€", ""], ["", "€"], ["", "\u00a0€"], ["$", ""]),
  });
  await fc.assert(
    fc.asyncProperty(amount, fc.array(style, { minLength: 1, maxLength: 5 }), async (cents, styles) => {
      const { acme, store } = await openBooks(memoryStore());
      const items = (unitPrice: number) => [{ description: "Work", quantity: 1, unitPrice, taxRate: 0 }];
      const sums = [cents - 1, cents, cents + 1, cents * 10, cents * 1000].map((each) => each / 100);
      await acme.issueMany(sums.map((sum) => order({ autoVat: false, items: items(sum), clientName: "Ada" })));
      for (const { locale, sign, around } of styles) {
        const number = (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 });
        const search = sign + around.join(number);
        const { data } = await acme.list({ search });
        expect(
          data.map(({ total }) => total),
          search,
        ).toEqual([cents / 100]);
      }
      await store.close();
    }),
    { numRuns: tries(120) },
  );
});
