import type { PanelChange, PanelEntry, PanelRecord, PanelRecordQuery, PanelTables } from "../../ports/panel-tables.ts";

/** The panel's records in a memory store. `requireOpen` throws if the store is closed. */
export function memoryPanelTables(requireOpen: () => void): PanelTables {
  const kept = new Map<string, PanelRecord>();
  const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);
  return {
    async find(companyId, kind, id) {
      requireOpen();
      const record = kept.get(keyOf(companyId, kind, id));
      return record && { ...record };
    },
    async list(companyId, kind, query) {
      requireOpen();
      const matching = [...kept]
        .filter(([key, record]) => key === keyOf(companyId, kind, record.id) && isListed(record, query))
        .map(([, record]) => record)
        .sort(orderOf(query));
      const { offset = 0, limit = matching.length } = query;
      return { records: matching.slice(offset, offset + limit).map(entryOf), total: matching.length };
    },
    async save(companyId, record, replaces) {
      requireOpen();
      const key = keyOf(companyId, record.kind, record.id);
      const stored = kept.get(key)?.revision ?? "";
      if (stored !== record.revision && replaces !== undefined && !replaces.includes(stored)) return false;
      kept.set(key, { ...record });
      return true;
    },
    async saveAll(companyId, kind, changes) {
      requireOpen();
      const isCurrent = ({ record, replaces }: PanelChange) => {
        return [replaces, record.revision].includes(kept.get(keyOf(companyId, kind, record.id))?.revision ?? "");
      };
      if (!changes.every(isCurrent)) return false;
      for (const { record } of changes) kept.set(keyOf(companyId, kind, record.id), { ...record });
      return true;
    },
    async remove(companyId, kind, id) {
      requireOpen();
      kept.delete(keyOf(companyId, kind, id));
    },
  };
}

function entryOf({ kind, id, revision, sortKey, summary }: PanelRecord): PanelEntry {
  return { kind, id, revision, sortKey, summary };
}

function isListed({ id, searchText, sortKey }: PanelRecord, { ids, words = [], upTo }: PanelRecordQuery): boolean {
  if (ids?.includes(id) === false) return false;
  const isEarly = upTo === undefined || compare(sortKey, upTo) <= 0;
  return isEarly && words.every((word) => searchText.includes(word));
}

function orderOf({ prefix, descending = false }: PanelRecordQuery) {
  const isLater = ({ sortKey }: PanelRecord) => prefix !== undefined && !sortKey.startsWith(prefix);
  return (one: PanelRecord, other: PanelRecord) =>
    Number(isLater(one)) - Number(isLater(other)) ||
    (descending ? -1 : 1) * compare(one.sortKey, other.sortKey) ||
    compare(one.id, other.id);
}

/** Code point by code point, as databases compare. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
