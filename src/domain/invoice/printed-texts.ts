/** Fields of profiles, orders and documents with texts that are not printed. */
const NOT_PRINTED: ReadonlySet<string> = new Set([
  "cancellationReason",
  "classifications",
  "businessProcess",
  "clientElectronicAddress",
  "clientIdentifier",
  "creditNotes",
  "electronicAddress",
  "identifiers",
  "metadata",
  "national",
  "payments",
  "reference",
  "series",
  "vatNumberVerification",
  "vatReason",
  "warnings",
  "writeOffReason",
]);

/** A text and its JSON Pointer (RFC 6901). */
export type PrintedText = readonly [pointer: string, text: string];

/** The texts of a profile, an order or a document that are printed, in the order of its fields. */
export function printedTexts(record: object): PrintedText[] {
  const found: PrintedText[] = [];
  const collect = (value: unknown, pointer: string) => {
    if (typeof value === "string") found.push([pointer, value]);
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) if (!NOT_PRINTED.has(name)) collect(inner, `${pointer}/${name}`);
  };
  collect(record, "");
  return found;
}

/** So many characters are named; a longer list helps nobody. */
const MOST_NAMED = 5;

/** What is wrong with a text that has these characters. Each is one or more code points. */
export function unprintableDetail(characters: readonly string[]): string {
  const named = characters.slice(0, MOST_NAMED).map((character) => `"${character}" (${codePointsOf(character)})`);
  const others = characters.length > MOST_NAMED ? ` and ${characters.length - MOST_NAMED} more` : "";
  const them = characters.length === 1 ? "a character" : "characters";
  const it = characters.length === 1 ? "it" : "them";
  return (
    `has ${them} that no font can print: ${named.join(", ")}${others}; ` +
    `add a font that has ${it} to fonts.fallback, or write it otherwise`
  );
}

/** So many fields are named, as of any other request. */
export const MOST_FIELDS = 100;

/** The fields of a record with characters that `unprintable` finds. */
export function unprintableFields(
  record: object,
  unprintable: (text: string) => readonly string[],
): { readonly pointer: string; readonly detail: string }[] {
  const faults = printedTexts(record).flatMap(([pointer, text]) => {
    const characters = unprintable(text);
    return characters.length === 0 ? [] : [{ pointer, detail: unprintableDetail(characters) }];
  });
  return faults.slice(0, MOST_FIELDS);
}

/** Such as `U+6F22`. */
function codePointsOf(character: string): string {
  const codes = Array.from(character, (each) => each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0"));
  return codes.map((code) => `U+${code}`).join(" ");
}
