import { nearestNameHint } from "./nearest-name.ts";

/**
 * Makes sure that options are an object and that each of its names is known: one that is misspelt would be passed over
 * in silence. `of` is whose options they are; a new option does not compile until `known` lists it.
 *
 * @throws TypeError that names the option, and the one that was most likely meant
 */
export function requireOptions<Options extends object>(
  of: string,
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  const names = Object.keys(known);
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${of} takes an object of options: ${names.join(", ")}`);
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) throw new TypeError(`${of}: ${name} is not known${nearestNameHint(name, names)}`);
  }
}
