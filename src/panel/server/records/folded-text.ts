/** A text as it is compared in a search: without case, accents, separators of numbers and what databases do not take. */
export function foldedText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFKD")
    .replaceAll(/[\p{M}\0]/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** What a table is searched for: each word of the text, and first what begins with all of it. */
export function searchOf(text: string): { readonly words: readonly string[]; readonly prefix: string } {
  const prefix = foldedText(text);
  return { words: prefix === "" ? [] : prefix.split(" "), prefix };
}
