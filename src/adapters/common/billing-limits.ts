/**
 * SQLite treats a negative limit as no limit and rejects a fraction.
 *
 * @throws TypeError if `limit` is not an integer of 1 or more
 */
export function requireEventLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new TypeError(`the limit of billing events must be an integer of 1 or more, not ${limit}`);
}

/**
 * The instant `leaseMs` after `now`, both in milliseconds, in the format that the stores use: as text, it sorts by
 * time.
 */
export function leasedUntil(now: number, leaseMs: number): string {
  return new Date(now + leaseMs).toISOString();
}
