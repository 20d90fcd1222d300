import type { FieldText } from "../languages/en.ts";
import { texts } from "./language.ts";

const WORDS: Readonly<Record<string, Readonly<Record<string, FieldText>>>> = texts.national.fields;

/** The words of a field, or of the first one below the path. A state without words has those of its rows, in English. */
export function nationalText(state: string, path: string, text?: string): FieldText {
  const known = WORDS[state] ?? {};
  const isKnown = (each: string) => Object.hasOwn(known, each);
  const below = Object.keys(known).find((each) => each.startsWith(`${path}/`));
  const name = [path, `${path}/#`].find(isKnown) ?? below;
  if (name !== undefined) return known[name]!;
  const last = path.split("/").findLast((part) => part !== "#") ?? path;
  const label = last.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return { label: label.charAt(0).toUpperCase() + label.slice(1), ...(text !== undefined && { hint: text }) };
}
