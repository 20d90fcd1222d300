/**
 * Goal: content that EN 16931 makes optional can be left out, and what is given is in the stored document, both files and the
 * PDF.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { einvoiceGaps, toCii, toUbl } from "faktura/einvoice";
import { renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { FONTS } from "../pdf/fonts.ts";
import { pdfParts } from "../pdf/pdf-parts.ts";
import { openBooks } from "../service/books.ts";
import { DOMESTIC, ORDER, SELLER } from "./complete.ts";

type Row = [what: string, seller: Partial<CompanyProfile>, order: Partial<InvoiceOrder>, stored: object, texts: Texts];
/** What stands in UBL, in CII and on the page. */
type Texts = readonly [ubl: string, cii: string, printed: string | undefined];

const CONTACT = { phone: "+49 30 1", email: "a@example.com" };
const DOCUMENT = { reference: "ST-1", url: "sheets/st-1.pdf" };
const ADDRESS = { scheme: "0204", id: "99 1234 56" } as const;

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
