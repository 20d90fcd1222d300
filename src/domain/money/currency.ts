import { insteadOfText } from "../instead-of.ts";
import type { WordUnion } from "../word-union.ts";

/** The current ISO 4217 codes of money that can be invoiced: no funds, metals or test codes. */
const CODES = [
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF",
  "CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL",
  "HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD",
  "MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG",
  "QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD",
  "TWD TZS UAH UGX USD UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG",
] as const;

const CURRENCIES: ReadonlySet<string> = new Set(CODES.flatMap((line) => line.split(" ")));

/** A current code of ISO 4217. Editors complete the codes; any other string compiles, and is refused. */
export type CurrencyCode = WordUnion<(typeof CODES)[number]> | (string & {});

/** Whether `code` is a current ISO 4217 currency code in capitals. The kuna (HRK) and the lev (BGN) no longer are. */
export function isCurrencyCode(code: string): boolean {
  return CURRENCIES.has(code);
}

/** The end of a message about an invalid currency code: the code that was meant, or what was given instead. */
export function insteadOfCurrency(value: unknown): string {
  const meant = typeof value === "string" ? value.trim().toUpperCase() : "";
  return isCurrencyCode(meant) ? `; did you mean ${meant}?` : insteadOfText(value);
}
