import { createHash } from "node:crypto";

const nameOf = new Map<string, string>();

/** The same text has the same name in every process, and no other text has it. */
export function statementName(text: string): string {
  let name = nameOf.get(text);
  if (name === undefined) {
    name = `faktura_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
    nameOf.set(text, name);
  }
  return name;
}
