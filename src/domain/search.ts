import type { InvoiceDocument, InvoiceItem } from "./invoice/generated/invoice.ts";

/** The most invoices that a search counts. With more, the total is this number, and the answer says so. */
export const MOST_COUNTED = 10_000;

/** The most characters of a word that is compared. Longer ones, such as encoded data in a description, are cut. */
const WORD_LENGTH = 100;

/** One word of a search. An invoice is found if it has each of them. */
export interface SearchTerm {
  /** As {@link foldForSearch} writes it, without spaces. */
  readonly text: string;
  /** Whether it has a digit. So a store can look for it among numbers alone. */
  readonly hasDigit: boolean;
  /** The amounts that it can mean, as {@link amountKey} writes them; `1.190` can be 1190 and 1.19. */
  readonly amounts: readonly string[];
}

/** What a search compares of one invoice. */
export interface SearchedWords {
  /** The folded words of the client's name, the number, the references and the lines; each once. */
  readonly words: ReadonlySet<string>;
  /** The total and what the client pays, as {@link amountKey} writes them. */
  readonly amounts: ReadonlySet<string>;
}

/** Letters that Unicode does not decompose into a letter and a mark. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ħ: "h", ŧ: "t", þ: "th", ı: "i", ς: "σ" },
};

/**
 * The text in lower case and without accents, so that `MÜLLER`, `müller` and `muller` are equal. Dashes and apostrophes
 * become those of a keyboard. Left out are invisible characters, and those of the private use area, because stores write
 * offsets with these.
 */
export function foldForSearch(text: string): string {
  if (!/[^\0-~]/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase() // after NFKD, which makes capitals of signs such as №
    .replace(/[\p{M}\p{Cf}\ue000-\uf8ff]/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[ßæœøđðłħŧþıς]/g, (letter) => UNDECOMPOSED[letter]!);
}

/** The words of a search; empty if it has no letter and no digit. Punctuation alone and around words is ignored. */
export function searchTerms(search: string): SearchTerm[] {
  const words = wordsOf(search.replace(SPACED_DIGITS, joinedDigits)).map((word) => word.replace(AROUND_WORDS, ""));
  const found = words.filter(hasLetterOrDigit);
  return [...new Set(found)].map((text) => ({ text, hasDigit: hasDigit(text), amounts: amountsOf(text) }));
}

/** What a search may have before or after a word that invoices have without it, such as quotation marks. */
const AROUND_WORDS = /^[\p{Ps}\p{Pi}"',;:]+|[\p{Pe}\p{Pf}"',;:.!?]+$/gu;

/** Groups of three digits with spaces between them, and the decimals. */
const SPACED_DIGITS = /(?<![\d.,])\d{1,3}(?:\s\d{3})+(?!\d)(?:[.,]\d{1,3}(?!\d))?/g;

/** `1 190,00` as one word. `12 345` stays two, unless the space is one that never breaks, as amounts are printed. */
function joinedDigits(digits: string): string {
  return /[.,\u00a0\u2009\u202f]/.test(digits) ? digits.replace(/\s/g, "") : digits;
}

export function hasLetterOrDigit(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}

export function hasDigit(word: string): boolean {
  return /\p{Nd}/u.test(word);
}

/** Whether the invoice has each word of the search: as a part of one of its words, or as one of its amounts. */
export function isFoundBy({ words, amounts }: SearchedWords, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) => term.amounts.some((amount) => amounts.has(amount)) || hasPart(words, term.text));
}

/** The texts of an invoice, beside its lines, in which a search looks. */
const SEARCHED_TEXTS = [
  "clientName",
  "invoiceNumber",
  "reference",
  "buyerReference",
  "purchaseOrderReference",
  "salesOrderReference",
  "despatchReference",
  "contractReference",
  "projectReference",
  "paymentReference",
] as const satisfies readonly (keyof InvoiceDocument)[];

/** What a search compares of this invoice. Another writer may have inserted it with fields of other types, or without some. */
export function searchedWords(document: Partial<InvoiceDocument>): SearchedWords {
  const words = new Set<string>();
  for (const name of SEARCHED_TEXTS) addWords(words, document[name]);
  const lines: readonly Partial<InvoiceItem>[] = Array.isArray(document.items) ? document.items : [];
  for (const line of lines) {
    addWords(words, line?.description);
    addWords(words, line?.sku);
  }
  const amounts = [document.total, document.payable].filter((amount) => typeof amount === "number");
  return { words, amounts: new Set(amounts.map(amountKey)) };
}

/** An amount as searches compare it: without sign and without zeros at the end, such as `1190.5`. */
export function amountKey(amount: number): string {
  return String(Math.abs(amount));
}

function addWords(words: Set<string>, text: string | undefined): void {
  if (typeof text === "string") for (const word of wordsOf(text)) words.add(word);
}

function wordsOf(text: string): string[] {
  return foldForSearch(text)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, WORD_LENGTH).replace(/[\ud800-\udbff]$/, ""));
}

function hasPart(words: ReadonlySet<string>, part: string): boolean {
  if (words.has(part)) return true;
  for (const word of words) if (word.includes(part)) return true;
  return false;
}

/**
 * The amounts that a word can mean. Countries write 1190.5 as `1,190.50`, `1.190,50` and `1'190.50`. With one separator
 * before three digits, both meanings are returned. Signs, also of a currency, and a dash for no cents do not matter.
 */
function amountsOf(word: string): string[] {
  const digits = word.replace(/^-?\p{Sc}?-?|\p{Sc}$/gu, "").replace(/(?<=[.,])-+$/, "0");
  const found = AMOUNTS.flatMap((pattern) => {
    const [, whole, decimals = "0"] = pattern.exec(digits) ?? [];
    return whole === undefined ? [] : [amountKey(Number(`${whole.replace(/\D/g, "")}.${decimals}`))];
  });
  return [...new Set(found)];
}

/** Amounts with a point and with a comma before the decimals. */
const AMOUNTS = [
  /^(\d+|[1-9]\d{0,2}(?:[,']\d{3})+)(?:\.(\d{1,3}))?$/,
  /^(\d+|[1-9]\d{0,2}(?:[.']\d{3})+)(?:,(\d{1,3}))?$/,
];
