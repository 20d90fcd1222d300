/**
 * SQLite treats a negative limit as no limit and rejects a fraction.
 *
 * @throws TypeError if `limit` is not an integer of 1 or more
 */
export function requireEventLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new TypeError(`the limit of billing events must be an integer of 1 or more, not ${limit}`);
}
