/**
 * Goal: official samples that orders can express are reported equal in meaning, and the signature of requests is NAV's own.
 * Method: each sample is read into an order, with the advances that it deducts, issued and reported; what both say is compared.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { InvoiceOrder, OrderItem } from "faktura";
import { expect, test } from "vitest";
import { requestSignature } from "../../../docs/examples/nav/report-invoices.ts";
import { NATIONAL_RULES } from "../../en16931/rules.ts";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { type Part, partOf, reading } from "../read-file.ts";
import { NO_SCHEMA, schemaErrors } from "./authority.ts";
import { reportsOf, SELLER } from "./scenes.ts";

const NAMESPACE = "http://schemas.nav.gov.hu/OSA/3.0/data";
const sample = (folder: string, name: string) =>
  readFileSync(join(NATIONAL_RULES!, "hu", folder, `${name}.xml`), "utf8");

const HEAD = "invoiceMain/invoice/invoiceHead";
const DETAIL = `${HEAD}/invoiceDetail`;
const LINES = "invoiceMain/invoice/invoiceLines/line";
const SUMMARY = "invoiceMain/invoice/invoiceSummary";
const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const words = (text: string | undefined) => text?.replace(/\s+/g, " ").trim();

/** Whole forints, to which some samples round the VAT. */
const forints = (text: string | undefined) => (text === undefined ? undefined : Math.round(Number(text)));

/** What a report says of a sale. The number, and the wording of an advance, are the books' own. */
function meaningOf(xml: string) {
  return reading(xml, (document) => {
    const root = partOf(document.root, NAMESPACE);
    const digits = (path: string) => root.text(path)?.replace(/\s/g, "");
    return {
      completeness: root.text("completenessIndicator"),
      supplier: [digits(`${HEAD}/supplierInfo/supplierTaxNumber`), digits(`${HEAD}/supplierInfo/groupMemberTaxNumber`)],
      account: root.text(`${HEAD}/supplierInfo/supplierBankAccountNumber`),
      status: root.text(`${HEAD}/customerInfo/customerVatStatus`),
      customer: [digits(`${HEAD}/customerInfo/customerVatData`), words(root.text(`${HEAD}/customerInfo/customerName`))],
      delivery: root.text(`${DETAIL}/invoiceDeliveryDate`),
      small: root.text(`${DETAIL}/smallBusinessIndicator`),
      currency: [root.text(`${DETAIL}/currencyCode`), number(root.text(`${DETAIL}/exchangeRate`))],
      appearance: root.text(`${DETAIL}/invoiceAppearance`),
      order: root.text(`${DETAIL}/conventionalInvoiceInfo/orderNumbers/orderNumber`),
      lines: root.all(LINES).map(lineMeaning),
      sums: root
        .all(`${SUMMARY}/summaryNormal/summaryByVatRate`)
        .map((sum) => [
          number(sum.text("vatRate/vatPercentage")),
          ...["Net", "Vat"].flatMap((of) => [
            forints(sum.text(`vatRate${of}Data/vatRate${of}Amount`)),
            forints(sum.text(`vatRate${of}Data/vatRate${of}AmountHUF`)),
          ]),
        ]),
      gross: forints(root.text(`${SUMMARY}/summaryGrossData/invoiceGrossAmountHUF`)),
    };
  });
}

function lineMeaning(line: Part) {
  const advance = line.text("advanceData/advancePaymentData/advancePaymentDate");
  const net = "lineAmountsNormal/lineNetAmountData/lineNetAmount";
  const [quantity, ...prices] = ["quantity", "unitPrice", "unitPriceHUF"].map((name) => number(line.text(name)));
  // A reduction is a negative price in a sample, and a negative quantity here.
  const sign = (prices[0] ?? 1) < 0 ? -1 : 1;
  return {
    description: advance === undefined ? words(line.text("lineDescription")) : undefined,
    advance: [advance, number(line.text("advanceData/advancePaymentData/advanceExchangeRate"))],
    isAdvance: line.text("advanceData/advanceIndicator"),
    codes: line.all("productCodes/productCode").map((code) => code.text(".")?.replace(/\s/g, "")),
    counted: ["lineExpressionIndicator", "unitOfMeasure", "unitOfMeasureOwn"].map((name) => line.text(name)),
    amounts: [quantity, ...prices].map((amount) => (amount === undefined ? undefined : sign * amount)),
    nets: [net, `${net}HUF`].map((path) => number(line.text(path))),
    rate: number(line.text("lineAmountsNormal/lineVatRate/vatPercentage")),
  };
}

/** Unit codes by NAV's names. */
const UNITS: Readonly<Record<string, string>> = { PIECE: "C62", KILOGRAM: "KGM" };

function itemOf(line: Part): OrderItem {
  const [unit, own] = [line.text("unitOfMeasure") ?? "", line.text("unitOfMeasureOwn")];
  const codes = line
    .all("productCodes/productCode")
    .map((code) => [code.text("productCodeCategory"), code.text("productCodeValue")]);
  const price = number(line.text("unitPrice"))!;
  const code = (category: string) => codes.find(([name]) => name === category)?.[1];
  return {
    description: words(line.text("lineDescription"))!,
    quantity: number(line.text("quantity"))! * Math.sign(price),
    unitPrice: Math.abs(price),
    ...(own === undefined ? { unitCode: UNITS[unit] } : { unit: own }),
    ...(code("OWN") && { sku: code("OWN") }),
    taxRate: number(line.text("lineAmountsNormal/lineVatRate/vatPercentage"))! * 100,
    ...(code("VTSZ") && { national: { hu: { vtsz: code("VTSZ")! } } }),
  };
}

/** A tax number in the form of fields, from the digits of its elements. */
const taxNumber = (text: string | undefined) => {
  const [, id, vat, county] = /^\s*(\d{8})\s*(\d)\s*(\d{2})/.exec(text ?? "") ?? [];
  return id === undefined ? undefined : `${id}-${vat}-${county}`;
};

/** Issues what a sample says, after the advances that it deducts, and reports it. */
async function writtenAgain(xml: string): Promise<string> {
  const { order, profile, day, advances } = reading(xml, (document) => orderOf(partOf(document.root, NAMESPACE)));
  const { acme, clock } = await openBooks(undefined, { ...SELLER, iban: undefined, ...profile });
  clock.set(`${day}T12:00:00.000Z`);
  const paid = [];
  for (const { net, paidOn, exchangeRate, taxRate } of advances) {
    const items = [{ description: "Előleg", quantity: 1, unitPrice: net, taxRate }];
    const issued = await acme.issue({ ...order, documentType: "386", items });
    await acme.recordPayment(issued.id, { amount: issued.payable });
    paid.push({ number: issued.invoiceNumber, paidOn, exchangeRate });
  }
  const numbers = paid.map((each) => each.number);
  const national = { hu: { ...order.national?.hu, ...(paid.length > 0 && { advances: paid }) } };
  await acme.issue({ ...order, national, ...(paid.length > 0 && { advances: numbers }) });
  return (await reportsOf(acme)).at(-1)!.xml;
}

function orderOf(root: Part) {
  const text = (path: string) => root.text(path);
  const lines = root.all(LINES);
  const deducted = lines.filter((line) => line.text("advanceData/advancePaymentData") !== undefined);
  const isAdvance = deducted.length === 0 && lines[0]?.text("advanceData") !== undefined;
  const currency = text(`${DETAIL}/currencyCode`) as "HUF";
  const day = text("invoiceIssueDate")!;
  const [supplier, customer] = [`${HEAD}/supplierInfo`, `${HEAD}/customerInfo`];
  const isPerson = text(`${customer}/customerVatStatus`) === "PRIVATE_PERSON";
  const group = text(`${customer}/customerVatData/customerTaxNumber/groupMemberTaxNumber`);
  const order: InvoiceOrder = {
    clientName: words(text(`${customer}/customerName`)) ?? "Vevő",
    clientCountry: "HU",
    clientAddress: { line1: "Északi sugárút 123", postalCode: "7600", city: "Pécs" },
    items: lines.filter((line) => !deducted.includes(line)).map(itemOf),
    autoVat: false,
    ...{ currency, taxPointDate: text(`${DETAIL}/invoiceDeliveryDate`) },
    ...(currency !== "HUF" && {
      exchangeRate: { rate: number(text(`${DETAIL}/exchangeRate`))!, date: day, source: "MNB" },
    }),
    ...(isAdvance && { documentType: "386" as const }),
    purchaseOrderReference: text(`${DETAIL}/conventionalInvoiceInfo/orderNumbers/orderNumber`),
    national: {
      hu: {
        clientTaxNumber: isPerson ? undefined : taxNumber(text(`${customer}/customerVatData/customerTaxNumber`)),
        clientGroupMember: taxNumber(group),
        appearance: text(`${DETAIL}/invoiceAppearance`) as "PAPER",
      },
    },
  };
  const isSmall = text(`${DETAIL}/smallBusinessIndicator`) === "true";
  const own = taxNumber(text(`${supplier}/supplierTaxNumber`))!;
  const hu = { taxNumber: own, groupMember: taxNumber(text(`${supplier}/groupMemberTaxNumber`)) };
  const accounts = [{ account: text(`${supplier}/supplierBankAccountNumber`)! }];
  const profile = {
    accounts,
    vatNumber: "HU12345676",
    national: { hu: { ...hu, ...(isSmall && { smallTaxpayer: true }) } },
  };
  const advances = deducted.map((line) => ({
    net: -number(line.text("lineAmountsNormal/lineNetAmountData/lineNetAmount"))!,
    taxRate: number(line.text("lineAmountsNormal/lineVatRate/vatPercentage"))! * 100,
    paidOn: line.text("advanceData/advancePaymentData/advancePaymentDate")!,
    exchangeRate: number(line.text("advanceData/advancePaymentData/advanceExchangeRate")),
  }));
  return { order, profile, day, advances };
}

describeUnless(NO_SCHEMA)("NAV's samples", () => {
  /** The others have no price, product fees, days of lines, or change invoices that they do not contain. */
  test.each([
    "Belfoldi devizas szamla",
    "Belfoldi devizas vegszamla tobb eloleg tetel",
    "Belfoldi elolegszamla",
    "Belfoldi termekertekesites AFA csoportok kozott",
    "Belfoldi termekertekesites",
    "Belfoldi vegszamla",
    "Tobb szamla modositasa egy okirattal alap 2",
    "Tobb szamla modositasa egy okirattal alap 3",
  ])("are reported equal in meaning: %s", async (name) => {
    // Two tax numbers have wrong check digits.
    const official = sample("samples", name).replace("98765432", "98765434").replace("87654321", "87654323");
    const own = await writtenAgain(official);
    expect(schemaErrors(own)).toEqual([]);
    expect(meaningOf(own)).toEqual(meaningOf(official));
  });

  test("of requests have the signature that the example makes", () => {
    const request = sample("samples-api", "manageInvoice");
    const all = (name: string) =>
      [...request.matchAll(new RegExp(`<(?:common:)?${name}(?: [^>]*)?>([^<]*)<`, "g"))].map(([, text]) => text!);
    const operations = all("invoiceData").map((base64) => ({ operation: "CREATE", base64 }));
    const [requestId, timestamp, signKey] = ["requestId", "timestamp", "signKey"].map((name) => all(name)[0]!);
    const facts = { requestId: requestId!, timestamp: timestamp!, signKey: signKey! };
    expect(requestSignature(facts, operations)).toBe(all("requestSignature")[0]);
  });
});
