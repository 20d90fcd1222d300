/** Goal: what records say where EN 16931 has other codes or none, and what the link of the QR code contains. */
import type { CompanyProfile, CreditOrder, InvoiceOrder } from "faktura";
import { verifactuQrUrl } from "faktura/einvoice/es";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { FRENCH, manual, ORDER, RATE, recordsOf, SCENES, SELLER } from "./scenes.ts";

const ITEM = ORDER.items[0]!;

/** The record of an invoice, and that of its credit note if there is a credit. */
async function recorded(order: Partial<InvoiceOrder>, seller: Partial<CompanyProfile> = {}, credit?: CreditOrder) {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...order });
  if (credit !== undefined) await acme.credit(invoice.id, credit);
  return (await recordsOf(acme)).at(-1)!.xml;
}

function scene(name: string) {
  const [, order, seller] = SCENES.find(([known]) => known === name)!;
  return recorded(order, seller);
}

const textOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

/** Each detail: tax, regime, operation, rate, base, VAT, rate of the surcharge, surcharge. */
const detailsOf = (xml: string) =>
  [...xml.matchAll(/<DetalleDesglose>(.*?)<\/DetalleDesglose>/g)].map(([, detail = ""]) =>
    [...detail.matchAll(/>([^<]+)</g)].map(([, value]) => value).join(" "),
  );

const SURCHARGED = [
  "01 01 S1 10 191.86 19.19 1.4 2.69",
  "01 01 S1 21 23.98 5.04",
  "01 01 S1 21 63.95 13.43 1.75 1.12",
  "01 01 S1 21 191.87 40.29 5.2 9.98",
];

// biome-ignore format: one treatment a line
test.each([
  ["an ordinary invoice",                       "F1", ["01 01 S1 21 200.00 42.00"]],
  ["simplified",                                "F2", ["01 01 S1 21 200.00 42.00"]],
  ["in place of simplified ones",               "F3", ["01 01 S1 21 200.00 42.00"]],
  ["at several rates",                          "F1", ["01 01 S1 4 33.30 1.33", "01 01 S1 10 200.00 20.00", "01 01 S1 21 200.00 42.00"]],
  ["at 0 %",                                    "F1", ["01 01 S1 0 200.00 0.00"]],
  ["in dollars",                                "F1", ["01 01 S1 21 182.46 38.32"]],
  ["exported in dollars",                       "F1", ["01 02 E2 182.46"]],
  ["exempt in dollars",                         "F1", ["01 01 E1 182.46"]],
  ["of exempt training",                        "F1", ["01 01 E1 200.00"]],
  ["exempt by a code",                          "F1", ["01 02 E3 200.00", "01 01 S1 21 2.00 0.42"]],
  ["of a company without VAT registration",     "F1", ["01 01 E1 200.00"]],
  ["with a domestic reverse charge",            "F1", ["01 01 S2 0 200.00 0.00"]],
  ["of services to a French company",           "F1", ["01 01 N2 200.00"]],
  ["of goods to a French company",              "F1", ["01 01 E5 200.00"]],
  ["in a triangle",                             "F1", ["01 01 N2 200.00"]],
  ["to a French consumer through OSS",          "F2", ["01 17 N2 200.00"]],
  ["to a known French consumer through OSS",    "F1", ["01 17 N2 200.00"]],
  ["to a Dutch consumer through OSS, with a charge that is taxed at home",  "F2", ["01 01 S1 21 10.00 2.10", "01 17 N2 200.00"]],
  ["to a French consumer, taxed at home",       "F2", ["01 01 S1 21 200.00 42.00"]],
  ["exported",                                  "F1", ["01 02 E2 200.00"]],
  ["of services to an American company",        "F1", ["01 01 N2 200.00"]],
  ["of goods to Tenerife",                      "F1", ["01 02 E2 200.00"]],
  ["of services to a company in Tenerife",      "F1", ["01 08 N2 200.00"]],
  ["outside the scope",                         "F1", ["01 01 N1 200.00"]],
  ["of services to a Spanish company, located in the USA",           "F1", ["01 01 N2 200.00"]],
  ["outside the scope, located in France",                           "F1", ["01 01 N2 200.00"]],
  ["outside the scope, located in France, to a client in Tenerife",  "F1", ["01 01 N2 200.00"]],
  ["with a reverse charge in France",                                "F1", ["01 01 N2 200.00"]],
  ["with a domestic reverse charge to a French company",             "F1", ["01 01 S2 0 200.00 0.00"]],
  ["located abroad, with an allowance",                              "F1", ["01 01 N2 180.00"]],
  ["with IGIC",                                 "F1", ["03 01 S1 7 200.00 14.00"]],
  ["with IPSI",                                 "F1", ["02 01 S1 0.5 200.00 1.00"]],
  ["with cash accounting",                      "F1", ["01 07 S1 21 200.00 42.00"]],
  ["of a rental of business premises",          "F1", ["01 11 S1 21 200.00 42.00"]],
  ["with the equivalence surcharge",            "F1", SURCHARGED],
  ["with the equivalence surcharge and cash accounting",  "F1", SURCHARGED.map((detail) => detail.replace("01 01", "01 07"))],
  ["a debit note",                              "R1", ["01 01 S1 21 200.00 42.00"]],
  ["a debit note of a simplified invoice to a known client",  "R5", ["01 01 S1 21 200.00 42.00"]],
  ["a debit note to a consumer",                "R5", ["01 01 S1 21 200.00 42.00"]],
  ["a corrected invoice",                       "R4", ["01 01 S1 21 200.00 42.00"]],
])("the type and the details: %s", async (name, type, details) => {
  const xml = await scene(name);
  expect(textOf(xml, "TipoFactura")).toBe(type);
  expect(detailsOf(xml)).toEqual(details);
});

test("lines of one rate in two regimes share its VAT", async () => {
  const xml = await scene("of lines in different regimes");
  // 133.33 less 3 % is not in one regime, so the allowance is in the one that follows from the VAT.
  expect(detailsOf(xml)).toEqual(["01 11 S1 21 66.66 14.00", "01 01 S1 21 62.67 13.16"]);
  expect([textOf(xml, "CuotaTotal"), textOf(xml, "ImporteTotal")]).toEqual(["27.16", "156.49"]);
});

test("VAT in another currency is that of the books, and no detail differs by a cent or more", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const items = [21, 10, 4].map((rate) => ({ ...ITEM, quantity: 1, unitPrice: 10.03, vatRates: { ES: rate } }));
  const invoice = await acme.issue({ ...ORDER, currency: "USD", exchangeRate: RATE, items });
  const [record] = await recordsOf(acme);
  expect(textOf(record!.xml, "CuotaTotal")).toBe(invoice.taxTotalInTaxCurrency!.toFixed(2));
  expect(detailsOf(record!.xml)).toEqual(["01 01 S1 4 9.15 0.36", "01 01 S1 10 9.15 0.92", "01 01 S1 21 9.15 1.92"]);
});

test("the total leaves out the VAT of another state, so that it is the sum of the details", async () => {
  const xml = await scene("to a French consumer through OSS");
  expect([textOf(xml, "CuotaTotal"), textOf(xml, "ImporteTotal")]).toEqual(["0.00", "200.00"]);
  expect(textOf(xml, "FacturaSinIdentifDestinatarioArt61d")).toBe("S");
});

test("a credit note is a correction by differences, with negative amounts", async () => {
  const xml = await recorded({}, {}, { reason: "Devolución", lines: [{ line: 1, quantity: 1 }] });
  expect(xml).toContain(
    "<TipoFactura>R1</TipoFactura><TipoRectificativa>I</TipoRectificativa><FacturasRectificadas><IDFacturaRectificada>" +
      "<IDEmisorFactura>B12345674</IDEmisorFactura><NumSerieFactura>FV-202611-0001</NumSerieFactura>" +
      "<FechaExpedicionFactura>20-11-2026</FechaExpedicionFactura></IDFacturaRectificada></FacturasRectificadas>",
  );
  expect(detailsOf(xml)).toEqual(["01 01 S1 21 -100.00 -21.00"]);
  expect([textOf(xml, "CuotaTotal"), textOf(xml, "ImporteTotal")]).toEqual(["-21.00", "-121.00"]);
});

test("the reason of a correction is as stated", async () => {
  const credit: CreditOrder = { reason: "Concurso", national: { es: { correctionType: "R2" } } };
  expect(textOf(await recorded({}, {}, credit), "TipoFactura")).toBe("R2");
});

test("a credit note of a simplified invoice is R5 without a client, even if it names one now", async () => {
  const clientId = { type: "03", id: "X1", country: "US" } as const;
  for (const national of [undefined, { es: { clientId } }]) {
    const xml = await recorded(
      { clientVatNumber: undefined },
      {},
      { reason: "Devolución", ...(national && { national }) },
    );
    expect(textOf(xml, "TipoFactura")).toBe("R5");
    expect(xml).not.toContain("Destinatarios");
  }
});

test("a corrected invoice names the amounts that it replaces", async () => {
  const xml = await scene("a corrected invoice");
  expect(xml).toContain("<TipoRectificativa>S</TipoRectificativa>");
  expect(xml).toContain(
    "<ImporteRectificacion><BaseRectificada>150.00</BaseRectificada><CuotaRectificada>31.50</CuotaRectificada></ImporteRectificacion>",
  );
});

test("an invoice in place of simplified ones names them", async () => {
  expect(await scene("in place of simplified ones")).toContain(
    "<FacturasSustituidas><IDFacturaSustituida><IDEmisorFactura>B12345674</IDEmisorFactura><NumSerieFactura>FV-1</NumSerieFactura>",
  );
});

// biome-ignore format: one client a line
test.each([
  ["an ordinary invoice",                            "<NIF>A58818501</NIF>"],
  ["of goods to a French company",                   "<IDOtro><IDType>02</IDType><ID>FR40303265045</ID></IDOtro>"],
  ["of services to a Greek company",                 "<IDOtro><IDType>02</IDType><ID>EL094259216</ID></IDOtro>"],
  ["exported",                                       "<IDOtro><CodigoPais>US</CodigoPais><IDType>04</IDType><ID>123456789</ID></IDOtro>"],
  ["of services to a registered company",            "<IDOtro><CodigoPais>US</CodigoPais><IDType>06</IDType><ID>R-1</ID></IDOtro>"],
  ["to a client with a passport",                    "<IDOtro><CodigoPais>ES</CodigoPais><IDType>03</IDType><ID>X-1</ID></IDOtro>"],
  ["to a person that the tax agency does not know",  "<IDOtro><CodigoPais>ES</CodigoPais><IDType>07</IDType><ID>12345678Z</ID></IDOtro>"],
  ["to a known French consumer through OSS",         "<IDOtro><CodigoPais>FR</CodigoPais><IDType>03</IDType><ID>X1234567</ID></IDOtro>"],
  ["to a client in Kosovo",                          "<IDOtro><CodigoPais>QU</CodigoPais><IDType>04</IDType><ID>810000000</ID></IDOtro>"],
])("the client: %s", async (name, id) => {
  expect(await scene(name)).toContain(`${id}</IDDestinatario></Destinatarios>`);
});

test("what is sold is the order's description, else the company's, else the lines', cut to 500 characters", async () => {
  const description = async (order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>) =>
    textOf(await recorded(order, seller), "DescripcionOperacion");
  const own = { national: { es: { description: "Servicios" } } };
  expect(await description({ items: [ITEM, ITEM, { ...ITEM, description: "Viaje" }] })).toBe("Consultoría; Viaje");
  expect(await description({}, own)).toBe("Servicios");
  expect(await description({ national: { es: { description: "Octubre" } } }, own)).toBe("Octubre");
  expect([...(await description({ items: [{ ...ITEM, description: "🧾".repeat(501) }] }))!]).toHaveLength(500);
});

test("a credit note of charges alone is described by its reason", async () => {
  const credit = { reason: "Portes devueltos", charges: [{ position: 1 }] };
  const xml = await recorded({ charges: [{ amount: 5, reason: "Portes" }] }, {}, credit);
  expect(textOf(xml, "DescripcionOperacion")).toBe("Portes devueltos");
  expect(detailsOf(xml)).toEqual(["01 01 S1 21 -5.00 -1.05"]);
});

test("the day of the operation is written if it is before the invoice", async () => {
  expect(textOf(await scene("supplied earlier"), "FechaOperacion")).toBe("02-11-2026");
  expect(textOf(await recorded({ supplyDate: "2026-12-20" }), "FechaOperacion")).toBeUndefined();
  expect(textOf(await scene("an ordinary invoice"), "FechaOperacion")).toBeUndefined();
});

test("totals of a hundred million, and invoices that the client writes, say so", async () => {
  expect(textOf(await scene("of a hundred million"), "Macrodato")).toBe("S");
  expect(textOf(await scene("self-billed"), "EmitidaPorTerceroODestinatario")).toBe("D");
});

test("the link of the QR code has the NIF, the number, the day and the total of the record", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, invoicePrefix: "A/B" });
  const invoice = await acme.issue({ ...ORDER, ...manual({ taxRate: 21, unitPrice: 99.5 }) });
  const query = "nif=B12345674&numserie=A%2FB-202611-0001&fecha=20-11-2026&importe=240.79";
  const path = `/wlpl/TIKE-CONT/ValidarQR?${query}`;
  expect(verifactuQrUrl(invoice)).toBe(`https://www2.agenciatributaria.gob.es${path}`);
  expect(verifactuQrUrl(invoice, { environment: "test" })).toBe(`https://prewww2.aeat.es${path}`);
  const credit = await acme.credit(invoice.id, { reason: "Devolución" });
  expect(verifactuQrUrl(credit)).toContain("&importe=-240.79");
  const oss = await acme.issue({ ...ORDER, ...FRENCH, clientVatNumber: undefined, supply: "goods" });
  expect(verifactuQrUrl(oss)).toContain("&importe=200.00");
});

test("the link of the tax agency's example has its encoding", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = { ...(await acme.issue(ORDER)), invoiceNumber: "12345678&G33" };
  expect(verifactuQrUrl(invoice)).toContain("&numserie=12345678%26G33&fecha=");
});

test("an unknown environment and what is no document are refused", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  expect(() => verifactuQrUrl(invoice, { environment: "prod" as never })).toThrow(
    new TypeError("verifactuQrUrl: environment must be one of production, test"),
  );
  expect(() => verifactuQrUrl(acme.issue(ORDER) as never)).toThrow(TypeError);
});
