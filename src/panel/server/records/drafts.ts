import type { PanelRecord, PanelTables } from "faktura";
import type { Draft, DraftEntry, FirstOf } from "../../wire.ts";

const KIND = "draft";

type DraftContent = Pick<Draft, "fields" | "total">;

/** Where the panel keeps drafts. The library neither reads nor numbers them. */
export interface Drafts {
  /** All drafts of a company, the last saved first. */
  list(companyId: string): Promise<readonly DraftEntry[]>;
  /** The drafts that were saved last. */
  first(companyId: string, limit: number): Promise<FirstOf<DraftEntry>>;
  /** `undefined` if the company has no draft with this id. */
  find(companyId: string, id: string): Promise<Draft | undefined>;
  /** {@link PanelTables.save}. */
  save(companyId: string, draft: Draft, replaces: readonly string[]): Promise<boolean>;
  /** Does nothing if there is no such draft. */
  remove(companyId: string, id: string): Promise<void>;
}

/** The drafts in these tables. */
export function draftsIn(tables: PanelTables): Drafts {
  return {
    async list(companyId) {
      const { records } = await tables.list(companyId, KIND, { descending: true });
      return records.map(entryOf);
    },
    async first(companyId, limit) {
      const { records, total } = await tables.list(companyId, KIND, { descending: true, limit });
      return { data: records.map(entryOf), total };
    },
    async find(companyId, id) {
      const record = await tables.find(companyId, KIND, id);
      if (record === undefined) return undefined;
      return {
        id,
        revision: record.revision,
        savedAt: record.sortKey,
        ...(JSON.parse(record.content) as DraftContent),
      };
    },
    save: (companyId, { id, revision, savedAt, fields, total }, replaces) => {
      const content = JSON.stringify({ fields, total } satisfies DraftContent);
      const record = { kind: KIND, id, revision, sortKey: savedAt, searchText: "", content };
      return tables.save(companyId, record, replaces);
    },
    remove: (companyId, id) => tables.remove(companyId, KIND, id),
  };
}

function entryOf({ id, sortKey: savedAt, content }: PanelRecord): DraftEntry {
  const { fields, total } = JSON.parse(content) as DraftContent;
  const { "/clientName": clientName = "", "/supplyDate": supplyDate = "" } = fields;
  return { id, savedAt, clientName, supplyDate, total };
}
