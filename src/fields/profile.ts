import { choice, type Fields, field, format, list, optional, pattern, record, text, yesNo } from "./field.ts";

/** A postal address. */
export const ADDRESS: Fields = {
  line1: optional(text(200), "Street and number, usually", { term: "BT-35, 50, 64, 75" }),
  line2: optional(text(200), "The second line", { term: "BT-36, 51, 65, 76" }),
  line3: optional(text(200), "The third line", { term: "BT-162, 163, 164, 165" }),
  postalCode: optional(text(20), "The postal code", { term: "BT-38, 53, 67, 78" }),
  city: optional(text(100), "The city", { term: "BT-37, 52, 66, 77" }),
  region: optional(text(100), "A state or province", { term: "BT-39, 54, 68, 79" }),
};

export const ELECTRONIC_ADDRESS: Fields = {
  scheme: field(format("addressScheme"), "The scheme of the address"),
  id: field(format("addressId"), "The address in that scheme", { examples: ["DE136695976"] }),
};

export const IDENTIFIER: Fields = {
  scheme: optional(format("registrationScheme"), "The scheme of the identifier"),
  id: field(text(100), "The identifier", { examples: ["4012345000009"] }),
};

export const CONTACT: Fields = {
  name: optional(text(200), "A person or a department", { term: "BT-41" }),
  phone: optional(text(50), "The telephone number", { term: "BT-42" }),
  email: optional(format("email"), "The e-mail address", { term: "BT-43" }),
};

export const PAYMENT_ACCOUNT: Fields = {
  iban: optional(format("iban"), "The account's IBAN, or else `account`", { term: "BT-84" }),
  account: optional(text(50), "The account's number, if it has no IBAN, such as that of a bankgiro", { term: "BT-84" }),
  bic: optional(format("accountBank"), "The account's bank", { term: "BT-86" }),
  name: optional(text(200), "The account holder, if it is not the company", { term: "BT-85" }),
  currency: optional(format("currencyCode"), "The currency of the invoices that it is for", { absent: "it is for all invoices" }),
};

export const LATE_PAYMENT: Fields = {
  penalties: optional(text(1000), "The penalties for paying late, as the note `PMD`", { term: "BG-1" }),
  recoveryFee: optional(text(1000), "The flat fee for recovering the debt, as the note `PMT`", { term: "BG-1" }),
  discount: optional(text(1000), "The discount for paying early, or that there is none, as the note `AAB`", { term: "BG-1" }),
};

export const TAX_REPRESENTATIVE: Fields = {
  name: field(text(200), "The representative's name", { term: "BT-62" }),
  vatNumber: field(text(40), "The representative's own number. In a member state or the United Kingdom it must be well formed", {
    term: "BT-63",
    examples: ["DE136695976"],
  }),
  country: field(format("countryCode"), "The representative's country", { term: "BT-69" }),
  address: field(record("Address"), "The representative's address", { term: "BG-12" }),
};

export const VAT_REGISTRATION: Fields = {
  country: field(format("countryCode"), "The member state"),
  vatNumber: field(text(40), "The company's number there, which documents of sales from there show", { examples: ["FR40303265045"] }),
  since: optional(format("calendarDay"), "The first day of the registration", { absent: "no sale is too early" }),
  until: optional(format("calendarDay"), "The last day", { absent: "it has not ended" }),
  establishment: optional(yesNo, "Whether the company has a fixed establishment there, which a VAT number alone is not", { absent: "no" }),
};

export const SMALL_ENTERPRISE: Fields = {
  number: optional(
    pattern(/^[A-Z]{2}[A-Z\d]{1,20}-EX$/, "the country code, 1 to 20 capital letters and digits, and -EX, such as DE123456789-EX"),
    "The number by which its own state knows it in the scheme. Printed after the note of a state, and as `taxNumber` if the company has neither that nor a `vatNumber`",
    { law: "Directive 2006/112/EC, article 284(3)", examples: ["DE123456789-EX"] },
  ),
  states: optional(
    format("exemptingStates"),
    "The other member states that exempt it, each with the note of its law. A sale there carries no VAT and this note. Only without `vatRegistered`",
    { examples: [{ DE: { note: "Steuerfrei für Kleinunternehmer (§ 19 UStG)" } }] },
  ),
};

/** The fields of the specification, then optional ones. Those of the seller are printed on its invoices. */
export const PROFILE: Fields = {
  name: field(text(200), "The company's name", { term: "BT-27" }),
  country: field(format("countryCode"), "The company's country", { term: "BT-40", credit: "kept" }),
  vatRegistered: field(
    yesNo,
    "Whether it is registered for VAT in its own state. If not, its invoices charge no VAT, but for goods that leave a state of `registrations`",
    { isOfSeller: false },
  ),
  ossRegistered: field(yesNo, "Whether it declares sales to consumers in other member states through the one-stop shop (OSS)", { isOfSeller: false }),
  defaultCurrency: field(format("currencyCode"), "The currency of orders that do not state one", { isOfSeller: false }),
  invoicePrefix: field(format("prefix"), "The prefix of its invoice numbers", { isOfSeller: false, examples: ["INV"] }),
  creditNotePrefix: optional(format("prefix"), "The prefix of its credit notes, which are numbered separately. It must differ from `invoicePrefix`", {
    absent: "`invoicePrefix` followed by `-CN`",
    isOfSeller: false,
    examples: ["INV-CN"],
  }),
  series: optional(
    format("seriesPrefixes"),
    "Other series of invoices beside the first, such as one for each client that writes the invoices itself: up to 10,000, by names of 1 to 100 characters. Each has its own numbers from 1 and its own prefix, which no other series and not the credit notes may have",
    { absent: "one series, with `invoicePrefix`", isOfSeller: false, examples: [{ "Client 4711": { prefix: "SB-4711" } }] },
  ),
  vatNumber: optional(text(40), "Its VAT number, printed on its invoices. In a member state or the United Kingdom it must be well formed", {
    term: "BT-31",
    law: "Directive 2006/112/EC, article 226(3)",
    credit: "kept",
    examples: ["DE136695976"],
  }),
  registrations: optional(
    list(record("VatRegistration"), 100),
    "The other member states in which it is registered for VAT, such as those with its stock. They count for stated goods, and for VAT by hand",
    { law: "Directive 2006/112/EC, articles 214 and 226(3)", isOfSeller: false },
  ),
  ossSchemes: optional(
    list(choice("union", "non-union", "import"), 3),
    "The schemes that it uses, if `ossRegistered`: `union` for goods sent from a member state, and for services of companies in the EU; `non-union` for services of others; `import` for consignments of at most EUR 150 from outside the EU that the company imports for consumers (article 369l)",
    {
      law: "Directive 2006/112/EC, articles 358a to 369zc",
      absent: "`union` for companies in the EU, `non-union` for others",
      isOfSeller: false,
    },
  ),
  taxNumber: optional(text(40), "Its national tax number, if the law requires one in addition to the VAT number, or instead of it", {
    term: "BT-32",
    credit: "kept",
    isWritten: true,
  }),
  registrationNumber: optional(text(100), "Its number in the commercial register", { term: "BT-30" }),
  address: optional(record("Address"), "Its address", { term: "BG-5" }),
  email: optional(format("email"), "Its e-mail address, printed on its invoices"),
  iban: optional(format("iban"), "The account to pay to", { term: "BT-84" }),
  bic: optional(format("bic"), "The account's bank", { term: "BT-86" }),
  accountName: optional(text(200), "The account holder, if it is not the company", { term: "BT-85" }),
  accounts: optional(list(record("PaymentAccount"), 20), "Other accounts to pay to. Those for other currencies than the invoice's are left out of it", {
    term: "BG-17",
  }),
  creditorId: optional(format("creditorId"), "Its creditor identifier for SEPA direct debits", { term: "BT-90" }),
  paymentTerms: optional(text(1000), "When and how to pay. Printed if the order does not state terms", { term: "BT-20", isOfSeller: false }),
  latePayment: optional(
    record("LatePayment"),
    "What its invoices to businesses say about paying late or early, as `notes`, unless the order has a note with the subject",
    {
      law: "Code de commerce, article L441-9 (France)",
      isOfSeller: false,
    },
  ),
  tradingName: optional(text(200), "The name under which it trades, if it is not its legal name", { term: "BT-28", isWritten: true }),
  legalNote: optional(text(1000), "Other details that the law requires on its invoices, such as its capital and managers", { term: "BT-33", isWritten: true }),
  registrationScheme: optional(format("registrationScheme"), "The register of `registrationNumber`", { term: "BT-30-1" }),
  identifiers: optional(list(record("Identifier"), 20), "Other numbers by which its clients know it, such as a GLN or a supplier number", {
    term: "BT-29",
    isWritten: true,
  }),
  electronicAddress: optional(record("ElectronicAddress"), "Its address for electronic invoices", { term: "BT-34", isWritten: true }),
  businessProcess: optional(text(200), "The business process of its invoices, if the order does not state one. Peppol has its own", { term: "BT-23" }),
  contact: optional(record("Contact"), "The contact for its clients", { term: "BG-6" }),
  taxRepresentative: optional(record("TaxRepresentative"), "The person who owes the VAT on its behalf, if there is one", {
    term: "BG-11",
    law: "Directive 2006/112/EC, articles 204 and 226(15)",
    credit: "kept",
  }),
  national: optional(record("NationalProfile"), "What the state of the company needs beside EN 16931, by state", { credit: "kept" }),
  cashAccounting: optional(yesNo, "Whether it owes its own state's VAT only once it is paid. Its invoices then say so", {
    law: "Directive 2006/112/EC, articles 66(b) and 226(7a)",
    credit: "kept",
  }),
  supply: optional(format("supply"), "What it sells, for lines of which neither the order nor the place or unit of the line says it", {
    absent: "the supply of such lines is not stated",
    isOfSeller: false,
  }),
  requires: optional(
    format("requirement"),
    "The ids of one or several formats that were passed to `createInvoicing`. An order is refused if a format applies to its invoice, and it could not be written in it",
    { absent: "nothing is checked", isOfSeller: false },
  ),
  language: optional(format("language"), "The language of its invoices", { absent: "its country's main language", credit: "kept" }),
  timeZone: optional(format("timeZone"), "The time zone of its issue dates", {
    absent: "the main zone of its country or area, `UTC` where none is known",
    isOfSeller: false,
  }),
  exemptionNote: optional(text(1000), "Printed as the VAT note if the company is not VAT-registered", {
    absent: "the note of its state's law, in Germany and France. Elsewhere none, with a warning",
    isOfSeller: false,
  }),
  smallEnterprise: optional(record("SmallEnterprise"), "Its part in the scheme for small enterprises in other member states", {
    law: "Directive 2006/112/EC, articles 284 to 288a",
    isOfSeller: false,
  }),
};
