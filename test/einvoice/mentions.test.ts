/**
 * Goal: what the law or a portal wants of a document beyond the published Schematrons is there where it must be, and nowhere
 * else.
 * Method: each row names its source, a document that must carry it, and the nearest ones that must not. A document is issued,
 * printed and written, and the row looks at all of it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { judge, type Row, type Scene, type Shown, show } from "./mention-rows.ts";

const priced = (unitPrice: number, more: object = {}) => ({
  items: [{ description: "Pump", quantity: 1, unitPrice, ...more }],
});
const [LARGE, SMALL] = [priced(300), priced(200)];
const TODAY = "2026-11-20";
const PERIOD = { start: "2026-10-01", end: "2026-10-31" };
const UNREGISTERED = { vatRegistered: false, ossRegistered: false, vatNumber: undefined };
const FRENCH_CLIENT = { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" } as const;

const statesToday = ({ page, ubl, cii }: Shown) =>
  /"Leistungsdatum","20\.\sNovember\s2026"/.test(page) &&
  ubl.includes(`<cbc:ActualDeliveryDate>${TODAY}</cbc:ActualDeliveryDate>`) &&
  cii.includes("<ram:ActualDeliverySupplyChainEvent>");

const FRENCH = { country: "FR", vatNumber: "FR40303265045", ossRegistered: false };
const SALE = { ...LARGE, supply: "services" } as const;
const DEDUCTED = { items: [...LARGE.items, { description: "Acompte", quantity: -1, unitPrice: 100 }] };

const GOODS = { ...LARGE, supply: "goods" } as const;
const BOTH = {
  items: [
    { ...LARGE.items[0]!, supply: "goods" as const },
    { ...LARGE.items[0]!, supply: "services" as const },
  ],
};

const carries =
  (text: string) =>
  ({ page, english, ubl, cii }: Shown) =>
    [page, english, ubl, cii].every((shown) => shown.includes(text));

function unregisteredIn(country: string): Scene {
  return { seller: { ...UNREGISTERED, country } };
}

/** German sellers' time of supply. */
const GERMAN_DATES: Row = {
  what: "the day of issue as the time of supply, and a warning",
  source: "UStG § 14(4) no. 6; Bundesfinanzhof, XI R 62/07",
  has: (shown) => statesToday(shown) && shown.warnings.includes("supply_date_assumed"),
  must: [
    { order: LARGE },
    { order: { ...LARGE, autoVat: false, taxRate: 7 } },
    { order: { ...LARGE, clientCountry: "US", supply: "goods" } },
    { order: { items: [...priced(300, { period: PERIOD }).items, ...LARGE.items] } },
    // UStDV § 33 sentence 3
    { order: { ...SMALL, ...FRENCH_CLIENT } },
    { order: { ...LARGE, currency: "USD", exchangeRate: { rate: 0.9, date: TODAY, source: "ECB" } } },
  ],
  mustNot: [
    { order: { ...LARGE, supplyDate: TODAY } },
    { order: { ...LARGE, taxPointDate: TODAY } },
    { order: { ...LARGE, period: PERIOD } },
    { order: priced(300, { period: PERIOD }) },
    { order: { ...LARGE, documentType: "386" } },
    { order: SMALL }, // UStDV § 33
    { order: { ...SMALL, clientCountry: "FR", supply: "digital" } }, // UStG § 14a(2)
    { order: { ...LARGE, currency: "USD", exchangeRate: { rate: 0.5, date: TODAY, source: "ECB" } } },
    { seller: UNREGISTERED, order: LARGE }, // UStDV § 34a
    { seller: { country: "AT", vatNumber: "ATU13585627" }, order: LARGE },
    { seller: { address: { postalCode: "78266" }, ossRegistered: false }, order: { ...LARGE, autoVat: false } },
  ],
};

const TO_FRANCE = { ...FRENCH_CLIENT, ...LARGE, supplyDate: TODAY };
const UNSTATED = { ...TO_FRANCE, supply: undefined };
/** A line of services beside one whose supply is not stated. */
const HALF_STATED = { ...UNSTATED, items: [BOTH.items[1]!, LARGE.items[0]!] };
const AMERICA = { ...LARGE, clientCountry: "US", supplyDate: TODAY };

const ROWS: readonly Row[] = [
  GERMAN_DATES,
  {
    what: "articles 44 and 196",
    source: "Directive 2006/112/EC, articles 44, 196 and 226(11a)",
    has: carries("articles 44 and 196"),
    must: [{ order: TO_FRANCE }, { order: { ...TO_FRANCE, supply: "digital" } }],
    mustNot: [
      { order: UNSTATED },
      { order: HALF_STATED },
      { order: { ...TO_FRANCE, supply: "goods" } },
      { order: LARGE },
    ],
  },
  {
    what: "reverse charge, once and without an article",
    source: "Directive 2006/112/EC, article 226(11a)",
    has: ({ page, ubl, cii }) =>
      [page, ubl, cii].every(
        (text) => text.split("Reverse charge").length === 2 && /Reverse charge[^"<;]*EC\)/.test(text),
      ),
    must: [{ order: UNSTATED }, { order: HALF_STATED }],
    mustNot: [{ order: TO_FRANCE }, { order: { ...TO_FRANCE, supply: "goods" } }],
  },
  {
    what: "article 138",
    source: "Directive 2006/112/EC, articles 138 and 226(11)",
    has: carries("article 138"),
    must: [{ order: { ...TO_FRANCE, supply: "goods" } }],
    mustNot: [{ order: UNSTATED }, { order: TO_FRANCE }, { order: { ...AMERICA, supply: "goods" } }],
  },
  {
    what: "article 146",
    source: "Directive 2006/112/EC, articles 146 and 226(11)",
    has: carries("article 146"),
    must: [{ order: { ...AMERICA, supply: "goods" } }],
    mustNot: [
      { order: AMERICA },
      { order: { ...AMERICA, items: [BOTH.items[0]!, LARGE.items[0]!] } },
      { order: { ...AMERICA, supply: "services" } },
    ],
  },
  {
    what: "that it is not supplied yet",
    source: "UStG § 14(5); Umsatzsteuer-Anwendungserlass 14.8",
    has: ({ page, english }) =>
      page.includes('["Leistungsdatum","Leistung noch nicht erbracht"]') && english.includes("Not yet supplied"),
    must: [{ order: { documentType: "386" } }, { order: { documentType: "386", taxPointDate: TODAY } }],
    mustNot: [
      {},
      { order: { documentType: "386", supplyDate: "2026-12-24" } },
      { order: { documentType: "386", period: PERIOD } },
      { seller: { country: "AT", vatNumber: "ATU13585627", language: "de" }, order: { documentType: "386" } },
    ],
  },
  {
    what: "that a private client keeps it for two years",
    source: "UStG § 14(4) no. 9 and § 14b(1) sentence 5",
    has: ({ page, english }) =>
      page.includes("zwei Jahre lang aufbewahren") && english.includes("keep this invoice for two years"),
    must: [{ order: { national: { de: { workOnLand: true } } } }],
    mustNot: [
      {},
      { order: { national: { de: { workOnLand: false } } } },
      { order: { national: { de: { workOnLand: true } }, isCompany: true } },
      { seller: UNREGISTERED, order: { national: { de: { workOnLand: true } } } },
    ],
  },
  {
    what: "a gap that names identifiers, for a seller with a tax number alone",
    source: "EN 16931: BR-CO-26",
    has: ({ gaps }) => gaps.includes("BR-CO-26 seller.identifiers"),
    must: [{ seller: { ...UNREGISTERED, taxNumber: "12/345/67890" } }],
    mustNot: [
      { seller: { ...UNREGISTERED, taxNumber: "12/345/67890", identifiers: [{ id: "12/345/67890" }] } },
      { seller: { ...UNREGISTERED, taxNumber: "12/345/67890", registrationNumber: "HRB 1" } },
      {},
    ],
  },
  {
    what: "the note of a German small enterprise",
    source: "UStG § 19(1); UStDV § 34a sentence 1 no. 5",
    has: carries("Steuerfrei für Kleinunternehmer (§ 19 UStG)"),
    must: [{ seller: UNREGISTERED }, { seller: UNREGISTERED, order: { autoVat: false } }],
    mustNot: [
      {},
      { seller: { ...UNREGISTERED, exemptionNote: "Kleinunternehmer" } },
      { seller: UNREGISTERED, order: { autoVat: false, vatNote: "§ 4 Nr. 21 UStG" } },
      { seller: UNREGISTERED, order: { autoVat: false, ...priced(1, { vatCategory: "AE" }) } },
      {
        seller: UNREGISTERED,
        order: { autoVat: false, ...priced(1, { vatCategory: "E", exemptionReason: "§ 4 Nr. 14 UStG" }) },
      },
      { seller: UNREGISTERED, order: { supplyDate: "2024-12-31" } },
      { seller: { ...UNREGISTERED, country: "AT" } },
      { seller: { ...UNREGISTERED, country: "CH" } },
      { seller: { ...UNREGISTERED, address: { postalCode: "78266" } }, order: { autoVat: false } },
    ],
  },
  {
    what: "the note of the French franchise",
    source: "CGI art. 293 E, annexe II art. 242 nonies A, I, 12°; ordonnance 2025-1247",
    has: carries("TVA non applicable, art. 293 B du CGI"),
    must: [
      { seller: { ...UNREGISTERED, country: "FR" } },
      { seller: { ...UNREGISTERED, country: "FR" }, order: { supplyDate: "2027-12-31" } },
    ],
    mustNot: [
      { seller: { ...UNREGISTERED, country: "FR" }, order: { supplyDate: "2028-01-01" } },
      { seller: { ...UNREGISTERED, country: "FR", exemptionNote: "TVA non applicable" } },
      { seller: { ...UNREGISTERED, country: "BE" } },
    ],
  },
  {
    what: "the code of the French franchise",
    source: "EN 16931, code list VATEX; G1.41 of the public portal",
    has: ({ ubl, cii }) => [ubl, cii].every((xml) => xml.includes("VATEX-FR-FRANCHISE")),
    must: [
      { seller: { ...UNREGISTERED, country: "FR" } },
      { seller: { ...UNREGISTERED, country: "FR" }, order: { autoVat: false } },
      { seller: { ...UNREGISTERED, country: "FR", exemptionNote: "TVA non applicable, art. 293B du CGI" } },
      { seller: { ...UNREGISTERED, country: "GP" } },
      { seller: { ...UNREGISTERED, country: "FR", address: { postalCode: "97110" } } },
      { seller: { ...UNREGISTERED, country: "FR", exemptionNote: "TVA non applicable, art. L. 223-1 du CIBS" } },
    ],
    mustNot: [
      { seller: { ...UNREGISTERED, country: "FR", exemptionNote: "Exonération, art. 261, 4, 4° du CGI" } },
      { seller: { ...UNREGISTERED, country: "BE", exemptionNote: "Régime de la franchise" } },
      // French Guiana has no VAT
      { seller: { ...UNREGISTERED, country: "FR", address: { postalCode: "97300" } } },
      { seller: { ...UNREGISTERED, country: "FR" }, order: { autoVat: false, vatNote: "Exonération, art. 261" } },
      { seller: FRENCH },
    ],
  },
  {
    what: "a gap for an exemption without a code above EUR 150",
    source: "Flux 1 of the public portal, G1.41; CGI, annexe II, article 242 nonies A, II",
    has: ({ gaps }) => gaps.includes("G1.41 items[].vatexCode"),
    must: [
      { seller: FRENCH, order: { ...SALE, ...priced(151, { exemption: { reason: "Art. 261, 4, 4°" } }) } },
      {
        seller: FRENCH,
        order: { ...SALE, currency: "USD", ...priced(1, { exemption: { reason: "Art. 261, 4, 4°" } }) },
      },
      { seller: { ...UNREGISTERED, country: "FR", exemptionNote: "Art. 261, 4, 4° du CGI" }, order: SALE },
    ],
    mustNot: [
      { seller: FRENCH, order: SALE },
      { seller: FRENCH, order: { ...SALE, ...priced(150, { exemption: { reason: "Art. 261, 4, 4°" } }) } },
      {
        seller: FRENCH,
        order: { ...SALE, ...priced(151, { exemption: { reason: "Art. 261", vatexCode: "VATEX-FR-CGI261-4" } }) },
      },
      {
        seller: FRENCH,
        order: {
          ...{ ...SALE, ...priced(160, { exemption: { reason: "Art. 261, 4, 4°" } }), currency: "USD" },
          exchangeRate: { rate: 0.9, date: TODAY, source: "BCE" },
        },
      },
      { seller: { ...UNREGISTERED, country: "FR" }, order: SALE },
    ],
  },
  {
    what: "the frame of a final invoice after down payments",
    source: "BR-FR-08, list of BT-23; the tax office's sheet of 2026 on down payments",
    has: ({ ubl, cii }) => ubl.includes(">S4</cbc:ProfileID>") && cii.includes("<ram:ID>S4</ram:ID>"),
    must: [
      { seller: FRENCH, order: { ...SALE, precedingInvoices: [{ number: "A-1" }], prepaidAmount: 10 } },
      { seller: FRENCH, order: { ...SALE, ...DEDUCTED, precedingInvoices: [{ number: "A-1" }] } },
    ],
    mustNot: [
      { seller: FRENCH, order: SALE },
      { seller: FRENCH, order: { ...SALE, precedingInvoices: [{ number: "A-1" }] } },
      { seller: FRENCH, order: { ...SALE, ...DEDUCTED } },
      { seller: FRENCH, order: { ...SALE, ...DEDUCTED, precedingInvoices: [{ number: "A-1" }], documentType: "384" } },
      { seller: FRENCH, order: { ...SALE, ...DEDUCTED, precedingInvoices: [{ number: "A-1" }], documentType: "386" } },
    ],
  },
  {
    what: "the frame of a final invoice about goods",
    source: "BR-FR-08, list of BT-23",
    has: ({ ubl, cii }) => ubl.includes(">B4</cbc:ProfileID>") && cii.includes("<ram:ID>B4</ram:ID>"),
    must: [
      { seller: FRENCH, order: { ...GOODS, precedingInvoices: [{ number: "A-1" }], prepaidAmount: 10 } },
      { seller: FRENCH, order: { ...GOODS, ...DEDUCTED, precedingInvoices: [{ number: "A-1" }] } },
    ],
    mustNot: [
      { seller: FRENCH, order: GOODS },
      { seller: FRENCH, order: { ...SALE, precedingInvoices: [{ number: "A-1" }], prepaidAmount: 10 } },
      { seller: FRENCH, order: { ...GOODS, ...BOTH, precedingInvoices: [{ number: "A-1" }], prepaidAmount: 10 } },
      { seller: FRENCH, order: { ...GOODS, ...DEDUCTED, precedingInvoices: [{ number: "A-1" }], documentType: "386" } },
    ],
  },
  {
    what: "the frame of a final invoice about goods and services",
    source: "BR-FR-08, list of BT-23",
    has: ({ ubl, cii }) => ubl.includes(">M4</cbc:ProfileID>") && cii.includes("<ram:ID>M4</ram:ID>"),
    must: [{ seller: FRENCH, order: { ...BOTH, precedingInvoices: [{ number: "A-1" }], prepaidAmount: 10 } }],
    mustNot: [
      { seller: FRENCH, order: BOTH },
      { seller: FRENCH, order: { ...BOTH, prepaidAmount: 10 } },
      { seller: FRENCH, order: { ...GOODS, precedingInvoices: [{ number: "A-1" }], prepaidAmount: 10 } },
      {
        seller: FRENCH,
        order: { items: [BOTH.items[0]!, LARGE.items[0]!], precedingInvoices: [{ number: "A-1" }], prepaidAmount: 10 },
      },
    ],
  },
  {
    what: "the nature of the operation",
    source: "CGI, annexe II, article 242 nonies A, I; décret 2022-1299",
    has: ({ page, english }) =>
      page.includes('["Nature de l’opération","Prestation de services"]') &&
      english.includes('["Nature of the supply","Services"]'),
    must: [
      { seller: FRENCH, order: SALE },
      { seller: FRENCH, order: { ...SALE, supply: "digital" } },
      { seller: { ...FRENCH, country: "RE", language: "fr" }, order: SALE },
    ],
    mustNot: [
      { seller: FRENCH },
      { seller: FRENCH, order: { ...SALE, supply: "goods" } },
      { seller: FRENCH, order: { ...SALE, items: [...LARGE.items, { ...LARGE.items[0]!, supply: "goods" }] } },
      { seller: { country: "BE", vatNumber: "BE0403019261", language: "fr" }, order: SALE },
    ],
  },
  {
    what: "a warning where the company must choose its note",
    source: "Directive 2006/112/EC, article 226(11)",
    has: ({ warnings }) => warnings.includes("exemption_note_missing"),
    must: [
      ..."AT BE BG CY DK EE ES FI GR HR HU IT LT LU LV MT NL PL PT RO SE SI".split(" ").map(unregisteredIn),
      { seller: { ...UNREGISTERED, country: "AT" }, order: { autoVat: false } },
      { seller: { ...UNREGISTERED, country: "FR" }, order: { supplyDate: "2028-01-01" } },
    ],
    mustNot: [
      {},
      ..."DE FR CZ IE SK CH GB NO".split(" ").map(unregisteredIn),
      { seller: { ...UNREGISTERED, country: "AT", exemptionNote: "§ 6 Abs. 1 Z 27 UStG 1994" } },
      { seller: { ...UNREGISTERED, country: "AT" }, order: { autoVat: false, vatNote: "By hand" } },
      {
        seller: { ...UNREGISTERED, country: "AT" },
        order: { autoVat: false, ...priced(1, { vatCategory: "E", exemptionReason: "Article 132" }) },
      },
    ],
  },
];

test.each(ROWS)("$what ($source)", judge);

test("every text that cites the French tax code names the new code too, or ends with 2027, when such references end", () => {
  const folder = join(import.meta.dirname, "../../src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const citing = files.flatMap((file) => {
    if (file.includes("generated/")) return []; // from src/fields
    const code = readFileSync(join(folder, file), "utf8").replace(/\/\*.*?\*\/|\/\/ [^\n]*$/gms, "");
    // A citation that names the new code beside the old one does not end.
    return code
      .split("\n")
      .filter((line) => !line.includes("CIBS") && /\bCGI\b|code général des impôts|"[^"]*\b293 ?B\b/i.test(line));
  });
  expect(citing).toEqual([expect.stringContaining('until: "2027-12-31"')]);
});

test("no warning says that a day was assumed where none was, and the other way round", async () => {
  for (const scene of [...GERMAN_DATES.must, ...GERMAN_DATES.mustNot]) {
    const shown = await show(scene);
    if (scene.order?.supplyDate === undefined)
      expect([scene, shown.warnings.includes("supply_date_assumed")]).toEqual([scene, statesToday(shown)]);
  }
});

test("credit notes repeat the day, and returns count the invoice as before", async () => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order(LARGE));
  expect(invoice).toMatchObject({ supplyDate: TODAY, taxPointDate: TODAY });
  expect(await acme.credit(invoice.id, { reason: "returned" })).toMatchObject({ supplyDate: TODAY });
  const preview = await acme.preview(order(LARGE));
  expect(preview).toMatchObject({ supplyDate: TODAY, warnings: [{ code: "supply_date_assumed" }] });
});
