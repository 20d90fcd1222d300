import type { AuditFindingCode, AutomaticTreatment, RefusalCode, UnplacedAmount } from "faktura";
import type { Supply, VatBreakdownLine, VatTreatment, VatWarningCode } from "faktura/vat";
import type { InvoiceState } from "../../invoice-state.ts";
import type { ReturnColumn, ReturnSection } from "../../return-sections.ts";
import type { FoundBy, HistoryEntry, InvoiceFilter } from "../../wire.ts";

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

const states: Record<InvoiceState, string> = {
  sent: "Sent",
  "partly-paid": "Partly paid",
  paid: "Paid",
  credited: "Credited",
  settled: "Nothing due",
  cancelled: "Cancelled",
};

const filters: Record<InvoiceFilter, string> = {
  open: "Open",
  overdue: "Overdue",
  "partly-paid": "Partly paid",
  paid: "Paid",
  credited: "Credited",
  cancelled: "Cancelled",
};

const foundBy: Record<FoundBy, string> = {
  number: "Found by its number.",
  reference: "Found by reference.",
  client: "Found by the client’s name.",
};

const history: Record<HistoryEntry["kind"], string> = {
  issued: "Issued",
  paid: "Payment",
  refunded: "Refund",
  credited: "Credit note",
  cancelled: "Cancelled",
};

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
const findingCount: CountText = { one: (count) => `${count} finding`, other: (count) => `${count} findings` };
const unchainedCount: CountText = {
  one: (count) => `${count} new invoice of another program was checked only in part, until the next invoice is issued.`,
  other: (count) =>
    `${count} new invoices of another program were checked only in part, until the next invoice is issued.`,
};

const findings: Record<AuditFindingCode, string> = {
  guard_missing: "A safeguard of the database is missing or was changed, so others could change the books.",
  history_rewritten: "The books no longer contain what an earlier check noted: entries were rewritten or removed.",
  entry_missing: "Entries of the journal are missing.",
  entry_out_of_order: "Entries of the journal are out of order.",
  place_out_of_range: "An invoice or an entry has a place in the books that cannot be.",
  digest_mismatch: "An entry of the journal is not what was written.",
  entry_unreadable: "An entry of the journal cannot be read.",
  entry_without_invoice: "An invoice is missing, although the journal has it.",
  counter_missing: "Numbers are missing in the sequence of invoices.",
  counter_doubled: "A number of the sequence was used twice.",
  continuation_mismatch: "The start of the sequence does not match the journal.",
  resumption_mismatch: "An entry about a corrected clock does not match the invoices.",
  issue_date_backwards: "An invoice is dated before the previous one.",
  number_mismatch: "An invoice number does not match its date or its place in the sequence.",
  number_doubled: "An invoice and a credit note have the same number.",
  document_unreadable: "An invoice cannot be read, or its amounts are missing.",
  document_not_canonical: "An invoice is not stored as it was written.",
  document_version_unknown: "A newer version of the program wrote an invoice, or the invoice was changed.",
  document_mismatch: "An invoice has another number or date than the list of invoices says.",
  totals_mismatch: "The amounts of an invoice do not add up.",
  payment_missing: "A payment is missing, although the journal has it.",
  payment_without_entry: "An invoice has a payment that the journal does not have.",
  payment_mismatch: "A payment differs from the journal.",
  cancellation_mismatch: "A cancellation differs from the journal.",
  credit_note_missing: "A credit note is missing, although the journal has it.",
  credit_note_without_entry: "There is a credit note that the journal does not have.",
  credit_note_mismatch: "A credit note differs from the journal.",
  credit_note_out_of_series: "The number or the date of a credit note does not follow the previous one.",
  credit_note_amounts_mismatch: "The amounts of a credit note do not match its invoice.",
  credited_total_mismatch: "The credited amount of an invoice is not the sum of its credit notes.",
  amount_paid_mismatch: "The paid amount of an invoice is not the sum of its payments.",
  status_mismatch: "The status of an invoice does not match its payments, credit notes and cancellation.",
  billing_cursor_moved: "The record of which invoices were billed to you was changed.",
};

const returnSections: Record<ReturnSection, string> = {
  domestic: "VAT return",
  oss: "OSS return",
  ossCorrections: "Corrections of earlier OSS returns",
  recapitulative: "Recapitulative statement",
  exports: "Exports of goods",
  outsideScope: "Services outside the scope of EU VAT",
  includedCorrections: "Included above: credit notes for earlier months",
  additions: "Recorded later, not included",
  unplaced: "To decide by hand",
};

const returnHints: Record<ReturnSection, string> = {
  domestic: "Sales that you declare in your own state, by VAT category and rate.",
  oss: "Sales to consumers in other member states, by quarter.",
  ossCorrections: "Declare them in the OSS return of the quarter that is named first.",
  recapitulative: "Sales to businesses in other member states, by VAT number.",
  exports: "Goods that leave the EU, by country.",
  outsideScope: "Services for clients outside the EU, by country.",
  includedCorrections: "In case your state wants them in the return of the earlier month.",
  additions: "Each changes the return of the period that it names.",
  unplaced: "These amounts are in no other section. Look at each before you file.",
};

const returnFiles: Record<ReturnSection, string> = {
  domestic: "VAT return",
  oss: "OSS return",
  ossCorrections: "OSS corrections",
  recapitulative: "Recapitulative statement",
  exports: "Exports",
  outsideScope: "Outside the scope of VAT",
  includedCorrections: "Credit notes for earlier months",
  additions: "Recorded later",
  unplaced: "To decide by hand",
};

const returnColumns: Record<ReturnColumn, string> = {
  period: "Quarter",
  corrects: "Changes",
  country: "Country",
  client: "VAT number",
  kind: "Supply",
  code: "Code",
  category: "VAT category",
  rate: "Rate",
  document: "Number",
  on: "Day that counts",
  recordedOn: "Recorded on",
  section: "Section",
  reason: "Why",
  currency: "Currency",
  taxableAmount: "Net",
  taxAmount: "VAT",
};

const unplacedReasons: Record<UnplacedAmount["reason"], string> = {
  document_unreadable: "The document cannot be read. Check the books.",
  payment_unreadable: "A payment cannot be read. Check the books.",
  cancelled_without_credit_note:
    "Cancelled after this period without a credit note. If you have declared it, correct that return.",
  supply_not_stated:
    "The sale crosses a border, and the invoice does not say whether it is for goods, services or digital services.",
  rate_country_unproven: "The rate is that of another state, but OSS does not cover the sale. Check the rate.",
  reverse_charge_of_goods: "Reverse charge on goods. Declare it by the law of your state.",
  reverse_charge_outside_the_eu: "Reverse charge, although one side is outside the EU. Check the VAT category.",
  client_number_missing: "The client’s VAT number of another member state is missing. Ask the client.",
  client_number_of_the_sellers_state:
    "The client’s VAT number is of your own state. Ask for the number of the other state.",
  oss_correction_too_late: "Too late for an OSS return. Correct it with the member state of consumption.",
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
    returns: "VAT returns",
    audit: "Audit",
  },
  /** Words of the trade. */
  words: {
    treatments,
    supplies,
    states,
    overdue: "Overdue",
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
    search: "Search",
    searchHint: "Number, reference or beginning of the client’s name",
    status: "Status",
    all: "All",
    filters,
    from: "From",
    to: "To",
    show: "Show",
    clear: "Clear the filter",
    foundBy,
    none: "No invoices yet.",
    writeOne: "Write a new invoice",
    noneMatches: "No invoice matches this filter.",
    caption: "Invoices, newest first",
    issued: "Issued",
    due: "Due",
    open: "Open",
    credited: (amount: string) => `${amount} credited`,
    toRefund: (amount: string) => `${amount} to refund`,
    csv: "Save as CSV",
    pages: "Pages",
    newer: "Newer",
    older: "Older",
    page: (page: number, last: number) => `Page ${page} of ${last}`,
    noSuchPage: (page: number) => `Page ${page} does not exist`,
  },
  /** The list of credit notes. */
  creditNoteList: {
    title: "Credit notes",
    filter: "Filter credit notes",
    invoiceNumber: "Invoice number",
    caption: "Credit notes, newest first",
    issued: "Issued",
    credited: "Credited",
    none: "No credit notes yet. You issue one on the page of its invoice.",
    noneMatches: "No credit note matches this filter.",
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
    noDueDate: "No due date",
    due: (day: string, relative: string) => `Due ${day}, ${relative}`,
    paidOf: (paid: string, total: string) => `${paid} of ${total} paid`,
    historyTitle: "History",
    history,
    paymentRecorded: (amount: string) => `Payment of ${amount} recorded.`,
    refundRecorded: (amount: string) => `Refund of ${amount} recorded.`,
    credited: (number: string, amount: string) => `${number} for ${amount} was issued. Send it to the client.`,
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
    effects: [
      "The invoice keeps its number and stays in the books.",
      "Your client owes nothing for it, and it does not count in your VAT return.",
      "If your client already has the invoice, issue a credit note instead.",
    ],
    refund: (amount: string) => `${amount} were paid. Refund them and record the refund.`,
    final: "You cannot undo this.",
    keep: "Keep invoice",
    isPaid: "A paid invoice cannot be cancelled. Correct it with a credit note.",
  },
  /** Crediting an invoice. */
  crediting: {
    credit: "Credit invoice",
    question: (number: string) => `Credit ${number}?`,
    effect: "This issues a credit note with a number of its own. You cannot undo this. Send it to the client.",
    what: "What to credit",
    all: (amount: string) => `Everything that is left: ${amount}`,
    someLines: "Single lines",
    noLine: "Enter a quantity or an amount for at least one line.",
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
    audit_running: "An audit is running. Compare with your note when it has ended.",
    note_invalid: "This is not a note of a check.",
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
  /** What is to be declared for a period. */
  returns: {
    title: "VAT returns",
    basis:
      "What your invoices say for your returns, by tax point. It does not contain input VAT, and nothing is filed from here.",
    choose: "Choose a period",
    period: "Period",
    quarters: "Quarters",
    months: "Months",
    years: "Years",
    quarter: (quarter: number, year: number) => `Q${quarter} ${year}`,
    asOf: "As of",
    asOfHint: "The day on which you filed. What was recorded later is then listed separately.",
    show: "Show",
    periods: "Periods",
    none: "Nothing to declare for this period.",
    sections: {
      domestic: returnSections.domestic,
      oss: returnSections.oss,
      recapitulative: returnSections.recapitulative,
      exports: returnSections.exports,
      outsideScope: returnSections.outsideScope,
      unplaced: returnSections.unplaced,
    },
    headings: returnSections,
    hints: returnHints,
    fileNames: returnFiles,
    columns: returnColumns,
    kinds: { goods: "Goods", services: "Services", triangular: "Triangular sale" },
    reasons: unplacedReasons,
    noCountry: "Not stated",
    first: (shown: string, all: string) => `The first ${shown} of ${all}. The file has all of them.`,
    asIssued: (amounts: string) => `issued as ${amounts}`,
    csv: (section: unknown): readonly unknown[] => ["Save as CSV", section],
    ratesTitle: "Missing exchange rates",
    ratesHint:
      "Amounts in these currencies are not converted yet. Enter the European Central Bank’s rate: how much one euro is worth.",
    rate: (currency: string, day: string) => `${currency} for one euro on ${day}`,
    rateUnclear: "Enter a number above 0.",
    convert: "Convert",
    thresholdMissing: (currencies: string) => `Sales in ${currencies} are not counted, because a rate is missing.`,
    thresholdRate: (currency: string) => `${currency} for one euro, for the OSS limit`,
  },
  /** The audit of the books. */
  audit: {
    title: "Audit of the books",
    intro:
      "A check of every invoice, payment, credit note and cancellation against the journal in which each was recorded. It changes nothing, and you can keep working meanwhile.",
    run: "Check the books now",
    never: "The books have not been checked yet.",
    lastRun: (moment: string) => `Last checked on ${moment}`,
    running: "The books are being checked.",
    progress: (read: string, total: string) => `${read} of ${total} entries`,
    sound: "The books are in order.",
    soundDetail: (invoices: string) => `${invoices}, and everything recorded about them, are as they were written.`,
    unsound: "The books are not in order.",
    failed:
      "The last check could not be finished. Check again. If it fails again, ask the person who looks after the server.",
    comparedWith: (moment: string) => `Compared with the check of ${moment}.`,
    comparedWithNote: "Compared with the note that you entered.",
    first: "Later checks are compared with this one.",
    unchained: unchainedCount,
    countedByHost: "Another program counts these invoices, so the check did not look for gaps in the numbers.",
    unguarded: "This database has no safeguards against changes, so the check did not look for them.",
    findingCount,
    findings,
    concerns: "Concerns",
    more: (count: string) => `${count} more`,
    details: "Details for the administrator, in English",
    next: "What to do next",
    nextSteps: [
      "Do not change anything in the database, and do not repair anything there.",
      "Ask the person who looks after the server to keep a copy of the database as it is now.",
      "Find out who wrote to the database, and compare it with the last backup from before the problem.",
      "Ask your tax adviser what to do about invoices that were changed.",
    ],
    nextForGuards:
      "Ask the person who looks after the server to restart it, which restores the safeguards. Then check the books again.",
    noteTitle: "Note of this check",
    noteHint:
      "Keep it outside this server, for example in a mail or on paper. With it you can prove later that nothing before this check was changed.",
    copy: "Copy the note",
    copied: "The note was copied.",
    compareTitle: "Compare with an earlier note",
    note: "Note of an earlier check",
    compare: "Check and compare",
    noteInvalid: "This is not a note of a check: a number, a colon, and 64 digits and letters.",
  },
  /** Files of comma-separated values. */
  csv: {
    invoices: "Invoices",
    creditNotes: "Credit notes",
    invoiceNumber: "Invoice number",
    creditNoteNumber: "Credit note number",
    issueDate: "Date of issue",
    dueDate: "Due date",
    client: "Client",
    country: "Country",
    vatNumber: "VAT number",
    currency: "Currency",
    net: "Net",
    vat: "VAT",
    total: "Total",
    paid: "Paid",
    credited: "Credited",
    openBalance: "Open",
    status: "Status",
    overdue: "Overdue",
    yes: "yes",
    no: "no",
    reference: "Reference",
    reason: "Reason",
  },
};

/** What each language has. */
export type Texts = typeof texts;
