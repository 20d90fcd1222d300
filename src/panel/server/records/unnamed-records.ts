import { randomUUID } from "node:crypto";
import type { PanelRecord, PanelTables } from "faktura";

/** A record that no list shows and no search finds, with a new revision. */
export function unnamedRecord(kind: string, id: string, content: unknown, sortKey = ""): PanelRecord {
  const texts = { sortKey, searchText: "", summary: "", content: JSON.stringify(content) };
  return { kind, id, revision: randomUUID(), ...texts };
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
