import { parseVatNumber } from "faktura/vat";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../../support/code-point.ts";
import { MEMBER_STATES } from "../../../support/territories.ts";

/**
 * Published numbers: from companies' own imprints, tax authorities' examples, and test data of validators in other
 * languages.
 */
const VALID: Record<string, readonly string[]> = {
  AT: ["U13585627", "U66664013", "U33864707"],
  BE: ["0403019261", "0203201340", "0428759497", "1000000021"],
  BG: ["175074752", "831902088", "7523169263", "8032056031", "7542011030", "7111042925"],
  CY: ["10259033P", "10111176Z"],
  CZ: ["25123891", "00177041", "640903926", "7103192745", "1903030008"],
  DE: ["136695976", "811125440", "129273398", "143454214", "814584193"],
  DK: ["13585628", "24256790", "22756214"],
  EE: ["100931558", "100594102", "100366327"],
  EL: ["094259216", "094019245", "023456780", "040127797"],
  ES: [
    "A28015865",
    "B58378431",
    "54362315K",
    "X2482300W",
    "Y3338121F",
    "J99216582",
    "U99216632",
    "M1234567L",
    "Q2826000H",
  ],
  FI: ["20774740", "01120389"],
  FR: ["40303265045", "23334175221", "83404833048", "53000004605", "K7399859412", "4Z123456782"],
  GB: ["980780684", "802311782", "220430231", "562235945001"],
  HR: ["33392005961", "27759560625"],
  HU: ["12892312", "10773381", "10625790"],
  IE: ["6433435F", "6433435OA", "6388047V", "3628739L", "1234567TW", "8D79739I", "7A12345J"],
  IT: ["00743110157", "00159560366", "12345670785"],
  LT: ["119511515", "100001919017", "100004801610"],
  LU: ["15027442", "26375245", "20260743"],
  LV: ["40003521600", "40003032949", "16117519997"],
  MT: ["11679112", "15121333"],
  NL: ["004495445B01", "010000446B01", "853746333B01", "123456789B13", "002455799B11", "000099998B57"],
  PL: ["8567346215", "5260250274", "7272445205"],
  PT: ["501964843", "500697256", "502757191"],
  RO: ["18547290", "1590082", "361757", "13547272"],
  SE: ["123456789701", "556074308901", "556016068001"],
  SI: ["50223054", "80040306"],
  SK: ["2022749619", "2020220862", "2021853504"],
  XI: ["980780684", "562235945001"],
};

/** Made up to reach branches that the published ones miss. An independent validator accepts each of them. */
const BRANCHES: Record<string, readonly string[]> = {
  BE: ["0505893897"],
  BG: ["906988870", "648058080", "521596050", "545298920", "7606213040", "6804163500"],
  CY: [
    "00001232N",
    "09198177L",
    "05249393L",
    "03340338I",
    "00495171Z",
    "03556201P",
    "00602267T",
    "06798857C",
    "08983549Q",
  ],
  CZ: [
    "78107491",
    "20317760",
    "654728948",
    "633399149",
    "689346310",
    "647844721",
    "675611312",
    "609942693",
    "5509267710",
  ],
  DE: ["672475583", "722756763"],
  EE: ["384951419", "502795761"],
  EL: ["932193980", "309768340"],
  ES: ["A45496130", "Q8079392J", "K7526788S", "Z4992598Q", "L1234567L"],
  FR: ["J2199395179", "D1871916763", "PH299483214", "DN986467108", "3W468125554", "0Z425938610", "A2791909898"],
  GB: ["865146747", "664239857"],
  IE: ["8J99792C", "8Z72502P", "3526399WH", "9982848W"],
  LT: ["173981413", "949066514", "252463910", "036972677410", "295824339117"],
  LV: ["12124118915", "28126910865", "13127114754", "15078312710", "84224834185"],
  NL: ["992256051B32", "328938170B35"],
  PT: ["373121970", "983389730"],
  RO: ["43", "51", "916774619", "2354002047", "1846827420", "4158568470"],
  SI: ["86246810", "56924470"],
};

/** Bulgaria's three rules for ten digits, each with a number that the other two reject. */
const BULGARIAN_OTHERS = ["5095466025", "4100209765", "1748375188", "7855198201", "4834517049", "0537523778"];

/** Well formed, but in a form for which the state publishes no check. */
const UNCHECKED: Record<string, readonly string[]> = {
  CZ: ["991231123"], // a birth number from before 1954
  GB: ["GD001", "GD499", "HA500", "HA999"],
  LV: ["32579461005"], // a personal code from after 2017
  XI: ["GD001", "HA599"],
};

/** One error each that makes the number malformed: too short, too long, or a wrong character. */
const MALFORMED: Record<string, readonly string[]> = {
  AT: ["13585627", "U1358562", "U135856277", "V13585627"],
  BE: ["403019261", "2403019261", "04030192610", "040301926A"],
  BG: ["17507475", "75231692630", "17507475A"],
  CY: ["10259033", "1025903P", "102590331"],
  CZ: ["2512389", "71031927450", "2512389A"],
  DE: ["13669597", "1366959766", "13669597A"],
  DK: ["1358562", "135856288"],
  EE: ["10093155", "1009315588"],
  EL: ["94259216", "0942592160"],
  ES: ["28015865", "128015865", "A2801586", "A280158655", "AB2801586"],
  FI: ["2077474", "207747400"],
  FR: ["303265045", "4030326504", "403032650455", "I7399859412", "7O399859412", "4030326504A"],
  GB: ["98078068", "9807806845", "98078068400", "GD500", "HA499", "GD1000"],
  HR: ["3339200596", "333920059611"],
  HU: ["1289231", "128923122"],
  IE: ["643343F", "6433435", "6433435X", "6433435OJ", "D879739I", "64334355"],
  IT: ["0074311015", "007431101577"],
  LT: ["11951151", "1195115155", "10000191901", "1000019190177"],
  LU: ["1502744", "150274422"],
  LV: ["4000352160", "400035216000"],
  MT: ["1167911", "116791122"],
  NL: ["00A495445B01", "004495445", "004495445B1", "04495445B01", "004495445A01", "004495445B001"],
  PL: ["856734621", "85673462155"],
  PT: ["50196484", "5019648433"],
  RO: ["1", "018547290", "12345678901"],
  SE: ["1234567897", "12345678970", "1234567897011"],
  SI: ["5022305", "502230544"],
  SK: ["202274961", "20227496199"],
  XI: ["98078068", "980780684AB"],
};

const countryOf = (prefix: string) => ({ EL: "GR", XI: "GB" })[prefix] ?? prefix;
const each = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([prefix, numbers]) => numbers.map((number) => ({ prefix, number })));

test("every member state, Great Britain and Northern Ireland is covered in each table", () => {
  const prefixes = [...MEMBER_STATES.map((code) => (code === "GR" ? "EL" : code)), "GB", "XI"].sort();
  expect(Object.keys(VALID).sort()).toEqual(prefixes);
  expect(Object.keys(MALFORMED).sort()).toEqual(prefixes);
});

test.each(each(VALID))("$prefix$number is well formed and passes its state's check", ({ prefix, number }) => {
  expect(parseVatNumber(prefix + number)).toEqual({ country: countryOf(prefix), prefix, number, checksum: "ok" });
});

test.each([...each(BRANCHES), ...each({ BG: BULGARIAN_OTHERS })])("$prefix$number passes too", ({ prefix, number }) => {
  expect(parseVatNumber(prefix + number)).toEqual({ country: countryOf(prefix), prefix, number, checksum: "ok" });
});

test.each(each(VALID))("$number is also read as a number of its state without the prefix", ({ prefix, number }) => {
  const country = countryOf(prefix);
  const supplied = country === "GB" ? "GB" : prefix;
  expect(parseVatNumber(number, country)).toEqual({ country, prefix: supplied, number, checksum: "ok" });
});

test.each(each(VALID))(
  "$prefix$number with one digit changed is well formed, but fails the check",
  ({ prefix, number }) => {
    const at = lastCheckedDigit(prefix, number);
    const wrong = number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1);
    expect(parseVatNumber(prefix + wrong)).toMatchObject({ prefix, number: wrong, checksum: "failed" });
  },
);

/** The position of the last digit that the check covers: not a Swedish or Dutch number's last two, nor a branch. */
function lastCheckedDigit(prefix: string, number: string): number {
  if (prefix === "SE") return 9;
  if (prefix === "NL" || prefix === "GB" || prefix === "XI") return 8;
  return number.search(/\d\D*$/);
}

test.each(each(UNCHECKED))("$prefix$number is well formed and has no published check", ({ prefix, number }) => {
  expect(parseVatNumber(prefix + number)).toMatchObject({ prefix, number, checksum: "none" });
});

test("numbers that a state never issues fail its check, whatever their last digit", () => {
  // Slovenia's check digit would be 11. Britain's two series leave 0 and 42, and no third remainder.
  for (let last = 0; last <= 9; last += 1) expect(parseVatNumber(`SI1000007${last}`)?.checksum).toBe("failed");
  expect(parseVatNumber("GB100000047")?.checksum).toBe("failed");
});

test.each(each(MALFORMED))("$prefix$number is not well formed", ({ prefix, number }) => {
  expect(parseVatNumber(prefix + number)).toBeUndefined();
});

test("with an extra character before or after it, it is not a number of the state", () => {
  for (const [prefix, numbers] of Object.entries(VALID)) {
    const lengths = new Set([...numbers, ...(BRANCHES[prefix] ?? [])].map(({ length }) => length));
    for (const number of numbers.filter(({ length }) => !lengths.has(length + 1)))
      for (const text of [`1${number}`, `A${number}`, `${number}1`, `${number}A`])
        expect(parseVatNumber(prefix + text), prefix + text).toBeUndefined();
  }
});

test.each([
  "FR 40 303 265 045",
  "fr40303265045",
  "FR-40.303.265/045",
  " FR\u00a040\u202f303\t265\n045 ",
  "FR40–303‑265—045",
  "ＦＲ４０３０３２６５０４５",
  "FR\u200b40303265\u00ad045\ufeff",
])("%j is FR40303265045", (text) => {
  expect(parseVatNumber(text)).toMatchObject({ prefix: "FR", number: "40303265045" });
});

test("the symbols of old Irish numbers are part of the number", () => {
  expect(parseVatNumber("IE 7+12345-J")).toMatchObject({ number: "7+12345J", checksum: "ok" });
  expect(parseVatNumber("IE7*12345J")).toMatchObject({ number: "7*12345J", checksum: "ok" });
});

test("Greek numbers begin with EL, whichever of its two codes was written", () => {
  const greek = { country: "GR", prefix: "EL", number: "094259216", checksum: "ok" };
  expect(parseVatNumber("EL094259216")).toEqual(greek);
  expect(parseVatNumber("GR 094 259 216")).toEqual(greek);
  expect(parseVatNumber("094259216", "GR")).toEqual(greek);
});

test("Monaco's numbers are French, the Isle of Man's are British", () => {
  expect(parseVatNumber("53 000 004 605", "MC")).toMatchObject({ country: "FR", prefix: "FR", number: "53000004605" });
  expect(parseVatNumber("FR53000004605", "MC")).toMatchObject({ country: "FR", prefix: "FR", number: "53000004605" });
  expect(parseVatNumber("980780684", "IM")).toMatchObject({ country: "GB", prefix: "GB", number: "980780684" });
});

test("another state's prefix overrides the country, which the caller compares", () => {
  expect(parseVatNumber("DE136695976", "FR")).toMatchObject({ country: "DE", number: "136695976" });
  expect(parseVatNumber("XI980780684", "GB")).toMatchObject({ country: "GB", prefix: "XI" });
  expect(parseVatNumber("BE0403019261", "US")).toMatchObject({ country: "BE" });
});

test("a number without a prefix that begins with letters is read as its country's if it is well formed", () => {
  expect(parseVatNumber("B58378431", "ES")).toMatchObject({ prefix: "ES", number: "B58378431", checksum: "ok" });
  expect(parseVatNumber("U13585627", "AT")).toMatchObject({ prefix: "AT", number: "U13585627" });
  expect(parseVatNumber("K7399859412", "FR")).toMatchObject({ prefix: "FR", number: "K7399859412" });
  expect(parseVatNumber("GD001", "GB")).toMatchObject({ prefix: "GB", number: "GD001" });
});

test("a mutilated number of one state does not become a number of another", () => {
  expect(parseVatNumber("HU303265045", "FR")).toBeUndefined(); // one digit too many for Hungary, in the form of a French key
  expect(parseVatNumber("FR303265045", "FR")).toBeUndefined(); // the key is missing
  expect(parseVatNumber("DE13669597", "FR")).toBeUndefined();
  expect(parseVatNumber("ATU1358562", "AT")).toBeUndefined();
});

test("a French key that looks like a prefix counts if the checksum is right", () => {
  const siren = "303265045";
  const keys = ["AT", "BE", "CY", "DK", "ES", "FR", "HR", "HU", "LU", "LV", "MT", "NL", "PL", "SE", "SK"];
  const read = keys.filter((key) => parseVatNumber(key + siren, "FR") !== undefined);
  expect(read).toEqual(keys.filter((key) => parseVatNumber(`FR${key}${siren}`)?.checksum === "ok"));
  expect(read.length).toBeGreaterThan(0);
});

test("identifiers of the one-stop shop are not VAT numbers, in any country", () => {
  for (const text of ["EU372022452", "EU123456789", "IM2500000017", "IM0400000000", "im 250 000 0017"]) {
    for (const country of [undefined, "FR", "IM", "GB", "DE", "ES"])
      expect(parseVatNumber(text, country)).toBeUndefined();
  }
});

test("a text that is not a number of any state returns undefined", () => {
  const texts = [
    "",
    " ",
    "-",
    "DE",
    "123456789",
    "US123456789",
    "CHE123456788",
    "GR",
    "UK980780684",
    "none",
    "DE136695976DE",
  ];
  for (const text of texts) expect(parseVatNumber(text), text).toBeUndefined();
  expect(parseVatNumber("123456789", "US")).toBeUndefined();
  expect(parseVatNumber("123456789", "XX")).toBeUndefined();
  expect(parseVatNumber("DE000000000")).toBeUndefined();
  expect(parseVatNumber("00000000000", "IT")).toBeUndefined();
});

test("letters that only look Latin are not converted", () => {
  expect(parseVatNumber("ΕL094259216")).toBeUndefined(); // a Greek epsilon
  expect(parseVatNumber("ıe6433435F")).toBeUndefined(); // a dotless i, whose capital is a plain I
  expect(parseVatNumber("DE١٣٦٦٩٥٩٧٦")).toBeUndefined();
});

test("names that every object inherits are neither prefixes nor countries", () => {
  for (const name of ["__proto__", "constructor", "toString"]) {
    expect(parseVatNumber(name, name)).toBeUndefined();
    expect(parseVatNumber("136695976", name)).toBeUndefined();
  }
});

test("more than forty characters are refused before any other work, including separators", () => {
  const padded = (length: number) => "DE136695976".padEnd(length, " ");
  expect(parseVatNumber(padded(40))).toBeDefined();
  expect(parseVatNumber(padded(41))).toBeUndefined();
  expect(parseVatNumber("\ufdfa".repeat(1_000_000))).toBeUndefined();
});

const prefix = fc.constantFrom(...Object.keys(VALID));
const country = fc.option(fc.constantFrom(...MEMBER_STATES, "GB", "MC", "IM", "US", "XI"), { nil: undefined });
const body = fc.string({ unit: fc.constantFrom(..."0123456789ABDEFGHIMOPRSTUWXZ+* .-"), maxLength: 15 });
const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 45 }),
  body,
  fc.tuple(prefix, body).map((parts) => parts.join("")),
);

test("any text can be parsed or not, and a parsed number parses to itself", () => {
  fc.assert(
    fc.property(text, country, (text, country) => {
      const parsed = parseVatNumber(text, country);
      if (parsed === undefined) return;
      expect(parseVatNumber(parsed.prefix + parsed.number)).toEqual(parsed);
      expect(parseVatNumber(parsed.prefix + parsed.number, country)).toEqual(parsed);
    }),
    { numRuns: 5_000 },
  );
});

test("separators and case never change the result", () => {
  const number = fc.constantFrom(...each(VALID).map(({ prefix, number }) => prefix + number));
  const separator = fc.constantFrom("", " ", ".", "-", "/", "\u00a0", "\u2011");
  fc.assert(
    fc.property(number, fc.array(separator, { minLength: 16, maxLength: 16 }), fc.boolean(), (number, gaps, lower) => {
      const written = [...number].map((character, index) => character + gaps[index]).join("");
      expect(parseVatNumber(lower ? written.toLowerCase() : written)).toEqual(parseVatNumber(number));
    }),
  );
});
