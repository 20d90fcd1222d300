import type { FieldText, NationalTexts } from "../../../languages/en/national-texts.ts";
import { LOAD_NATIONAL_TEXTS } from "../../../languages/generated/load-panel-texts.ts";
import { LANGUAGE } from "./language.ts";

let words: Readonly<Record<string, Readonly<Record<string, FieldText>>>> = {};

/** The states whose fields have words. A new one does not compile until it is added here. */
const STATES: Readonly<Record<keyof NationalTexts, true>> = {
  de: true,
  es: true,
  fr: true,
  hr: true,
  hu: true,
  it: true,
  pt: true,
};

/** Whether {@link nationalText} needs {@link loadNationalTexts} for companies in this country. */
export const hasNationalTexts = (country: string): boolean => Object.hasOwn(STATES, country.toLowerCase());

/** Loads the words of national fields, before {@link nationalText} is called. */
export async function loadNationalTexts(): Promise<void> {
  words = (await LOAD_NATIONAL_TEXTS[LANGUAGE]()).nationalTexts;
}

/** The words of a field, or of the first one below the path. A state without words has those of its rows, in English. */
export function nationalText(state: string, path: string, text?: string): FieldText {
  const known = words[state] ?? {};
  const isKnown = (each: string) => Object.hasOwn(known, each);
  const below = Object.keys(known).find((each) => each.startsWith(`${path}/`));
  const name = [path, `${path}/#`].find(isKnown) ?? below;
  if (name !== undefined) return known[name]!;
  const last = path.split("/").findLast((part) => part !== "#") ?? path;
  const label = last.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return { label: label.charAt(0).toUpperCase() + label.slice(1), ...(text !== undefined && { hint: text }) };
}
