import { createHash, randomUUID } from "node:crypto";
import type { PanelRecord, PanelTables } from "faktura";

/** A record that no list shows and no search finds, with a new revision. */
export function unnamedRecord(kind: string, id: string, content: unknown, sortKey = ""): PanelRecord {
  const texts = { sortKey, searchText: "", summary: "", content: JSON.stringify(content) };
  return { kind, id, revision: randomUUID(), ...texts };
}

/** The same id for the same text: a UUID of version 8. @see RFC 9562, section 5.8 */
export function derivedId(text: string): string {
  const digest = createHash("sha256").update(text).digest("hex");
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** Which of these ids have a record of the kind. */
export async function idsAmong(
  tables: PanelTables,
  companyId: string,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { records } = await tables.list(companyId, kind, { ids });
  return new Set(records.map(({ id }) => id));
}
