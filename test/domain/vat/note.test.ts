import { readFileSync } from "node:fs";
import type { AutomaticTreatment, Supply } from "faktura";
import { describe, expect, test } from "vitest";
import { type NotedSale, vatNote } from "../../../src/domain/vat/note.ts";
import { MENTIONS } from "../../../src/languages/generated/mentions.ts";

/** Article 226(11a) in the official languages, with the directive's own capitals: a second source for the data. */
// biome-ignore format: a flat table
const REVERSE_CHARGE: Record<string, string> = {
  bg: "обратно начисляване", es: "inversión del sujeto pasivo", cs: "daň odvede zákazník",
  da: "omvendt betalingspligt", de: "Steuerschuldnerschaft des Leistungsempfängers", et: "pöördmaksustamine",
  el: "Αντίστροφη επιβάρυνση", en: "Reverse charge", fr: "Autoliquidation", ga: "Reverse charge",
  hr: "prijenos porezne obveze", it: "inversione contabile", lv: "nodokļa apgrieztā maksāšana",
  lt: "Atvirkštinis apmokestinimas", hu: "fordított adózás", mt: "Inverżjoni tal-ħlas", nl: "Btw verlegd",
  pl: "odwrotne obciążenie", pt: "Autoliquidação", ro: "taxare inversă", sk: "prenesenie daňovej povinnosti",
  sl: "obrnjena davčna obveznost", fi: "käännetty verovelvollisuus", sv: "Omvänd betalningsskyldighet",
};

/** The default language of each member state and a few neighbours if the company names none. */
// biome-ignore format: a flat table
const LANGUAGE_OF: Record<string, string> = {
  AT: "de", BE: "nl", BG: "bg", CY: "el", CZ: "cs", DE: "de", DK: "da", EE: "et", ES: "es", FI: "fi", FR: "fr",
  GR: "el", HR: "hr", HU: "hu", IE: "en", IT: "it", LT: "lt", LU: "fr", LV: "lv", MT: "en", NL: "nl", PL: "pl",
  PT: "pt", RO: "ro", SE: "sv", SI: "sl", SK: "sk", MC: "fr", CH: "de", LI: "de", GB: "en", IM: "en", US: "en",
};

const SUPPLIES: readonly (Supply | undefined)[] = ["goods", "services", "digital", undefined];
const LANGUAGES: readonly (string | undefined)[] = [...Object.keys(REVERSE_CHARGE), "xx", "zh-Hant-TW", "", undefined];

/** The articles that each note cites, and nothing else in its brackets. None if what is sold decides which apply. */
const ARTICLES: Partial<Record<AutomaticTreatment, (supply: Supply | undefined) => string | undefined>> = {
  "outside-scope": (supply) => (supply === "digital" ? "article 44 or 58" : "article 44 or 59"),
  export: (supply) => (supply === "goods" ? "article 146" : undefined),
  "intra-community-supply": () => "article 138",
  "reverse-charge": (supply) => (supply === undefined ? undefined : "articles 44 and 196"),
};
const NOTED = Object.keys(ARTICLES) as AutomaticTreatment[];
const SILENT: readonly AutomaticTreatment[] = ["not-registered", "domestic", "oss", "origin"];

const IN_GERMANY: NotedSale = {
  sellerCountry: "DE",
  sellerInEu: true,
  supply: undefined,
  language: undefined,
};

/** Every sale for which a note can be requested. */
function allSales(): NotedSale[] {
  return [true, false].flatMap((sellerInEu) =>
    SUPPLIES.flatMap((supply) => LANGUAGES.map((language) => ({ ...IN_GERMANY, sellerInEu, supply, language }))),
  );
}

describe("every treatment, supply, seller and language", () => {
  test.each(NOTED)("%s has one line, which cites its articles if the seller is in the EU", (treatment) => {
    expect(allSales()).toHaveLength(2 * 4 * 28);
    for (const sale of allSales()) {
      const note = vatNote(treatment, sale);
      expect(note, JSON.stringify(sale)).toMatch(/^\p{Lu}[^\n\r]{9,}$/u);
      const citation = ` (${["Directive 2006/112/EC", ARTICLES[treatment]!(sale.supply) ?? []].flat().join(", ")})`;
      if (sale.sellerInEu) expect(note.endsWith(citation), note).toBe(true);
      else expect(note).not.toMatch(/directive|article|\d/i);
    }
  });

  test.each(NOTED)("%s says reverse charge, in any language, if and only if it is", (treatment) => {
    for (const sale of allSales()) {
      const note = vatNote(treatment, sale).toLowerCase();
      const said = Object.values(REVERSE_CHARGE).filter((mention) => note.includes(mention.toLowerCase()));
      expect(said.includes("Reverse charge"), note).toBe(treatment === "reverse-charge");
      if (treatment !== "reverse-charge") expect(said, note).toEqual([]);
    }
  });

  test.each(SILENT)("%s has no note", (treatment) => {
    for (const sale of allSales()) expect(vatNote(treatment, sale)).toBe("");
  });
});

test.each([
  ["export", "Export, no VAT charged"],
  ["outside-scope", "Service supplied across the border, no VAT charged"],
] as const)("%s by a seller outside the EU has neutral words: %s", (treatment, text) => {
  for (const sale of allSales().filter(({ sellerInEu }) => !sellerInEu)) expect(vatNote(treatment, sale)).toBe(text);
});

describe("reverse charge", () => {
  test.each(Object.entries(REVERSE_CHARGE))("in %s has the directive's words: %s", (language, mention) => {
    const note = vatNote("reverse-charge", { ...IN_GERMANY, language, supply: "services" });
    const words = mention === "Reverse charge" ? mention : `Reverse charge / ${mention}`;
    expect(note).toBe(`${words} (Directive 2006/112/EC, articles 44 and 196)`);
  });

  test("mentions are in Unicode's composed form, so that equal texts are equal bytes", () => {
    for (const wording of Object.values(MENTIONS).flatMap((mentions) => Object.values<string>({ ...mentions })))
      expect(wording).toBe(wording.normalize("NFC"));
  });
});

describe("the seller's language", () => {
  const noteIn = (language: string | undefined, sellerCountry = "DE") =>
    vatNote("reverse-charge", { ...IN_GERMANY, language, sellerCountry });

  test.each(Object.entries(LANGUAGE_OF))(
    "the default in %s is %s, and a stated language overrides it",
    (country, language) => {
      expect(noteIn(undefined, country)).toBe(noteIn(language, "US"));
      expect(noteIn("pl", country)).toBe(noteIn("pl"));
      expect(noteIn("en", country)).toBe(noteIn("en"));
    },
  );

  test.each([
    ["nl-BE", "nl"],
    ["DE", "de"],
    ["de-AT", "de"],
    ["FR-fr", "fr"],
    ["sv-Latn-FI", "sv"],
    ["de-DE-u-co-phonebk", "de"],
  ])("%s is %s", (tag, language) => {
    expect(noteIn(tag)).toBe(noteIn(language));
    expect(noteIn(tag)).not.toBe(noteIn("en"));
  });

  test.each(["xx", "deu", "", "-", "de-", "de_DE", " de", "d", "german", "de--AT", "constructor", "__proto__"])(
    "%j is English only",
    (tag) => {
      expect(noteIn(tag)).toBe(noteIn("en"));
      expect(noteIn(tag)).toMatch(/^Reverse charge \(/);
    },
  );
});

describe("wordings", () => {
  const PAGE = readFileSync(new URL("../../../docs/why/vat-notes.md", import.meta.url), "utf8");
  const rows = PAGE.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));

  const all = Object.entries(MENTIONS).flatMap(([language, mentions]) =>
    Object.values<string>({ ...mentions }).map((wording) => [language, wording] as const),
  );

  test.each(all)("the page on notes has the source of %s: %s", (language, wording) => {
    const sources = rows.filter((cells) => cells[1] === language && cells[2] === wording).map((cells) => cells[3]);
    expect(sources.filter((source) => source !== undefined && source.length > 10)).not.toEqual([]);
  });

  test("the page has no wording that the table lacks", () => {
    const onPage = rows.filter((cells) => /^[a-z]{2}$/.test(cells[1] ?? "")).map((cells) => `${cells[1]} ${cells[2]}`);
    expect(onPage.sort()).toEqual(all.map((row) => row.join(" ")).sort());
  });

  test.each([
    ["intra-Community supply", "intraCommunitySupply"],
    ["export of goods", "exportOfGoods"],
    ["services outside the scope", "serviceOutsideScope"],
    ["self-billing", "selfBilling"],
    ["cash accounting", "cashAccounting"],
  ] as const)("the page lists the languages without a wording for %s", (label, mention) => {
    const line = PAGE.split("\n").find((it) => it.startsWith(`- No public source found, ${label}:`)) ?? "";
    const missing = Object.keys(MENTIONS).filter((language) => MENTIONS[language]![mention] === undefined);
    expect([...line.matchAll(/`(\w+)`/g)].map(([, language]) => language)).toEqual(missing.sort());
  });

  test("wordings name no national article, and are one line", () => {
    for (const [, wording] of all) expect(wording).toMatch(/^\p{L}[^\d§|/\n]+[^\s.]$/u);
  });

  test.each([
    ["intra-community-supply", "goods", "de", "Steuerfreie innergemeinschaftliche Lieferung"],
    ["export", "goods", "de", "Steuerfreie Ausfuhrlieferung"],
    ["outside-scope", "services", "es", "Operación no sujeta por reglas de localización"],
    ["outside-scope", "digital", "it", "Operazione non soggetta ad IVA"],
    ["export", undefined, "de", undefined],
    ["intra-community-supply", "goods", "sl", undefined],
  ] as const)("%s of %s in %s is printed beside the English: %s", (treatment, supply, language, wording) => {
    const english = vatNote(treatment, { ...IN_GERMANY, supply, language: "en" });
    const expected = wording === undefined ? english : english.replace(" (Directive", ` / ${wording} (Directive`);
    expect(vatNote(treatment, { ...IN_GERMANY, supply, language })).toBe(expected);
  });
});
