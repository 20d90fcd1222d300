import { nearestNameHint } from "./nearest-name.ts";

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
