/** SQLite takes a negative limit for none at all and refuses half a one. @throws TypeError when `limit` is not 1 or more */
export function requireEventLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new TypeError(`a limit of billing events is a whole number, 1 or more, not ${limit}`);
}
