import { readFileSync } from "node:fs";
import type { AutomaticTreatment, Supply } from "faktura";
import { determineVat } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { TODAY } from "../../support/sales.ts";
import { MENTIONS } from "../../support/texts.ts";

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

/** The default language of each member state and Monaco if the company names none. Sellers elsewhere have English notes. */
// biome-ignore format: a flat table
const LANGUAGE_OF: Record<string, string> = {
  AT: "de", BE: "nl", BG: "bg", CY: "el", CZ: "cs", DE: "de", DK: "da", EE: "et", ES: "es", FI: "fi", FR: "fr",
  GR: "el", HR: "hr", HU: "hu", IE: "en", IT: "it", LT: "lt", LU: "fr", LV: "lv", MT: "en", NL: "nl", PL: "pl",
  PT: "pt", RO: "ro", SE: "sv", SI: "sl", SK: "sk", MC: "fr",
};

const LANGUAGES: readonly (string | undefined)[] = [...Object.keys(REVERSE_CHARGE), "xx", "zh-Hant-TW", "", undefined];

/** What a note depends on. */
interface NotedSale {
  readonly supply?: Supply | undefined;
  readonly language?: string | undefined;
  /** The seller's. Absent: Germany. */
  readonly country?: string;
}
type Noted = keyof typeof CLIENTS;

/** A client whose sale, by a seller in the EU, has the treatment. */
const CLIENTS = {
  export: { country: "US" },
  "outside-scope": { country: "US" },
  "intra-community-supply": { country: "HR", vatNumber: "HR33392005961" },
  "reverse-charge": { country: "HR", vatNumber: "HR33392005961" },
} as const;

/** The supplies with which a sale has the treatment, and the articles that its note cites: none if the supply decides which. */
const ARTICLES: Record<Noted, ReadonlyMap<Supply | undefined, string>> = {
  "outside-scope": new Map([
    ["services", "article 44 or 59"],
    ["digital", "article 44 or 58"],
  ]),
  export: new Map<Supply | undefined, string>([
    ["goods", "article 146"],
    [undefined, ""],
  ]),
  "intra-community-supply": new Map([["goods", "article 138"]]),
  "reverse-charge": new Map<Supply | undefined, string>([
    [undefined, ""],
    ["services", "articles 44 and 196"],
    ["digital", "articles 44 and 196"],
  ]),
};
const NOTED = Object.keys(ARTICLES) as Noted[];
const SILENT: readonly AutomaticTreatment[] = ["not-registered", "domestic", "oss", "origin"];

/** The note of a sale with the treatment. */
function noteOf(treatment: Noted, { supply, language, country = "DE" }: NotedSale): string {
  const company = { country, vatRegistered: true, ossRegistered: false, language };
  const client = country === "HR" ? { country: "FR", vatNumber: "FR40303265045" } : CLIENTS[treatment];
  const decision = determineVat(company, client, { on: TODAY, supply });
  expect(decision.treatment).toBe(treatment);
  return decision.vatNote;
}

const salesOf = (treatment: Noted) =>
  [...ARTICLES[treatment]].flatMap(([supply, articles]) =>
    LANGUAGES.map((language) => ({ supply, language, articles })),
  );

describe("every treatment, supply and language", () => {
  test.each(NOTED)("%s has one line, which cites its articles", (treatment) => {
    for (const { articles, ...sale } of salesOf(treatment)) {
      const note = noteOf(treatment, sale);
      expect(note, JSON.stringify(sale)).toMatch(/^\p{Lu}[^\n\r]{9,}$/u);
      const citation = ["Directive 2006/112/EC", articles].filter(Boolean).join(", ");
      expect(note.endsWith(` (${citation})`), note).toBe(true);
    }
  });

  test.each(NOTED)("%s says reverse charge, in any language, if and only if it is", (treatment) => {
    for (const sale of salesOf(treatment)) {
      const note = noteOf(treatment, sale).toLowerCase();
      const said = Object.values(REVERSE_CHARGE).filter((mention) => note.includes(mention.toLowerCase()));
      expect(said.includes("Reverse charge"), note).toBe(treatment === "reverse-charge");
      if (treatment !== "reverse-charge") expect(said, note).toEqual([]);
    }
  });

  test("treatments with VAT have no note, nor has a seller without registration that gave none", () => {
    const sell = (ossRegistered: boolean, country: string, vatRegistered = true) =>
      determineVat({ country: "AT", vatRegistered, ossRegistered }, { country }, { on: TODAY });
    const decisions = [sell(false, "AT", false), sell(false, "AT"), sell(true, "FR"), sell(false, "FR")];
    expect(decisions.map(({ treatment }) => treatment)).toEqual(SILENT);
    for (const { vatNote } of decisions) expect(vatNote).toBe("");
  });
});

test.each<["export" | "outside-scope", Supply | undefined, string]>([
  ["export", "goods", "Export, no VAT charged"],
  ["export", undefined, "Export, no VAT charged"],
  ["outside-scope", "services", "Service supplied across the border, no VAT charged"],
  ["outside-scope", "digital", "Service supplied across the border, no VAT charged"],
])("%s of %s by a seller outside the EU has neutral words: %s", (treatment, supply, text) => {
  for (const language of LANGUAGES) {
    const company = { country: "CH", vatRegistered: true, ossRegistered: false, language };
    const decision = determineVat(company, { country: "US" }, { on: TODAY, supply });
    expect([decision.treatment, decision.vatNote]).toEqual([treatment, text]);
  }
});

describe("reverse charge", () => {
  test.each(Object.entries(REVERSE_CHARGE))("in %s has the directive's words: %s", (language, mention) => {
    const note = noteOf("reverse-charge", { language, supply: "services" });
    const words = mention === "Reverse charge" ? mention : `Reverse charge / ${mention}`;
    expect(note).toBe(`${words} (Directive 2006/112/EC, articles 44 and 196)`);
  });

  test("mentions are in Unicode's composed form, so that equal texts are equal bytes", () => {
    for (const wording of Object.values(MENTIONS).flatMap((mentions) => Object.values<string>({ ...mentions })))
      expect(wording).toBe(wording.normalize("NFC"));
  });
});

describe("the seller's language", () => {
  const noteIn = (language: string | undefined, country = "DE") => noteOf("reverse-charge", { language, country });

  test.each(Object.entries(LANGUAGE_OF))(
    "the default in %s is %s, and a stated language overrides it",
    (country, language) => {
      expect(noteIn(undefined, country)).toBe(noteIn(language));
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
    Object.entries<string>({ ...mentions })
      .filter(([name]) => name !== "advance") // the word for a deduction, which no law words
      .map(([, wording]) => [language, wording] as const),
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
    const english = noteOf(treatment, { supply, language: "en" });
    const expected = wording === undefined ? english : english.replace(" (Directive", ` / ${wording} (Directive`);
    expect(noteOf(treatment, { supply, language })).toBe(expected);
  });
});
