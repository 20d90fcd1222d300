// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { NationalFields } from "../national-field.ts";

/** The fields that only one state's documents need, by form and state. */
export const NATIONAL_FIELDS: NationalFields = {
  profile: {
    es: [
      {"path":"description","kind":"text","max":500,"text":"What it sells, if the order does not say it (`DescripcionOperacion`)"},
    ],
    fr: [
      {"path":"vatOnDebits","kind":"yes-no","text":"Whether it owes the VAT on its services when it invoices them, rather than when it is paid. Its invoices then say so"},
    ],
    hr: [
      {"path":"operator/name","kind":"text","max":200,"text":"The operator's name"},
      {"path":"operator/oib","kind":"text","text":"The operator's personal number (OIB)"},
      {"path":"register","kind":"text","text":"Its cash register, if all registers of its business premises share one run of numbers (`OznNapUr`)"},
    ],
    hu: [
      {"path":"taxNumber","kind":"text","text":"Its tax number; of a member of a VAT group that of the group (`supplierTaxNumber`)"},
      {"path":"groupMember","kind":"text","text":"Its own tax number, if it is a member of a VAT group (`groupMemberTaxNumber`)"},
      {"path":"smallTaxpayer","kind":"yes-no","text":"Whether it pays the itemised tax of small taxpayers, kata (`smallBusinessIndicator`)"},
      {"path":"appearance","kind":"choice","options":["PAPER","ELECTRONIC","EDI","UNKNOWN"],"text":"How its invoices appear, if the order does not say it (`invoiceAppearance`)"},
    ],
    it: [
      {"path":"taxRegime","kind":"choice","options":["RF01","RF02","RF04","RF05","RF06","RF07","RF08","RF09","RF10","RF11","RF12","RF13","RF14","RF15","RF16","RF17","RF18","RF19","RF20"],"text":"Its tax regime (`RegimeFiscale`), such as `RF01` (ordinary), `RF02` (minimum taxpayer), `RF17` (cash accounting), `RF19` (flat rate) or `RF20` (cross-border exemption)"},
      {"path":"person/firstName","kind":"text","max":60,"text":"The first name (`Nome`)"},
      {"path":"person/lastName","kind":"text","max":60,"text":"The last name (`Cognome`)"},
      {"path":"registration/office","kind":"text","text":"The province of the office (`Ufficio`)"},
      {"path":"registration/number","kind":"text","max":20,"text":"The number (`NumeroREA`)"},
      {"path":"registration/capital","kind":"number","text":"The paid-up capital in euros (`CapitaleSociale`); only of companies with shares"},
      {"path":"registration/soleShareholder","kind":"yes-no","text":"Whether it has one shareholder, or more (`SocioUnico`); only of companies with shares"},
      {"path":"registration/inLiquidation","kind":"yes-no","text":"Whether it is being wound up (`StatoLiquidazione`)"},
      {"path":"transmitter","kind":"text","text":"Who sends its files to the exchange system (`IdTrasmittente`): country and tax code"},
    ],
    pt: [
      {"path":"series/#/prefix","kind":"text","text":"Its prefix here: `invoicePrefix`, `creditNotePrefix` or that of one of `series`","most":100},
      {"path":"series/#/type","kind":"choice","options":["FT","FS","FR","ND","NC"],"text":"Its documents: `FT` invoices, `FS` simplified invoices, `FR` invoice-receipts, `ND` debit notes, `NC` credit notes","most":100},
      {"path":"series/#/code","kind":"text","text":"The validation code that the tax authority gave the series, which begins the ATCUD","most":100},
      {"path":"exemption","kind":"text","text":"Why its exempt sales are without VAT (`TaxExemptionCode`), where lines do not say it"},
    ],
  },
  client: {
    es: [
      {"path":"clientId/type","kind":"choice","options":["02","03","04","05","06","07"],"text":"`02` VAT number of another member state, `03` passport, `04` official document of the country of residence, `05` certificate of residence, `06` another document, `07` a NIF that the tax agency does not know (`IDType`)"},
      {"path":"clientId/id","kind":"text","max":20,"text":"The identification (`ID`)"},
      {"path":"clientId/country","kind":"text","text":"The country that issued it (`CodigoPais`)"},
    ],
    hu: [
      {"path":"clientTaxNumber","kind":"text","text":"The client's tax number; of a member of a VAT group that of the group (`customerTaxNumber`)"},
      {"path":"clientGroupMember","kind":"text","text":"The client's own tax number, if it is a member of a VAT group (`groupMemberTaxNumber`)"},
      {"path":"appearance","kind":"choice","options":["PAPER","ELECTRONIC","EDI","UNKNOWN"],"text":"How the invoice appears: on paper, electronically, by EDI, or not known yet (`invoiceAppearance`)"},
      {"path":"reportIsInvoice","kind":"yes-no","text":"Whether the report itself is the electronic invoice (`completenessIndicator`)"},
    ],
    it: [
      {"path":"recipientCode","kind":"text","text":"The client's code in the exchange system (`CodiceDestinatario`): 7 letters and digits, or 6 of a public office, whose file is `FPA12`"},
      {"path":"clientPerson/firstName","kind":"text","max":60,"text":"The first name (`Nome`)"},
      {"path":"clientPerson/lastName","kind":"text","max":60,"text":"The last name (`Cognome`)"},
      {"path":"splitPayment","kind":"yes-no","text":"Whether the client pays the VAT to the state instead of the company (`EsigibilitaIVA` `S`)"},
    ],
    pl: [
      {"path":"localUnit/name","kind":"text","max":200,"text":"Its name (`Nazwa`)"},
      {"path":"localUnit/id","kind":"text","text":"Its tax number (`NIP`), or its internal identifier in KSeF (`IDWew`)"},
      {"path":"groupMember/name","kind":"text","max":200,"text":"Its name (`Nazwa`)"},
      {"path":"groupMember/id","kind":"text","text":"Its tax number (`NIP`), or its internal identifier in KSeF (`IDWew`)"},
    ],
  },
  order: {
    de: [
      {"path":"workOnLand","kind":"yes-no","text":"Whether it is work on land or a building. The page then tells a private client to keep the invoice for two years","isOfSale":true},
    ],
    es: [
      {"path":"description","kind":"text","max":500,"text":"What is sold (`DescripcionOperacion`)","isOfSale":true},
      {"path":"invoiceType","kind":"choice","options":["F1","F2","F3"],"text":"`F1` invoice, `F2` simplified invoice, `F3` invoice in place of simplified ones, which `precedingInvoices` names (`TipoFactura`)","isOfSale":true},
      {"path":"correctionType","kind":"choice","options":["R1","R2","R3","R4"],"text":"Why it corrects: `R1` returns, discounts and errors in law, `R2` insolvency, `R3` bad debt, `R4` other reasons (`TipoFactura`). Corrections of simplified invoices are `R5`","isOfSale":true},
      {"path":"replaced/net","kind":"number","text":"Without VAT, in euros (`BaseRectificada`)","isOfSale":true},
      {"path":"replaced/tax","kind":"number","text":"The VAT, in euros (`CuotaRectificada`)","isOfSale":true},
      {"path":"replaced/surcharge","kind":"number","text":"The equivalence surcharge, in euros (`CuotaRecargoRectificado`)","isOfSale":true},
    ],
    hr: [
      {"path":"operator/name","kind":"text","max":200,"text":"The operator's name"},
      {"path":"operator/oib","kind":"text","text":"The operator's personal number (OIB)"},
      {"path":"register","kind":"text","text":"The cash register, if all registers of the business premises share one run of numbers (`OznNapUr`)"},
      {"path":"fiscalized","kind":"yes-no","text":"Whether the invoice to a business is reported like one to a consumer, because it is not sent as an electronic invoice","isOfSale":true},
      {"path":"paperNumber","kind":"text","max":100,"text":"The number of the paper invoice that was issued while the cash register did not work (`ParagonBrRac`)","isOfSale":true},
    ],
    hu: [
      {"path":"advances/#/number","kind":"text","max":50,"text":"The number of its invoice (`advanceOriginalInvoice`)","isOfSale":true,"most":100},
      {"path":"advances/#/paidOn","kind":"day","text":"The day on which it was paid (`advancePaymentDate`)","isOfSale":true,"most":100},
      {"path":"advances/#/exchangeRate","kind":"number","text":"The rate to HUF of its invoice (`advanceExchangeRate`)","isOfSale":true,"most":100},
    ],
    it: [
      {"path":"documentType","kind":"choice","options":["TD01","TD02","TD05","TD06","TD24","TD25"],"text":"The kind of invoice (`TipoDocumento`): `TD01` invoice, `TD02` down payment, `TD05` debit note, `TD06` fee of a professional, `TD24` and `TD25` deferred invoice. A credit note is `TD04`","isOfSale":true},
      {"path":"stampDuty","kind":"yes-no","text":"Whether stamp duty of EUR 2.00 is paid on it (`DatiBollo`)"},
      {"path":"deliveryNotes/#/number","kind":"text","max":20,"text":"Its number (`NumeroDDT`)","isOfSale":true,"most":100},
      {"path":"deliveryNotes/#/date","kind":"day","text":"Its date (`DataDDT`)","isOfSale":true,"most":100},
    ],
    pl: [
      {"path":"orderedItems/#/description","kind":"text","max":512,"text":"What was ordered (`P_7Z`)","isOfSale":true,"most":1000},
      {"path":"orderedItems/#/quantity","kind":"number","text":"How many (`P_8BZ`), with up to six decimals","isOfSale":true,"most":1000},
      {"path":"orderedItems/#/unit","kind":"text","max":256,"text":"What is counted (`P_8AZ`)","isOfSale":true,"most":1000},
      {"path":"orderedItems/#/unitPrice","kind":"number","text":"The price of one without VAT (`P_9AZ`), with up to eight decimals","isOfSale":true,"most":1000},
      {"path":"orderedItems/#/taxRate","kind":"number","text":"Its VAT rate in percent (`P_12Z`), which the invoice charges too","isOfSale":true,"most":1000},
      {"path":"exemptionBasis","kind":"choice","options":["act","directive","other"],"text":"What law the reason of an exemption names: the Polish act or an order under it (`P_19A`), Directive 2006/112/EC (`P_19B`), or another one (`P_19C`)"},
      {"path":"splitPayment","kind":"yes-no","text":"Whether the client must pay by split payment (`P_18A`)"},
      {"path":"correctionType","kind":"choice","options":["1","2","3"],"text":"When a correction takes effect in the VAT records: `1` on the date of the invoice, `2` on its own date, `3` on another one (`TypKorekty`)","isOfSale":true},
    ],
  },
  line: {
    es: [
      {"path":"exemption","kind":"choice","options":["E1","E2","E3","E4","E5","E6","N1","N2"],"text":"Why it is without VAT: exempt by article 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 or 24 (`E4`), 25 (`E5`) or otherwise (`E6`), not subject to VAT (`N1`), or not located in Spain (`N2`)"},
      {"path":"regime","kind":"choice","options":["01","02","04","07","08","09","11","15","17","18","19"],"text":"Its regime (`ClaveRegimen`), such as `01` general, `07` cash accounting, `11` rental of business premises or `17` OSS"},
      {"path":"equivalenceSurcharge","kind":"yes-no","text":"Whether the client is a retailer who owes the equivalence surcharge on it (recargo de equivalencia)"},
      {"path":"surchargeRate","kind":"number","text":"The rate of the equivalence surcharge, in percent, such as `1.75` of tobacco"},
    ],
    hu: [
      {"path":"vatCase","kind":"choice","options":["TAM","AAM","KBAET","KBAUK","EAM","NAM","ATK","EUFAD37","EUFADE","EUE","HO"],"text":"Why it is without VAT: by the nature of the activity (`TAM`) or of a person (`AAM`), within the EU (`KBAET`, new vehicles `KBAUK`), by export (`EAM`) or other international traffic (`NAM`), out of scope (`ATK`), taxed by the buyer in another member state (`EUFAD37`, `EUFADE`), taxed there otherwise (`EUE`), or in a third country (`HO`)"},
      {"path":"vtsz","kind":"text","text":"Its customs tariff number (`VTSZ`)"},
      {"path":"teszor","kind":"text","text":"Its class of services (`TESZOR`)"},
    ],
    it: [
      {"path":"nature","kind":"choice","options":["N1","N2.1","N2.2","N3.1","N3.2","N3.3","N3.4","N3.5","N3.6","N4","N5","N6.1","N6.2","N6.3","N6.4","N6.5","N6.6","N6.7","N6.8","N6.9","N7"],"text":"Why the line is without VAT (`Natura`), such as `N1` (outside the taxable base), `N3.5` (declaration of intent), `N5` (margin scheme) or `N6.7` (domestic reverse charge in construction)"},
      {"path":"withheld","kind":"yes-no","text":"Whether the order's `withholdings` are levied on the line (`Ritenuta`)"},
      {"path":"pensionFund/type","kind":"choice","options":["TC01","TC02","TC03","TC04","TC05","TC06","TC07","TC08","TC09","TC10","TC11","TC12","TC13","TC14","TC15","TC16","TC17","TC18","TC19","TC20","TC21","TC22"],"text":"The fund (`TipoCassa`), such as `TC01` (lawyers), `TC02` (accountants), `TC04` (engineers and architects) or `TC22` (INPS)"},
      {"path":"pensionFund/percent","kind":"number","text":"The rate of the contribution (`AlCassa`)"},
    ],
    pl: [
      {"path":"pkwiu","kind":"text","text":"Its class in the Polish Classification of Products and Services (`PKWiU`)"},
      {"path":"goodsGroup","kind":"choice","options":["GTU_01","GTU_02","GTU_03","GTU_04","GTU_05","GTU_06","GTU_07","GTU_08","GTU_09","GTU_10","GTU_11","GTU_12","GTU_13"],"text":"Its group of goods and services (`GTU`), such as `GTU_06` (electronics) or `GTU_12` (consulting and other intangible services)"},
      {"path":"procedure","kind":"choice","options":["WSTO_EE","IED","TT_D","I_42","I_63","B_SPV","B_SPV_DOSTAWA","B_MPV_PROWIZJA"],"text":"Its procedure (`Procedura`), such as `I_42` (supply after import under procedure 42) or `B_SPV` (single-purpose voucher)"},
      {"path":"annex15","kind":"yes-no","text":"Whether it is in annex 15, the goods and services of split payment (`P_12_Zal_15`)"},
    ],
    pt: [
      {"path":"exemption","kind":"text","text":"Why it is without VAT (`TaxExemptionCode`), by the tax authority's table, such as `M07`; only of lines without VAT"},
      {"path":"region","kind":"choice","options":["PT","PT-AC","PT-MA"],"text":"Whose VAT it is (`TaxCountryRegion`): that of the mainland, the Azores or Madeira"},
      {"path":"productType","kind":"choice","options":["P","S","O","E","I"],"text":"What is sold (`ProductType`): `P` goods, `S` services, `O` other things such as freight, `E` excise duty, `I` other taxes"},
    ],
  },
};
