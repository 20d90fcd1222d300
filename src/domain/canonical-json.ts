/**
 * RFC 8785 canonical JSON of a JSON value: keys sorted by UTF-16 code unit, no white space. Properties whose value is
 * `undefined` are omitted, as `JSON.stringify` does.
 *
 * @throws TypeError if the value is not JSON: `undefined`, a function, a bigint, a number that is not finite, or a
 *   string with a lone surrogate, which UTF-8 cannot encode
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return canonicalPrimitive(value);
  let members = "";
  // Without a comparator, `sort` compares code units, which is the order that the RFC requires.
  for (const key of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member === undefined) continue;
    if (members !== "") members += ",";
    members += knownNames.get(key) ?? canonicalName(key);
    // Most members are texts and numbers, which do not need a recursive call.
    if (typeof member === "string" && member.isWellFormed()) members += JSON.stringify(member);
    else if (typeof member === "number" && Number.isFinite(member)) members += String(member);
    else members += canonicalJson(member);
  }
  return `{${members}}`;
}

/** A copy with its keys in RFC 8785's order, by UTF-16 code unit, except that JavaScript puts whole numbers first. */
export function sortedKeys<Value>(entries: Readonly<Record<string, Value>>): Record<string, Value> {
  const sorted: Record<string, Value> = {};
  for (const key of Object.keys(entries).sort()) sorted[key] = entries[key]!;
  return sorted;
}

function canonicalPrimitive(value: unknown): string {
  if (typeof value === "string" && !value.isWellFormed()) throw loneSurrogate();
  const text: string | undefined = JSON.stringify(value);
  // JSON.stringify would write `null` for NaN and the infinities.
  if (text === undefined || (typeof value === "number" && !Number.isFinite(value)))
    throw new TypeError(`not a JSON value: ${String(value)}`);
  return text;
}

/** Names with their quotes and colon. Requests have few different ones, but `metadata` may have any. */
const knownNames = new Map<string, string>();
const MAX_KNOWN_NAMES = 500;

function canonicalName(name: string): string {
  if (!name.isWellFormed()) throw loneSurrogate();
  const text = `${JSON.stringify(name)}:`;
  if (knownNames.size < MAX_KNOWN_NAMES && name.length <= 40) knownNames.set(name, text);
  return text;
}

function loneSurrogate(): TypeError {
  return new TypeError("not a JSON string: it has a lone surrogate");
}
