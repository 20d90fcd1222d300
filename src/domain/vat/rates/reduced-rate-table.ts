import type { VatRateKind } from "./rate-table.ts";

/**
 * One rate: percent, kind, first day, last day. Without days it was in force on {@link REDUCED_RATES_SINCE} and still
 * is. A rate that has ended has both days.
 */
type RateText = `${number} ${Exclude<VatRateKind, "standard">}${"" | ` ${string}`}`;

/** The first day that {@link REDUCED_RATES} covers. */
export const REDUCED_RATES_SINCE = "2020-01-01";

/**
 * All rates in force since {@link REDUCED_RATES_SINCE} that are not standard rates, with their first and last days. The
 * comment on a row names the act that states the rate. A row says that the rate is lawful, not for what: each national
 * law lists the goods and services. So a rate that is lawful for two reasons on the same days has one row.
 *
 * {@link RATES_LIKE} names territories that also have the rates of another one.
 *
 * @see Directive 2006/112/EC, articles 98 to 129a and annex III; docs/why/vat-rates.md for what is left out
 */
export const REDUCED_RATES = {
  AT: [
    "13 reduced", // UStG 1994 § 10 Abs. 3
    "10 reduced", // UStG 1994 § 10 Abs. 2
    "5 temporary 2020-07-01 2021-12-31", // UStG 1994 § 28 Abs. 52 (Gastronomie, Beherbergung, Kultur)
    "4.9 super-reduced 2026-07-01", // UStG 1994 § 10 (Novelle 2026, Grundnahrungsmittel)
    "0 temporary 2020-04-14 2020-07-31", // UStG 1994 § 28 Abs. 50 (Schutzmasken)
    "0 temporary 2020-12-12 2022-12-31", // UStG 1994 § 28 Abs. 50; Richtlinie (EU) 2020/2020 (Impfstoffe)
    "0 zero 2023-01-01", // UStG 1994 § 6 Abs. 1 (Bahn), § 28 Abs. 62 (Photovoltaik 2024 und 2025)
  ],
  BE: [
    "12 reduced", // Koninklijk besluit nr. 20 van 20 juli 1970, tabel B
    "6 reduced", // Koninklijk besluit nr. 20 van 20 juli 1970, tabel A
    "0 zero", // Koninklijk besluit nr. 20 van 20 juli 1970, tabel C
  ],
  BG: [
    "9 reduced", // ЗДДС чл. 66, ал. 2
    "0 temporary 2020-12-12 2024-12-31", // ЗДДС чл. 66б (хляб, от 2022-07-01); Директива (ЕС) 2020/2020
  ],
  CH: [
    "3.8 reduced 2024-01-01 2027-12-31", // MWSTG (SR 641.20) Art. 25 Abs. 4 (Beherbergung)
    "3.7 reduced 2020-01-01 2023-12-31", // MWSTG (SR 641.20) Art. 25 Abs. 4 (Beherbergung)
    "2.6 reduced 2024-01-01", // MWSTG (SR 641.20) Art. 25 Abs. 2
    "2.5 reduced 2020-01-01 2023-12-31", // MWSTG (SR 641.20) Art. 25 Abs. 2
  ],
  CY: [
    "9 reduced", // VAT Law 95(I)/2000, schedule 12
    "5 reduced", // VAT Law 95(I)/2000, schedule 5
    "3 super-reduced 2023-07-21", // VAT Law 95(I)/2000 as amended in July 2023
    "0 temporary 2023-05-05 2023-07-20", // VAT Law 95(I)/2000, decrees of 2023
    "0 zero 2023-07-21", // VAT Law 95(I)/2000 as amended in July 2023, and decrees from 2023 to 2026
  ],
  CZ: [
    "15 reduced 2020-01-01 2023-12-31", // Zákon č. 235/2004 Sb. § 47
    "12 reduced 2024-01-01", // Zákon č. 235/2004 Sb. § 47 (zákon č. 349/2023 Sb.)
    "10 reduced 2020-01-01 2023-12-31", // Zákon č. 235/2004 Sb. § 47
    "0 temporary 2020-12-16 2022-12-31", // Rozhodnutí ministerstva financí 2020 a 2021 (očkování; elektřina, plyn)
    "0 zero 2024-01-01", // Zákon č. 235/2004 Sb. § 71i (zákon č. 349/2023 Sb., knihy)
  ],
  DE: [
    "10.7 scheme 2020-01-01 2021-12-31", // UStG § 24 Abs. 1 Nr. 3 (Durchschnittssatz der Landwirte)
    "9.5 scheme 2022-01-01 2022-12-31", // UStG § 24 Abs. 1 Nr. 3
    "9 scheme 2023-01-01 2024-12-05", // UStG § 24 Abs. 1 Nr. 3
    "8.4 scheme 2024-12-06 2024-12-31", // UStG § 24 Abs. 1 Nr. 3 (Jahressteuergesetz 2024)
    "7.8 scheme 2025-01-01", // UStG § 24 Abs. 1 Nr. 3 (Jahressteuergesetz 2024)
    "7 reduced 2020-01-01 2020-06-30", // UStG § 12 Abs. 2
    "7 reduced 2021-01-01", // UStG § 12 Abs. 2
    "5.5 scheme", // UStG § 24 Abs. 1 Nr. 1 (Durchschnittssatz der Forstwirte)
    "5 reduced 2020-07-01 2020-12-31", // UStG § 28 Abs. 2 (Zweites Corona-Steuerhilfegesetz, Art. 3)
    "0 zero 2023-01-01", // UStG § 12 Abs. 3 (Jahressteuergesetz 2022, Photovoltaik)
  ],
  DK: [
    "0 zero", // Momsloven § 34, stk. 1, nr. 18 (aviser)
  ],
  EE: [
    "20 temporary 2024-01-01 2025-06-30", // Käibemaksuseadus § 46 (enne 2023-05-01 sõlmitud lepingud)
    "13 reduced 2025-01-01", // Käibemaksuseadus § 15 lg 2² (majutus)
    "9 reduced", // Käibemaksuseadus § 15 lg 2
    "5 reduced 2022-08-01 2024-12-31", // Käibemaksuseadus § 15 lg 2¹ (ajakirjandus)
  ],
  ES: [
    "10 reduced", // Ley 37/1992 art. 91.Uno
    "7.5 temporary 2024-10-01 2024-12-31", // Real Decreto-ley 4/2024 (aceites, pastas)
    "5 temporary 2022-07-01 2024-09-30", // Real Decreto-ley 11/2022, 20/2022, 4/2024 (energía; aceites, pastas)
    "4 super-reduced", // Ley 37/1992 art. 91.Dos
    "2 temporary 2024-10-01 2024-12-31", // Real Decreto-ley 4/2024 (alimentos básicos)
    "0 temporary 2020-04-23 2022-04-09", // Real Decreto-ley 15/2020, 35/2020 (material sanitario, vacunas)
    "0 zero 2022-04-10", // Ley 37/1992 art. 91.Cuatro (Ley 7/2022); Real Decreto-ley 20/2022 (alimentos)
  ],
  FI: [
    "14 reduced 2020-01-01 2025-12-31", // Arvonlisäverolaki 85 §
    "13.5 reduced 2026-01-01", // Arvonlisäverolaki 85 §
    "10 reduced", // Arvonlisäverolaki 85 a §
    "0 zero", // Arvonlisäverolaki 56 § (jäsenlehdet)
  ],
  FR: [
    "10 reduced", // Code général des impôts, art. 278 bis à 279
    "5.5 reduced", // Code général des impôts, art. 278-0 bis
    "2.1 super-reduced", // Code général des impôts, art. 281 quater à 281 octies
    "0 temporary 2020-12-31 2022-12-31", // Code général des impôts, art. 278-0 bis M (vaccins)
  ],
  "FR-20R": [
    "13 reduced", // Code général des impôts, art. 297 (produits pétroliers)
    "0.9 super-reduced", // Code général des impôts, art. 297 (spectacles, animaux)
  ],
  GB: [
    "12.5 temporary 2021-10-01 2022-03-31", // Finance Act 2021 s. 92 (hospitality)
    "5 reduced", // Value Added Tax Act 1994 schedule 7A
    "0 zero", // Value Added Tax Act 1994 schedule 8
  ],
  GF: [
    "0 zero", // Code général des impôts, art. 294, 1 (la TVA n'y est pas applicable)
  ],
  GP: [
    "0 temporary 2025-03-01 2027-12-31", // Code général des impôts, art. 295 (loi de finances pour 2025)
  ],
  GR: [
    "13 reduced", // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21, παράρτημα III
    "6 reduced", // Κώδικας ΦΠΑ (ν. 2859/2000) άρθρο 21, παράρτημα III
    "4 super-reduced 2023-11-01", // ν. 5057/2023 (έργα για άτομα με αναπηρία)
    "0 zero 2020-12-12", // Κώδικας ΦΠΑ· οδηγία (ΕΕ) 2020/2020 (εμβόλια)
  ],
  "GR-islands": [
    "17 reduced 2021-07-01", // ν. 5144/2024 άρθρο 26 παρ. 4 (από 2026-01-01 και ν. 5246/2025)
    "9 reduced 2021-07-01", // ν. 5144/2024 άρθρο 26 παρ. 4
    "4 super-reduced 2021-07-01", // ν. 5144/2024 άρθρο 26 παρ. 4
    "3 super-reduced 2021-07-01", // ν. 5144/2024 άρθρο 26 παρ. 4
  ],
  HR: [
    "13 reduced", // Zakon o porezu na dodanu vrijednost, čl. 38. st. 3.
    "5 reduced", // Zakon o porezu na dodanu vrijednost, čl. 38. st. 2.
    "0 temporary 2021-01-01 2022-09-30", // Zakon o porezu na dodanu vrijednost (izmjene 2020., cjepiva)
    "0 zero 2022-10-01", // Zakon o porezu na dodanu vrijednost, čl. 38. st. 6. (NN 113/22)
  ],
  HU: [
    "18 reduced", // 2007. évi CXXVII. törvény (Áfa tv.) 82. § (3), 3/A. melléklet
    "5 reduced", // 2007. évi CXXVII. törvény (Áfa tv.) 82. § (2), 3. melléklet
    "0 zero 2024-01-01", // 2007. évi CXXVII. törvény (Áfa tv.) 82. § (4) (napilapok)
  ],
  IE: [
    "13.5 reduced", // Value-Added Tax Consolidation Act 2010 s. 46(1)(c), schedule 3
    "9 reduced", // Value-Added Tax Consolidation Act 2010 s. 46(1)(ca); hospitality: Finance Act 2025
    "4.8 super-reduced", // Value-Added Tax Consolidation Act 2010 s. 46(1)(d)
    "0 zero", // Value-Added Tax Consolidation Act 2010 s. 46(1)(b), schedule 2
  ],
  IS: [
    "11 reduced", // Lög nr. 50/1988 um virðisaukaskatt, 14. gr.
    "0 zero", // Lög nr. 50/1988 um virðisaukaskatt, 12. gr.
  ],
  IT: [
    "10 reduced", // D.P.R. 633/1972 tabella A, parte III
    "5 reduced", // D.P.R. 633/1972 tabella A, parte II-bis
    "4 super-reduced", // D.P.R. 633/1972 tabella A, parte II
    "0 temporary 2020-05-19 2022-12-31", // D.L. 34/2020 art. 124; L. 178/2020 art. 1, commi 452 e 453
  ],
  LT: [
    "12 reduced 2026-01-01", // Pridėtinės vertės mokesčio įstatymas, 19 str. (XV-287)
    "9 reduced 2020-01-01 2025-12-31", // Pridėtinės vertės mokesčio įstatymas, 19 str.
    "5 reduced", // Pridėtinės vertės mokesčio įstatymas, 19 str.
    "0 temporary 2022-01-01 2022-04-30", // XIV-942 (šildymas)
    "0 temporary 2022-10-01 2023-04-30", // 2022-09-27 įstatymas (šildymas)
    "0 temporary 2023-10-01 2024-04-30", // 2022-09-27 įstatymas (šildymas)
  ],
  LU: [
    "14 parking 2020-01-01 2022-12-31", // Loi TVA du 12 février 1979, art. 39
    "14 parking 2024-01-01", // Loi TVA du 12 février 1979, art. 39
    "13 parking 2023-01-01 2023-12-31", // Loi TVA du 12 février 1979, art. 39 (loi du 26 octobre 2022)
    "8 reduced 2020-01-01 2022-12-31", // Loi TVA du 12 février 1979, art. 39
    "8 reduced 2024-01-01", // Loi TVA du 12 février 1979, art. 39
    "7 reduced 2023-01-01 2023-12-31", // Loi TVA du 12 février 1979, art. 39 (loi du 26 octobre 2022)
    "3 super-reduced", // Loi TVA du 12 février 1979, art. 39
  ],
  LV: [
    "12 reduced", // Pievienotās vērtības nodokļa likums, 42. pants
    "5 temporary 2020-01-01 2021-12-31", // Pievienotās vērtības nodokļa likums (augļi un dārzeņi, līdz 2023)
    "5 reduced 2022-01-01", // Pievienotās vērtības nodokļa likums, 42. pants
  ],
  MQ: [
    "0 temporary 2025-03-01 2027-12-31", // Code général des impôts, art. 295 (loi de finances pour 2025)
  ],
  MT: [
    "12 parking 2024-01-01", // Value Added Tax Act (Cap. 406); Legal Notice 231 of 2023
    "7 reduced", // Value Added Tax Act (Cap. 406), schedule 8
    "5 reduced", // Value Added Tax Act (Cap. 406), schedule 8
    "0 zero", // Value Added Tax Act (Cap. 406), schedule 5, part 1
  ],
  NL: [
    "9 reduced", // Wet op de omzetbelasting 1968, tabel I
    "0 zero", // Wet op de omzetbelasting 1968, tabel II
  ],
  NO: [
    "15 reduced", // Stortingets vedtak om merverdiavgift § 2
    "12 reduced 2020-01-01 2020-03-31", // Stortingets vedtak om merverdiavgift § 3
    "12 reduced 2021-10-01", // Stortingets vedtak om merverdiavgift § 3
    "11.11 reduced", // Stortingets vedtak om merverdiavgift § 4 (viltlevende marine ressurser)
    "6 temporary 2020-04-01 2021-09-30", // Stortingets vedtak om merverdiavgift 2020
    "0 zero", // Merverdiavgiftsloven kap. 6
  ],
  PL: [
    "8 reduced", // Ustawa o VAT art. 41 ust. 2, art. 146aa, od 2024 art. 146ef
    "5 reduced", // Ustawa o VAT art. 41 ust. 2a
    "4 scheme", // Ustawa o VAT art. 114 (taksówki)
    "0 zero", // Ustawa o VAT art. 83; żywność 2022–2024: Tarcza antyinflacyjna 2.0
  ],
  PT: [
    "13 reduced", // Código do IVA art. 18.º n.º 1 b), lista II
    "6 reduced", // Código do IVA art. 18.º n.º 1 a), lista I
    "0 temporary 2023-04-18 2024-01-04", // Lei 17/2023, Lei 60-A/2023
  ],
  "PT-20": [
    "9 reduced", // Código do IVA art. 18.º n.º 3 b)
    "4 reduced", // Código do IVA art. 18.º n.º 3 a)
    "0 temporary 2023-04-18 2024-01-04", // Lei 17/2023, Lei 60-A/2023
  ],
  "PT-30": [
    "12 reduced", // Código do IVA art. 18.º n.º 3 b)
    "5 reduced 2020-01-01 2024-09-30", // Código do IVA art. 18.º n.º 3 a)
    "4 reduced 2024-10-01", // Decreto Legislativo Regional 6/2024/M
    "0 temporary 2023-04-18 2024-01-04", // Lei 17/2023, Lei 60-A/2023
  ],
  RE: [
    "2.1 reduced", // Code général des impôts, art. 296
    "1.75 super-reduced", // Code général des impôts, art. 296 bis
    "1.05 super-reduced", // Code général des impôts, art. 296 bis
  ],
  RO: [
    "11 reduced 2025-08-01", // Codul fiscal art. 291 alin. (2) (Legea 141/2025)
    "9 reduced 2020-01-01 2025-07-31", // Codul fiscal art. 291 alin. (2)
    "9 temporary 2025-08-01 2026-07-31", // Legea 141/2025 (locuințe cu avans)
    "5 reduced 2020-01-01 2025-07-31", // Codul fiscal art. 291 alin. (3)
    "0 zero 2023-01-01", // Codul fiscal art. 294 alin. (5)
  ],
  SE: [
    "12 reduced", // Mervärdesskattelagen (2023:200) 9 kap.
    "6 reduced", // Mervärdesskattelagen (2023:200) 9 kap.; livsmedel från 2026-04-01: prop. 2025/26:55
    "0 zero", // Mervärdesskattelagen (2023:200) 10 kap.
  ],
  SI: [
    "9.5 reduced", // ZDDV-1, 41. člen
    "5 reduced", // ZDDV-1, 41. člen, tretji odstavek
  ],
  SK: [
    "19 reduced 2025-01-01", // Zákon č. 222/2004 Z. z. § 27 (zákon č. 278/2024 Z. z.)
    "10 reduced 2020-01-01 2024-12-31", // Zákon č. 222/2004 Z. z. § 27
    "5 reduced 2023-01-01", // Zákon č. 222/2004 Z. z. § 27 (zákon č. 222/2022 Z. z.)
  ],
  YT: [
    "0 zero", // Code général des impôts, art. 294, 1 (la TVA n'y est pas applicable)
  ],
} as const satisfies Record<string, readonly RateText[]>;

/** Territories that have the rates of another one beside their own, except its standard rate if they have one. */
export const RATES_LIKE: ReadonlyMap<string, string> = new Map([
  ["AT-Jungholz", "AT"],
  ["AT-Mittelberg", "AT"],
  ["AX", "FI"],
  ["DE-Büsingen", "CH"],
  ["FR-20R", "FR"],
  ["GP", "RE"],
  ["GR-islands", "GR"],
  ["LI", "CH"],
  ["MQ", "RE"],
  ["XI", "GB"],
]);

/**
 * What the reduced rates of Portugal are in its regions. If two are listed, the one that is lawful on the day counts.
 *
 * @see Código do IVA, art. 18.º n.º 3
 */
export const REGIONAL_RATES: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>> = {
  "PT-20": { 13: [9], 6: [4] },
  "PT-30": { 13: [12], 6: [5, 4] },
};
