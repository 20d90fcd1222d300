import { requireWhole, type WholeOption } from "../domain/whole-option.ts";

/** The limits of an invoicing that a host can choose, as options of `createInvoicing`. */
export interface Limits {
  /**
   * How much memory the orders of all companies may take until they are answered, in bytes, from 1 MiB. Beyond it, calls
   * reject with `StoreBusyError`. Absent: 128 MiB.
   */
  readonly maxPendingBytes: number;
  /** The same for each company. More than `maxPendingBytes` counts as that. Absent: 64 MiB. */
  readonly maxPendingBytesPerCompany: number;
  /**
   * How many writes of one company may wait for their commit, 1 to 1,000,000. Beyond it, calls reject with
   * `StoreBusyError`. Absent: 10,000.
   */
  readonly maxWaitingWrites: number;
  /**
   * How long a write may wait for its commit to begin, in milliseconds, 1 to 86,400,000. After that, its call rejects with
   * `StoreBusyError`. How long the commit then waits for the lock is an option of the store. Absent: 10,000.
   */
  readonly queueTimeoutMs: number;
  /** How many writes may share a commit, and its lock, 1 to 1,000. The rest goes into the next one. Absent: 128. */
  readonly maxWritesPerCommit: number;
  /**
   * How many characters the documents of a commit may have, 1 to 100,000,000. A single write with more is committed alone.
   * Absent: 1,000,000.
   */
  readonly maxCharactersPerCommit: number;
}

/** The limits as a host may give them. */
export type ChosenLimits = { readonly [Name in keyof Limits]?: Limits[Name] | undefined };

const MEBIBYTE = 2 ** 20;

/** The least is an order of the largest size that HTTP takes by default. */
const BYTES = { least: MEBIBYTE, most: 2 ** 40, unit: "bytes" };

/** Each limit with its default and its range. */
export const LIMITS: Readonly<Record<keyof Limits, WholeOption>> = {
  maxPendingBytes: { absent: 128 * MEBIBYTE, ...BYTES },
  maxPendingBytesPerCompany: { absent: 64 * MEBIBYTE, ...BYTES },
  maxWaitingWrites: { absent: 10_000, least: 1, most: 1_000_000 },
  queueTimeoutMs: { absent: 10_000, least: 1, most: 86_400_000, unit: "milliseconds" },
  maxWritesPerCommit: { absent: 128, least: 1, most: 1000 },
  maxCharactersPerCommit: { absent: 1_000_000, least: 1, most: 100_000_000 },
};

const NAMES = Object.keys(LIMITS) as (keyof Limits)[];

/** The limits, with the defaults of those that are absent. @throws TypeError that names the limit and its range */
export function requireLimits(options: ChosenLimits): Limits {
  const limit = (name: keyof Limits) => [name, requireWhole(name, options[name], LIMITS[name])];
  return Object.fromEntries(NAMES.map(limit)) as Limits;
}
