/** Goal: what FA(3) files say where EN 16931 has other codes or none. */
import type { CompanyProfile, CreditOrder, Invoice, InvoiceOrder } from "faktura";
import { toKsef } from "faktura/einvoice/pl";
import { describe, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { FRENCH, ORDER, SCENES, SELLER } from "./scenes.ts";

const ITEM = ORDER.items[0]!;
const KSEF = "5261040828-20261120-0100001AF629-AF";

async function issued(order: Partial<InvoiceOrder>, seller: Partial<CompanyProfile> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  return acme.issue({ ...ORDER, ...order });
}

async function written(name: string): Promise<string> {
  const [, order, seller] = SCENES.find(([scene]) => scene === name)!;
  return toKsef(await issued(order, seller), { correctedKsefNumber: KSEF });
}

async function credited(order: Partial<InvoiceOrder>, credit: Partial<CreditOrder> = {}): Promise<string> {
  const { acme } = await openBooks(undefined, SELLER);
  const { id } = await acme.issue({ ...ORDER, ...order });
  return toKsef(await acme.credit(id, { reason: "Zwrot", ...credit }), { correctedKsefNumber: KSEF });
}

/** The texts of an element, wherever it is. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text]) => text);

/** The sums and their VAT. */
const sumsOf = (xml: string) =>
  [...xml.matchAll(/<(P_1[34]_\w+)>([^<]*)</g)].map(([, name, text]) => `${name} ${text}`);

// biome-ignore format: one treatment a line
test.each([
  ["an ordinary invoice",                           ["23"],                      ["P_13_1 200", "P_14_1 46"],       "2"],
  ["at 0 %",                                        ["0 KR"],                    ["P_13_6_1 200"],                  "2"],
  ["of a taxi",                                     ["4"],                       ["P_13_4 200", "P_14_4 8"],        "2"],
  ["of exempt insurance",                           ["zw"],                      ["P_13_7 200"],                    "2"],
  ["of a small business",                           ["zw"],                      ["P_13_7 200"],                    "2"],
  ["with a domestic reverse charge",                ["oo"],                      ["P_13_10 200"],                   "1"],
  ["with a domestic reverse charge to a French company",  ["oo"],                ["P_13_10 200"],                   "1"],
  ["with a reverse charge in Germany",              ["np I"],                    ["P_13_8 200"],                    "1"],
  ["of services to a French company",               ["np II"],                   ["P_13_9 200"],                    "1"],
  ["in a triangle",                                 ["np I"],                    ["P_13_8 200"],                    "1"],
  ["of goods to a French company",                  ["0 WDT"],                   ["P_13_6_2 200"],                  "2"],
  ["exported",                                      ["0 EX"],                    ["P_13_6_3 200"],                  "2"],
  ["of services to an American company",            ["np I"],                    ["P_13_8 200"],                    "2"],
  ["to a Norwegian company, with reverse charge",   ["np I"],                    ["P_13_8 200"],                    "1"],
  ["to a French consumer through OSS",              [],                          ["P_13_5 200", "P_14_5 40"],       "2"],
  ["to an Irish consumer at 0 %",                   [],                          ["P_13_5 200", "P_14_5 0"],        "2"],
  ["of services to a company in Monaco",            ["np II"],                   ["P_13_9 200"],                    "1"],
])("the rate, the sums and the reverse charge: %s", async (name, rates, sums, reverseCharge) => {
  const xml = await written(name);
  expect(textsOf(xml, "P_12")).toEqual(rates);
  expect(sumsOf(xml)).toEqual(sums);
  expect(textsOf(xml, "P_18")).toEqual([reverseCharge]);
});

test("several rates have their own sums", async () => {
  const xml = await written("at several rates");
  expect(sumsOf(xml)).toEqual(["P_13_1 200", "P_14_1 46", "P_13_2 200", "P_14_2 16", "P_13_3 33.3", "P_14_3 1.67"]);
});

test("what is sold through OSS has the rate of its state, and its procedure unless it is a service", async () => {
  const xml = await written("to a French consumer through OSS");
  expect([textsOf(xml, "P_12_XII"), textsOf(xml, "Procedura")]).toEqual([["20"], ["WSTO_EE"]]);
});

test("a triangle has its mark, its procedure and both VAT numbers", async () => {
  const xml = await written("in a triangle");
  expect([textsOf(xml, "P_23"), textsOf(xml, "Procedura")]).toEqual([["1"], ["TT_D"]]);
  expect(xml).toContain("<Podmiot1><PrefiksPodatnika>PL</PrefiksPodatnika><DaneIdentyfikacyjne><NIP>5261040828</NIP>");
  expect(xml).toContain("<KodUE>FR</KodUE><NrVatUE>40303265045</NrVatUE>");
});

// biome-ignore format: one client a line
test.each([
  ["an ordinary invoice",                         "<NIP>5260250995</NIP>"],
  ["to a consumer",                               "<BrakID>1</BrakID>"],
  ["of services to a Greek company",              "<KodUE>EL</KodUE><NrVatUE>094259216</NrVatUE>"],
  ["to a Norwegian company, with reverse charge", "<KodKraju>NO</KodKraju><NrID>123456789MVA</NrID>"],
])("how the client is known: %s", async (name, id) => {
  expect(await written(name)).toContain(`<Podmiot2><DaneIdentyfikacyjne>${id}<Nazwa>`);
});

describe("margin schemes", () => {
  test.each([
    ["of a travel agent", "2"],
    ["of used goods", "3_1"],
    ["of works of art", "3_2"],
    ["of antiques", "3_3"],
  ])("an invoice %s has its mark, gross amounts and no rate", async (name, scheme) => {
    const xml = await written(name);
    expect(xml).toContain(`<PMarzy><P_PMarzy>1</P_PMarzy><P_PMarzy_${scheme}>1</P_PMarzy_${scheme}></PMarzy>`);
    expect(xml).toContain("<P_9B>100</P_9B><P_11A>200</P_11A>");
    expect(["P_11", "P_12", "P_9A", "P_19"].flatMap((element) => textsOf(xml, element))).toEqual([]);
    expect(sumsOf(xml)).toEqual(["P_13_11 200"]);
    expect(textsOf(xml, "P_15")).toEqual(["200"]);
  });

  test("lines beside them keep their rates", async () => {
    const xml = await written("of used goods at gross prices, beside new ones");
    expect(textsOf(xml, "P_12")).toEqual(["23"]);
    expect(sumsOf(xml)).toEqual(["P_13_1 200", "P_14_1 46", "P_13_11 200"]);
  });

  test("a correction takes back what the lines said", async () => {
    const [, order] = SCENES.find(([scene]) => scene === "of used goods")!;
    const xml = await credited(order, { lines: [{ line: 1, quantity: 1 }] });
    expect(sumsOf(xml)).toEqual(["P_13_11 -100"]);
    expect([textsOf(xml, "P_11A"), textsOf(xml, "P_PMarzy_3_1")]).toEqual([["-100"], ["1"]]);
  });
});

test.each([
  ["in its own words", { unit: "godz." }, {}, "godz."],
  ["else as a code", { unitCode: "KGM" }, {}, "KGM"],
  ["else of pieces", {}, {}, "szt."],
  ["of pieces if the code says one", { unitCode: "C62" }, {}, "szt."],
  ["else of services", {}, { supply: "services" }, "usł."],
] as const)("a line always has a measure, %s", async (_, item, order, unit) => {
  const xml = toKsef(await issued({ ...order, items: [{ ...ITEM, unit: undefined, ...item }] }));
  expect(textsOf(xml, "P_8A")).toEqual([unit]);
});

const kilos = { ...ITEM, unit: "kg", charges: [{ amount: 3, reason: "Worek" }] };

describe("so does a line that is", () => {
  test("a charge, an allowance, or above the discounts of another line: it is one piece", async () => {
    const xml = toKsef(await issued({ items: [kilos], allowances: [{ amount: 5 }], charges: [{ amount: 2 }] }));
    expect(textsOf(xml, "P_8A")).toEqual(["kg", "szt.", "szt.", "szt."]);
    expect(textsOf(xml, "P_8B")).toEqual(["2", "1", "1", "1"]);
    expect(textsOf(xml, "P_9A")).toEqual(["100", "3", "-5", "2"]);
    expect(textsOf(xml, "P_11")).toEqual(["200", "3", "-5", "2"]);
  });

  test("one service, at a gross price", async () => {
    const xml = toKsef(await issued({ supply: "services", prices: "gross", charges: [{ amount: 12.3 }] }));
    expect([textsOf(xml, "P_8A")[1], textsOf(xml, "P_9B")[1], textsOf(xml, "P_11A")[1]]).toEqual([
      "usł.",
      "12.3",
      "12.3",
    ]);
  });

  test("taken back", async () => {
    const xml = await credited({ items: [kilos], allowances: [{ amount: 5 }] });
    expect(textsOf(xml, "P_8A")).toEqual(["kg", "szt.", "szt."]);
    expect(textsOf(xml, "P_8B")).toEqual(["-2", "-1", "-1"]);
    expect(textsOf(xml, "P_11")).toEqual(["-200", "-3", "5"]);
  });

  test.each([
    ["goods", "szt."],
    ["services", "usł."],
  ] as const)("a correction of an amount of %s, without a quantity", async (supply, unit) => {
    const xml = await credited({ supply }, { lines: [{ line: 1, netAmount: 50 }] });
    expect([textsOf(xml, "P_8A"), textsOf(xml, "P_8B"), textsOf(xml, "P_9A")]).toEqual([[unit], [], []]);
  });
});

test("an ordinary invoice concerns no local authority and no VAT group, and nothing special", async () => {
  const xml = await written("an ordinary invoice");
  expect(xml).toContain("<JST>2</JST><GV>2</GV></Podmiot2><Fa>");
  expect(xml).toContain(
    "<Adnotacje><P_16>2</P_16><P_17>2</P_17><P_18>2</P_18><P_18A>2</P_18A><Zwolnienie><P_19N>1</P_19N></Zwolnienie>" +
      "<NoweSrodkiTransportu><P_22N>1</P_22N></NoweSrodkiTransportu><P_23>2</P_23>" +
      "<PMarzy><P_PMarzyN>1</P_PMarzyN></PMarzy></Adnotacje><RodzajFaktury>VAT</RodzajFaktury>",
  );
});

test("units of a local authority and members of a VAT group are third parties", async () => {
  const local = await written("for a local authority's school");
  expect(local).toContain(
    "<JST>1</JST><GV>2</GV></Podmiot2><Podmiot3><DaneIdentyfikacyjne><IDWew>5260250995-00012</IDWew>",
  );
  expect(textsOf(local, "Rola")).toEqual(["8"]);
  const member = await written("for a member of a VAT group");
  expect(member).toContain("<JST>2</JST><GV>1</GV></Podmiot2><Podmiot3><DaneIdentyfikacyjne><NIP>5260250995</NIP>");
  expect(textsOf(member, "Rola")).toEqual(["10"]);
});

test("a factor is a third party whose account it is, another payee is described", async () => {
  const factored = await written("factored");
  expect([textsOf(factored, "Rola"), textsOf(factored, "NrID")]).toEqual([["1"], ["0000123456"]]);
  expect(factored).toContain("<RachunekBankowyFaktora><NrRB>PL61109010140000071219812874</NrRB>");
  expect(textsOf(await written("paid to another"), "OpisRoli")).toEqual(["Odbiorca płatności"]);
});

// biome-ignore format: one mark a line
test.each([
  ["with cash accounting",               "P_16",  "1"],
  ["self-billed",                        "P_17",  "1"],
  ["of annex 15 above the limit",        "P_18A", "1"],
  ["of annex 15 below the limit",        "P_18A", "2"],
  ["with split payment by choice",       "P_18A", "1"],
  ["of exempt insurance",                "P_19A", "art. 43 ust. 1 pkt 37 ustawy o VAT"],
  ["of a small business",                "P_19A", "art. 113 ust. 1 ustawy o VAT"],
  ["exempt by the directive",            "P_19B", "art. 132 ust. 1 lit. i dyrektywy 2006/112/WE"],
  ["exempt by another law",              "P_19C", "Umowa"],
])("%s: %s is %s", async (name, mark, value) => {
  expect(textsOf(await written(name), mark)).toEqual([value]);
});

describe("annex 15", () => {
  const sold = (total: number, more: Partial<InvoiceOrder> = {}) =>
    issued({
      items: [{ ...ITEM, quantity: 1, unitPrice: total, national: { pl: { annex15: true } } }],
      prices: "gross",
      ...more,
    });

  test.each([
    ["at PLN 15,000", 15_000, {}, "2"],
    ["above PLN 15,000", 15_000.01, {}, "1"],
    ["unless the order says so", 20_000, { national: { pl: { splitPayment: false } } }, "2"],
    [
      "above its value in euros",
      3_600,
      { currency: "EUR", exchangeRate: { rate: 4.25, date: "2026-11-19", source: "NBP" } },
      "1",
    ],
    ["not of consumers", 20_000, { clientVatNumber: undefined }, "2"],
    ["not without Polish VAT", 20_000, { ...FRENCH, supply: "goods" }, "2"],
    ["not without Polish VAT, in euros", 20_000, { ...FRENCH, supply: "goods", currency: "EUR" }, "2"],
  ] as const)("split payment %s, in the file and in the note", async (_, total, more, mark) => {
    const invoice = await sold(total, more);
    const xml = toKsef(invoice);
    expect([textsOf(xml, "P_18A"), textsOf(xml, "P_12_Zal_15")]).toEqual([[mark], ["1"]]);
    expect(invoice.vatNote.includes("mechanizm podzielonej płatności")).toBe(mark === "1");
  });

  test.each([
    ["above the limit", 20_000, "1"],
    ["below it", 10_000, "2"],
  ])("a correction of a small part has the mark of its invoice, which is %s", async (_, total, mark) => {
    const items = [{ ...ITEM, quantity: 100, unitPrice: total / 100, national: { pl: { annex15: true } } }];
    const xml = await credited({ items, prices: "gross" }, { lines: [{ line: 1, quantity: 1 }] });
    expect([textsOf(xml, "P_15"), textsOf(xml, "P_18A")]).toEqual([[String(-total / 100)], [mark]]);
  });
});

test("VAT of 0.02 twice, at 4.25, is 0.09 each in PLN, but 0.17 in the books", async () => {
  const items = [0.09, 0.25].map((unitPrice, index) => ({
    ...ITEM,
    quantity: 1,
    unitPrice,
    vatRates: { PL: [23, 8][index]! },
  }));
  const exchangeRate = { rate: 4.25, date: "2026-11-19", source: "NBP" };
  const invoice = await issued({ currency: "EUR", exchangeRate, items });
  expect(invoice.taxTotalInTaxCurrency).toBe(0.17);
  expect(sumsOf(toKsef(invoice)).filter((sum) => sum.includes("W "))).toEqual(["P_14_1W 0.08", "P_14_2W 0.09"]);
});

test("another currency states its VAT in PLN as the books do, and the rate on each line", async () => {
  const invoice = await issued({
    currency: "EUR",
    exchangeRate: { rate: 4.2512, date: "2026-11-19", source: "NBP" },
    items: [0.37, 1.11, 2.71].map((unitPrice, index) => ({ ...ITEM, unitPrice, vatRates: { PL: [23, 8, 5][index]! } })),
  });
  const xml = toKsef(invoice);
  expect(textsOf(xml, "KursWaluty")).toEqual(["4.2512", "4.2512", "4.2512"]);
  const inPln = ["P_14_1W", "P_14_2W", "P_14_3W"].map((name) => Number(textsOf(xml, name)[0]));
  expect(inPln.reduce((sum, vat) => sum + Math.round(vat * 100), 0) / 100).toBe(invoice.taxTotalInTaxCurrency);
});

describe("a credit note", () => {
  test("is a correction by differences, which names its invoice and the reason", async () => {
    const xml = await credited({}, { lines: [{ line: 1, quantity: 1 }] });
    expect(sumsOf(xml)).toEqual(["P_13_1 -100", "P_14_1 -23"]);
    expect(textsOf(xml, "P_15")).toEqual(["-123"]);
    expect([textsOf(xml, "P_8B"), textsOf(xml, "P_9A"), textsOf(xml, "P_11")]).toEqual([["-1"], ["100"], ["-100"]]);
    expect(xml).toContain(
      "<RodzajFaktury>KOR</RodzajFaktury><PrzyczynaKorekty>Zwrot</PrzyczynaKorekty><DaneFaKorygowanej>" +
        "<DataWystFaKorygowanej>2026-11-20</DataWystFaKorygowanej><NrFaKorygowanej>FV-202611-0001</NrFaKorygowanej>" +
        `<NrKSeF>1</NrKSeF><NrKSeFFaKorygowanej>${KSEF}</NrKSeFFaKorygowanej></DaneFaKorygowanej>`,
    );
    expect(xml).not.toContain("<Platnosc>");
  });

  test("of an amount states no quantity", async () => {
    const xml = await credited({}, { lines: [{ line: 1, netAmount: 50 }] });
    expect([textsOf(xml, "P_8B"), textsOf(xml, "P_9A"), textsOf(xml, "P_11")]).toEqual([[], [], ["-50"]]);
  });

  test("of an invoice outside of KSeF says so", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const credit = await acme.credit((await acme.issue(ORDER)).id, { reason: "Zwrot" });
    expect(toKsef(credit, { correctedKsefNumber: "none" })).toContain("<NrKSeFN>1</NrKSeFN></DaneFaKorygowanej>");
  });

  test("takes back discounts and returns, in PLN too", async () => {
    const rate = { rate: 4.25, date: "2026-11-19", source: "NBP" };
    const items = [
      { ...ITEM, discount: { percent: 10 } },
      { ...ITEM, quantity: -1 },
    ];
    const xml = await credited({ items, currency: "EUR", exchangeRate: rate });
    expect([textsOf(xml, "P_8B"), textsOf(xml, "P_10"), textsOf(xml, "P_11")]).toEqual([
      ["-2", "1"],
      ["-20"],
      ["-180", "100"],
    ]);
    expect(sumsOf(xml)).toEqual(["P_13_1 -80", "P_14_1 -18.4", "P_14_1W -78.2"]);
  });

  test("says when it takes effect, and gives a long reason whole", async () => {
    const reason = "Z".repeat(600);
    const xml = await credited({}, { reason, national: { pl: { correctionType: "2" } } });
    expect(textsOf(xml, "TypKorekty")).toEqual(["2"]);
    expect(textsOf(xml, "PrzyczynaKorekty")).toEqual(["Z".repeat(256)]);
    expect(textsOf(xml, "Wartosc").join("")).toBe(reason);
  });
});

test("a debit note is a correction by positive differences", async () => {
  const xml = await written("a debit note");
  expect([textsOf(xml, "RodzajFaktury"), textsOf(xml, "P_15")]).toEqual([["KOR"], ["246"]]);
  expect(textsOf(xml, "NrFaKorygowanej")).toEqual(["FV-1"]);
});

test("gross prices are written with net amounts", async () => {
  const xml = await written("at gross prices");
  expect([textsOf(xml, "P_9A"), textsOf(xml, "P_9B")]).toEqual([[], ["9.99", "0.05", "10", "1"]]);
  expect(textsOf(xml, "P_10")).toEqual(["0.06"]);
  expect(textsOf(xml, "P_11A")).toEqual(["69.93", "0.59", "20", "1"]);
  expect(textsOf(xml, "P_7").at(-1)).toBe("Pakowanie");
});

test("discounts are stated on their lines; charges are lines of their own, as are those of the invoice", async () => {
  const lines = await written("with discounts");
  expect(textsOf(lines, "P_10")).toEqual(["25", "10", "232.33"]);
  expect(textsOf(lines, "P_11")).toEqual(["175", "290", "467.67", "200", "10"]);
  const returned = await written("with a return of a charge");
  expect([textsOf(returned, "P_8B"), textsOf(returned, "P_10")]).toEqual([["2", "-1", "1"], []]);
  expect(textsOf(returned, "P_11")).toEqual(["200", "-100", "-5"]);
  const whole = await written("with allowances and charges");
  expect(textsOf(whole, "P_7")).toEqual(["Doradztwo", "Lojalność", "Opłata dodatkowa"]);
  expect(textsOf(whole, "P_11")).toEqual(["200", "-5", "4"]);
});

test("what is left to pay is the total with the rounding, less what was paid before", async () => {
  expect(await written("prepaid in part")).toContain(
    "<Rozliczenie><Odliczenia><Kwota>46</Kwota><Powod>Wpłacono wcześniej</Powod></Odliczenia>" +
      "<DoZaplaty>200</DoZaplaty></Rozliczenie>",
  );
  expect(await written("with a rounding amount")).toContain(
    "<Kwota>0.01</Kwota><Powod>Zaokrąglenie</Powod></Obciazenia>",
  );
  expect(await credited({ roundingAmount: 0.01 })).toContain("<DoRozliczenia>246.01</DoRozliczenia>");
});

// biome-ignore format: one means a line
test.each([
  ["an ordinary invoice",   "<FormaPlatnosci>6</FormaPlatnosci><RachunekBankowy><NrRB>PL61109010140000071219812874</NrRB>"],
  ["paid by card",          "<FormaPlatnosci>2</FormaPlatnosci></Platnosc>"],
  ["by direct debit",       "<PlatnoscInna>1</PlatnoscInna><OpisPlatnosci>Polecenie zapłaty</OpisPlatnosci></Platnosc>"],
  ["paid in another way",   "<PlatnoscInna>1</PlatnoscInna><OpisPlatnosci>Barter</OpisPlatnosci></Platnosc>"],
])("the means of payment: %s", async (name, payment) => {
  expect(await written(name)).toContain(payment);
});

test("numbers of the article have their fields, and what has none is a further text of its line", async () => {
  const xml = await written("with every reference");
  const one = (name: string) => textsOf(xml, name)[0];
  expect(["Indeks", "GTIN", "PKWiU", "CN", "GTU", "Procedura"].map(one)).toEqual([
    "A-1",
    "5901234123457",
    "62.01.11.0",
    "84182191",
    "GTU_12",
    "B_SPV",
  ]);
  expect(["WZ", "NrUmowy", "NrZamowienia", "NrKlienta", "P_6_Od", "P_6_Do"].map(one)).toEqual([
    "WZ 1",
    "U-1",
    "Z-1",
    "K-1",
    "2026-11-01",
    "2026-11-15",
  ]);
  expect(xml).toContain(
    "<DodatkowyOpis><NrWiersza>1</NrWiersza><Klucz>Kolor</Klucz><Wartosc>Biały</Wartosc></DodatkowyOpis>",
  );
  expect(xml).toContain("<DodatkowyOpis><NrWiersza>2</NrWiersza><Klucz>Indeks</Klucz>");
  expect(xml).toContain("<NrWiersza>2</NrWiersza><Klucz>Numer towaru</Klucz><Wartosc>4012345000009</Wartosc>");
  expect(xml).toContain("<NrWiersza>2</NrWiersza><Klucz>Klasyfikacja STI</Klucz><Wartosc>72000000</Wartosc>");
});

test("a description goes on in further texts of its line", async () => {
  const description = "Ż".repeat(1000);
  const xml = toKsef(await issued({ items: [{ ...ITEM, description }] }));
  expect(textsOf(xml, "P_7")[0] + textsOf(xml, "Wartosc").join("")).toBe(description);
});

test("the day of the supply is stated if it is another one", async () => {
  expect(textsOf(await written("an ordinary invoice"), "P_6")).toEqual([]);
  expect(textsOf(await written("of goods to a French company"), "P_6")).toEqual(["2026-11-19"]);
});

test("a tax representative is authorised, and the register and the contact are the seller's", async () => {
  const xml = await written("of a foreign company with a representative");
  expect(xml).toContain("<PodmiotUpowazniony><DaneIdentyfikacyjne><NIP>5260250995</NIP>");
  expect(textsOf(xml, "RolaPU")).toEqual(["3"]);
  const company = await written("of a registered company");
  expect(["KRS", "Telefon", "StopkaFaktury"].map((name) => textsOf(company, name)[0])).toEqual([
    "0000123456",
    "+48 22 1234567",
    "Kapitał zakładowy 5 000 zł",
  ]);
});

test("characters that KSeF refuses become U+FFFD", async () => {
  expect(textsOf(await written("with bad characters"), "P_7")).toEqual([
    "a ]]&gt; b \u0085 — „ß“ 🧾 Žižka №5\uFFFD\uFFFD\uFFFD",
  ]);
});

test("the same document always gives the same bytes", async () => {
  const invoice = await issued({ ...FRENCH, supply: "services" });
  expect(toKsef(invoice)).toBe(toKsef(JSON.parse(JSON.stringify(invoice)) as Invoice));
  expect(textsOf(toKsef(invoice), "DataWytworzeniaFa")).toEqual(["2026-11-20T12:00:00Z"]);
});
