/**
 * Goal: what the law or the portal of Italy, Poland or Spain wants of a document is there where it must be, and nowhere else.
 * Method: rows like those of `mentions.test.ts`, which also look at the file of the state.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { test } from "vitest";
import { SELLER as SPANISH, ORDER as SPANISH_ORDER } from "./es/scenes.ts";
import { SELLER as ITALIAN, ORDER as ITALIAN_ORDER } from "./it/scenes.ts";
import { judge, type Row, type Scene, type Shown, together } from "./mention-rows.ts";
import { SELLER as POLISH, ORDER as POLISH_ORDER } from "./pl/scenes.ts";

type Changes = Partial<InvoiceOrder>;
const polish = (order: Changes = {}): Scene => ({ seller: POLISH, order: { ...POLISH_ORDER, ...order } });
const italian = (order: Changes = {}, seller: Partial<CompanyProfile> = {}): Scene => ({
  seller: { ...ITALIAN, ...seller },
  order: { ...ITALIAN_ORDER, ...order },
});
const spanish = (order: Changes = {}): Scene => ({ seller: SPANISH, order: { ...SPANISH_ORDER, ...order } });

const CONSUMER = { clientVatNumber: undefined };
const ADDRESS = { line1: "1 rue A", postalCode: "75001", city: "Paris" };
const FRANCE = { clientCountry: "FR", clientVatNumber: "FR40303265045", clientAddress: ADDRESS };
const AMERICA = { clientCountry: "US", clientVatNumber: undefined, isCompany: true, clientAddress: ADDRESS };
const SAN_MARINO = { clientCountry: "SM", clientVatNumber: "SM12345", clientAddress: ADDRESS };
const SM_PORTAL = { ...SAN_MARINO, national: { it: { recipientCode: "2R4GTO8" } } };
const [GOODS, SERVICES, DIGITAL] = [{ supply: "goods" }, { supply: "services" }, { supply: "digital" }] as const;

const POLISH_ITEM = { ...POLISH_ORDER.items[0]!, quantity: 1 };
const ofAnnex15 = (unitPrice: number) =>
  ({ prices: "gross", items: [{ ...POLISH_ITEM, unitPrice, national: { pl: { annex15: true } } }] }) as const;
const exempt = (reason: string, vatexCode?: string) => ({
  items: [{ ...POLISH_ITEM, exemption: { reason, ...(vatexCode === undefined ? {} : { vatexCode }) } }],
});
const MARGINS = [
  ["VATEX-EU-D", "2", "procedura marży dla biur podróży"],
  ["VATEX-EU-F", "3_1", "procedura marży - towary używane"],
  ["VATEX-EU-I", "3_2", "procedura marży - dzieła sztuki"],
  ["VATEX-EU-J", "3_3", "procedura marży - przedmioty kolekcjonerskie i antyki"],
] as const;

const FLAT_RATE = { vatRegistered: false, exemptionNote: "Operazione senza IVA, art. 1, c. 54-89, l. 190/2014" };
const FLAT_RATE_SERVICE = { ...FRANCE, ...SERVICES };
const SPLIT = { national: { it: { splitPayment: true } } };
const withheld = (type: string, code: string) => ({ withholdings: [{ type, percent: 20, code, reason: "Ritenuta" }] });

const hasNature = (nature: string) => (shown: Shown) => shown.file.includes(`<Natura>${nature}</Natura>`);
const counts = (xml: string, name: string) => xml.split(`<${name}>`).length - 1;

const POLISH_ROWS: readonly Row[] = [
  {
    what: "mechanizm podzielonej płatności, and P_18A",
    source: "Ustawa o VAT, art. 106e ust. 1 pkt 18a",
    has: ({ page, english, file }) =>
      together(
        page.includes("mechanizm podzielonej płatności"),
        english.includes("mechanizm podzielonej płatności"),
        file.includes("<P_18A>1</P_18A>"),
      ),
    must: [polish(ofAnnex15(15_000.01)), polish({ national: { pl: { splitPayment: true } } })],
    mustNot: [
      polish(),
      polish(ofAnnex15(15_000)),
      polish({ ...ofAnnex15(20_000), ...CONSUMER }),
      polish({ ...ofAnnex15(20_000), national: { pl: { splitPayment: false } } }),
      polish({ items: [{ ...POLISH_ITEM, unitPrice: 20_000 }] }),
    ],
  },
  ...MARGINS.map(
    ([code, mark, words]): Row => ({
      what: `${words}, without rate and VAT`,
      source: "Ustawa o VAT, art. 106e ust. 2 and 3",
      has: ({ page, file }) =>
        together(
          page.includes(words),
          file.includes(`<P_PMarzy_${mark}>1<`) && !file.includes("<P_12>"),
          !/"\d+\s?%/.test(page) && page.includes('["–"]') && page.includes(words),
        ),
      must: [polish(exempt(words, code))],
      mustNot: [
        polish(),
        polish(exempt("art. 43 ust. 1 pkt 37 ustawy o VAT")),
        ...MARGINS.filter(([other]) => other !== code).map(([other, , text]) => polish(exempt(text, other))),
      ],
    }),
  ),
  {
    what: "a measure on each line",
    source: "Ustawa o VAT, art. 106e ust. 1 pkt 8; FA(3), P_8A",
    has: ({ file }) => counts(file, "FaWiersz") > 0 && counts(file, "FaWiersz") === counts(file, "P_8A"),
    must: [
      polish(),
      polish(SERVICES),
      polish({ allowances: [{ amount: 1 }], charges: [{ amount: 2 }] }),
      polish({ items: [{ ...POLISH_ITEM, unit: undefined, charges: [{ amount: 1 }] }] }),
    ],
    mustNot: [
      // An advance lists what is ordered instead.
      polish({
        documentType: "386",
        national: { pl: { orderedItems: [{ description: "Dom", quantity: 1, unitPrice: 1000, taxRate: 23 }] } },
      }),
    ],
  },
  {
    what: "the seller's NIP by its name",
    source: "Ustawa o VAT, art. 106e ust. 1 pkt 4",
    has: ({ page, english }) =>
      together(page.includes('["NIP","PL5261040828"]'), english.includes('["NIP","PL5261040828"]')),
    must: [polish(), polish(FRANCE), { seller: { ...POLISH, language: "de" }, order: POLISH_ORDER }],
    mustNot: [{}, italian()],
  },
  {
    what: "the client's NIP by its name",
    source: "Ustawa o VAT, art. 106e ust. 1 pkt 5",
    has: ({ english }) => english.includes('["Client NIP","PL5260250995"]'),
    must: [polish(), { order: { clientCountry: "PL", clientVatNumber: "PL5260250995" } }],
    mustNot: [polish(CONSUMER), polish(FRANCE)],
  },
];

const ITALIAN_ROWS: readonly Row[] = [
  {
    what: "nature N2.1",
    source: "DPR 633/1972, articolo 7-ter; circolare 10/E of 2016, 4.1.2",
    has: hasNature("N2.1"),
    must: [
      italian(FLAT_RATE_SERVICE, FLAT_RATE),
      italian({ ...FRANCE, ...DIGITAL }, FLAT_RATE),
      italian({ ...AMERICA, ...SERVICES }, FLAT_RATE),
      italian({ ...SM_PORTAL, ...SERVICES }, FLAT_RATE),
      italian({ ...FRANCE, ...SERVICES }),
      italian({ ...SM_PORTAL, ...SERVICES }),
    ],
    mustNot: [
      italian(),
      italian({}, FLAT_RATE),
      italian({ ...FRANCE, ...GOODS }, FLAT_RATE),
      italian({ ...FLAT_RATE_SERVICE, ...CONSUMER }, FLAT_RATE),
    ],
  },
  {
    what: "nature N2.2",
    source: "Legge 190/2014, articolo 1(58)",
    has: hasNature("N2.2"),
    must: [
      italian({}, FLAT_RATE),
      italian(SERVICES, FLAT_RATE),
      italian({ ...FRANCE, ...GOODS }, FLAT_RATE),
      italian({ ...FLAT_RATE_SERVICE, ...CONSUMER }, FLAT_RATE),
    ],
    mustNot: [
      italian(FLAT_RATE_SERVICE, FLAT_RATE),
      italian({ ...FRANCE, items: [{ ...ITALIAN_ORDER.items[0]!, ...SERVICES }], charges: [{ amount: 1 }] }, FLAT_RATE),
      italian({ items: [{ ...ITALIAN_ORDER.items[0]!, exemption: { reason: "Art. 10, n. 20, DPR 633/1972" } }] }),
    ],
  },
  {
    what: "nature N3.3",
    source: "Schema of FatturaPA 1.2.3, Natura; DPR 633/1972, articolo 71",
    has: hasNature("N3.3"),
    must: [italian({ ...SM_PORTAL, ...GOODS })],
    mustNot: [italian(), italian({ ...SM_PORTAL, ...SERVICES }), italian({ ...AMERICA, ...GOODS })],
  },
  {
    what: "that the client pays the VAT to the state",
    source: "DPR 633/1972, articolo 17-ter",
    has: ({ file }) => file.includes("<EsigibilitaIVA>S</EsigibilitaIVA>"),
    must: [italian(SPLIT), italian({ ...SPLIT, ...withheld("RT01", "R") })],
    mustNot: [italian(), italian({}, { cashAccounting: true }), italian(withheld("RT01", "A"))],
  },
  {
    what: "a warning about split payment after its last known authorisation",
    source: "Directive 2006/112/EC, article 395; Council Implementing Decisions (EU) 2023/1552 and of July 2026",
    has: ({ warnings }) => warnings.includes("split_payment_unauthorised"),
    must: [italian({ ...SPLIT, supplyDate: "2029-07-01" })],
    mustNot: [
      italian(),
      italian({ ...SPLIT, supplyDate: "2029-06-30" }),
      polish({ national: { pl: { splitPayment: true } } }),
    ],
  },
  {
    what: "no split payment with a withholding on fees",
    source: "DPR 633/1972, articolo 17-ter(1-sexies); DPR 600/1973, articolo 25",
    has: ({ refusal }) => refusal.includes("17-ter(1-sexies)"),
    must: [italian({ ...SPLIT, ...withheld("RT01", "A") }), italian({ ...SPLIT, ...withheld("RT02", "M1") })],
    mustNot: [
      italian(SPLIT),
      italian(withheld("RT01", "A")),
      italian({ ...SPLIT, ...withheld("RT01", "R") }), // commissions: articolo 25-bis
      italian({ ...SPLIT, ...withheld("RT03", "A") }), // a contribution
    ],
  },
  {
    what: "the reason of a line instead of the flat-rate law",
    source: "DPR 633/1972, articolo 21(6)",
    has: ({ file }) => /<RiferimentoNormativo>Art\. 10, n\. 20[^<;]*<\//.test(file),
    must: [
      italian(
        { items: [{ ...ITALIAN_ORDER.items[0]!, exemption: { reason: "Art. 10, n. 20, DPR 633/1972" } }] },
        FLAT_RATE,
      ),
    ],
    mustNot: [italian({}, FLAT_RATE), italian()],
  },
  {
    what: "the province behind the town",
    source: "DPR 633/1972, articolo 21(2); how Poste italiane writes addresses",
    has: ({ page, english }) => together(page.includes('"00184 Roma (RM)"'), english.includes('"00184 Roma (RM)"')),
    must: [italian(), { order: { clientCountry: "IT", clientAddress: ITALIAN_ORDER.clientAddress! } }],
    mustNot: [italian(FRANCE)],
  },
];

const sold = (unitPrice: number, more: Changes = {}) =>
  spanish({ ...CONSUMER, prices: "gross", items: [{ ...SPANISH_ORDER.items[0]!, quantity: 1, unitPrice }], ...more });

const SPANISH_ROWS: readonly Row[] = [
  {
    what: "a gap of a simplified invoice above the limit",
    source: "Real Decreto 1619/2012, artículos 4 and 7; error 1150 of the AEAT",
    has: ({ gaps }) => gaps.includes("TipoFactura clientVatNumber"),
    must: [sold(3010.01), sold(4840)],
    mustNot: [
      sold(3010), // the AEAT tolerates EUR 10
      sold(4840, { clientVatNumber: SPANISH_ORDER.clientVatNumber }),
      sold(4840, { national: { es: { clientId: { type: "03", country: "ES", id: "AAA123456" } } } }),
    ],
  },
];

test.each([...POLISH_ROWS, ...ITALIAN_ROWS, ...SPANISH_ROWS])("$what ($source)", judge);
