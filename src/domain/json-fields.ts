/** What is answered is what is stored: JSON leaves out what is `undefined`, so the answer does as well. */
export function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  const present: Record<string, unknown> = {};
  copyPresent(fields, present);
  return present as Fields;
}

/**
 * Copies the fields that are not `undefined`, but for `except`. A loop, because spreading or parsing an object of thirty
 * fields takes several times as long.
 */
export function copyPresent(from: object, to: Record<string, unknown>, except?: string): void {
  for (const name in from) {
    const value = (from as Record<string, unknown>)[name];
    if (value !== undefined && name !== except) to[name] = value;
  }
}

/** JSON knows no -0, so the answer must not have one either. */
export function withoutSignOfZero(amount: number): number {
  return amount + 0;
}
