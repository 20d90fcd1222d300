import type { InvoiceDocument } from "./invoice/generated/invoice.ts";

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
 * The text in lower case and without accents, so that `MÜLLER`, `müller` and `muller` are equal. Without characters of the
 * private use area, because stores write offsets with these.
 */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}\ue000-\uf8ff]/gu, "")
    .replace(/[ßæœøđðłħŧþıς]/g, (letter) => UNDECOMPOSED[letter]!);
}

/** The words of a search; empty if it has no letter and no digit. Punctuation alone is ignored. */
export function searchTerms(search: string): SearchTerm[] {
  const words = wordsOf(search).filter(hasLetterOrDigit);
  return [...new Set(words)].map((text) => ({ text, hasDigit: hasDigit(text), amounts: amountsOf(text) }));
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

/** What a search compares of this invoice. Another writer may have inserted it without some of its fields. */
export function searchedWords(document: Partial<InvoiceDocument>): SearchedWords {
  const { clientName, invoiceNumber, reference, purchaseOrderReference, salesOrderReference } = document;
  const { contractReference, projectReference, total, payable, items = [] } = document;
  const words = new Set<string>();
  const texts = [clientName, invoiceNumber, reference, purchaseOrderReference, salesOrderReference];
  for (const text of [...texts, contractReference, projectReference]) addWords(words, text);
  for (const { description, sku } of items) {
    addWords(words, description);
    addWords(words, sku);
  }
  const amounts = [total, payable].filter((amount) => typeof amount === "number");
  return { words, amounts: new Set(amounts.map(amountKey)) };
}

/** An amount as searches compare it: without sign and without zeros at the end, such as `1190.5`. */
export function amountKey(amount: number): string {
  return String(Math.abs(amount));
}

function addWords(words: Set<string>, text: string | undefined): void {
  if (typeof text !== "string") return;
  for (const word of wordsOf(text)) words.add(word);
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
 * before three digits, both meanings are returned.
 */
function amountsOf(word: string): string[] {
  const found = AMOUNTS.flatMap((pattern) => {
    const [, whole, decimals = "0"] = pattern.exec(word) ?? [];
    return whole === undefined ? [] : [amountKey(Number(`${whole.replace(/\D/g, "")}.${decimals}`))];
  });
  return [...new Set(found)];
}

/** Amounts with a point and with a comma before the decimals. */
const AMOUNTS = [
  /^(\d+|\d{1,3}(?:[,'\u2019]\d{3})+)(?:\.(\d{1,3}))?$/,
  /^(\d+|\d{1,3}(?:[.'\u2019]\d{3})+)(?:,(\d{1,3}))?$/,
];
