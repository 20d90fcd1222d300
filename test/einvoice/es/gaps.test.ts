/**
 * Goal: each thing that the tax agency refuses, or that a record cannot say, is a gap with the field that fixes it.
 * Method: a complete order is changed so that it breaks exactly one rule.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { isRefusal, verifactuGaps, verifactuQrUrl } from "faktura/einvoice/es";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { FRENCH, line, manual, ORDER, recordsOf, SELLER } from "./scenes.ts";

const ITEM = ORDER.items[0]!;
const earlier = [{ number: "FV-1", issueDate: "2026-10-01" }];
const clientId = (id: object) => ({ clientVatNumber: undefined, national: { es: { clientId: id as never } } });
const correction = (es: object, more: object = {}) => ({
  ...{ documentType: "383" as const, precedingInvoices: earlier, national: { es } },
  ...more,
});
const SIMPLIFIED = { national: { es: { invoiceType: "F2" } } } as const;
const RATES = [21, 10, 4, 0].flatMap((taxRate) => ["07", "11", "15", "18"].map((regime) => ({ taxRate, regime })));

type Row = readonly [gap: string, order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>];

// biome-ignore format: one gap a line
const ROWS: readonly Row[] = [
  ["IDEmisorFactura seller.vatNumber", {}, { vatNumber: undefined }],
  ["IDEmisorFactura seller.vatNumber", {}, { vatNumber: "ESB12345675" }],
  ["IDEmisorFactura seller.vatNumber", {}, { vatNumber: undefined, taxNumber: "12345678A" }],
  ["Destinatarios clientVatNumber", { clientVatNumber: undefined, national: { es: { invoiceType: "F1" } } }],
  ["Destinatarios clientVatNumber", { clientVatNumber: undefined, national: { es: { invoiceType: "F3" } } }],
  ["Destinatarios clientVatNumber", { ...manual({ vatCategory: "AE" }), clientVatNumber: undefined }],
  ["Destinatarios clientVatNumber", { clientVatNumber: undefined, selfBilled: true }],
  ["Destinatarios/NIF clientVatNumber", { clientVatNumber: "ESA58818502" }],
  ["Destinatarios/IDOtro national.es.clientId", clientId({ type: "02", id: "ESA58818501" })],
  ["Destinatarios/IDOtro national.es.clientId", clientId({ type: "02", id: "GB980780684" })],
  ["Destinatarios/IDOtro national.es.clientId", clientId({ type: "04", id: "X1" })],
  ["Destinatarios/IDOtro national.es.clientId", clientId({ type: "07", id: "A58818501" })],
  ["Destinatarios/IDOtro national.es.clientId", clientId({ type: "07", id: "12345678Z", country: "FR" })],
  ["Destinatarios/IDOtro national.es.clientId", { ...FRENCH, ...manual({ vatCategory: "G" }), clientCountry: "US", clientVatNumber: "1".repeat(21) }],
  ["Destinatarios/IDOtro national.es.clientId", { ...ORDER, ...manual({ taxRate: 21 }), clientCountry: undefined, ...clientId({ type: "03", id: "X1" }) }],
  ["Destinatarios/IDType national.es.correctionType", correction({ correctionType: "R3" }, { ...FRENCH, supply: "services" })],
  ["Destinatarios/IDType national.es.correctionType", correction({ correctionType: "R2", clientId: { type: "03", id: "X1" } }, { clientVatNumber: undefined })],
  ["TipoFactura clientVatNumber", { clientVatNumber: undefined, items: [{ ...ITEM, unitPrice: 1500 }] }],
  ["TipoFactura clientVatNumber", { ...FRENCH, clientVatNumber: undefined, supply: "services", items: [{ ...ITEM, unitPrice: 1500 }] }],
  ["TipoFactura national.es.invoiceType", { ...SIMPLIFIED, items: [{ ...ITEM, unitPrice: 1500 }] }],
  ["TipoFactura national.es.invoiceType", { ...SIMPLIFIED, ...manual({ vatCategory: "AE" }) }],
  ["TipoFactura national.es.invoiceType", { ...SIMPLIFIED, selfBilled: true }],
  ["FacturasRectificadas precedingInvoices", { documentType: "383" }],
  ["IDFacturaRectificada precedingInvoices", { documentType: "383", precedingInvoices: [{ number: "1" }] }],
  ["IDFacturaRectificada precedingInvoices", { documentType: "383", precedingInvoices: [{ number: "Nº 1", issueDate: "2026-10-01" }] }],
  ["ImporteRectificacion national.es.replaced", { documentType: "384", precedingInvoices: earlier }],
  ["ImporteRectificacion national.es.replaced", { documentType: "384", precedingInvoices: earlier, national: { es: { replaced: { net: 0.001, tax: 0 } } } }],
  ["OperacionExenta items[].national.es.exemption", { items: [{ ...ITEM, exemption: { reason: "REBU", vatexCode: "VATEX-EU-F" } }] }],
  ["OperacionExenta items[].national.es.exemption", { items: [{ ...ITEM, exemption: { reason: "Suplidos", vatexCode: "VATEX-EU-79-C" } }] }],
  ["CuotaRepercutida items[].national.es.exemption", line({ exemption: "E1" })],
  ["ClaveRegimen items[].national.es.regime", line({ regime: "02" })],
  ["ClaveRegimen items[].national.es.regime", line({ regime: "04" })],
  ["ClaveRegimen items[].national.es.regime", line({ regime: "08" })],
  ["ClaveRegimen items[].national.es.regime", { ...manual({ taxRate: 10 }), ...line({ regime: "11" }, { taxRate: 10 }) }],
  ["ClaveRegimen items[].national.es.regime", { ...manual({}), ...line({ regime: "07" }, { vatCategory: "O" }) }],
  ["ClaveRegimen items[].national.es.regime", { ...manual({}), ...line({ regime: "01", exemption: "E3" }, { vatCategory: "E", exemptionReason: "Buques" }) }],
  ["Destinatarios/IDOtro clientVatNumber", manual({ vatCategory: "K" })],
  ["TipoImpositivo items[].taxRate", manual({ taxRate: 19 })],
  ["TipoImpositivo items[].taxRate", manual({ taxRate: 26.2 })],
  ["TipoImpositivo items[].taxRate", manual({ taxRate: 5 })],
  ["TipoImpositivo items[].taxRate", manual({ taxRate: 7.123, vatCategory: "L" })],
  ["Desglose items", { autoVat: false, items: RATES.filter(({ taxRate, regime }) => regime !== "11" || taxRate === 21).map(({ taxRate, regime }) => ({ ...ITEM, taxRate, ...(taxRate === 0 && { vatCategory: "Z" as const }), national: { es: { regime: regime as "07" } } })) }],
  ["ImporteTotal exchangeRate", { currency: "USD" }],
  ["ImporteTotal items", { items: [{ ...ITEM, quantity: 1, unitPrice: 1e12 }] }],
];

const found = (gaps: ReturnType<typeof verifactuGaps>) => gaps.map(({ rule, field }) => `${rule} ${field}`);

test.each(ROWS.map((row) => ({ gap: row[0], row })))("$gap", async ({ gap, row: [, order, seller] }) => {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...order });
  expect(found(verifactuGaps(invoice))).toEqual([gap]);
  expect(() => verifactuQrUrl(invoice)).toThrow("The document breaks rules of Veri*factu.");
  const refusal = await recordsOf(acme).catch((error: unknown) => error);
  expect(isRefusal(refusal, "einvoice_incomplete")).toBe(true);
  expect((refusal as Error).message).toContain(`${invoice.invoiceNumber}: The document breaks rules of Veri*factu.`);
});

test("a rate is taken on the days on which it applied", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const rated = async (taxRate: number, supplyDate: string) =>
    found(verifactuGaps(await acme.issue({ ...ORDER, ...manual({ taxRate }), supplyDate })));
  for (const [rate, day] of [
    [5, "2024-09-30"],
    [2, "2024-10-01"],
    [7.5, "2024-12-31"],
  ] as const)
    expect(await rated(rate, day)).toEqual([]);
  for (const [rate, day] of [
    [5, "2024-10-01"],
    [2, "2025-01-01"],
    [7.5, "2024-09-30"],
    [21, "2012-08-31"],
  ] as const)
    expect(await rated(rate, day)).toEqual(["TipoImpositivo items[].taxRate"]);
});

test("numbers of other programs with other characters, and days before the system, are gaps", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  for (const invoiceNumber of [
    "FV'1",
    'FV"1',
    "FV<1",
    "FV>1",
    "FV=1",
    "Nº 1",
    "FV\u007f",
    " FV1",
    "FV1 ",
    "1".repeat(61),
    "",
  ])
    expect(found(verifactuGaps({ ...invoice, invoiceNumber })), invoiceNumber).toEqual([
      "NumSerieFactura seller.invoicePrefix",
    ]);
  for (const invoiceNumber of ["FV 1", "!#$%&()*+,-./:;?@[\\]^_`{|}~", "1".repeat(60)])
    expect(found(verifactuGaps({ ...invoice, invoiceNumber })), invoiceNumber).toEqual([]);
  const issueDate = "2024-10-27";
  expect(found(verifactuGaps({ ...invoice, issueDate, taxPointDate: issueDate }))).toEqual([
    "FechaExpedicionFactura issueDate",
  ]);
});

test("a credit note of a full invoice that names no client lacks it, as the invoice does", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const national = { es: { invoiceType: "F1" } } as const;
  const invoice = await acme.issue({ ...ORDER, clientVatNumber: undefined, national });
  for (const document of [invoice, await acme.credit(invoice.id, { reason: "Devolución" })]) {
    expect(found(verifactuGaps(document))).toEqual(["Destinatarios clientVatNumber"]);
  }
});

test("gaps of the next document are found with the profile of today", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, vatNumber: undefined });
  const invoice = await acme.issue(ORDER);
  expect(verifactuGaps(invoice, { ownProfile: { vatNumber: "ESB12345674" } })).toEqual([]);
});
