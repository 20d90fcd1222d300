/**
 * Whether a number passes its state's check; `undefined` if the state publishes none for that form. The number must
 * have the state's structure. A check finds typing errors, not numbers that were never issued.
 */
export type Check = (number: string) => boolean | undefined;

const DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
const CIF_LETTERS = "JABCDEFGHI";
const IRISH_LETTERS = "WABCDEFGHIJKLMNOPQRSTUV";
const CYPRIOT_ODD_DIGITS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
// The French key has no I and no O, which would be read as digits.
const FRENCH_KEY_DIGITS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/**
 * The national checks by prefix, each on a number that already has its state's structure.
 *
 * @see docs/why/vat-numbers.md for where each rule comes from
 */
const CHECKS = {
  AT: (n) => (4 + luhnSum(n.slice(1, 8)) + digit(n, 8)) % 10 === 0,
  BE: (n) => 97 - (Number(n.slice(0, 8)) % 97) === Number(n.slice(8)),
  BG: bulgarian,
  CY: cypriot,
  CZ: czech,
  DE: iso7064,
  DK: (n) => sum(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (n) => sum(n, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: (n) => (sum(n, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digit(n, 8),
  ES: spanish,
  FI: (n) => sum(n, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  FR: french,
  GB: british,
  HR: iso7064,
  HU: (n) => sum(n, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IE: irish,
  IT: (n) => luhnSum(n) % 10 === 0,
  LT: lithuanian,
  LU: (n) => Number(n.slice(0, 6)) % 89 === Number(n.slice(6)),
  LV: latvian,
  MT: (n) => sum(n, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  NL: dutch,
  PL: (n) => sum(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digit(n, 9),
  PT: (n) => ((11 - (sum(n, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === digit(n, 8),
  RO: (n) => ((sum(n.padStart(10, "0"), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(n.at(-1)),
  SE: (n) => luhnSum(n.slice(0, 10)) % 10 === 0,
  SI: slovenian,
  SK: (n) => Number(n) % 11 === 0,
  XI: british,
} as const satisfies Record<string, Check>;

/**
 * The two letters that a state's VAT numbers begin with: ISO 3166-1, but `EL` for Greece and `XI` for Northern Ireland.
 */
export type VatPrefix = keyof typeof CHECKS;

/** The national check of the numbers that begin with `prefix`. */
export function vatCheckOf(prefix: VatPrefix): Check {
  return CHECKS[prefix];
}

/** The character code of the digit 0. The loops below subtract it themselves: a call for each digit would cost more. */
const ZERO = 48;

/** The digit at `index`, counted from 0. */
function digit(text: string, index: number): number {
  return text.charCodeAt(index) - ZERO;
}

/** The sum of the digits, each times its weight. Digits beyond the weights do not count. */
function sum(text: string, weights: readonly number[]): number {
  let total = 0;
  for (let index = 0; index < weights.length; index += 1) total += weights[index]! * (text.charCodeAt(index) - ZERO);
  return total;
}

/** Luhn's sum from `start` on: doubles every second digit from the right, and adds up the digits of the products. */
function luhnSum(text: string, start = 0): number {
  let total = 0;
  for (let index = start; index < text.length; index += 1) {
    const product = (text.charCodeAt(index) - ZERO) * ((text.length - index) % 2 === 0 ? 2 : 1);
    total += product > 9 ? product - 9 : product;
  }
  return total;
}

/** ISO 7064, MOD 11,10, over all digits: Germany and Croatia. */
function iso7064(text: string): boolean {
  let product = 10;
  for (let index = 0; index < text.length - 1; index += 1) {
    product = (((text.charCodeAt(index) - ZERO + product) % 10 || 10) * 2) % 11;
  }
  return (product + digit(text, text.length - 1)) % 10 === 1;
}

/** Nine digits for companies. Ten for citizens, foreigners and others, which look alike. */
function bulgarian(n: string): boolean {
  if (n.length === 9) {
    const check = sum(n, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    return (check === 10 ? (sum(n, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : check) === digit(n, 8);
  }
  return (
    (sum(n, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digit(n, 9) ||
    sum(n, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === digit(n, 9) ||
    sum(n, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}

function cypriot(n: string): boolean {
  let total = 0;
  for (let index = 0; index < 8; index += 1) {
    total += index % 2 === 0 ? CYPRIOT_ODD_DIGITS[digit(n, index)]! : digit(n, index);
  }
  return n.charCodeAt(8) - 65 === total % 26;
}

/** Eight digits for companies, ten for birth numbers. Nine have a check only if they begin with 6. */
function czech(n: string): boolean | undefined {
  if (n.length === 8) return (11 - (sum(n, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digit(n, 7);
  if (n.length === 10) return Number(n) % 11 === 0 || (Number(n.slice(0, 9)) % 11 === 10 && n.endsWith("0"));
  if (!n.startsWith("6")) return undefined;
  return ((sum(n.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11) + 8) % 10 === digit(n, 8);
}

/** A person's number ends in a check letter, a company's in a digit or a letter. */
function spanish(n: string): boolean {
  if (/^[\dXYZKLM]/.test(n)) {
    const person = n
      .slice(0, 8)
      .replace(/^[XKLM]/, "0")
      .replace("Y", "1")
      .replace("Z", "2");
    return DNI_LETTERS[Number(person) % 23] === n[8];
  }
  const control = (10 - (luhnSum(`${n.slice(1, 8)}0`) % 10)) % 10;
  return n[8] === String(control) || n[8] === CIF_LETTERS[control];
}

/** Two check characters, then the SIREN, which has its own check, except those of Monaco, which begin with 000. */
function french(n: string): boolean {
  const siren = Number(n.slice(2));
  if (siren >= 1_000_000 && luhnSum(n, 2) % 10 !== 0) return false;
  if (/^\d\d/.test(n)) return (siren * 100 + 12) % 97 === Number(n.slice(0, 2));
  const [first, second] = [FRENCH_KEY_DIGITS.indexOf(n[0]!), FRENCH_KEY_DIGITS.indexOf(n[1]!)];
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (siren + 1 + Math.floor(key / 11)) % 11 === key % 11;
}

/** Nine digits, or twelve with a branch. Since 2010, some numbers have a total that is 55 short of a multiple of 97. */
function british(n: string): boolean | undefined {
  if (!/^\d/.test(n)) return undefined;
  return [0, 42].includes(sum(n, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97);
}

/** The old form has a letter or sign second. It is checked like the new one, with the first digit moved to the end. */
function irish(n: string): boolean {
  const digits = /^\d{7}/.test(n) ? n.slice(0, 7) : `0${n.slice(2, 7)}${n[0]}`;
  const total = sum(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * IRISH_LETTERS.indexOf(n[8] ?? "W");
  return IRISH_LETTERS[total % 23] === n[7];
}

/** The second-last digit is always 1. If the remainder is 10, the weights are shifted by two places. */
function lithuanian(n: string): boolean {
  const last = n.length - 1;
  if (digit(n, last - 1) !== 1) return false;
  const check = cyclicSum(n, last, 0) % 11;
  return (check === 10 ? (cyclicSum(n, last, 2) % 11) % 10 : check) === digit(n, last);
}

/** The sum of the first `count` digits, times 1 to 9 and again from 1, shifted by `shift` places. */
function cyclicSum(n: string, count: number, shift: number): number {
  let total = 0;
  for (let index = 0; index < count; index += 1) total += (1 + ((index + shift) % 9)) * digit(n, index);
  return total;
}

/**
 * From 4 for companies, below for people. Personal codes issued since 2017 begin with 32 and have no published check.
 */
function latvian(n: string): boolean | undefined {
  if (n[0]! > "3") return sum(n, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  if (n.startsWith("32")) return undefined;
  return ((1 + sum(n, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === digit(n, 10);
}

/** Companies have a check over the first nine digits; sole traders, since 2020, MOD 97 over prefix and number. */
function dutch(n: string): boolean {
  if (sum(n, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === digit(n, 8)) return true;
  // N, L and B count as 23, 21 and 11. The result is too long for a double, so the remainder is taken digit by digit.
  const asDigits = `2321${n.replace("B", "11")}`;
  return Array.from(asDigits, Number).reduce((remainder, next) => (remainder * 10 + next) % 97, 0) === 1;
}

/** 11 minus the remainder; 10 is written 0, and 11 is never issued. */
function slovenian(n: string): boolean {
  const check = 11 - (sum(n, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 10 ? 0 : check) === digit(n, 7);
}
