/**
 * What KSeF refuses beside what XML cannot carry: characters that XML discourages.
 *
 * @see CIRFMF, weryfikacja-faktury, 2026-04-09: in force in production since 2026-10-19
 */
const REFUSED = /[\u007F-\u0084\u0086-\u009F]|\p{Noncharacter_Code_Point}/gu;

/** Text in one line, as FA(3) counts its characters. Those that KSeF refuses become U+FFFD. */
export function ksefText(given: string): string {
  return given.replace(REFUSED, "\uFFFD").replace(/\s+/g, " ").trim();
}

/** The number of characters of a text, as the schema counts them. */
export function lengthOf(given: string): number {
  return [...ksefText(given)].length;
}

/** The text in parts of at most so many characters. */
export function partsOf(given: string, max: number): string[] {
  return ksefText(given).match(new RegExp(`.{1,${max}}`, "gu")) ?? [];
}
