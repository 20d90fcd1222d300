import type { AutomaticTreatment, InvoiceStatus, RefusalCode } from "faktura";
import type { Supply, VatBreakdownLine, VatTreatment, VatWarningCode } from "faktura/vat";

/** A text with a count, by the categories of `Intl.PluralRules`. The count is already formatted. */
export interface CountText {
  readonly one: (count: string) => string;
  readonly other: (count: string) => string;
}

/** What the reason for a decision depends on. Countries and the rate are already formatted. */
export interface SaleReason {
  readonly treatment: AutomaticTreatment;
  readonly seller: string;
  readonly client: string;
  readonly rate: string;
  /** The library's reason, in English. */
  readonly reason: string;
}

const treatments: Record<VatTreatment, string> = {
  "not-registered": "Not VAT-registered",
  domestic: "Domestic",
  "outside-scope": "Outside the scope of VAT",
  export: "Export",
  "intra-community-supply": "Intra-Community supply",
  "reverse-charge": "Reverse charge",
  oss: "OSS, rate of the client's country",
  origin: "EU consumer, rate of the seller's country",
  mixed: "Differs by line",
  manual: "Rates set manually",
};

const supplies: Record<Supply, string> = { goods: "Goods", services: "Services", digital: "Digital services" };

const statuses: Record<InvoiceStatus, string> = { SENT: "Sent", PAID: "Paid", CANCELLED: "Cancelled" };

const categories: Record<VatBreakdownLine["category"], string> = {
  S: "Standard rate",
  Z: "Zero rate",
  E: "Exempt",
  AE: "Reverse charge",
  K: "Intra-Community supply",
  G: "Export",
  O: "Outside the scope of VAT",
  L: "Canary Islands tax",
  M: "Ceuta and Melilla tax",
};

const invoiceCount: CountText = { one: (count) => `${count} invoice`, other: (count) => `${count} invoices` };
const creditNoteCount: CountText = {
  one: (count) => `${count} credit note`,
  other: (count) => `${count} credit notes`,
};
const missingCount: CountText = {
  one: (count) => `${count} detail missing`,
  other: (count) => `${count} details missing`,
};

const refusals: Record<RefusalCode, string> = {
  request_invalid: "Some details cannot be accepted.",
  idempotency_key_reused: "This was already sent with other details. Reload the page.",
  company_not_found: "This company does not exist.",
  invoice_not_found: "This invoice does not exist.",
  client_country_required: "The client's country is missing.",
  company_not_vat_registered: "A company that is not registered for VAT cannot charge VAT.",
  vat_number_invalid: "The client's VAT number does not count in the EU. Correct it, or leave it out to charge VAT.",
  vat_rate_unknown: "The VAT rate of this country on this day is not known.",
  tax_rate_conflict: "A VAT rate differs from the one that applies.",
  amount_out_of_range: "An amount is too large or too precise.",
  einvoice_incomplete: "Details that the electronic invoice needs are missing.",
  vat_number_unverified: "The client's VAT number could not be verified. Nothing was issued. Try again later.",
  invoice_cancelled: "This invoice is cancelled.",
  invoice_paid: "A paid invoice cannot be cancelled. Correct it with a credit note.",
  payment_exceeds_amount_due: "The payment exceeds the amount due.",
  credit_exceeds_invoice: "The credit exceeds what is left of the invoice.",
  refund_exceeds_amount_paid: "The refund exceeds what was paid.",
  credit_note_not_found: "This credit note does not exist.",
  numbering_started: "The numbering has already begun.",
  clock_out_of_step: "The server's clock differs too much from the last date of issue. Nothing was issued.",
};

const warnings: Record<VatWarningCode, string> = {
  vat_number_of_another_state: "The client's VAT number is of another country than the client. Check which is right.",
  vat_number_of_a_consumer:
    "The client is a consumer but has a VAT number. The number decided the VAT. Check which is right.",
  vat_number_checksum_failed:
    "The check digits of the client's VAT number are wrong. A digit may be mistyped; ask the client.",
  seller_vat_number_missing:
    "The invoice must show your own VAT number (Directive 2006/112/EC, article 226(3)). Add it to the company profile.",
  vat_number_of_the_sellers_state:
    "The VAT number is of your own country, so the sale cannot be listed in the recapitulative statement. Ask the client for its number in its own country.",
  supply_not_stated: "The supply type is not stated. State it: the note and the VAT returns depend on it.",
  company_without_number:
    "The client is a company without a VAT number. Ask for the number. If it has none because it is exempt or small, choose “Consumer”.",
  client_status_not_stated:
    "The client type is not stated, and the client was treated as a business. State it: some services to consumers outside the EU are taxed.",
  service_abroad_without_registration:
    "A service to a business in another member state is reverse charge, even if you are a small enterprise: you need a VAT number and list the sale in the recapitulative statement.",
  oss_without_registration:
    "The company profile says that you use OSS, but not that you are registered for VAT, so no VAT was charged. Correct the profile.",
  oss_threshold:
    "Your own rate is right only while your sales of goods and digital services to consumers in other member states stay within EUR 10,000 a year. Above that, register for OSS.",
  services_to_a_consumer_outside_the_eu:
    "Services to consumers outside the EU are free of VAT only if article 59 of Directive 2006/112/EC lists them. Others are taxed in your own country.",
  digital_services_from_outside_the_eu:
    "Digital services to consumers in the EU are taxed where the consumer is, wherever the seller is. Register for OSS.",
  national_rule_for_services:
    "National law decides how services between these two areas are taxed. Check which rate applies, and state the supply type.",
  northern_ireland_goods:
    "Northern Ireland belongs to the EU for goods, so this is wrong for them. If you sell goods, choose “Goods” as the supply type.",
  one_vat_territory_outside_the_eu:
    "Switzerland, Liechtenstein and Büsingen are one territory under Swiss VAT law, so Swiss VAT may be due.",
  regional_rate: "A region has VAT rates of its own. Check which rate applies.",
  seller_vat_number_checksum_failed: "The check digits of your own VAT number are wrong. Check the company profile.",
  invoice_incomplete: "The invoice lacks content that article 226 of Directive 2006/112/EC requires.",
  einvoice_incomplete: "Details that the electronic invoice needs are missing.",
  time_zone_missing:
    "Without a time zone in the company profile, the day of issue, and with it the rate, can be wrong.",
  supply_date_missing: "The VAT rate changed within the billing period. State the date of supply.",
  tax_point_long_ago: "The date of supply is long ago. Check it.",
  due_date_before_issue: "The due date is before the date of issue.",
  exchange_rate_missing:
    "The VAT must also be stated in the currency of your country, but the exchange rate is missing.",
  vat_number_unverified: "The client's VAT number could not be verified. Verify it later.",
};

const fieldNames = {
  accountName: "account holder",
  address: "address",
  amount: "amount",
  bic: "BIC",
  buyerReference: "client's reference",
  city: "city",
  clientAddress: "client's address",
  clientCountry: "client's country",
  clientElectronicAddress: "client's electronic address",
  clientEmail: "client's e-mail address",
  clientName: "client's name",
  clientNumber: "client number",
  clientRegistrationNumber: "client's registration number",
  clientVatNumber: "client's VAT number",
  contact: "contact",
  country: "country",
  creditNotePrefix: "prefix of credit notes",
  creditorId: "creditor identifier",
  currency: "currency",
  defaultCurrency: "currency",
  deliverTo: "place of delivery",
  description: "description",
  discount: "discount",
  dueDate: "due date",
  electronicAddress: "electronic address",
  email: "e-mail address",
  exchangeRate: "exchange rate",
  exemptionNote: "note on the exemption from VAT",
  exemptionReason: "reason for the exemption",
  from: "beginning",
  grossAmount: "gross amount",
  iban: "IBAN",
  id: "identifier",
  invoicePrefix: "prefix of invoices",
  isCompany: "client type",
  language: "language",
  legalNote: "legal note",
  line1: "street",
  line2: "second address line",
  mandateReference: "mandate reference",
  method: "method",
  name: "name",
  netAmount: "net amount",
  note: "note",
  notes: "notes",
  paidOn: "date of payment",
  payment: "means of payment",
  paymentReference: "payment reference",
  paymentTerms: "payment terms",
  percent: "percent",
  period: "billing period",
  phone: "phone",
  postalCode: "postal code",
  prepaidAmount: "prepaid amount",
  prices: "prices",
  purchaseOrderReference: "purchase order",
  quantity: "quantity",
  reason: "reason",
  reference: "reference",
  region: "region",
  registrationNumber: "registration number",
  registrationScheme: "kind of registration number",
  requires: "required electronic invoice",
  scheme: "scheme",
  status: "status",
  supply: "supply type",
  supplyDate: "date of supply",
  taxNumber: "tax number",
  taxPointDate: "tax point",
  taxRate: "VAT rate",
  taxRepresentative: "tax representative",
  timeZone: "time zone",
  to: "end",
  tradingName: "trading name",
  unit: "unit",
  unitPrice: "unit price",
  unitPriceGross: "gross unit price",
  vatNote: "VAT note",
  vatNumber: "VAT number",
};

/** By the last part of the field. */
const ofField: Readonly<Record<string, string>> = {
  from: "must not be after the end",
  quantity: "must be a number other than 0",
  unitPrice: "must be a number, 0 or more",
  percent: "must be a number from 0 to 100",
};

/**
 * Every text of the panel in English. The other languages have the same texts, or they do not compile. Each page or
 * subject has its section. Functions get numbers, amounts and dates already formatted. A function that returns a list
 * gets markup: its parts are shown one after another.
 */
export const texts = {
  /** What the server itself answers. */
  server: {
    title: "Invoices",
    noScript: "This panel needs JavaScript.",
    otherSite: "Requests from other sites are refused.",
    otherHost: (host: string) => `Open this panel at ${host}.`,
    signedOut: "Sign in first.",
    noCompany: "Company not found.",
    noPage: "Page not found.",
  },
  /** What all pages share. */
  frame: {
    skip: "Skip to content",
    mainNavigation: "Main",
    companies: "Other companies",
    language: "Language",
    loading: "Loading…",
    cannotBeShown: "This page cannot be shown",
    toInvoices: "Go to the invoices",
    invoices: "Invoices",
    newInvoice: "New invoice",
    drafts: "Drafts",
    creditNotes: "Credit notes",
    year: "Year",
  },
  /** Words of the trade. */
  words: {
    treatments,
    supplies,
    statuses,
    /** VAT categories, by their codes in EN 16931. */
    categories,
    invoiceCount,
    creditNoteCount,
    net: "Net",
    vat: "VAT",
    total: "Total",
    rate: "Rate",
    tax: "Tax",
    vatBreakdown: "VAT breakdown",
    warnings: "Warnings",
    number: "Number",
    client: "Client",
    invoice: "Invoice",
    reason: "Reason",
    line: (number: number) => `Line ${number}`,
  },
  /** Fields of all forms. */
  fields: {
    optional: "optional",
    choose: "Choose",
    notStated: "Not stated",
    understood: (number: string) => `Understood as ${number}`,
    noNumber: (example: string) => `Write a number with digits only, such as ${example}.`,
    ambiguousNumber: (text: string, one: string, other: string) =>
      `“${text}” can mean two numbers. Write ${one} or ${other}.`,
  },
  /** Calls that failed. */
  calls: {
    unreachable: "The server cannot be reached. Nothing is lost. Try again.",
    unavailable: (status: number) => `The server is not available (${status}). Try again, or reload the page.`,
  },
  /** The list of invoices, and what other lists share with it. */
  list: {
    title: "Invoices",
    filter: "Filter invoices",
    status: "Status",
    all: "All",
    from: "From",
    to: "To",
    show: "Show",
    caption: "Invoices, newest first",
    totalAndStatus: "Total and status",
    credited: (amount: string) => `${amount} credited`,
    pages: "Pages",
    newer: "Newer",
    older: "Older",
    page: (page: number, last: number) => `Page ${page} of ${last}`,
    noSuchPage: (page: number) => `Page ${page} does not exist`,
  },
  /** The list of credit notes. */
  creditNoteList: {
    title: "Credit notes",
    caption: "Credit notes, newest first",
    credited: "Credited",
  },
  /** The page of a credit note. */
  creditNote: {
    title: "Credit note",
    corrects: (invoice: unknown): readonly unknown[] => ["It corrects ", invoice, "."],
  },
  /** The list of drafts. */
  drafts: {
    title: "Drafts",
    none: "No drafts.",
    writeOne: "Write a new invoice",
    savedWhileTyped: "It is saved while you type.",
    caption: "Drafts, last saved first",
    saved: "Saved",
    noClient: "No client yet",
    discard: "Discard",
    discardDraft: "Discard draft",
    discardQuestion: (client: unknown): readonly unknown[] => [
      "Discard the draft for ",
      client,
      "? You cannot undo this.",
    ],
    keepDraft: "Keep draft",
  },
  /** The form of a new invoice. */
  newInvoice: {
    title: "New invoice",
    draftTitle: "Draft",
    copied: (number: string) => `Copied from ${number}, without its dates and purchase order.`,
    notCopied: (parts: string) => `Not copied: ${parts}.`,
    isInvoice: "This draft is an invoice",
    issuedAs: (invoice: unknown): readonly unknown[] => ["It was issued as ", invoice, "."],
    answerTitle: "VAT and total",
    review: "Review invoice",
    nothingIssued: "Nothing is issued yet.",
    saved: "The draft is saved.",
    notSaved: "The draft is not saved.",
    wouldDiffer: "The VAT or the amounts would differ from those shown here. Reload the page.",
    client: "Client",
    name: "Name",
    country: "Country",
    vatNumber: "VAT number",
    clientType: "Client type",
    company: "Company",
    consumer: "Consumer",
    street: "Street",
    postalCode: "Postal code",
    city: "City",
    electronicAddress: "Electronic address",
    addressScheme: "Address scheme",
    sale: "Sale",
    supplyType: "Supply type",
    supplyDate: "Date of supply",
    dueDate: "Due date",
    clientReference: "Client's reference",
    purchaseOrder: "Purchase order",
    prices: "Prices",
    netPrices: "Net",
    grossPrices: "Gross, including VAT",
    note: "Note to the client",
    description: "Description",
    quantity: "Quantity",
    unit: "Unit",
    netPrice: (currency: string) => `Net price, ${currency}`,
    grossPrice: (currency: string) => `Gross price, ${currency}`,
    lineSupply: "Type, if lines differ",
    asAbove: "As above",
    discount: "Discount, %",
    addLine: "Add line",
    removeLine: (number: number) => `Remove line ${number}`,
  },
  /** What a copied invoice has and its draft does not. */
  notCopied: {
    period: "the billing period",
    deliverTo: "the delivery address",
    notes: "further notes",
    payment: "the means of payment",
    contractReference: "the contract",
    projectReference: "the project",
    triangular: "the triangular transaction",
    prepaidAmount: "the prepaid amount",
    address: "parts of the client's address",
    selfBilling: "self-billing",
    rates: "the VAT rates, which are decided anew",
    prices: (currency: string) => `the prices in ${currency}`,
    discount: (line: number) => `the discount of line ${line}`,
  },
  /** The result beside the form: VAT and total. */
  answer: {
    chooseCountry: "Choose the client's country to see the VAT.",
    chooseDate: "Choose the date of supply to see the VAT.",
    decision: (treatment: string, rate: string) => `${treatment}, VAT ${rate}`,
    total: (amount: string) => `total ${amount}`,
    without: (lines: string) => `without ${lines}`,
    line: (number: number) => `line ${number}`,
    unfinished: (lines: string) => `Not included, because a number is missing or unclear: ${lines}.`,
    note: "Note on the invoice:",
    otherLines: "Other lines",
  },
  /** The review before an invoice is issued. */
  review: {
    preview: "Preview, not issued",
    title: "Issue this invoice?",
    gets: (client: unknown, total: unknown): readonly unknown[] => [client, " gets an invoice of ", total, "."],
    number: (number: unknown): readonly unknown[] => [
      "Its number will probably be ",
      number,
      ". If another invoice is issued first, this one gets the next number.",
    ],
    acceptEach: "Accept each warning",
    acceptFirst: "Accept each warning first.",
    open: (number: string) => `Open ${number}`,
    issue: "Issue invoice",
    back: "Back to the draft",
    noChange: "You can cancel or credit an issued invoice, but not change it.",
    differs: (number: string) =>
      `${number} was issued, but its figures differ from those shown here. Check the invoice and report this.`,
  },
  /** The page of an invoice. */
  invoice: {
    title: "Invoice",
    actions: "Payments and corrections",
    duplicate: "Duplicate invoice",
    paymentRecorded: (amount: string) => `Payment of ${amount} recorded.`,
    refundRecorded: (amount: string) => `Refund of ${amount} recorded.`,
    credited: (number: string) => `${number} was issued. Send it to the client.`,
    cancelled: (number: string) => `${number} was cancelled. It keeps its number.`,
  },
  /** Payments and refunds. */
  payments: {
    none: "No payments yet.",
    title: "Payments",
    paidOn: "Paid on",
    refundedOn: "Refunded on",
    method: "Method",
    reference: "Reference",
    amount: "Amount",
    amountIn: (currency: string) => `Amount, ${currency}`,
    amountDue: "Amount due:",
    recordPayment: "Record payment",
    recordRefund: "Record refund",
    paymentForm: "Record a payment",
    refundForm: "Record a refund",
  },
  /** Cancelling an invoice. */
  cancelling: {
    cancel: "Cancel invoice",
    question: (number: string) => `Cancel ${number}?`,
    effect: "The invoice keeps its number and stays in the books. You cannot undo this.",
    keep: "Keep invoice",
    isPaid: "A paid invoice cannot be cancelled. Correct it with a credit note.",
  },
  /** Crediting an invoice. */
  crediting: {
    credit: "Credit invoice",
    question: (number: string) => `Credit ${number}?`,
    effect: "This issues a credit note with a number of its own. You cannot undo this. Send it to the client.",
    emptyLines: "Leave the lines empty to credit all that is left of the invoice.",
    issue: "Issue credit note",
    close: "Close",
    line: (number: number, description: string) => `Line ${number}: ${description}`,
    quantityOf: (quantity: string) => `Quantity, of ${quantity}`,
    netAmountOf: (amount: string) => `Net amount, of ${amount}`,
    grossAmountOf: (amount: string) => `Gross amount, of ${amount}`,
  },
  /** The files of a document. */
  files: {
    title: "Send",
    print: "Print",
    hints: {
      xrechnung: "for public clients in Germany",
      peppol: "for your access point",
      ubl: "for any business in the EU",
      cii: "for any business in the EU",
    },
    labels: {
      xrechnung: "XRechnung",
      peppol: "Peppol",
      ubl: "EN 16931 in UBL",
      cii: "EN 16931 in CII",
    },
    missingCount,
    neededOfProfile: (label: string) => `${label} needs it. Add it to the company profile.`,
    neededOfOrder: (label: string) => `${label} needs it. State it on the invoice.`,
    ruleBroken: (rule: string) => `The value breaks the rule ${rule}.`,
    inProfileNow: "The profile has it now.",
    fixedCreditNote:
      "An issued credit note cannot be changed. Add the details to the next one, and send this one as PDF.",
    fixedInvoice: "An issued invoice cannot be changed. Credit it, and issue it again with the details.",
  },
  /** The year. */
  year: {
    title: "Year",
    years: "Years",
    basis: "By tax point, less credit notes. Of cancelled invoices, only what was credited counts.",
    none: (year: number) => `No invoices in ${year}.`,
    counts: (currency: string, counts: string) => `${currency}: ${counts}`,
    month: "Month",
    treatment: "Treatment",
    state: "State",
    byMonth: "By month",
    byTreatment: "By treatment",
    byState: "By state",
    noPlace: "Without a place",
    northernIreland: "Northern Ireland",
    threshold: "Consumers in other member states",
    thresholdBasis: (limit: string) =>
      `Goods and digital services, net, in euros. Up to ${limit} a year, a seller established in one member state may charge its own VAT.`,
    limit: (limit: string) => `The limit of ${limit}`,
    notPassed: (year: number) => `The limit was not passed in ${year}.`,
    passed: (day: string, number: string) => `The limit was passed on ${day} with ${number}.`,
  },
  /** Names of the fields of requests, documents and profiles, for refusals and for what a document lacks. */
  fieldNames,
  /** What is wrong with a field. `detail` is the library's, in English. */
  faults: {
    missing: "is missing",
    other: (detail: string): string => detail,
    ofField,
    /** The place of a field in words, without a capital: "company profile, IBAN". */
    profile: "company profile",
    lines: "lines",
    /** A field with its fault. */
    ofPlace: (place: string, fault: string) => `${place} ${fault}.`,
  },
  /** Why the library refused. */
  refusals,
  /** Why the panel itself refused, by the code of the failure. */
  failures: {
    figures_changed:
      "The invoice was not issued, because its VAT or amounts would differ from those shown here. Reload the page.",
    warnings_not_accepted:
      "The invoice was not issued, because it has warnings that were not accepted. Review it again.",
    draft_not_found: "This draft was discarded.",
    draft_changed: "This draft was changed or discarded in another tab, and is no longer saved here. Reload the page.",
    draft_issued: "This draft was already issued.",
    internal_error: "Something went wrong on the server. Try again.",
    refused: "The server refused this call.",
  },
  /** What to check, by the code of the warning. */
  warnings,
  /** What an invoice lacks, after the warning that it is incomplete. */
  lacking: (parts: string) => `It lacks: ${parts}.`,
  lackingParts: { sellerAddress: "your address", clientAddress: "the client's address" },
  /** Why the VAT is as it is. `reason` is the library's, in English. */
  reason: ({ reason }: SaleReason): string => reason,
  /** What is printed on documents. They are in the language of the seller, not in that of the pages. */
  printed: {
    invoice: "Invoice",
    selfBilledInvoice: "Self-billed invoice",
    creditNote: "Credit note",
    selfBilledCreditNote: "Self-billed credit note",
    cancelled: (reason: string | undefined): string => (reason === undefined ? "Cancelled" : `Cancelled: ${reason}`),
    issueDate: "Date of issue",
    dueDate: "Due date",
    supplyDate: "Date of supply",
    supplyOrPaymentDate: "Date of supply or payment",
    taxPoint: "Tax point",
    period: "Period",
    corrects: "Corrects the invoice",
    earlierInvoices: "Earlier invoices",
    numberOf: (number: string, day: string) => `${number} of ${day}`,
    yourReference: "Your reference",
    yourOrderNumber: "Your order number",
    yourAccountingReference: "Your accounting reference",
    contract: "Contract",
    project: "Project",
    seller: "Seller",
    client: "Client",
    taxRepresentative: "Tax representative",
    representativeOf: "Tax representative of the seller",
    delivery: "Delivery",
    deliveredTo: "Delivered to",
    to: "To",
    tradingAs: "Trading as",
    vatNumber: "VAT number",
    taxNumber: "Tax number",
    registrationNumber: "Registration number",
    clientNumber: "Client number",
    contact: "Contact",
    lines: "Lines",
    description: "Description",
    quantity: "Quantity",
    netPrice: "Net price",
    grossPrice: "Gross price",
    gross: "Gross",
    netOf: (amount: string) => `${amount} net`,
    article: (number: string) => `Article ${number}`,
    discount: (off: string, reason: string | undefined): string =>
      reason === undefined ? `Discount: ${off}` : `Discount: ${off} (${reason})`,
    vatIn: (currency: string, rate: string, source: string) => `VAT in ${currency}, at ${rate} (${source})`,
    totalCredited: "Total credited",
    prepaid: (amount: string) => `Paid in advance: ${amount}`,
    paid: (amount: string) => `Paid: ${amount}`,
    credited: (amount: string) => `Credited: ${amount}`,
    paymentReference: (reference: string) => `Payment reference: ${reference}`,
    collect: (amount: string, account: string | undefined, mandate: string | undefined): string =>
      `We collect ${amount} from ${account ?? "your account"}${mandate === undefined ? "" : ` under the mandate ${mandate}`}.`,
    creditorId: (id: string) => `Creditor identifier: ${id}`,
    charge: (amount: string, lastDigits: string | undefined): string =>
      `We charge ${amount} to ${lastDigits === undefined ? "your card" : `the card ending in ${lastDigits}`}.`,
    accountHolder: (name: string) => `account holder ${name}`,
    pleasePay: (amount: string, account: string | undefined): string =>
      account === undefined ? `Please pay ${amount}.` : `Please pay ${amount} to ${account}.`,
  },
};

/** What each language has. */
export type Texts = typeof texts;
