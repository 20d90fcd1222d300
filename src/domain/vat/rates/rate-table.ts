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
 * Azores), `PT-30` (Madeira), `AT-Jungholz`, `AT-Mittelberg`, `FR-20R` (Corsica).
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
  { since: "2024-09-01", percent: "25.5" }, // Arvonlisäverolaki 84 §; AX: laki 1266/1996, 1 §
  { since: "2013-01-01", percent: "24" }, // Arvonlisäverolaki 84 §; AX: laki 1266/1996, 1 §
  { since: "2010-07-01", percent: "23" }, // Arvonlisäverolaki 84 §; AX: laki 1266/1996, 1 §
  { since: "1994-06-01", percent: "22" }, // Arvonlisäverolaki 84 §
] as const;

/** Guadeloupe, Martinique and Réunion have French VAT at their own rates. */
const FRENCH_DEPARTMENT_RATES = [
  { since: "2000-04-01", percent: "8.5" }, // Code général des impôts, art. 296 (loi 2000-656, art. 4)
] as const;

/**
 * Standard rates of the 27 member states, of the United Kingdom, Switzerland, Liechtenstein, Norway and Iceland, of the
 * four areas with their own rate, and of the four areas outside the EU VAT area that have their state's VAT. Includes
 * every rate in force on 2010-01-01 or later, with its true first day, and those of Croatia before it joined the EU on
 * 2013-07-01. The comment on a row names the act that states the rate. It is a comment instead of a `source`, because
 * nothing reads it at run time and minified bundles drop comments.
 *
 * Newest first, so the first row whose `since` is not after the tax point is in force. The key of an area is for
 * supplies made there: for Jungholz and Mittelberg, by a seller established there.
 *
 * @see Directive 2006/112/EC, articles 96, 97 and 104; docs/why/vat-rates.md for two sources per row;
 *   reduced-rate-table.ts for all other rates
 */
export const STANDARD_RATES = {
  AT: [{ since: "1984-01-01", percent: "20" }], // UStG 1994 § 10 Abs. 1 (zuvor UStG 1972 § 10)
  "AT-Jungholz": [{ since: "2007-01-01", percent: "19" }], // UStG 1994 § 10 Abs. 4
  "AT-Mittelberg": [{ since: "2007-01-01", percent: "19" }], // UStG 1994 § 10 Abs. 4
  AX: FINNISH_RATES,
  BE: [{ since: "1996-01-01", percent: "21" }], // Koninklijk besluit nr. 20 van 20 juli 1970, art. 1
  BG: [{ since: "1999-01-01", percent: "20" }], // ЗДДС чл. 66, ал. 1
  CH: [
    { since: "2024-01-01", percent: "8.1" }, // MWSTG (SR 641.20) Art. 25 Abs. 1
    { since: "2018-01-01", percent: "7.7" }, // MWSTG (SR 641.20) Art. 25 Abs. 1
    { since: "2011-01-01", percent: "8" }, // MWSTG (SR 641.20) Art. 25 Abs. 1
    { since: "2001-01-01", percent: "7.6" }, // MWSTG 1999, ab 2010 MWSTG (SR 641.20) Art. 25 Abs. 1
  ],
  CY: [
    { since: "2014-01-13", percent: "19" }, // VAT Law 95(I)/2000 as amended by Law 167(I)/2012
    { since: "2013-01-14", percent: "18" }, // VAT Law 95(I)/2000 as amended by Law 167(I)/2012
    { since: "2012-03-01", percent: "17" }, // VAT Law 95(I)/2000
    { since: "2003-01-01", percent: "15" }, // VAT Law 95(I)/2000
  ],
  CZ: [
    { since: "2013-01-01", percent: "21" }, // Zákon č. 235/2004 Sb. § 47 odst. 1
    { since: "2010-01-01", percent: "20" }, // Zákon č. 235/2004 Sb. § 47 odst. 1
  ],
  DE: [
    { since: "2021-01-01", percent: "19" }, // UStG § 12 Abs. 1
    { since: "2020-07-01", percent: "16" }, // UStG § 28 Abs. 1 (Zweites Corona-Steuerhilfegesetz, Art. 3)
    { since: "2007-01-01", percent: "19" }, // UStG § 12 Abs. 1 (Haushaltsbegleitgesetz 2006, Art. 4)
  ],
  DK: [{ since: "1992-01-01", percent: "25" }], // Momsloven § 33
  EE: [
    { since: "2025-07-01", percent: "24" }, // Käibemaksuseadus § 15 lg 1
    { since: "2024-01-01", percent: "22" }, // Käibemaksuseadus § 15 lg 1
    { since: "2009-07-01", percent: "20" }, // Käibemaksuseadus § 15 lg 1
  ],
  ES: [
    { since: "2012-09-01", percent: "21" }, // Ley 37/1992 art. 90.Uno (Real Decreto-ley 20/2012, art. 23)
    { since: "2010-07-01", percent: "18" }, // Ley 37/1992 art. 90.Uno
    { since: "1995-01-01", percent: "16" }, // Ley 37/1992 art. 90.Uno
  ],
  FI: FINNISH_RATES,
  FR: [
    { since: "2014-01-01", percent: "20" }, // Code général des impôts, art. 278
    { since: "2000-04-01", percent: "19.6" }, // Code général des impôts, art. 278
  ],
  GB: [
    { since: "2011-01-04", percent: "20" }, // Value Added Tax Act 1994 s. 2(1) (Finance (No. 2) Act 2010 s. 3)
    { since: "2010-01-01", percent: "17.5" }, // Value Added Tax Act 1994 s. 2(1)
  ],
  GP: FRENCH_DEPARTMENT_RATES,
  GR: [
    { since: "2016-06-01", percent: "24" }, // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21, ν. 4389/2016 άρθρο 52
    { since: "2010-07-01", percent: "23" }, // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21
    { since: "2010-03-15", percent: "21" }, // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21
    { since: "2005-04-01", percent: "19" }, // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21
  ],
  HR: [
    { since: "2012-03-01", percent: "25" }, // Zakon o porezu na dodanu vrijednost, čl. 38. st. 1.
    { since: "2009-08-01", percent: "23" }, // Zakon o porezu na dodanu vrijednost (NN 47/95)
  ],
  HU: [
    { since: "2012-01-01", percent: "27" }, // 2007. évi CXXVII. törvény (Áfa tv.) 82. § (1)
    { since: "2009-07-01", percent: "25" }, // 2007. évi CXXVII. törvény (Áfa tv.) 82. § (1)
  ],
  IE: [
    { since: "2021-03-01", percent: "23" }, // Value-Added Tax Consolidation Act 2010 s. 46(1)(a)
    { since: "2020-09-01", percent: "21" }, // Value-Added Tax Consolidation Act 2010 s. 46(1)(a), July Stimulus
    { since: "2012-01-01", percent: "23" }, // Value-Added Tax Consolidation Act 2010 s. 46(1)(a)
    { since: "2010-01-01", percent: "21" }, // Value-Added Tax Act 1972 s. 11(1), later Act of 2010 s. 46(1)
  ],
  IS: [
    { since: "2015-01-01", percent: "24" }, // Lög nr. 50/1988 um virðisaukaskatt, 14. gr.
    { since: "2010-01-01", percent: "25.5" }, // Lög nr. 50/1988 um virðisaukaskatt, 14. gr.
  ],
  IT: [
    { since: "2013-10-01", percent: "22" }, // D.P.R. 633/1972 art. 16 (D.L. 98/2011 art. 40, comma 1-ter)
    { since: "2011-09-17", percent: "21" }, // D.P.R. 633/1972 art. 16 (D.L. 138/2011)
    { since: "1997-10-01", percent: "20" }, // D.P.R. 633/1972 art. 16
  ],
  LI: [
    { since: "2024-01-01", percent: "8.1" }, // MWSTG (LGBl. 2009 Nr. 330) Art. 25 Abs. 1
    { since: "2018-01-01", percent: "7.7" }, // MWSTG (LGBl. 2009 Nr. 330) Art. 25 Abs. 1
    { since: "2011-01-01", percent: "8" }, // MWSTG (LGBl. 2009 Nr. 330) Art. 25 Abs. 1 (LGBl. 2010 Nr. 186)
    { since: "2001-01-01", percent: "7.6" }, // Vertrag mit der Schweiz von 1994, ab 2010 MWSTG Art. 25 Abs. 1
  ],
  LT: [{ since: "2009-09-01", percent: "21" }], // Pridėtinės vertės mokesčio įstatymas, 19 str.
  LU: [
    { since: "2024-01-01", percent: "17" }, // Loi TVA du 12 février 1979, art. 39
    { since: "2023-01-01", percent: "16" }, // Loi TVA du 12 février 1979, art. 39 (loi du 26 octobre 2022)
    { since: "2015-01-01", percent: "17" }, // Loi TVA du 12 février 1979, art. 39 (loi du 19 décembre 2014)
    { since: "1992-01-01", percent: "15" }, // Loi TVA du 12 février 1979, art. 39
  ],
  LV: [
    { since: "2012-07-01", percent: "21" }, // Pievienotās vērtības nodokļa likums, 41. pants
    { since: "2011-01-01", percent: "22" }, // Likums “Par pievienotās vērtības nodokli”
    { since: "2009-01-01", percent: "21" }, // Likums “Par pievienotās vērtības nodokli”
  ],
  MQ: FRENCH_DEPARTMENT_RATES,
  MT: [{ since: "2004-01-01", percent: "18" }], // Value Added Tax Act (Cap. 406), Part IV
  NL: [
    { since: "2012-10-01", percent: "21" }, // Wet op de omzetbelasting 1968, art. 9 lid 1
    { since: "2001-01-01", percent: "19" }, // Wet op de omzetbelasting 1968, art. 9 lid 1
  ],
  NO: [{ since: "2005-01-01", percent: "25" }], // Stortingets vedtak om merverdiavgift; merverdiavgiftsloven § 5-1
  PL: [
    { since: "2011-01-01", percent: "23" }, // Ustawa o VAT art. 146a, od 2019 art. 146aa, od 2024 art. 146ef
    { since: "1993-07-05", percent: "22" }, // Ustawa z 8 stycznia 1993, od 2004 ustawa o VAT art. 41 ust. 1
  ],
  PT: [
    { since: "2011-01-01", percent: "23" }, // Código do IVA art. 18.º n.º 1 c) (Lei 55-A/2010)
    { since: "2010-07-01", percent: "21" }, // Código do IVA art. 18.º n.º 1 c) (Lei 12-A/2010)
    { since: "2008-07-01", percent: "20" }, // Código do IVA art. 18.º n.º 1 c) (Lei 26-A/2008)
  ],
  "PT-20": [
    { since: "2021-07-01", percent: "16" }, // Decreto Legislativo Regional 15-A/2021/A
    { since: "2014-01-01", percent: "18" }, // Decreto-Lei 347/85 art. 1.º (Lei 83-C/2013)
    { since: "2011-01-01", percent: "16" }, // Decreto-Lei 347/85 art. 1.º (Lei 55-A/2010)
    { since: "2010-07-01", percent: "15" }, // Decreto-Lei 347/85 art. 1.º (Lei 12-A/2010)
    { since: "2008-07-01", percent: "14" }, // Decreto-Lei 347/85 art. 1.º (Lei 26-A/2008)
  ],
  "PT-30": [
    { since: "2012-04-01", percent: "22" }, // Decreto-Lei 347/85 art. 1.º (Lei 14-A/2012)
    { since: "2011-01-01", percent: "16" }, // Decreto-Lei 347/85 art. 1.º (Lei 55-A/2010)
    { since: "2010-07-01", percent: "15" }, // Decreto-Lei 347/85 art. 1.º (Lei 12-A/2010)
    { since: "2008-07-01", percent: "14" }, // Decreto-Lei 347/85 art. 1.º (Lei 26-A/2008)
  ],
  RE: FRENCH_DEPARTMENT_RATES,
  RO: [
    { since: "2025-08-01", percent: "21" }, // Codul fiscal art. 291 alin. (1) (Legea 141/2025)
    { since: "2017-01-01", percent: "19" }, // Codul fiscal art. 291 alin. (1)
    { since: "2016-01-01", percent: "20" }, // Codul fiscal (Legea 227/2015) art. 291 alin. (1)
    { since: "2010-07-01", percent: "24" }, // Codul fiscal (Legea 571/2003) art. 140 alin. (1)
    { since: "2000-01-01", percent: "19" }, // Din 2004 Codul fiscal (Legea 571/2003) art. 140 alin. (1)
  ],
  SE: [{ since: "1990-07-01", percent: "25" }], // Mervärdesskattelagen (2023:200) 9 kap. (först lag 1990:575)
  SI: [
    { since: "2013-07-01", percent: "22" }, // ZDDV-1, 41. člen (ZIPRS1314-A)
    { since: "2002-01-01", percent: "20" }, // ZDDV-1, 41. člen
  ],
  SK: [
    { since: "2025-01-01", percent: "23" }, // Zákon č. 222/2004 Z. z. § 27 (zákon č. 278/2024 Z. z.)
    { since: "2011-01-01", percent: "20" }, // Zákon č. 222/2004 Z. z. § 27
    { since: "2004-01-01", percent: "19" }, // Zákon č. 289/1995 Z. z., od mája 2004 č. 222/2004 Z. z. § 27
  ],
} as const satisfies Record<string, readonly VatRate[]>;
