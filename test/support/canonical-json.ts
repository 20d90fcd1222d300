/** JSON with sorted keys and without spaces, as RFC 8785 writes it: a second implementation, for documents of tests. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`;
}
