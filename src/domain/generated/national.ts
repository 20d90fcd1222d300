// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { CalendarDay } from "../calendar.ts";
import type { CountryCode } from "../vat/territory/country.ts";

/** What an invoice of a seller in Germany needs. */
export interface GermanOrder {
  /**
   * Whether it is work on land or a building. The page then tells a private client to keep the invoice for two years.
   *
   * @see UStG § 14(4) no. 9 and § 14b(1) sentence 5
   */
  readonly workOnLand?: boolean | undefined;
}

/** What invoices of a seller in France need. */
export interface FrenchProfile {
  /**
   * Whether it owes the VAT on its services when it invoices them, rather than when it is paid. Its invoices then say
   * so.
   *
   * @see Code général des impôts, article 269(2)(c); in the CIBS since 2026-09-01
   */
  readonly vatOnDebits?: boolean | undefined;
}

/**
 * The person who issues a Croatian invoice.
 *
 * @see Zakon o fiskalizaciji
 */
export interface CroatianOperator {
  /** The operator's name. 1 to 200 characters. */
  readonly name: string;
  /** The operator's personal number (OIB). 11 digits. */
  readonly oib: string;
}

/** What invoices of a seller in Croatia need. */
export interface CroatianProfile {
  /**
   * Who issues its invoices, if the order names no other operator.
   *
   * @see Zakon o fiskalizaciji
   */
  readonly operator?: CroatianOperator | undefined;
  /**
   * Its cash register, if all registers of its business premises share one run of numbers (`OznNapUr`). 1 to 20 digits.
   */
  readonly register?: string | undefined;
}

/** What an invoice of a seller in Croatia needs. */
export interface CroatianOrder {
  /**
   * Who issues the invoice. Absent: the company's.
   *
   * @see Zakon o fiskalizaciji
   */
  readonly operator?: CroatianOperator | undefined;
  /**
   * The cash register, if all registers of the business premises share one run of numbers (`OznNapUr`). 1 to 20 digits.
   * Absent: the company's.
   */
  readonly register?: string | undefined;
  /**
   * Whether the invoice to a business is reported like one to a consumer, because it is not sent as an electronic
   * invoice. Absent: no.
   *
   * @see Zakon o fiskalizaciji
   */
  readonly fiscalized?: boolean | undefined;
  /**
   * The number of the paper invoice that was issued while the cash register did not work (`ParagonBrRac`). 1 to 100
   * characters.
   */
  readonly paperNumber?: string | undefined;
}

/** What invoices of a seller in Hungary need. */
export interface HungarianProfile {
  /**
   * Its tax number; of a member of a VAT group that of the group (`supplierTaxNumber`). 8 digits, 1 and 2 digits, such
   * as 12345676-2-41. Absent: the first 8 digits, which are those of `vatNumber`.
   */
  readonly taxNumber?: string | undefined;
  /**
   * Its own tax number, if it is a member of a VAT group (`groupMemberTaxNumber`). 8 digits, 1 and 2 digits, such as
   * 12345676-2-41. Absent: it is none.
   */
  readonly groupMember?: string | undefined;
  /** Whether it pays the itemised tax of small taxpayers, kata (`smallBusinessIndicator`). Absent: no. */
  readonly smallTaxpayer?: boolean | undefined;
  /** How its invoices appear, if the order does not say it (`invoiceAppearance`). Absent: `UNKNOWN`. */
  readonly appearance?: "PAPER" | "ELECTRONIC" | "EDI" | "UNKNOWN" | undefined;
}

/** The payment of an advance that a Hungarian invoice deducts. */
export interface HungarianAdvance {
  /** The number of its invoice (`advanceOriginalInvoice`). 1 to 50 characters. */
  readonly number: string;
  /** The day on which it was paid (`advancePaymentDate`). */
  readonly paidOn: CalendarDay;
  /** The rate to HUF of its invoice (`advanceExchangeRate`). Above 0. Absent: 1 in HUF, else that of this invoice. */
  readonly exchangeRate?: number | undefined;
}

/** What an invoice of a seller in Hungary needs. */
export interface HungarianOrder {
  /**
   * The client's tax number; of a member of a VAT group that of the group (`customerTaxNumber`). 8 digits, 1 and 2
   * digits, such as 12345676-2-41. Absent: the first 8 digits, which are those of `clientVatNumber`.
   */
  readonly clientTaxNumber?: string | undefined;
  /**
   * The client's own tax number, if it is a member of a VAT group (`groupMemberTaxNumber`). 8 digits, 1 and 2 digits,
   * such as 12345676-2-41. Absent: it is none.
   */
  readonly clientGroupMember?: string | undefined;
  /**
   * How the invoice appears: on paper, electronically, by EDI, or not known yet (`invoiceAppearance`). Absent: the
   * company's.
   */
  readonly appearance?: "PAPER" | "ELECTRONIC" | "EDI" | "UNKNOWN" | undefined;
  /** Whether the report itself is the electronic invoice (`completenessIndicator`). Absent: no. */
  readonly reportIsInvoice?: boolean | undefined;
  /**
   * The payments of the advances that the invoice deducts (`advancePaymentData`). 1 to 100 entries.
   *
   * @see Áfa tv. 10. melléklet
   */
  readonly advances?: readonly HungarianAdvance[] | undefined;
}

/** What a line of a seller in Hungary needs. */
export interface HungarianLine {
  /**
   * Why it is without VAT: by the nature of the activity (`TAM`) or of a person (`AAM`), within the EU (`KBAET`, new
   * vehicles `KBAUK`), by export (`EAM`) or other international traffic (`NAM`), out of scope (`ATK`), taxed by the
   * buyer in another member state (`EUFAD37`, `EUFADE`), taxed there otherwise (`EUE`), or in a third country (`HO`).
   * Absent: what follows from the category of VAT, its reason and the place.
   *
   * @see Áfa tv. 10. melléklet
   */
  readonly vatCase?: "TAM" | "AAM" | "KBAET" | "KBAUK" | "EAM" | "NAM" | "ATK" | "EUFAD37" | "EUFADE" | "EUE" | "HO" | undefined;
  /** Its customs tariff number (`VTSZ`). 2 to 30 capital letters and digits. */
  readonly vtsz?: string | undefined;
  /** Its class of services (`TESZOR`). 2 to 30 capital letters and digits. */
  readonly teszor?: string | undefined;
}

/** A person's name in FatturaPA. */
export interface ItalianPerson {
  /** The first name (`Nome`). 1 to 60 characters. */
  readonly firstName: string;
  /** The last name (`Cognome`). 1 to 60 characters. */
  readonly lastName: string;
}

/** An Italian company's entry in the register of companies. */
export interface ItalianRegistration {
  /** The province of the office (`Ufficio`). 2 capital letters. */
  readonly office: string;
  /** The number (`NumeroREA`). 1 to 20 characters. */
  readonly number: string;
  /** The paid-up capital in euros (`CapitaleSociale`); only of companies with shares. 0 or more. */
  readonly capital?: number | undefined;
  /** Whether it has one shareholder, or more (`SocioUnico`); only of companies with shares. */
  readonly soleShareholder?: boolean | undefined;
  /** Whether it is being wound up (`StatoLiquidazione`). Absent: no. */
  readonly inLiquidation?: boolean | undefined;
}

/** What invoices of a seller in Italy need. */
export interface ItalianProfile {
  /**
   * Its tax regime (`RegimeFiscale`), such as `RF01` (ordinary), `RF02` (minimum taxpayer), `RF17` (cash accounting),
   * `RF19` (flat rate) or `RF20` (cross-border exemption). Absent: `RF19` without VAT registration, `RF17` with
   * `cashAccounting`, else `RF01`.
   *
   * @see Decreto ministeriale 55/2013, allegato A
   */
  readonly taxRegime?: "RF01" | "RF02" | "RF04" | "RF05" | "RF06" | "RF07" | "RF08" | "RF09" | "RF10" | "RF11" | "RF12" | "RF13" | "RF14" | "RF15" | "RF16" | "RF17" | "RF18" | "RF19" | "RF20" | undefined;
  /** Its name, if it is a person. Absent: it is not a person. */
  readonly person?: ItalianPerson | undefined;
  /**
   * Its entry in the register of companies (`IscrizioneREA`).
   *
   * @see Codice civile, articolo 2250
   */
  readonly registration?: ItalianRegistration | undefined;
  /**
   * Who sends its files to the exchange system (`IdTrasmittente`): country and tax code. A country code, and 1 to 28
   * capital letters and digits. Absent: the company.
   */
  readonly transmitter?: string | undefined;
}

/** An Italian delivery note (`documento di trasporto`). */
export interface ItalianDeliveryNote {
  /** Its number (`NumeroDDT`). 1 to 20 characters. */
  readonly number: string;
  /** Its date (`DataDDT`). */
  readonly date: CalendarDay;
}

/** What an invoice of a seller in Italy needs. */
export interface ItalianOrder {
  /**
   * The kind of invoice (`TipoDocumento`): `TD01` invoice, `TD02` down payment, `TD05` debit note, `TD06` fee of a
   * professional, `TD24` and `TD25` deferred invoice. A credit note is `TD04`. Absent: what `documentType` says.
   *
   * @see DPR 633/1972, articolo 21(4)
   */
  readonly documentType?: "TD01" | "TD02" | "TD05" | "TD06" | "TD24" | "TD25" | undefined;
  /**
   * The client's code in the exchange system (`CodiceDestinatario`): 7 letters and digits, or 6 of a public office,
   * whose file is `FPA12`. 6 or 7 capital letters and digits. Absent: `clientElectronicAddress` in scheme `0205` or
   * `0201`, else `XXXXXXX` abroad and `0000000` in Italy.
   */
  readonly recipientCode?: string | undefined;
  /** The client's name, if it is a person. Absent: `clientName`. */
  readonly clientPerson?: ItalianPerson | undefined;
  /**
   * Whether the client pays the VAT to the state instead of the company (`EsigibilitaIVA` `S`). Absent: no.
   *
   * @see DPR 633/1972, articolo 17-ter
   */
  readonly splitPayment?: boolean | undefined;
  /**
   * Whether stamp duty of EUR 2.00 is paid on it (`DatiBollo`). Absent: if more than EUR 77.47 is without VAT under
   * N2.1, N2.2, N3.5, N3.6 or N4.
   *
   * @see DPR 642/1972
   */
  readonly stampDuty?: boolean | undefined;
  /** The delivery notes of a deferred invoice (`DatiDDT`). 1 to 100 entries. */
  readonly deliveryNotes?: readonly ItalianDeliveryNote[] | undefined;
}

/** The pension fund of an Italian professional, and the rate of its contribution. */
export interface ItalianPensionFund {
  /**
   * The fund (`TipoCassa`), such as `TC01` (lawyers), `TC02` (accountants), `TC04` (engineers and architects) or `TC22`
   * (INPS).
   */
  readonly type: "TC01" | "TC02" | "TC03" | "TC04" | "TC05" | "TC06" | "TC07" | "TC08" | "TC09" | "TC10" | "TC11" | "TC12" | "TC13" | "TC14" | "TC15" | "TC16" | "TC17" | "TC18" | "TC19" | "TC20" | "TC21" | "TC22";
  /** The rate of the contribution (`AlCassa`). 0 to 100. */
  readonly percent: number;
}

/** What a line of a seller in Italy needs. */
export interface ItalianLine {
  /**
   * Why the line is without VAT (`Natura`), such as `N1` (outside the taxable base), `N3.5` (declaration of intent),
   * `N5` (margin scheme) or `N6.7` (domestic reverse charge in construction). Absent: what follows from the category of
   * VAT.
   */
  readonly nature?: "N1" | "N2.1" | "N2.2" | "N3.1" | "N3.2" | "N3.3" | "N3.4" | "N3.5" | "N3.6" | "N4" | "N5" | "N6.1" | "N6.2" | "N6.3" | "N6.4" | "N6.5" | "N6.6" | "N6.7" | "N6.8" | "N6.9" | "N7" | undefined;
  /**
   * Whether the order's `withholdings` are levied on the line (`Ritenuta`). Absent: yes, unless the line is a
   * `pensionFund`.
   */
  readonly withheld?: boolean | undefined;
  /** Makes the line the contribution to a pension fund (`DatiCassaPrevidenziale`). */
  readonly pensionFund?: ItalianPensionFund | undefined;
}

/** A unit of a local authority, or a member of a VAT group, in Poland. */
export interface PolishUnit {
  /** Its name (`Nazwa`). 1 to 200 characters. */
  readonly name: string;
  /**
   * Its tax number (`NIP`), or its internal identifier in KSeF (`IDWew`). 10 digits of a NIP, or a NIP, a hyphen and 5
   * digits.
   */
  readonly id: string;
}

/** A line of the order that an advance of a seller in Poland is paid on. */
export interface PolishOrderedItem {
  /** What was ordered (`P_7Z`). 1 to 512 characters. */
  readonly description: string;
  /** How many (`P_8BZ`), with up to six decimals. Above 0. */
  readonly quantity: number;
  /** What is counted (`P_8AZ`). 1 to 256 characters. Absent: `szt.`. */
  readonly unit?: string | undefined;
  /** The price of one without VAT (`P_9AZ`), with up to eight decimals. 0 or more. */
  readonly unitPrice: number;
  /** Its VAT rate in percent (`P_12Z`), which the invoice charges too. 0 to 100. */
  readonly taxRate: number;
}

/** What an invoice of a seller in Poland needs. */
export interface PolishOrder {
  /**
   * Of an invoice for a payment in advance: all that was ordered, at its full price (`Zamowienie`). 1 to 1,000 entries.
   *
   * @see Ustawa o VAT, art. 106f ust. 1 pkt 4
   */
  readonly orderedItems?: readonly PolishOrderedItem[] | undefined;
  /**
   * The unit of a local authority that the invoice is for (`JST` 1, `Podmiot3` in role 8). Absent: `JST` 2: it is for
   * none.
   */
  readonly localUnit?: PolishUnit | undefined;
  /**
   * The member of a VAT group that the invoice is for (`GV` 1, `Podmiot3` in role 10). Absent: `GV` 2: it is for none.
   */
  readonly groupMember?: PolishUnit | undefined;
  /**
   * What law the reason of an exemption names: the Polish act or an order under it (`P_19A`), Directive 2006/112/EC
   * (`P_19B`), or another one (`P_19C`). Absent: `act`.
   *
   * @see Ustawa o VAT, art. 106e ust. 1 pkt 19
   */
  readonly exemptionBasis?: "act" | "directive" | "other" | undefined;
  /**
   * Whether the client must pay by split payment (`P_18A`). Absent: yes if a line is of annex 15 and the total is above
   * PLN 15,000.
   *
   * @see Ustawa o VAT, art. 108a ust. 1a
   */
  readonly splitPayment?: boolean | undefined;
  /**
   * When a correction takes effect in the VAT records: `1` on the date of the invoice, `2` on its own date, `3` on
   * another one (`TypKorekty`).
   */
  readonly correctionType?: "1" | "2" | "3" | undefined;
}

/** What a line of a seller in Poland needs. */
export interface PolishLine {
  /**
   * Its class in the Polish Classification of Products and Services (`PKWiU`). Digits with full stops, such as
   * 62.01.11.0.
   */
  readonly pkwiu?: string | undefined;
  /**
   * Its group of goods and services (`GTU`), such as `GTU_06` (electronics) or `GTU_12` (consulting and other
   * intangible services).
   */
  readonly goodsGroup?: "GTU_01" | "GTU_02" | "GTU_03" | "GTU_04" | "GTU_05" | "GTU_06" | "GTU_07" | "GTU_08" | "GTU_09" | "GTU_10" | "GTU_11" | "GTU_12" | "GTU_13" | undefined;
  /**
   * Its procedure (`Procedura`), such as `I_42` (supply after import under procedure 42) or `B_SPV` (single-purpose
   * voucher). Absent: `TT_D` of a triangular sale, `WSTO_EE` of goods and digital services declared through OSS, else
   * none.
   */
  readonly procedure?: "WSTO_EE" | "IED" | "TT_D" | "I_42" | "I_63" | "B_SPV" | "B_SPV_DOSTAWA" | "B_MPV_PROWIZJA" | undefined;
  /**
   * Whether it is in annex 15, the goods and services of split payment (`P_12_Zal_15`). Absent: no.
   *
   * @see Ustawa o VAT, załącznik nr 15
   */
  readonly annex15?: boolean | undefined;
}

/**
 * A series of a seller in Portugal, as it is told to the tax authority.
 *
 * @see Portaria 195/2020
 */
export interface PortugueseSeries {
  /**
   * Its prefix here: `invoicePrefix`, `creditNotePrefix` or that of one of `series`. 1 to 20 ASCII letters, digits,
   * `.`, `_`, `/` or inner `-`.
   */
  readonly prefix: string;
  /**
   * Its documents: `FT` invoices, `FS` simplified invoices, `FR` invoice-receipts, `ND` debit notes, `NC` credit notes.
   */
  readonly type: "FT" | "FS" | "FR" | "ND" | "NC";
  /**
   * The validation code that the tax authority gave the series, which begins the ATCUD. 8 to 40 capital letters and
   * digits.
   *
   * @see Portaria 195/2020
   */
  readonly code: string;
}

/** What invoices of a seller in Portugal need. */
export interface PortugueseProfile {
  /** Its series, as they were told to the tax authority before their first document. 1 to 100 entries. */
  readonly series?: readonly PortugueseSeries[] | undefined;
  /** Why its exempt sales are without VAT (`TaxExemptionCode`), where lines do not say it. M and 2 digits. */
  readonly exemption?: string | undefined;
}

/** What a line of a seller in Portugal needs. */
export interface PortugueseLine {
  /**
   * Why it is without VAT (`TaxExemptionCode`), by the tax authority's table, such as `M07`; only of lines without VAT.
   * M and 2 digits.
   */
  readonly exemption?: string | undefined;
  /**
   * Whose VAT it is (`TaxCountryRegion`): that of the mainland, the Azores or Madeira. Absent: what the rate says, else
   * where the company is.
   */
  readonly region?: "PT" | "PT-AC" | "PT-MA" | undefined;
  /**
   * What is sold (`ProductType`): `P` goods, `S` services, `O` other things such as freight, `E` excise duty, `I` other
   * taxes. Absent: `P` of goods, else `S`.
   */
  readonly productType?: "P" | "S" | "O" | "E" | "I" | undefined;
}

/** A client's identification in a record of Veri*factu. */
export interface SpanishClientId {
  /**
   * `02` VAT number of another member state, `03` passport, `04` official document of the country of residence, `05`
   * certificate of residence, `06` another document, `07` a NIF that the tax agency does not know (`IDType`).
   */
  readonly type: "02" | "03" | "04" | "05" | "06" | "07";
  /** The identification (`ID`). 1 to 20 characters. */
  readonly id: string;
  /** The country that issued it (`CodigoPais`). ISO 3166-1 alpha-2. Absent: `clientCountry`. */
  readonly country?: CountryCode | undefined;
}

/** The amounts that a Spanish corrected invoice replaces. */
export interface SpanishReplaced {
  /** Without VAT, in euros (`BaseRectificada`). */
  readonly net: number;
  /** The VAT, in euros (`CuotaRectificada`). */
  readonly tax: number;
  /** The equivalence surcharge, in euros (`CuotaRecargoRectificado`). Absent: none. */
  readonly surcharge?: number | undefined;
}

/** What invoices of a seller in Spain need. */
export interface SpanishProfile {
  /**
   * What it sells, if the order does not say it (`DescripcionOperacion`). 1 to 500 characters. Absent: the descriptions
   * of the lines.
   */
  readonly description?: string | undefined;
}

/** What an invoice of a seller in Spain needs. */
export interface SpanishOrder {
  /**
   * What is sold (`DescripcionOperacion`). 1 to 500 characters. Absent: the company's, else the descriptions of the
   * lines.
   */
  readonly description?: string | undefined;
  /**
   * `F1` invoice, `F2` simplified invoice, `F3` invoice in place of simplified ones, which `precedingInvoices` names
   * (`TipoFactura`). Absent: `F1` if the client has an identification, else `F2`.
   *
   * @see Real Decreto 1619/2012
   */
  readonly invoiceType?: "F1" | "F2" | "F3" | undefined;
  /**
   * The client's identification, if it has no VAT number (`IDOtro`). Absent: `clientVatNumber`, else abroad
   * `clientRegistrationNumber`.
   */
  readonly clientId?: SpanishClientId | undefined;
  /**
   * Why it corrects: `R1` returns, discounts and errors in law, `R2` insolvency, `R3` bad debt, `R4` other reasons
   * (`TipoFactura`). Corrections of simplified invoices are `R5`. Absent: `R1`.
   *
   * @see Ley 37/1992, artículo 80
   */
  readonly correctionType?: "R1" | "R2" | "R3" | "R4" | undefined;
  /** The amounts that a corrected invoice (384) replaces (`ImporteRectificacion`). */
  readonly replaced?: SpanishReplaced | undefined;
}

/** What a line of a seller in Spain needs. */
export interface SpanishLine {
  /**
   * Why it is without VAT: exempt by article 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 or 24 (`E4`), 25 (`E5`) or otherwise
   * (`E6`), not subject to VAT (`N1`), or not located in Spain (`N2`). Absent: what follows from the category of VAT.
   *
   * @see Ley 37/1992
   */
  readonly exemption?: "E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "N1" | "N2" | undefined;
  /**
   * Its regime (`ClaveRegimen`), such as `01` general, `07` cash accounting, `11` rental of business premises or `17`
   * OSS. Absent: what follows from the VAT.
   */
  readonly regime?: "01" | "02" | "04" | "07" | "08" | "09" | "11" | "15" | "17" | "18" | "19" | undefined;
  /**
   * Whether the client is a retailer who owes the equivalence surcharge on it (recargo de equivalencia). Absent: no.
   *
   * @see Ley 37/1992, artículos 154 and 156 to 163
   */
  readonly equivalenceSurcharge?: boolean | undefined;
  /**
   * The rate of the equivalence surcharge, in percent, such as `1.75` of tobacco. Above 0. At most 100. Absent: the
   * usual one at its rate of VAT: `5.2` at 21 %, `1.4` at 10 %, `0.5` at 4 %.
   *
   * @see Ley 37/1992, artículo 161
   */
  readonly surchargeRate?: number | undefined;
}

/** What the record of a line says otherwise than its document. */
export interface SpanishRecordLine {
  /** The line of the document, from 1. */
  readonly line: number;
  /**
   * Why it is without VAT: exempt by article 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 or 24 (`E4`), 25 (`E5`) or otherwise
   * (`E6`), not subject to VAT (`N1`), or not located in Spain (`N2`). Absent: what follows from the category of VAT.
   *
   * @see Ley 37/1992
   */
  readonly exemption?: "E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "N1" | "N2" | undefined;
  /**
   * Its regime (`ClaveRegimen`), such as `01` general, `07` cash accounting, `11` rental of business premises or `17`
   * OSS. Absent: what follows from the VAT.
   */
  readonly regime?: "01" | "02" | "04" | "07" | "08" | "09" | "11" | "15" | "17" | "18" | "19" | undefined;
}

/** What a record of Veri*factu says otherwise than its document. */
export interface SpanishRecord {
  /** The client as the tax agency knows it (`NombreRazon`). 1 to 120 characters. */
  readonly clientName?: string | undefined;
  /**
   * What is sold (`DescripcionOperacion`). 1 to 500 characters. Absent: the company's, else the descriptions of the
   * lines.
   */
  readonly description?: string | undefined;
  /**
   * `F1` invoice, `F2` simplified invoice, `F3` invoice in place of simplified ones, which `precedingInvoices` names
   * (`TipoFactura`). Absent: `F1` if the client has an identification, else `F2`.
   *
   * @see Real Decreto 1619/2012
   */
  readonly invoiceType?: "F1" | "F2" | "F3" | undefined;
  /**
   * The client's identification, if it has no VAT number (`IDOtro`). Absent: `clientVatNumber`, else abroad
   * `clientRegistrationNumber`.
   */
  readonly clientId?: SpanishClientId | undefined;
  /**
   * Why it corrects: `R1` returns, discounts and errors in law, `R2` insolvency, `R3` bad debt, `R4` other reasons
   * (`TipoFactura`). Corrections of simplified invoices are `R5`. Absent: `R1`.
   *
   * @see Ley 37/1992, artículo 80
   */
  readonly correctionType?: "R1" | "R2" | "R3" | "R4" | undefined;
  /** The amounts that a corrected invoice (384) replaces (`ImporteRectificacion`). */
  readonly replaced?: SpanishReplaced | undefined;
  /** What lines of the document are to the record, each line once at most. 1 to 1,000 entries. */
  readonly lines?: readonly SpanishRecordLine[] | undefined;
}

/** What the state of a company needs beside EN 16931, by state. */
export interface NationalProfile {
  /** What invoices of a seller in Spain need. */
  readonly es?: SpanishProfile | undefined;
  /** What invoices of a seller in France need. */
  readonly fr?: FrenchProfile | undefined;
  /** What invoices of a seller in Croatia need. */
  readonly hr?: CroatianProfile | undefined;
  /** What invoices of a seller in Hungary need. */
  readonly hu?: HungarianProfile | undefined;
  /** What invoices of a seller in Italy need. */
  readonly it?: ItalianProfile | undefined;
  /** What invoices of a seller in Portugal need. */
  readonly pt?: PortugueseProfile | undefined;
}

/** What the state of the seller needs beside EN 16931 on one invoice, by state. */
export interface NationalOrder {
  /** What an invoice of a seller in Germany needs. */
  readonly de?: GermanOrder | undefined;
  /** What an invoice of a seller in Spain needs. */
  readonly es?: SpanishOrder | undefined;
  /** What an invoice of a seller in Croatia needs. */
  readonly hr?: CroatianOrder | undefined;
  /** What an invoice of a seller in Hungary needs. */
  readonly hu?: HungarianOrder | undefined;
  /** What an invoice of a seller in Italy needs. */
  readonly it?: ItalianOrder | undefined;
  /** What an invoice of a seller in Poland needs. */
  readonly pl?: PolishOrder | undefined;
}

/** What the state of the seller needs beside EN 16931 on one line, by state. */
export interface NationalLine {
  /** What a line of a seller in Spain needs. */
  readonly es?: SpanishLine | undefined;
  /** What a line of a seller in Hungary needs. */
  readonly hu?: HungarianLine | undefined;
  /** What a line of a seller in Italy needs. */
  readonly it?: ItalianLine | undefined;
  /** What a line of a seller in Poland needs. */
  readonly pl?: PolishLine | undefined;
  /** What a line of a seller in Portugal needs. */
  readonly pt?: PortugueseLine | undefined;
}
