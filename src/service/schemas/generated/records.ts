// Written by `npm run generate` from the rows in src/fields. Change those instead.

import { z } from "zod";
import { namesInvoicesOnce, namesLinesOnce, namesPositionsOnce, requireCashDiscounts, requireConsistentOrder, requireCountryOfAddress, requireOneAccount, requireOneBase, requireOwnNumbers, requirePercentOrAmount, requireQuantityOrAmount, requireRepresentativesNumber, requireStartBeforeEnd } from "../checks.ts";
import { accountBank, addressId, addressScheme, allowanceReason, amount, bic, calendarDay, cardDigits, chargeReason, choice, classificationList, countryCode, creditNoteType, creditedBy, creditorId, currencyCode, decimal, documentType, email, exemptingStates, iban, instant, invoiceStatus, invoiceType, language, metadata, noteSubject, objectScheme, orderRequirement, pattern, paymentMeans, percentage, prefix, prices, registrationScheme, requirement, seriesPrefixes, supply, taxPointCode, territory, text, timeZone, unitCode, url, vatCategory, vatRates, vatTreatment, vatWarning, vatexCode, verificationStatus } from "../fields.ts";
import { lazy } from "../lazy.ts";

/** A postal address. Every part is optional and printed if given. */
export const addressSchema = lazy(() => z.strictObject({
  line1: text(200).optional().meta({ description: "Street and number, usually. EN 16931 BT-35, 50, 64, 75" }),
  line2: text(200).optional().meta({ description: "The second line. EN 16931 BT-36, 51, 65, 76" }),
  line3: text(200).optional().meta({ description: "The third line. EN 16931 BT-162, 163, 164, 165" }),
  postalCode: text(20).optional().meta({ description: "The postal code. EN 16931 BT-38, 53, 67, 78" }),
  city: text(100).optional().meta({ description: "The city. EN 16931 BT-37, 52, 66, 77" }),
  region: text(100).optional().meta({ description: "A state or province. EN 16931 BT-39, 54, 68, 79" }),
}));

/** An address for electronic invoices (EN 16931 BT-34, BT-49). */
export const electronicAddressSchema = lazy(() => z.strictObject({
  scheme: addressScheme().meta({ description: "The scheme of the address. A code of the list EAS, such as `0088` (GLN), `0208` (Belgian enterprise number) or `9930` (German VAT number)" }),
  id: addressId().meta({ description: "The address in that scheme. 1 to 100 characters", examples: ["DE136695976"] }),
}));

/** A number by which a company is known, and its scheme (EN 16931 BT-29). */
export const identifierSchema = lazy(() => z.strictObject({
  scheme: registrationScheme().optional().meta({ description: "The scheme of the identifier. A code of ISO 6523's list ICD, such as `0002`" }),
  id: text(100).meta({ description: "The identifier", examples: ["4012345000009"] }),
}));

/** Whom a client can ask about an invoice (EN 16931 BG-6). */
export const contactSchema = lazy(() => z.strictObject({
  name: text(200).optional().meta({ description: "A person or a department. EN 16931 BT-41" }),
  phone: text(50).optional().meta({ description: "The telephone number. EN 16931 BT-42" }),
  email: email().optional().meta({ description: "The e-mail address. EN 16931 BT-43" }),
}));

/** The fields of {@link paymentAccountSchema}, not compared with each other. */
export const paymentAccountFields = lazy(() => z.strictObject({
  iban: iban().optional().meta({ description: "The account's IBAN, or else `account`. ISO 13616, with or without spaces. EN 16931 BT-84" }),
  account: text(50).optional().meta({ description: "The account's number, if it has no IBAN, such as that of a bankgiro. EN 16931 BT-84" }),
  bic: accountBank().optional().meta({ description: "The account's bank. ISO 9362, or `SE:BANKGIRO` or `SE:PLUSGIRO` for such an account. EN 16931 BT-86" }),
  name: text(200).optional().meta({ description: "The account holder, if it is not the company. EN 16931 BT-85" }),
  currency: currencyCode().optional().meta({ description: "The currency of the invoices that it is for. ISO 4217. Absent: it is for all invoices" }),
}));

/** An account to pay to: either `iban` or `account` (EN 16931 BG-17). */
export const paymentAccountSchema = lazy(() => paymentAccountFields().superRefine(requireOneAccount));

/** A small enterprise in the scheme for sales in other member states. */
export const smallEnterpriseSchema = lazy(() => z.strictObject({
  number: pattern(/^[A-Z]{2}[A-Z\d]{1,20}-EX$/, "the country code, 1 to 20 capital letters and digits, and -EX, such as DE123456789-EX").optional().meta({ description: "The number by which its own state knows it in the scheme. Printed after the note of a state, and as `taxNumber` if the company has neither that nor a `vatNumber`. Directive 2006/112/EC, article 284(3)", examples: ["DE123456789-EX"] }),
  states: exemptingStates().optional().meta({ description: "The other member states that exempt it, each with the note of its law. A sale there carries no VAT and this note. Only without `vatRegistered`", examples: [{"DE":{"note":"Steuerfrei für Kleinunternehmer (§ 19 UStG)"}}] }),
}));

/** What a company's invoices to businesses say about paying late or early. */
export const latePaymentSchema = lazy(() => z.strictObject({
  penalties: text(1000).optional().meta({ description: "The penalties for paying late, as the note `PMD`. EN 16931 BG-1" }),
  recoveryFee: text(1000).optional().meta({ description: "The flat fee for recovering the debt, as the note `PMT`. EN 16931 BG-1" }),
  discount: text(1000).optional().meta({ description: "The discount for paying early, or that there is none, as the note `AAB`. EN 16931 BG-1" }),
}));

/** The fields of {@link taxRepresentativeSchema}, not compared with each other. */
export const taxRepresentativeFields = lazy(() => z.strictObject({
  name: text(200).meta({ description: "The representative's name. EN 16931 BT-62" }),
  vatNumber: text(40).meta({ description: "The representative's own number. In a member state or the United Kingdom it must be well formed. EN 16931 BT-63", examples: ["DE136695976"] }),
  country: countryCode().meta({ description: "The representative's country. ISO 3166-1 alpha-2. EN 16931 BT-69" }),
  address: addressSchema().meta({ description: "The representative's address. EN 16931 BG-12" }),
}));

/** A seller's tax representative (EN 16931 BG-11). */
export const taxRepresentativeSchema = lazy(() => taxRepresentativeFields().superRefine(requireRepresentativesNumber));

/** A company's registration for VAT in a member state other than its own. */
export const vatRegistrationSchema = lazy(() => z.strictObject({
  country: countryCode().meta({ description: "The member state. ISO 3166-1 alpha-2" }),
  vatNumber: text(40).meta({ description: "The company's number there, which documents of sales from there show", examples: ["FR40303265045"] }),
  since: calendarDay().optional().meta({ description: "The first day of the registration. Absent: no sale is too early" }),
  until: calendarDay().optional().meta({ description: "The last day. Absent: it has not ended" }),
  establishment: z.boolean().optional().meta({ description: "Whether the company has a fixed establishment there, which a VAT number alone is not. Absent: no" }),
}));

/** What an invoice of a seller in Germany needs. */
export const germanOrderSchema = lazy(() => z.strictObject({
  workOnLand: z.boolean().optional().meta({ description: "Whether it is work on land or a building. The page then tells a private client to keep the invoice for two years. UStG § 14(4) no. 9 and § 14b(1) sentence 5" }),
}));

/** What invoices of a seller in France need. */
export const frenchProfileSchema = lazy(() => z.strictObject({
  vatOnDebits: z.boolean().optional().meta({ description: "Whether it owes the VAT on its services when it invoices them, rather than when it is paid. Its invoices then say so. Code général des impôts, article 269(2)(c); in the CIBS since 2026-09-01" }),
}));

/** The person who issues a Croatian invoice. */
export const croatianOperatorSchema = lazy(() => z.strictObject({
  name: text(200).meta({ description: "The operator's name" }),
  oib: pattern(/^\d{11}$/, "11 digits").meta({ description: "The operator's personal number (OIB)", examples: ["12345678903"] }),
}));

/** What invoices of a seller in Croatia need. */
export const croatianProfileSchema = lazy(() => z.strictObject({
  operator: croatianOperatorSchema().optional().meta({ description: "Who issues its invoices, if the order names no other operator. Zakon o fiskalizaciji" }),
  register: pattern(/^\d{1,20}$/, "1 to 20 digits").optional().meta({ description: "Its cash register, if all registers of its business premises share one run of numbers (`OznNapUr`)", examples: ["12"] }),
}));

/** What an invoice of a seller in Croatia needs. */
export const croatianOrderSchema = lazy(() => z.strictObject({
  operator: croatianOperatorSchema().optional().meta({ description: "Who issues the invoice. Absent: the company's. Zakon o fiskalizaciji" }),
  register: pattern(/^\d{1,20}$/, "1 to 20 digits").optional().meta({ description: "The cash register, if all registers of the business premises share one run of numbers (`OznNapUr`). Absent: the company's", examples: ["12"] }),
  fiscalized: z.boolean().optional().meta({ description: "Whether the invoice to a business is reported like one to a consumer, because it is not sent as an electronic invoice. Absent: no. Zakon o fiskalizaciji" }),
  paperNumber: text(100).optional().meta({ description: "The number of the paper invoice that was issued while the cash register did not work (`ParagonBrRac`)" }),
}));

/** What invoices of a seller in Hungary need. */
export const hungarianProfileSchema = lazy(() => z.strictObject({
  taxNumber: pattern(/^\d{8}-[1-5]-\d{2}$/, "8 digits, 1 and 2 digits, such as 12345676-2-41").optional().meta({ description: "Its tax number; of a member of a VAT group that of the group (`supplierTaxNumber`). Absent: the first 8 digits, which are those of `vatNumber`", examples: ["12345676-2-41"] }),
  groupMember: pattern(/^\d{8}-[1-5]-\d{2}$/, "8 digits, 1 and 2 digits, such as 12345676-2-41").optional().meta({ description: "Its own tax number, if it is a member of a VAT group (`groupMemberTaxNumber`). Absent: it is none" }),
  smallTaxpayer: z.boolean().optional().meta({ description: "Whether it pays the itemised tax of small taxpayers, kata (`smallBusinessIndicator`). Absent: no" }),
  appearance: choice(["PAPER", "ELECTRONIC", "EDI", "UNKNOWN"]).optional().meta({ description: "How its invoices appear, if the order does not say it (`invoiceAppearance`). Absent: `UNKNOWN`" }),
}));

/** The payment of an advance that a Hungarian invoice deducts. */
export const hungarianAdvanceSchema = lazy(() => z.strictObject({
  number: text(50).meta({ description: "The number of its invoice (`advanceOriginalInvoice`)" }),
  paidOn: calendarDay().meta({ description: "The day on which it was paid (`advancePaymentDate`)" }),
  exchangeRate: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "The rate to HUF of its invoice (`advanceExchangeRate`). Absent: 1 in HUF, else that of this invoice" }),
}));

/** What an invoice of a seller in Hungary needs. */
export const hungarianOrderSchema = lazy(() => z.strictObject({
  clientTaxNumber: pattern(/^\d{8}-[1-5]-\d{2}$/, "8 digits, 1 and 2 digits, such as 12345676-2-41").optional().meta({ description: "The client's tax number; of a member of a VAT group that of the group (`customerTaxNumber`). Absent: the first 8 digits, which are those of `clientVatNumber`" }),
  clientGroupMember: pattern(/^\d{8}-[1-5]-\d{2}$/, "8 digits, 1 and 2 digits, such as 12345676-2-41").optional().meta({ description: "The client's own tax number, if it is a member of a VAT group (`groupMemberTaxNumber`). Absent: it is none" }),
  appearance: choice(["PAPER", "ELECTRONIC", "EDI", "UNKNOWN"]).optional().meta({ description: "How the invoice appears: on paper, electronically, by EDI, or not known yet (`invoiceAppearance`). Absent: the company's" }),
  reportIsInvoice: z.boolean().optional().meta({ description: "Whether the report itself is the electronic invoice (`completenessIndicator`). Absent: no" }),
  advances: z.array(hungarianAdvanceSchema()).min(1).max(100).optional().meta({ description: "The payments of the advances that the invoice deducts (`advancePaymentData`). Áfa tv. 10. melléklet" }),
}));

/** What a line of a seller in Hungary needs. */
export const hungarianLineSchema = lazy(() => z.strictObject({
  vatCase: choice(["TAM", "AAM", "KBAET", "KBAUK", "EAM", "NAM", "ATK", "EUFAD37", "EUFADE", "EUE", "HO"]).optional().meta({ description: "Why it is without VAT: by the nature of the activity (`TAM`) or of a person (`AAM`), within the EU (`KBAET`, new vehicles `KBAUK`), by export (`EAM`) or other international traffic (`NAM`), out of scope (`ATK`), taxed by the buyer in another member state (`EUFAD37`, `EUFADE`), taxed there otherwise (`EUE`), or in a third country (`HO`). Absent: what follows from the category of VAT, its reason and the place. Áfa tv. 10. melléklet" }),
  vtsz: pattern(/^[A-Z0-9]{2,30}$/, "2 to 30 capital letters and digits").optional().meta({ description: "Its customs tariff number (`VTSZ`)", examples: ["16010091"] }),
  teszor: pattern(/^[A-Z0-9]{2,30}$/, "2 to 30 capital letters and digits").optional().meta({ description: "Its class of services (`TESZOR`)", examples: ["620100"] }),
}));

/** A person's name in FatturaPA. */
export const italianPersonSchema = lazy(() => z.strictObject({
  firstName: text(60).meta({ description: "The first name (`Nome`)" }),
  lastName: text(60).meta({ description: "The last name (`Cognome`)" }),
}));

/** An Italian company's entry in the register of companies. */
export const italianRegistrationSchema = lazy(() => z.strictObject({
  office: pattern(/^[A-Z]{2}$/, "2 capital letters").meta({ description: "The province of the office (`Ufficio`)", examples: ["MI"] }),
  number: text(20).meta({ description: "The number (`NumeroREA`)", examples: ["1234567"] }),
  capital: decimal().min(0).optional().meta({ description: "The paid-up capital in euros (`CapitaleSociale`); only of companies with shares" }),
  soleShareholder: z.boolean().optional().meta({ description: "Whether it has one shareholder, or more (`SocioUnico`); only of companies with shares" }),
  inLiquidation: z.boolean().optional().meta({ description: "Whether it is being wound up (`StatoLiquidazione`). Absent: no" }),
}));

/** What invoices of a seller in Italy need. */
export const italianProfileSchema = lazy(() => z.strictObject({
  taxRegime: choice(["RF01", "RF02", "RF04", "RF05", "RF06", "RF07", "RF08", "RF09", "RF10", "RF11", "RF12", "RF13", "RF14", "RF15", "RF16", "RF17", "RF18", "RF19", "RF20"]).optional().meta({ description: "Its tax regime (`RegimeFiscale`), such as `RF01` (ordinary), `RF02` (minimum taxpayer), `RF17` (cash accounting), `RF19` (flat rate) or `RF20` (cross-border exemption). Absent: `RF19` without VAT registration, `RF17` with `cashAccounting`, else `RF01`. Decreto ministeriale 55/2013, allegato A" }),
  person: italianPersonSchema().optional().meta({ description: "Its name, if it is a person. Absent: it is not a person" }),
  registration: italianRegistrationSchema().optional().meta({ description: "Its entry in the register of companies (`IscrizioneREA`). Codice civile, articolo 2250" }),
  transmitter: pattern(/^[A-Z]{2}[A-Z0-9]{1,28}$/, "a country code, and 1 to 28 capital letters and digits").optional().meta({ description: "Who sends its files to the exchange system (`IdTrasmittente`): country and tax code. Absent: the company", examples: ["IT01234567890"] }),
}));

/** An Italian delivery note (`documento di trasporto`). */
export const italianDeliveryNoteSchema = lazy(() => z.strictObject({
  number: text(20).meta({ description: "Its number (`NumeroDDT`)" }),
  date: calendarDay().meta({ description: "Its date (`DataDDT`)" }),
}));

/** What an invoice of a seller in Italy needs. */
export const italianOrderSchema = lazy(() => z.strictObject({
  documentType: choice(["TD01", "TD02", "TD05", "TD06", "TD24", "TD25"]).optional().meta({ description: "The kind of invoice (`TipoDocumento`): `TD01` invoice, `TD02` down payment, `TD05` debit note, `TD06` fee of a professional, `TD24` and `TD25` deferred invoice. A credit note is `TD04`. Absent: what `documentType` says. DPR 633/1972, articolo 21(4)" }),
  recipientCode: pattern(/^[A-Z0-9]{6,7}$/, "6 or 7 capital letters and digits").optional().meta({ description: "The client's code in the exchange system (`CodiceDestinatario`): 7 letters and digits, or 6 of a public office, whose file is `FPA12`. Absent: `clientElectronicAddress` in scheme `0205` or `0201`, else `XXXXXXX` abroad and `0000000` in Italy", examples: ["ABC1234"] }),
  clientPerson: italianPersonSchema().optional().meta({ description: "The client's name, if it is a person. Absent: `clientName`" }),
  splitPayment: z.boolean().optional().meta({ description: "Whether the client pays the VAT to the state instead of the company (`EsigibilitaIVA` `S`). Absent: no. DPR 633/1972, articolo 17-ter" }),
  stampDuty: z.boolean().optional().meta({ description: "Whether stamp duty of EUR 2.00 is paid on it (`DatiBollo`). Absent: if more than EUR 77.47 is without VAT under N2.1, N2.2, N3.5, N3.6 or N4. DPR 642/1972" }),
  deliveryNotes: z.array(italianDeliveryNoteSchema()).min(1).max(100).optional().meta({ description: "The delivery notes of a deferred invoice (`DatiDDT`)" }),
}));

/** The pension fund of an Italian professional, and the rate of its contribution. */
export const italianPensionFundSchema = lazy(() => z.strictObject({
  type: choice(["TC01", "TC02", "TC03", "TC04", "TC05", "TC06", "TC07", "TC08", "TC09", "TC10", "TC11", "TC12", "TC13", "TC14", "TC15", "TC16", "TC17", "TC18", "TC19", "TC20", "TC21", "TC22"]).meta({ description: "The fund (`TipoCassa`), such as `TC01` (lawyers), `TC02` (accountants), `TC04` (engineers and architects) or `TC22` (INPS)" }),
  percent: decimal().min(0).max(100).meta({ description: "The rate of the contribution (`AlCassa`)" }),
}));

/** What a line of a seller in Italy needs. */
export const italianLineSchema = lazy(() => z.strictObject({
  nature: choice(["N1", "N2.1", "N2.2", "N3.1", "N3.2", "N3.3", "N3.4", "N3.5", "N3.6", "N4", "N5", "N6.1", "N6.2", "N6.3", "N6.4", "N6.5", "N6.6", "N6.7", "N6.8", "N6.9", "N7"]).optional().meta({ description: "Why the line is without VAT (`Natura`), such as `N1` (outside the taxable base), `N3.5` (declaration of intent), `N5` (margin scheme) or `N6.7` (domestic reverse charge in construction). Absent: what follows from the category of VAT" }),
  withheld: z.boolean().optional().meta({ description: "Whether the order's `withholdings` are levied on the line (`Ritenuta`). Absent: yes, unless the line is a `pensionFund`" }),
  pensionFund: italianPensionFundSchema().optional().meta({ description: "Makes the line the contribution to a pension fund (`DatiCassaPrevidenziale`)" }),
}));

/** A unit of a local authority, or a member of a VAT group, in Poland. */
export const polishUnitSchema = lazy(() => z.strictObject({
  name: text(200).meta({ description: "Its name (`Nazwa`)" }),
  id: pattern(/^[1-9]\d{9}(?:-\d{5})?$/, "10 digits of a NIP, or a NIP, a hyphen and 5 digits").meta({ description: "Its tax number (`NIP`), or its internal identifier in KSeF (`IDWew`)", examples: ["5261040828","5261040828-00012"] }),
}));

/** A line of the order that an advance of a seller in Poland is paid on. */
export const polishOrderedItemSchema = lazy(() => z.strictObject({
  description: text(512).meta({ description: "What was ordered (`P_7Z`)" }),
  quantity: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).meta({ description: "How many (`P_8BZ`), with up to six decimals" }),
  unit: text(256).optional().meta({ description: "What is counted (`P_8AZ`). Absent: `szt.`" }),
  unitPrice: decimal().min(0).meta({ description: "The price of one without VAT (`P_9AZ`), with up to eight decimals" }),
  taxRate: decimal().min(0).max(100).meta({ description: "Its VAT rate in percent (`P_12Z`), which the invoice charges too" }),
}));

/** What an invoice of a seller in Poland needs. */
export const polishOrderSchema = lazy(() => z.strictObject({
  orderedItems: z.array(polishOrderedItemSchema()).min(1).max(1000).optional().meta({ description: "Of an invoice for a payment in advance: all that was ordered, at its full price (`Zamowienie`). Ustawa o VAT, art. 106f ust. 1 pkt 4" }),
  localUnit: polishUnitSchema().optional().meta({ description: "The unit of a local authority that the invoice is for (`JST` 1, `Podmiot3` in role 8). Absent: `JST` 2: it is for none" }),
  groupMember: polishUnitSchema().optional().meta({ description: "The member of a VAT group that the invoice is for (`GV` 1, `Podmiot3` in role 10). Absent: `GV` 2: it is for none" }),
  exemptionBasis: choice(["act", "directive", "other"]).optional().meta({ description: "What law the reason of an exemption names: the Polish act or an order under it (`P_19A`), Directive 2006/112/EC (`P_19B`), or another one (`P_19C`). Absent: `act`. Ustawa o VAT, art. 106e ust. 1 pkt 19" }),
  splitPayment: z.boolean().optional().meta({ description: "Whether the client must pay by split payment (`P_18A`). Absent: yes if a line is of annex 15 and the total is above PLN 15,000. Ustawa o VAT, art. 108a ust. 1a" }),
  correctionType: choice(["1", "2", "3"]).optional().meta({ description: "When a correction takes effect in the VAT records: `1` on the date of the invoice, `2` on its own date, `3` on another one (`TypKorekty`)" }),
}));

/** What a line of a seller in Poland needs. */
export const polishLineSchema = lazy(() => z.strictObject({
  pkwiu: pattern(/^\d{2}(?:\.\d{1,2}){0,3}$/, "digits with full stops, such as 62.01.11.0").optional().meta({ description: "Its class in the Polish Classification of Products and Services (`PKWiU`)", examples: ["62.01.11.0"] }),
  goodsGroup: choice(["GTU_01", "GTU_02", "GTU_03", "GTU_04", "GTU_05", "GTU_06", "GTU_07", "GTU_08", "GTU_09", "GTU_10", "GTU_11", "GTU_12", "GTU_13"]).optional().meta({ description: "Its group of goods and services (`GTU`), such as `GTU_06` (electronics) or `GTU_12` (consulting and other intangible services)" }),
  procedure: choice(["WSTO_EE", "IED", "TT_D", "I_42", "I_63", "B_SPV", "B_SPV_DOSTAWA", "B_MPV_PROWIZJA"]).optional().meta({ description: "Its procedure (`Procedura`), such as `I_42` (supply after import under procedure 42) or `B_SPV` (single-purpose voucher). Absent: `TT_D` of a triangular sale, `WSTO_EE` of goods and digital services declared through OSS, else none" }),
  annex15: z.boolean().optional().meta({ description: "Whether it is in annex 15, the goods and services of split payment (`P_12_Zal_15`). Absent: no. Ustawa o VAT, załącznik nr 15" }),
}));

/** A series of a seller in Portugal, as it is told to the tax authority. */
export const portugueseSeriesSchema = lazy(() => z.strictObject({
  prefix: prefix().meta({ description: "Its prefix here: `invoicePrefix`, `creditNotePrefix` or that of one of `series`. 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`", examples: ["A2026"] }),
  type: choice(["FT", "FS", "FR", "ND", "NC"]).meta({ description: "Its documents: `FT` invoices, `FS` simplified invoices, `FR` invoice-receipts, `ND` debit notes, `NC` credit notes" }),
  code: pattern(/^[A-Z0-9]{8,40}$/, "8 to 40 capital letters and digits").meta({ description: "The validation code that the tax authority gave the series, which begins the ATCUD. Portaria 195/2020", examples: ["CSDF7T5H"] }),
}));

/** What invoices of a seller in Portugal need. */
export const portugueseProfileSchema = lazy(() => z.strictObject({
  series: z.array(portugueseSeriesSchema()).min(1).max(100).optional().meta({ description: "Its series, as they were told to the tax authority before their first document" }),
  exemption: pattern(/^M\d{2}$/, "M and 2 digits").optional().meta({ description: "Why its exempt sales are without VAT (`TaxExemptionCode`), where lines do not say it", examples: ["M10"] }),
}));

/** What a line of a seller in Portugal needs. */
export const portugueseLineSchema = lazy(() => z.strictObject({
  exemption: pattern(/^M\d{2}$/, "M and 2 digits").optional().meta({ description: "Why it is without VAT (`TaxExemptionCode`), by the tax authority's table, such as `M07`; only of lines without VAT", examples: ["M07"] }),
  region: choice(["PT", "PT-AC", "PT-MA"]).optional().meta({ description: "Whose VAT it is (`TaxCountryRegion`): that of the mainland, the Azores or Madeira. Absent: what the rate says, else where the company is" }),
  productType: choice(["P", "S", "O", "E", "I"]).optional().meta({ description: "What is sold (`ProductType`): `P` goods, `S` services, `O` other things such as freight, `E` excise duty, `I` other taxes. Absent: `P` of goods, else `S`" }),
}));

/** A client's identification in a record of Veri*factu. */
export const spanishClientIdSchema = lazy(() => z.strictObject({
  type: choice(["02", "03", "04", "05", "06", "07"]).meta({ description: "`02` VAT number of another member state, `03` passport, `04` official document of the country of residence, `05` certificate of residence, `06` another document, `07` a NIF that the tax agency does not know (`IDType`)" }),
  id: text(20).meta({ description: "The identification (`ID`)", examples: ["X1234567"] }),
  country: countryCode().optional().meta({ description: "The country that issued it (`CodigoPais`). ISO 3166-1 alpha-2. Absent: `clientCountry`" }),
}));

/** The amounts that a Spanish corrected invoice replaces. */
export const spanishReplacedSchema = lazy(() => z.strictObject({
  net: decimal().meta({ description: "Without VAT, in euros (`BaseRectificada`)" }),
  tax: decimal().meta({ description: "The VAT, in euros (`CuotaRectificada`)" }),
  surcharge: decimal().optional().meta({ description: "The equivalence surcharge, in euros (`CuotaRecargoRectificado`). Absent: none" }),
}));

/** What invoices of a seller in Spain need. */
export const spanishProfileSchema = lazy(() => z.strictObject({
  description: text(500).optional().meta({ description: "What it sells, if the order does not say it (`DescripcionOperacion`). Absent: the descriptions of the lines" }),
}));

/** What an invoice of a seller in Spain needs. */
export const spanishOrderSchema = lazy(() => z.strictObject({
  description: text(500).optional().meta({ description: "What is sold (`DescripcionOperacion`). Absent: the company's, else the descriptions of the lines" }),
  invoiceType: choice(["F1", "F2", "F3"]).optional().meta({ description: "`F1` invoice, `F2` simplified invoice, `F3` invoice in place of simplified ones, which `precedingInvoices` names (`TipoFactura`). Absent: `F1` if the client has an identification, else `F2`. Real Decreto 1619/2012" }),
  clientId: spanishClientIdSchema().optional().meta({ description: "The client's identification, if it has no VAT number (`IDOtro`). Absent: `clientVatNumber`, else abroad `clientRegistrationNumber`" }),
  correctionType: choice(["R1", "R2", "R3", "R4"]).optional().meta({ description: "Why it corrects: `R1` returns, discounts and errors in law, `R2` insolvency, `R3` bad debt, `R4` other reasons (`TipoFactura`). Corrections of simplified invoices are `R5`. Absent: `R1`. Ley 37/1992, artículo 80" }),
  replaced: spanishReplacedSchema().optional().meta({ description: "The amounts that a corrected invoice (384) replaces (`ImporteRectificacion`)" }),
}));

/** What a line of a seller in Spain needs. */
export const spanishLineSchema = lazy(() => z.strictObject({
  exemption: choice(["E1", "E2", "E3", "E4", "E5", "E6", "N1", "N2"]).optional().meta({ description: "Why it is without VAT: exempt by article 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 or 24 (`E4`), 25 (`E5`) or otherwise (`E6`), not subject to VAT (`N1`), or not located in Spain (`N2`). Absent: what follows from the category of VAT. Ley 37/1992" }),
  regime: choice(["01", "02", "04", "07", "08", "09", "11", "15", "17", "18", "19"]).optional().meta({ description: "Its regime (`ClaveRegimen`), such as `01` general, `07` cash accounting, `11` rental of business premises or `17` OSS. Absent: what follows from the VAT" }),
  equivalenceSurcharge: z.boolean().optional().meta({ description: "Whether the client is a retailer who owes the equivalence surcharge on it (recargo de equivalencia). Absent: no. Ley 37/1992, artículos 154 and 156 to 163" }),
  surchargeRate: decimal().max(100).refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "The rate of the equivalence surcharge, in percent, such as `1.75` of tobacco. Absent: the usual one at its rate of VAT: `5.2` at 21 %, `1.4` at 10 %, `0.5` at 4 %. Ley 37/1992, artículo 161" }),
}));

/** What the record of a line says otherwise than its document. */
export const spanishRecordLineSchema = lazy(() => z.strictObject({
  line: z.int().min(1).max(1000).meta({ description: "The line of the document, from 1" }),
  exemption: spanishLineSchema().shape.exemption,
  regime: spanishLineSchema().shape.regime,
}));

/** What a record of Veri*factu says otherwise than its document. */
export const spanishRecordSchema = lazy(() => z.strictObject({
  clientName: text(120).optional().meta({ description: "The client as the tax agency knows it (`NombreRazon`)" }),
  description: spanishOrderSchema().shape.description,
  invoiceType: spanishOrderSchema().shape.invoiceType,
  clientId: spanishOrderSchema().shape.clientId,
  correctionType: spanishOrderSchema().shape.correctionType,
  replaced: spanishOrderSchema().shape.replaced,
  lines: z.array(spanishRecordLineSchema()).min(1).max(1000).optional().meta({ description: "What lines of the document are to the record, each line once at most" }),
}));

/** What the state of a company needs beside EN 16931, by state. */
export const nationalProfileSchema = lazy(() => z.strictObject({
  es: spanishProfileSchema().optional().meta({ description: "What invoices of a seller in Spain need" }),
  fr: frenchProfileSchema().optional().meta({ description: "What invoices of a seller in France need" }),
  hr: croatianProfileSchema().optional().meta({ description: "What invoices of a seller in Croatia need" }),
  hu: hungarianProfileSchema().optional().meta({ description: "What invoices of a seller in Hungary need" }),
  it: italianProfileSchema().optional().meta({ description: "What invoices of a seller in Italy need" }),
  pt: portugueseProfileSchema().optional().meta({ description: "What invoices of a seller in Portugal need" }),
}));

/** What the state of the seller needs beside EN 16931 on one invoice, by state. */
export const nationalOrderSchema = lazy(() => z.strictObject({
  de: germanOrderSchema().optional().meta({ description: "What an invoice of a seller in Germany needs" }),
  es: spanishOrderSchema().optional().meta({ description: "What an invoice of a seller in Spain needs" }),
  hr: croatianOrderSchema().optional().meta({ description: "What an invoice of a seller in Croatia needs" }),
  hu: hungarianOrderSchema().optional().meta({ description: "What an invoice of a seller in Hungary needs" }),
  it: italianOrderSchema().optional().meta({ description: "What an invoice of a seller in Italy needs" }),
  pl: polishOrderSchema().optional().meta({ description: "What an invoice of a seller in Poland needs" }),
}));

/** What the state of the seller needs beside EN 16931 on one line, by state. */
export const nationalLineSchema = lazy(() => z.strictObject({
  es: spanishLineSchema().optional().meta({ description: "What a line of a seller in Spain needs" }),
  hu: hungarianLineSchema().optional().meta({ description: "What a line of a seller in Hungary needs" }),
  it: italianLineSchema().optional().meta({ description: "What a line of a seller in Italy needs" }),
  pl: polishLineSchema().optional().meta({ description: "What a line of a seller in Poland needs" }),
  pt: portugueseLineSchema().optional().meta({ description: "What a line of a seller in Portugal needs" }),
}));

/** The fields of {@link companyProfileSchema}, not compared with each other. */
export const companyProfileFields = lazy(() => z.strictObject({
  name: text(200).meta({ description: "The company's name. EN 16931 BT-27" }),
  country: countryCode().meta({ description: "The company's country. ISO 3166-1 alpha-2. EN 16931 BT-40" }),
  vatRegistered: z.boolean().meta({ description: "Whether it is registered for VAT in its own state. If not, its invoices charge no VAT, but for goods that leave a state of `registrations`" }),
  ossRegistered: z.boolean().meta({ description: "Whether it declares sales to consumers in other member states through the one-stop shop (OSS)" }),
  defaultCurrency: currencyCode().meta({ description: "The currency of orders that do not state one. ISO 4217" }),
  invoicePrefix: prefix().meta({ description: "The prefix of its invoice numbers. 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`", examples: ["INV"] }),
  creditNotePrefix: prefix().optional().meta({ description: "The prefix of its credit notes, which are numbered separately. It must differ from `invoicePrefix`. 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. Absent: `invoicePrefix` followed by `-CN`", examples: ["INV-CN"] }),
  series: seriesPrefixes().optional().meta({ description: "Other series of invoices beside the first, such as one for each client that writes the invoices itself: up to 10,000, by names of 1 to 100 characters. Each has its own numbers from 1 and its own prefix, which no other series and not the credit notes may have. Absent: one series, with `invoicePrefix`", examples: [{"Client 4711":{"prefix":"SB-4711"}}] }),
  vatNumber: text(40).optional().meta({ description: "Its VAT number, printed on its invoices. In a member state or the United Kingdom it must be well formed. EN 16931 BT-31; Directive 2006/112/EC, article 226(3)", examples: ["DE136695976"] }),
  registrations: z.array(vatRegistrationSchema()).min(1).max(100).optional().meta({ description: "The other member states in which it is registered for VAT, such as those with its stock. They count for stated goods, and for VAT by hand. Directive 2006/112/EC, articles 214 and 226(3)" }),
  ossSchemes: z.array(choice(["union", "non-union", "import"])).min(1).max(3).optional().meta({ description: "The schemes that it uses, if `ossRegistered`: `union` for goods sent from a member state, and for services of companies in the EU; `non-union` for services of others; `import` for consignments of at most EUR 150 from outside the EU that the company imports for consumers (article 369l). Absent: `union` for companies in the EU, `non-union` for others. Directive 2006/112/EC, articles 358a to 369zc" }),
  taxNumber: text(40).optional().meta({ description: "Its national tax number, if the law requires one in addition to the VAT number, or instead of it. EN 16931 BT-32" }),
  registrationNumber: text(100).optional().meta({ description: "Its number in the commercial register. EN 16931 BT-30" }),
  address: addressSchema().optional().meta({ description: "Its address. EN 16931 BG-5" }),
  email: email().optional().meta({ description: "Its e-mail address, printed on its invoices" }),
  iban: iban().optional().meta({ description: "The account to pay to. ISO 13616, with or without spaces. EN 16931 BT-84" }),
  bic: bic().optional().meta({ description: "The account's bank. ISO 9362: 8 or 11 characters. EN 16931 BT-86" }),
  accountName: text(200).optional().meta({ description: "The account holder, if it is not the company. EN 16931 BT-85" }),
  accounts: z.array(paymentAccountSchema()).min(1).max(20).optional().meta({ description: "Other accounts to pay to. Those for other currencies than the invoice's are left out of it. EN 16931 BG-17" }),
  creditorId: creditorId().optional().meta({ description: "Its creditor identifier for SEPA direct debits. For example `DE98ZZZ09999999999`. EN 16931 BT-90" }),
  paymentTerms: text(1000).optional().meta({ description: "When and how to pay. Printed if the order does not state terms. EN 16931 BT-20" }),
  latePayment: latePaymentSchema().optional().meta({ description: "What its invoices to businesses say about paying late or early, as `notes`, unless the order has a note with the subject. Code de commerce, article L441-9 (France)" }),
  tradingName: text(200).optional().meta({ description: "The name under which it trades, if it is not its legal name. EN 16931 BT-28" }),
  legalNote: text(1000).optional().meta({ description: "Other details that the law requires on its invoices, such as its capital and managers. EN 16931 BT-33" }),
  registrationScheme: registrationScheme().optional().meta({ description: "The register of `registrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-30-1" }),
  identifiers: z.array(identifierSchema()).min(1).max(20).optional().meta({ description: "Other numbers by which its clients know it, such as a GLN or a supplier number. EN 16931 BT-29" }),
  electronicAddress: electronicAddressSchema().optional().meta({ description: "Its address for electronic invoices. EN 16931 BT-34" }),
  businessProcess: text(200).optional().meta({ description: "The business process of its invoices, if the order does not state one. Peppol has its own. EN 16931 BT-23" }),
  contact: contactSchema().optional().meta({ description: "The contact for its clients. EN 16931 BG-6" }),
  taxRepresentative: taxRepresentativeSchema().optional().meta({ description: "The person who owes the VAT on its behalf, if there is one. EN 16931 BG-11; Directive 2006/112/EC, articles 204 and 226(15)" }),
  national: nationalProfileSchema().optional().meta({ description: "What the state of the company needs beside EN 16931, by state" }),
  cashAccounting: z.boolean().optional().meta({ description: "Whether it owes its own state's VAT only once it is paid. Its invoices then say so. Directive 2006/112/EC, articles 66(b) and 226(7a)" }),
  supply: supply().optional().meta({ description: "What it sells, for lines of which neither the order nor the place or unit of the line says it. Absent: the supply of such lines is not stated" }),
  requires: requirement().optional().meta({ description: "The ids of one or several formats that were passed to `createInvoicing`. An order is refused if a format applies to its invoice, and it could not be written in it. Absent: nothing is checked" }),
  language: language().optional().meta({ description: "The language of its invoices. A BCP 47 tag, such as `de` or `nl-BE`. Absent: its country's main language" }),
  timeZone: timeZone().optional().meta({ description: "The time zone of its issue dates. An IANA time zone, such as `Europe/Berlin`. Absent: the main zone of its country or area, `UTC` where none is known" }),
  exemptionNote: text(1000).optional().meta({ description: "Printed as the VAT note if the company is not VAT-registered. Absent: the note of its state's law, in Germany and France. Elsewhere none, with a warning" }),
  smallEnterprise: smallEnterpriseSchema().optional().meta({ description: "Its part in the scheme for small enterprises in other member states. Directive 2006/112/EC, articles 284 to 288a" }),
}));

/** A company that issues invoices: the fields of the specification, then optional ones, which are kept as given. */
export const companyProfileSchema = lazy(() => companyProfileFields().superRefine(requireOwnNumbers));

/**
 * A discount on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross (EN
 * 16931 BG-27).
 */
export const lineDiscountSchema = lazy(() => z.strictObject({
  percent: decimal().meta({ minimum: 0, maximum: 100 }).optional().meta({ description: "Percent of `baseAmount`. EN 16931 BT-138" }),
  amount: decimal().meta({ minimum: 0 }).optional().meta({ description: "For the whole line, in the invoice's currency: at most quantity × unit price. With a negative quantity it lowers what the client gets back. EN 16931 BT-136" }),
  baseAmount: decimal().meta({ minimum: 0 }).optional().meta({ description: "What `percent` is of; beside an `amount`, what that was computed from. Absent: quantity × unit price. EN 16931 BT-137" }),
  reason: text(200).optional().meta({ description: "The reason, for the client. EN 16931 BT-139" }),
  reasonCode: allowanceReason().optional().meta({ description: "The reason as a code. A code of UNTDID 5189, such as `95` (discount) or `100` (special rebate). EN 16931 BT-140" }),
}));

/**
 * A charge on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross (EN
 * 16931 BG-28).
 */
export const lineChargeSchema = lazy(() => z.strictObject({
  percent: decimal().meta({ minimum: 0, maximum: 100 }).optional().meta({ description: "Percent of `baseAmount`. EN 16931 BT-143" }),
  amount: decimal().meta({ minimum: 0 }).optional().meta({ description: "For the whole line, in the invoice's currency. EN 16931 BT-141" }),
  baseAmount: decimal().meta({ minimum: 0 }).optional().meta({ description: "What `percent` is of; beside an `amount`, what that was computed from. Absent: quantity × unit price. EN 16931 BT-142" }),
  reason: text(200).optional().meta({ description: "The reason, for the client. EN 16931 BT-144" }),
  reasonCode: chargeReason().optional().meta({ description: "The reason as a code. A code of UNTDID 7161, such as `FC` (freight) or `ABK` (miscellaneous). EN 16931 BT-145" }),
}));

/** The exchange rate from an invoice's currency to the currency of the seller's VAT. */
export const exchangeRateSchema = lazy(() => z.strictObject({
  rate: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).meta({ description: "The value of one unit of the invoice's currency in the currency of the VAT" }),
  date: calendarDay().meta({ description: "The day of the rate" }),
  source: text(200).meta({ description: "Who published it", examples: ["ECB"] }),
  currency: currencyCode().optional().meta({ description: "The currency in which the VAT is stated too. ISO 4217. Absent: the currency of the seller's state. EN 16931 BT-6" }),
}));

/** Whom an invoice is for, at the client's (EN 16931 BG-9). Every part is optional. */
export const clientContactSchema = lazy(() => z.strictObject({
  name: text(200).optional().meta({ description: "A person or a department, printed in the client's address. EN 16931 BT-56" }),
  phone: text(50).optional().meta({ description: "The telephone number. EN 16931 BT-57" }),
  email: email().optional().meta({ description: "The e-mail address. Absent: `clientEmail`. EN 16931 BT-58" }),
}));

/** Who is paid instead of the seller (EN 16931 BG-10). */
export const payeeSchema = lazy(() => z.strictObject({
  name: text(200).meta({ description: "The payee's name. EN 16931 BT-59" }),
  identifier: identifierSchema().optional().meta({ description: "A number by which it is known, such as a GLN. EN 16931 BT-60" }),
  registrationNumber: text(100).optional().meta({ description: "Its number in a register of companies. EN 16931 BT-61" }),
  registrationScheme: registrationScheme().optional().meta({ description: "The register of `registrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-61-1" }),
}));

/** A document that explains an invoice, without its content (EN 16931 BG-24). */
export const supportingDocumentReferenceSchema = lazy(() => z.strictObject({
  reference: text(200).meta({ description: "The document's number or name. EN 16931 BT-122" }),
  description: text(1000).optional().meta({ description: "What it is, such as a timesheet. EN 16931 BT-123" }),
  url: url().optional().meta({ description: "Where it can be found. A URL, absolute or relative to one that the client knows. EN 16931 BT-124" }),
}));

/** The fields of {@link deliveryPlaceSchema}, not compared with each other. */
export const deliveryPlaceFields = lazy(() => z.strictObject({
  name: text(200).optional().meta({ description: "Who receives the goods, if it is not the client. EN 16931 BT-70" }),
  identifier: identifierSchema().optional().meta({ description: "The number of the place, such as a GLN. EN 16931 BT-71" }),
  country: countryCode().optional().meta({ description: "The country of the place. Required with an address. It does not decide the VAT, but a warning says if it contradicts it. ISO 3166-1 alpha-2. EN 16931 BT-80" }),
  address: addressSchema().optional().meta({ description: "The address of the place. EN 16931 BG-15" }),
}));

/** Where goods are delivered to, or to whom (EN 16931 BG-13, BG-15). */
export const deliveryPlaceSchema = lazy(() => deliveryPlaceFields().superRefine(requireCountryOfAddress));

/** The fields of {@link invoicePeriodSchema}, not compared with each other. */
export const invoicePeriodFields = lazy(() => z.strictObject({
  start: calendarDay().optional().meta({ description: "The first day, or else `end`. EN 16931 BT-73, 134" }),
  end: calendarDay().optional().meta({ description: "The last day, not before `start`. EN 16931 BT-74, 135" }),
}));

/** The days that an invoice or a line covers, both inclusive (EN 16931 BG-14, BG-26). */
export const invoicePeriodSchema = lazy(() => invoicePeriodFields().superRefine(requireStartBeforeEnd));

/** How an invoice is paid (EN 16931 BG-16). */
export const paymentInstructionsSchema = lazy(() => z.strictObject({
  means: paymentMeans().meta({ description: "The means of payment. A code of UNTDID 4461, such as `30` (credit transfer), `59` (SEPA direct debit) or `54` (credit card). EN 16931 BT-81" }),
  mandateReference: text(35).optional().meta({ description: "The mandate of a direct debit. EN 16931 BT-89" }),
  debitedAccount: iban().optional().meta({ description: "The client's account, of a direct debit. ISO 13616, with or without spaces. EN 16931 BT-91" }),
  cardLast4: cardDigits().optional().meta({ description: "The last four digits of a card. EN 16931 BT-87" }),
  cardHolder: text(200).optional().meta({ description: "The holder of that card. EN 16931 BT-88" }),
  meansText: text(200).optional().meta({ description: "The means of payment in words. EN 16931 BT-82" }),
}));

/** The number that a state's portal gave a document when it took it. */
export const portalNumberSchema = lazy(() => z.strictObject({
  portal: text(40).meta({ description: "The portal, such as `ksef` (Poland), `sdi` (Italy) or `ro-efactura` (Romania)", examples: ["ksef"] }),
  number: text(200).meta({ description: "The number that the portal gave the document", examples: ["5261040828-20261120-0100001AF629-97"] }),
}));

/** An earlier invoice that this one is about (EN 16931 BG-3). */
export const precedingInvoiceSchema = lazy(() => z.strictObject({
  number: text(100).meta({ description: "The number of the earlier invoice. EN 16931 BT-25" }),
  issueDate: calendarDay().optional().meta({ description: "Its issue date. EN 16931 BT-26" }),
  portalNumbers: z.array(portalNumberSchema()).min(1).max(10).optional().meta({ description: "The numbers that portals gave it; of `advances`, those that were recorded before" }),
}));

/** A note for the client with a subject (EN 16931 BG-1). */
export const invoiceNoteSchema = lazy(() => z.strictObject({
  subject: noteSubject().optional().meta({ description: "What the note is about. A code of UNTDID 4451, such as `AAB` (terms of payment) or `REG` (regulatory information). EN 16931 BT-21" }),
  text: text(4000).meta({ description: "The note. EN 16931 BT-22" }),
}));

/** Why what is sold is exempt from VAT, by the law of the seller's state (EN 16931 BT-120, BT-121). */
export const vatExemptionSchema = lazy(() => z.strictObject({
  reason: text(1000).meta({ description: "Why the line is without VAT, with the provision of the law. EN 16931 BT-120", examples: ["§ 4 Nr. 21 UStG"] }),
  vatexCode: vatexCode().optional().meta({ description: "The reason as a code. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121" }),
}));

/** An identifier and its scheme (EN 16931 BT-46, BT-157). */
export const schemeIdentifierSchema = lazy(() => z.strictObject({
  scheme: registrationScheme().meta({ description: "The scheme of the identifier. A code of ISO 6523's list ICD, such as `0002`" }),
  id: text(100).meta({ description: "The identifier in that scheme", examples: ["4012345000009"] }),
}));

/** What an invoice or a line is about (EN 16931 BT-18, BT-128). */
export const invoicedObjectSchema = lazy(() => z.strictObject({
  scheme: objectScheme().optional().meta({ description: "The scheme of the identifier. A code of UNTDID 1153, such as `ABZ` (vehicle licence number) or `MG` (meter unit number). EN 16931 BT-18, 128" }),
  id: text(200).meta({ description: "The identifier, such as the number of a meter or of a subscription. EN 16931 BT-18, 128" }),
}));

/** A code of an article in a list of goods and services (EN 16931 BT-158). */
export const itemClassificationSchema = lazy(() => z.strictObject({
  code: text(100).meta({ description: "The code of the article in the list. EN 16931 BT-158" }),
  list: classificationList().meta({ description: "The list of the code. A code of UNTDID 7143, such as `HS` (Harmonised System), `STI` (CPV) or `TST` (UNSPSC). EN 16931 BT-158" }),
  listVersion: text(50).optional().meta({ description: "The version of the list. EN 16931 BT-158" }),
}));

/** A property of an article (EN 16931 BG-32). */
export const itemAttributeSchema = lazy(() => z.strictObject({
  name: text(100).meta({ description: "What the attribute is, such as `Colour`. EN 16931 BT-160" }),
  value: text(1000).meta({ description: "Its value. EN 16931 BT-161" }),
}));

/** An allowance on a whole invoice: either `percent` or `amount` (EN 16931 BG-20). */
export const documentAllowanceSchema = lazy(() => z.strictObject({
  amount: decimal().meta({ minimum: 0 }).optional().meta({ description: "In the invoice's currency, rounded to its minor units. EN 16931 BT-92, 99" }),
  percent: decimal().meta({ minimum: 0, maximum: 100 }).optional().meta({ description: "Percent of `baseAmount`. EN 16931 BT-94, 101" }),
  baseAmount: decimal().meta({ minimum: 0 }).optional().meta({ description: "What `percent` is of; beside an `amount`, what that was computed from. Absent: the sum of the lines with the same VAT. EN 16931 BT-93, 100" }),
  reason: text(200).optional().meta({ description: "The reason, for the client. EN 16931 BT-97, 104" }),
  reasonCode: allowanceReason().optional().meta({ description: "The reason as a code. A code of UNTDID 5189, such as `95` (discount) or `100` (special rebate). EN 16931 BT-98" }),
  supply: supply().optional().meta({ description: "What it belongs to, if its VAT is not that of the lines. Absent: with no field of VAT, the VAT is that of the lines: a percentage is divided if they differ in it, and an amount is refused. With any, the order's `supply`" }),
  placeOfSupply: territory().optional().meta({ description: "Its place of supply, if that is not the order's. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent: the order's `placeOfSupply`" }),
  vatRates: vatRates().optional().meta({ description: "Its VAT rate in each state whose VAT may apply, as on a line. Only with automatic VAT. In percent, by territory: ISO 3166-1 alpha-2, the id of an area such as `PT-30`, or `XI`" }),
  exemption: vatExemptionSchema().optional().meta({ description: "The exemption of what it belongs to, as on a line. Only with automatic VAT" }),
  taxRate: percentage().optional().meta({ description: "The VAT rate. Only with `autoVat: false`. Percent, 0 to 100" }),
  vatCategory: vatCategory().optional().meta({ description: "The category of VAT. Only with `autoVat: false`. A code of UNCL 5305. Absent: `S` above 0 %, `Z` at 0 %, `E` for a company without VAT registration. EN 16931 BT-95, 102" }),
  exemptionReason: text(1000).optional().meta({ description: "Why it is without VAT. Only with a category without VAT. Only with `autoVat: false`. EN 16931 BT-120" }),
  vatexCode: vatexCode().optional().meta({ description: "The reason as a code. Only with a category without VAT. Only with `autoVat: false`. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121" }),
}));

/** A charge on a whole invoice: either `percent` or `amount` (EN 16931 BG-21). */
export const documentChargeSchema = lazy(() => z.strictObject({
  amount: documentAllowanceSchema().shape.amount,
  percent: documentAllowanceSchema().shape.percent,
  baseAmount: documentAllowanceSchema().shape.baseAmount,
  reason: documentAllowanceSchema().shape.reason,
  reasonCode: chargeReason().optional().meta({ description: "The reason as a code. A code of UNTDID 7161, such as `FC` (freight) or `ABK` (miscellaneous). EN 16931 BT-105" }),
  supply: documentAllowanceSchema().shape.supply,
  placeOfSupply: documentAllowanceSchema().shape.placeOfSupply,
  vatRates: documentAllowanceSchema().shape.vatRates,
  exemption: documentAllowanceSchema().shape.exemption,
  taxRate: documentAllowanceSchema().shape.taxRate,
  vatCategory: documentAllowanceSchema().shape.vatCategory,
  exemptionReason: documentAllowanceSchema().shape.exemptionReason,
  vatexCode: documentAllowanceSchema().shape.vatexCode,
}));

/** The fields of {@link withholdingSchema}, not compared with each other. */
export const withholdingFields = lazy(() => z.strictObject({
  percent: decimal().max(100).refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).meta({ description: "The rate" }),
  baseAmount: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "What `percent` is of, in the invoice's currency. Not together with `basePercent`. Absent: `basePercent` of `subtotal`; in Italy without the lines that are not `withheld`" }),
  basePercent: decimal().max(100).refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "The part of `subtotal` that it is levied on, such as 50 of an agent's commission. Absent: 100" }),
  reason: text(200).meta({ description: "What is withheld, for the client", examples: ["Ritenuta d'acconto"] }),
  code: text(10).optional().meta({ description: "The kind of income as the state codes it. In Italy `CausalePagamento`, such as `A` (professional work)" }),
  type: text(10).optional().meta({ description: "The kind of withholding as the state codes it. In Italy `TipoRitenuta`: `RT01` is income tax of persons, `RT02` of companies; contributions: `RT03` INPS, `RT04` ENASARCO, `RT05` ENPAM, `RT06` others" }),
}));

/** A tax or a contribution that the client withholds and pays for the company. Either `baseAmount` or `basePercent`. */
export const withholdingSchema = lazy(() => withholdingFields().superRefine(requireOneBase));

/** The fields of {@link retentionSchema}, not compared with each other. */
export const retentionFields = lazy(() => z.strictObject({
  percent: decimal().max(100).refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "Percent of `total`. Either this or `amount`" }),
  amount: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "In the invoice's currency" }),
  dueOn: calendarDay().meta({ description: "The day by which the client must pay it" }),
  reason: text(200).meta({ description: "Why it is paid later, for the client", examples: ["Gewährleistungseinbehalt"] }),
}));

/** A part that the client pays later: either `percent` or `amount`. */
export const retentionSchema = lazy(() => retentionFields().superRefine(requirePercentOrAmount));

/** A discount for paying soon. */
export const cashDiscountSchema = lazy(() => z.strictObject({
  percent: decimal().max(99.99).refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).meta({ description: "Percent of `total`, with at most two decimals; of a Belgian seller percent of `subtotal`" }),
  days: decimal().min(0).max(365).meta({ description: "The number of days after the issue date until which it may be deducted, the last one included" }),
}));

/** An expense that the company paid in the client's name. */
export const disbursementSchema = lazy(() => z.strictObject({
  description: text(200).meta({ description: "What was paid for the client", examples: ["Court fee"] }),
  amount: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).meta({ description: "What was paid, in the invoice's currency, with the VAT that it contains" }),
  reference: text(200).meta({ description: "The number of the receipt in the client's name" }),
}));

/** One line of an order. */
export const orderItemSchema = lazy(() => z.strictObject({
  description: text(4000).meta({ description: "What is sold. EN 16931 BT-153" }),
  quantity: decimal().refine((value) => value !== 0, { error: "must not be 0" }).meta({ not: { const: 0 } }).meta({ description: "The quantity. A negative one is a return or a discount. EN 16931 BT-129" }),
  unitPrice: decimal().min(0).meta({ description: "In the invoice's currency. Net of VAT, or with VAT if `prices` is `gross`. More than ten decimals are rounded to ten, as in every number. EN 16931 BT-146" }),
  discount: lineDiscountSchema().optional().meta({ description: "Taken off the line, before VAT is computed: either a percentage or an amount. Gross if `prices` is `gross`. EN 16931 BG-27" }),
  discounts: z.array(lineDiscountSchema()).min(1).max(50).optional().meta({ description: "More discounts. Percentages without `baseAmount` are of quantity × unit price ÷ `priceBaseQuantity`. EN 16931 BG-27" }),
  charges: z.array(lineChargeSchema()).min(1).max(50).optional().meta({ description: "Added to the line, before VAT is computed. Gross if `prices` is `gross`. EN 16931 BG-28" }),
  priceBaseQuantity: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "The quantity that the unit price is for, in the line's unit. Absent: 1. EN 16931 BT-149, 150" }),
  priceDiscount: decimal().min(0).optional().meta({ description: "What was taken off the article's list price, which is the unit price and this. Gross if `prices` is `gross`. EN 16931 BT-147, 148" }),
  supply: supply().optional().meta({ description: "What this line supplies, if lines differ. Absent: the order's `supply`" }),
  placeOfSupply: territory().optional().meta({ description: "The place of supply of this line, if lines differ. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent: the order's `placeOfSupply`" }),
  dispatchedFrom: territory().optional().meta({ description: "Where the transport of this line's goods begins. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent: the order's `dispatchedFrom`" }),
  unit: text(50).optional().meta({ description: "The unit of the quantity, such as `hour` or `piece`", examples: ["hour"] }),
  unitCode: unitCode().optional().meta({ description: "The unit as a code. A code of UN/ECE Recommendation 20 or 21, such as `HUR`. Absent: follows from well-known words of `unit`, else `C62`. EN 16931 BT-130" }),
  sku: text(100).optional().meta({ description: "The company's number for the article. EN 16931 BT-155" }),
  id: text(50).optional().meta({ description: "The line's own identifier. No other line of the invoice may have it, or have its place as a number. Absent: the line's place: 1, 2, 3 and so on. EN 16931 BT-126" }),
  standardId: schemeIdentifierSchema().optional().meta({ description: "The article's number in a register, such as a GTIN in the scheme `0160`. EN 16931 BT-157" }),
  buyerSku: text(100).optional().meta({ description: "The client's number for the article. EN 16931 BT-156" }),
  classifications: z.array(itemClassificationSchema()).min(1).max(100).optional().meta({ description: "The article's codes in lists of goods and services. EN 16931 BT-158" }),
  attributes: z.array(itemAttributeSchema()).min(1).max(100).optional().meta({ description: "Properties of the article, such as its colour or batch. EN 16931 BG-32" }),
  originCountry: countryCode().optional().meta({ description: "The country that the article comes from. ISO 3166-1 alpha-2. EN 16931 BT-159" }),
  purchaseOrderLine: text(200).optional().meta({ description: "The line of the client's order. EN 16931 BT-132" }),
  buyerAccountingReference: text(200).optional().meta({ description: "Where the client books the line. EN 16931 BT-133" }),
  invoicedObject: invoicedObjectSchema().optional().meta({ description: "What the line is about, such as a meter or a subscription. EN 16931 BT-128" }),
  heading: text(200).optional().meta({ description: "A heading that is printed above the line. Below the lines up to the next heading, their subtotal is printed. Electronic invoices have neither", examples: ["Installation"] }),
  note: text(1000).optional().meta({ description: "Free text for the client. EN 16931 BT-127" }),
  period: invoicePeriodSchema().optional().meta({ description: "The days that the line covers. EN 16931 BG-26" }),
  national: nationalLineSchema().optional().meta({ description: "What the state of the company needs beside EN 16931, by state" }),
  taxRate: percentage().optional().meta({ description: "The VAT rate. With automatic VAT it must equal the determined one. Percent, 0 to 100" }),
  vatRates: vatRates().optional().meta({ description: "The VAT rate of this product in each state whose VAT may apply. Only the entry of the state whose VAT is charged is used, and it must be lawful there. Only with automatic VAT. In percent, by territory: ISO 3166-1 alpha-2, the id of an area such as `PT-30`, or `XI`. Absent: the standard rate, as in a state without an entry", examples: [{"DE":7,"AT":10}] }),
  exemption: vatExemptionSchema().optional().meta({ description: "The exemption of what the line sells, by the law of the seller's state. It applies where the seller's VAT would be charged: the line has category `E`. Only with automatic VAT. Directive 2006/112/EC, articles 132, 135 and 136" }),
  vatCategory: vatCategory().optional().meta({ description: "The category of VAT. Only with `autoVat: false`. A code of UNCL 5305. Absent: `S` above 0 %, `Z` at 0 %, `E` for a company without VAT registration. EN 16931 BT-151" }),
  exemptionReason: text(1000).optional().meta({ description: "Why the line is without VAT. Only with a category without VAT. Only with `autoVat: false`. EN 16931 BT-120" }),
  vatexCode: documentAllowanceSchema().shape.vatexCode,
}));

/** The fields of {@link invoiceOrderSchema}, not compared with each other. */
export const invoiceOrderFields = lazy(() => z.strictObject({
  clientName: text(200).meta({ description: "The client's name. EN 16931 BT-44" }),
  clientCountry: countryCode().optional().meta({ description: "The client's country. Required unless `autoVat` is false. ISO 3166-1 alpha-2. EN 16931 BT-55" }),
  clientVatNumber: text(40).optional().meta({ description: "The client's VAT number. It decides between reverse charge and VAT between member states. EN 16931 BT-48", examples: ["FR40303265045"] }),
  items: z.array(orderItemSchema()).min(1).max(1000).meta({ description: "The lines. EN 16931 BG-25" }),
  allowances: z.array(documentAllowanceSchema()).min(1).max(50).optional().meta({ description: "Taken off the whole invoice, before VAT is computed. Gross if `prices` is `gross`. EN 16931 BG-20" }),
  charges: z.array(documentChargeSchema()).min(1).max(50).optional().meta({ description: "Added to the whole invoice, such as freight, before VAT is computed. Gross if `prices` is `gross`. EN 16931 BG-21" }),
  autoVat: z.boolean().optional().meta({ description: "Whether the library determines the VAT. Absent: true" }),
  taxRate: percentage().optional().meta({ description: "The rate of lines that do not state one. With automatic VAT it must equal the determined rate. Percent, 0 to 100" }),
  clientAddress: addressSchema().optional().meta({ description: "The client's address. Its postal code also identifies territories without a country code, such as the Canary Islands. EN 16931 BG-8" }),
  clientEmail: email().optional().meta({ description: "The client's e-mail address. EN 16931 BT-58" }),
  clientRegistrationNumber: text(100).optional().meta({ description: "The client's number in a register of companies. EN 16931 BT-47" }),
  isCompany: z.boolean().optional().meta({ description: "Whether the client is a company. Without a VAT number, a company is taxed as a consumer, except that goods sold to it are not a distance sale. False also for exempt and small businesses, which count as consumers" }),
  supply: supply().optional().meta({ description: "What is sold; it decides the legal basis. Absent: the profile's `supply`; without one, decided as if the supply did not matter, as in the specification" }),
  supplyDate: calendarDay().optional().meta({ description: "The day of the supply. It is the tax point, whose rates and EU membership apply, unless there is a `taxPointDate`. Absent: the tax point is the last day of a `period` that is over, or else today in the company's time zone. EN 16931 BT-72" }),
  dueDate: calendarDay().optional().meta({ description: "The day by which the client must pay. EN 16931 BT-9" }),
  currency: currencyCode().optional().meta({ description: "The invoice's currency. ISO 4217. Absent: the company's default currency. EN 16931 BT-5" }),
  exchangeRate: exchangeRateSchema().optional().meta({ description: "From the invoice's currency to that of the VAT, which is that of the seller's state unless `currency` is another. Only if they differ" }),
  buyerReference: text(200).optional().meta({ description: "What the client asked the seller to state, such as a Leitweg-ID. EN 16931 BT-10" }),
  purchaseOrderReference: text(200).optional().meta({ description: "The client's order. EN 16931 BT-13" }),
  salesOrderReference: text(200).optional().meta({ description: "The company's own order. EN 16931 BT-14" }),
  despatchReference: text(200).optional().meta({ description: "The despatch advice or delivery note. EN 16931 BT-16" }),
  goodsReceiptReference: text(200).optional().meta({ description: "The client's receipt of the goods. EN 16931 BT-15" }),
  tenderReference: text(200).optional().meta({ description: "The tender or lot. EN 16931 BT-17" }),
  invoicedObject: invoicedObjectSchema().optional().meta({ description: "What the invoice is about, such as a meter or a subscription. EN 16931 BT-18" }),
  supportingDocuments: z.array(supportingDocumentReferenceSchema()).min(1).max(100).optional().meta({ description: "Documents that explain the invoice, without their content. EN 16931 BG-24" }),
  businessProcess: text(200).optional().meta({ description: "The business process. Peppol has its own. Absent: the company's. EN 16931 BT-23" }),
  payee: payeeSchema().optional().meta({ description: "Who is paid, if it is not the company. EN 16931 BG-10" }),
  reference: text(200).optional().meta({ description: "Your own reference. Stored and returned, not printed" }),
  note: text(4000).optional().meta({ description: "Free text for the client. EN 16931 BT-22" }),
  vatNote: text(1000).optional().meta({ description: "The legal note to print. Only with `autoVat: false`" }),
  taxPointDate: calendarDay().optional().meta({ description: "The tax point, if it is not the day of supply, as for a payment in advance. The rates of this day apply. EN 16931 BT-7" }),
  taxPointCode: taxPointCode().optional().meta({ description: "When VAT becomes due, instead of a `taxPointDate`. With `3` the tax point is the day of issue. With `432` returns declare the VAT of the seller's state once it is paid, with `3` and `35` they do not. A code of UNTDID 2005: `3` (date of the invoice), `35` (date of delivery) or `432` (date of payment). EN 16931 BT-8; Directive 2006/112/EC, article 66" }),
  documentType: invoiceType().optional().meta({ description: "What kind of invoice it is. With `selfBilled` only `471` or `500`. A code of UNTDID 1001: `380` (invoice), `383` (debit note), `384` (corrected invoice), `386` (prepayment invoice), `326` (partial invoice), `393` (factored invoice), `875`, `876` or `877` (partial, partial final or final construction invoice), `204` (payment valuation), `387` (hire invoice), `575` (insurer's invoice), `751` (information for accounting); with `selfBilled` `471` (corrected) or `500` (prepayment). Absent: `380`, or `389` with `selfBilled`. EN 16931 BT-3" }),
  selfBilled: z.boolean().optional().meta({ description: "Whether the client writes the invoice in the company's name (BT-3 `389`, or the `documentType`). Both must have agreed on it. Directive 2006/112/EC, articles 224 and 226(10a)" }),
  triangular: z.boolean().optional().meta({ description: "Whether the company is the middle one of a triangular transaction: the goods go directly from its supplier in a third member state to the client, who owes the VAT. Only with a `clientVatNumber` and stated goods. Directive 2006/112/EC, articles 42, 141 and 197" }),
  period: invoicePeriodSchema().optional().meta({ description: "The days that the invoice covers. EN 16931 BG-14" }),
  deliverTo: deliveryPlaceSchema().optional().meta({ description: "Where the goods go, if not to the client. EN 16931 BG-13" }),
  placeOfSupply: territory().optional().meta({ description: "Where a service is supplied, if its place is not that of a party, such as a stay in a hotel, an admission or work on a house. It decides whose VAT applies, no matter who the client is. For goods, only where they are handed over. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent: the VAT table decides. Directive 2006/112/EC, articles 31 and 47 to 57" }),
  dispatchedFrom: territory().optional().meta({ description: "Where the transport of goods begins, such as a warehouse in another member state. A country code does not mean its areas, and `XI` is Northern Ireland. It counts for stated goods, and for VAT by hand. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent: where the company is. Directive 2006/112/EC, articles 31 to 33 and 138" }),
  importer: choice(["client", "seller"]).optional().meta({ description: "Who imports goods that enter the EU. Absent: the client, of goods from the company's own state. Required from other places. Directive 2006/112/EC, articles 32, 33 and 201" }),
  clientNumber: text(100).optional().meta({ description: "The company's own number for the client. With a `clientIdentifier` only printed. EN 16931 BT-46" }),
  clientIdentifier: schemeIdentifierSchema().optional().meta({ description: "The client's number in a register, such as a GLN. EN 16931 BT-46" }),
  clientTradingName: text(200).optional().meta({ description: "The name under which the client trades, if it is not its legal name. EN 16931 BT-45" }),
  clientContact: clientContactSchema().optional().meta({ description: "Whom the invoice is for, at the client's. EN 16931 BG-9" }),
  clientLanguage: language().optional().meta({ description: "The client's language. The page and the panel's e-mails are in it, and notes that the law requires have its wording beside that of the seller's language. A BCP 47 tag, such as `de` or `nl-BE`. Absent: the company's `language`" }),
  clientRegistrationScheme: registrationScheme().optional().meta({ description: "The register of `clientRegistrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-47-1" }),
  clientElectronicAddress: electronicAddressSchema().optional().meta({ description: "The client's address for electronic invoices. EN 16931 BT-49" }),
  payment: paymentInstructionsSchema().optional().meta({ description: "How the invoice is paid. Absent: a credit transfer to the company's account. EN 16931 BG-16" }),
  paymentTerms: text(1000).optional().meta({ description: "When and how to pay. Absent: the company's. EN 16931 BT-20" }),
  cashDiscounts: z.array(cashDiscountSchema()).min(1).max(3).superRefine(requireCashDiscounts).optional().meta({ description: "What the client may deduct if it pays soon. Printed, and settled with `cashDiscount` of a payment. EN 16931 BT-20; UStG § 17(1) (Germany); Code de la TVA, article 28, 1° (Belgium)" }),
  prices: prices().optional().meta({ description: "Whether unit prices and discounts are net of VAT or include it. Absent: `net`" }),
  paymentReference: text(200).optional().meta({ description: "What the client is asked to write on its payment. EN 16931 BT-83" }),
  prepaidAmount: decimal().min(0).optional().meta({ description: "The amount paid before the invoice is issued. It reduces the amount due. EN 16931 BT-113" }),
  roundingAmount: decimal().min(-2).max(2).optional().meta({ description: "Added to the amount due, to round it: at most 2 units of the currency, either way. VAT is not rounded with it. EN 16931 BT-114" }),
  withholdings: z.array(withholdingSchema()).min(1).max(10).optional().meta({ description: "Tax that the client pays for the company, instead of paying it to the company. It lowers `payable`, not `total`. DPR 600/1973, articolo 25 (Italy); Ley 35/2006, artículo 101 (Spain); CIRS, artigo 101.º (Portugal)" }),
  retentions: z.array(retentionSchema()).min(1).max(10).optional().meta({ description: "Parts of `amountDue` that the client pays later, such as a guarantee in construction. They are not overdue before `dueOn`, and change no VAT" }),
  disbursements: z.array(disbursementSchema()).min(1).max(50).optional().meta({ description: "Expenses paid in the client's name and for its account, with proof. They raise `payable`, and are no part of `total`. Delivery, travel and other costs of the company's own are lines or `charges`. Directive 2006/112/EC, articles 78(b) and 79(c)" }),
  precedingInvoices: z.array(precedingInvoiceSchema()).min(1).max(100).optional().meta({ description: "Earlier invoices that this one refers to. EN 16931 BG-3" }),
  advances: z.array(text(100)).min(1).max(100).optional().meta({ description: "The numbers of your invoices for payments in advance (`386`) that this one deducts: what was paid of each or, in Italy and the Netherlands, what it charged. Directive 2006/112/EC, article 65" }),
  contractReference: text(200).optional().meta({ description: "The contract. EN 16931 BT-12" }),
  projectReference: text(200).optional().meta({ description: "The project. EN 16931 BT-11" }),
  buyerAccountingReference: text(200).optional().meta({ description: "Where the client books the invoice. EN 16931 BT-19" }),
  notes: z.array(invoiceNoteSchema()).min(1).max(20).optional().meta({ description: "More notes for the client, with subjects. The invoice has those of the company's `latePayment` behind them. EN 16931 BG-1" }),
  national: nationalOrderSchema().optional().meta({ description: "What the state of the company needs beside EN 16931, by state" }),
  metadata: metadata().optional().meta({ description: "Up to 50 of your own strings, each at most 1,000 characters long, under your own keys. Stored and returned, never printed" }),
  series: text(100).optional().meta({ description: "The series that numbers the invoice, one of the profile's `series`. Absent: the first series, with `invoicePrefix`" }),
  requires: orderRequirement().optional().meta({ description: "Replaces the profile's `requires` for this order. `false` requires nothing. Absent: the profile's" }),
}));

/** What to invoice: the body of `POST /invoices`. The specification's fields come first. */
export const invoiceOrderSchema = lazy(() => invoiceOrderFields().superRefine(requireConsistentOrder));

/** The seller as printed on an invoice: the company's profile on the day of issue. */
export const invoiceSellerSchema = lazy(() => z.object({
  name: z.string().meta({ description: "The company's name. EN 16931 BT-27" }),
  country: companyProfileFields().shape.country,
  vatNumber: z.string().optional().meta({ description: "Its VAT number, printed on its invoices. In a member state or the United Kingdom it must be well formed. EN 16931 BT-31; Directive 2006/112/EC, article 226(3)", examples: ["DE136695976"] }),
  taxNumber: z.string().optional().meta({ description: "Its national tax number, if the law requires one in addition to the VAT number, or instead of it. EN 16931 BT-32" }),
  registrationNumber: z.string().optional().meta({ description: "Its number in the commercial register. EN 16931 BT-30" }),
  address: companyProfileFields().shape.address,
  email: z.string().optional().meta({ description: "Its e-mail address, printed on its invoices" }),
  iban: z.string().optional().meta({ description: "The account to pay to. ISO 13616, with or without spaces. EN 16931 BT-84" }),
  bic: z.string().optional().meta({ description: "The account's bank. ISO 9362: 8 or 11 characters. EN 16931 BT-86" }),
  accountName: z.string().optional().meta({ description: "The account holder, if it is not the company. EN 16931 BT-85" }),
  accounts: z.array(paymentAccountSchema()).optional().meta({ description: "Other accounts to pay to. Those for other currencies than the invoice's are left out of it. EN 16931 BG-17" }),
  creditorId: z.string().optional().meta({ description: "Its creditor identifier for SEPA direct debits. For example `DE98ZZZ09999999999`. EN 16931 BT-90" }),
  tradingName: z.string().optional().meta({ description: "The name under which it trades, if it is not its legal name. EN 16931 BT-28" }),
  legalNote: z.string().optional().meta({ description: "Other details that the law requires on its invoices, such as its capital and managers. EN 16931 BT-33" }),
  registrationScheme: z.string().optional().meta({ description: "The register of `registrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-30-1" }),
  identifiers: z.array(identifierSchema()).optional().meta({ description: "Other numbers by which its clients know it, such as a GLN or a supplier number. EN 16931 BT-29" }),
  electronicAddress: companyProfileFields().shape.electronicAddress,
  businessProcess: z.string().optional().meta({ description: "The business process of its invoices, if the order does not state one. Peppol has its own. EN 16931 BT-23" }),
  contact: companyProfileFields().shape.contact,
  taxRepresentative: companyProfileFields().shape.taxRepresentative,
  national: companyProfileFields().shape.national,
  cashAccounting: companyProfileFields().shape.cashAccounting,
  language: z.string().optional().meta({ description: "The language of its invoices. A BCP 47 tag, such as `de` or `nl-BE`" }),
}));

/**
 * A line of an issued invoice: the order's line, its rate, category and amounts. Its `unitPrice` is always net of VAT.
 */
export const invoiceItemSchema = lazy(() => z.object({
  description: z.string().meta({ description: "What is sold. EN 16931 BT-153" }),
  quantity: z.number().meta({ not: { const: 0 } }).meta({ description: "The quantity. A negative one is a return or a discount. EN 16931 BT-129" }),
  unitPrice: z.number().meta({ description: "Always net of VAT. EN 16931 BT-146" }),
  netAmount: amount().meta({ description: "Quantity × unit price ÷ `priceBaseQuantity`, less discounts, with charges, rounded. With gross prices its share of the taxable amount. In the invoice's currency. EN 16931 BT-131" }),
  discount: orderItemSchema().shape.discount,
  discounts: z.array(lineDiscountSchema()).optional().meta({ description: "More discounts. Percentages without `baseAmount` are of quantity × unit price ÷ `priceBaseQuantity`. EN 16931 BG-27" }),
  charges: z.array(lineChargeSchema()).optional().meta({ description: "Added to the line, before VAT is computed. Gross if `prices` is `gross`. EN 16931 BG-28" }),
  priceBaseQuantity: z.number().meta({ exclusiveMinimum: 0 }).optional().meta({ description: "The quantity that the unit price is for, in the line's unit. EN 16931 BT-149, 150" }),
  priceDiscount: z.number().optional().meta({ description: "What was taken off the article's list price, which is the unit price and this. Gross if `prices` is `gross`. EN 16931 BT-147, 148" }),
  supply: supply().optional().meta({ description: "What this line supplies, if lines differ" }),
  placeOfSupply: z.string().optional().meta({ description: "The place of supply of this line, if lines differ. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`" }),
  dispatchedFrom: z.string().optional().meta({ description: "Where the transport of this line's goods begins. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`" }),
  unit: z.string().optional().meta({ description: "The unit of the quantity, such as `hour` or `piece`", examples: ["hour"] }),
  unitCode: z.string().optional().meta({ description: "The unit as a code. A code of UN/ECE Recommendation 20 or 21, such as `HUR`. EN 16931 BT-130" }),
  sku: z.string().optional().meta({ description: "The company's number for the article. EN 16931 BT-155" }),
  id: z.string().optional().meta({ description: "The line's own identifier. No other line of the invoice may have it, or have its place as a number. EN 16931 BT-126" }),
  standardId: orderItemSchema().shape.standardId,
  buyerSku: z.string().optional().meta({ description: "The client's number for the article. EN 16931 BT-156" }),
  classifications: z.array(itemClassificationSchema()).optional().meta({ description: "The article's codes in lists of goods and services. EN 16931 BT-158" }),
  attributes: z.array(itemAttributeSchema()).optional().meta({ description: "Properties of the article, such as its colour or batch. EN 16931 BG-32" }),
  originCountry: orderItemSchema().shape.originCountry,
  purchaseOrderLine: z.string().optional().meta({ description: "The line of the client's order. EN 16931 BT-132" }),
  buyerAccountingReference: z.string().optional().meta({ description: "Where the client books the line. EN 16931 BT-133" }),
  invoicedObject: orderItemSchema().shape.invoicedObject,
  heading: z.string().optional().meta({ description: "A heading that is printed above the line. Below the lines up to the next heading, their subtotal is printed. Electronic invoices have neither", examples: ["Installation"] }),
  note: z.string().optional().meta({ description: "Free text for the client. EN 16931 BT-127" }),
  period: orderItemSchema().shape.period,
  national: orderItemSchema().shape.national,
  taxRate: percentage().meta({ description: "The VAT rate. Percent, 0 to 100. EN 16931 BT-152" }),
  vatCategory: vatCategory().meta({ description: "The category of VAT. A code of UNCL 5305. EN 16931 BT-151" }),
  exemptionReason: z.string().optional().meta({ description: "Why the line is without VAT. Only with a category without VAT. EN 16931 BT-120" }),
  vatexCode: z.string().optional().meta({ description: "The reason as a code. Only with a category without VAT. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121" }),
  rateCountry: countryCode().nullable().optional().meta({ description: "As in the breakdown; only if the lines of the invoice differ in it. ISO 3166-1 alpha-2" }),
  surchargeRate: percentage().optional().meta({ description: "The rate of Spain's equivalence surcharge. Percent, 0 to 100. Ley 37/1992, artículo 161" }),
  unitPriceGross: z.number().optional().meta({ description: "The unit price as given; only with gross prices, where `unitPrice` is the net one" }),
  grossAmount: amount().optional().meta({ description: "The same with the gross unit price; only with gross prices. In the invoice's currency" }),
}));

/** An allowance or a charge of an issued invoice, in one group of its VAT breakdown (EN 16931 BG-20, BG-21). */
export const invoiceAllowanceSchema = lazy(() => z.object({
  amount: amount().meta({ description: "Its amount, net or gross as the prices are. In the invoice's currency" }),
  netAmount: amount().meta({ description: "Its amount without VAT. In the invoice's currency. EN 16931 BT-92, 99" }),
  advance: z.string().optional().meta({ description: "The number of the advance invoice that it deducts" }),
  taxAmount: amount().optional().meta({ description: "Its VAT; only of an advance. In the invoice's currency" }),
  surchargeAmount: amount().optional().meta({ description: "Its equivalence surcharge; only of an advance. In the invoice's currency" }),
  percent: z.number().optional().meta({ description: "Percent of `baseAmount`. EN 16931 BT-94, 101" }),
  baseAmount: amount().optional().meta({ description: "What `percent` is of or the amount was computed from, net or gross as the prices are. In the invoice's currency. EN 16931 BT-93, 100" }),
  reason: z.string().optional().meta({ description: "The reason, as given. EN 16931 BT-97, 104" }),
  reasonCode: z.string().optional().meta({ description: "The reason as a code, as given. EN 16931 BT-98, 105" }),
  taxRate: percentage().meta({ description: "The VAT rate. Percent, 0 to 100. EN 16931 BT-96, 103" }),
  vatCategory: vatCategory().meta({ description: "The category of VAT. A code of UNCL 5305. EN 16931 BT-95, 102" }),
  rateCountry: countryCode().nullable().optional().meta({ description: "As in the breakdown; only if the parts of the invoice differ in it. ISO 3166-1 alpha-2" }),
  surchargeRate: percentage().optional().meta({ description: "The rate of Spain's equivalence surcharge, as that of the lines of its group. Percent, 0 to 100. Ley 37/1992, artículo 161" }),
  supply: supply().optional().meta({ description: "What it belongs to, as given" }),
  placeOfSupply: z.string().optional().meta({ description: "Its place of supply, as given. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`" }),
  exemptionReason: z.string().optional().meta({ description: "Why it is without VAT, as given. EN 16931 BT-120" }),
  vatexCode: z.string().optional().meta({ description: "The reason as a code, as given. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121" }),
}));

/** A withholding of an issued invoice, or its share on a credit note. */
export const invoiceWithholdingSchema = lazy(() => z.object({
  percent: z.number().meta({ exclusiveMinimum: 0 }).meta({ description: "The rate" }),
  baseAmount: z.number().meta({ exclusiveMinimum: 0 }).optional().meta({ description: "What `percent` is of, in the invoice's currency. Not together with `basePercent`" }),
  basePercent: z.number().meta({ exclusiveMinimum: 0 }).optional().meta({ description: "The part of `subtotal` that it is levied on, such as 50 of an agent's commission" }),
  reason: z.string().meta({ description: "What is withheld, for the client", examples: ["Ritenuta d'acconto"] }),
  code: z.string().optional().meta({ description: "The kind of income as the state codes it. In Italy `CausalePagamento`, such as `A` (professional work)" }),
  type: z.string().optional().meta({ description: "The kind of withholding as the state codes it. In Italy `TipoRitenuta`: `RT01` is income tax of persons, `RT02` of companies; contributions: `RT03` INPS, `RT04` ENASARCO, `RT05` ENPAM, `RT06` others" }),
  amount: amount().meta({ description: "What is withheld. In the invoice's currency" }),
}));

/** A retention of an issued invoice. */
export const invoiceRetentionSchema = lazy(() => z.object({
  percent: z.number().meta({ exclusiveMinimum: 0 }).optional().meta({ description: "Percent of `total`. Either this or `amount`" }),
  amount: amount().meta({ description: "What is paid later. In the invoice's currency" }),
  dueOn: retentionFields().shape.dueOn,
  reason: z.string().meta({ description: "Why it is paid later, for the client", examples: ["Gewährleistungseinbehalt"] }),
}));

/** A group of an issued invoice's VAT breakdown (EN 16931 BG-23). */
export const invoiceBreakdownLineSchema = lazy(() => z.object({
  category: vatCategory().meta({ description: "The group's category. A code of UNCL 5305. EN 16931 BT-118" }),
  vatexCode: z.string().nullable().meta({ description: "EN 16931's code for the reason; `null` if the category has none. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121" }),
  taxRate: percentage().meta({ description: "The group's rate. Percent, 0 to 100. EN 16931 BT-119" }),
  rateCountry: countryCode().nullable().meta({ description: "The country whose rate it is. With `autoVat: false` the country in which the VAT is declared through OSS. `null` if there is none. ISO 3166-1 alpha-2" }),
  taxableAmount: amount().meta({ description: "The sum of the group's line net amounts, less its allowances, with its charges. In the invoice's currency. EN 16931 BT-116" }),
  taxAmount: amount().meta({ description: "VAT on `taxableAmount`, or contained in the group's gross amounts; computed and rounded once. In the invoice's currency. EN 16931 BT-117" }),
  surchargeRate: percentage().optional().meta({ description: "The group's rate of Spain's equivalence surcharge. Absent: it has none. Percent, 0 to 100. Ley 37/1992, artículo 161" }),
  surchargeAmount: amount().optional().meta({ description: "The equivalence surcharge on `taxableAmount`, which `taxAmount` does not contain; rounded once. In the invoice's currency. Ley 37/1992, artículo 161" }),
  exemptionReason: z.string().optional().meta({ description: "Why no VAT is charged. Only if the category needs a reason and one is known. EN 16931 BT-120" }),
}));

/** The evidence that the client's VAT number was verified before it was used. */
export const vatNumberVerificationSchema = lazy(() => z.object({
  status: verificationStatus().meta({ description: "`unavailable` only if the host chose to issue without an answer" }),
  verifiedAt: instant().meta({ description: "When the register was asked. ISO 8601 in UTC, with milliseconds" }),
  consultationNumber: z.string().optional().meta({ description: "The register's reference for the inquiry, if it gave one" }),
}));

/** A payment against an invoice. */
export const paymentSchema = lazy(() => z.object({
  id: z.string().meta({ description: "The payment's id. UUIDv7" }),
  amount: amount().meta({ description: "Negative for a refund, and never 0. In the invoice's currency" }),
  paidOn: calendarDay().meta({ description: "The day on which the money arrived or, for a refund, left" }),
  method: z.string().nullable().meta({ description: "As given, such as `bank_transfer`", examples: ["bank_transfer"] }),
  reference: z.string().nullable().meta({ description: "As given, such as the bank's transaction id" }),
  discountTaken: amount().optional().meta({ description: "What it left as cash discount; negative where a refund took that back. In the invoice's currency" }),
  exchangeRate: exchangeRateSchema().optional().meta({ description: "As given, from the invoice's currency to that of the seller's VAT" }),
}));

/** A credit note of an invoice, as the invoice names it. */
export const creditNoteSummarySchema = lazy(() => z.object({
  id: z.string().meta({ description: "The credit note's id. UUIDv7" }),
  creditNoteNumber: z.string().meta({ description: "From the series of credit notes", examples: ["INV-CN-202611-0001"] }),
  total: amount().meta({ description: "With VAT; of a credit note over several invoices, what it took off this one. In the invoice's currency" }),
}));

/** What a state's portal objected to a document, or to its cancellation. */
export const portalRefusalSchema = lazy(() => z.object({
  id: z.string().meta({ description: "The id of the record of this refusal. UUIDv7" }),
  portal: z.string().meta({ description: "The portal, such as `verifactu` (Spain)", examples: ["verifactu"] }),
  code: z.string().meta({ description: "The portal's code of the error", examples: ["1109"] }),
  on: calendarDay().meta({ description: "The day of the portal's answer" }),
  ofCancellation: z.boolean().meta({ description: "Whether the cancellation was refused, rather than the document" }),
  record: spanishRecordSchema().optional().meta({ description: "What the record that corrects it says otherwise than the document. Absent: nothing" }),
}));

/** An invoice as the library returns it: the document and its state. */
export const invoiceSchema = lazy(() => z.object({
  id: z.string().meta({ description: "The invoice's id. UUIDv7" }),
  invoiceNumber: z.string().meta({ description: "`<prefix>-<YYYYMM>-<counter>`. EN 16931 BT-1", examples: ["INV-202611-0042"] }),
  status: invoiceStatus().meta({ description: "`PAID` once something was paid and nothing is due, `CANCELLED` for good, otherwise `SENT`" }),
  issueDate: calendarDay().meta({ description: "In the company's time zone. Never before that of the previous invoice. EN 16931 BT-2" }),
  issuedAt: instant().meta({ description: "When it was issued. ISO 8601 in UTC, with milliseconds" }),
  taxPointDate: calendarDay().meta({ description: "The day whose VAT rates apply. Print it if it is not the issue date (article 226(7)). EN 16931 BT-7" }),
  seller: invoiceSellerSchema().meta({ description: "The company as it was when the invoice was issued. EN 16931 BG-4" }),
  clientName: z.string().meta({ description: "The client's name. EN 16931 BT-44" }),
  currency: currencyCode().meta({ description: "The invoice's currency. ISO 4217. EN 16931 BT-5" }),
  items: z.array(invoiceItemSchema()).meta({ description: "The lines, in the order of the request. EN 16931 BG-25" }),
  allowances: z.array(invoiceAllowanceSchema()).optional().meta({ description: "The allowances, one for each group of the breakdown that has a part of it. EN 16931 BG-20" }),
  charges: z.array(invoiceAllowanceSchema()).optional().meta({ description: "The charges, likewise. EN 16931 BG-21" }),
  taxRate: percentage().meta({ description: "The rate that all items share, or 0 if they differ. Percent, 0 to 100" }),
  lineTotal: amount().optional().meta({ description: "The sum of the line net amounts; only with allowances or charges. In the invoice's currency. EN 16931 BT-106" }),
  allowanceTotal: amount().optional().meta({ description: "The sum of the allowances without VAT; only with allowances. In the invoice's currency. EN 16931 BT-107" }),
  chargeTotal: amount().optional().meta({ description: "The sum of the charges without VAT; only with charges. In the invoice's currency. EN 16931 BT-108" }),
  subtotal: amount().meta({ description: "The sum of the line net amounts, less allowances, with charges, without VAT. In the invoice's currency. EN 16931 BT-109" }),
  taxTotal: amount().meta({ description: "The sum of the VAT of all groups, and of the equivalence surcharge. In the invoice's currency. EN 16931 BT-110" }),
  surchargeTotal: amount().optional().meta({ description: "The sum of Spain's equivalence surcharge. Absent if no line has one. In the invoice's currency. Ley 37/1992, artículo 161" }),
  total: amount().meta({ description: "With VAT. In the invoice's currency. EN 16931 BT-112" }),
  advanceTotal: amount().optional().meta({ description: "What was deducted of `advances`, with VAT. `total` is what is left. In the invoice's currency" }),
  disbursementTotal: amount().optional().meta({ description: "The sum of the `disbursements`. Absent if there are none. In the invoice's currency" }),
  withheldTotal: amount().optional().meta({ description: "The sum of the `withholdings`. Absent if there are none. In the invoice's currency" }),
  payable: amount().meta({ description: "What the client pays: `total` with disbursements and the rounding amount, less what is withheld and the VAT of Italy's split payment. In the invoice's currency" }),
  amountPaid: amount().meta({ description: "The sum of its payments, less refunds. In the invoice's currency" }),
  prepaidRefunded: amount().optional().meta({ description: "What was refunded of what was prepaid. In the invoice's currency" }),
  discountTaken: amount().optional().meta({ description: "What a payment left as cash discount, where the law lowers VAT without a document; 0 where a credit note did. Absent without `cashDiscounts`. In the invoice's currency" }),
  creditedTotal: amount().meta({ description: "The sum of its credit notes' totals. In the invoice's currency" }),
  amountDue: amount().meta({ description: "`payable`, less what was prepaid, paid, taken as cash discount and credited; credit notes count with their `payable`. Negative is what the seller owes back. 0 once cancelled. In the invoice's currency" }),
  settledBy: z.string().optional().meta({ description: "The number of the final invoice that deducted this advance, or of the corrected one that replaced this invoice: what was not paid by then is no longer due" }),
  settledAmount: amount().optional().meta({ description: "What was due when it was deducted or replaced. In the invoice's currency" }),
  writtenOffOn: calendarDay().optional().meta({ description: "The day on which it was lost as a bad debt. Absent: it was not written off" }),
  writeOffReason: z.string().optional().meta({ description: "Why it was written off" }),
  vatBreakdown: z.array(invoiceBreakdownLineSchema()).meta({ description: "One group for each category, rate, country of the rate and equivalence surcharge. EN 16931 BG-23" }),
  vatTreatment: vatTreatment().meta({ description: "What decided the VAT: the row of the VAT table that applied; `mixed` if lines differ, `manual` with `autoVat: false`" }),
  vatNote: z.string().meta({ description: "The VAT notes, and the mentions of self-billing and cash accounting, separated by \"; \". `\"\"` if the law requires none" }),
  vatReason: z.string().meta({ description: "Why this VAT, in English, for people. Not printed" }),
  warnings: z.array(vatWarning()).meta({ description: "What the host should check. They never change an amount" }),
  cancelledAt: instant().nullable().meta({ description: "`null` unless cancelled. ISO 8601 in UTC, with milliseconds" }),
  documentType: documentType().meta({ description: "The order's; otherwise `389` if it is self-billed, or `380`. A code of UNTDID 1001. EN 16931 BT-3" }),
  clientCountry: invoiceOrderFields().shape.clientCountry,
  clientVatNumber: z.string().optional().meta({ description: "Normalised and with its prefix, if the client is in the EU. EN 16931 BT-48" }),
  clientAddress: invoiceOrderFields().shape.clientAddress,
  clientEmail: z.string().optional().meta({ description: "The client's e-mail address. EN 16931 BT-58" }),
  clientRegistrationNumber: z.string().optional().meta({ description: "The client's number in a register of companies. EN 16931 BT-47" }),
  isCompany: invoiceOrderFields().shape.isCompany,
  supply: supply().optional().meta({ description: "What is sold; it decides the legal basis" }),
  supplyDate: calendarDay().optional().meta({ description: "The day of the supply: the order's or, of a seller in Germany whose law wants one, the tax point. EN 16931 BT-72; UStG § 14(4) no. 6 (Germany)" }),
  dueDate: invoiceOrderFields().shape.dueDate,
  exchangeRate: invoiceOrderFields().shape.exchangeRate,
  taxCurrency: currencyCode().optional().meta({ description: "The currency of `taxTotalInTaxCurrency`; only with an exchange rate. ISO 4217. EN 16931 BT-6; Directive 2006/112/EC, article 230" }),
  taxTotalInTaxCurrency: z.number().optional().meta({ description: "`taxTotal` at the order's exchange rate, rounded to the tax currency's minor units. EN 16931 BT-111" }),
  buyerReference: z.string().optional().meta({ description: "What the client asked the seller to state, such as a Leitweg-ID. EN 16931 BT-10" }),
  purchaseOrderReference: z.string().optional().meta({ description: "The client's order. EN 16931 BT-13" }),
  salesOrderReference: z.string().optional().meta({ description: "The company's own order. EN 16931 BT-14" }),
  despatchReference: z.string().optional().meta({ description: "The despatch advice or delivery note. EN 16931 BT-16" }),
  goodsReceiptReference: z.string().optional().meta({ description: "The client's receipt of the goods. EN 16931 BT-15" }),
  tenderReference: z.string().optional().meta({ description: "The tender or lot. EN 16931 BT-17" }),
  invoicedObject: invoiceOrderFields().shape.invoicedObject,
  supportingDocuments: z.array(supportingDocumentReferenceSchema()).optional().meta({ description: "Documents that explain the invoice, without their content. EN 16931 BG-24" }),
  businessProcess: z.string().optional().meta({ description: "The business process. Peppol has its own. EN 16931 BT-23" }),
  payee: invoiceOrderFields().shape.payee,
  reference: z.string().optional().meta({ description: "Your own reference. Stored and returned, not printed" }),
  note: z.string().optional().meta({ description: "Free text for the client. EN 16931 BT-22" }),
  taxPointCode: invoiceOrderFields().shape.taxPointCode,
  selfBilled: invoiceOrderFields().shape.selfBilled,
  triangular: invoiceOrderFields().shape.triangular,
  period: invoiceOrderFields().shape.period,
  deliverTo: invoiceOrderFields().shape.deliverTo,
  placeOfSupply: z.string().optional().meta({ description: "Where a service is supplied, if its place is not that of a party, such as a stay in a hotel, an admission or work on a house. It decides whose VAT applies, no matter who the client is. For goods, only where they are handed over. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Directive 2006/112/EC, articles 31 and 47 to 57" }),
  dispatchedFrom: z.string().optional().meta({ description: "Where the transport of goods begins, such as a warehouse in another member state. A country code does not mean its areas, and `XI` is Northern Ireland. It counts for stated goods, and for VAT by hand. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Directive 2006/112/EC, articles 31 to 33 and 138" }),
  importer: choice(["client", "seller"]).optional().meta({ description: "Who imports goods that enter the EU. Directive 2006/112/EC, articles 32, 33 and 201" }),
  registrationCountry: countryCode().optional().meta({ description: "The member state of the registration whose number `seller.vatNumber` is. Without it, that number is the company's own. ISO 3166-1 alpha-2. Directive 2006/112/EC, article 226(3)" }),
  clientNumber: z.string().optional().meta({ description: "The company's own number for the client. With a `clientIdentifier` only printed. EN 16931 BT-46" }),
  clientIdentifier: invoiceOrderFields().shape.clientIdentifier,
  clientTradingName: z.string().optional().meta({ description: "The name under which the client trades, if it is not its legal name. EN 16931 BT-45" }),
  clientContact: invoiceOrderFields().shape.clientContact,
  clientLanguage: z.string().optional().meta({ description: "The client's language. The page and the panel's e-mails are in it, and notes that the law requires have its wording beside that of the seller's language. A BCP 47 tag, such as `de` or `nl-BE`" }),
  clientRegistrationScheme: z.string().optional().meta({ description: "The register of `clientRegistrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-47-1" }),
  clientElectronicAddress: invoiceOrderFields().shape.clientElectronicAddress,
  payment: paymentInstructionsSchema().optional().meta({ description: "How the invoice is paid. EN 16931 BG-16" }),
  paymentTerms: z.string().optional().meta({ description: "When and how to pay: the order's, or the company's. EN 16931 BT-20" }),
  cashDiscounts: z.array(cashDiscountSchema()).optional().meta({ description: "What the client may deduct if it pays soon. Printed, and settled with `cashDiscount` of a payment. EN 16931 BT-20; UStG § 17(1) (Germany); Code de la TVA, article 28, 1° (Belgium)" }),
  prices: prices().optional().meta({ description: "Whether unit prices and discounts are net of VAT or include it" }),
  paymentReference: z.string().optional().meta({ description: "What the client is asked to write on its payment. EN 16931 BT-83" }),
  prepaidAmount: z.number().optional().meta({ description: "The amount paid before the invoice is issued. It reduces the amount due. EN 16931 BT-113" }),
  roundingAmount: z.number().optional().meta({ description: "Added to the amount due, to round it: at most 2 units of the currency, either way. VAT is not rounded with it. EN 16931 BT-114" }),
  withholdings: z.array(invoiceWithholdingSchema()).optional().meta({ description: "The order's, with their amounts" }),
  retentions: z.array(invoiceRetentionSchema()).optional().meta({ description: "The order's, with their amounts" }),
  disbursements: z.array(disbursementSchema()).optional().meta({ description: "Expenses paid in the client's name and for its account, with proof. They raise `payable`, and are no part of `total`. Delivery, travel and other costs of the company's own are lines or `charges`. Directive 2006/112/EC, articles 78(b) and 79(c)" }),
  precedingInvoices: z.array(precedingInvoiceSchema()).optional().meta({ description: "Earlier invoices that this one refers to. EN 16931 BG-3" }),
  replaces: z.string().optional().meta({ description: "The number of your invoice whose place this corrected one (`384`) takes: what was paid on that is in `prepaidAmount`, and returns declare what differs" }),
  advances: z.array(z.string()).optional().meta({ description: "The numbers of your invoices for payments in advance (`386`) that this one deducts: what was paid of each or, in Italy and the Netherlands, what it charged. Directive 2006/112/EC, article 65" }),
  contractReference: z.string().optional().meta({ description: "The contract. EN 16931 BT-12" }),
  projectReference: z.string().optional().meta({ description: "The project. EN 16931 BT-11" }),
  buyerAccountingReference: z.string().optional().meta({ description: "Where the client books the invoice. EN 16931 BT-19" }),
  notes: z.array(invoiceNoteSchema()).optional().meta({ description: "More notes for the client, with subjects. The invoice has those of the company's `latePayment` behind them. EN 16931 BG-1" }),
  national: invoiceOrderFields().shape.national,
  metadata: invoiceOrderFields().shape.metadata,
  vatNumberVerification: vatNumberVerificationSchema().optional().meta({ description: "The register's answer about the client's VAT number; only if the host has a verifier and the number decided" }),
  cancellationReason: z.string().optional().meta({ description: "Only if one was given" }),
  series: z.string().optional().meta({ description: "The series that numbers the invoice, one of the profile's `series`" }),
}));

/** An invoice with its payments and its credit notes, oldest first. */
export const invoiceWithPaymentsSchema = lazy(() => z.object({
  id: invoiceSchema().shape.id,
  invoiceNumber: invoiceSchema().shape.invoiceNumber,
  status: invoiceSchema().shape.status,
  issueDate: invoiceSchema().shape.issueDate,
  issuedAt: invoiceSchema().shape.issuedAt,
  taxPointDate: invoiceSchema().shape.taxPointDate,
  seller: invoiceSchema().shape.seller,
  clientName: invoiceSchema().shape.clientName,
  currency: invoiceSchema().shape.currency,
  items: invoiceSchema().shape.items,
  allowances: invoiceSchema().shape.allowances,
  charges: invoiceSchema().shape.charges,
  taxRate: invoiceSchema().shape.taxRate,
  lineTotal: invoiceSchema().shape.lineTotal,
  allowanceTotal: invoiceSchema().shape.allowanceTotal,
  chargeTotal: invoiceSchema().shape.chargeTotal,
  subtotal: invoiceSchema().shape.subtotal,
  taxTotal: invoiceSchema().shape.taxTotal,
  surchargeTotal: invoiceSchema().shape.surchargeTotal,
  total: invoiceSchema().shape.total,
  advanceTotal: invoiceSchema().shape.advanceTotal,
  disbursementTotal: invoiceSchema().shape.disbursementTotal,
  withheldTotal: invoiceSchema().shape.withheldTotal,
  payable: invoiceSchema().shape.payable,
  amountPaid: invoiceSchema().shape.amountPaid,
  prepaidRefunded: invoiceSchema().shape.prepaidRefunded,
  discountTaken: invoiceSchema().shape.discountTaken,
  creditedTotal: invoiceSchema().shape.creditedTotal,
  amountDue: invoiceSchema().shape.amountDue,
  settledBy: invoiceSchema().shape.settledBy,
  settledAmount: invoiceSchema().shape.settledAmount,
  writtenOffOn: invoiceSchema().shape.writtenOffOn,
  writeOffReason: invoiceSchema().shape.writeOffReason,
  vatBreakdown: invoiceSchema().shape.vatBreakdown,
  vatTreatment: invoiceSchema().shape.vatTreatment,
  vatNote: invoiceSchema().shape.vatNote,
  vatReason: invoiceSchema().shape.vatReason,
  warnings: invoiceSchema().shape.warnings,
  cancelledAt: invoiceSchema().shape.cancelledAt,
  documentType: invoiceSchema().shape.documentType,
  clientCountry: invoiceOrderFields().shape.clientCountry,
  clientVatNumber: invoiceSchema().shape.clientVatNumber,
  clientAddress: invoiceOrderFields().shape.clientAddress,
  clientEmail: invoiceSchema().shape.clientEmail,
  clientRegistrationNumber: invoiceSchema().shape.clientRegistrationNumber,
  isCompany: invoiceOrderFields().shape.isCompany,
  supply: invoiceSchema().shape.supply,
  supplyDate: invoiceSchema().shape.supplyDate,
  dueDate: invoiceOrderFields().shape.dueDate,
  exchangeRate: invoiceOrderFields().shape.exchangeRate,
  taxCurrency: invoiceSchema().shape.taxCurrency,
  taxTotalInTaxCurrency: invoiceSchema().shape.taxTotalInTaxCurrency,
  buyerReference: invoiceSchema().shape.buyerReference,
  purchaseOrderReference: invoiceSchema().shape.purchaseOrderReference,
  salesOrderReference: invoiceSchema().shape.salesOrderReference,
  despatchReference: invoiceSchema().shape.despatchReference,
  goodsReceiptReference: invoiceSchema().shape.goodsReceiptReference,
  tenderReference: invoiceSchema().shape.tenderReference,
  invoicedObject: invoiceOrderFields().shape.invoicedObject,
  supportingDocuments: invoiceSchema().shape.supportingDocuments,
  businessProcess: invoiceSchema().shape.businessProcess,
  payee: invoiceOrderFields().shape.payee,
  reference: invoiceSchema().shape.reference,
  note: invoiceSchema().shape.note,
  taxPointCode: invoiceOrderFields().shape.taxPointCode,
  selfBilled: invoiceOrderFields().shape.selfBilled,
  triangular: invoiceOrderFields().shape.triangular,
  period: invoiceOrderFields().shape.period,
  deliverTo: invoiceOrderFields().shape.deliverTo,
  placeOfSupply: invoiceSchema().shape.placeOfSupply,
  dispatchedFrom: invoiceSchema().shape.dispatchedFrom,
  importer: invoiceSchema().shape.importer,
  registrationCountry: invoiceSchema().shape.registrationCountry,
  clientNumber: invoiceSchema().shape.clientNumber,
  clientIdentifier: invoiceOrderFields().shape.clientIdentifier,
  clientTradingName: invoiceSchema().shape.clientTradingName,
  clientContact: invoiceOrderFields().shape.clientContact,
  clientLanguage: invoiceSchema().shape.clientLanguage,
  clientRegistrationScheme: invoiceSchema().shape.clientRegistrationScheme,
  clientElectronicAddress: invoiceOrderFields().shape.clientElectronicAddress,
  payment: invoiceSchema().shape.payment,
  paymentTerms: invoiceSchema().shape.paymentTerms,
  cashDiscounts: invoiceSchema().shape.cashDiscounts,
  prices: invoiceSchema().shape.prices,
  paymentReference: invoiceSchema().shape.paymentReference,
  prepaidAmount: invoiceSchema().shape.prepaidAmount,
  roundingAmount: invoiceSchema().shape.roundingAmount,
  withholdings: invoiceSchema().shape.withholdings,
  retentions: invoiceSchema().shape.retentions,
  disbursements: invoiceSchema().shape.disbursements,
  precedingInvoices: invoiceSchema().shape.precedingInvoices,
  replaces: invoiceSchema().shape.replaces,
  advances: invoiceSchema().shape.advances,
  contractReference: invoiceSchema().shape.contractReference,
  projectReference: invoiceSchema().shape.projectReference,
  buyerAccountingReference: invoiceSchema().shape.buyerAccountingReference,
  notes: invoiceSchema().shape.notes,
  national: invoiceOrderFields().shape.national,
  metadata: invoiceOrderFields().shape.metadata,
  vatNumberVerification: invoiceSchema().shape.vatNumberVerification,
  cancellationReason: invoiceSchema().shape.cancellationReason,
  series: invoiceSchema().shape.series,
  payments: z.array(paymentSchema()).meta({ description: "Oldest first, refunds among them" }),
  creditNotes: z.array(creditNoteSummarySchema()).meta({ description: "Oldest first" }),
  portalNumbers: z.array(portalNumberSchema()).optional().meta({ description: "The numbers that portals gave it, one for each portal. Absent if none was recorded" }),
  portalRefusals: z.array(portalRefusalSchema()).optional().meta({ description: "What portals objected to it, oldest first. Absent if none was recorded" }),
}));

/** One page of invoices, and the total number that match the filter. */
export const invoicePageSchema = lazy(() => z.object({
  data: z.array(invoiceSchema()).meta({ description: "Newest number first" }),
  page: z.int().meta({ description: "The number of the page, from 1" }),
  limit: z.int().meta({ description: "The largest number of entries on a page" }),
  total: z.int().meta({ description: "The number of invoices on all pages" }),
  totalIsAtLeast: z.literal(true).optional().meta({ description: "There are `total` invoices or more, because a search counts no further. Absent if `total` is exact" }),
}));

/** The fields of {@link creditLineSchema}, not compared with each other. */
export const creditLineFields = lazy(() => z.strictObject({
  line: z.int().min(1).max(1000).meta({ description: "The place of the invoice's line, from 1" }),
  quantity: decimal().refine((value) => value !== 0, { error: "must not be 0" }).meta({ not: { const: 0 } }).optional().meta({ description: "The part of the line's quantity to credit, with the line's sign. Not together with an amount" }),
  netAmount: decimal().refine((value) => value !== 0, { error: "must not be 0" }).meta({ not: { const: 0 } }).optional().meta({ description: "The part of the line's net amount to credit, with the line's sign. Only with net prices" }),
  grossAmount: decimal().refine((value) => value !== 0, { error: "must not be 0" }).meta({ not: { const: 0 } }).optional().meta({ description: "The part of the line's gross amount to credit, with the line's sign. Only with gross prices" }),
}));

/** A line of an invoice to credit. With neither a quantity nor an amount, all that is left of it. */
export const creditLineSchema = lazy(() => creditLineFields().superRefine(requireQuantityOrAmount));

/** An allowance or a charge of an invoice to credit. */
export const creditAllowanceSchema = lazy(() => z.strictObject({
  position: z.int().min(1).max(50000).meta({ description: "The place among the invoice's allowances or charges, from 1" }),
  amount: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "The part of its amount to credit, net or gross as the invoice's prices are. Absent: all that is left of it" }),
}));

/** What to credit of an invoice, and why. Addresses and references may be given anew. */
export const creditOrderSchema = lazy(() => z.strictObject({
  reason: text(1000).meta({ description: "Why the invoice is credited. Printed on the credit note" }),
  documentType: creditNoteType().optional().meta({ description: "What kind of credit note it is. Of a self-billed invoice `261`, `502` or `503`, of others all but `261` and `502`. A code of UNTDID 1001: `381` (credit note), `261` (self-billed), `262` (consolidated), `396` (factored), `502` (self-billed factored) or `503` (prepayment). Absent: `381`, or `261` of a self-billed invoice. EN 16931 BT-3" }),
  lines: z.array(creditLineSchema()).min(1).max(1000).superRefine(namesLinesOnce).optional().meta({ description: "The lines to credit. Absent: without `allowances` and `charges`, all that is left of the invoice" }),
  allowances: z.array(creditAllowanceSchema()).min(1).max(1000).superRefine(namesPositionsOnce).optional().meta({ description: "The allowances to take back, which makes the credit smaller. Absent: with `lines` or `charges`, none" }),
  charges: z.array(creditAllowanceSchema()).min(1).max(1000).superRefine(namesPositionsOnce).optional().meta({ description: "The charges to credit. Absent: with `lines` or `allowances`, none" }),
  clientAddress: addressSchema().optional().meta({ description: "The client's address. Its postal code also identifies territories without a country code, such as the Canary Islands. Absent: the invoice's. EN 16931 BG-8" }),
  clientEmail: email().optional().meta({ description: "The client's e-mail address. Absent: the invoice's. EN 16931 BT-58" }),
  buyerReference: text(200).optional().meta({ description: "What the client asked the seller to state, such as a Leitweg-ID. Absent: the invoice's. EN 16931 BT-10" }),
  purchaseOrderReference: text(200).optional().meta({ description: "The client's order. Absent: the invoice's. EN 16931 BT-13" }),
  salesOrderReference: text(200).optional().meta({ description: "The company's own order. Absent: the invoice's. EN 16931 BT-14" }),
  despatchReference: text(200).optional().meta({ description: "The despatch advice or delivery note. Absent: the invoice's. EN 16931 BT-16" }),
  goodsReceiptReference: text(200).optional().meta({ description: "The client's receipt of the goods. Absent: the invoice's. EN 16931 BT-15" }),
  tenderReference: text(200).optional().meta({ description: "The tender or lot. Absent: the invoice's. EN 16931 BT-17" }),
  invoicedObject: invoicedObjectSchema().optional().meta({ description: "What the invoice is about, such as a meter or a subscription. Absent: the invoice's. EN 16931 BT-18" }),
  supportingDocuments: z.array(supportingDocumentReferenceSchema()).min(1).max(100).optional().meta({ description: "Documents that explain the invoice, without their content. Absent: the invoice's. EN 16931 BG-24" }),
  businessProcess: text(200).optional().meta({ description: "The business process. Peppol has its own. Absent: the invoice's. EN 16931 BT-23" }),
  payee: payeeSchema().optional().meta({ description: "Who is paid, if it is not the company. Absent: the invoice's. EN 16931 BG-10" }),
  period: invoicePeriodSchema().optional().meta({ description: "The days that the invoice covers. Absent: the invoice's. EN 16931 BG-14" }),
  deliverTo: deliveryPlaceSchema().optional().meta({ description: "Where the goods go, if not to the client. Absent: the invoice's. EN 16931 BG-13" }),
  clientNumber: text(100).optional().meta({ description: "The company's own number for the client. With a `clientIdentifier` only printed. Absent: the invoice's. EN 16931 BT-46" }),
  clientIdentifier: schemeIdentifierSchema().optional().meta({ description: "The client's number in a register, such as a GLN. Absent: the invoice's. EN 16931 BT-46" }),
  clientTradingName: text(200).optional().meta({ description: "The name under which the client trades, if it is not its legal name. Absent: the invoice's. EN 16931 BT-45" }),
  clientContact: clientContactSchema().optional().meta({ description: "Whom the invoice is for, at the client's. Absent: the invoice's. EN 16931 BG-9" }),
  clientRegistrationScheme: registrationScheme().optional().meta({ description: "The register of `clientRegistrationNumber`. A code of ISO 6523's list ICD, such as `0002`. Absent: the invoice's. EN 16931 BT-47-1" }),
  clientElectronicAddress: electronicAddressSchema().optional().meta({ description: "The client's address for electronic invoices. Absent: the invoice's. EN 16931 BT-49" }),
  payment: paymentInstructionsSchema().optional().meta({ description: "How the invoice is paid. Absent: the invoice's. EN 16931 BG-16" }),
  paymentTerms: text(1000).optional().meta({ description: "When and how to pay. Absent: the invoice's. EN 16931 BT-20" }),
  paymentReference: text(200).optional().meta({ description: "What the client is asked to write on its payment. Absent: the invoice's. EN 16931 BT-83" }),
  contractReference: text(200).optional().meta({ description: "The contract. Absent: the invoice's. EN 16931 BT-12" }),
  projectReference: text(200).optional().meta({ description: "The project. Absent: the invoice's. EN 16931 BT-11" }),
  buyerAccountingReference: text(200).optional().meta({ description: "Where the client books the invoice. Absent: the invoice's. EN 16931 BT-19" }),
  national: nationalOrderSchema().optional().meta({ description: "What the state of the company needs beside EN 16931, by state. Absent: the invoice's" }),
  reference: invoiceOrderFields().shape.reference,
  note: invoiceOrderFields().shape.note,
  notes: invoiceOrderFields().shape.notes,
  metadata: invoiceOrderFields().shape.metadata,
}));

/** An invoice that a credit note corrects (EN 16931 BG-3): of these books, or of the system before. */
export const invoiceToCorrectSchema = lazy(() => z.strictObject({
  number: text(100).meta({ description: "The invoice's number: of these books, or of the system before. EN 16931 BT-25" }),
  issueDate: calendarDay().optional().meta({ description: "The invoice's issue date. Absent: that of the invoice in these books. EN 16931 BT-26" }),
  amount: decimal().refine((value) => value > 0, { error: "must be above 0" }).meta({ exclusiveMinimum: 0 }).optional().meta({ description: "How much of the credit note's total, with VAT, is taken off what is left and due of this invoice of the books. Absent: nothing: the client is paid back, or deducts it from another payment" }),
}));

/** The fields of {@link creditNoteOrderSchema}, not compared with each other. */
export const creditNoteOrderFields = lazy(() => z.strictObject({
  reason: text(1000).meta({ description: "Why the credit note is issued. Printed on it" }),
  correctedInvoices: z.array(invoiceToCorrectSchema()).min(1).max(100).superRefine(namesInvoicesOnce).optional().meta({ description: "The invoices that it corrects. Absent: those of the `period`, where the law of the seller's state allows it" }),
  clientName: invoiceOrderFields().shape.clientName,
  clientCountry: invoiceOrderFields().shape.clientCountry,
  clientVatNumber: invoiceOrderFields().shape.clientVatNumber,
  items: invoiceOrderFields().shape.items,
  allowances: invoiceOrderFields().shape.allowances,
  charges: invoiceOrderFields().shape.charges,
  autoVat: invoiceOrderFields().shape.autoVat,
  taxRate: invoiceOrderFields().shape.taxRate,
  clientAddress: invoiceOrderFields().shape.clientAddress,
  clientEmail: invoiceOrderFields().shape.clientEmail,
  clientRegistrationNumber: invoiceOrderFields().shape.clientRegistrationNumber,
  isCompany: invoiceOrderFields().shape.isCompany,
  supply: invoiceOrderFields().shape.supply,
  supplyDate: invoiceOrderFields().shape.supplyDate,
  currency: invoiceOrderFields().shape.currency,
  exchangeRate: invoiceOrderFields().shape.exchangeRate,
  buyerReference: invoiceOrderFields().shape.buyerReference,
  purchaseOrderReference: invoiceOrderFields().shape.purchaseOrderReference,
  salesOrderReference: invoiceOrderFields().shape.salesOrderReference,
  despatchReference: invoiceOrderFields().shape.despatchReference,
  goodsReceiptReference: invoiceOrderFields().shape.goodsReceiptReference,
  tenderReference: invoiceOrderFields().shape.tenderReference,
  invoicedObject: invoiceOrderFields().shape.invoicedObject,
  supportingDocuments: invoiceOrderFields().shape.supportingDocuments,
  businessProcess: invoiceOrderFields().shape.businessProcess,
  payee: invoiceOrderFields().shape.payee,
  reference: invoiceOrderFields().shape.reference,
  note: invoiceOrderFields().shape.note,
  vatNote: invoiceOrderFields().shape.vatNote,
  taxPointDate: invoiceOrderFields().shape.taxPointDate,
  taxPointCode: invoiceOrderFields().shape.taxPointCode,
  selfBilled: invoiceOrderFields().shape.selfBilled,
  triangular: invoiceOrderFields().shape.triangular,
  period: invoiceOrderFields().shape.period,
  deliverTo: invoiceOrderFields().shape.deliverTo,
  placeOfSupply: invoiceOrderFields().shape.placeOfSupply,
  dispatchedFrom: invoiceOrderFields().shape.dispatchedFrom,
  importer: invoiceOrderFields().shape.importer,
  clientNumber: invoiceOrderFields().shape.clientNumber,
  clientIdentifier: invoiceOrderFields().shape.clientIdentifier,
  clientTradingName: invoiceOrderFields().shape.clientTradingName,
  clientContact: invoiceOrderFields().shape.clientContact,
  clientLanguage: invoiceOrderFields().shape.clientLanguage,
  clientRegistrationScheme: invoiceOrderFields().shape.clientRegistrationScheme,
  clientElectronicAddress: invoiceOrderFields().shape.clientElectronicAddress,
  payment: invoiceOrderFields().shape.payment,
  paymentTerms: invoiceOrderFields().shape.paymentTerms,
  prices: invoiceOrderFields().shape.prices,
  paymentReference: invoiceOrderFields().shape.paymentReference,
  roundingAmount: invoiceOrderFields().shape.roundingAmount,
  advances: invoiceOrderFields().shape.advances,
  contractReference: invoiceOrderFields().shape.contractReference,
  projectReference: invoiceOrderFields().shape.projectReference,
  buyerAccountingReference: invoiceOrderFields().shape.buyerAccountingReference,
  notes: invoiceOrderFields().shape.notes,
  national: invoiceOrderFields().shape.national,
  metadata: invoiceOrderFields().shape.metadata,
  requires: invoiceOrderFields().shape.requires,
}));

/**
 * A credit note without one invoice of the books: over several invoices, of an invoice of the system before, or over a
 * period. Its amounts are positive. It has the fields of an order, except what only an invoice has.
 */
export const creditNoteOrderSchema = lazy(() => creditNoteOrderFields().superRefine(requireConsistentOrder));

/** The share of a line's discount in a credit note. */
export const creditedDiscountSchema = lazy(() => z.object({
  amount: z.number().meta({ description: "The share, in the invoice's currency" }),
  reason: z.string().optional().meta({ description: "The reason, as on the invoice; several are separated by \"; \"" }),
  reasonCode: z.string().optional().meta({ description: "The reason as a code, if the line has one discount or charge" }),
}));

/** What a credit note credits of an allowance or a charge of its invoice. */
export const creditedAllowanceSchema = lazy(() => z.object({
  position: z.int().meta({ description: "The place among the invoice's allowances or charges, from 1" }),
  amount: invoiceAllowanceSchema().shape.amount,
  netAmount: invoiceAllowanceSchema().shape.netAmount,
  reason: invoiceAllowanceSchema().shape.reason,
  reasonCode: invoiceAllowanceSchema().shape.reasonCode,
  taxRate: invoiceAllowanceSchema().shape.taxRate,
  vatCategory: invoiceAllowanceSchema().shape.vatCategory,
  rateCountry: invoiceAllowanceSchema().shape.rateCountry,
  surchargeRate: invoiceAllowanceSchema().shape.surchargeRate,
  supply: invoiceAllowanceSchema().shape.supply,
  placeOfSupply: invoiceAllowanceSchema().shape.placeOfSupply,
  exemptionReason: invoiceAllowanceSchema().shape.exemptionReason,
  vatexCode: invoiceAllowanceSchema().shape.vatexCode,
}));

/** A credit note's share of a disbursement. */
export const creditedDisbursementSchema = lazy(() => z.object({
  description: z.string().meta({ description: "What was paid for the client", examples: ["Court fee"] }),
  amount: amount().meta({ description: "The share. In the invoice's currency" }),
  reference: z.string().meta({ description: "The number of the receipt in the client's name" }),
}));

/** A line of a credit note: what is credited of one line of the invoice. */
export const creditNoteItemSchema = lazy(() => z.object({
  line: z.int().meta({ description: "The place of the invoice's line, or without `corrects` of the order's, from 1" }),
  creditedBy: creditedBy().meta({ description: "How the line was credited: as a part of its quantity, or as an amount" }),
  quantity: z.number().meta({ description: "The part of the line's quantity. For an amount: 1, or -1 for a line with a negative amount. EN 16931 BT-129" }),
  unitPrice: z.number().meta({ description: "Net of VAT: the unit price of the invoice's line or, for an amount, the amount without its sign. EN 16931 BT-146" }),
  netAmount: invoiceItemSchema().shape.netAmount,
  discount: creditedDiscountSchema().optional().meta({ description: "The share of the line's discounts, less its charges; only with a quantity. EN 16931 BG-27" }),
  charges: z.array(creditedDiscountSchema()).optional().meta({ description: "The share of the line's charges, if they are more than its discounts; only with a quantity. EN 16931 BG-28" }),
  vatCategory: vatCategory().meta({ description: "The category of the invoice's line. A code of UNCL 5305. EN 16931 BT-151" }),
  description: invoiceItemSchema().shape.description,
  priceBaseQuantity: invoiceItemSchema().shape.priceBaseQuantity,
  priceDiscount: invoiceItemSchema().shape.priceDiscount,
  supply: invoiceItemSchema().shape.supply,
  placeOfSupply: invoiceItemSchema().shape.placeOfSupply,
  dispatchedFrom: invoiceItemSchema().shape.dispatchedFrom,
  unit: invoiceItemSchema().shape.unit,
  unitCode: invoiceItemSchema().shape.unitCode,
  sku: invoiceItemSchema().shape.sku,
  id: invoiceItemSchema().shape.id,
  standardId: orderItemSchema().shape.standardId,
  buyerSku: invoiceItemSchema().shape.buyerSku,
  classifications: invoiceItemSchema().shape.classifications,
  attributes: invoiceItemSchema().shape.attributes,
  originCountry: orderItemSchema().shape.originCountry,
  purchaseOrderLine: invoiceItemSchema().shape.purchaseOrderLine,
  buyerAccountingReference: invoiceItemSchema().shape.buyerAccountingReference,
  invoicedObject: orderItemSchema().shape.invoicedObject,
  heading: invoiceItemSchema().shape.heading,
  note: invoiceItemSchema().shape.note,
  period: orderItemSchema().shape.period,
  national: orderItemSchema().shape.national,
  taxRate: invoiceItemSchema().shape.taxRate,
  exemptionReason: invoiceItemSchema().shape.exemptionReason,
  vatexCode: invoiceItemSchema().shape.vatexCode,
  rateCountry: invoiceItemSchema().shape.rateCountry,
  surchargeRate: invoiceItemSchema().shape.surchargeRate,
  unitPriceGross: invoiceItemSchema().shape.unitPriceGross,
  grossAmount: invoiceItemSchema().shape.grossAmount,
}));

/** The invoice that a credit note corrects (EN 16931 BG-3). */
export const correctedInvoiceSchema = lazy(() => z.object({
  invoiceId: z.string().meta({ description: "The invoice's id. UUIDv7" }),
  invoiceNumber: z.string().meta({ description: "The invoice's number. EN 16931 BT-25" }),
  issueDate: calendarDay().meta({ description: "The invoice's issue date. EN 16931 BT-26" }),
}));

/** An invoice that a credit note without one invoice of the books names (EN 16931 BG-3). */
export const namedInvoiceSchema = lazy(() => z.object({
  number: z.string().meta({ description: "The invoice's number: of these books, or of the system before. EN 16931 BT-25" }),
  invoiceId: z.string().optional().meta({ description: "The invoice's id, if it is in these books. UUIDv7" }),
  issueDate: calendarDay().optional().meta({ description: "The invoice's issue date, if it is known. EN 16931 BT-26" }),
  amount: z.number().meta({ exclusiveMinimum: 0 }).optional().meta({ description: "How much of the total was taken off what is left of this invoice" }),
}));

/** A credit note as the library returns it. */
export const creditNoteSchema = lazy(() => z.object({
  id: creditNoteSummarySchema().shape.id,
  creditNoteNumber: z.string().meta({ description: "From the company's own series of credit notes. EN 16931 BT-1", examples: ["INV-CN-202611-0001"] }),
  documentType: creditNoteType().meta({ description: "The one given; otherwise `381`, `261` of a self-billed invoice, or `262` of a French one that names a period instead of invoices. A code of UNTDID 1001: `381` (credit note), `261` (self-billed), `262` (consolidated), `396` (factored), `502` (self-billed factored) or `503` (prepayment). EN 16931 BT-3" }),
  issueDate: calendarDay().meta({ description: "In the company's time zone. Never before the previous credit note's date. Never before the invoice's date, unless a wrong clock dated the invoice more than a day ahead. EN 16931 BT-2" }),
  issuedAt: invoiceSchema().shape.issuedAt,
  corrects: correctedInvoiceSchema().optional().meta({ description: "The invoice that it credits. Absent if it does not credit one invoice of the books. EN 16931 BG-3" }),
  cashDiscount: z.boolean().optional().meta({ description: "Whether a payment issued it, for the cash discount that it left. Absent: no" }),
  correctedInvoices: z.array(namedInvoiceSchema()).optional().meta({ description: "The invoices that it names. Only without `corrects`; absent if it names a `period`. EN 16931 BG-3" }),
  reason: z.string().meta({ description: "Why the credit note was issued, as given; printed" }),
  taxPointDate: invoiceSchema().shape.taxPointDate,
  seller: invoiceSellerSchema().meta({ description: "The company today. Its country, tax and VAT numbers, representative, language and cash accounting are the invoice's. EN 16931 BG-4" }),
  clientName: invoiceSchema().shape.clientName,
  currency: invoiceSchema().shape.currency,
  items: z.array(creditNoteItemSchema()).meta({ description: "In the order of the invoice's lines. EN 16931 BG-25" }),
  allowances: z.array(creditedAllowanceSchema()).optional().meta({ description: "The allowances that it takes back. EN 16931 BG-20" }),
  charges: z.array(creditedAllowanceSchema()).optional().meta({ description: "The charges that it credits. EN 16931 BG-21" }),
  taxRate: invoiceSchema().shape.taxRate,
  lineTotal: invoiceSchema().shape.lineTotal,
  allowanceTotal: invoiceSchema().shape.allowanceTotal,
  chargeTotal: invoiceSchema().shape.chargeTotal,
  subtotal: invoiceSchema().shape.subtotal,
  taxTotal: amount().meta({ description: "The credited VAT, with the equivalence surcharge. In the invoice's currency. EN 16931 BT-110" }),
  surchargeTotal: amount().optional().meta({ description: "The credited equivalence surcharge of Spain. Absent if none is credited. In the invoice's currency" }),
  total: invoiceSchema().shape.total,
  vatBreakdown: z.array(invoiceBreakdownLineSchema()).meta({ description: "The groups of the invoice that it credits. EN 16931 BG-23" }),
  disbursementTotal: invoiceSchema().shape.disbursementTotal,
  withheldTotal: invoiceSchema().shape.withheldTotal,
  payable: amount().meta({ description: "By how much it lowers what the client pays: `total` with disbursements and the rounding amount, less what is withheld and the VAT of Italy's split payment. In the invoice's currency" }),
  roundingAmount: z.number().optional().meta({ description: "Its share of the invoice's, in proportion to `total`; the last credit note takes the rest. EN 16931 BT-114" }),
  withholdings: z.array(invoiceWithholdingSchema()).optional().meta({ description: "Those of the invoice, with its shares of their amounts in proportion to `total`" }),
  disbursements: z.array(creditedDisbursementSchema()).optional().meta({ description: "Those of the invoice, with its shares of their amounts in proportion to `total`" }),
  vatTreatment: invoiceSchema().shape.vatTreatment,
  vatNote: invoiceSchema().shape.vatNote,
  vatReason: invoiceSchema().shape.vatReason,
  warnings: z.array(vatWarning()).optional().meta({ description: "The rules that its electronic document breaks, if the profile requires one; without `corrects` those of an order. Absent if there are none" }),
  portalNumbers: invoiceWithPaymentsSchema().shape.portalNumbers,
  correctedPortalNumbers: z.array(portalNumberSchema()).optional().meta({ description: "The numbers that portals gave the invoice. Absent if none was recorded" }),
  portalRefusals: invoiceWithPaymentsSchema().shape.portalRefusals,
  vatNumberVerification: vatNumberVerificationSchema().optional().meta({ description: "The evidence that the client's VAT number was verified. Only without `corrects`" }),
  clientCountry: invoiceOrderFields().shape.clientCountry,
  clientVatNumber: invoiceSchema().shape.clientVatNumber,
  clientAddress: invoiceOrderFields().shape.clientAddress,
  clientEmail: invoiceSchema().shape.clientEmail,
  clientRegistrationNumber: invoiceSchema().shape.clientRegistrationNumber,
  isCompany: invoiceOrderFields().shape.isCompany,
  supply: invoiceSchema().shape.supply,
  supplyDate: invoiceSchema().shape.supplyDate,
  exchangeRate: invoiceOrderFields().shape.exchangeRate,
  taxCurrency: invoiceSchema().shape.taxCurrency,
  taxTotalInTaxCurrency: z.number().optional().meta({ description: "`taxTotal` at the invoice's exchange rate; only if the invoice has one. EN 16931 BT-111" }),
  buyerReference: invoiceSchema().shape.buyerReference,
  purchaseOrderReference: invoiceSchema().shape.purchaseOrderReference,
  salesOrderReference: invoiceSchema().shape.salesOrderReference,
  despatchReference: invoiceSchema().shape.despatchReference,
  goodsReceiptReference: invoiceSchema().shape.goodsReceiptReference,
  tenderReference: invoiceSchema().shape.tenderReference,
  invoicedObject: invoiceOrderFields().shape.invoicedObject,
  supportingDocuments: invoiceSchema().shape.supportingDocuments,
  businessProcess: invoiceSchema().shape.businessProcess,
  payee: invoiceOrderFields().shape.payee,
  reference: invoiceSchema().shape.reference,
  note: invoiceSchema().shape.note,
  taxPointCode: invoiceOrderFields().shape.taxPointCode,
  selfBilled: invoiceOrderFields().shape.selfBilled,
  triangular: invoiceOrderFields().shape.triangular,
  period: invoiceOrderFields().shape.period,
  deliverTo: invoiceOrderFields().shape.deliverTo,
  placeOfSupply: invoiceSchema().shape.placeOfSupply,
  dispatchedFrom: invoiceSchema().shape.dispatchedFrom,
  importer: invoiceSchema().shape.importer,
  registrationCountry: invoiceSchema().shape.registrationCountry,
  clientNumber: invoiceSchema().shape.clientNumber,
  clientIdentifier: invoiceOrderFields().shape.clientIdentifier,
  clientTradingName: invoiceSchema().shape.clientTradingName,
  clientContact: invoiceOrderFields().shape.clientContact,
  clientLanguage: invoiceSchema().shape.clientLanguage,
  clientRegistrationScheme: invoiceSchema().shape.clientRegistrationScheme,
  clientElectronicAddress: invoiceOrderFields().shape.clientElectronicAddress,
  payment: invoiceSchema().shape.payment,
  paymentTerms: invoiceSchema().shape.paymentTerms,
  prices: invoiceSchema().shape.prices,
  paymentReference: invoiceSchema().shape.paymentReference,
  advances: invoiceSchema().shape.advances,
  contractReference: invoiceSchema().shape.contractReference,
  projectReference: invoiceSchema().shape.projectReference,
  buyerAccountingReference: invoiceSchema().shape.buyerAccountingReference,
  notes: invoiceSchema().shape.notes,
  national: invoiceOrderFields().shape.national,
  metadata: invoiceOrderFields().shape.metadata,
}));

/** One page of credit notes, and the total number that match the filter. */
export const creditNotePageSchema = lazy(() => z.object({
  data: z.array(creditNoteSchema()).meta({ description: "Newest first" }),
  page: invoicePageSchema().shape.page,
  limit: invoicePageSchema().shape.limit,
  total: z.int().meta({ description: "The number of credit notes on all pages" }),
}));

/** The schemas that have a name in every OpenAPI document. */
export const COMPONENTS = new Map<() => z.ZodType, string>([
  [addressSchema, "Address"],
  [electronicAddressSchema, "ElectronicAddress"],
  [identifierSchema, "Identifier"],
  [contactSchema, "Contact"],
  [paymentAccountSchema, "PaymentAccount"],
  [smallEnterpriseSchema, "SmallEnterprise"],
  [latePaymentSchema, "LatePayment"],
  [taxRepresentativeSchema, "TaxRepresentative"],
  [vatRegistrationSchema, "VatRegistration"],
  [germanOrderSchema, "GermanOrder"],
  [frenchProfileSchema, "FrenchProfile"],
  [croatianOperatorSchema, "CroatianOperator"],
  [croatianProfileSchema, "CroatianProfile"],
  [croatianOrderSchema, "CroatianOrder"],
  [hungarianProfileSchema, "HungarianProfile"],
  [hungarianAdvanceSchema, "HungarianAdvance"],
  [hungarianOrderSchema, "HungarianOrder"],
  [hungarianLineSchema, "HungarianLine"],
  [italianPersonSchema, "ItalianPerson"],
  [italianRegistrationSchema, "ItalianRegistration"],
  [italianProfileSchema, "ItalianProfile"],
  [italianDeliveryNoteSchema, "ItalianDeliveryNote"],
  [italianOrderSchema, "ItalianOrder"],
  [italianPensionFundSchema, "ItalianPensionFund"],
  [italianLineSchema, "ItalianLine"],
  [polishUnitSchema, "PolishUnit"],
  [polishOrderedItemSchema, "PolishOrderedItem"],
  [polishOrderSchema, "PolishOrder"],
  [polishLineSchema, "PolishLine"],
  [portugueseSeriesSchema, "PortugueseSeries"],
  [portugueseProfileSchema, "PortugueseProfile"],
  [portugueseLineSchema, "PortugueseLine"],
  [spanishClientIdSchema, "SpanishClientId"],
  [spanishReplacedSchema, "SpanishReplaced"],
  [spanishProfileSchema, "SpanishProfile"],
  [spanishOrderSchema, "SpanishOrder"],
  [spanishLineSchema, "SpanishLine"],
  [spanishRecordLineSchema, "SpanishRecordLine"],
  [spanishRecordSchema, "SpanishRecord"],
  [nationalProfileSchema, "NationalProfile"],
  [nationalOrderSchema, "NationalOrder"],
  [nationalLineSchema, "NationalLine"],
  [companyProfileSchema, "CompanyProfile"],
  [lineDiscountSchema, "LineDiscount"],
  [lineChargeSchema, "LineCharge"],
  [exchangeRateSchema, "ExchangeRate"],
  [clientContactSchema, "ClientContact"],
  [payeeSchema, "Payee"],
  [supportingDocumentReferenceSchema, "SupportingDocumentReference"],
  [deliveryPlaceSchema, "DeliveryPlace"],
  [invoicePeriodSchema, "InvoicePeriod"],
  [paymentInstructionsSchema, "PaymentInstructions"],
  [portalNumberSchema, "PortalNumber"],
  [precedingInvoiceSchema, "PrecedingInvoice"],
  [invoiceNoteSchema, "InvoiceNote"],
  [vatExemptionSchema, "VatExemption"],
  [schemeIdentifierSchema, "SchemeIdentifier"],
  [invoicedObjectSchema, "InvoicedObject"],
  [itemClassificationSchema, "ItemClassification"],
  [itemAttributeSchema, "ItemAttribute"],
  [documentAllowanceSchema, "DocumentAllowance"],
  [documentChargeSchema, "DocumentCharge"],
  [withholdingSchema, "Withholding"],
  [retentionSchema, "Retention"],
  [cashDiscountSchema, "CashDiscount"],
  [disbursementSchema, "Disbursement"],
  [orderItemSchema, "OrderItem"],
  [invoiceOrderSchema, "InvoiceOrder"],
  [invoiceSellerSchema, "InvoiceSeller"],
  [invoiceItemSchema, "InvoiceItem"],
  [invoiceAllowanceSchema, "InvoiceAllowance"],
  [invoiceWithholdingSchema, "InvoiceWithholding"],
  [invoiceRetentionSchema, "InvoiceRetention"],
  [invoiceBreakdownLineSchema, "VatBreakdownLine"],
  [vatNumberVerificationSchema, "VatNumberVerification"],
  [paymentSchema, "Payment"],
  [creditNoteSummarySchema, "CreditNoteSummary"],
  [portalRefusalSchema, "PortalRefusal"],
  [invoiceSchema, "Invoice"],
  [invoiceWithPaymentsSchema, "InvoiceWithPayments"],
  [invoicePageSchema, "InvoicePage"],
]);

/** The schemas that only a handler with `extended: true` has. */
export const EXTENDED_COMPONENTS = new Map<() => z.ZodType, string>([
  [creditLineSchema, "CreditLine"],
  [creditAllowanceSchema, "CreditAllowance"],
  [creditOrderSchema, "CreditOrder"],
  [invoiceToCorrectSchema, "InvoiceToCorrect"],
  [creditNoteOrderSchema, "CreditNoteOrder"],
  [creditedDiscountSchema, "CreditedDiscount"],
  [creditedAllowanceSchema, "CreditedAllowance"],
  [creditedDisbursementSchema, "CreditedDisbursement"],
  [creditNoteItemSchema, "CreditNoteItem"],
  [correctedInvoiceSchema, "CorrectedInvoice"],
  [namedInvoiceSchema, "NamedInvoice"],
  [creditNoteSchema, "CreditNote"],
  [creditNotePageSchema, "CreditNotePage"],
]);
