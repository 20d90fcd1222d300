import {
  type Company,
  type CompanyProfile,
  type CreditNote,
  type DocumentFormat,
  type Invoice,
  type InvoiceOrder,
  Refusal,
} from "faktura";
import { type EinvoiceGap, einvoiceGaps, facturX, toCii } from "faktura/einvoice";
import { type PdfOptions, renderPdf } from "faktura/pdf";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { STATE_ORDERS } from "../einvoice/state-orders.ts";
import { openBooks } from "../service/books.ts";
import { oneTo } from "../support/fixtures.ts";
import { PDF_WORDS } from "../support/texts.ts";
import { FONTS, WITH_FALLBACK } from "./fonts.ts";
import { IMAGES } from "./images.ts";
import { glyphsOf, type PdfParts, pdfParts } from "./pdf-parts.ts";

const rendered = (document: Invoice | CreditNote, options: Partial<PdfOptions> = {}) =>
  renderPdf(document, { fonts: FONTS, ...options });

async function issued(profile: Partial<CompanyProfile> = {}, order: Partial<InvoiceOrder> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, language: "de", ...profile });
  return acme.issue({ ...ORDER, ...DOMESTIC, ...order });
}

/** What is printed in German: Intl writes it alike in all versions of Node. */
async function printed(profile: Partial<CompanyProfile> = {}, order: Partial<InvoiceOrder> = {}): Promise<string> {
  const { pages } = await pdfParts(await rendered(await issued(profile, order)));
  return pages.join(" ");
}

test("an invoice reads from the top to the end", async () => {
  const order: Partial<InvoiceOrder> = {
    dueDate: "2026-12-20",
    items: [
      { description: "Beratung\nim November", quantity: 2, unitPrice: 100, unit: "Stunden" },
      { description: "Buch", quantity: 3, unitPrice: 39.95, sku: "B-1", discount: { percent: 10, reason: "Menge" } },
    ],
    note: "Vielen Dank.",
  };
  const text = await printed({ legalNote: "Geschäftsführerin: Ada Lovelace" }, order);
  expect(text).toBe(
    [
      "Firma GmbH Hauptstraße 1 10115 Berlin Deutschland Buchhaltung +49 30 1234 frage@example.com",
      "USt-IdNr. DE136695976 Steuernummer 12/345/67890 Registernummer HRB 1234 Geschäftsführerin: Ada Lovelace",
      "Firma GmbH · Hauptstraße 1 · 10115 Berlin Exemple SARL 1 rue A 75001 Paris Deutschland",
      "Ausstellungsdatum 20. November 2026 Leistungsdatum 19. November 2026 Fällig am 20. Dezember 2026",
      "USt-IdNr. des Kunden DE811125440 Ihr Zeichen 04011000-12345-34 Rechnung INV-202611-0001",
      "Pos. Beschreibung Menge Einzelpreis ohne USt USt Betrag ohne USt (EUR)",
      "1 Beratung im November 2 Stunden 100,00 19 % 200,00",
      "2 Buch Art.-Nr.: B-1 Rabatt: 10 % (Menge) 3 39,95 19 % 107,87",
      "USt-Satz Bemessungsgrundlage Steuerbetrag 19 % 307,87 58,50",
      "Summe ohne USt 307,87 € USt 58,50 € Gesamtbetrag 366,37 € Vielen Dank.",
      "Zahlung Zu zahlen 366,37 € Fällig am 20. Dezember 2026 Zahlungsbedingungen 30 Tage netto Kontoinhaber Firma GmbH IBAN DE02 1203 0000 0000 2020 51",
      "BIC BYLADEM1001 Verwendungszweck INV-202611-0001 Zum Bezahlen scannen Seite 1/1",
    ].join(" "),
  );
});

describe("under a margin scheme", () => {
  const used = {
    ...{ description: "Gebrauchtwagen", quantity: 1, unitPrice: 123 },
    exemption: { reason: "Gebrauchtgegenstände/Sonderregelung", vatexCode: "VATEX-EU-F" },
  };

  test("a page states neither the rate nor the VAT, and the price as one with VAT", async () => {
    const text = await printed({}, { items: [used], allowances: [{ amount: 3, reason: "Rabatt" }] });
    expect(text).toContain("Menge Einzelpreis mit USt USt Betrag mit USt (EUR) 1 Gebrauchtwagen 1 123,00 – 123,00");
    expect(text).toContain("USt-Satz Bemessungsgrundlage Steuerbetrag – 120,00 –");
    expect(text).toContain("Summe der Positionen 123,00 € Rabatt -3,00 € Gesamtbetrag 120,00 € Gebrauchtgegenstände");
    expect(text).not.toMatch(/0 %|\D0,00/);
  });

  test("in another currency and at gross prices too", async () => {
    const exchangeRate = { rate: 0.5, date: "2026-11-19", source: "EZB" };
    const text = await printed({}, { prices: "gross", currency: "USD", exchangeRate, items: [used] });
    expect(text).not.toMatch(/0 %|ohne USt|\D0,00/);
  });

  test("lines beside it keep theirs", async () => {
    const text = await printed({}, { items: [used, { description: "Fußmatte", quantity: 1, unitPrice: 10 }] });
    expect(text).toContain("1 Gebrauchtwagen 1 123,00 – 123,00 2 Fußmatte 1 10,00 19 % 10,00");
    expect(text).toContain("– 123,00 – 19 % 10,00 1,90");
    expect(text).toContain("USt 1,90 € Gesamtbetrag 134,90 €");
  });
});

test("a prepaid amount of 0 is not printed", async () => {
  const text = await printed({}, { prepaidAmount: 0 });
  expect(text).toContain("Gesamtbetrag 238,00 € Zahlung");
});

test("a credit note has its own title, the invoice that it corrects and the reason, and nothing to pay", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, language: "de" });
  const invoice = await acme.issue({ ...ORDER, ...DOMESTIC });
  const note = await acme.credit(invoice.id, { reason: "Rückgabe", lines: [{ line: 1, quantity: 1 }] });
  const parts = await pdfParts(await rendered(note));
  expect(parts.pages[0]).toContain("Zu Rechnung INV-202611-0001, 20. November 2026");
  expect(parts.pages[0]).toContain("Rechnungskorrektur INV-CN-202611-0001 Grund: Rückgabe");
  expect(parts.pages[0]).toContain("Gesamtbetrag 119,00 €");
  expect(parts.pages[0]).not.toMatch(/IBAN|Zahlung|scannen/);
  expect(parts.attachments.get("factur-x.xml")).toBe(toCii(note, { profile: "factur-x" }));
});

test.each<[string, Partial<CompanyProfile>, Partial<InvoiceOrder>, string[]]>([
  ["a self-billed invoice", {}, { selfBilled: true }, ["Gutschrift INV-202611-0001", "Self-billing / Gutschrift"]],
  [
    "an OSS invoice",
    {},
    { clientCountry: "FR", clientVatNumber: undefined, supply: "digital" },
    ["20 % (Frankreich) 200,00 40,00"],
  ],
  [
    "an invoice in another currency",
    {},
    { currency: "USD", exchangeRate: { rate: 0.8712, date: "2026-11-19", source: "EZB" } },
    ["Gesamtbetrag 238,00 USD", "USt (EUR) 33,11 €", "Wechselkurs: 1 USD = 0,8712 EUR (EZB, 19. November 2026)"],
  ],
  [
    "gross prices",
    {},
    { prices: "gross", items: [{ description: "Hemd", quantity: 3, unitPrice: 19.99 }] },
    ["Einzelpreis mit USt USt Betrag mit USt (EUR) 1 Hemd Einzelpreis ohne USt: 16,80 3 19,99 19 % 59,97", "59,97 €"],
  ],
  [
    "what was paid in advance",
    {},
    { prepaidAmount: 38 },
    ["Gesamtbetrag 238,00 € Bereits bezahlt -38,00 € Zu zahlen 200,00 €"],
  ],
  [
    "a direct debit",
    {},
    { payment: { means: "59", mandateReference: "M-1", debitedAccount: "DE89370400440532013000" } },
    [
      "Lastschrift 238,00 € Belastetes Konto DE89 3704 0044 0532 0130 00 Mandatsreferenz M-1 Gläubiger-ID DE98ZZZ09999999999",
    ],
  ],
  ["a card", {}, { payment: { means: "54", cardLast4: "0042" } }, ["Karte **** 0042"]],
  [
    "a cash discount",
    { paymentTerms: "30 Tage netto\n#SKONTO#TAGE=14#PROZENT=2.50#" },
    {},
    ["Zahlungsbedingungen 30 Tage netto Skonto 2,5 % (14 Tage)"],
  ],
  [
    "several categories",
    {},
    {
      autoVat: false,
      items: [
        { description: "A", quantity: 1, unitPrice: 100, taxRate: 19 },
        { description: "B", quantity: 1, unitPrice: 50, taxRate: 7 },
        { description: "C", quantity: 1, unitPrice: 10, vatCategory: "E", exemptionReason: "Steuerfrei (§ 4 UStG)" },
      ],
    },
    ["0 % 10,00 0,00 7 % 50,00 3,50 19 % 100,00 19,00", "Steuerfrei (§ 4 UStG)"],
  ],
  [
    "several categories at one rate",
    {},
    {
      autoVat: false,
      items: [
        { description: "A", quantity: 1, unitPrice: 100, vatCategory: "E", exemptionReason: "Unterricht" },
        { description: "B", quantity: 1, unitPrice: 50, vatCategory: "Z" },
        { description: "C", quantity: 1, unitPrice: 10, taxRate: 19 },
      ],
    },
    [
      "A 1 100,00 0 % (E) 100,00 2 B 1 50,00 0 % (Z) 50,00 3 C 1 10,00 19 % 10,00",
      "0 % (E) 100,00 0,00 19 % 10,00 1,90 0 % (Z) 50,00 0,00",
      "161,90 € E: Unterricht Zahlung",
    ],
  ],
  [
    "goods and services without VAT, whose reasons are the note",
    {},
    {
      clientCountry: "FR",
      clientVatNumber: "FR40303265045",
      items: [
        { description: "A", quantity: 1, unitPrice: 100, supply: "services" },
        { description: "B", quantity: 1, unitPrice: 50, supply: "goods" },
      ],
    },
    [
      "0 % (AE) 100,00 0,00 0 % (K) 50,00 0,00",
      "150,00 € AE: Reverse charge / Steuerschuldnerschaft des Leistungsempfängers (Directive 2006/112/EC, articles 44 and 196) K: Intra-Community supply of goods, exempt from VAT / Steuerfreie innergemeinschaftliche Lieferung (Directive 2006/112/EC, article 138) Zahlung",
    ],
  ],
  [
    "categories at one rate, with a note that says more than their reasons",
    {},
    {
      autoVat: false,
      vatNote: "Unterricht; siehe Vertrag",
      items: [
        { description: "A", quantity: 1, unitPrice: 100, vatCategory: "E", exemptionReason: "Unterricht" },
        { description: "B", quantity: 1, unitPrice: 50, vatCategory: "Z" },
      ],
    },
    ["€ Unterricht; siehe Vertrag E: Unterricht Zahlung"],
  ],
  [
    "categories at one rate, which have the same reason",
    {},
    {
      autoVat: false,
      vatNote: "Siehe Vertrag",
      items: [
        { description: "A", quantity: 1, unitPrice: 100, vatCategory: "AE" },
        { description: "B", quantity: 1, unitPrice: 50, vatCategory: "E" },
      ],
    },
    ["€ AE, E: Siehe Vertrag Zahlung"],
  ],
  [
    "a reason that is only the beginning of a word of the note",
    {},
    {
      autoVat: false,
      vatNote: "Siehe § 4 Nr. 11 UStG",
      items: [{ description: "C", quantity: 1, unitPrice: 10, vatCategory: "E", exemptionReason: "§ 4 Nr. 1" }],
    },
    ["Siehe § 4 Nr. 11 UStG § 4 Nr. 1"],
  ],
  [
    "tax representative, delivery and periods",
    { taxRepresentative: { name: "Fisc", vatNumber: "FR40303265045", country: "FR", address: { city: "Paris" } } },
    {
      deliverTo: { name: "Lager", country: "NL", address: { city: "Breda" } },
      period: { start: "2026-10-01", end: "2026-10-31" },
    },
    [
      "Steuervertreter Fisc Paris Frankreich USt-IdNr.: FR40303265045 Lieferung an Lager Breda Niederlande",
      "Zeitraum 1. Oktober 2026 – 31. Oktober 2026",
    ],
  ],
  [
    "trading name and contact of the client",
    {},
    { clientTradingName: "Beispiel & Söhne", clientContact: { name: "Einkauf" } },
    ["Beispiel & Söhne Einkauf"],
  ],
  [
    "articles",
    {},
    {
      items: [
        {
          ...{ description: "Stuhl", quantity: 1, unitPrice: 1, sku: "A-1" },
          standardId: { scheme: "0160", id: "4012345000009" },
          attributes: [{ name: "Farbe", value: "Schwarz" }],
          buyerAccountingReference: "4711",
        },
      ],
    },
    ["Stuhl", "Art.-Nr.: A-1 GTIN: 4012345000009 Farbe: Schwarz Buchungsreferenz: 4711"],
  ],
  [
    "more of articles",
    {},
    {
      items: [
        {
          ...{ description: "Stuhl", quantity: 1, unitPrice: 1, standardId: { scheme: "0088", id: "4012345000016" } },
          ...{ buyerSku: "K-7", originCountry: "IT", purchaseOrderLine: "10", invoicedObject: { id: "Z-1" } },
        },
      ],
    },
    [
      "Art.-Nr.: 4012345000016 Ihre Artikelnummer: K-7 Ursprungsland: Italien Bestellposition: 10 Abrechnungsobjekt: Z-1",
    ],
  ],
  [
    "more references, the payee and the number of a place",
    {},
    {
      ...{ despatchReference: "LS-1", goodsReceiptReference: "WE-1", tenderReference: "LOS-1" },
      invoicedObject: { scheme: "MG", id: "Z-1" },
      supportingDocuments: [{ reference: "ST-1", description: "Stundenzettel", url: "https://example.com/st" }],
      payee: { name: "Factor AG", registrationNumber: "HRB 7" },
      deliverTo: { identifier: { scheme: "0088", id: "4012345000009" } },
    },
    [
      "Lieferschein LS-1 Wareneingang WE-1 Vergabenummer LOS-1 Abrechnungsobjekt Z-1 Anlagen ST-1, Stundenzettel, https://example.com/st",
      "Lieferung an 4012345000009 Zahlungsempfänger Factor AG Registernummer: HRB 7",
    ],
  ],
  [
    "several accounts",
    {
      accounts: [
        { account: "123-4567", bic: "SE:BANKGIRO", name: "Firma AB" },
        { account: "4711", bic: "DEUTDEFF", name: "Firma AB" },
        { iban: "FR14 2004 1010 0505 0001 3M02 606", currency: "USD" },
      ],
    },
    {},
    [
      "Kontoinhaber Firma GmbH IBAN DE02 1203 0000 0000 2020 51 BIC BYLADEM1001 Kontoinhaber Firma AB Bankgiro 123-4567",
      "Bankgiro 123-4567 Kontonummer 4711 BIC DEUTDEFF Verwendungszweck INV-202611-0001 Zum Bezahlen scannen",
    ],
  ],
  [
    "Spain's equivalence surcharge",
    { country: "ES", vatNumber: "ESB12345674" },
    {
      ...{ clientCountry: "ES", clientVatNumber: "ESA58818501" },
      items: [
        { description: "A", quantity: 1, unitPrice: 100, national: { es: { equivalenceSurcharge: true } } },
        { description: "B", quantity: 1, unitPrice: 50 },
      ],
      allowances: [{ amount: 15, reason: "Treue" }],
    },
    [
      "Rechnung INV-202611-0001",
      "1 A 1 100,00 21 % + 5,2 % 100,00 2 B 1 50,00 21 % 50,00",
      "Steuerbetrag 21 % 45,00 9,45 21 % 90,00 18,90 Recargo de equivalencia 5,2 % 90,00 4,68",
      "Treue (21 %) -5,00 € Treue (21 % + 5,2 %) -10,00 €",
      "USt 28,35 € Recargo de equivalencia 4,68 € Gesamtbetrag 168,03 €",
    ],
  ],
  [
    "a simplified invoice of Spain",
    { country: "ES", vatNumber: "ESB12345674", language: "es" },
    { clientCountry: "ES", clientVatNumber: undefined },
    ["Factura simplificada INV-202611-0001"],
  ],
  [
    "a full invoice of Spain, because it is too large for a simplified one",
    { country: "ES", vatNumber: "ESB12345674", language: "es" },
    { clientCountry: "ES", clientVatNumber: undefined, items: [{ description: "A", quantity: 1, unitPrice: 3000 }] },
    ["Factura INV-202611-0001"],
  ],
  [
    "a full invoice of Spain for a sale abroad",
    { country: "ES", vatNumber: "ESB12345674", language: "es" },
    { clientCountry: "FR", clientVatNumber: undefined, supply: "digital" },
    ["Factura INV-202611-0001"],
  ],
  [
    "an invoice of Spain that says that it is simplified",
    { country: "ES", vatNumber: "ESB12345674", language: "es" },
    { clientCountry: "ES", clientVatNumber: "ESA58818501", national: { es: { invoiceType: "F2" } } },
    ["Factura simplificada INV-202611-0001"],
  ],
  ["a prepayment invoice", {}, { documentType: "386" }, ["Anzahlungsrechnung INV-202611-0001"]],
  ["a final construction invoice", {}, { documentType: "877" }, ["Schlussrechnung INV-202611-0001"]],
  [
    "the code of a tax point, instead of its day,",
    {},
    { taxPointCode: "3" },
    ["Leistungsdatum 19. November 2026 USt-IdNr. des Kunden"],
  ],
  [
    "references",
    {},
    {
      purchaseOrderReference: "P",
      contractReference: "C",
      salesOrderReference: "SO",
      projectReference: "J",
      buyerAccountingReference: "A",
      clientNumber: "K",
      clientRegistrationNumber: "R",
      taxPointDate: "2026-11-10",
      precedingInvoices: [{ number: "A-1", issueDate: "2026-10-01" }, { number: "A-2" }],
    },
    [
      "Datum der Steuerfälligkeit 10. November 2026 Kundennummer K USt-IdNr. des Kunden DE811125440",
      "Bestellnummer P Auftragsnummer SO Vertrag C Projekt J Buchungsreferenz A Frühere Rechnungen A-1, 1. Oktober 2026; A-2",
    ],
  ],
])("%s is printed", async (_, profile, order, expected) => {
  const text = await printed(profile, order);
  for (const part of expected) expect(text).toContain(part);
});

test("nothing is to be paid with a total of 0, so there is no payment", async () => {
  const text = await printed({}, { items: [{ description: "Muster", quantity: 1, unitPrice: 0 }] });
  expect(text).toContain("Gesamtbetrag 0,00 €");
  expect(text).not.toMatch(/IBAN|scannen/);
});

test("what is the host's is not printed", async () => {
  expect(await printed({}, { reference: "intern-17", metadata: { cart: "korb-4711" } })).not.toMatch(
    /intern-17|korb-4711/,
  );
});

test("99 lines take several pages, each with the headings, the number of the document and its own", async () => {
  const items = oneTo(99).map((n) => ({ description: `Ware ${n}`, quantity: n, unitPrice: 1.5 }));
  const { pages } = await pdfParts(await rendered(await issued({}, { items })));
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    if (index < pages.length - 1) expect(page).toContain("Pos. Beschreibung Menge");
    expect(page).toContain("Rechnung INV-202611-0001");
    expect(page).toContain(`Seite ${index + 1}/${pages.length}`);
  }
  const lines = pages.join(" ").match(/Ware \d+/g);
  expect(lines).toEqual(oneTo(99).map((n) => `Ware ${n}`));
});

test("a description longer than a page continues on the next one, and loses nothing", async () => {
  const words = oneTo(600).map((n) => `w${n}`);
  const { pages } = await pdfParts(
    await rendered(
      await issued({}, { items: [{ description: words.join("\n").slice(0, 3500), quantity: 1, unitPrice: 1 }] }),
    ),
  );
  const shown = pages.join(" ").match(/\bw\d+/g) ?? [];
  expect(shown).toEqual(words.slice(0, shown.length));
  expect(shown.length).toBeGreaterThan(500);
});

test("the longest texts there can be are printed to their ends, and on the pages", async () => {
  const [wide, lines] = ["Ü".repeat(200), "x\n".repeat(90)];
  const address = { line1: wide, line2: `${lines}y`, postalCode: "Ü".repeat(20), city: "Ü".repeat(100) };
  const parts = await pdfParts(
    await rendered(
      await issued(
        {
          name: "Gesellschaft ".repeat(15).trim(),
          tradingName: wide,
          address,
          paymentTerms: `${"a\n".repeat(480)}Schluss`,
          contact: { name: wide, phone: "0".repeat(50) },
          legalNote: `${"b\n".repeat(480)}Ende`,
          taxRepresentative: { name: wide, vatNumber: "FR40303265045", country: "FR", address },
        },
        {
          clientName: `${lines}Letzter`,
          clientAddress: address,
          clientNumber: "Ü".repeat(100),
          paymentReference: wide.slice(100),
          deliverTo: { name: wide, country: "FR", address },
          note: `${"c ".repeat(400)}Notiz`,
          precedingInvoices: oneTo(100).map((n) => ({ number: `ALT-${n}`, issueDate: "2026-10-01" })),
          items: [
            {
              description: "Ü".repeat(4000),
              quantity: 999999999.123456,
              unitPrice: 0.123456789,
              unit: "Meter Meter Meter",
            },
            { description: `${"d\n".repeat(1900)}Zeile`, quantity: -1e-9, unitPrice: 1e-9 },
            { description: "groß", quantity: 1, unitPrice: 7e11 },
          ],
        },
      ),
    ),
  );
  const text = parts.pages.join(" ");
  for (const end of [
    "Letzter",
    "Schluss",
    "Ende",
    "Notiz",
    "Zeile",
    "ALT-1, 1. Oktober 2026",
    "ALT-100",
    "700.000.000.000,00",
  ])
    expect(text).toContain(end);
  for (const page of parts.pages) expect(page).toContain("Rechnung INV-202611-0001");
  const places = parts.contents.flatMap((content) => [...content.matchAll(/1 0 0 1 (\S+) (\S+) Tm/g)]);
  expect(places.length).toBeGreaterThan(2000);
  const outside = places.filter(
    ([, x, y]) => !(Number(x) >= 70 && Number(x) < 540 && Number(y) > 30 && Number(y) < 815),
  );
  expect(outside.map(([place]) => place)).toEqual([]);
});

test.each(IMAGES)("%s is drawn as logo, with the seller's name for those who do not see it", async (_, logo) => {
  const { dictionaries, pages } = await pdfParts(await rendered(await issued(), { logo }));
  expect(dictionaries).toContain("/Subtype /Image");
  expect(dictionaries).toContain("/Alt (Firma GmbH)");
  expect(pages[0]).toMatch(/^Firma GmbH Hauptstraße/);
});

describe("the file", () => {
  const hostile: Partial<CompanyProfile> = { name: "Söhne & <Töchter> ]]> שלום \u0001" };
  const strange: Partial<InvoiceOrder> = {
    clientName: "سلام \u202Eevil",
    items: [{ description: "e\u0301 \u0007 №5", quantity: 1, unitPrice: 12.345 }],
  };

  const parts = async (): Promise<PdfParts> =>
    pdfParts(await rendered(await issued(hostile, strange), { fonts: WITH_FALLBACK }));

  test("is the same for the same document, and has another identifier for another one", async () => {
    const invoice = await issued();
    const [once, twice] = [await rendered(invoice), await rendered(structuredClone(invoice))];
    expect(Buffer.compare(once, twice)).toBe(0);
    const idOf = (bytes: Uint8Array) =>
      /\/ID \[<([\da-f]{32})> <\1>\]/.exec(Buffer.from(bytes).toString("latin1"))?.[1];
    const others = [await rendered(invoice, { language: "fr" }), await rendered({ ...invoice, clientName: "X" })];
    expect(new Set([once, ...others].map(idOf)).size).toBe(3);
  });

  test("has every character escaped in its metadata, which is XML", async () => {
    const { xmp } = await parts();
    const xml = XmlDocument.fromString(xmp);
    const names = { dc: "http://purl.org/dc/elements/1.1/", rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#" };
    expect(xml.get("//dc:creator//rdf:li", names)?.content).toBe("Söhne & <Töchter> ]]> שלום \uFFFD");
    expect(xml.get("//dc:title//rdf:li", names)?.content).toBe("Rechnung INV-202611-0001");
    xml.dispose();
  });

  test("says that it is PDF/A-3a, and what Factur-X wants", async () => {
    const { xmp } = await parts();
    expect(xmp).toContain("<pdfaid:part>3</pdfaid:part>");
    expect(xmp).toContain("<pdfaid:conformance>A</pdfaid:conformance>");
    for (const [name, value] of [
      ["DocumentFileName", "factur-x.xml"],
      ["DocumentType", "INVOICE"],
      ["Version", "1.0"],
      ["ConformanceLevel", "EN 16931"],
    ]) {
      expect(xmp).toContain(`<fx:${name}>${value}</fx:${name}>`);
      expect(xmp).toContain(`<pdfaProperty:name>${name}</pdfaProperty:name>`);
    }
  });

  test("has what PDF/A-3a asks for: tags, a language, colors of sRGB, whole fonts, no glyph that is missing", async () => {
    const found = await parts();
    const { dictionaries } = found;
    for (const part of [
      ...["%PDF-1.7", "/Marked true", "/Type /StructTreeRoot", "/Lang (de-DE)", "/S /GTS_PDFA1", "/DestOutputProfile"],
      ...["/S /H1", "/S /Table", "/S /TH", "/Scope /Column", "/S /Figure", "/Alt (", "/DisplayDocTitle true"],
      ...["/AFRelationship /Alternative", "/Subtype /text#2Fxml", "/AF [", "/EmbeddedFiles", "/Params"],
    ])
      expect(dictionaries).toContain(part);
    expect(dictionaries.match(/\/Type \/FontDescriptor/g)).toHaveLength(3);
    expect(dictionaries.match(/\/FontFile2 /g)).toHaveLength(3);
    expect(dictionaries.match(/\/ToUnicode /g)).toHaveLength(3);
    expect(dictionaries).not.toMatch(/\/Encrypt|\/JavaScript|\/SMask|\/CA |\/ca |DeviceCMYK|Helvetica/);
    expect(glyphsOf(found).length).toBeGreaterThan(500);
    expect(glyphsOf(found)).not.toContain(0);
    expect(found.pages[0]).toContain("evil");
  });

  test("has every mark on its pages closed, in none another one", async () => {
    for (const content of (await parts()).contents) {
      const marks = content.match(/\b(?:BDC|BMC|EMC)\b/g) ?? [];
      expect(marks).toEqual(marks.map((_, index) => (index % 2 === 1 ? "EMC" : marks[index])));
      expect(marks.length).toBeGreaterThan(20);
    }
  });
});

describe("the XML of Factur-X", () => {
  const incomplete = { vatNumber: undefined, taxNumber: undefined, registrationNumber: undefined };

  test("is attached if it can be written, byte for byte that of toCii", async () => {
    const invoice = await issued();
    const { attachments, xmp } = await pdfParts(await rendered(invoice));
    expect([...attachments]).toEqual([["factur-x.xml", toCii(invoice, { profile: "factur-x" })]]);
    expect(xmp).toContain("urn:factur-x");
  });

  test("is left out if there are gaps, unless it was asked for: then the gaps are named", async () => {
    const invoice = await issued(incomplete);
    const told: unknown[] = [];
    const onLeftOut = (gaps: readonly EinvoiceGap[]) => told.push(gaps);
    const { attachments, xmp, dictionaries } = await pdfParts(await rendered(invoice, { onLeftOut }));
    const gaps = einvoiceGaps(invoice, { profile: "factur-x" });
    expect([gaps.length, told]).toEqual([2, [gaps]]);
    await rendered(await issued(), { onLeftOut });
    await rendered(invoice, { attach: false, onLeftOut });
    expect(told).toHaveLength(1);
    expect([...attachments]).toEqual([]);
    expect(xmp + dictionaries).not.toMatch(/factur-x|EmbeddedFiles|\/AF /);
    await expect(rendered(invoice, { attach: "factur-x" })).rejects.toMatchObject({
      code: "einvoice_incomplete",
      errors: [{ parameter: "seller.vatNumber" }, { parameter: "seller.vatNumber" }],
    });
  });

  test("meets the rules of the French platforms if asked for, or their gaps are named", async () => {
    const { seller, order } = STATE_ORDERS.FR;
    const { acme } = await openBooks(undefined, seller);
    const invoice = await acme.issue(order);
    const { attachments, xmp } = await pdfParts(await rendered(invoice, { attach: "ctc-fr" }));
    expect([...attachments]).toEqual([["factur-x.xml", toCii(invoice, { profile: "ctc-fr" })]]);
    expect(xmp).toContain("urn:factur-x");
    const german = await issued();
    await expect(rendered(german, { attach: "ctc-fr" })).rejects.toMatchObject({ message: /BR-FR-/ });
  });

  test("is replaced by the file of a host's own format, which claims nothing of Factur-X", async () => {
    const invoice = await issued();
    const gap = { rule: "OWN-1", field: "notes", detail: "Set notes." };
    const own: DocumentFormat = {
      ...{ id: "own", name: "Own import", appliesTo: () => true, gaps: () => [] },
      syntaxes: {
        other: { mediaType: "text/plain", extension: "txt", write: () => "other" },
        own: {
          ...{ mediaType: "application/json", extension: "json", attachedAs: "own.json" },
          write: async ({ clientName, notes }) => {
            if (notes !== undefined) throw new Refusal("einvoice_incomplete", gap.detail, []);
            return new TextEncoder().encode(JSON.stringify({ clientName }));
          },
        },
      },
    };
    const { attachments, xmp, dictionaries } = await pdfParts(await rendered(invoice, { attach: own }));
    expect([...attachments]).toEqual([["own.json", JSON.stringify({ clientName: invoice.clientName })]]);
    expect(xmp).not.toContain("factur-x");
    expect(dictionaries).toMatch(/application#2Fjson/);
    expect(dictionaries).toContain("Own import");
    const refused = rendered({ ...invoice, notes: [{ text: "a" }] }, { attach: own });
    await expect(refused).rejects.toMatchObject({ code: "einvoice_incomplete" });
    const facturXOnly = await rendered(invoice, { attach: facturX });
    expect(facturXOnly).toEqual(await rendered(invoice, { attach: "factur-x" }));
  });

  test("is left out if the host wants none", async () => {
    const { attachments } = await pdfParts(await rendered(await issued(), { attach: false }));
    expect([...attachments]).toEqual([]);
  });
});

describe("the language", () => {
  test.each<[string, Partial<CompanyProfile>, Partial<PdfOptions>, RegExp]>([
    ["is that of the profile", { language: "fr" }, {}, /20 novembre 2026.*Facture INV/],
    ["is that of the option before", { language: "fr" }, { language: "nl" }, /20 november 2026.*Factuur INV/],
    ["is that of the country without either", { language: undefined }, {}, /Rechnung INV/],
    ["is English if there are no words", { language: "nb" }, {}, /20 November 2026.*Invoice INV/],
    ["is English if the tag is malformed", {}, { language: "d" }, /Invoice INV/],
    ["may have another script and case", {}, { language: "FR-be" }, /Facture INV/],
    ["of English has dates of Europe", {}, { language: "en" }, /20 November 2026.*€200.00/],
    ["of Portuguese is that of Portugal", {}, { language: "pt" }, /Fatura INV.*200,00 €/],
  ])("%s", async (_, profile, options, expected) => {
    const { pages } = await pdfParts(await rendered(await issued(profile), options));
    expect(pages[0]).toMatch(expected);
  });

  test("of an American seller has American dates", async () => {
    const us = { country: "US", language: "en", vatNumber: undefined, taxNumber: undefined, iban: undefined };
    const { pages } = await pdfParts(await rendered(await issued(us)));
    expect(pages[0]).toContain("November 20, 2026");
  });

  test("has room for the longest words of a host", async () => {
    const words = Object.fromEntries(Object.keys(PDF_WORDS.en).map((name) => [name, "Ü".repeat(100)]));
    const { pages } = await pdfParts(await rendered(await issued(), { words }));
    expect(pages.join(" ")).toContain("238,00 €");
    expect(pages.length).toBeLessThan(4);
  });

  test("has words of the host's in it", async () => {
    const { pages } = await pdfParts(await rendered(await issued(), { words: { invoice: "Honorarnote" } }));
    expect(pages[0]).toContain("Honorarnote INV-202611-0001");
  });
});

test("a word that is longer than its line fills each line, and nothing of it is lost", async () => {
  const letters = Array.from({ length: 4000 }, (_, index) => "abcdefghijklmnopqrstuvwxyz"[index % 26]).join("");
  const text = await printed({}, { items: [{ description: letters, quantity: 1, unitPrice: 1 }] });
  expect(text.replaceAll(/Rechnung INV-202611-0001|\s/g, "")).toContain(letters.slice(0, 500));
  const lines = text.split(" ").filter((line) => letters.includes(line) && line.length > 20);
  expect(lines.join("").length).toBeGreaterThan(3900);
  expect(
    Math.max(...lines.map(({ length }) => length)) - Math.min(...lines.slice(0, -1).map(({ length }) => length)),
  ).toBeLessThan(12);
});

test("while a long document is drawn, the process does its other work", async () => {
  const description = "Beratung und Entwicklung nach Aufwand; ".repeat(100).trim();
  const invoice = await issued({}, { items: oneTo(100).map(() => ({ description, quantity: 1, unitPrice: 1 })) });
  let turns = 0;
  let isDrawn = false;
  const work = () => {
    turns += 1;
    if (!isDrawn) setImmediate(work);
  };
  setImmediate(work);
  const [whole, again] = [await rendered(invoice), await rendered(invoice)];
  isDrawn = true;
  expect(turns).toBeGreaterThan(10);
  expect(Buffer.compare(whole, again), "turns change nothing").toBe(0);
});

test("further codes stand above the title of the first page, with their texts", async () => {
  const codes = [
    { url: "https://a.example", heading: "QR tributario:", label: "VERI*FACTU" },
    { url: "https://b.example", label: "OFFLINE" },
  ];
  const { pages, dictionaries } = await pdfParts(await rendered(await issued(), { codes }));
  expect(pages[0]).toContain("QR tributario: VERI*FACTU OFFLINE Rechnung INV-202611-0001 Pos.");
  expect(dictionaries).toContain("/Alt (QR tributario: VERI*FACTU https://a.example)");
});

test("line breaks are spaces if a document has more than ten thousand", async () => {
  const itemsOf = (lines: number) =>
    oneTo(lines).map((line) => ({ description: `${line}${"\na".repeat(1500)}`, quantity: 1, unitPrice: 1 }));
  const [few, many] = [await issued({}, { items: itemsOf(1) }), await issued({}, { items: itemsOf(7) })];
  const pages = [await pdfParts(await rendered(few)), await pdfParts(await rendered(many))].map(
    (parts) => parts.pages.length,
  );
  expect(pages[0]).toBeGreaterThan(20);
  expect(pages[1]).toBeLessThan(20);
});

describe("what has happened to an invoice since it was issued", () => {
  const PAY = /IBAN|Zahlung|scannen|Fällig/;

  async function printedAfter(
    happened: (acme: Company, invoice: Invoice) => Promise<unknown>,
    order: Partial<InvoiceOrder> = {},
  ) {
    const { acme } = await openBooks(undefined, { ...SELLER, language: "de" });
    const invoice = await acme.issue({ ...ORDER, ...DOMESTIC, dueDate: "2026-12-20", ...order });
    await happened(acme, invoice);
    const { pages, attachments } = await pdfParts(await rendered(await acme.get(invoice.id)));
    expect(attachments.get("factur-x.xml"), "is that of the issued document").toBe(
      toCii(invoice, { profile: "factur-x" }),
    );
    return pages;
  }

  test("cancelled: it says so on each page, and asks for nothing", async () => {
    const items = oneTo(60).map((line) => ({ description: `Posten ${line}`, quantity: 1, unitPrice: 1 }));
    const pages = await printedAfter((acme, { id }) => acme.cancel(id), { items });
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages.slice(1)) expect(page).toContain("Rechnung INV-202611-0001 · Storniert Firma GmbH");
    expect(pages[0]).toContain("Rechnung INV-202611-0001 Storniert Pos.");
    expect(pages.join(" ")).not.toMatch(PAY);
    expect(pages.join(" ")).not.toContain("Zu zahlen");
  });

  test("paid: it says so, what was paid, and asks for nothing", async () => {
    const [page] = await printedAfter((acme, { id, total }) => acme.recordPayment(id, { amount: total }));
    expect(page).toContain("Rechnung INV-202611-0001 Bezahlt Pos.");
    expect(page).toMatch(/Gesamtbetrag 238,00 € Bezahlt -238,00 € Zu zahlen 0,00 €/);
    expect(page).not.toMatch(PAY);
  });

  test("partly paid and credited: it asks for what is due, by payment code too", async () => {
    const [page] = await printedAfter(async (acme, { id }) => {
      await acme.recordPayment(id, { amount: 100 });
      await acme.credit(id, { reason: "Rückgabe", lines: [{ line: 1, quantity: 1 }] });
    });
    expect(page).toMatch(/Gesamtbetrag 238,00 € Bezahlt -100,00 € Gutgeschrieben -119,00 € Zu zahlen 19,00 €/);
    expect(page).toContain("Fällig am 20. Dezember 2026");
    expect(page).not.toContain("INV-202611-0001 Bezahlt");
    expect(page).toMatch(/IBAN.* scannen/);
  });

  test("credited as a whole: it says so, and is not called paid", async () => {
    const [page] = await printedAfter((acme, { id }) => acme.credit(id, { reason: "Rückgabe" }));
    expect(page).toContain("Rechnung INV-202611-0001 Gutgeschrieben Pos.");
    expect(page).not.toMatch(PAY);
  });

  test("an advance that was deducted: it names the invoice, and is not called credited", async () => {
    const [page] = await printedAfter(
      async (acme, { id, invoiceNumber }) => {
        await acme.credit(id, { reason: "Rückgabe", lines: [{ line: 1, quantity: 1 }] });
        await acme.issue({ ...ORDER, ...DOMESTIC, advances: [invoiceNumber] });
      },
      { documentType: "386" },
    );
    expect(page).toMatch(
      /Gesamtbetrag 238,00 € Gutgeschrieben -119,00 € Rechnung INV-202611-0002 -119,00 € Zu zahlen 0,00 €/,
    );
    expect(page).not.toContain("INV-202611-0001 Gutgeschrieben");
    expect(page).not.toMatch(PAY);
  });

  test("a payment that came back is not mentioned", async () => {
    const [page] = await printedAfter(async (acme, { id }) => {
      await acme.recordPayment(id, { amount: 238 });
      await acme.recordPayment(id, { amount: -238 });
    });
    expect(page).not.toContain("Bezahlt");
    expect(page).toMatch(/IBAN/);
  });
});

describe("the company's color", () => {
  /** The colors of text and of lines, by what sets a color (`scn`) before it shows text (`TJ`) or fills a shape (`f`). */
  async function colorsWith(accent: string): Promise<{ texts: Set<string>; lines: Set<string> }> {
    const { contents } = await pdfParts(await rendered(await issued(), { accent }));
    const [texts, lines] = [new Set<string>(), new Set<string>()];
    let color = "";
    for (const [, set, operator] of contents.join("\n").matchAll(/([\d.]+ [\d.]+ [\d.]+) scn|(TJ|f)$/gm)) {
      if (set !== undefined) color = hexOf(set);
      else (operator === "TJ" ? texts : lines).add(color);
    }
    return { texts, lines };
  }

  const hexOf = (components: string) =>
    `#${components
      .split(" ")
      .map((part) =>
        Math.round(Number(part) * 255)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`;

  test("is that of lines, and of the name, the headings and the total", async () => {
    const { texts, lines } = await colorsWith("#8A1C4A");
    expect([...texts]).toContain("#8a1c4a");
    expect([...lines]).toContain("#8a1c4a");
    expect([...texts, ...lines]).not.toContain("#17466b");
  });

  test("is darkened for text that could not be read, and kept for lines", async () => {
    const { texts, lines } = await colorsWith("#ffd400");
    expect([...lines]).toContain("#ffd400");
    expect([...texts]).not.toContain("#ffd400");
    expect([...texts]).toContain("#8d7400");
  });
});
