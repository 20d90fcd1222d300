import { gzipSync } from "node:zlib";
import { order } from "../support/fixtures.ts";

const MEBIBYTE = 2 ** 20;

/** As many of `part` as a body may hold, in the place of `…`. */
function filled(shape: string, part: string): string {
  const [before, after] = shape.split("…") as [string, string];
  const times = Math.floor((MEBIBYTE - before.length - after.length) / part.length);
  return before + part.repeat(times).replace(/,$/, after.startsWith("]") ? "" : ",") + after;
}

const LINE = JSON.stringify(order().items[0]);
const HALF = MEBIBYTE / 2 - 200;
const withText = (changes: object) => JSON.stringify({ ...order(), ...changes });
const names = Array.from({ length: 90_000 }, (_, place) => `"k${place}":1`).join(",");

/** Bodies that cost their reader as much as their length allows, and what each is answered with. */
export const COSTLY_BODIES: readonly (readonly [name: string, body: string | Uint8Array, status: number])[] = [
  ["nothing but opening brackets", filled("…", "["), 400],
  ["lists in lists", "[".repeat(HALF) + "]".repeat(HALF), 422],
  ["lists in lists as items", `{"items":${"[".repeat(HALF)}${"]".repeat(HALF)}}`, 422],
  ["objects in objects", `${'{"a":'.repeat(HALF / 8)}1${"}".repeat(HALF / 8)}`, 422],
  ["items that are empty", filled('{"items":[…]}', "{},"), 422],
  ["items that are numbers", filled('{"items":[…]}', "0,"), 422],
  ["items that are well, but too many", filled('{"clientName":"A","clientCountry":"DE","items":[…]}', `${LINE},`), 422],
  ["unknown fields", `{${names}}`, 422],
  ["a field with a name of a mebibyte", filled('{"…":1}', "~"), 422],
  ["the same field again and again", filled('{…"clientName":"B"}', '"clientName":"A",'), 422],
  ["__proto__ again and again", filled('{…"a":1}', '"__proto__":{"autoVat":false},'), 422],
  ["a number of a million digits", filled('{"taxRate":…}', "9"), 422],
  ["a fraction of a million digits", filled('{"taxRate":0.…}', "1"), 422],
  ["an exponent of a million digits", filled('{"taxRate":1e…}', "9"), 422],
  ["lone surrogates", filled('{"clientName":"…"}', "\\ud800"), 422],
  ["blanks", withText({ clientName: "\u2003".repeat(HALF / 2) }), 422],
  ["an e-mail address of dots", withText({ clientEmail: `a@${"a.".repeat(HALF)}!` }), 422],
  ["an e-mail address of hyphens", withText({ clientEmail: `a@${"a-".repeat(HALF)}` }), 422],
  ["an e-mail address without an @", withText({ clientEmail: "a.".repeat(HALF) }), 422],
  ["a VAT number of spaces", withText({ clientVatNumber: `DE${" 1".repeat(HALF)}` }), 422],
  ["a country of letters", withText({ clientCountry: "D".repeat(HALF) }), 422],
  ["a day of digits", withText({ dueDate: "2".repeat(HALF) }), 422],
  ["a currency of letters", withText({ currency: "E".repeat(HALF) }), 422],
  ["invalid UTF-8", new Uint8Array(MEBIBYTE).fill(0xff), 400],
  ["NUL bytes", new Uint8Array(MEBIBYTE), 400],
  // Nothing here inflates: a megabyte that unpacks to a gigabyte is a megabyte of no JSON.
  ["an order, compressed", gzipSync(JSON.stringify(order())), 400],
  ["a compressed bomb", gzipSync(Buffer.alloc(256 * MEBIBYTE, " "), { level: 1 }).subarray(0, MEBIBYTE), 400],
];

const LONG = { description: "x", quantity: 0.123456789012345, unitPrice: 1.23456789012345 };
const FAR = { description: "x", quantity: 0.0000000001, unitPrice: 1_234_567_890_123_456 };

/** The most costly orders that are no mistake. */
export const COSTLY_ORDERS: readonly (readonly [name: string, body: string])[] = [
  ["a thousand lines", withText({ items: Array.from({ length: 1000 }, () => LONG) })],
  ["a thousand lines of the longest numbers", withText({ items: Array.from({ length: 1000 }, () => FAR) })],
  [
    "a thousand lines at as many rates",
    withText({ autoVat: false, items: Array.from({ length: 1000 }, (_, place) => ({ ...LONG, taxRate: place / 17 })) }),
  ],
];
