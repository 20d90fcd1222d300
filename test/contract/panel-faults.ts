import { inPanel } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";

/** Faults of the panel's records: each case, and a store that fails it. */
export const PANEL_FAULTS: Readonly<Record<string, Fault>> = {
  "a panel record is returned as it was saved, and replaced as a whole": inPanel(({ save }) => ({
    save: (companyId, record, replaces) =>
      save(companyId, { ...record, searchText: record.searchText.normalize() }, replaces),
  })),
  "a panel record replaces only the revisions that it names, of which the empty one is no record": inPanel(
    ({ save }) => ({
      save: (companyId, record, replaces) => save(companyId, record, replaces && [...replaces, ""]),
    }),
  ),
  "a save of a panel record that is repeated succeeds again": inPanel(({ find, save }) => ({
    save: async (companyId, record, replaces) => {
      const stored = await find(companyId, record.kind, record.id);
      return stored?.revision !== record.revision && save(companyId, record, replaces);
    },
  })),
  "of panel records that replace the same revision at once, one is saved": inPanel(({ find, save }) => ({
    save: async (companyId, record, replaces) => {
      const stored = await find(companyId, record.kind, record.id);
      const isCurrent = replaces?.includes(stored?.revision ?? "") ?? true;
      await Promise.resolve(); // another save comes between
      return isCurrent && save(companyId, record);
    },
  })),
  "panel records that are saved together are all saved, over the revisions that they name": inPanel(({ saveAll }) => ({
    saveAll: (companyId, kind, changes) => saveAll(companyId, kind, changes.slice(0, 1)),
  })),
  "of panel records that are saved together none is saved if one revision is another": inPanel(({ save }) => ({
    saveAll: async (companyId, _, changes) => {
      for (const { record, replaces } of changes) if (!(await save(companyId, record, [replaces]))) return false;
      return true;
    },
  })),
  "panel records are listed by sort key, code point by code point, then by id": inPanel(({ list }) => ({
    list: async (...request) => {
      const { records, total } = await list(...request);
      return { records: records.toSorted((a, b) => a.sortKey.localeCompare(b.sortKey)), total };
    },
  })),
  "panel records whose sort key begins with the prefix come first, and those after the greatest are left out": inPanel(
    ({ list }) => ({
      list: (companyId, kind, { prefix: _, ...query }) => list(companyId, kind, query),
    }),
  ),
  "panel records are found by several ids at once": inPanel(({ list }) => ({
    list: (companyId, kind, { ids: _, ...query }) => list(companyId, kind, query),
  })),
  "a search finds the panel records that have all words, letter by letter": inPanel(({ list }) => ({
    list: (companyId, kind, { words, ...query }) => list(companyId, kind, { ...query, words: words?.slice(0, 1) }),
  })),
  "panel records of one company and one kind are nobody else's, and removing one removes no other": inPanel(
    ({ remove }) => ({
      remove: async (companyId, kind, id) => {
        for (const other of [kind, "draft"]) await remove(companyId, other, id);
      },
    }),
  ),
  "every call for panel records on a closed store rejects": (store) => ({ ...store, close: async () => undefined }),
};
