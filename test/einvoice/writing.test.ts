/** What the official rules cannot tell: that the files say what the document says. */
import type { CompanyProfile, Invoice, InvoiceOrder, OrderItem } from "faktura";
import { type EinvoiceProfile, toCii, toUbl } from "faktura/einvoice";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { ARTICLE, DOMESTIC, ORDER, SELLER, SUMS } from "./complete.ts";
import { written } from "./official.ts";

async function issue(order: Partial<InvoiceOrder> = {}, seller: Partial<CompanyProfile> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  return acme.issue({ ...ORDER, ...order });
}

/** The texts of all elements of this name, in order. */
function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, "g"))].map(([, text]) => text!);
}

const item = (changes: Partial<OrderItem> = {}): OrderItem => ({
  description: "x",
  quantity: 1,
  unitPrice: 10,
  ...changes,
});
const FRENCH = { country: "FR", vatNumber: "FR40303265045" };

// biome-ignore format: one case a line
const PROCESSES: [title: string, order: Partial<InvoiceOrder>, code: string[]][] = [
  ["goods",              { items: [item({ supply: "goods" })] },                                                   ["B1"]],
  ["services",           { items: [item()], supply: "digital" },                                                   ["S1"]],
  ["both",               { items: [item({ supply: "goods" }), item({ supply: "services" })] },                     ["M1"]],
  ["goods, prepaid",     { items: [item({ supply: "goods" })], prepaidAmount: 12 },                                ["B2"]],
  ["services, in part",  { items: [item({ supply: "services" })], prepaidAmount: 11 },                             ["S1"]],
  ["prepaid, rounded up",   { items: [item({ supply: "goods" })], prepaidAmount: 12, roundingAmount: 0.4 },         ["B1"]],
  ["prepaid, rounded down", { items: [item({ supply: "goods" })], prepaidAmount: 11.6, roundingAmount: -0.4 },      ["B1"]],
  ["a line not stated",  { items: [item({ supply: "goods" }), item()] },                                           []],
];

test.each(PROCESSES)("BT-23 of a French seller: %s", async (_, order, code) => {
  const invoice = await issue({ clientVatNumber: undefined, ...order }, FRENCH);
  expect(textsOf(toUbl(invoice), "cbc:ProfileID")).toEqual(code);
});

test("BT-23 is Peppol's for Peppol, and absent for sellers elsewhere", async () => {
  expect(textsOf(toUbl(await issue({ supply: "goods" })), "cbc:ProfileID")).toEqual([]);
  const selfBilled = toUbl(await issue({ selfBilled: true }, FRENCH), { profile: "peppol" });
  expect(textsOf(selfBilled, "cbc:ProfileID")).toEqual(["urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0"]);
});

// biome-ignore format: one case a line
const TAX_POINTS: [title: string, order: Partial<InvoiceOrder>, seller: Partial<CompanyProfile>, bt7: string[], bt8: string[]][] = [
  ["the day of supply is BT-72 alone",           {},                             {},                                       [],             []],
  ["another tax point is BT-7",                  { taxPointDate: "2026-11-10" }, {},                                       ["2026-11-10"], []],
  ["cash accounting is BT-8, never beside BT-7", { taxPointDate: "2026-11-10" }, { cashAccounting: true },                 [],             ["432"]],
  ["but not beside VAT of another state",        { clientCountry: "FR", clientVatNumber: undefined, supply: "digital", taxPointDate: "2026-11-10" }, { cashAccounting: true }, ["2026-11-10"], []],
];

test.each(TAX_POINTS)("%s", async (_, order, seller, bt7, bt8) => {
  const xml = toUbl(await issue({ ...DOMESTIC, ...order }, seller));
  expect(textsOf(xml, "cbc:ActualDeliveryDate")).toEqual(["2026-11-19"]);
  expect([textsOf(xml, "cbc:TaxPointDate"), textsOf(xml, "cbc:DescriptionCode")]).toEqual([bt7, bt8]);
});

test("CII writes BT-7 with the first group alone", async () => {
  const order = { autoVat: false, taxPointDate: "2026-11-10", items: [item({ taxRate: 19 }), item({ taxRate: 7 })] };
  const xml = toCii(await issue(order));
  expect(xml.match(/<ram:TaxPointDate>/g)).toHaveLength(1);
  expect(xml.indexOf("<ram:TaxPointDate>")).toBeLessThan(xml.lastIndexOf("<ram:ApplicableTradeTax>"));
});

const notesOf = (invoice: Invoice, profile: Exclude<EinvoiceProfile, "factur-x"> = "en16931") =>
  textsOf(toUbl(invoice, { profile }), "cbc:Note").filter((text) => text !== SELLER.paymentTerms);

test("notes keep their subjects, a mention is a note about VAT, and Peppol has one note", async () => {
  const notes = { note: "siehe #abc#", notes: [{ subject: "PMT", text: "40 €" }, { text: "Nr. #1" }] };
  const invoice = await issue({ ...DOMESTIC, ...notes, selfBilled: true });
  const mention = `#TXD#${invoice.vatNote}`;
  expect(notesOf(invoice)).toEqual(["#AAI#siehe #abc#", "#PMT#40 €", "Nr. #1", mention]);
  expect(notesOf(invoice, "peppol")).toEqual([`#AAI#siehe #abc#\n#PMT#40 €\nNr. #1\n${mention}`]);
  expect(notesOf(await issue())).toEqual([]); // the breakdown has the note of the reverse charge
});

test("a text that the rules could read as having a subject gets one, by its characters as XML counts them", async () => {
  const notes = ["#ab🧾# three", "#a🧾# two", "#a🧾\n# three, also in two lines"].map((text) => ({ text }));
  expect(notesOf(await issue({ ...DOMESTIC, notes }))).toEqual([
    "#AAI##ab🧾# three",
    "#a🧾# two",
    "#AAI##a🧾\n# three, also in two lines",
  ]);
});

test("Peppol's one note has no subject in CII, also beside preceding invoices", async () => {
  const precedingInvoices = [{ number: "A" }, { number: "B", issueDate: "2026-10-01" }];
  for (const [order, expected] of [
    [{ notes: [{ subject: "PMT", text: "40 €" }] }, ["#PMT#40 €"]],
    [{ note: "One", precedingInvoices }, ["One\nFrühere Rechnungen: B (2026-10-01)"]],
    [{}, []],
  ] as const) {
    const xml = toCii(await issue(order), { profile: "peppol" });
    expect([textsOf(xml, "ram:Content"), textsOf(xml, "ram:SubjectCode")]).toEqual([expected, []]);
  }
});

test("two countries with one rate share a group, and reasons of one category are joined", async () => {
  const rates = {
    clientVatNumber: undefined,
    clientCountry: "AT",
    items: [item({ supply: "digital" }), item({ supply: "services" })],
  };
  const shared = await issue(rates, FRENCH);
  expect(shared.vatBreakdown).toHaveLength(2);
  const ubl = toUbl(shared);
  expect([ubl.match(/<cac:TaxSubtotal>/g)?.length, textsOf(ubl, "cbc:TaxableAmount")]).toEqual([1, ["20"]]);
  const exempt = {
    autoVat: false,
    items: [
      item({ vatCategory: "E", exemptionReason: "A" }),
      item({ vatCategory: "E", exemptionReason: "B", vatexCode: "VATEX-EU-132" }),
    ],
  } as const;
  const joined = toUbl(await issue(exempt));
  expect([textsOf(joined, "cbc:TaxExemptionReason"), textsOf(joined, "cbc:TaxExemptionReasonCode")]).toEqual([
    ["A; B"],
    [],
  ]);
  const cii = toCii(await issue(exempt));
  expect([textsOf(cii, "ram:ExemptionReason"), textsOf(cii, "ram:ExemptionReasonCode")]).toEqual([["A; B"], []]);
});

test("groups of one category that a panel wrote apart are one, with each reason once", async () => {
  const exempt = { autoVat: false, vatNote: "A", items: [item({ vatCategory: "E" })] } as const;
  const invoice = await issue(exempt);
  const [group] = invoice.vatBreakdown;
  const apart = ["A", "B", "A"].map((exemptionReason) => ({ ...group!, exemptionReason, taxableAmount: 3.1 }));
  const ubl = toUbl({ ...invoice, vatBreakdown: apart });
  expect([textsOf(ubl, "cbc:TaxExemptionReason"), textsOf(ubl, "cbc:TaxableAmount")]).toEqual([["A; B"], ["9.3"]]);
});

test("the company's number for an article is in both syntaxes, of invoices and of credit notes", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, items: [item({ sku: "A-1" }), item({}), item({ sku: "A-3" })] });
  const creditNote = await acme.credit(invoice.id, { reason: "Returned", lines: [{ line: 1 }, { line: 3 }] });
  for (const document of [invoice, creditNote]) {
    const numbers = toUbl(document).match(/(?<=<cac:SellersItemIdentification><cbc:ID>)[^<]+/g);
    expect([numbers, textsOf(toCii(document), "ram:SellerAssignedID")]).toEqual([
      ["A-1", "A-3"],
      ["A-1", "A-3"],
    ]);
  }
});

/** The content of the first element of this name, without the tags around its texts. */
function contentOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(xml)?.[1];
}

test("what identifies and describes an article is in both syntaxes, of invoices and of credit notes", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, items: [ARTICLE, item({ invoicedObject: { id: "Z-2" } })] });
  for (const document of [invoice, await acme.credit(invoice.id, { reason: "Returned" })]) {
    const ubl = toUbl(document);
    expect(contentOf(ubl, `cac:${document === invoice ? "Invoice" : "CreditNote"}Line`)).toMatch(/^<cbc:ID>1\.a</);
    const item = contentOf(ubl, "cac:Item")!;
    for (const expected of [
      "<cac:BuyersItemIdentification><cbc:ID>K-7</cbc:ID></cac:BuyersItemIdentification>",
      '<cac:StandardItemIdentification><cbc:ID schemeID="0160">4012345000009</cbc:ID></cac:StandardItemIdentification>',
      "<cac:OriginCountry><cbc:IdentificationCode>1A</cbc:IdentificationCode></cac:OriginCountry>",
      '<cbc:ItemClassificationCode listID="TST" listVersionID="19.05">44111705</cbc:ItemClassificationCode>',
      '<cbc:ItemClassificationCode listID="HS">98730000</cbc:ItemClassificationCode>',
      "<cac:AdditionalItemProperty><cbc:Name>Farbe</cbc:Name><cbc:Value>Schwarz</cbc:Value></cac:AdditionalItemProperty>",
      "<cac:AdditionalItemProperty><cbc:Name>Charge</cbc:Name><cbc:Value>0815</cbc:Value></cac:AdditionalItemProperty>",
    ])
      expect(item).toContain(expected);
    expect(textsOf(ubl, "cbc:LineID")).toEqual(["10"]);
    expect(textsOf(ubl, "cbc:AccountingCost")).toEqual(["4711"]);
    expect(ubl).toContain('<cac:DocumentReference><cbc:ID schemeID="MG">Z-1</cbc:ID><cbc:DocumentTypeCode>130<');
    expect(ubl).toContain("<cac:DocumentReference><cbc:ID>Z-2</cbc:ID><cbc:DocumentTypeCode>130<");
    const cii = toCii(document);
    for (const expected of [
      '<ram:GlobalID schemeID="0160">4012345000009</ram:GlobalID>',
      "<ram:BuyerAssignedID>K-7</ram:BuyerAssignedID>",
      "<ram:OriginTradeCountry><ram:ID>1A</ram:ID></ram:OriginTradeCountry>",
      '<ram:ClassCode listID="TST" listVersionID="19.05">44111705</ram:ClassCode>',
      '<ram:ClassCode listID="HS">98730000</ram:ClassCode>',
      "<ram:Description>Farbe</ram:Description><ram:Value>Schwarz</ram:Value>",
      "<ram:Description>Charge</ram:Description><ram:Value>0815</ram:Value>",
      "<ram:BuyerOrderReferencedDocument><ram:LineID>10</ram:LineID></ram:BuyerOrderReferencedDocument>",
      "<ram:ReceivableSpecifiedTradeAccountingAccount><ram:ID>4711</ram:ID>",
      "<ram:IssuerAssignedID>Z-1</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>MG<",
      "<ram:IssuerAssignedID>Z-2</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode></",
    ])
      expect(cii).toContain(expected);
    expect(textsOf(cii, "ram:LineID").filter((id) => id !== "10")).toEqual(["1.a", "2"]);
  }
});

test("the client's trading name, contact and number, and the seller's numbers, are in both syntaxes", async () => {
  const seller = { identifiers: [{ scheme: "0088", id: "4012345000009" }, { id: "L-1" }] };
  const client = { clientNumber: "K-1", clientTradingName: "Chez Exemple", clientEmail: "c@example.com" };
  const clientContact = { name: "Einkauf", phone: "+33 1" };
  const clientIdentifier = { scheme: "0002", id: "552100554" };
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...client, clientContact, clientIdentifier });
  for (const document of [invoice, await acme.credit(invoice.id, { reason: "Returned" })]) {
    const ubl = toUbl(document);
    const own = contentOf(ubl, "cac:AccountingSupplierParty")!;
    expect(own).toContain('<cac:PartyIdentification><cbc:ID schemeID="0088">4012345000009</cbc:ID>');
    expect(own).toContain("<cac:PartyIdentification><cbc:ID>L-1</cbc:ID>");
    const buyer = contentOf(ubl, "cac:AccountingCustomerParty")!;
    expect(buyer).toContain('<cac:PartyIdentification><cbc:ID schemeID="0002">552100554</cbc:ID>');
    expect(buyer).toContain("<cac:PartyName><cbc:Name>Chez Exemple</cbc:Name></cac:PartyName>");
    const contact = "<cbc:Name>Einkauf</cbc:Name><cbc:Telephone>+33 1</cbc:Telephone>";
    expect(buyer).toContain(`${contact}<cbc:ElectronicMail>c@example.com</cbc:ElectronicMail>`);
    expect(ubl).not.toContain("K-1");
    const cii = toCii(document);
    const ownParty = contentOf(cii, "ram:SellerTradeParty");
    expect(ownParty).toMatch(/^<ram:ID>L-1<\/ram:ID><ram:GlobalID schemeID="0088">4012345000009<\/ram:GlobalID>/);
    const buyerParty = contentOf(cii, "ram:BuyerTradeParty")!;
    expect(buyerParty).toMatch(/^<ram:GlobalID schemeID="0002">552100554<\/ram:GlobalID>/);
    expect(textsOf(buyerParty, "ram:TradingBusinessName")).toEqual(["Chez Exemple"]);
    expect(textsOf(buyerParty, "ram:PersonName")).toEqual(["Einkauf"]);
    expect(textsOf(buyerParty, "ram:CompleteNumber")).toEqual(["+33 1"]);
    expect(textsOf(buyerParty, "ram:URIID")).toContain("c@example.com");
    expect(cii).not.toContain("K-1");
  }
  const other = await issue({ clientEmail: "c@example.com", clientContact: { email: "d@example.com" } });
  expect(toUbl(other)).not.toContain("c@example.com");
});

test("references, documents and the payee are in both syntaxes, of invoices and of credit notes", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, businessProcess: "OWN" });
  const invoice = await acme.issue({
    ...ORDER,
    clientAddress: { line1: "1 rue A", line3: "Bât. 3", postalCode: "75001", city: "Paris" },
    despatchReference: "LS-1",
    goodsReceiptReference: "WE-1",
    tenderReference: "LOS-1",
    invoicedObject: { scheme: "MG", id: "Z-1" },
    supportingDocuments: [
      { reference: "ST-1", description: "Stundenzettel", url: "https://example.com/?a=1&b" },
      { reference: "ST-2" },
    ],
    payee: {
      name: "Factor AG",
      identifier: { scheme: "0088", id: "4012345000009" },
      registrationNumber: "HRB 7",
      registrationScheme: "0002",
    },
    deliverTo: {
      name: "Lager",
      identifier: { scheme: "0088", id: "4012345000016" },
      country: "NL",
      address: { city: "Breda", postalCode: "4811" },
    },
  });
  for (const document of [invoice, await acme.credit(invoice.id, { reason: "Returned" })]) {
    const ubl = toUbl(document);
    for (const expected of [
      "<cbc:ProfileID>OWN<",
      "<cac:DespatchDocumentReference><cbc:ID>LS-1<",
      "<cac:ReceiptDocumentReference><cbc:ID>WE-1<",
      "<cac:OriginatorDocumentReference><cbc:ID>LOS-1<",
      '<cac:AdditionalDocumentReference><cbc:ID schemeID="MG">Z-1</cbc:ID><cbc:DocumentTypeCode>130<',
      "<cac:AdditionalDocumentReference><cbc:ID>ST-1</cbc:ID><cbc:DocumentDescription>Stundenzettel<",
      "<cac:ExternalReference><cbc:URI>https://example.com/?a=1&amp;b<",
      "<cac:AdditionalDocumentReference><cbc:ID>ST-2</cbc:ID></cac:AdditionalDocumentReference>",
      '<cac:PayeeParty><cac:PartyIdentification><cbc:ID schemeID="0088">4012345000009<',
      "<cac:PartyName><cbc:Name>Factor AG<",
      '<cac:PartyLegalEntity><cbc:CompanyID schemeID="0002">HRB 7<',
      '<cac:DeliveryLocation><cbc:ID schemeID="0088">4012345000016<',
      "<cac:AddressLine><cbc:Line>Bât. 3<",
    ])
      expect(ubl).toContain(expected);
    const cii = toCii(document);
    for (const expected of [
      "<ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>OWN<",
      "<ram:DespatchAdviceReferencedDocument><ram:IssuerAssignedID>LS-1<",
      "<ram:ReceivingAdviceReferencedDocument><ram:IssuerAssignedID>WE-1<",
      "<ram:IssuerAssignedID>LOS-1</ram:IssuerAssignedID><ram:TypeCode>50<",
      "<ram:IssuerAssignedID>Z-1</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>MG<",
      "<ram:IssuerAssignedID>ST-1</ram:IssuerAssignedID><ram:URIID>https://example.com/?a=1&amp;b</ram:URIID>",
      "<ram:TypeCode>916</ram:TypeCode><ram:Name>Stundenzettel<",
      "<ram:IssuerAssignedID>ST-2</ram:IssuerAssignedID><ram:TypeCode>916<",
      '<ram:PayeeTradeParty><ram:GlobalID schemeID="0088">4012345000009</ram:GlobalID><ram:Name>Factor AG<',
      '<ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">HRB 7<',
      '<ram:ShipToTradeParty><ram:GlobalID schemeID="0088">4012345000016<',
      "<ram:LineThree>Bât. 3<",
      "<ram:AccountName>Factor AG<",
    ])
      expect(cii).toContain(expected);
  }
  expect(toUbl(await issue({ businessProcess: "M1" }, { businessProcess: "OWN" }))).toContain("<cbc:ProfileID>M1<");
  expect(toUbl(invoice, { profile: "peppol" })).not.toContain(">OWN<");
});

test("means of payment in words and the holder of a card are in both syntaxes", async () => {
  const payment = { means: "54", meansText: "Kreditkarte", cardLast4: "0042", cardHolder: "Anna" };
  const invoice = await issue({ payment });
  expect(toUbl(invoice)).toContain('<cbc:PaymentMeansCode name="Kreditkarte">54<');
  expect(textsOf(toUbl(invoice), "cbc:HolderName")).toEqual(["Anna"]);
  expect(textsOf(toCii(invoice), "ram:Information")).toEqual(["Kreditkarte"]);
  expect(textsOf(toCii(invoice), "ram:CardholderName")).toEqual(["Anna"]);
  const unknown = await issue({ payment: { ...payment, cardLast4: undefined } });
  expect(toUbl(unknown) + toCii(unknown)).not.toContain("Anna"); // both syntaxes need the number of a card
});

test("the lines of a credit note keep the identifiers that they have on the invoice", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, items: [item({ id: "2" }), item({ id: "A" }), item()] });
  const creditNote = await acme.credit(invoice.id, { reason: "Returned", lines: [{ line: 1 }, { line: 3 }] });
  expect([invoice, creditNote].map((document) => textsOf(toCii(document), "ram:LineID"))).toEqual([
    ["2", "A", "3"],
    ["2", "3"],
  ]);
});

test("a percentage is only written if it gives the discount", async () => {
  const percentOf = async (order: Partial<InvoiceOrder>) =>
    textsOf(toUbl(await issue(order)), "cbc:MultiplierFactorNumeric");
  const items = [item({ quantity: 3, unitPrice: 1127, discount: { percent: 5 } })];
  expect(await percentOf({ items })).toEqual(["5"]);
  expect(await percentOf({ items, currency: "JPY" })).toEqual([]); // 169.05 of the yen's 169
  // 5 % of 8.4 yen is 0.42, by 0.02 more than the 0.4 that lead to 8 yen: as much as Peppol allows.
  for (const [percent, expected] of [
    [5, ["5"]],
    [5.1, []],
  ] as const) {
    const line = item({ unitPrice: 8.4, discount: { percent } });
    expect(await percentOf({ items: [line, item({})], currency: "JPY" }), String(percent)).toEqual(expected);
  }
});

test("amounts and prices are the stored ones, without exponents", async () => {
  const invoice = await issue({
    ...DOMESTIC,
    items: [item({ quantity: 1e-7, unitPrice: 12.345 }), item({ unitPrice: 12.345 })],
  });
  const xml = toUbl(invoice);
  expect(textsOf(xml, "cbc:InvoicedQuantity")).toEqual(["0.0000001", "1"]);
  expect(textsOf(xml, "cbc:PriceAmount")).toEqual(["12.345", "12.345"]);
  expect(textsOf(xml, "cbc:TaxInclusiveAmount")).toEqual([String(invoice.total)]);
});

test("without an account, a payment reference is kept with a means that is not stated", async () => {
  const xml = toUbl(await issue({ paymentReference: "RF18" }, { iban: undefined }));
  expect([textsOf(xml, "cbc:PaymentMeansCode"), textsOf(xml, "cbc:PaymentID")]).toEqual([["1"], ["RF18"]]);
});

test("the accounts for the invoice's currency are in both syntaxes, those for others are not", async () => {
  const accounts = [
    { iban: "FR14 2004 1010 0505 0001 3M02 606", currency: "USD" },
    { account: "123-4567", bic: "SE:BANKGIRO", name: "Firma AB" },
    { iban: "DE89370400440532013000", currency: "EUR" },
  ];
  const numbersOf = (invoice: Invoice) => [
    textsOf(toUbl(invoice), "cbc:PaymentMeansCode"),
    [...toUbl(invoice).matchAll(/<cac:PayeeFinancialAccount><cbc:ID>([^<]*)</g)].map(([, id]) => id),
    [...toCii(invoice).matchAll(/<ram:(IBANID|ProprietaryID)>([^<]*)</g)].map((found) => found.slice(1).join(" ")),
  ];
  const [own, french, second] = ["DE02120300000000202051", "FR1420041010050500013M02606", "DE89370400440532013000"];
  expect(numbersOf(await issue({}, { accounts }))).toEqual([
    ["30", "30", "30"],
    [own, "123-4567", second],
    [`IBANID ${own}`, "ProprietaryID 123-4567", `IBANID ${second}`],
  ]);
  expect(numbersOf(await issue({ currency: "USD" }, { accounts, iban: undefined }))).toEqual([
    ["30", "30"],
    [french, "123-4567"],
    [`IBANID ${french}`, "ProprietaryID 123-4567"],
  ]);
  const sepa = await issue({ payment: { means: "58" } }, { accounts });
  expect(numbersOf(sepa)[1]).toEqual([own, second]); // no account without an IBAN
  expect(textsOf(toUbl(await issue({}, { accounts: [accounts[2]!] })), "cbc:PaymentMeansCode")).toEqual(["58", "58"]);
  expect(textsOf(toCii(sepa), "ram:AccountName")).toEqual(["Firma GmbH", "Firma GmbH"]);
});

test("CII refers to one preceding invoice and names the others in a note, but D22B refers to all", async () => {
  const precedingInvoices = [{ number: "A-1" }, { number: "A-2", issueDate: "2026-10-01" }, { number: "A-3" }];
  const referred = (xml: string) => xml.match(/(?<=<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>)[^<]*/g);
  const xml = toCii(await issue({ precedingInvoices }));
  expect(referred(xml)).toEqual(["A-1"]);
  expect(textsOf(xml, "ram:Content")).toEqual(["Frühere Rechnungen: A-2 (2026-10-01); A-3"]);
  const french = toCii(await issue({ precedingInvoices }, { language: "fr-BE" }), { profile: "xrechnung" });
  expect(textsOf(french, "ram:Content")).toEqual(["Factures antérieures: A-2 (2026-10-01); A-3"]);
  for (const profile of ["factur-x", "ctc-fr"] as const) {
    const d22b = written(await issue({ precedingInvoices }), profile, "cii");
    expect([referred(d22b), textsOf(d22b, "ram:Content")]).toEqual([["A-1", "A-2", "A-3"], []]);
  }
});

test("an allowance or a charge without a reason has one in the seller's language", async () => {
  const order = {
    ...{ allowances: [{ percent: 10 }], charges: [{ amount: 5 }] },
    items: [{ description: "Pump", quantity: 1, unitPrice: 10, discount: { percent: 5 }, charges: [{ amount: 1 }] }],
  };
  for (const [language, words] of [
    [undefined, ["Rabatt", "Zuschlag"]],
    ["pl", ["Rabat", "Dopłata"]],
    ["no", ["Discount", "Charge"]],
  ] as const) {
    const invoice = await issue(order, { language });
    expect(new Set(textsOf(toUbl(invoice), "cbc:AllowanceChargeReason"))).toEqual(new Set(words));
    expect(new Set(textsOf(toCii(invoice), "ram:Reason"))).toEqual(new Set(words));
  }
});

test("the company's own order stands beside the client's, for which UBL writes NA if there is none", async () => {
  const order = { salesOrderReference: "SO-1", purchaseOrderReference: "PO-1" };
  const reference = (xml: string) => /<cac:OrderReference>.*?<\/cac:OrderReference>/s.exec(xml)?.[0].replace(/\s/g, "");
  const own = "<cbc:SalesOrderID>SO-1</cbc:SalesOrderID>";
  const both = await issue(order);
  expect(reference(toUbl(both))).toContain(`<cbc:ID>PO-1</cbc:ID>${own}`);
  expect(toCii(both)).toMatch(/<ram:SellerOrderReferencedDocument>\s*<ram:IssuerAssignedID>SO-1</);
  const alone = await issue({ ...order, purchaseOrderReference: undefined });
  expect(reference(toUbl(alone))).toContain(`<cbc:ID>NA</cbc:ID>${own}`);
  expect(toCii(alone)).not.toContain("BuyerOrderReferencedDocument");
  expect(reference(toUbl(await issue({ ...order, salesOrderReference: undefined })))).toContain(
    "<cbc:ID>PO-1</cbc:ID>",
  );
});

test("later payments do not change the file", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, ...DOMESTIC });
  await acme.recordPayment(invoice.id, { amount: invoice.total });
  expect(toUbl(await acme.get(invoice.id))).toBe(toUbl(invoice));
  expect(toCii(await acme.get(invoice.id))).toBe(toCii(invoice));
});

/** The allowances and charges as a reader of the syntax finds them: those of prices, lines and the document. */
function adjustmentsIn(xml: string, element: string, parts: readonly string[]): string[] {
  const all = [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs"))].map(([, content]) => content!);
  return all.map((content) => parts.map((part) => textsOf(content, part)[0] ?? "-").join(" "));
}

const ADJUSTED = [
  "false 6 10 60 Treue 95 - -",
  "false 1 - - Rabatt - - -",
  "true 2 - - Fracht FC - -",
  "false 5.5 10 55 Messe 95 S 19",
  "true 7.5 - - - ABK S 19",
];

test("allowances, charges, prices and rounding are in both syntaxes", async () => {
  const invoice = await issue(SUMS);
  const [ubl, cii] = [toUbl(invoice), toCii(invoice)];
  const inUbl = ["ChargeIndicator", "Amount", "MultiplierFactorNumeric", "BaseAmount", "AllowanceChargeReason"]
    .concat("AllowanceChargeReasonCode", "ID", "Percent")
    .map((name) => `cbc:${name}`);
  const price = "false 5 - 35 - - - -";
  const [allowance, charge, ...ofLine] = adjustmentsIn(ubl, "cac:AllowanceCharge", inUbl);
  expect([...ofLine.slice(0, 3), allowance, charge, ...ofLine.slice(3)]).toEqual([...ADJUSTED, price]);
  const inCii = ["ActualAmount", "CalculationPercent", "BasisAmount", "Reason", "ReasonCode", "CategoryCode"]
    .concat("RateApplicablePercent")
    .map((name) => `ram:${name}`);
  expect(adjustmentsIn(cii, "ram:SpecifiedTradeAllowanceCharge", ["udt:Indicator", ...inCii])).toEqual(ADJUSTED);
  expect(cii).toContain(
    "<ram:AppliedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>5<",
  );
  expect([textsOf(ubl, "cbc:PriceAmount"), textsOf(ubl, "cbc:BaseQuantity")]).toEqual([["30"], ["3"]]);
  expect([textsOf(cii, "ram:ChargeAmount"), textsOf(cii, "ram:BasisQuantity")]).toEqual([
    ["35", "30"],
    ["3", "3"],
  ]);
});

test("the sums of invoices and credit notes are in both syntaxes", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue({ ...ORDER, ...SUMS });
  const creditNote = await acme.credit(invoice.id, { reason: "Returned" });
  const sums = ["55", "5.5", "7.5", "57", "10.83", "67.83", "0.17"];
  for (const [document, prepaid, payable] of [
    [invoice, ["8"], "60"],
    [creditNote, [], "68"],
  ] as const) {
    const ofUbl = contentOf(toUbl(document), "cac:LegalMonetaryTotal")!;
    const ubl = ["LineExtensionAmount", "AllowanceTotalAmount", "ChargeTotalAmount", "TaxExclusiveAmount"]
      .concat("TaxInclusiveAmount", "PayableRoundingAmount", "PrepaidAmount", "PayableAmount")
      .flatMap((name) => textsOf(ofUbl, `cbc:${name}`));
    expect(ubl).toEqual([...sums.filter((sum) => sum !== "10.83"), ...prepaid, payable]);
    const ofCii = contentOf(toCii(document), "ram:SpecifiedTradeSettlementHeaderMonetarySummation")!;
    const cii = ["LineTotalAmount", "AllowanceTotalAmount", "ChargeTotalAmount", "TaxBasisTotalAmount"]
      .concat("TaxTotalAmount", "GrandTotalAmount", "RoundingAmount", "TotalPrepaidAmount", "DuePayableAmount")
      .flatMap((name) => textsOf(ofCii, `ram:${name}`));
    expect(cii).toEqual([...sums, ...prepaid, payable]);
  }
});
