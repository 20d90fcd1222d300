import { type CompanyProfile, createInvoicing, isRefusal } from "faktura";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { germanProfile } from "../../support/fixtures.ts";

const acme = createInvoicing({ store: memoryStore() }).company("acme");

/** What is wrong with the field of a profile; `undefined` if nothing is. */
async function faultOf(field: "iban" | "bic" | "creditorId", value: string): Promise<string | undefined> {
  const profile: CompanyProfile = germanProfile({ [field]: value });
  const error = await acme.saveProfile(profile).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error === undefined) return undefined;
  if (!isRefusal(error)) throw error;
  expect(error.errors).toEqual([{ pointer: `/${field}`, detail: expect.any(String) }]);
  return error.errors[0]!.detail;
}
const ibanFault = (iban: string) => faultOf("iban", iban);

// Examples from the IBAN Registry and from the European Payments Council's overview of creditor identifiers.
const IBANS = [
  ...[
    "AT611904300234573201",
    "BE68539007547034",
    "BG80BNBG96611020345678",
    "CH9300762011623852957",
    "CY17002001280000001200527600",
  ],
  ...[
    "CZ6508000000192000145399",
    "DE89370400440532013000",
    "DK5000400440116243",
    "EE382200221020145685",
    "ES9121000418450200051332",
  ],
  ...[
    "FI2112345600000785",
    "FR1420041010050500013M02606",
    "GB29NWBK60161331926819",
    "GR1601101250000000012300695",
    "HR1210010051863000160",
  ],
  ...[
    "HU42117730161111101800000000",
    "IE29AIBK93115212345678",
    "IT60X0542811101000000123456",
    "LT121000011101001000",
    "LU280019400644750000",
  ],
  ...[
    "LV80BANK0000435195001",
    "MT84MALT011000012345MTLCAST001S",
    "NL91ABNA0417164300",
    "NO9386011117947",
    "PL61109010140000071219812874",
  ],
  ...[
    "PT50000201231234567890154",
    "RO49AAAA1B31007593840000",
    "SE4550000000058398257466",
    "SI56263300012039086",
    "SK3112000000198742637541",
  ],
];
const CREDITORS = ["DE98ZZZ09999999999", "AT61ZZZ01234567890", "FR72ZZZ123456", "NL79ZZZ999999990000"];

const DIGITS = "0123456789";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Replaces a digit by another digit, or a capital by another capital. */
const otherThan = (character: string) =>
  fc.constantFrom(...(DIGITS.includes(character) ? DIGITS : CAPITALS)).filter((other) => other !== character);

test.each(IBANS)("%s is an IBAN, even with spaces", async (iban) => {
  expect(await ibanFault(iban)).toBeUndefined();
  expect(await ibanFault(iban.replaceAll(/(.{4})(?=.)/g, "$1 "))).toBeUndefined();
});

test("an IBAN with one changed digit or letter is wrong, and so is one with two swapped digits", async () => {
  const changed = fc
    .constantFrom(...IBANS)
    .chain((iban) =>
      fc.nat(iban.length - 1).chain((at) => fc.tuple(fc.constant(iban), fc.constant(at), otherThan(iban[at]!))),
    );
  await fc.assert(
    fc.asyncProperty(changed, async ([iban, at, other]) => {
      expect(await ibanFault(iban.slice(0, at) + other + iban.slice(at + 1))).toBeDefined();
      const [one = "", two = ""] = [iban[at], iban[at + 1]];
      // After the check digits, which are moved to the end before the remainder is computed.
      if (at < 4 || one === two || !/^\d\d$/.test(one + two)) return;
      expect(await ibanFault(iban.slice(0, at) + two + one + iban.slice(at + 2))).toBeDefined();
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["", []],
  ["DE", []],
  ["DE89", []],
  ["DE89 3704 0044 0532 0130\u00a000", []],
  ["DE893704004405320130OÖ", []],
  ["toString", []],
  ["ZZ89370400440532013000", ["ZZ"]],
  ["DE8937040044053201300", ["22", "DE", "21"]],
  ["DE89370400440532013001", ["check digits"]],
])("%j is refused, with what is expected: %j", async (text, named) => {
  const fault = await ibanFault(text);
  expect(fault).toBeDefined();
  for (const each of named) expect(fault).toContain(each);
});

test.each(["COBADEFFXXX", "DEUTDEFF", "1234FRP1"])("%s is a BIC", async (bic) => {
  expect(await faultOf("bic", bic)).toBeUndefined();
});

test.each(["", "DEUTDEF", "DEUTDEFFX", "DEUTDEFFXXXX", "DEUTXXFF", "deutdeff", "DEUT DEFF", "DEUTDEFF "])(
  "%j is not a BIC",
  async (text) => expect(await faultOf("bic", text)).toBeDefined(),
);

test.each(CREDITORS)("%s is a creditor identifier, whatever its business code", async (id) => {
  const isCreditorId = async (text: string) => (await faultOf("creditorId", text)) === undefined;
  expect(await isCreditorId(id)).toBe(true);
  expect(await isCreditorId(`${id.slice(0, 4)}A1B${id.slice(7)}`)).toBe(true);
  for (const digit of DIGITS) expect(await isCreditorId(id.slice(0, -1) + digit)).toBe(digit === id.at(-1));
});

test.each([
  "",
  "DE98ZZZ",
  "de98zzz09999999999",
  "DE98ZZZ0999999999 9",
  "98DEZZZ09999999999",
  `DE98ZZZ${"0".repeat(29)}`,
])("%j is not a creditor identifier", async (text) => expect(await faultOf("creditorId", text)).toBeDefined());
