import { choice, type Fields, field, format, list, number, optional, record, text, yesNo } from "./field.ts";

export const CLIENT_CONTACT: Fields = {
  name: optional(text(200), "A person or a department, printed in the client's address", { term: "BT-56" }),
  phone: optional(text(50), "The telephone number", { term: "BT-57" }),
  email: optional(format("email"), "The e-mail address", { term: "BT-58", absent: "`clientEmail`" }),
};

export const LINE_DISCOUNT: Fields = {
  percent: optional(number({ min: 0, max: 100, isChecked: true }), "Percent of `baseAmount`", { term: "BT-138" }),
  amount: optional(
    number({ min: 0, isChecked: true }),
    "For the whole line, in the invoice's currency: at most quantity × unit price. With a negative quantity it lowers what the client gets back",
    { term: "BT-136" },
  ),
  baseAmount: optional(number({ min: 0, isChecked: true }), "What `percent` is of; beside an `amount`, what that was computed from", {
    term: "BT-137",
    absent: "quantity × unit price",
  }),
  reason: optional(text(200), "The reason, for the client", { term: "BT-139" }),
  reasonCode: optional(format("allowanceReason"), "The reason as a code", { term: "BT-140" }),
};

export const LINE_CHARGE: Fields = {
  percent: optional(number({ min: 0, max: 100, isChecked: true }), "Percent of `baseAmount`", { term: "BT-143" }),
  amount: optional(number({ min: 0, isChecked: true }), "For the whole line, in the invoice's currency", { term: "BT-141" }),
  baseAmount: optional(number({ min: 0, isChecked: true }), "What `percent` is of; beside an `amount`, what that was computed from", {
    term: "BT-142",
    absent: "quantity × unit price",
  }),
  reason: optional(text(200), "The reason, for the client", { term: "BT-144" }),
  reasonCode: optional(format("chargeReason"), "The reason as a code", { term: "BT-145" }),
};

const ADJUSTMENT_SHARED = {
  amount: optional(number({ min: 0, isChecked: true }), "In the invoice's currency, rounded to its minor units", { term: "BT-92, 99" }),
  percent: optional(number({ min: 0, max: 100, isChecked: true }), "Percent of `baseAmount`", { term: "BT-94, 101" }),
  baseAmount: optional(number({ min: 0, isChecked: true }), "What `percent` is of; beside an `amount`, what that was computed from", {
    term: "BT-93, 100",
    absent: "the sum of the lines with the same VAT",
  }),
  reason: optional(text(200), "The reason, for the client", { term: "BT-97, 104" }),
} satisfies Fields;

const ADJUSTMENT_VAT: Fields = {
  supply: optional(format("supply"), "What it belongs to, if its VAT is not that of the lines", {
    absent:
      "with no field of VAT, the VAT is that of the lines: a percentage is divided if they differ in it, and an amount is refused. With any, the order's `supply`",
  }),
  placeOfSupply: optional(format("territory"), "Its place of supply, if that is not the order's", { absent: "the order's `placeOfSupply`" }),
  vatRates: optional(format("vatRates"), "Its VAT rate in each state whose VAT may apply, as on a line. Only with automatic VAT"),
  exemption: optional(record("VatExemption"), "The exemption of what it belongs to, as on a line. Only with automatic VAT"),
  taxRate: optional(format("percentage"), "The VAT rate", { isManual: true }),
  vatCategory: optional(format("vatCategory"), "The category of VAT", {
    isManual: true,
    absent: "`S` above 0 %, `Z` at 0 %, `E` for a company without VAT registration",
    term: "BT-95, 102",
  }),
  exemptionReason: optional(text(1000), "Why it is without VAT. Only with a category without VAT", { isManual: true, term: "BT-120" }),
  vatexCode: optional(format("vatexCode"), "The reason as a code. Only with a category without VAT", { isManual: true, term: "BT-121" }),
};

export const DOCUMENT_ALLOWANCE: Fields = {
  ...ADJUSTMENT_SHARED,
  reasonCode: optional(format("allowanceReason"), "The reason as a code", { term: "BT-98" }),
  ...ADJUSTMENT_VAT,
};

export const DOCUMENT_CHARGE: Fields = {
  ...ADJUSTMENT_SHARED,
  reasonCode: optional(format("chargeReason"), "The reason as a code", { term: "BT-105" }),
  ...ADJUSTMENT_VAT,
};

export const EXEMPTION: Fields = {
  reason: field(text(1000), "Why the line is without VAT, with the provision of the law", { term: "BT-120", examples: ["§ 4 Nr. 21 UStG"] }),
  vatexCode: optional(format("vatexCode"), "The reason as a code", { term: "BT-121" }),
};

export const PERIOD: Fields = {
  start: optional(format("calendarDay"), "The first day, or else `end`", { term: "BT-73, 134" }),
  end: optional(format("calendarDay"), "The last day, not before `start`", { term: "BT-74, 135" }),
};

export const WITHHOLDING: Fields = {
  percent: field(number({ above: 0, max: 100 }), "The rate"),
  baseAmount: optional(number({ above: 0 }), "What `percent` is of, in the invoice's currency. Not together with `basePercent`", {
    absent: "`basePercent` of `subtotal`; in Italy without the lines that are not `withheld`",
  }),
  basePercent: optional(number({ above: 0, max: 100 }), "The part of `subtotal` that it is levied on, such as 50 of an agent's commission", {
    absent: "100",
  }),
  reason: field(text(200), "What is withheld, for the client", { examples: ["Ritenuta d'acconto"] }),
  code: optional(text(10), "The kind of income as the state codes it. In Italy `CausalePagamento`, such as `A` (professional work)"),
  type: optional(
    text(10),
    "The kind of withholding as the state codes it. In Italy `TipoRitenuta`: `RT01` is income tax of persons, `RT02` of companies; contributions: `RT03` INPS, `RT04` ENASARCO, `RT05` ENPAM, `RT06` others",
  ),
};

export const RETENTION: Fields = {
  percent: optional(number({ above: 0, max: 100 }), "Percent of `total`. Either this or `amount`"),
  amount: optional(number({ above: 0 }), "In the invoice's currency"),
  dueOn: field(format("calendarDay"), "The day by which the client must pay it"),
  reason: field(text(200), "Why it is paid later, for the client", { examples: ["Gewährleistungseinbehalt"] }),
};

export const CASH_DISCOUNT: Fields = {
  percent: field(number({ above: 0, max: 99.99 }), "Percent of `total`, with at most two decimals; of a Belgian seller percent of `subtotal`"),
  days: field(number({ min: 0, max: 365 }), "The number of days after the issue date until which it may be deducted, the last one included"),
};

export const DISBURSEMENT: Fields = {
  description: field(text(200), "What was paid for the client", { examples: ["Court fee"] }),
  amount: field(number({ above: 0 }), "What was paid, in the invoice's currency, with the VAT that it contains"),
  reference: field(text(200), "The number of the receipt in the client's name"),
};

export const EXCHANGE_RATE: Fields = {
  rate: field(number({ above: 0 }), "The value of one unit of the invoice's currency in the currency of the VAT"),
  date: field(format("calendarDay"), "The day of the rate"),
  source: field(text(200), "Who published it", { examples: ["ECB"] }),
  currency: optional(format("currencyCode"), "The currency in which the VAT is stated too", {
    term: "BT-6",
    absent: "the currency of the seller's state",
  }),
};

export const PAYEE: Fields = {
  name: field(text(200), "The payee's name", { term: "BT-59" }),
  identifier: optional(record("Identifier"), "A number by which it is known, such as a GLN", { term: "BT-60" }),
  registrationNumber: optional(text(100), "Its number in a register of companies", { term: "BT-61" }),
  registrationScheme: optional(format("registrationScheme"), "The register of `registrationNumber`", { term: "BT-61-1" }),
};

export const SUPPORTING_DOCUMENT: Fields = {
  reference: field(text(200), "The document's number or name", { term: "BT-122" }),
  description: optional(text(1000), "What it is, such as a timesheet", { term: "BT-123" }),
  url: optional(format("url"), "Where it can be found", { term: "BT-124" }),
};

export const DELIVERY_PLACE: Fields = {
  name: optional(text(200), "Who receives the goods, if it is not the client", { term: "BT-70" }),
  identifier: optional(record("Identifier"), "The number of the place, such as a GLN", { term: "BT-71" }),
  country: optional(
    format("countryCode"),
    "The country of the place. Required with an address. It does not decide the VAT, but a warning says if it contradicts it",
    { term: "BT-80" },
  ),
  address: optional(record("Address"), "The address of the place", { term: "BG-15" }),
};

export const PAYMENT_INSTRUCTIONS: Fields = {
  means: field(format("paymentMeans"), "The means of payment", { term: "BT-81" }),
  mandateReference: optional(text(35), "The mandate of a direct debit", { term: "BT-89" }),
  debitedAccount: optional(format("iban"), "The client's account, of a direct debit", { term: "BT-91" }),
  cardLast4: optional(format("cardDigits"), "The last four digits of a card", { term: "BT-87" }),
  cardHolder: optional(text(200), "The holder of that card", { term: "BT-88" }),
  meansText: optional(text(200), "The means of payment in words", { term: "BT-82" }),
};

export const PRECEDING_INVOICE: Fields = {
  number: field(text(100), "The number of the earlier invoice", { term: "BT-25" }),
  issueDate: optional(format("calendarDay"), "Its issue date", { term: "BT-26" }),
  portalNumbers: optional(list(record("PortalNumber"), 10), "The numbers that portals gave it; of `advances`, those that were recorded before"),
};

export const NOTE: Fields = {
  subject: optional(format("noteSubject"), "What the note is about", { term: "BT-21" }),
  text: field(text(4000), "The note", { term: "BT-22" }),
};

/** An identifier in a scheme that must be stated. */
export const SCHEME_IDENTIFIER: Fields = {
  scheme: field(format("registrationScheme"), "The scheme of the identifier"),
  id: field(text(100), "The identifier in that scheme", { examples: ["4012345000009"] }),
};

export const INVOICED_OBJECT: Fields = {
  scheme: optional(format("objectScheme"), "The scheme of the identifier", { term: "BT-18, 128" }),
  id: field(text(200), "The identifier, such as the number of a meter or of a subscription", { term: "BT-18, 128" }),
};

export const ITEM_CLASSIFICATION: Fields = {
  code: field(text(100), "The code of the article in the list", { term: "BT-158" }),
  list: field(format("classificationList"), "The list of the code", { term: "BT-158" }),
  listVersion: optional(text(50), "The version of the list", { term: "BT-158" }),
};

export const ITEM_ATTRIBUTE: Fields = {
  name: field(text(100), "What the attribute is, such as `Colour`", { term: "BT-160" }),
  value: field(text(1000), "Its value", { term: "BT-161" }),
};

export const LINE: Fields = {
  description: field(text(4000), "What is sold", { term: "BT-153", credit: "kept" }),
  quantity: field(number({ not: 0 }), "The quantity. A negative one is a return or a discount", { term: "BT-129" }),
  unitPrice: field(
    number({ min: 0 }),
    "In the invoice's currency. Net of VAT, or with VAT if `prices` is `gross`. More than ten decimals are rounded to ten, as in every number",
    {
      term: "BT-146",
    },
  ),
  discount: optional(record("LineDiscount"), "Taken off the line, before VAT is computed: either a percentage or an amount. Gross if `prices` is `gross`", {
    term: "BG-27",
  }),
  discounts: optional(list(record("LineDiscount"), 50), "More discounts. Percentages without `baseAmount` are of quantity × unit price ÷ `priceBaseQuantity`", {
    term: "BG-27",
  }),
  charges: optional(list(record("LineCharge"), 50), "Added to the line, before VAT is computed. Gross if `prices` is `gross`", { term: "BG-28" }),
  priceBaseQuantity: optional(number({ above: 0 }), "The quantity that the unit price is for, in the line's unit", {
    term: "BT-149, 150",
    absent: "1",
    credit: "kept-with-quantity",
  }),
  priceDiscount: optional(number({ min: 0 }), "What was taken off the article's list price, which is the unit price and this. Gross if `prices` is `gross`", {
    term: "BT-147, 148",
    credit: "kept-with-quantity",
  }),
  supply: optional(format("supply"), "What this line supplies, if lines differ", { absent: "the order's `supply`", credit: "kept" }),
  placeOfSupply: optional(format("territory"), "The place of supply of this line, if lines differ", {
    absent: "the order's `placeOfSupply`",
    credit: "kept",
  }),
  dispatchedFrom: optional(format("territory"), "Where the transport of this line's goods begins", {
    absent: "the order's `dispatchedFrom`",
    credit: "kept",
  }),
  unit: optional(text(50), "The unit of the quantity, such as `hour` or `piece`", { credit: "kept-with-quantity", examples: ["hour"] }),
  unitCode: optional(format("unitCode"), "The unit as a code", {
    term: "BT-130",
    absent: "follows from well-known words of `unit`, else `C62`",
    credit: "kept-with-quantity",
  }),
  sku: optional(text(100), "The company's number for the article", { term: "BT-155", credit: "kept", isWritten: true }),
  id: optional(text(50), "The line's own identifier. No other line of the invoice may have it, or have its place as a number", {
    term: "BT-126",
    absent: "the line's place: 1, 2, 3 and so on",
    credit: "kept",
  }),
  standardId: optional(record("SchemeIdentifier"), "The article's number in a register, such as a GTIN in the scheme `0160`", {
    term: "BT-157",
    credit: "kept",
    isWritten: true,
  }),
  buyerSku: optional(text(100), "The client's number for the article", { term: "BT-156", credit: "kept", isWritten: true }),
  classifications: optional(list(record("ItemClassification"), 100), "The article's codes in lists of goods and services", {
    term: "BT-158",
    credit: "kept",
    isWritten: true,
  }),
  attributes: optional(list(record("ItemAttribute"), 100), "Properties of the article, such as its colour or batch", {
    term: "BG-32",
    credit: "kept",
    isWritten: true,
  }),
  originCountry: optional(format("countryCode"), "The country that the article comes from", { term: "BT-159", credit: "kept" }),
  purchaseOrderLine: optional(text(200), "The line of the client's order", { term: "BT-132", credit: "kept", isWritten: true }),
  buyerAccountingReference: optional(text(200), "Where the client books the line", { term: "BT-133", credit: "kept", isWritten: true }),
  invoicedObject: optional(record("InvoicedObject"), "What the line is about, such as a meter or a subscription", {
    term: "BT-128",
    credit: "kept",
    isWritten: true,
  }),
  heading: optional(
    text(200),
    "A heading that is printed above the line. Below the lines up to the next heading, their subtotal is printed. Electronic invoices have neither",
    { credit: "kept", examples: ["Installation"] },
  ),
  note: optional(text(1000), "Free text for the client", { term: "BT-127", credit: "kept", isWritten: true }),
  period: optional(record("InvoicePeriod"), "The days that the line covers", { term: "BG-26", credit: "kept", isWritten: true }),
  national: optional(record("NationalLine"), "What the state of the company needs beside EN 16931, by state", { credit: "kept" }),
  taxRate: optional(format("percentage"), "The VAT rate. With automatic VAT it must equal the determined one"),
  vatRates: optional(
    format("vatRates"),
    "The VAT rate of this product in each state whose VAT may apply. Only the entry of the state whose VAT is charged is used, and it must be lawful there. Only with automatic VAT",
    { absent: "the standard rate, as in a state without an entry", isRepeated: false, examples: [{ DE: 7, AT: 10 }] },
  ),
  exemption: optional(
    record("VatExemption"),
    "The exemption of what the line sells, by the law of the seller's state. It applies where the seller's VAT would be charged: the line has category `E`. Only with automatic VAT",
    { law: "Directive 2006/112/EC, articles 132, 135 and 136", isRepeated: false },
  ),
  vatCategory: optional(format("vatCategory"), "The category of VAT", {
    isManual: true,
    absent: "`S` above 0 %, `Z` at 0 %, `E` for a company without VAT registration",
    term: "BT-151",
  }),
  exemptionReason: optional(text(1000), "Why the line is without VAT. Only with a category without VAT", { isManual: true, term: "BT-120", credit: "kept" }),
  vatexCode: optional(format("vatexCode"), "The reason as a code. Only with a category without VAT", { isManual: true, term: "BT-121", credit: "kept" }),
};

export const ORDER: Fields = {
  clientName: field(text(200), "The client's name", { term: "BT-44", after: "seller", credit: "kept" }),
  clientCountry: optional(format("countryCode"), "The client's country. Required unless `autoVat` is false", { term: "BT-55", credit: "kept" }),
  clientVatNumber: optional(text(40), "The client's VAT number. It decides between reverse charge and VAT between member states", {
    term: "BT-48",
    credit: "kept",
    examples: ["FR40303265045"],
  }),
  items: field(list(record("OrderItem"), 1000), "The lines", { term: "BG-25", isRepeated: false }),
  allowances: optional(list(record("DocumentAllowance"), 50), "Taken off the whole invoice, before VAT is computed. Gross if `prices` is `gross`", {
    term: "BG-20",
    isRepeated: false,
  }),
  charges: optional(list(record("DocumentCharge"), 50), "Added to the whole invoice, such as freight, before VAT is computed. Gross if `prices` is `gross`", {
    term: "BG-21",
    isRepeated: false,
  }),
  autoVat: optional(yesNo, "Whether the library determines the VAT", { absent: "true", isRepeated: false }),
  taxRate: optional(format("percentage"), "The rate of lines that do not state one. With automatic VAT it must equal the determined rate", {
    isRepeated: false,
  }),
  clientAddress: optional(
    record("Address"),
    "The client's address. Its postal code also identifies territories without a country code, such as the Canary Islands",
    { term: "BG-8", credit: "renewed" },
  ),
  clientEmail: optional(format("email"), "The client's e-mail address", { term: "BT-58", credit: "renewed" }),
  clientRegistrationNumber: optional(text(100), "The client's number in a register of companies", { term: "BT-47", credit: "kept" }),
  isCompany: optional(
    yesNo,
    "Whether the client is a company. Without a VAT number, a company is taxed as a consumer, except that goods sold to it are not a distance sale. False also for exempt and small businesses, which count as consumers",
    { credit: "kept" },
  ),
  supply: optional(format("supply"), "What is sold; it decides the legal basis", {
    absent: "the profile's `supply`; without one, decided as if the supply did not matter, as in the specification",
    credit: "kept",
  }),
  supplyDate: optional(
    format("calendarDay"),
    "The day of the supply. It is the tax point, whose rates and EU membership apply, unless there is a `taxPointDate`",
    {
      term: "BT-72",
      absent: "the tax point is the last day of a `period` that is over, or else today in the company's time zone",
      isRepeated: false,
    },
  ),
  dueDate: optional(format("calendarDay"), "The day by which the client must pay", { term: "BT-9" }),
  currency: optional(format("currencyCode"), "The invoice's currency", {
    term: "BT-5",
    absent: "the company's default currency",
    isRepeated: false,
  }),
  exchangeRate: optional(
    record("ExchangeRate"),
    "From the invoice's currency to that of the VAT, which is that of the seller's state unless `currency` is another. Only if they differ",
    { credit: "kept" },
  ),
  buyerReference: optional(text(200), "What the client asked the seller to state, such as a Leitweg-ID", { term: "BT-10", credit: "renewed", isWritten: true }),
  purchaseOrderReference: optional(text(200), "The client's order", { term: "BT-13", credit: "renewed", isWritten: true }),
  salesOrderReference: optional(text(200), "The company's own order", { term: "BT-14", credit: "renewed", isWritten: true }),
  despatchReference: optional(text(200), "The despatch advice or delivery note", { term: "BT-16", credit: "renewed", isWritten: true }),
  goodsReceiptReference: optional(text(200), "The client's receipt of the goods", { term: "BT-15", credit: "renewed", isWritten: true }),
  tenderReference: optional(text(200), "The tender or lot", { term: "BT-17", credit: "renewed", isWritten: true }),
  invoicedObject: optional(record("InvoicedObject"), "What the invoice is about, such as a meter or a subscription", {
    term: "BT-18",
    credit: "renewed",
    isWritten: true,
  }),
  supportingDocuments: optional(list(record("SupportingDocumentReference"), 100), "Documents that explain the invoice, without their content", {
    term: "BG-24",
    credit: "renewed",
    isWritten: true,
  }),
  businessProcess: optional(text(200), "The business process. Peppol has its own", { term: "BT-23", absent: "the company's", credit: "renewed" }),
  payee: optional(record("Payee"), "Who is paid, if it is not the company", { term: "BG-10", credit: "renewed" }),
  reference: optional(text(200), "Your own reference. Stored and returned, not printed", { credit: "own" }),
  note: optional(text(4000), "Free text for the client", { term: "BT-22", credit: "own" }),
  vatNote: optional(text(1000), "The legal note to print", { isManual: true, isRepeated: false }),
  taxPointDate: optional(format("calendarDay"), "The tax point, if it is not the day of supply, as for a payment in advance. The rates of this day apply", {
    term: "BT-7",
    isRepeated: false,
  }),
  taxPointCode: optional(
    format("taxPointCode"),
    "When VAT becomes due, instead of a `taxPointDate`. With `3` the tax point is the day of issue. With `432` returns declare the VAT of the seller's state once it is paid, with `3` and `35` they do not",
    { term: "BT-8", law: "Directive 2006/112/EC, article 66", credit: "kept" },
  ),
  documentType: optional(format("invoiceType"), "What kind of invoice it is. With `selfBilled` only `471` or `500`", {
    term: "BT-3",
    absent: "`380`, or `389` with `selfBilled`",
    isRepeated: false,
  }),
  selfBilled: optional(yesNo, "Whether the client writes the invoice in the company's name (BT-3 `389`, or the `documentType`). Both must have agreed on it", {
    law: "Directive 2006/112/EC, articles 224 and 226(10a)",
    credit: "kept",
  }),
  triangular: optional(
    yesNo,
    "Whether the company is the middle one of a triangular transaction: the goods go directly from its supplier in a third member state to the client, who owes the VAT. Only with a `clientVatNumber` and stated goods",
    { law: "Directive 2006/112/EC, articles 42, 141 and 197", credit: "kept" },
  ),
  period: optional(record("InvoicePeriod"), "The days that the invoice covers", { term: "BG-14", credit: "renewed", isWritten: true }),
  deliverTo: optional(record("DeliveryPlace"), "Where the goods go, if not to the client", { term: "BG-13", credit: "renewed" }),
  placeOfSupply: optional(
    format("territory"),
    "Where a service is supplied, if its place is not that of a party, such as a stay in a hotel, an admission or work on a house. It decides whose VAT applies, no matter who the client is. For goods, only where they are handed over",
    { law: "Directive 2006/112/EC, articles 31 and 47 to 57", absent: "the VAT table decides", credit: "kept" },
  ),
  dispatchedFrom: optional(
    format("territory"),
    "Where the transport of goods begins, such as a warehouse in another member state. A country code does not mean its areas, and `XI` is Northern Ireland. It counts for stated goods, and for VAT by hand",
    { law: "Directive 2006/112/EC, articles 31 to 33 and 138", absent: "where the company is", credit: "kept" },
  ),
  importer: optional(choice("client", "seller"), "Who imports goods that enter the EU", {
    law: "Directive 2006/112/EC, articles 32, 33 and 201",
    absent: "the client, of goods from the company's own state. Required from other places",
    credit: "kept",
  }),
  clientNumber: optional(text(100), "The company's own number for the client. With a `clientIdentifier` only printed", { term: "BT-46", credit: "renewed" }),
  clientIdentifier: optional(record("SchemeIdentifier"), "The client's number in a register, such as a GLN", { term: "BT-46", credit: "renewed" }),
  clientTradingName: optional(text(200), "The name under which the client trades, if it is not its legal name", { term: "BT-45", credit: "renewed" }),
  clientContact: optional(record("ClientContact"), "Whom the invoice is for, at the client's", { term: "BG-9", credit: "renewed" }),
  clientLanguage: optional(
    format("language"),
    "The client's language. The page and the panel's e-mails are in it, and notes that the law requires have its wording beside that of the seller's language",
    { absent: "the company's `language`", credit: "kept" },
  ),
  clientRegistrationScheme: optional(format("registrationScheme"), "The register of `clientRegistrationNumber`", { term: "BT-47-1", credit: "renewed" }),
  clientElectronicAddress: optional(record("ElectronicAddress"), "The client's address for electronic invoices", { term: "BT-49", credit: "renewed" }),
  payment: optional(record("PaymentInstructions"), "How the invoice is paid", {
    term: "BG-16",
    absent: "a credit transfer to the company's account",
    credit: "renewed",
  }),
  paymentTerms: optional(text(1000), "When and how to pay", { term: "BT-20", absent: "the company's", isRepeated: false, credit: "renewed" }),
  cashDiscounts: optional(
    list(record("CashDiscount"), 3, "requireCashDiscounts"),
    "What the client may deduct if it pays soon. Printed, and settled with `cashDiscount` of a payment",
    {
      term: "BT-20",
      law: "UStG § 17(1) (Germany); Code de la TVA, article 28, 1° (Belgium)",
    },
  ),
  prices: optional(format("prices"), "Whether unit prices and discounts are net of VAT or include it", { absent: "`net`", credit: "kept" }),
  paymentReference: optional(text(200), "What the client is asked to write on its payment", { term: "BT-83", credit: "renewed" }),
  prepaidAmount: optional(number({ min: 0 }), "The amount paid before the invoice is issued. It reduces the amount due", { term: "BT-113" }),
  roundingAmount: optional(
    number({ min: -2, max: 2 }),
    "Added to the amount due, to round it: at most 2 units of the currency, either way. VAT is not rounded with it",
    {
      term: "BT-114",
    },
  ),
  withholdings: optional(
    list(record("Withholding"), 10),
    "Tax that the client pays for the company, instead of paying it to the company. It lowers `payable`, not `total`",
    {
      law: "DPR 600/1973, articolo 25 (Italy); Ley 35/2006, artículo 101 (Spain); CIRS, artigo 101.º (Portugal)",
      isRepeated: false,
    },
  ),
  retentions: optional(
    list(record("Retention"), 10),
    "Parts of `amountDue` that the client pays later, such as a guarantee in construction. They are not overdue before `dueOn`, and change no VAT",
    { isRepeated: false },
  ),
  disbursements: optional(
    list(record("Disbursement"), 50),
    "Expenses paid in the client's name and for its account, with proof. They raise `payable`, and are no part of `total`. Delivery, travel and other costs of the company's own are lines or `charges`",
    { law: "Directive 2006/112/EC, articles 78(b) and 79(c)" },
  ),
  precedingInvoices: optional(list(record("PrecedingInvoice"), 100), "Earlier invoices that this one refers to", { term: "BG-3" }),
  advances: optional(
    list(text(100), 100),
    "The numbers of your invoices for payments in advance (`386`) that this one deducts: what was paid of each or, in Italy and the Netherlands, what it charged",
    { law: "Directive 2006/112/EC, article 65", credit: "kept" },
  ),
  contractReference: optional(text(200), "The contract", { term: "BT-12", credit: "renewed", isWritten: true }),
  projectReference: optional(text(200), "The project", { term: "BT-11", credit: "renewed", isWritten: true }),
  buyerAccountingReference: optional(text(200), "Where the client books the invoice", { term: "BT-19", credit: "renewed", isWritten: true }),
  notes: optional(
    list(record("InvoiceNote"), 20),
    "More notes for the client, with subjects. The invoice has those of the company's `latePayment` behind them",
    { term: "BG-1", credit: "own" },
  ),
  national: optional(record("NationalOrder"), "What the state of the company needs beside EN 16931, by state", { credit: "renewed" }),
  metadata: optional(
    format("metadata"),
    "Up to 50 of your own strings, each at most 1,000 characters long, under your own keys. Stored and returned, never printed",
    { credit: "own" },
  ),
  series: optional(text(100), "The series that numbers the invoice, one of the profile's `series`", { absent: "the first series, with `invoicePrefix`" }),
  requires: optional(format("orderRequirement"), "Replaces the profile's `requires` for this order. `false` requires nothing", {
    absent: "the profile's",
    isRepeated: false,
  }),
};
