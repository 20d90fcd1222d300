import { expect, test } from "vitest";
import { isCurrencyCode } from "../../../src/domain/money/currency.ts";
import { minorUnitDigits } from "../../../src/domain/money/minor-units.ts";

/** ISO 4217 again, continent by continent, with the decimals of each currency that does not have two. */
const SECOND_TABLE = [
  "EUR GBP CHF SEK NOK DKK ISK:0 PLN CZK HUF RON RSD MKD ALL BAM MDL UAH BYN RUB TRY GEL AMD AZN GIP", // Europe
  "USD CAD MXN GTQ BZD HNL NIO CRC SVC PAB CUP DOP HTG JMD BSD BBD TTD XCD XCG AWG KYD BMD", // North America
  "COP VES VED GYD SRD BRL BOB PEN CLP:0 CLF:4 ARS UYU UYW:4 PYG:0 FKP", // South America
  "DZD EGP LYD:3 MAD TND:3 SDG SSP ETB ERN DJF:0 SOS KES UGX:0 TZS RWF:0 BIF:0 CDF AOA ZMW ZWG MZN MWK MGA MUR SCR", // Africa, north and east
  "KMF:0 ZAR LSL SZL NAD BWP XAF:0 XOF:0 NGN GHS GMD GNF:0 SLE LRD CVE MRU STN SHP", // Africa, south and west
  "SAR AED QAR BHD:3 KWD:3 IQD:3 OMR:3 JOD:3 YER ILS LBP SYP IRR", // Middle East
  "AFN PKR INR LKR BDT NPR BTN MVR KZT KGS UZS TJS TMT MNT CNY HKD MOP TWD JPY:0 KRW:0 KPW", // Asia
  "THB LAK KHR VND:0 MMK MYR SGD BND IDR PHP", // South East Asia
  "AUD NZD FJD PGK SBD TOP WST VUV:0 XPF:0", // Oceania
]
  .flatMap((line) => line.split(" "))
  .map((entry) => ({ code: entry.slice(0, 3), digits: Number(entry.split(":")[1] ?? 2) }));

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

test("of all triples of letters, exactly the codes of the second table are currencies", () => {
  const triples = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)));
  expect(triples.filter(isCurrencyCode)).toEqual(SECOND_TABLE.map(({ code }) => code).sort());
});

test.each(SECOND_TABLE)("$code has $digits decimals", ({ code, digits }) => {
  expect(minorUnitDigits(code)).toBe(digits);
});

test.each(["", "eur", "EURO", "HRK", "BGN", "XAU", "XXX", "XTS", "constructor", "__proto__"])(
  "%j is not a currency for invoices",
  (code) => expect(isCurrencyCode(code)).toBe(false),
);
