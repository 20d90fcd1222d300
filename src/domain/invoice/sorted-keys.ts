/** A copy with its keys in RFC 8785's order, by UTF-16 code unit, except that JavaScript puts whole numbers first. */
export function sortedKeys<Value>(entries: Readonly<Record<string, Value>>): Record<string, Value> {
  const sorted: Record<string, Value> = {};
  for (const key of Object.keys(entries).sort()) sorted[key] = entries[key]!;
  return sorted;
}
