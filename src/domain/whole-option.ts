import { insteadOfText } from "./instead-of.ts";

/** An option that is a whole number. */
export interface WholeOption {
  /** What holds if the option is absent. */
  readonly absent: number;
  readonly least: number;
  readonly most: number;
  /** What it counts, such as `bytes`. Absent: its name says it. */
  readonly unit?: string;
}

/** The given number, or the one of an absent option. @throws TypeError that names the option and its range */
export function requireWhole(name: string, given: number | undefined, option: WholeOption): number {
  const { absent, least, most, unit } = option;
  if (given === undefined) return absent;
  if (Number.isSafeInteger(given) && given >= least && given <= most) return given;
  const number = unit === undefined ? "a whole number" : `a whole number of ${unit}`;
  throw new TypeError(`${name} must be ${number} from ${least} to ${most}${insteadOfText(given)}`);
}
