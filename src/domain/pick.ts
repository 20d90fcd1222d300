/** A copy with only these fields, as far as they exist. */
export function pick<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  const picked: Partial<Source> = {};
  for (const name of names) if (source[name] !== undefined) picked[name] = source[name];
  return picked as Pick<Source, Name>;
}

/** A copy without these fields. */
export function without<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): Omit<Source, Name> {
  const rest = { ...source };
  for (const name of names) delete rest[name];
  return rest;
}
