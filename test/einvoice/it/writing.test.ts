/** Goal: what FatturaPA files say where EN 16931 has other codes or none. */
import type { CompanyProfile, Invoice, InvoiceOrder } from "faktura";
import { toFatturaPA } from "faktura/einvoice/it";
import { describe, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { ORDER, PARIS, SCENES, SELLER } from "./scenes.ts";

async function issued(order: Partial<InvoiceOrder>, seller: Partial<CompanyProfile> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  return acme.issue({ ...ORDER, ...order });
}

async function written(name: string): Promise<string> {
  const [, order, seller] = SCENES.find(([scene]) => scene === name)!;
  return toFatturaPA(await issued(order, seller));
}

const ITEM = ORDER.items[0]!;

/** The texts of an element, wherever it is. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text]) => text);

// biome-ignore format: one treatment a line
test.each([
  ["an ordinary invoice",                             [],             "RF01"],
  ["of exempt training",                              ["N4"],         "RF01"],
  ["of expenses outside the base",                    ["N1"],         "RF01"],
  ["with a domestic reverse charge",                  ["N6.7"],       "RF01"],
  ["with a declaration of intent",                    ["N3.5"],       "RF01"],
  ["with a reverse charge in Germany",                ["N2.1"],       "RF01"],
  ["of services to a French company",                 ["N2.1"],       "RF01"],
  ["of goods to a French company",                    ["N3.2"],       "RF01"],
  ["exported",                                        ["N3.1"],       "RF01"],
  ["of services to an American company",              ["N2.1"],       "RF01"],
  ["to San Marino",                                   ["N3.3"],       "RF01"],
  ["of a small business",                             ["N2.2"],       "RF19"],
  ["of services of a small business to a French company",  ["N2.1"],  "RF19"],
  ["of services of a small business to a French consumer", ["N2.2"],  "RF19"],
  ["of digital services of a small business to a French company", ["N2.1"], "RF19"],
  ["of services of a small business to an American company", ["N2.1"], "RF19"],
  ["of digital services of a small business to an American company", ["N2.1"], "RF19"],
  ["of services of a small business to San Marino",        ["N2.1"],  "RF19"],
  ["of services of a small business to a French company, with a charge", ["N2.1"], "RF19"],
  ["of goods of a small business to a French company",     ["N2.2"],  "RF19"],
  ["with cash accounting",                            [],             "RF17"],
])("the nature and the tax regime: %s", async (name, natures, regime) => {
  const xml = await written(name);
  expect([...new Set(textsOf(xml, "Natura"))]).toEqual(natures);
  expect(textsOf(xml, "RegimeFiscale")).toEqual([regime]);
});

// biome-ignore format: one type a line
test.each([
  ["an ordinary invoice",                             "TD01"],
  ["a down payment",                                  "TD02"],
  ["a debit note",                                    "TD05"],
  ["a fee with pension fund and withholding tax",     "TD06"],
  ["deferred, with delivery notes",                   "TD24"],
  ["deferred for a third party",                      "TD25"],
])("the type: %s", async (name, type) => {
  expect(textsOf(await written(name), "TipoDocumento")).toEqual([type]);
});

test("a credit note is a TD04 that names its invoice, with positive amounts", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  const xml = toFatturaPA(await acme.credit(invoice.id, { reason: "Reso", lines: [{ line: 1, quantity: 1 }] }));
  expect(textsOf(xml, "TipoDocumento")).toEqual(["TD04"]);
  expect(textsOf(xml, "IdDocumento")).toEqual([invoice.invoiceNumber]);
  expect(textsOf(xml, "ImportoTotaleDocumento")).toEqual(["122.00"]);
  expect(textsOf(xml, "Causale")).toEqual(["Reso"]);
});

// biome-ignore format: one client a line
test.each([
  ["an ordinary invoice",                                 "FPR12", "0000000", []],
  ["to a client with a code",                             "FPR12", "ABC1234", []],
  ["to a client with certified e-mail",                   "FPR12", "0000000", ["cliente@pec.it"]],
  ["to a public office, with CIG, CUP and split payment", "FPA12", "UFABC1",  []],
  ["of services to a French company",                     "FPR12", "XXXXXXX", []],
  ["to San Marino",                                       "FPR12", "2R4GTO8", []],
])("the recipient: %s", async (name, format, code, mail) => {
  const xml = await written(name);
  expect(xml).toContain(`versione="${format}"`);
  expect(textsOf(xml, "FormatoTrasmissione")).toEqual([format]);
  expect(textsOf(xml, "CodiceDestinatario")).toEqual([code]);
  expect(textsOf(xml, "PECDestinatario")).toEqual(mail);
});

describe("what is to be paid", () => {
  test("is without the VAT that a public office pays to the state", async () => {
    const xml = await written("to a public office, with CIG, CUP and split payment");
    expect(textsOf(xml, "EsigibilitaIVA")).toEqual(["S"]);
    expect(textsOf(xml, "ImportoTotaleDocumento")).toEqual(["244.00"]);
    expect(textsOf(xml, "ImportoPagamento")).toEqual(["200.00"]);
    expect([textsOf(xml, "CodiceCIG"), textsOf(xml, "CodiceCUP")]).toEqual([["Z123456789"], ["J51B20000000001"]]);
  });

  test("is without what is withheld of the fee, not of the contribution to the pension fund", async () => {
    const xml = await written("a fee with pension fund and withholding tax");
    expect(textsOf(xml, "ImportoContributoCassa")).toEqual(["8.00"]);
    expect(textsOf(xml, "ImponibileImporto")).toEqual(["208.00"]);
    expect(textsOf(xml, "ImportoTotaleDocumento")).toEqual(["253.76"]);
    expect(textsOf(xml, "ImportoRitenuta")).toEqual(["40.00"]);
    expect(textsOf(xml, "ImportoPagamento")).toEqual(["213.76"]);
    expect(textsOf(xml, "Ritenuta")).toEqual(["SI"]);
    expect(textsOf(xml, "NumeroLinea")).toEqual(["1"]);
  });

  test("is without what is withheld of a part of the lines", async () => {
    const xml = await written("an agent's commission");
    expect(textsOf(xml, "ImportoRitenuta")).toEqual(["23.00", "17.00"]);
    expect(textsOf(xml, "ImportoPagamento")).toEqual(["204.00"]);
  });

  test("is without what was paid before, and due on the day", async () => {
    const xml = await written("prepaid in part");
    expect(textsOf(xml, "ImportoPagamento")).toEqual(["200.00"]);
    expect(textsOf(xml, "DataScadenzaPagamento")).toEqual(["2026-12-20"]);
  });

  test("of a partial credit, only its share is withheld", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const withholdings = [{ type: "RT01", percent: 20, code: "A", reason: "Ritenuta d'acconto" }];
    const invoice = await acme.issue({ ...ORDER, withholdings });
    const credit = await acme.credit(invoice.id, { reason: "Reso", lines: [{ line: 1, quantity: 0.5 }] });
    expect(textsOf(toFatturaPA(credit), "ImportoRitenuta")).toEqual(["10.00"]);
  });
});

/** Nature and reason of each summary. */
const reasonsIn = (xml: string) =>
  [...xml.matchAll(/<DatiRiepilogo>.*?<\/DatiRiepilogo>/gs)].map(([group]) => [
    ...textsOf(group, "Natura"),
    ...textsOf(group, "RiferimentoNormativo"),
  ]);

describe("each summary without VAT cites", () => {
  const exempt = (exemptionReason: string | undefined, nature?: "N3.5" | "N4" | "N5") => ({
    ...ITEM,
    vatCategory: "E" as const,
    exemptionReason,
    ...(nature === undefined ? {} : { national: { it: { nature } } }),
  });

  test("the reasons of its own lines", async () => {
    const items = [exempt("art. 10 n. 18"), exempt("art. 8 c. 1 lett. c", "N3.5"), exempt("art. 10 n. 20")];
    const xml = toFatturaPA(await issued({ autoVat: false, items, allowances: [{ amount: 3, vatCategory: "E" }] }));
    expect(reasonsIn(xml)).toEqual([
      ["N4", "art. 10 n. 18; art. 10 n. 20"],
      ["N3.5", "art. 8 c. 1 lett. c"],
    ]);
  });

  test("the note of the invoice for lines that state no reason", async () => {
    const items = [exempt(undefined, "N5"), exempt("art. 10 n. 18"), exempt("art. 10 n. 1", "N3.5")];
    const xml = toFatturaPA(await issued({ autoVat: false, vatNote: "art. 36; DL 41/1995", items }));
    expect(reasonsIn(xml)).toEqual([
      ["N5", "art. 36; DL 41/1995"],
      ["N4", "art. 10 n. 18"],
      ["N3.5", "art. 10 n. 1"],
    ]);
  });

  test("article 15 for disbursements, beside the reasons of lines outside the base", async () => {
    const items = [{ ...exempt("art. 15 c. 1 n. 1"), national: { it: { nature: "N1" as const } } }, ITEM];
    const disbursements = [{ description: "Bollo", reference: "R-1", amount: 16 }];
    const xml = toFatturaPA(
      await issued({ autoVat: false, taxRate: 22, items: [{ ...items[0]!, taxRate: 0 }, ITEM], disbursements }),
    );
    expect(reasonsIn(xml)).toEqual([["N1", "art. 15 c. 1 n. 1; art. 15, c. 1, n. 3, DPR 633/1972"], []]);
  });
});

test.each([
  ["above EUR 77.47 without VAT", 77.48, undefined, ["2.00"]],
  ["at EUR 77.47", 77.47, undefined, []],
  ["if the order says so", 1, true, ["2.00"]],
  ["unless the order says so", 1000, false, []],
])("stamp duty is stated %s", async (_, unitPrice, stampDuty, stamps) => {
  const items = [{ ...ORDER.items[0]!, quantity: 1, unitPrice }];
  const invoice = await issued({ items, national: { it: { stampDuty } } }, { vatRegistered: false });
  expect(textsOf(toFatturaPA(invoice), "ImportoBollo")).toEqual(stamps);
});

test("the sign of a quantity is that of its price", async () => {
  const xml = await written("with a return");
  expect(textsOf(xml, "Quantita")).toEqual(["2.00", "1.00"]);
  expect(textsOf(xml, "PrezzoUnitario")).toEqual(["100.00", "-100.00"]);
  expect(textsOf(xml, "PrezzoTotale")).toEqual(["200.00", "-90.00"]);
});

test("allowances and charges of the invoice are lines of their own", async () => {
  const xml = await written("with allowances and charges");
  expect(textsOf(xml, "TipoCessionePrestazione")).toEqual(["SC", "AC"]);
  expect(textsOf(xml, "PrezzoTotale")).toEqual(["200.00", "-5.00", "4.00"]);
  expect(textsOf(xml, "Descrizione")).toEqual(["Consulenza", "Fedeltà", "Spese accessorie"]);
});

test("names, the register and the transmitter", async () => {
  const person = await written("to a person");
  expect([textsOf(person, "Nome"), textsOf(person, "Cognome")]).toEqual([["Mario"], ["Rossi"]]);
  const company = await written("of a registered company with a transmitter");
  expect(company).toContain("<IdTrasmittente><IdPaese>IT</IdPaese><IdCodice>01879020517</IdCodice></IdTrasmittente>");
  expect(company).toContain(
    "<IscrizioneREA><Ufficio>MI</Ufficio><NumeroREA>1234567</NumeroREA><CapitaleSociale>10000.00</CapitaleSociale>" +
      "<SocioUnico>SU</SocioUnico><StatoLiquidazione>LN</StatoLiquidazione></IscrizioneREA>",
  );
  expect(textsOf(company, "Telefono")).toEqual(["021234567"].map((digits) => `+39${digits}`));
});

test("a client abroad has its country, no postal code, and a number whatever it is", async () => {
  const xml = toFatturaPA(await issued({ clientCountry: "US", clientVatNumber: undefined, clientAddress: PARIS }));
  expect(xml).toContain("<IdFiscaleIVA><IdPaese>US</IdPaese><IdCodice>99999999999</IdCodice></IdFiscaleIVA>");
  expect(xml).toContain("<CAP>00000</CAP><Comune>75001 Paris</Comune><Nazione>US</Nazione>");
});

test("who draws up a self-billed invoice is the client", async () => {
  expect(textsOf(await written("self-billed"), "SoggettoEmittente")).toEqual(["CC"]);
});

test("the number of the file is the caller's, or the last ten letters and digits of the document's", async () => {
  const invoice = await issued({});
  expect(textsOf(toFatturaPA(invoice), "ProgressivoInvio")).toEqual(["2026110001"]);
  expect(textsOf(toFatturaPA(invoice, { progressive: "00A1" }), "ProgressivoInvio")).toEqual(["00A1"]);
});

// biome-ignore format: one text a line
test.each([
  ["Città è già più",      "Città è già più",      "Citta e gia piu"],
  ["100 € – „così“…",      '100 EUR - "così"...',  '100 EUR - "cosi"...'],
  ["Žižka Łódź Ćwikła",    "Zizka Lódz Cwikla",    "Zizka Lodz Cwikla"],
  ["Παράδειγμα Θέμις",     "Paradeigma Themis",    "Paradeigma Themis"],
  ["Щука Йод Юлия",        "Shtuka Yod Yuliya",    "Shtuka Yod Yuliya"],
  ["Straße Ærø Œuvre",     "Straße Ærø OEuvre",    "Strasse AEro OEuvre"],
  ["ﬁne ½ ²",              "fine ½ ²",             "fine 1/2 2"],
  ["a\tb\n c\u0085d",      "a b c d",              "a b c d"],
  ["a 🧾 株",               "a ? ?",                "a ? ?"],
])("%j is written in Latin letters and, in codes, in ASCII", async (text, latin, ascii) => {
  const items = [{ ...ORDER.items[0]!, description: text }];
  const xml = toFatturaPA(await issued({ items, purchaseOrderReference: text }));
  const unescaped = (texts: unknown[]) => texts.map((each) => String(each).replaceAll("&quot;", '"'));
  expect(unescaped(textsOf(xml, "Descrizione"))).toEqual([latin]);
  expect(unescaped(textsOf(xml, "IdDocumento"))).toEqual([ascii]);
});
