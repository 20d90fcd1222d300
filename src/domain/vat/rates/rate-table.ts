import type { CalendarDay } from "../../calendar.ts";

/**
 * The kinds of VAT rates. A rate that is lawful for two reasons on one day counts as the kind that comes first. A `scheme`
 * rate is charged only by sellers of a special scheme, such as farmers, so a form offers it only to those who ask for it.
 *
 * @see Directive 2006/112/EC, articles 96, 98, 98(2), 110, 118, 119 and 281 to 301
 */
export const VAT_RATE_KINDS = [
  "standard",
  "reduced",
  "super-reduced",
  "zero",
  "parking",
  "temporary",
  "scheme",
] as const;

/** One of {@link VAT_RATE_KINDS}. */
export type VatRateKind = (typeof VAT_RATE_KINDS)[number];

/** A VAT rate and the days on which it applies. */
export interface VatRate {
  /** First day in force, `YYYY-MM-DD`, in the country's own calendar. */
  readonly since: string;
  /** Percent as an exact decimal string: `"25.5"` means 25.5 %. */
  readonly percent: string;
  /** Absent: `standard`. */
  readonly kind?: VatRateKind | undefined;
  /** Last day in force. Absent: it is still in force or, if it is a standard rate, until the next one begins. */
  readonly until?: string | undefined;
  /** The act or the tax authority's page that states the rate. For the built-in table, see docs/why/vat-rates.md. */
  readonly source?: string;
}

/**
 * Rates by country, ISO 3166-1 alpha-2: `GR`, not `EL`. Areas with their own rates have their id as key: `PT-20` (the
 * Azores), `PT-30` (Madeira), `AT-Jungholz`, `AT-Mittelberg`, `FR-20R` (Corsica), `GR-islands`.
 */
export type VatRates = Readonly<Record<string, readonly VatRate[]>>;

/**
 * The day on which the table was last checked against its sources. Changes enacted later are missing; pass your own
 * rows for those.
 *
 * @see docs/why/vat-rates.md for the sources
 */
export const vatRatesAsOf: CalendarDay = "2026-11-20";

/** Finnish VAT applies in Åland, with exceptions for goods that cross its border (Act 1266/1996, section 1). */
const FINNISH_RATES = [
  "25.5 2024-09-01", // Arvonlisäverolaki 84 §; AX: laki 1266/1996, 1 §
  "24 2013-01-01", // Arvonlisäverolaki 84 §; AX: laki 1266/1996, 1 §
  "23 2010-07-01", // Arvonlisäverolaki 84 §; AX: laki 1266/1996, 1 §
  "22 1994-06-01", // Arvonlisäverolaki 84 §
] as const;

/** Guadeloupe, Martinique and Réunion have French VAT at their own rates. */
const FRENCH_DEPARTMENT_RATES = [
  "8.5 2000-04-01", // Code général des impôts, art. 296 (loi 2000-656, art. 4)
] as const;

/**
 * Standard rates of the 27 member states, of the United Kingdom, Switzerland, Liechtenstein, Norway and Iceland, of the
 * four areas with their own rate, and of the four areas outside the EU VAT area that have their state's VAT. Includes
 * every rate in force on 2010-01-01 or later, with its true first day, and those of Croatia before it joined the EU on
 * 2013-07-01. The comment on a row names the act that states the rate. It is a comment instead of a `source`, because
 * nothing reads it at run time and minified bundles drop comments.
 *
 * A row is the percentage and its first day. Newest first, so the first row whose day is not after the tax point is in
 * force. The key of an area is for supplies made there: for Jungholz and Mittelberg, by a seller established there.
 *
 * @see Directive 2006/112/EC, articles 96, 97 and 104; docs/why/vat-rates.md for two sources per row;
 *   reduced-rate-table.ts for all other rates
 */
export const STANDARD_RATES = {
  AT: ["20 1984-01-01"], // UStG 1994 § 10 Abs. 1 (zuvor UStG 1972 § 10)
  "AT-Jungholz": ["19 2007-01-01"], // UStG 1994 § 10 Abs. 4
  "AT-Mittelberg": ["19 2007-01-01"], // UStG 1994 § 10 Abs. 4
  AX: FINNISH_RATES,
  BE: ["21 1996-01-01"], // Koninklijk besluit nr. 20 van 20 juli 1970, art. 1
  BG: ["20 1999-01-01"], // ЗДДС чл. 66, ал. 1
  CH: [
    "8.1 2024-01-01", // MWSTG (SR 641.20) Art. 25 Abs. 1
    "7.7 2018-01-01", // MWSTG (SR 641.20) Art. 25 Abs. 1
    "8 2011-01-01", // MWSTG (SR 641.20) Art. 25 Abs. 1
    "7.6 2001-01-01", // MWSTG 1999, ab 2010 MWSTG (SR 641.20) Art. 25 Abs. 1
  ],
  CY: [
    "19 2014-01-13", // VAT Law 95(I)/2000 as amended by Law 167(I)/2012
    "18 2013-01-14", // VAT Law 95(I)/2000 as amended by Law 167(I)/2012
    "17 2012-03-01", // VAT Law 95(I)/2000
    "15 2003-01-01", // VAT Law 95(I)/2000
  ],
  CZ: [
    "21 2013-01-01", // Zákon č. 235/2004 Sb. § 47 odst. 1
    "20 2010-01-01", // Zákon č. 235/2004 Sb. § 47 odst. 1
  ],
  DE: [
    "19 2021-01-01", // UStG § 12 Abs. 1
    "16 2020-07-01", // UStG § 28 Abs. 1 (Zweites Corona-Steuerhilfegesetz, Art. 3)
    "19 2007-01-01", // UStG § 12 Abs. 1 (Haushaltsbegleitgesetz 2006, Art. 4)
  ],
  DK: ["25 1992-01-01"], // Momsloven § 33
  EE: [
    "24 2025-07-01", // Käibemaksuseadus § 15 lg 1
    "22 2024-01-01", // Käibemaksuseadus § 15 lg 1
    "20 2009-07-01", // Käibemaksuseadus § 15 lg 1
  ],
  ES: [
    "21 2012-09-01", // Ley 37/1992 art. 90.Uno (Real Decreto-ley 20/2012, art. 23)
    "18 2010-07-01", // Ley 37/1992 art. 90.Uno
    "16 1995-01-01", // Ley 37/1992 art. 90.Uno
  ],
  FI: FINNISH_RATES,
  FR: [
    "20 2014-01-01", // Code général des impôts, art. 278
    "19.6 2000-04-01", // Code général des impôts, art. 278
  ],
  GB: [
    "20 2011-01-04", // Value Added Tax Act 1994 s. 2(1) (Finance (No. 2) Act 2010 s. 3)
    "17.5 2010-01-01", // Value Added Tax Act 1994 s. 2(1)
  ],
  GP: FRENCH_DEPARTMENT_RATES,
  GR: [
    "24 2016-06-01", // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21, ν. 4389/2016 άρθρο 52
    "23 2010-07-01", // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21
    "21 2010-03-15", // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21
    "19 2005-04-01", // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21
  ],
  HR: [
    "25 2012-03-01", // Zakon o porezu na dodanu vrijednost, čl. 38. st. 1.
    "23 2009-08-01", // Zakon o porezu na dodanu vrijednost (NN 47/95)
  ],
  HU: [
    "27 2012-01-01", // 2007. évi CXXVII. törvény (Áfa tv.) 82. § (1)
    "25 2009-07-01", // 2007. évi CXXVII. törvény (Áfa tv.) 82. § (1)
  ],
  IE: [
    "23 2021-03-01", // Value-Added Tax Consolidation Act 2010 s. 46(1)(a)
    "21 2020-09-01", // Value-Added Tax Consolidation Act 2010 s. 46(1)(a), July Stimulus
    "23 2012-01-01", // Value-Added Tax Consolidation Act 2010 s. 46(1)(a)
    "21 2010-01-01", // Value-Added Tax Act 1972 s. 11(1), later Act of 2010 s. 46(1)
  ],
  IS: [
    "24 2015-01-01", // Lög nr. 50/1988 um virðisaukaskatt, 14. gr.
    "25.5 2010-01-01", // Lög nr. 50/1988 um virðisaukaskatt, 14. gr.
  ],
  IT: [
    "22 2013-10-01", // D.P.R. 633/1972 art. 16 (D.L. 98/2011 art. 40, comma 1-ter)
    "21 2011-09-17", // D.P.R. 633/1972 art. 16 (D.L. 138/2011)
    "20 1997-10-01", // D.P.R. 633/1972 art. 16
  ],
  LI: [
    "8.1 2024-01-01", // MWSTG (LGBl. 2009 Nr. 330) Art. 25 Abs. 1
    "7.7 2018-01-01", // MWSTG (LGBl. 2009 Nr. 330) Art. 25 Abs. 1
    "8 2011-01-01", // MWSTG (LGBl. 2009 Nr. 330) Art. 25 Abs. 1 (LGBl. 2010 Nr. 186)
    "7.6 2001-01-01", // Vertrag mit der Schweiz von 1994, ab 2010 MWSTG Art. 25 Abs. 1
  ],
  LT: ["21 2009-09-01"], // Pridėtinės vertės mokesčio įstatymas, 19 str.
  LU: [
    "17 2024-01-01", // Loi TVA du 12 février 1979, art. 39
    "16 2023-01-01", // Loi TVA du 12 février 1979, art. 39 (loi du 26 octobre 2022)
    "17 2015-01-01", // Loi TVA du 12 février 1979, art. 39 (loi du 19 décembre 2014)
    "15 1992-01-01", // Loi TVA du 12 février 1979, art. 39
  ],
  LV: [
    "21 2012-07-01", // Pievienotās vērtības nodokļa likums, 41. pants
    "22 2011-01-01", // Likums “Par pievienotās vērtības nodokli”
    "21 2009-01-01", // Likums “Par pievienotās vērtības nodokli”
  ],
  MQ: FRENCH_DEPARTMENT_RATES,
  MT: ["18 2004-01-01"], // Value Added Tax Act (Cap. 406), Part IV
  NL: [
    "21 2012-10-01", // Wet op de omzetbelasting 1968, art. 9 lid 1
    "19 2001-01-01", // Wet op de omzetbelasting 1968, art. 9 lid 1
  ],
  NO: ["25 2005-01-01"], // Stortingets vedtak om merverdiavgift; merverdiavgiftsloven § 5-1
  PL: [
    "23 2011-01-01", // Ustawa o VAT art. 146a, od 2019 art. 146aa, od 2024 art. 146ef
    "22 1993-07-05", // Ustawa z 8 stycznia 1993, od 2004 ustawa o VAT art. 41 ust. 1
  ],
  PT: [
    "23 2011-01-01", // Código do IVA art. 18.º n.º 1 c) (Lei 55-A/2010)
    "21 2010-07-01", // Código do IVA art. 18.º n.º 1 c) (Lei 12-A/2010)
    "20 2008-07-01", // Código do IVA art. 18.º n.º 1 c) (Lei 26-A/2008)
  ],
  "PT-20": [
    "16 2021-07-01", // Decreto Legislativo Regional 15-A/2021/A
    "18 2014-01-01", // Decreto-Lei 347/85 art. 1.º (Lei 83-C/2013)
    "16 2011-01-01", // Decreto-Lei 347/85 art. 1.º (Lei 55-A/2010)
    "15 2010-07-01", // Decreto-Lei 347/85 art. 1.º (Lei 12-A/2010)
    "14 2008-07-01", // Decreto-Lei 347/85 art. 1.º (Lei 26-A/2008)
  ],
  "PT-30": [
    "22 2012-04-01", // Decreto-Lei 347/85 art. 1.º (Lei 14-A/2012)
    "16 2011-01-01", // Decreto-Lei 347/85 art. 1.º (Lei 55-A/2010)
    "15 2010-07-01", // Decreto-Lei 347/85 art. 1.º (Lei 12-A/2010)
    "14 2008-07-01", // Decreto-Lei 347/85 art. 1.º (Lei 26-A/2008)
  ],
  RE: FRENCH_DEPARTMENT_RATES,
  RO: [
    "21 2025-08-01", // Codul fiscal art. 291 alin. (1) (Legea 141/2025)
    "19 2017-01-01", // Codul fiscal art. 291 alin. (1)
    "20 2016-01-01", // Codul fiscal (Legea 227/2015) art. 291 alin. (1)
    "24 2010-07-01", // Codul fiscal (Legea 571/2003) art. 140 alin. (1)
    "19 2000-01-01", // Din 2004 Codul fiscal (Legea 571/2003) art. 140 alin. (1)
  ],
  SE: ["25 1990-07-01"], // Mervärdesskattelagen (2023:200) 9 kap. (först lag 1990:575)
  SI: [
    "22 2013-07-01", // ZDDV-1, 41. člen (ZIPRS1314-A)
    "20 2002-01-01", // ZDDV-1, 41. člen
  ],
  SK: [
    "23 2025-01-01", // Zákon č. 222/2004 Z. z. § 27 (zákon č. 278/2024 Z. z.)
    "20 2011-01-01", // Zákon č. 222/2004 Z. z. § 27
    "19 2004-01-01", // Zákon č. 289/1995 Z. z., od mája 2004 č. 222/2004 Z. z. § 27
  ],
} as const satisfies Record<string, readonly `${number} ${string}`[]>;
