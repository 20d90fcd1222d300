/**
 * Goal: the page of terms lists every term that is written, with the field that it comes from.
 * Method: its terms are compared with those of the code. Then each field that the page names is changed in a document
 * that has all of them, and the files that are written must have the new value.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EinvoiceDocument } from "faktura/einvoice";
import { expect, test } from "vitest";
import { RECORDS } from "../../src/fields/generator/records.ts";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { written } from "../einvoice/official.ts";
import { openBooks } from "../service/books.ts";

const ROOT = join(import.meta.dirname, "../..");
const ROWS = [
  ...readFileSync(join(ROOT, "docs/reference/en16931-terms.md"), "utf8").matchAll(
    /^\| BT-(\d+) \| [^|]+ \| ([^|]+) \|$/gm,
  ),
].map(([, term, field]) => ({ term: Number(term), field: field! }));

/** The terms of the rows, and those that are computed: `BT-35, 50` is two terms. */
const TERMS = [
  ...RECORDS.flatMap(({ fields }) => Object.values(fields).map(({ term }) => term)),
  ...["terms", "attachments"].map((name) => readFileSync(join(ROOT, `src/einvoice/${name}.ts`), "utf8")),
]
  .flatMap((text = "") => [...text.matchAll(/BT-(\d+(?:, \d+)*)/g)])
  .flatMap(([, numbers]) => numbers!.split(", "))
  .map(Number);

test("the page lists each term of the code once, and no other", () => {
  const byNumber = (a: number, b: number) => a - b;
  expect(ROWS.map(({ term }) => term).sort(byNumber)).toEqual([...new Set(TERMS)].sort(byNumber));
});

const address = { line1: "a", line2: "b", line3: "f", postalCode: "c", city: "d", region: "e" };

/** Documents that have every field, with the means of payment that need fields of their own. */
async function documents(): Promise<EinvoiceDocument[]> {
  const representative = { name: "Fisc", vatNumber: "FR40303265045", country: "FR", address };
  const seller = {
    ...SELLER,
    iban: "DE02120300000000202051",
    address,
    tradingName: "T",
    legalNote: "L",
    accountName: "H",
    registrationScheme: "0002",
    businessProcess: "B1",
    identifiers: [{ scheme: "0088", id: "4012345000009" }],
    accounts: [{ iban: "DE89370400440532013000", bic: "DEUTDEFF", name: "Second" }],
  };
  const { acme: company } = await openBooks(undefined, { ...seller, taxRepresentative: representative });
  const article = {
    standardId: { scheme: "0160", id: "4012345000009" },
    buyerSku: "K",
    classifications: [{ code: "C", list: "HS", listVersion: "V" }],
    attributes: [{ name: "Colour", value: "black" }],
    originCountry: "IT",
    purchaseOrderLine: "10",
    buyerAccountingReference: "B",
    invoicedObject: { scheme: "MG", id: "Z" },
  };
  const priced = { priceDiscount: 5, priceBaseQuantity: 2, charges: [{ percent: 3, reason: "w", reasonCode: "ABK" }] };
  const item = { description: "x\ny", quantity: 2, unitPrice: 100, unitCode: "HUR", sku: "S", note: "N", ...article };
  const order = {
    ...ORDER,
    ...DOMESTIC,
    clientAddress: address,
    clientEmail: "c@example.com",
    clientNumber: "K",
    clientTradingName: "T",
    despatchReference: "LS",
    goodsReceiptReference: "WE",
    tenderReference: "LOS",
    invoicedObject: { scheme: "MG", id: "Z" },
    supportingDocuments: [{ reference: "ST", description: "d", url: "https://example.com/" }],
    businessProcess: "M1",
    payee: {
      name: "Factor",
      identifier: { scheme: "0088", id: "4012345000023" },
      registrationNumber: "2",
      registrationScheme: "0002",
    },
    clientContact: { name: "Purchasing", phone: "1" },
    clientRegistrationNumber: "1",
    clientRegistrationScheme: "0002",
    purchaseOrderReference: "P",
    contractReference: "C",
    salesOrderReference: "SO",
    projectReference: "J",
    buyerAccountingReference: "A",
    paymentReference: "R",
    dueDate: "2026-12-20",
    taxPointDate: "2026-11-01",
    period: { start: "2026-11-02", end: "2026-11-03" },
    note: "n",
    notes: [{ subject: "AAB", text: "t" }],
    precedingInvoices: [{ number: "V", issueDate: "2026-10-01" }],
    deliverTo: { name: "D", identifier: { scheme: "0088", id: "4012345000030" }, country: "FR", address },
    currency: "USD",
    prepaidAmount: 1,
    roundingAmount: 0.01,
    allowances: [{ percent: 1, reason: "u", reasonCode: "95" }],
    charges: [{ percent: 2, reason: "v", reasonCode: "FC" }],
    exchangeRate: { rate: 0.87, date: "2026-11-19", source: "ECB" },
    items: [
      {
        ...item,
        id: "1.a",
        period: { start: "2026-11-02", end: "2026-11-03" },
        discount: { percent: 5, reason: "r", reasonCode: "100" },
        ...priced,
      },
      { ...item, period: { start: "2026-11-02", end: "2026-11-03" } },
    ],
  };
  const debit = { means: "59", mandateReference: "M", debitedAccount: "DE89370400440532013000" };
  const exempt = {
    autoVat: false,
    items: [{ ...item, vatCategory: "E" as const, exemptionReason: "q", vatexCode: "VATEX-EU-132" }],
  };
  const small = { autoVat: false, items: [{ ...item, vatCategory: "O" as const }] };
  const clientIdentifier = { scheme: "0088", id: "4012345000016" };
  const orders = [
    order,
    {
      ...order,
      clientIdentifier,
      businessProcess: undefined,
      payee: undefined,
      clientContact: { email: "d@example.com" },
    },
    { ...order, payment: { means: "54", cardLast4: "0042", cardHolder: "Anna", meansText: "Card" } },
    { ...order, payment: debit },
    { ...order, ...exempt, exchangeRate: undefined, prepaidAmount: undefined },
    { ...order, ...small, exchangeRate: undefined },
    { ...order, items: [{ ...item, discount: { amount: 1, baseAmount: 20 } }] },
  ];
  const { acme: other } = await openBooks(undefined, {
    ...seller,
    accounts: [{ account: "1", bic: "SE:BANKGIRO" }],
  });
  return Promise.all([
    ...orders.map((each) => company.issue(each)),
    other.issue({ ...order, taxPointDate: undefined, taxPointCode: "3" }),
  ]);
}

/** Another value of the same kind. */
function another(value: unknown): unknown {
  if (typeof value === "number") return value + 1.5;
  if (typeof value !== "string") return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return "2026-01-31";
  return value === "E" ? "Z" : `${value}7`;
}

/** A copy with another value at a path such as `items[].sku`, and that value; nothing if the document lacks the field. */
function changed(document: EinvoiceDocument, path: string): [EinvoiceDocument, string] | undefined {
  const copy = structuredClone(document) as never;
  const names = path.replaceAll("[]", ".0").split(".");
  const last = names.pop()!;
  const parent = names.reduce<Record<string, unknown> | undefined>((at, name) => at?.[name] as never, copy);
  const value = parent?.[last] === Object(parent?.[last]) ? undefined : another(parent?.[last]);
  if (value === undefined) return undefined;
  parent![last] = value;
  return [copy, String(value).split("\n").at(-1)!];
}

/** Paths that are whole objects, by the part that is changed. */
const PARTS: Record<string, string> = {
  "seller.electronicAddress": "seller.electronicAddress.id",
  clientElectronicAddress: "clientElectronicAddress.id",
};
const ELSEWHERE = ["creditNoteNumber", "corrects.invoiceNumber", "corrects.issueDate", "reason"]; // of credit notes
/** Fields that decide about others, and the percentage, which is only written if it gives the discount. */
const DECIDING = [
  "period",
  "deliverTo",
  "taxPointCode", // CII writes another code for it
  "items[].discount.percent",
  ...["items[].discount", "items[].discounts", "items[].charges", "items[].charges[].percent"],
  ...["allowances[].percent", "allowances[].baseAmount", "charges[].percent", "charges[].baseAmount"],
  "seller.cashAccounting",
  "cashDiscounts", // said in words, and in notation of its own
  "supply",
  "unitCodeOf",
  "discount",
  "items[].unit",
  "seller.email",
];

test("each field that the page names is written, in both syntaxes", async () => {
  const all = await documents();
  const fields = new Set(
    ROWS.flatMap(({ field }) => [...field.matchAll(/`([a-z][\w.[\]]*)`/gi)].map(([, path]) => path!)),
  );
  const checked = [...fields].filter(
    (path) => /[a-z]/.test(path) && ![...ELSEWHERE, ...DECIDING].includes(path) && !/^[A-Z]/.test(path),
  );
  const missing = checked.flatMap((path) =>
    (["ubl", "cii"] as const)
      .filter((syntax) => {
        const file = (document: EinvoiceDocument) => written(document, "en16931", syntax);
        return !all.some((document) => {
          const change = changed(document, PARTS[path] ?? path);
          if (change === undefined) return false;
          const [copy, value] = change;
          return (
            file(copy) !== file(document) &&
            file(copy).includes(syntax === "cii" && /^\d{4}-/.test(value) ? value.replaceAll("-", "") : value)
          );
        });
      })
      .map((syntax) => `${path} in ${syntax}`),
  );
  expect(missing).toEqual([]);
  expect(checked.length).toBeGreaterThan(90);
});
