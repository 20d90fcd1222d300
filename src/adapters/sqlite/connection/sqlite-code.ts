/** The result codes that the library distinguishes. @see https://www.sqlite.org/rescode.html */
const CODES = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  NOMEM: 7,
  READONLY: 8,
  IOERR: 10,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const;

/**
 * Whether SQLite reported one of these codes, or an extension of it such as `SQLITE_BUSY_SNAPSHOT`. Some drivers report a
 * name, others a number.
 */
export function hasSqliteCode(error: unknown, ...names: readonly (keyof typeof CODES)[]): boolean {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  const primary = typeof errcode === "number" ? errcode & 0xff : undefined; // the low byte of an extended code
  return names.some((name) => primary === CODES[name] || `${code}_`.startsWith(`SQLITE_${name}_`));
}
