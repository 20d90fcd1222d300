/**
 * The name among `known` that `given` was most likely meant to be: one that differs by a few letters, or else the only
 * one that ends in it, as `clientCountry` ends in `country`. `undefined` if there is none. Case does not matter.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > 64) return undefined; // no name is that long, and the distance takes quadratic time
  const lower = given.toLowerCase();
  const ranked = known
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? onlyNameEndingIn(lower, known);
}

/** The end of a message: `; did you mean …?` with the nearest name, or else all names if there are only a few. */
export function nearestNameHint(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  if (nearest !== undefined) return `; did you mean ${nearest}?`;
  return known.length > 0 && known.length <= 8 ? `; known: ${known.join(", ")}` : "";
}

function onlyNameEndingIn(lower: string, known: readonly string[]): string | undefined {
  const ending = known.filter((name) => lower.length > 2 && name.toLowerCase().endsWith(lower));
  return ending.length === 1 ? ending[0] : undefined;
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
    throw new TypeError(`${of} takes an object with the options ${names.join(", ")}`);
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name))
      throw new TypeError(`${of}: ${name} is not a known option${nearestNameHint(name, names)}`);
  }
}
