/** A field's label, and a sentence below it. */
export interface FieldText {
  readonly label: string;
  readonly hint?: string;
}

/** The same fields with other texts. */
type OfSameFields<Fields> = {
  readonly [State in keyof Fields]: { readonly [Path in keyof Fields[State]]: FieldText };
};

const wordsOfFields = {
  de: {
    workOnLand: {
      label: "Work on land or a building",
      hint: "An invoice for a private client then says that it must be kept for two years.",
    },
  },
  es: {
    description: {
      label: "What is sold (Veri*factu)",
      hint: "Sent to the tax agency. Empty: the company’s, else the descriptions of the lines.",
    },
    invoiceType: {
      label: "Type of invoice (TipoFactura)",
      hint: "F1 invoice, F2 simplified, F3 in place of simplified ones. Empty: F1 if the client is identified, else F2.",
    },
    "clientId/type": {
      label: "Identification: type (IDType)",
      hint: "If the client has no VAT number: 03 passport, 04 document of the country of residence, 06 another one, 07 NIF not registered",
    },
    "clientId/id": { label: "Identification: number" },
    "clientId/country": { label: "Identification: country", hint: "Two letters. Empty: the client’s country." },
    correctionType: {
      label: "Reason of a correction",
      hint: "R1 returns, discounts and errors in law, R2 insolvency, R3 bad debt, R4 other reasons. Empty: R1.",
    },
    "replaced/net": { label: "Replaced amount without VAT, EUR", hint: "Only of a corrected invoice" },
    "replaced/tax": { label: "Replaced VAT, EUR", hint: "Only of a corrected invoice" },
    "replaced/surcharge": { label: "Replaced equivalence surcharge, EUR", hint: "Only of a corrected invoice" },
    exemption: {
      label: "Reason without VAT",
      hint: "E1 to E6 exempt by article 20, 21, 22, 23–24, 25 or otherwise, N1 not subject, N2 located abroad",
    },
    regime: {
      label: "Regime (ClaveRegimen)",
      hint: "Such as 11 for the rental of business premises. Empty: by the VAT.",
    },
    equivalenceSurcharge: {
      label: "Equivalence surcharge",
      hint: "Of goods for a retailer under the recargo de equivalencia",
    },
    surchargeRate: {
      label: "Rate of the equivalence surcharge, %",
      hint: "Such as 1.75 for tobacco. Empty: the usual one, such as 5.2 at 21%",
    },
  },
  fr: {
    vatOnDebits: {
      label: "VAT on debits",
      hint: "You owe the VAT on services when you invoice them. Your invoices then say so.",
    },
  },
  hr: {
    "operator/name": { label: "Operator's name", hint: "Who issues the invoice" },
    "operator/oib": { label: "Operator's OIB", hint: "11 digits" },
    register: { label: "Cash register", hint: "Only if all registers of the premises share one run of numbers" },
    fiscalized: {
      label: "Reported like an invoice to a consumer",
      hint: "Only of a business that gets no electronic invoice",
    },
    paperNumber: { label: "Number of the paper invoice", hint: "If the cash register did not work" },
  },
  hu: {
    taxNumber: {
      label: "Tax number",
      hint: "11 digits, such as 12345676-2-41; of a member of a VAT group that of the group",
    },
    groupMember: { label: "Own tax number in a VAT group", hint: "Only of a member of a group" },
    smallTaxpayer: { label: "Small taxpayer (kata)", hint: "Your invoices must then say kisadózó" },
    appearance: {
      label: "Form of the invoice",
      hint: "PAPER, ELECTRONIC, EDI or UNKNOWN. Empty: the company’s, else UNKNOWN",
    },
    clientTaxNumber: { label: "Client’s tax number", hint: "11 digits; of a member of a VAT group that of the group" },
    clientGroupMember: { label: "Client’s own tax number in a VAT group", hint: "Only of a member of a group" },
    reportIsInvoice: { label: "The report to NAV is the invoice", hint: "The client then reads it at NAV" },
    "advances/#": { label: "Advance" },
    "advances/#/number": { label: "Number of its invoice" },
    "advances/#/paidOn": { label: "Day on which it was paid" },
    "advances/#/exchangeRate": { label: "Exchange rate of its invoice to HUF" },
    vatCase: {
      label: "Reason without VAT",
      hint: "Such as TAM (nature of the activity) or AAM (personal exemption). Empty: by the VAT decision.",
    },
    vtsz: { label: "Customs tariff number (VTSZ)" },
    teszor: { label: "Class of services (TESZOR)" },
  },
  it: {
    taxRegime: {
      label: "Tax regime",
      hint: "Such as RF01 (ordinary), RF17 (cash accounting) or RF19 (flat rate). Empty: found from your VAT settings.",
    },
    "person/firstName": { label: "First name", hint: "If the company is a person" },
    "person/lastName": { label: "Last name", hint: "If the company is a person" },
    "registration/office": { label: "REA: province", hint: "Two letters, such as MI" },
    "registration/number": { label: "REA: number" },
    "registration/capital": { label: "Paid-up capital, EUR", hint: "Only of companies with shares" },
    "registration/soleShareholder": { label: "Sole shareholder", hint: "Only of companies with shares" },
    "registration/inLiquidation": { label: "In liquidation" },
    transmitter: {
      label: "Transmitter",
      hint: "Who sends your files to the SdI, if not you: country and tax code, such as IT01234567890",
    },
    recipientCode: {
      label: "Recipient code (SdI)",
      hint: "7 letters and digits, or 6 of a public office. Empty: by the electronic address.",
    },
    "clientPerson/firstName": { label: "First name of the person", hint: "If the client is a person" },
    "clientPerson/lastName": { label: "Last name of the person", hint: "If the client is a person" },
    splitPayment: { label: "Split payment", hint: "Yes if the client pays the VAT to the state, as public offices do" },
    documentType: {
      label: "Kind of document (TipoDocumento)",
      hint: "Such as TD06 (fee of a professional) or TD24 (deferred invoice). Empty: by the type of the invoice.",
    },
    stampDuty: { label: "Stamp duty of €2.00 is paid", hint: "Empty: if more than €77.47 is without VAT" },
    "deliveryNotes/#": { label: "Delivery note (DDT)" },
    "deliveryNotes/#/number": { label: "Number of the delivery note" },
    "deliveryNotes/#/date": { label: "Day of the delivery note" },
    nature: { label: "Nature (Natura)", hint: "Why the line is without VAT. Empty: by the VAT decision." },
    withheld: { label: "Withholdings apply", hint: "Empty: yes, unless the line is a contribution to a pension fund" },
    "pensionFund/type": {
      label: "Pension fund (TipoCassa)",
      hint: "If the line is the contribution to it, such as TC22 (INPS)",
    },
    "pensionFund/percent": { label: "Rate of the contribution, %" },
  },
  pt: {
    "series/#": { label: "Series" },
    "series/#/prefix": { label: "Prefix of the series", hint: "As in the settings of the numbers" },
    "series/#/type": {
      label: "Type of its documents",
      hint: "FT invoices, FS simplified invoices, FR invoice-receipts, ND debit notes, NC credit notes",
    },
    "series/#/code": {
      label: "Validation code",
      hint: "The tax authority gives it to the series. It begins the ATCUD.",
    },
    exemption: {
      label: "Code of the exemption (TaxExemptionCode)",
      hint: "Such as M07. Of a line, empty: the company’s",
    },
    region: {
      label: "Whose VAT it is",
      hint: "PT mainland, PT-AC Azores, PT-MA Madeira. Empty: by the rate, else by the company’s address",
    },
    productType: {
      label: "What is sold (ProductType)",
      hint: "P goods, S services, O other things such as freight, E excise duty, I other taxes. Empty: P of goods, else S",
    },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, FieldText>>>>;

/** The words of each state's fields. */
export type NationalTexts = OfSameFields<typeof wordsOfFields>;

/** The fields that only the documents of one state need, in English: by state, and by their paths. */
export const nationalTexts: NationalTexts = wordsOfFields;
