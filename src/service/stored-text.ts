import { canonicalJson } from "../domain/canonical-json.ts";

/** A stored text that says a JSON object. */
export interface StoredObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** Whether the text is RFC 8785's for it. */
  readonly isCanonical: boolean;
}

/** What a stored text says; `undefined` where it is no JSON object, or none that can be read. */
export function readStoredObject(text: string): StoredObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return { value: value as Record<string, unknown>, isCanonical: isCanonical(text, value) };
  } catch {
    return undefined;
  }
}

/** What JSON can say and the canonical form cannot, such as 1e999 or half a character, has no canonical text. */
function isCanonical(text: string, value: unknown): boolean {
  try {
    return canonicalJson(value) === text;
  } catch {
    return false;
  }
}

const LONGEST_SHOWN = 200;

/** A value out of a stored text in a few words, for a finding. It may be of any length and depth, and have any names. */
export function described(value: unknown): string {
  if (value === undefined) return "none";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, LONGEST_SHOWN)) : String(value);
  return typeof value === "string" && value.length > LONGEST_SHOWN ? `${text} and more` : text;
}
