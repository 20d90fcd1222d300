import type { InvoiceStatus } from "faktura";
import type { Supply, VatBreakdownLine, VatTreatment } from "faktura/vat";

/** A text with a count, by the categories of `Intl.PluralRules`. The count is already formatted. */
export interface CountText {
  readonly one: (count: string) => string;
  readonly other: (count: string) => string;
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

/**
 * Every text of the panel in English. The other languages have the same texts, or they do not compile. Each page or
 * subject has its section. Functions get numbers, amounts and dates already formatted. A function that returns a list
 * gets markup: its parts are shown one after another.
 */
export const texts = {
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
};

/** What each language has. */
export type Texts = typeof texts;
