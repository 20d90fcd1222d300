import { choice, type Fields, field, format, list, number, optional, pattern, record, text, yesNo } from "./field.ts";

// What only one state's documents need. Each state has its own records: of the profile, of the order and of its lines.

export const GERMAN_ORDER: Fields = {
  workOnLand: optional(yesNo, "Whether it is work on land or a building. The page then tells a private client to keep the invoice for two years", {
    law: "UStG § 14(4) no. 9 and § 14b(1) sentence 5",
    repeatedWith: "sale",
  }),
};

export const FRENCH_PROFILE: Fields = {
  vatOnDebits: optional(yesNo, "Whether it owes the VAT on its services when it invoices them, rather than when it is paid. Its invoices then say so", {
    law: "Code général des impôts, article 269(2)(c); in the CIBS since 2026-09-01",
  }),
};

export const CROATIAN_OPERATOR: Fields = {
  name: field(text(200), "The operator's name"),
  oib: field(pattern(/^\d{11}$/, "11 digits"), "The operator's personal number (OIB)", { examples: ["12345678903"] }),
};

const CASH_REGISTER = pattern(/^\d{1,20}$/, "1 to 20 digits");

export const CROATIAN_PROFILE: Fields = {
  operator: optional(record("CroatianOperator"), "Who issues its invoices, if the order names no other operator", { law: "Zakon o fiskalizaciji" }),
  register: optional(CASH_REGISTER, "Its cash register, if all registers of its business premises share one run of numbers (`OznNapUr`)", { examples: ["12"] }),
};

export const CROATIAN_ORDER: Fields = {
  operator: optional(record("CroatianOperator"), "Who issues the invoice", { absent: "the company's", law: "Zakon o fiskalizaciji" }),
  register: optional(CASH_REGISTER, "The cash register, if all registers of the business premises share one run of numbers (`OznNapUr`)", {
    absent: "the company's",
    examples: ["12"],
  }),
  fiscalized: optional(yesNo, "Whether the invoice to a business is reported like one to a consumer, because it is not sent as an electronic invoice", {
    absent: "no",
    law: "Zakon o fiskalizaciji",
    repeatedWith: "sale",
  }),
  paperNumber: optional(text(100), "The number of the paper invoice that was issued while the cash register did not work (`ParagonBrRac`)", {
    repeatedWith: "sale",
  }),
};

/** A person has a first and a last name in FatturaPA, anybody else one name. */
export const ITALIAN_PERSON: Fields = {
  firstName: field(text(60), "The first name (`Nome`)"),
  lastName: field(text(60), "The last name (`Cognome`)"),
};

export const ITALIAN_REGISTRATION: Fields = {
  office: field(pattern(/^[A-Z]{2}$/, "2 capital letters"), "The province of the office (`Ufficio`)", { examples: ["MI"] }),
  number: field(text(20), "The number (`NumeroREA`)", { examples: ["1234567"] }),
  capital: optional(number({ min: 0 }), "The paid-up capital in euros (`CapitaleSociale`); only of companies with shares"),
  soleShareholder: optional(yesNo, "Whether it has one shareholder, or more (`SocioUnico`); only of companies with shares"),
  inLiquidation: optional(yesNo, "Whether it is being wound up (`StatoLiquidazione`)", { absent: "no" }),
};

export const ITALIAN_PROFILE: Fields = {
  taxRegime: optional(
    choice(
      ...["RF01", "RF02", "RF04", "RF05", "RF06", "RF07", "RF08", "RF09", "RF10", "RF11", "RF12", "RF13", "RF14", "RF15"],
      ...["RF16", "RF17", "RF18", "RF19", "RF20"],
    ),
    "Its tax regime (`RegimeFiscale`), such as `RF01` (ordinary), `RF02` (minimum taxpayer), `RF17` (cash accounting), `RF19` (flat rate) or `RF20` (cross-border exemption)",
    { absent: "`RF19` without VAT registration, `RF17` with `cashAccounting`, else `RF01`", law: "Decreto ministeriale 55/2013, allegato A" },
  ),
  person: optional(record("ItalianPerson"), "Its name, if it is a person", { absent: "it is not a person" }),
  registration: optional(record("ItalianRegistration"), "Its entry in the register of companies (`IscrizioneREA`)", { law: "Codice civile, articolo 2250" }),
  transmitter: optional(
    pattern(/^[A-Z]{2}[A-Z0-9]{1,28}$/, "a country code, and 1 to 28 capital letters and digits"),
    "Who sends its files to the exchange system (`IdTrasmittente`): country and tax code",
    { absent: "the company", examples: ["IT01234567890"] },
  ),
};

export const ITALIAN_DELIVERY_NOTE: Fields = {
  number: field(text(20), "Its number (`NumeroDDT`)"),
  date: field(format("calendarDay"), "Its date (`DataDDT`)"),
};

export const ITALIAN_ORDER: Fields = {
  documentType: optional(
    choice("TD01", "TD02", "TD05", "TD06", "TD24", "TD25"),
    "The kind of invoice (`TipoDocumento`): `TD01` invoice, `TD02` down payment, `TD05` debit note, `TD06` fee of a professional, `TD24` and `TD25` deferred invoice. A credit note is `TD04`",
    { absent: "what `documentType` says", law: "DPR 633/1972, articolo 21(4)", repeatedWith: "sale" },
  ),
  recipientCode: optional(
    pattern(/^[A-Z0-9]{6,7}$/, "6 or 7 capital letters and digits"),
    "The client's code in the exchange system (`CodiceDestinatario`): 7 letters and digits, or 6 of a public office, whose file is `FPA12`",
    {
      absent: "`clientElectronicAddress` in scheme `0205` or `0201`, else `XXXXXXX` abroad and `0000000` in Italy",
      examples: ["ABC1234"],
      repeatedWith: "client",
    },
  ),
  clientPerson: optional(record("ItalianPerson"), "The client's name, if it is a person", { absent: "`clientName`", repeatedWith: "client" }),
  splitPayment: optional(yesNo, "Whether the client pays the VAT to the state instead of the company (`EsigibilitaIVA` `S`)", {
    absent: "no",
    repeatedWith: "client",
    law: "DPR 633/1972, articolo 17-ter",
  }),
  stampDuty: optional(yesNo, "Whether stamp duty of EUR 2.00 is paid on it (`DatiBollo`)", {
    absent: "if more than EUR 77.47 is without VAT under N2.1, N2.2, N3.5, N3.6 or N4",
    law: "DPR 642/1972",
  }),
  deliveryNotes: optional(list(record("ItalianDeliveryNote"), 100), "The delivery notes of a deferred invoice (`DatiDDT`)", {
    repeatedWith: "sale",
  }),
};

export const ITALIAN_PENSION_FUND: Fields = {
  type: field(
    choice(
      ...["TC01", "TC02", "TC03", "TC04", "TC05", "TC06", "TC07", "TC08", "TC09", "TC10", "TC11", "TC12", "TC13"],
      ...["TC14", "TC15", "TC16", "TC17", "TC18", "TC19", "TC20", "TC21", "TC22"],
    ),
    "The fund (`TipoCassa`), such as `TC01` (lawyers), `TC02` (accountants), `TC04` (engineers and architects) or `TC22` (INPS)",
  ),
  percent: field(number({ min: 0, max: 100 }), "The rate of the contribution (`AlCassa`)"),
};

export const ITALIAN_LINE: Fields = {
  nature: optional(
    choice(
      ...["N1", "N2.1", "N2.2", "N3.1", "N3.2", "N3.3", "N3.4", "N3.5", "N3.6", "N4", "N5"],
      ...["N6.1", "N6.2", "N6.3", "N6.4", "N6.5", "N6.6", "N6.7", "N6.8", "N6.9", "N7"],
    ),
    "Why the line is without VAT (`Natura`), such as `N1` (outside the taxable base), `N3.5` (declaration of intent), `N5` (margin scheme) or `N6.7` (domestic reverse charge in construction)",
    { absent: "what follows from the category of VAT" },
  ),
  withheld: optional(yesNo, "Whether the order's `withholdings` are levied on the line (`Ritenuta`)", { absent: "yes, unless the line is a `pensionFund`" }),
  pensionFund: optional(record("ItalianPensionFund"), "Makes the line the contribution to a pension fund (`DatiCassaPrevidenziale`)"),
};

/** The unit that an invoice to a local authority or to a VAT group is for. */
export const POLISH_UNIT: Fields = {
  name: field(text(200), "Its name (`Nazwa`)"),
  id: field(
    pattern(/^[1-9]\d{9}(?:-\d{5})?$/, "10 digits of a NIP, or a NIP, a hyphen and 5 digits"),
    "Its tax number (`NIP`), or its internal identifier in KSeF (`IDWew`)",
    { examples: ["5261040828", "5261040828-00012"] },
  ),
};

/** A line of the order that an advance is paid on. */
export const POLISH_ORDERED_ITEM: Fields = {
  description: field(text(512), "What was ordered (`P_7Z`)"),
  quantity: field(number({ above: 0 }), "How many (`P_8BZ`), with up to six decimals"),
  unit: optional(text(256), "What is counted (`P_8AZ`)", { absent: "`szt.`" }),
  unitPrice: field(number({ min: 0 }), "The price of one without VAT (`P_9AZ`), with up to eight decimals"),
  taxRate: field(number({ min: 0, max: 100 }), "Its VAT rate in percent (`P_12Z`), which the invoice charges too"),
};

export const POLISH_ORDER: Fields = {
  orderedItems: optional(
    list(record("PolishOrderedItem"), 1000),
    "Of an invoice for a payment in advance: all that was ordered, at its full price (`Zamowienie`)",
    {
      law: "Ustawa o VAT, art. 106f ust. 1 pkt 4",
      repeatedWith: "sale",
    },
  ),
  localUnit: optional(record("PolishUnit"), "The unit of a local authority that the invoice is for (`JST` 1, `Podmiot3` in role 8)", {
    absent: "`JST` 2: it is for none",
    repeatedWith: "client",
  }),
  groupMember: optional(record("PolishUnit"), "The member of a VAT group that the invoice is for (`GV` 1, `Podmiot3` in role 10)", {
    absent: "`GV` 2: it is for none",
    repeatedWith: "client",
  }),
  exemptionBasis: optional(
    choice("act", "directive", "other"),
    "What law the reason of an exemption names: the Polish act or an order under it (`P_19A`), Directive 2006/112/EC (`P_19B`), or another one (`P_19C`)",
    { absent: "`act`", law: "Ustawa o VAT, art. 106e ust. 1 pkt 19" },
  ),
  splitPayment: optional(yesNo, "Whether the client must pay by split payment (`P_18A`)", {
    absent: "yes if a line is of annex 15 and the total is above PLN 15,000",
    law: "Ustawa o VAT, art. 108a ust. 1a",
  }),
  correctionType: optional(
    choice("1", "2", "3"),
    "When a correction takes effect in the VAT records: `1` on the date of the invoice, `2` on its own date, `3` on another one (`TypKorekty`)",
    { repeatedWith: "sale" },
  ),
};

export const POLISH_LINE: Fields = {
  pkwiu: optional(
    pattern(/^\d{2}(?:\.\d{1,2}){0,3}$/, "digits with full stops, such as 62.01.11.0"),
    "Its class in the Polish Classification of Products and Services (`PKWiU`)",
    { examples: ["62.01.11.0"] },
  ),
  goodsGroup: optional(
    choice(...["GTU_01", "GTU_02", "GTU_03", "GTU_04", "GTU_05", "GTU_06", "GTU_07", "GTU_08", "GTU_09", "GTU_10"], ...["GTU_11", "GTU_12", "GTU_13"]),
    "Its group of goods and services (`GTU`), such as `GTU_06` (electronics) or `GTU_12` (consulting and other intangible services)",
  ),
  procedure: optional(
    choice("WSTO_EE", "IED", "TT_D", "I_42", "I_63", "B_SPV", "B_SPV_DOSTAWA", "B_MPV_PROWIZJA"),
    "Its procedure (`Procedura`), such as `I_42` (supply after import under procedure 42) or `B_SPV` (single-purpose voucher)",
    { absent: "`TT_D` of a triangular sale, `WSTO_EE` of goods and digital services declared through OSS, else none" },
  ),
  annex15: optional(yesNo, "Whether it is in annex 15, the goods and services of split payment (`P_12_Zal_15`)", {
    absent: "no",
    law: "Ustawa o VAT, załącznik nr 15",
  }),
};

/** A client's identification other than a NIF (`IDOtro`). */
export const SPANISH_CLIENT_ID: Fields = {
  type: field(
    choice("02", "03", "04", "05", "06", "07"),
    "`02` VAT number of another member state, `03` passport, `04` official document of the country of residence, `05` certificate of residence, `06` another document, `07` a NIF that the tax agency does not know (`IDType`)",
  ),
  id: field(text(20), "The identification (`ID`)", { examples: ["X1234567"] }),
  country: optional(format("countryCode"), "The country that issued it (`CodigoPais`)", { absent: "`clientCountry`" }),
};

/** The amounts of the invoices that a corrected invoice replaces (`ImporteRectificacion`). */
export const SPANISH_REPLACED: Fields = {
  net: field(number(), "Without VAT, in euros (`BaseRectificada`)"),
  tax: field(number(), "The VAT, in euros (`CuotaRectificada`)"),
  surcharge: optional(number(), "The equivalence surcharge, in euros (`CuotaRecargoRectificado`)", { absent: "none" }),
};

export const SPANISH_PROFILE: Fields = {
  description: optional(text(500), "What it sells, if the order does not say it (`DescripcionOperacion`)", {
    absent: "the descriptions of the lines",
  }),
};

export const SPANISH_ORDER: Fields = {
  description: optional(text(500), "What is sold (`DescripcionOperacion`)", {
    absent: "the company's, else the descriptions of the lines",
    repeatedWith: "sale",
  }),
  invoiceType: optional(
    choice("F1", "F2", "F3"),
    "`F1` invoice, `F2` simplified invoice, `F3` invoice in place of simplified ones, which `precedingInvoices` names (`TipoFactura`)",
    { absent: "`F1` if the client has an identification, else `F2`", law: "Real Decreto 1619/2012", repeatedWith: "sale" },
  ),
  clientId: optional(record("SpanishClientId"), "The client's identification, if it has no VAT number (`IDOtro`)", {
    absent: "`clientVatNumber`, else abroad `clientRegistrationNumber`",
    repeatedWith: "client",
  }),
  correctionType: optional(
    choice("R1", "R2", "R3", "R4"),
    "Why it corrects: `R1` returns, discounts and errors in law, `R2` insolvency, `R3` bad debt, `R4` other reasons (`TipoFactura`). Corrections of simplified invoices are `R5`",
    { absent: "`R1`", law: "Ley 37/1992, artículo 80", repeatedWith: "sale" },
  ),
  replaced: optional(record("SpanishReplaced"), "The amounts that a corrected invoice (384) replaces (`ImporteRectificacion`)", {
    repeatedWith: "sale",
  }),
};

/** What the tax agency wants to know of a line, which its record may say otherwise. */
const SPANISH_OPERATION: Fields = {
  exemption: optional(
    choice("E1", "E2", "E3", "E4", "E5", "E6", "N1", "N2"),
    "Why it is without VAT: exempt by article 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 or 24 (`E4`), 25 (`E5`) or otherwise (`E6`), not subject to VAT (`N1`), or not located in Spain (`N2`)",
    { absent: "what follows from the category of VAT", law: "Ley 37/1992" },
  ),
  regime: optional(
    choice("01", "02", "04", "07", "08", "09", "11", "15", "17", "18", "19"),
    "Its regime (`ClaveRegimen`), such as `01` general, `07` cash accounting, `11` rental of business premises or `17` OSS",
    { absent: "what follows from the VAT" },
  ),
};

export const SPANISH_LINE: Fields = {
  ...SPANISH_OPERATION,
  equivalenceSurcharge: optional(yesNo, "Whether the client is a retailer who owes the equivalence surcharge on it (recargo de equivalencia)", {
    absent: "no",
    law: "Ley 37/1992, artículos 154 and 156 to 163",
  }),
  surchargeRate: optional(number({ above: 0, max: 100 }), "The rate of the equivalence surcharge, in percent, such as `1.75` of tobacco", {
    absent: "the usual one at its rate of VAT: `5.2` at 21 %, `1.4` at 10 %, `0.5` at 4 %",
    law: "Ley 37/1992, artículo 161",
  }),
};

/** What a line of a record may say otherwise than its document. */
export const SPANISH_RECORD_LINE: Fields = {
  line: field({ kind: "position", max: 1000 }, "The line of the document, from 1"),
  ...SPANISH_OPERATION,
};

/** What a record may say otherwise than its document: nothing that the law wants on the document. */
export const SPANISH_RECORD: Fields = {
  clientName: optional(text(120), "The client as the tax agency knows it (`NombreRazon`)"),
  ...SPANISH_ORDER,
  lines: optional(list(record("SpanishRecordLine"), 1000), "What lines of the document are to the record, each line once at most"),
};

/** A series as it is told to the tax authority of Portugal: each has documents of one type. */
export const PORTUGUESE_SERIES: Fields = {
  prefix: field(format("prefix"), "Its prefix here: `invoicePrefix`, `creditNotePrefix` or that of one of `series`", { examples: ["A2026"] }),
  type: field(
    choice("FT", "FS", "FR", "ND", "NC"),
    "Its documents: `FT` invoices, `FS` simplified invoices, `FR` invoice-receipts, `ND` debit notes, `NC` credit notes",
  ),
  code: field(
    pattern(/^[A-Z0-9]{8,40}$/, "8 to 40 capital letters and digits"),
    "The validation code that the tax authority gave the series, which begins the ATCUD",
    {
      law: "Portaria 195/2020",
      examples: ["CSDF7T5H"],
    },
  ),
};

export const PORTUGUESE_PROFILE: Fields = {
  series: optional(list(record("PortugueseSeries"), 100), "Its series, as they were told to the tax authority before their first document"),
  exemption: optional(pattern(/^M\d{2}$/, "M and 2 digits"), "Why its exempt sales are without VAT (`TaxExemptionCode`), where lines do not say it", {
    examples: ["M10"],
  }),
};

export const PORTUGUESE_LINE: Fields = {
  exemption: optional(
    pattern(/^M\d{2}$/, "M and 2 digits"),
    "Why it is without VAT (`TaxExemptionCode`), by the tax authority's table, such as `M07`; only of lines without VAT",
    {
      examples: ["M07"],
    },
  ),
  region: optional(choice("PT", "PT-AC", "PT-MA"), "Whose VAT it is (`TaxCountryRegion`): that of the mainland, the Azores or Madeira", {
    absent: "what the rate says, else where the company is",
  }),
  productType: optional(
    choice("P", "S", "O", "E", "I"),
    "What is sold (`ProductType`): `P` goods, `S` services, `O` other things such as freight, `E` excise duty, `I` other taxes",
    { absent: "`P` of goods, else `S`" },
  ),
};

/** A tax number as invoices in Hungary state it. */
const hungarianTaxNumber = pattern(/^\d{8}-[1-5]-\d{2}$/, "8 digits, 1 and 2 digits, such as 12345676-2-41");

const HUNGARIAN_APPEARANCE = choice("PAPER", "ELECTRONIC", "EDI", "UNKNOWN");

export const HUNGARIAN_PROFILE: Fields = {
  taxNumber: optional(hungarianTaxNumber, "Its tax number; of a member of a VAT group that of the group (`supplierTaxNumber`)", {
    absent: "the first 8 digits, which are those of `vatNumber`",
    examples: ["12345676-2-41"],
  }),
  groupMember: optional(hungarianTaxNumber, "Its own tax number, if it is a member of a VAT group (`groupMemberTaxNumber`)", { absent: "it is none" }),
  smallTaxpayer: optional(yesNo, "Whether it pays the itemised tax of small taxpayers, kata (`smallBusinessIndicator`)", { absent: "no" }),
  appearance: optional(HUNGARIAN_APPEARANCE, "How its invoices appear, if the order does not say it (`invoiceAppearance`)", { absent: "`UNKNOWN`" }),
};

/** When an advance was paid that an invoice deducts, and what its currency was worth then. */
export const HUNGARIAN_ADVANCE: Fields = {
  number: field(text(50), "The number of its invoice (`advanceOriginalInvoice`)"),
  paidOn: field(format("calendarDay"), "The day on which it was paid (`advancePaymentDate`)"),
  exchangeRate: optional(number({ above: 0 }), "The rate to HUF of its invoice (`advanceExchangeRate`)", { absent: "1 in HUF, else that of this invoice" }),
};

export const HUNGARIAN_ORDER: Fields = {
  clientTaxNumber: optional(hungarianTaxNumber, "The client's tax number; of a member of a VAT group that of the group (`customerTaxNumber`)", {
    absent: "the first 8 digits, which are those of `clientVatNumber`",
    repeatedWith: "client",
  }),
  clientGroupMember: optional(hungarianTaxNumber, "The client's own tax number, if it is a member of a VAT group (`groupMemberTaxNumber`)", {
    absent: "it is none",
    repeatedWith: "client",
  }),
  appearance: optional(HUNGARIAN_APPEARANCE, "How the invoice appears: on paper, electronically, by EDI, or not known yet (`invoiceAppearance`)", {
    absent: "the company's",
    repeatedWith: "client",
  }),
  reportIsInvoice: optional(yesNo, "Whether the report itself is the electronic invoice (`completenessIndicator`)", { absent: "no", repeatedWith: "client" }),
  advances: optional(list(record("HungarianAdvance"), 100), "The payments of the advances that the invoice deducts (`advancePaymentData`)", {
    law: "Áfa tv. 10. melléklet",
    repeatedWith: "sale",
  }),
};

export const HUNGARIAN_LINE: Fields = {
  vatCase: optional(
    choice("TAM", "AAM", "KBAET", "KBAUK", "EAM", "NAM", "ATK", "EUFAD37", "EUFADE", "EUE", "HO"),
    "Why it is without VAT: by the nature of the activity (`TAM`) or of a person (`AAM`), within the EU (`KBAET`, new vehicles `KBAUK`), by export (`EAM`) or other international traffic (`NAM`), out of scope (`ATK`), taxed by the buyer in another member state (`EUFAD37`, `EUFADE`), taxed there otherwise (`EUE`), or in a third country (`HO`)",
    { absent: "what follows from the category of VAT, its reason and the place", law: "Áfa tv. 10. melléklet" },
  ),
  vtsz: optional(pattern(/^[A-Z0-9]{2,30}$/, "2 to 30 capital letters and digits"), "Its customs tariff number (`VTSZ`)", { examples: ["16010091"] }),
  teszor: optional(pattern(/^[A-Z0-9]{2,30}$/, "2 to 30 capital letters and digits"), "Its class of services (`TESZOR`)", { examples: ["620100"] }),
};

export const NATIONAL_PROFILE: Fields = {
  es: optional(record("SpanishProfile"), "What invoices of a seller in Spain need"),
  fr: optional(record("FrenchProfile"), "What invoices of a seller in France need"),
  hr: optional(record("CroatianProfile"), "What invoices of a seller in Croatia need"),
  hu: optional(record("HungarianProfile"), "What invoices of a seller in Hungary need"),
  it: optional(record("ItalianProfile"), "What invoices of a seller in Italy need"),
  pt: optional(record("PortugueseProfile"), "What invoices of a seller in Portugal need"),
};

export const NATIONAL_ORDER: Fields = {
  de: optional(record("GermanOrder"), "What an invoice of a seller in Germany needs"),
  es: optional(record("SpanishOrder"), "What an invoice of a seller in Spain needs"),
  hr: optional(record("CroatianOrder"), "What an invoice of a seller in Croatia needs"),
  hu: optional(record("HungarianOrder"), "What an invoice of a seller in Hungary needs"),
  it: optional(record("ItalianOrder"), "What an invoice of a seller in Italy needs"),
  pl: optional(record("PolishOrder"), "What an invoice of a seller in Poland needs"),
};

export const NATIONAL_LINE: Fields = {
  es: optional(record("SpanishLine"), "What a line of a seller in Spain needs"),
  hu: optional(record("HungarianLine"), "What a line of a seller in Hungary needs"),
  it: optional(record("ItalianLine"), "What a line of a seller in Italy needs"),
  pl: optional(record("PolishLine"), "What a line of a seller in Poland needs"),
  pt: optional(record("PortugueseLine"), "What a line of a seller in Portugal needs"),
};
