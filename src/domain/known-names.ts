import { insteadOf, insteadOfText } from "./instead-of.ts";

/**
 * The name among `known` that `given` was most likely meant to be: one that differs by a few letters, or else the only
 * one that ends in it, as `clientCountry` ends in `country`, or that it ends or begins with, as `companyName` ends in
 * `name`. `undefined` if there is none. Case does not matter.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > 64) return undefined; // no name is that long, and the distance takes quadratic time
  const lower = given.toLowerCase();
  const ranked = known
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance < name.length && distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? onlyName(lower, known, isPartOf) ?? onlyName(lower, known, contains);
}

/**
 * The end of a message: `; did you mean …?` with the nearest name, or some of those that begin with `given`, or else all
 * names if there are only a few.
 */
export function nearestNameHint(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  if (nearest !== undefined) return `; did you mean ${nearest}?`;
  const begun = given.length > 2 ? known.filter((name) => name.startsWith(given)) : [];
  if (begun.length > 0) {
    const others = begun.length > MAX_NAMES ? ` or another that begins with ${given}` : "";
    return `; did you mean ${begun.slice(0, MAX_NAMES).join(", ")}${others}?`;
  }
  return known.length > 0 && known.length <= 8 ? `; known: ${known.join(", ")}` : "";
}

/** How many names that begin with a given one are listed. */
const MAX_NAMES = 3;

type Relation = (lower: string, name: string) => boolean;

const isPartOf: Relation = (lower, name) => lower.length > 2 && name.endsWith(lower);
const contains: Relation = (lower, name) => name.length > 2 && (lower.endsWith(name) || lower.startsWith(name));

function onlyName(lower: string, known: readonly string[], isRelated: Relation): string | undefined {
  const related = known.filter((name) => isRelated(lower, name.toLowerCase()));
  return related.length === 1 ? related[0] : undefined;
}

/** What is wrong with a value that is none of the choices: `must be one of goods, services; did you mean goods?` */
export function notOneOf(choices: readonly string[], value: unknown): string {
  const meant = typeof value === "string" ? nearestName(value, choices) : undefined;
  return oneOf(choices) + (meant === undefined ? insteadOfText(value) : `; did you mean ${meant}?`);
}

/** All choices: `must be one of goods, services`, or `must be goods` if it is the only one. */
export function oneOf(choices: readonly unknown[]): string {
  return choices.length === 1 ? `must be ${choices[0]}` : `must be one of ${choices.join(", ")}`;
}

/** The Levenshtein distance: how many letters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(previous[j]! + 1, current[j - 1]! + 1, replaced));
    }
    previous = current;
  }
  return previous[b.length]!;
}

/**
 * Checks that options are an object and that each name is known: a misspelt option would be ignored silently. `of`
 * names the function that takes them. A new option does not compile until `known` lists it.
 *
 * @throws TypeError that names the unknown option and the one most likely meant
 */
export function requireOptions<Options extends object>(
  of: string,
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  const names = Object.keys(known);
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${of} takes an object with the options ${names.join(", ")}${insteadOf(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const meant = nearestName(name, names);
    const hint = meant === undefined ? `known: ${names.join(", ")}` : `did you mean ${meant}?`;
    throw new TypeError(`${of}: ${name} is not a known option; ${hint}`);
  }
}
