import fc from "fast-check";

/**
 * Texts that faulty code could confuse with the original: truncated, in another case, with spaces that databases
 * ignore, as patterns, as the end of a statement, as a path, in other code points that look the same.
 */
export const LOOK_ALIKES: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text}${text.at(-1)}`,
  (text) => text.toUpperCase(),
  (text) => text.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (text) => `${text} `,
  (text) => ` ${text}`,
  (text) => `${text}.`,
  (text) => `${text}\t`,
  (text) => `${text}\r\n`,
  (text) => `${text}%`,
  (text) => `${text.slice(0, -1)}_`,
  (text) => `${text.slice(0, -1)}?`,
  (text) => `${text}*`,
  (text) => `${text}'--`,
  (text) => `${text}' OR '1'='1`,
  (text) => `${text}"; --`,
  (text) => `${text}\\`,
  (text) => `${text}$1`,
  (text) => `{${text},null}`,
  (text) => `["${text}"]`,
  (text) => `${text}/`,
  (text) => `./${text}`,
  (text) => `x/../${text}`,
  (text) => `${text}#2`,
  (text) => `${text}?`,
  (text) => `${text};`,
  (text) => `${text}:`,
  (text) => `${text}%00`,
  (text) => `${text}%20`,
  (text) => text.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[aceopx]/, (letter) => "асеорх"["aceopx".indexOf(letter)]!),
  (text) => text.replace(/\d/, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (text) => `${text}\u0301`,
  (text) => `${text}\u200b`,
  (text) => `\u202e${text}`,
  (text) => `\ufeff${text}`,
  (text) => text.repeat(50),
];

/** In addition, texts that a host cannot use as a company id, but that anyone can write into a path. */
const NEVER_A_COMPANY: readonly ((text: string) => string)[] = [
  () => "",
  (text) => `${text}\0`,
  (text) => `\0${text}`,
  (text) => `${text}\ud800`,
  (text) => `\udfff${text}`,
  () => "%",
  () => "..",
  () => "__proto__",
  () => "constructor",
  (text) => text.padEnd(3000, "x"),
];

/** A few texts that are similar to `base`, all of them different, `base` first. Each can be a company's id. */
export function alikeTo(base: string): fc.Arbitrary<readonly string[]> {
  const family = fc.subarray([...LOOK_ALIKES], { minLength: 1, maxLength: 3 });
  return family.map((changes) => [...new Set([base, ...changes.map((change) => change(base))])]);
}

/** Variants that a stranger may try of a text in another company's books, most often the text itself. */
export const stranger: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 2, arbitrary: fc.constant((text: string) => text) },
  { weight: 4, arbitrary: fc.constantFrom(...LOOK_ALIKES) },
  { weight: 1, arbitrary: fc.constantFrom(...NEVER_A_COMPANY) },
);

/** The ways to write a text into a path. */
export const spelling: fc.Arbitrary<(text: string) => string> = fc.constantFrom(
  (text: string) => encodeURIComponent(text.toWellFormed()),
  (text: string) => encodeURIComponent(encodeURIComponent(text.toWellFormed())),
  (text: string) => Buffer.from(text).toString("hex").replace(/../g, "%$&"),
  (text: string) => text,
);
