/**
 * Goal: content that EN 16931 makes optional can be left out, and what is given is in the stored document, both files and the
 * PDF.
 */
import type { CompanyProfile, Invoice, InvoiceOrder } from "faktura";
import { einvoiceGaps, toCii, toUbl } from "faktura/einvoice";
import { toFatturaPA } from "faktura/einvoice/it";
import { toKsef } from "faktura/einvoice/pl";
import { renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { FONTS } from "../pdf/fonts.ts";
import { pdfParts } from "../pdf/pdf-parts.ts";
import { openBooks } from "../service/books.ts";
import { DOMESTIC, ORDER, SELLER } from "./complete.ts";
import * as IT from "./it/scenes.ts";
import * as PL from "./pl/scenes.ts";

type Row = [what: string, seller: Partial<CompanyProfile>, order: Partial<InvoiceOrder>, stored: object, texts: Texts];
/** What stands in UBL, in CII and on the page. */
type Texts = readonly [ubl: string, cii: string, printed: string | undefined];

const CONTACT = { phone: "+49 30 1", email: "a@example.com" };
const DOCUMENT = { reference: "ST-1", url: "sheets/st-1.pdf" };
const ADDRESS = { scheme: "0204", id: "99 1234 56" } as const;
const LINE = ORDER.items[0]!;

const ROWS: Row[] = [
  [
    "a contact without a name",
    { contact: CONTACT },
    {},
    { seller: { contact: CONTACT } },
    ["<cac:Contact><cbc:Telephone>+49 30 1<", "<ram:DefinedTradeContact><ram:TelephoneUniversal", "+49 30 1"],
  ],
  [
    "a period with one end",
    {},
    { period: { start: "2026-10-01" } },
    { period: { start: "2026-10-01" } },
    [
      "<cac:InvoicePeriod><cbc:StartDate>2026-10-01</cbc:StartDate></cac:InvoicePeriod>",
      '<ram:StartDateTime><udt:DateTimeString format="102">20261001</udt:DateTimeString></ram:StartDateTime></ram:Billing',
      "1. Oktober 2026 –",
    ],
  ],
  [
    "a period with its last day",
    {},
    { period: { end: "2026-10-31" } },
    { period: { end: "2026-10-31" } },
    [
      "<cac:InvoicePeriod><cbc:EndDate>2026-10-31<",
      "<ram:BillingSpecifiedPeriod><ram:EndDateTime>",
      "– 31. Oktober 2026",
    ],
  ],
  [
    "a relative URL",
    {},
    { supportingDocuments: [DOCUMENT] },
    { supportingDocuments: [DOCUMENT] },
    ["<cbc:URI>sheets/st-1.pdf<", "<ram:URIID>sheets/st-1.pdf<", "sheets/st-1.pdf"],
  ],
  [
    "an electronic address with spaces",
    { electronicAddress: ADDRESS },
    { clientElectronicAddress: ADDRESS },
    { clientElectronicAddress: ADDRESS, seller: { electronicAddress: ADDRESS } },
    ['schemeID="0204">99 1234 56<', 'schemeID="0204">99 1234 56<', undefined],
  ],
  [
    "the base of an allowance without its percentage",
    {},
    { allowances: [{ amount: 5, baseAmount: 120, reason: "Treue" }] },
    { allowances: [{ amount: 5, baseAmount: 120 }], total: 232.05 },
    [
      '<cbc:Amount currencyID="EUR">5</cbc:Amount><cbc:BaseAmount currencyID="EUR">120<',
      "<ram:BasisAmount>120</ram:BasisAmount><ram:ActualAmount>5<",
      "Treue / 120,00",
    ],
  ],
  [
    "the base of a charge without its percentage",
    {},
    { charges: [{ amount: 5, baseAmount: 120, reason: "Fracht" }] },
    { charges: [{ amount: 5, baseAmount: 120 }], total: 243.95 },
    ['>5</cbc:Amount><cbc:BaseAmount currencyID="EUR">120<', "<ram:BasisAmount>120<", "Fracht / 120,00"],
  ],
  [
    "the base of a line's discount without its percentage",
    {},
    { items: [{ ...LINE, discount: { amount: 5, baseAmount: 120 } }] },
    { items: [{ discount: { amount: 5, baseAmount: 120 } }], subtotal: 195 },
    ['>5</cbc:Amount><cbc:BaseAmount currencyID="EUR">120<', "<ram:BasisAmount>120<", "Rabatt: 5,00 / 120,00"],
  ],
  [
    "the base of a line's charge, with its percentage",
    {},
    { items: [{ ...LINE, charges: [{ percent: 5, baseAmount: 120 }] }] },
    { items: [{ charges: [{ percent: 5, baseAmount: 120 }] }], subtotal: 206 },
    [
      '<cbc:MultiplierFactorNumeric>5</cbc:MultiplierFactorNumeric><cbc:Amount currencyID="EUR">6</cbc:Amount><cbc:BaseAmount currencyID="EUR">120<',
      "<ram:CalculationPercent>5</ram:CalculationPercent><ram:BasisAmount>120</ram:BasisAmount><ram:ActualAmount>6<",
      "5 % × 120,00",
    ],
  ],
  [
    "an amount off a returned line",
    {},
    { items: [LINE, { ...LINE, quantity: -2, unitPrice: 10, discount: { amount: 5, baseAmount: 50 } }] },
    { items: [{}, { netAmount: -15, discount: { amount: 5, baseAmount: 50 } }], subtotal: 185 },
    ['>-5</cbc:Amount><cbc:BaseAmount currencyID="EUR">-50<', "<ram:ActualAmount>-5<", "Rabatt: 5,00 / 50,00"],
  ],
];

test.each(ROWS)("%s is kept", async (_what, seller, order, stored, [ubl, cii, printed]) => {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...DOMESTIC, ...order });
  expect(await acme.get(invoice.id)).toMatchObject(stored);
  expect(einvoiceGaps(invoice, { profile: "en16931" })).toEqual([]);
  expect(toUbl(invoice).replace(/>\s+</g, "><")).toContain(ubl);
  expect(toCii(invoice).replace(/>\s+</g, "><")).toContain(cii);
  const { pages } = await pdfParts(await renderPdf(invoice, { fonts: FONTS }));
  if (printed !== undefined) expect(pages.join()).toContain(printed);
});

test.each([
  ["/allowances", "allowances[].baseAmount", { allowances: [{ amount: 5, baseAmount: 120 }] }],
  ["/charges", "charges[].baseAmount", { charges: [{ amount: 5, baseAmount: 120 }] }],
  ["a discount", "items[].discounts[].baseAmount", { items: [{ ...LINE, discount: { amount: 5, baseAmount: 120 } }] }],
  ["a charge", "items[].charges[].baseAmount", { items: [{ ...LINE, charges: [{ amount: 5, baseAmount: 120 }] }] }],
])("Peppol has no base without a percentage: %s", async (_what, field, order) => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, ...DOMESTIC, ...order });
  const gaps = (profile: "peppol" | "xrechnung") =>
    einvoiceGaps(invoice, { profile }).map((gap) => [gap.rule, gap.field]);
  expect(gaps("peppol")).toEqual([["PEPPOL-EN16931-R042", field]]);
  expect(gaps("xrechnung")).toEqual([]);
});

/** -2 × 10 with 5 off, in one state's own format. */
const RETURNED = { quantity: -2, unitPrice: 10, discount: { amount: 5 } };

test.each([
  [
    "FatturaPA",
    IT,
    (invoice: Invoice) => toFatturaPA(invoice),
    ["<PrezzoUnitario>-10.00", "<Tipo>MG</Tipo>", "<PrezzoTotale>-15.00"],
  ],
  ["KSeF", PL, (invoice: Invoice) => toKsef(invoice), ["<P_8B>-2<", "<P_9A>10<", "<P_10>-5<", "<P_11>-15<"]],
] as const)("an amount off a returned line in %s", async (_what, { SELLER, ORDER: order }, write, texts) => {
  const { acme } = await openBooks(undefined, SELLER);
  const [item] = order.items;
  const invoice = await acme.issue({
    ...order,
    items: [
      { ...item!, quantity: 3, unitPrice: 10 },
      { ...item!, ...RETURNED },
    ],
  });
  const file = await write(invoice);
  for (const text of texts) expect(file).toContain(text);
  await acme.credit(invoice.id, { reason: "All returned", lines: [{ line: 2 }, { line: 1 }] });
  expect(await acme.get(invoice.id)).toMatchObject({ creditedTotal: invoice.total, amountDue: 0 });
});
